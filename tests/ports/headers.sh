#!/bin/sh
# Compiles each public header alone as C11, with a compiler that has no option of gcc except -c. $1: the compiler, $2:
# its package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
if ! command -v "${1%% *}" >/dev/null 2>&1; then
    echo "skipped: the headers by $1: it is not installed (Debian: $2)"
    exit 0
fi
for header in include/troupe/*.h; do
    printf '#include "troupe/%s"\n' "$(basename "$header")" >"$scratch/header.c"
    if $1 -std=c11 -Wall -Werror -Iinclude -c "$scratch/header.c" -o "$scratch/header.o"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $header ($1)"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
