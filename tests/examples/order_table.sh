#!/bin/sh
# Writes the README's table of what each order of a list costs: times relative to an array, the least of three runs.
#   order_table.sh STORM PAGE
set -eu
storm=$1
page=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for live in 10000 100000; do
    for run in 1 2 3; do
        "$storm" "$live" </dev/null | awk '/^troupe, (memory order, trp_each|newest)/ { print $1 $2, $(NF - 1) }'
    done >"$dir/$live"
done

# least SUBJECT LIVE
least() { awk -v what="$1" '$1 == what && (best == "" || $2 < best) { best = $2 } END { printf "%.1f", best }' "$dir/$2"; }
row() { echo "| $2 | $(least "$1" 10000) | $(least "$1" 100000) |"; }
{
    row troupe,memory 'a pool in memory order, the default'
    row troupe,newest 'a pool in an order of age: oldest or newest first'
} >"$dir/rows"
awk -v rows="$dir/rows" '
    /^<!-- `make order-table` writes this -->$/ { print; inside = 1; next }
    inside && /^\|---/ { print; while ((getline line <rows) > 0) print line; next }
    inside && /^\| a / { next }
    inside && !/^\|/ { inside = 0 }
    { print }' "$page" >"$dir/page"
cat "$dir/page" >"$page"
cat "$dir/rows"
