#!/bin/sh
# The table of what each port has said: its rows, in the order in which they were written. $1: the folder of rows
[ -d "$1" ] || { echo "No rows: call make ports first."; exit 1; }
cd "$1" || exit 1
# shellcheck disable=SC2012
ls -tr | while read -r name; do cat "$name"; done | awk -F '\t' '
    BEGIN { row("port", "compiler, what runs it", "situations", "hash"); row("---", "---", "---", "---") }
    NF < 4 { printf "| %s | %s | | |\n", $1, $2; next }
    { row($1, $2, $3, $4) }
    function row(a, b, c, d) { printf "| %s | %s | %s | %s |\n", a, b, c, d }'
