#!/bin/sh
# Tests that each public header compiles alone, without a warning: as C11, C17 and C2x and, if there is a C++ compiler, as C++17
# and C++20. troupe.hpp compiles as the latter two. $1: cc, $2: c++.
passed=0
failed=0
try() # command and flags, language, standard, header
{
    if printf '#include "troupe/%s"\n' "$(basename "$4")" |
        $1 -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Wconversion $stricter -Werror -Iinclude -fsyntax-only -; then
        passed=$((passed + 1))
    else
        echo "FAILED: $4 as $3 ($1)"
        failed=$((failed + 1))
    fi
}
all_headers() # command, language, standard
{
    if ! command -v "${1%% *}" >/dev/null 2>&1; then
        echo "skipped: the headers as $3: $1 is not installed (Debian: g++)"
    elif ! $1 -x "$2" -std="$3" -E - </dev/null >/dev/null 2>&1; then
        echo "skipped: the headers as $3: $1 does not support it"
    else
        more=
        [ "$2" = c ] || more=$(echo include/troupe/*.hpp)
        for header in include/troupe/*.h $more; do
            try "$1" "$2" "$3" "$header"
        done
    fi
}
# further warnings that embedders use; with each set of macros with which a game may compile the headers
strict="-Wdeclaration-after-statement -Wshadow -Wundef -Wcast-qual -Wstrict-prototypes -Wold-style-definition"
for standard in c11 c17 c2x; do
    for way in "" -DTRP_PLACES -DTRP_DEBUG=1; do
        stricter="$strict $way"
        all_headers "$1" c $standard
    done
done
stricter=
for standard in c++17 c++20; do
    all_headers "$2" c++ $standard
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
