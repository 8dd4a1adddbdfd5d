#!/bin/sh
# Tests that programs with one mistake stop with a report of its line: the line with the comment "the mistake", or "the mistake
# for TOOL" if only one tool finds it. The same programs without the mistake must not stop.
#   test_poison.sh SOURCES asan|memcheck DIRECTORY_OF_THE_PROGRAMS PROGRAM...
set -u
sources=$1
tool=$2
programs=$3
shift 3
passed=0
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

run()
{
    if [ "$tool" = memcheck ]; then
        valgrind -q --leak-check=full --error-exitcode=99 --num-callers=30 "$1" >"$scratch/out" 2>"$scratch/report"
    else
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:exitcode=99" "$1" >"$scratch/out" 2>"$scratch/report"
    fi
}

fail()
{
    failed=$((failed + 1))
    echo "FAILED: $1"
    head -n 40 "$scratch/out" "$scratch/report"
}

# place PROGRAM COMMENT: prints file and line of a comment in the program's source.
place()
{
    awk -v file="$1.c" -v text="/* $2 */" 'index($0, text) { print file ":" FNR; exit }' "$sources/$1.c"
}

# first_named PROGRAM: prints the first line of the program's source in the report.
first_named()
{
    grep -o "$1\.c:[0-9]*" "$scratch/report" | head -n 1
}

for program in "$@"; do
    mistake=$(place "$program" "the mistake")
    [ -n "$mistake" ] || mistake=$(place "$program" "the mistake for $tool")
    run "$programs/$program.right"
    if [ $? != 0 ] || [ -s "$scratch/report" ]; then
        fail "$program without its mistake stops"
        continue
    fi
    if [ -z "$mistake" ]; then
        passed=$((passed + 1))
        continue
    fi
    run "$programs/$program"
    status=$?
    if [ $status != 99 ] && [ $status != 139 ]; then # 139: the page is no longer mapped
        fail "$program does not stop"
        continue
    elif [ "$(first_named "$program")" != "$mistake" ]; then
        fail "$program: the report does not name $mistake first"
        continue
    fi
    if [ "$tool" = memcheck ]; then
        for what in "it began here" "it ended here"; do
            at=$(place "$program" "$what")
            if [ -n "$at" ] && ! grep -qF "$at)" "$scratch/report"; then
                fail "$program: the report lacks the line where $what: $at"
                continue 2
            fi
        done
    fi
    passed=$((passed + 1))
done
echo "$tool: $passed passed, $failed failed"
[ "$failed" = 0 ]
