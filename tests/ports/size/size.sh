#!/bin/sh
# size.sh table|test|record DIRECTORY SOURCES EXPECTED
set -u
what=$1
dir=$2
sources=$3
expected=$4
here=$(dirname "$0")
. "$here/tools.sh"

targets="cortex-m0 cortex-m3 cortex-m4 riscv32 x86-64"
lacking=$(no_llvm)
if [ -n "$lacking" ]; then
    echo "skipped: sizes: no $lacking"
    exit 0
fi
mkdir -p "$dir"
figures=
for target in $targets; do
    if [ "$target" = x86-64 ] && ! echo 'int main(void) { return sizeof(void *) == 8 ? __x86_64__ : 0; }' |
        ${CC:-cc} -m64 -x c - -c -o "$dir/probe.o" 2>/dev/null; then
        echo "skipped: sizes on x86-64: ${CC:-cc} compiles for another machine"
        continue
    fi
    sh "$here/measure.sh" "$target" "$dir" "$sources" >"$dir/$target.figures" || exit 1
    figures="$figures $dir/$target.figures"
done

# shellcheck disable=SC2086
case $what in
table)
    awk -f "$here/table.awk" $figures
    echo
    echo "The deepest stack on a Cortex-M3, function by function:"
    sed 's/^\([^ ]*\) \([0-9]*\) /  \1, \2: /' "$dir/cortex-m3/stack"
    echo "Functions that a program with all calls links on a Cortex-M3, from 100 bytes up:"
    "$LLVM_NM" -S --radix=d "$dir/cortex-m3/linked.game.calls" |
        awk 'tolower($3) == "t" && $2 + 0 >= 100 { print $2 + 0, $4 }' | sort -rn |
        awk '{ line = line (line == "" ? "  " : ", ") $2 " " $1; if (length(line) > 90) { print line; line = "" } }
            END { print line }'
    ;;
test)
    awk -f "$here/compare.awk" "$expected" $figures
    ;;
record)
    {
        echo "# What the library takes: target, figure, bytes. Written by make size-record; make size prints it as a table."
        cat $figures
    } >"$expected"
    echo "recorded: $expected"
    ;;
esac
