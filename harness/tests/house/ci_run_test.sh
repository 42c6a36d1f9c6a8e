#!/usr/bin/env bash
# Proves that .ci/run counts what ran and goes red, on a tree whose bootstrap and checks are stand-ins.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

mkdir -p "$tree"/{.ci,harness,build,build-asan}
cp "$root/.ci/run" "$tree/.ci/run"

# check_exits NAME STATUS
check_exits() {
  printf '#!/bin/sh\nexit %d\n' "$2" >"$tree/.ci/$1"
  chmod +x "$tree/.ci/$1"
}
check_exits check_layers 0
check_exits check_format 0

# suite COMMAND TESTS FAILURES SKIPPED STATUS: what the stand-in bootstrap reports and returns.
suite() {
  printf '<testsuite name="x"\n\ttests="%d"\n\tfailures="%d"\n\tdisabled="0"\n\tskipped="%d"\n\t>\n<testcase tests="9"/>' \
    "$2" "$3" "$4" >"$tree/$1.xml"
  echo "$5" >"$tree/$1.status"
}
cat >"$tree/harness/bootstrap" <<'END'
folder=build
[ "$1" = asan ] && folder=build-asan
[ -e "$1.xml" ] && cp "$1.xml" "$folder/test_results.xml"
exit "$(cat "$1.status")"
END
suite test 10 0 2 0
suite asan 10 0 3 0

# expect STATUS LAST_LINE
expect() {
  local output status=0
  output=$(bash "$tree/.ci/run" 2>&1 </dev/null) || status=$?
  if [ $status -ne "$1" ] || [ "${output##*$'\n'}" != "$2" ]; then
    printf 'wanted status %d and "%s", found status %d and:\n%s\n' "$1" "$2" $status "$output"
    return 1
  fi
}

test_counts_tests_and_checks() { expect 0 '17 passed, 0 failed, 5 skipped'; }

test_fails_with_a_failed_test_and_runs_the_rest() {
  suite test 10 1 0 8
  expect 1 '18 passed, 1 failed, 3 skipped'
}

test_fails_when_the_build_fails() {
  rm "$tree/asan.xml"
  echo 3 >"$tree/asan.status"
  expect 1 '10 passed, 1 failed, 2 skipped'
}

test_does_not_count_the_results_of_an_earlier_run() {
  cp "$tree/asan.xml" "$tree/build-asan/test_results.xml"
  test_fails_when_the_build_fails
}

test_fails_when_no_test_ran() {
  suite test 0 0 0 0
  expect 1 '9 passed, 0 failed, 3 skipped'
}

test_fails_when_the_test_command_does() {
  echo 139 >"$tree/test.status"
  expect 1 '17 passed, 0 failed, 5 skipped'
}

test_fails_with_a_broken_layer() {
  check_exits check_layers 1
  expect 1 '16 passed, 1 failed, 5 skipped'
}

test_skips_a_check_that_lacks_its_tool() {
  check_exits check_format 77
  expect 0 '16 passed, 0 failed, 6 skipped'
}

"$1"
