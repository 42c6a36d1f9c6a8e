#!/usr/bin/env bash
# Proves that an installed program needs nothing of the tree that it was built from: it works with the
# rubrics and templates that were installed beside it. $BANKCHECK_BUILD is the build to install.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$BANKCHECK_BUILD" --prefix "$place/usr" >/dev/null
data=$place/usr/share/bankcheck

test_an_installed_program_copies_the_installed_template() {
  echo '// of this installation' >>"$data/student_template/bank-conflicts/probe.cu"
  mv "$place/usr" "$place/elsewhere"
  "$place/elsewhere/bin/bankcheck" init "$place/work" >/dev/null
  diff -r "$place/work" "$place/elsewhere/share/bankcheck/student_template/bank-conflicts"
}

test_an_installed_program_finds_the_installed_rubric() {
  sed -i 's/^title: .*/title: An exercise of this installation/' "$data/rubrics/bank-conflicts.yaml"
  cp -r "$data/reference/bank-conflicts" "$place/work"
  cd "$place/work"
  local output
  output=$("$place/usr/bin/bankcheck" check 2>&1) || true
  if [[ $output != 'An exercise of this installation'* ]]; then
    printf 'wanted the title of the installed rubric, found:\n%s\n' "$output"
    return 1
  fi
}

"$1"
