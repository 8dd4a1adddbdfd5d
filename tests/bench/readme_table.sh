#!/bin/sh
# Tables from build/bench.json.
#   readme_table.sh JSON            prints the whole table of the workload `storm`
#   readme_table.sh JSON FILE...    writes the table between the marks of `make bench-table` in the files
set -eu
json=$1
shift

# shellcheck disable=SC2016
fields='
function field(name,    at) {
    match($0, "\"" name "\": *\"?[^,\"}]*"); at = substr($0, RSTART, RLENGTH)
    sub(/^"[a-z_]*": *"?/, "", at); return at
}
function figure(value) { return value == "" ? "" : sprintf(value + 0 < 20 ? "%.2f" : "%.0f", value) }
/"workload"/ && field("workload") == "storm" && field("payload") == 24 {
    key = field("n") SUBSEP field("churn")
    if (!(key in seen)) { seen[key] = ++rows; row[rows] = key }
    ns[key, field("subject")] = field("ns")
}'

table()
{
    awk "$fields"'
    END {
        split("array each pool update scan colony textbook", subjects, " ")
        print "| live | churn | `array` | `each` | `pool` | `update` | `scan` | `colony` | `textbook` |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (r = 1; r <= rows; r++) {
            split(row[r], part, SUBSEP)
            line = "| " part[1] " | " part[2] * 100 "% |"
            for (s = 1; s <= 7; s++) line = line " " figure(ns[row[r], subjects[s]]) " |"
            print line
        }
    }' "$json"
}

[ $# -gt 0 ] || { table; exit; }
new=$(mktemp)
rows=$(mktemp)
trap 'rm -f "$new" "$rows"' EXIT
table >"$rows"
for file in "$@"; do
    awk -v rows="$rows" '
        /^<!-- table of the storm -->$/ { print; while ((getline line <rows) > 0) print line; skipping = 1; next }
        skipping && /^\|/ { next }
        { skipping = 0; print }' "$file" >"$new"
    cat "$new" >"$file"
done
