#!/bin/sh
# Shows a game in gdb, stopped and in core dumps, and a stopped program with unusual states. Compares the output.
#   test_gdb.sh CORNERS GAME...
set -u
if ! command -v gdb >/dev/null 2>&1 || ! gdb -nx -batch -ex 'python print("here")' 2>/dev/null | grep -q here; then
    echo "skipped: gdb with python is not installed (Debian: gdb)"
    exit 0
fi
if ! gdb -nx -batch -ex run --args "$1" 2>&1 | grep -q 'exited normally'; then
    echo "skipped: gdb may not run programs here"
    exit 0
fi
corners=$1
shift
passed=0
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Removes addresses, value numbers and gdb's own messages.
plain()
{
    sed -n '/^==== /,$p' | grep -vE '^(Breakpoint|Saved corefile|warning:|\[Inferior|[0-9]+	|$)' |
        sed 's/0x[0-9a-f]*/0x.../g; s/^\$[0-9]* = //; s/has [0-9]* bytes, a slot of this pool [0-9]*/has ... bytes, a slot of this pool .../'
}

# part HEADING FILE: prints the part of a text after a heading.
part()
{
    awk -v heading="==== $1" '/^==== / { here = $0 == heading } here' "$2"
}

compare()
{
    if diff -u "$2" "$3" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
        cat "$scratch/diff"
    fi
}

look_at_core()
{
    gdb -nx -batch -ex 'set width 0' -ex 'set style enabled off' -ex 'source src/tools/troupe-gdb.py' \
        -ex "echo ==== $2\\n" -x tests/tools/gdb/commands.gdb "$1" "$scratch/$3.core" 2>&1 | plain
}

gdb -nx -batch -x tests/tools/gdb/corners.gdb "$corners" 2>&1 | plain >"$scratch/corners"
compare "$corners" tests/tools/gdb/corners.expected "$scratch/corners"
for program in "$@"; do
    gdb -nx -batch -ex "python SCRATCH = '$scratch'" -x tests/tools/gdb/live.gdb "$program" 2>&1 | plain >"$scratch/live"
    compare "$program, stopped" tests/tools/gdb/game.expected "$scratch/live"
    for core in 'valid:valid' 'overwritten:overwritten'; do
        heading=${core#*:}
        look_at_core "$program" "$heading" "${core%%:*}" >"$scratch/core"
        part "$heading" tests/tools/gdb/game.expected | sed '/^== misuse/,$d' >"$scratch/expected"
        compare "$program, core dump, $heading" "$scratch/expected" "$scratch/core"
    done
    rm -f "$scratch"/*.core
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
