#!/bin/sh
# Compiles the C++ examples as C++17 and C++20 without a warning, and compares their output. $1: the C++ compiler, $2: its
# package, $3: the library, built by a C compiler
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
if ! command -v "${1%% *}" >/dev/null 2>&1; then
    echo "skipped: the examples in C++ by $1: it is not installed (Debian: $2)"
    exit 0
fi
for standard in c++17 c++20; do
    for example in tests/examples/*.cpp; do
        [ -f "${example%.cpp}.expected" ] || continue # a part of a program in C
        if $1 -std=$standard -O2 -Wall -Wextra -Wpedantic -Werror -Iinclude "$example" "$3" -o "$scratch/example" &&
            "$scratch/example" >"$scratch/printed" && diff "${example%.cpp}.expected" "$scratch/printed"; then
            passed=$((passed + 1))
        else
            echo "FAILED: $example as $standard ($1)"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
