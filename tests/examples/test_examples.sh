#!/bin/sh
# Runs the small examples and compares their output with the expected output.
#   test_examples.sh DIRECTORY_OF_THE_PROGRAMS
set -u

if [ $# -ne 1 ]; then
    echo "usage: $0 DIRECTORY_OF_THE_PROGRAMS" >&2
    exit 2
fi
here=$(dirname "$0")
passed=0
failed=0
programs=$(cd "$1" && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

for expected in "$here"/*.expected; do
    name=$(basename "$expected" .expected)
    if [ -f "$here/$name.cpp" ] && [ ! -x "$1/$name" ]; then
        echo "skipped: $name: no C++ compiler is installed (Debian: g++)"
        continue
    fi
    (cd "$scratch" && "$programs/$name") >"$scratch/printed" 2>&1
    status=$?
    if [ "$status" -eq 0 ] && diff "$expected" "$scratch/printed" >"$scratch/difference"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: exit $status; '<' is expected, '>' was printed:"
        diff "$expected" "$scratch/printed" | sed 's/^/    /'
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
