#!/bin/sh
# Tests the exported names of the library: all begin with trp_, and the public names (trp_...) are exactly those of the recorded
# list. Private names (trp__...) are in the list as well, but they may differ from it: differences are only printed.
#   test_symbols.sh LIBRARY EXPECTED [record]
set -u
library=$1
expected=$2
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# __x86...: names of the compiler, for 32 bits
nm -g --defined-only "$library" | awk 'NF == 3 && $3 !~ /^__x86\./ { print $3 }' | LC_ALL=C sort -u >"$dir/all"
if [ "${3:-}" = record ]; then
    cp "$dir/all" "$expected"
    echo "$expected: $(grep -c '^trp_[^_]' "$expected") public, $(grep -c '^trp__' "$expected") private"
    exit 0
fi

check()
{
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
all_are_ours()
{
    ! grep -v '^trp_' "$dir/all"
}
public_are_recorded()
{
    grep '^trp_[^_]' "$dir/all" >"$dir/public"
    grep '^trp_[^_]' "$expected" | diff - "$dir/public" && return 0
    echo "public names differ from $expected ('<' is recorded). If that is intended, raise the version as version.h says, and run make symbols"
    return 1
}
is_sorted()
{
    LC_ALL=C sort -u -c "$expected"
}
check all_are_ours
check public_are_recorded
check is_sorted
grep '^trp__' "$dir/all" >"$dir/private"
grep '^trp__' "$expected" | diff - "$dir/private" >/dev/null ||
    echo "(private names differ from $expected: make symbols records them)"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
