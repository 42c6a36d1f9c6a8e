#!/usr/bin/env bash
# Proves Gradescope's autograder in a folder that looks like /autograder, with stand-ins for bankcheck and,
# where there is a compiler, with bankcheck itself. $BANKCHECK_BUILD is its build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
scripts=$root/harness/report/gradescope
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
autograder="$place/an autograder"
program=$autograder/source/bankcheck/build/bankcheck
results=$autograder/results/results.json
mkdir -p "$autograder/submission" "$(dirname "$program")"
cp "$root/harness/tests/data/rubrics/strides.yaml" "$autograder/source/rubric.yaml"

# stand_in BODY: a bankcheck that does BODY.
stand_in() {
  printf '#!/bin/bash\n%s\n' "$1" >"$program"
  chmod +x "$program"
}

# run_autograder [NAME=VALUE...]: sets $status.
run_autograder() {
  status=0
  env BANKCHECK_AUTOGRADER_ROOT="$autograder" "$@" "$scripts/run_autograder" >"$place/stdout" 2>&1 || status=$?
}

# wanted STATUS KEY...: the status, and the top-level keys of results.json in their order.
wanted() {
  local keys
  keys=$(sed -n 's/^  "\([a-z_]*\)": .*/\1/p' "$results" | tr '\n' ' ')
  if [ "$status" != "$1" ] || [ "$keys" != "$2 " ]; then
    printf 'wanted status %s and %s, found status %s and:\n' "$1" "$2" "$status"
    cat "$results" "$place/stdout"
    return 1
  fi
}
readonly no_mark_keys='output output_format visibility stdout_visibility'
readonly mark_keys='score output output_format visibility stdout_visibility extra_data tests'

needs_compiler() {
  command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ] || exit 77
  ln -s "$BANKCHECK_BUILD/bankcheck" "$program"
}

test_a_submission_that_passes_has_its_points() {
  needs_compiler
  cp -r "$root/harness/tests/data/submissions/pass/plain/." "$autograder/submission"
  run_autograder
  wanted 0 "$mark_keys"
  grep -q '^  "score": 14.0,$' "$results"
  grep -q '^PASS: ' "$place/stdout"
}

test_a_submission_that_is_not_there_scores_zero_and_says_why() {
  needs_compiler
  run_autograder
  wanted 0 "$mark_keys"
  grep -q '^  "score": 0.0,$' "$results"
  grep -q 'cannot be read: holds no probe.cu' "$results"
}

test_a_broken_rubric_is_no_mark() {
  needs_compiler
  echo 'version: [' >"$autograder/source/rubric.yaml"
  run_autograder
  wanted 3 "$no_mark_keys"
}

test_a_crash_is_no_mark() {
  stand_in 'kill -SEGV $$'
  run_autograder
  wanted 3 "$no_mark_keys"
  grep -q 'did not come to its end' "$results"
}

test_results_of_an_earlier_run_do_not_stay() {
  mkdir -p "$autograder/results"
  printf '{\n  "score": 20.0\n}\n' >"$results"
  stand_in 'exit 3'
  run_autograder
  wanted 3 "$no_mark_keys"
}

test_a_run_that_takes_too_long_is_no_mark() {
  stand_in 'exec sleep 60'
  run_autograder BANKCHECK_AUTOGRADER_SECONDS=1
  wanted 3 "$no_mark_keys"
  grep -q 'took longer than 1 seconds' "$results"
}

test_a_program_that_is_not_there_is_no_mark() {
  run_autograder
  wanted 3 "$no_mark_keys"
}

test_an_error_of_bankcheck_keeps_what_it_wrote() {
  stand_in 'for word; do case $word in gradescope=*) file=${word#*=} ;; esac; done
    printf "{\n  \"output\": \"ERROR: no compiler\"\n}\n" >"$file"; exit 3'
  run_autograder
  wanted 3 'output'
}

test_results_without_a_mark_are_json() {
  command -v python3 >/dev/null || exit 77
  run_autograder
  python3 -m json.tool "$results" >/dev/null
}

test_setting_up_builds_and_proves_the_machine_and_the_rubric() {
  mkdir -p "$autograder/source/bankcheck/harness" "$place/bin"
  printf '#!/bin/bash\necho "bootstrap $*" >>"%s"\n' "$place/calls" >"$autograder/source/bankcheck/harness/bootstrap"
  stand_in "echo \"bankcheck \$*\" >>'$place/calls'; [ \"\$1\" != rubric ] || exit 2"
  printf '#!/bin/bash\n' >"$place/bin/nvcc"
  chmod +x "$place/bin/nvcc"
  cp "$scripts/setup.sh" "$autograder/source"
  status=0
  PATH=$place/bin:$PATH bash "$autograder/source/setup.sh" || status=$?
  [ $status -eq 2 ]  # a broken rubric stops the image
  diff "$place/calls" - <<<'bootstrap build
bankcheck doctor
bankcheck rubric rubric.yaml'
}

test_the_zip_has_what_gradescope_runs_at_its_root() {
  "$scripts/make_zip" "$root/rubrics/transpose.yaml" "$place/autograder.zip" >/dev/null
  mkdir "$place/unpacked"
  cd "$place/unpacked"
  cmake -E tar xf "$place/autograder.zip"
  [ -x run_autograder ] && [ -x setup.sh ]
  cmp rubric.yaml "$root/rubrics/transpose.yaml"
  [ -f bankcheck/CMakeLists.txt ] && [ -f bankcheck/harness/bootstrap ] && [ ! -e bankcheck/harness/tests ]
  [ ! -e bankcheck/build ]
}

test_the_zip_of_no_rubric_is_refused() {
  local status=0
  "$scripts/make_zip" "$place/nowhere.yaml" "$place/autograder.zip" 2>/dev/null || status=$?
  [ $status -eq 2 ] && [ ! -e "$place/autograder.zip" ]
}

"$1"
