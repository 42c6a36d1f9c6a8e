#!/usr/bin/env bash
# Proves that the bodies for AVX2 stay among themselves. An inline function that their object leaves to the
# linker may be picked for the whole program, which then needs AVX2 where there is none.
# $BANKCHECK_BUILD is the build to look at.
set -euo pipefail
build=${BANKCHECK_BUILD:?}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

skip() { echo "skipped: $1" && exit 77; }
command -v nm >/dev/null || skip 'no nm (binutils)'

# offered OBJECT: the functions that other objects can be linked to. Types of nm: T is the object's own,
# W and u are those that any object may supply.
offered() { nm --defined-only --demangle "$1" | sed -nE 's/^[0-9a-f]+ [TWui] //p'; }

test_only_the_way_in_can_be_linked_to() {
  # What the sanitizers compile in is left to the linker, and no such program is shipped.
  if grep -q '^CMAKE_CXX_FLAGS:.*-fsanitize' "$build/CMakeCache.txt"; then skip 'a build with sanitizers'; fi
  local found
  found=$(offered "$build/harness/CMakeFiles/bankcheck_sim.dir/sim/isa_avx2.cpp.o")
  if [ "$found" != 'bankcheck::sim::avx2_isa()' ]; then
    printf 'wanted avx2_isa() alone, found:\n%s\n' "$found"
    return 1
  fi
}

test_an_inline_function_that_is_left_to_the_linker_is_seen() {
  command -v c++ >/dev/null || skip 'no c++'
  echo 'inline int twice(int x) { return 2 * x; } int (*pointer)(int) = twice;' >"$place/planted.cpp"
  c++ -c "$place/planted.cpp" -o "$place/planted.o"
  [ "$(offered "$place/planted.o")" = 'twice(int)' ]
}

"$1"
