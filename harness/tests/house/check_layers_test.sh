#!/usr/bin/env bash
# Proves that .ci/check_layers goes red: each case plants one thing in a small tree that was green.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/.ci/check_layers
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

mkdir -p "$tree"/harness/{base,rubric,ptx,sim,gpu,checks,report,batch,cli,tests/sim}
printf '#include "base/bank_model.hpp"\n#include <vector>\n' >"$tree/harness/base/bank_model.cpp"
printf '#include "ptx/module.hpp"\n#include "base/launch.hpp"\n' >"$tree/harness/sim/run.cpp"
printf '#include "sim/run.hpp"\n  #  include "base/launch.hpp"\n' >"$tree/harness/checks/grade.hpp"
printf '#include <cuda.h>\nauto lib = dlopen("libcuda.so.1", 0);\n' >"$tree/harness/gpu/driver.cpp"
printf '#include "batch/run.hpp"\nstd::cout << std::getenv("HOME");\n' >"$tree/harness/cli/main.cpp"
printf 'bankcheck_layer(base LIBRARIES fmt::fmt)\nbankcheck_layer(sim DEPENDS ptx base)\n' \
  >"$tree/harness/CMakeLists.txt"

# plant FILE TEXT: adds a line to a file of the tree.
plant() { printf '%s\n' "$2" >>"$tree/harness/$1"; }

expect_green() { "$check" "$tree" >/dev/null; }

# expect_red MESSAGE: the check fails and says exactly this.
expect_red() {
  local output status=0
  output=$("$check" "$tree") || status=$?
  if [ $status -ne 1 ] || [ "$output" != "$1" ]; then
    printf 'wanted status 1 and:\n%s\nfound status %d and:\n%s\n' "$1" "$status" "$output"
    return 1
  fi
}

test_accepts_includes_of_lower_layers() { expect_green; }

test_refuses_an_include_of_a_higher_layer() {
  plant base/bank_model.cpp '#include "sim/run.hpp"'
  expect_red 'harness/base/bank_model.cpp:3: error: base must not look up to sim'
}

test_refuses_an_include_of_a_peer() {
  plant sim/run.cpp '#include "gpu/driver.hpp"'
  expect_red 'harness/sim/run.cpp:3: error: sim must not know its peer gpu'
}

test_refuses_an_indented_include_in_a_header() {
  plant checks/grade.hpp '   #   include   "report/html.hpp"  // why not'
  expect_red 'harness/checks/grade.hpp:3: error: checks must not look up to report'
}

test_refuses_a_layer_that_it_does_not_know() {
  mkdir "$tree/harness/extra"
  plant extra/a.cpp 'int x;'
  plant sim/run.cpp '#include "other/a.hpp"'
  expect_red 'harness/extra/a.cpp:1: error: "extra" is not a layer; .ci/check_layers lists them
harness/sim/run.cpp:3: error: "other" is not a layer; .ci/check_layers lists them'
}

test_refuses_includes_that_go_round_the_layers_name() {
  plant sim/run.cpp '#include "../cli/main.hpp"'
  expect_red 'harness/sim/run.cpp:3: error: include "../cli/main.hpp" by its layer: "sim/…"'
}

test_refuses_a_dependency_in_cmake_that_points_up() {
  plant CMakeLists.txt 'bankcheck_layer(ptx DEPENDS base sim LIBRARIES cli::cli)'
  expect_red 'harness/CMakeLists.txt:3: error: ptx must not look up to sim'
}

test_refuses_the_cuda_driver_outside_gpu() {
  plant checks/grade.hpp '#include <cuda.h>'
  plant cli/main.cpp 'dlopen("libcuda.so.1", RTLD_NOW);'
  expect_red 'harness/checks/grade.hpp:3: error: checks must not reach the CUDA driver; gpu alone does
harness/cli/main.cpp:3: error: cli must not reach the CUDA driver; gpu alone does'
}

test_refuses_printing_below_cli() {
  plant sim/run.cpp 'std::cerr << "here";'
  expect_red 'harness/sim/run.cpp:3: error: sim must not print, read the environment or exit; cli alone does'
}

test_leaves_tests_alone() {
  plant tests/sim/run_test.cpp '#include "cli/main.hpp"'
  expect_green
}

test_refuses_a_tree_without_sources() {
  find "$tree" -name '*.[ch]pp' -delete
  ! "$check" "$tree" 2>/dev/null
}

test_accepts_this_repository() { "$check"; }

"$1"
