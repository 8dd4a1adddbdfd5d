#!/bin/sh
# Every public header alone, by each compiler that is here. $1: folder of the rows, $2: gcc, $3: clang, $4: tcc
status=0
for compiler in "$2" "$3"; do
    case $compiler in
    *clang*) cxx=$(echo "$compiler" | sed 's/clang/clang++/') ;;
    *) cxx=$(echo "$compiler" | sed 's/gcc/g++/') ;;
    esac
    if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
        echo "skipped: the headers by $compiler: it is not here (Debian: ${compiler%% *})"
        continue
    fi
    said=$(sh tests/test_headers.sh "$compiler" "$cxx" 2>&1) || status=1
    echo "$said" | grep -vE '^[0-9]+ passed, 0 failed$'
    said=$(echo "$said" | tail -n 1)
    echo "headers alone, by $compiler and $cxx: $said"
    sh tests/ports/row.sh "$1" "headers by ${compiler%% *}" "$compiler and $cxx: C11, C17, C2x, C++17, C++20" "$said" "-"
done
if command -v "${4%% *}" >/dev/null 2>&1; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    passed=0
    failed=0
    for header in include/troupe/*.h; do
        printf '#include "troupe/%s"\n' "$(basename "$header")" >"$scratch/header.c"
        if $4 -std=c11 -Wall -Werror -Iinclude -c "$scratch/header.c" -o "$scratch/header.o"; then
            passed=$((passed + 1))
        else
            echo "FAILED: $header ($4)"
            failed=$((failed + 1))
            status=1
        fi
    done
    echo "headers alone, by $4: $passed passed, $failed failed"
    sh tests/ports/row.sh "$1" "headers by ${4%% *}" "$4: C11" "$passed passed, $failed failed" "-"
else
    echo "skipped: the headers by $4: it is not here (Debian: tcc)"
fi
exit $status
