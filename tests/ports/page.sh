#!/bin/sh
# page.sh TABLES PAGE: replaces the tables of the page that begin with the same line as one of TABLES.
set -eu
tables=$1
page=$2
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v tables="$tables" '
    BEGIN {
        while ((getline line < tables) > 0) {
            if (line !~ /^\|/) head = ""
            else if (head == "") head = line
            if (head != "") table[head] = table[head] line "\n"
        }
    }
    $0 in table { printf "%s", table[$0]; delete table[$0]; inside = 1 }
    inside && /^\|/ { next }
    { inside = 0; print }
    END { for (head in table) { print "no table of the page begins with: " head > "/dev/stderr"; failed = 1 } exit failed }
' "$page" >"$new"
cp "$new" "$page"
