# BANKCHECK_FUZZ builds the fuzz targets of harness/tests/fuzz: with clang as libFuzzer programs, with
# any other compiler as programs that replay files. The preset `fuzz` sets it up:
#   cmake --preset fuzz && cmake --build --preset fuzz
#   build-fuzz/bin/ptx_parser_fuzz -dict=harness/tests/fuzz/ptx.dict CORPUS harness/tests/data/ptx
# What it finds goes to harness/tests/data/fuzz/NAME/, where an ordinary test replays it.
option(BANKCHECK_FUZZ "Build the fuzz targets" OFF)
if(NOT BANKCHECK_FUZZ)
  return()
endif()

# bankcheck_fuzz(NAME LAYER [SOURCE...]): harness/tests/fuzz/NAME_fuzz.cpp, linked with a layer and
# with these sources of a higher one.
function(bankcheck_fuzz name layer)
  add_executable(${name}_fuzz ${CMAKE_SOURCE_DIR}/harness/tests/fuzz/${name}_fuzz.cpp)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/harness/)
  target_sources(${name}_fuzz PRIVATE ${ARGN})
  target_link_libraries(${name}_fuzz PRIVATE bankcheck_${layer})
  target_include_directories(${name}_fuzz PRIVATE ${CMAKE_SOURCE_DIR}/harness/tests)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${name}_fuzz PRIVATE ${CMAKE_SOURCE_DIR}/harness/tests/fuzz/replay_main.cpp)
  endif()
endfunction()

bankcheck_fuzz(answers submission)
bankcheck_fuzz(archive submission)
bankcheck_fuzz(command_line base cli/kernel_argument.cpp cli/number_text.cpp cli/buffer_fill.cpp)
bankcheck_fuzz(executor sim)
bankcheck_fuzz(expression rubric)
bankcheck_fuzz(gradebook report)
bankcheck_fuzz(options cli)
bankcheck_fuzz(ptx_parser ptx)
bankcheck_fuzz(rubric rubric)
