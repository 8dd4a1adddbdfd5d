#!/bin/sh
# windows.h defines macros with short names (near, far, min, small): tests that the headers compile before and after it.
# $1: mingw's compiler, $2: its package
passed=0
failed=0
if ! command -v "${1%% *}" >/dev/null 2>&1; then
    echo "skipped: the headers with windows.h: $1 is not installed (Debian: $2)"
    exit 0
fi
for standard in c11 c++17; do
    if ! $1 -x "${standard%%[0-9]*}" -fsyntax-only - </dev/null >/dev/null 2>&1; then
        echo "skipped: the headers with windows.h as $standard: $1 does not support it (Debian: g++-mingw-w64-x86-64-win32)"
        continue
    fi
    for order in 'windows.h troupe/troupe.h' 'troupe/troupe.h windows.h'; do
        if for header in $order; do printf '#include <%s>\n' "$header"; done |
            $1 -x "${standard%%[0-9]*}" -std=$standard -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -; then
            passed=$((passed + 1))
        else
            echo "FAILED: $order as $standard"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
