# bankcheck_layer(NAME DEPENDS LAYERS... LIBRARIES TARGETS...)
#   A layer is every source file of harness/NAME as one static library, bankcheck_NAME, and every
#   harness/tests/NAME/*_test.cpp as one test program. Adding a file needs no edit here.
include(GoogleTest)

function(bankcheck_layer name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/harness/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(scope PUBLIC)
  if(sources)
    add_library(bankcheck_${name} STATIC ${sources})
  else()
    add_library(bankcheck_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(bankcheck_${name} ${scope} ${CMAKE_SOURCE_DIR}/harness)
  set(layers ${ARG_DEPENDS})
  list(TRANSFORM layers PREPEND bankcheck_)
  target_link_libraries(bankcheck_${name} ${scope} ${layers} ${ARG_LIBRARIES})

  if(NOT BUILD_TESTING)
    return()
  endif()
  file(GLOB tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/harness/tests/${name}/*_test.cpp)
  if(tests)
    add_executable(bankcheck_${name}_test ${tests})
    target_link_libraries(bankcheck_${name}_test PRIVATE bankcheck_${name} GTest::gtest_main)
    target_include_directories(bankcheck_${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/harness/tests)
    target_compile_definitions(
      bankcheck_${name}_test
      PRIVATE BANKCHECK_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
              BANKCHECK_TEST_DATA="${CMAKE_SOURCE_DIR}/harness/tests/data"
              BANKCHECK_PROGRAM="${CMAKE_BINARY_DIR}/bankcheck")
    gtest_discover_tests(bankcheck_${name}_test TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
                         PROPERTIES TIMEOUT 600)
  endif()
endfunction()
