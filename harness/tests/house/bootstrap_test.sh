#!/usr/bin/env bash
# Proves what harness/bootstrap does on machines that lack this or that, with stand-ins for apt-get,
# dpkg-query, cmake, ctest and the program. Each stand-in notes its call in $calls.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
tree="$place/a clone"
calls=$place/calls
bin=$place/bin
mkdir -p "$tree/harness" "$bin" "$place/toolkit/bin"
: >"$calls"
# The copy looks for a toolkit in this place instead of the machine's own.
sed "s|/usr/local/cuda|$place/toolkit|" "$root/harness/bootstrap" >"$tree/harness/bootstrap"
bootstrap="$tree/harness/bootstrap"

for tool in bash env sed grep mktemp rm cat mkdir dirname flock tail nproc cp chmod sleep; do
  ln -s "$(command -v "$tool")" "$bin/$tool"
done

# stand_in NAME BODY: a command that notes its call, then does BODY.
stand_in() {
  printf '#!/bin/bash\necho "%s $*" >>"%s"\n%s\n' "$1" "$calls" "$2" >"$bin/$1"
  chmod +x "$bin/$1"
}
stand_in id 'echo 0'
stand_in nvcc ''
stand_in apt-get ''
stand_in ctest 'exit 0'
# Configuring writes the cache, building the program; the program prints its arguments.
stand_in cmake "folder=build
[[ \$* != *asan* ]] || folder=build-asan
mkdir -p \$folder
if [[ \$* == *--build* ]]; then
  [ ! -e '$place/build_fails' ] || { echo 'x.cpp:1: error: no'; exit 1; }
  printf '#!/bin/bash\nprintf \"<%%s>\" \"\$PWD\" \"\$@\"\nexit 4\n' >\$folder/bankcheck
  chmod +x \$folder/bankcheck
else
  : >\$folder/build.ninja
  printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\nBUILD_TESTING:BOOL=%s\n' \"\$PWD\" \
    \"\$(sed 's/.*TESTING=//' <<<\"\$*\")\" >\$folder/CMakeCache.txt
fi"

# installed PACKAGE...: what dpkg-query knows.
installed() {
  printf '%s:installed ' "$@" >"$place/installed"
  stand_in dpkg-query "cat '$place/installed'"
}
readonly required=(g++ cmake ninja-build libfmt-dev libspdlog-dev libyaml-cpp-dev nlohmann-json3-dev
  libcli11-dev)
readonly optional=(bubblewrap libarchive-dev libseccomp-dev)
readonly for_tests=(libgtest-dev libbenchmark-dev ccache libxml2-utils)
installed "${required[@]}" "${optional[@]}" "${for_tests[@]}"

# run ARGUMENT...: sets $status, $output (stdout) and $remarks (stderr).
run() {
  status=0
  output=$(PATH=$bin CUDA_HOME='' CUDA_PATH='' bash "$bootstrap" "$@" 2>"$place/stderr" </dev/null) || status=$?
  remarks=$(cat "$place/stderr")
}

fail() {
  printf '%s\nstatus %s\nstdout: %s\nstderr: %s\ncalls:\n' "$1" "$status" "$output" "$remarks"
  cat "$calls"
  exit 1
}
expect_status() { [ "$status" -eq "$1" ] || fail "wanted status $1"; }
expect_call() { grep -qxF "$1" "$calls" || fail "wanted the call: $1"; }
expect_no_call() { ! grep -q "^$1" "$calls" || fail "wanted no call of $1"; }
expect_remark() { [[ $remarks == *"$1"* ]] || fail "wanted the remark: $1"; }
expect_quiet() { [ -z "$remarks" ] || fail "wanted no remarks"; }

test_says_what_it_does() {
  run --help
  expect_status 0
  [[ $output == usage:* ]] || fail "wanted the usage"
  expect_no_call cmake
}

test_without_a_command_shows_the_usage_and_fails() {
  run
  expect_status 2
}

test_passes_arguments_folder_and_status_through() {
  cd /
  run check 'a folder' --json 'x y'
  expect_status 4
  [ "$output" = '</><check><a folder><--json><x y>' ] || fail "wanted the arguments as they were"
}

test_installs_nothing_where_all_is_there() {
  run check x
  expect_no_call apt-get
}

test_is_silent_the_second_time() {
  run check x
  : >"$calls"
  run check x
  expect_quiet
  expect_no_call 'cmake --fresh'
  expect_call 'cmake --build --preset dev --target bankcheck'
}

