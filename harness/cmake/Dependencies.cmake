# Finds what the layers are built on. All missing packages are named at once, by the names that
# Debian and Ubuntu give them; a missing optional one switches its feature off and says so.

# bankcheck_require(CMAKE_PACKAGE DEBIAN_PACKAGE)
macro(bankcheck_require package debian_package)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    list(APPEND missing_packages ${debian_package})
  endif()
endmacro()

# bankcheck_optional(NAME FOUND LIBRARIES DEBIAN_PACKAGE FEATURE)
#   Makes the target bankcheck_NAME. When the package is there it carries the LIBRARIES and defines
#   BANKCHECK_HAVE_NAME; when it is not, the target is empty and the FEATURE is off.
function(bankcheck_optional name found libraries debian_package feature)
  add_library(bankcheck_${name} INTERFACE)
  if(found)
    string(TOUPPER ${name} upper_name)
    target_link_libraries(bankcheck_${name} INTERFACE ${libraries})
    target_compile_definitions(bankcheck_${name} INTERFACE BANKCHECK_HAVE_${upper_name}=1)
  else()
    message(STATUS "Without ${feature}: ${debian_package} is not installed")
  endif()
endfunction()

set(missing_packages)
find_package(Threads REQUIRED)
bankcheck_require(fmt libfmt-dev)
bankcheck_require(spdlog libspdlog-dev)
bankcheck_require(yaml-cpp libyaml-cpp-dev)
bankcheck_require(nlohmann_json nlohmann-json3-dev)
bankcheck_require(CLI11 libcli11-dev)
if(BUILD_TESTING)
  bankcheck_require(GTest libgtest-dev)
endif()
if(missing_packages)
  list(JOIN missing_packages " " missing_packages)
  message(FATAL_ERROR "Not installed: ${missing_packages}\n"
                      "./harness/bootstrap installs what is missing.")
endif()

# yaml-cpp 0.7 names its target yaml-cpp, 0.8 yaml-cpp::yaml-cpp.
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

find_package(LibArchive QUIET)
bankcheck_optional(libarchive "${LibArchive_FOUND}" LibArchive::LibArchive libarchive-dev
                   "archives as submissions")

find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)
if(SECCOMP_INCLUDE_DIR AND SECCOMP_LIBRARY)
  set(SECCOMP_FOUND TRUE)
endif()
bankcheck_optional(libseccomp "${SECCOMP_FOUND}" "${SECCOMP_LIBRARY}" libseccomp-dev
                   "system call filters in the sandbox")

if(BUILD_TESTING)
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    message(STATUS "Without benchmarks: libbenchmark-dev is not installed")
  endif()
endif()

# With the base directory set, two clones of the repository share what either of them compiled.
find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE_PROGRAM})
endif()
