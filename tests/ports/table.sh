#!/bin/sh
# Prints the tables of ports and checks from their rows, in the order in which these were written. $1: the folder of
# rows
[ -d "$1" ] || { echo "There are no rows: run make ports first."; exit 1; }
cd "$1" || exit 1
rows() # number of columns, their heads
{
    # shellcheck disable=SC2012
    ls -tr | while read -r name; do cat "$name"; done | awk -F '\t' -v columns="$1" -v heads="$2" '
        NF != columns { next }
        !started { started = print_row(split(heads, cell, "/")); gsub(/[^|]+/, "---", dashes); print dashes }
        { print_row(split($0, cell, "\t")) }
        function print_row(count, i) {
            dashes = "|"
            for (i = 1; i <= count; i++)
                dashes = dashes " " cell[i] " |"
            print dashes
            return 1
        }'
}
rows 5 "port/compiler/what runs it/situations/hash"
echo
rows 3 "check/compiler/passed"
skipped=$(rows 2 "not run here/why" | sed "s/ | skipped: / | /")
[ -z "$skipped" ] || printf "\n%s\n" "$skipped"
