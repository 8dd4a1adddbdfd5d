#!/bin/sh
# Tests that a program which uses only pools links no other module: it contains no symbol of their object files.
#   test_linked.sh PROGRAM DIRECTORY_OF_THE_OBJECTS MODULE...
set -u
program=$1
objects=$2
shift 2
passed=0
failed=0
symbols=$(nm "$program" | awk 'NF == 3 { print $3 }')
for module in "$@"; do
    count=0
    found=
    for object in "$objects"/*/"$module".o "$objects"/*/"$module"_*.o; do
        [ -f "$object" ] || continue
        for symbol in $(nm -g --defined-only "$object" | awk 'NF == 3 { print $3 }'); do
            count=$((count + 1))
            found="$found$(printf '%s\n' "$symbols" | grep -x "$symbol" || true)"
        done
    done
    if [ "$count" -gt 0 ] && [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $module: $count symbols, of which $program has: $found"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
