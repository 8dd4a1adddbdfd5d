#!/bin/sh
# size.sh table|test|record|pages DIRECTORY SOURCES EXPECTED
# pages: writes the tables of the last measurement in DIRECTORY into the README.
set -u
what=$1
dir=$2
sources=$3
expected=$4
here=$(dirname "$0")
. "$here/tools.sh"

if [ "$what" = pages ]; then
    map=$dir/cortex-m3/map.small.calls
    [ -f "$map" ] || { echo "size.sh: no measurement in $dir: make size-record first" >&2; exit 1; }
    {
        grep -v '^#' "$expected" | awk -f "$here/table.awk"
        echo
        awk -v least=80 -f "$here/functions.awk" "$map"
    } >"$dir/tables.md"
    exec sh "$here/../page.sh" "$dir/tables.md" tests/ports/README.md
fi

lacking=$(no_llvm)
if [ -n "$lacking" ]; then
    echo "skipped: sizes: no $lacking"
    exit 0
fi
mkdir -p "$dir"
host=x86-64
if ! echo 'int main(void) { return sizeof(void *) == 8 ? __x86_64__ : 0; }' |
    ${CC:-cc} -m64 -x c - -c -o "$dir/probe.o" 2>/dev/null; then
    echo "skipped: sizes on x86-64: ${CC:-cc} compiles for another machine"
    host=
fi

measure()
{
    for target in "$@"; do
        sh "$here/measure.sh" "$target" "$dir" "$sources" >"$dir/$target.figures" || return 1
    done
}

# Two targets at a time; the Cortex-M3 has three builds.
measure cortex-m0 cortex-m4 riscv32 &
others=$!
# shellcheck disable=SC2086
measure cortex-m3 $host
status=$?
wait "$others" && [ "$status" = 0 ] || exit 1
figures=
for target in cortex-m0 cortex-m3 cortex-m4 riscv32 $host; do
    figures="$figures $dir/$target.figures"
done

# shellcheck disable=SC2086
case $what in
table)
    awk -f "$here/table.awk" $figures
    echo
    echo "The deepest stack on a Cortex-M3, function by function:"
    sed 's/^\([^ ]*\) \([0-9]*\) /  \1, \2: /' "$dir/cortex-m3/stack"
    for calls in small game; do
        echo
        case $calls in
        small) echo "The bytes by function, on a Cortex-M3, in a program with create, recycle, handles and the tick only:" ;;
        game) echo "... in a program with all calls of list, pool, world and tick:" ;;
        esac
        echo
        awk -v least=80 -f "$here/functions.awk" "$dir/cortex-m3/map.$calls.calls"
    done
    ;;
test)
    awk -f "$here/compare.awk" "$expected" $figures
    ;;
record)
    {
        echo "# Sizes of the library: target, figure, bytes. make size-record writes them; make size prints them as a table."
        cat $figures
    } >"$expected"
    echo "recorded: $expected"
    ;;
esac