test_installs_what_is_missing_and_says_so() {
  installed "${required[@]:0:5}" "${optional[@]}"
  run check x
  expect_remark 'installing libyaml-cpp-dev nlohmann-json3-dev libcli11-dev'
  grep -q '^apt-get .*install -y --no-install-recommends libyaml-cpp-dev nlohmann-json3-dev libcli11-dev$' \
    "$calls" || fail "wanted one installation of the three"
  expect_status 4
}

test_needs_no_test_package_to_grade() {
  installed "${required[@]}" "${optional[@]}"
  run check x
  expect_no_call apt-get
  expect_call 'cmake --fresh --preset dev -DBUILD_TESTING=OFF'
}

test_takes_a_tool_that_came_another_way() {
  stand_in g++ ''
  stand_in ninja ''
  installed "${required[@]:3}" "${optional[@]}"
  run check x
  expect_no_call apt-get
}

test_uses_sudo_when_it_is_not_root() {
  stand_in id 'echo 1000'
  stand_in sudo '"$@"'
  installed "${required[@]:0:7}" "${optional[@]}"
  run check x
  grep -q '^sudo .*apt-get .*install .*libcli11-dev$' "$calls" || fail "wanted sudo"
}

test_says_what_to_install_when_it_may_not() {
  stand_in id 'echo 1000'
  installed "${required[@]:0:7}" "${optional[@]}"
  run check x
  expect_no_call apt-get
  expect_remark 'could not install them; as root: apt-get install libcli11-dev'
  expect_status 4 # configuring decides whether it is there after all
}

test_warns_once_of_an_optional_package_that_is_not_to_be_had() {
  stand_in apt-get 'exit 100'
  installed "${required[@]}" bubblewrap libseccomp-dev
  run check x
  expect_remark 'warning: libarchive-dev is not to be had; archives are not taken as submissions'
  expect_status 4
  : >"$calls"
  run check x
  expect_no_call apt-get
  expect_quiet
}

test_configures_again_after_an_installation() {
  installed "${required[@]}" bubblewrap libseccomp-dev
  stand_in apt-get 'exit 100'
  run check x
  rm "$tree/build/not_obtainable"
  stand_in apt-get ''
  : >"$calls"
  run check x
  expect_call 'cmake --preset dev'
}

test_prints_how_to_get_nvcc_where_there_is_none() {
  rm "$bin/nvcc"
  run check x
  expect_remark 'no nvcc on PATH, in CUDA_HOME, CUDA_PATH or'
  expect_remark 'https://developer.nvidia.com/cuda-downloads'
  expect_status 4
}

test_finds_nvcc_in_the_usual_folder() {
  mv "$bin/nvcc" "$place/toolkit/bin/nvcc"
  run check x
  [[ $remarks != *nvcc* ]] || fail "wanted no remark on nvcc"
}

test_shows_the_compilers_words_when_the_build_fails() {
  : >"$place/build_fails"
  run check x
  expect_remark 'x.cpp:1: error: no'
  expect_remark 'the build failed'
  expect_status 3
}

test_builds_and_runs_all_tests() {
  run test -R base
  expect_status 0
  expect_call 'cmake --fresh --preset dev -DBUILD_TESTING=ON'
  expect_call 'cmake --build --preset dev --target all'
  expect_call "ctest --preset dev -j $(nproc) --output-junit $tree/build/test_results.xml -R base"
}

test_turns_the_tests_on_in_a_build_that_graded_first() {
  run check x
  run test
  expect_call 'cmake --fresh --preset dev -DBUILD_TESTING=ON'
}

test_leaves_a_build_with_tests_as_it_is_to_grade() {
  run test
  : >"$calls"
  run check x
  expect_no_call 'cmake --fresh'
}

test_runs_the_sanitizers_in_a_folder_of_their_own() {
  run asan
  expect_call 'cmake --fresh --preset asan -DBUILD_TESTING=ON'
  expect_call "ctest --preset asan -j $(nproc) --output-junit $tree/build-asan/test_results.xml"
}

test_configures_anew_when_the_clone_has_moved() {
  run check x
  mv "$tree" "$place/moved"
  bootstrap=$place/moved/harness/bootstrap
  : >"$calls"
  run check x
  expect_call 'cmake --fresh --preset dev -DBUILD_TESTING=OFF'
}

test_returns_the_status_of_the_tests() {
  stand_in ctest 'exit 8'
  run test
  expect_status 8
}

"$1"
