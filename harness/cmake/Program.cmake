# The program, the data that it looks up, and where both are installed.

# Where the rubrics, the student template and the reference lie: in this source tree for the program
# as built, in share/bankcheck for one that was installed. See cli/data_folder.hpp.
set(data_install_dir ${CMAKE_INSTALL_DATADIR}/bankcheck)
file(RELATIVE_PATH data_from_program ${CMAKE_INSTALL_FULL_BINDIR}
     ${CMAKE_INSTALL_FULL_DATADIR}/bankcheck)
target_compile_definitions(
  bankcheck_cli
  PRIVATE BANKCHECK_VERSION="${PROJECT_VERSION}" BANKCHECK_SOURCE_DATA="${CMAKE_SOURCE_DIR}"
          BANKCHECK_DATA_FROM_PROGRAM="${data_from_program}")

if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/cli/main.cpp)
  add_executable(bankcheck cli/main.cpp)
  target_link_libraries(bankcheck PRIVATE bankcheck_cli)
  # Results say which build made them: see cli/build_id.hpp.
  target_link_options(bankcheck PRIVATE -Wl,--build-id=sha1)
  set_target_properties(bankcheck PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  install(TARGETS bankcheck)
  # These tests run the program itself.
  foreach(layer batch cli)
    if(TARGET bankcheck_${layer}_test)
      add_dependencies(bankcheck_${layer}_test bankcheck)
    endif()
  endforeach()
endif()
foreach(folder rubrics student_template reference)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${folder} DESTINATION ${data_install_dir} OPTIONAL)
endforeach()

file(GLOB bench_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/*.cpp)
if(BUILD_TESTING AND benchmark_FOUND AND bench_sources)
  add_executable(bankcheck_bench ${bench_sources})
  target_link_libraries(bankcheck_bench PRIVATE bankcheck_cli benchmark::benchmark_main)
  target_compile_definitions(bankcheck_bench PRIVATE BANKCHECK_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
endif()
