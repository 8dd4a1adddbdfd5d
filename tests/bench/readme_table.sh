#!/bin/sh
# Tables from build/bench.json.
#   readme_table.sh JSON            prints the whole table of the workload `storm`
#   readme_table.sh JSON FILE...    writes the table between the marks of `make bench-table` in the files, and the rows
# of figures in README.md
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

# prints a row of README.md for a number of live actors and a churn: times relative to the array
short_row()
{
    awk -v n="$1" -v churn="$2" "$fields"'
    END {
        key = n SUBSEP churn
        if (!(key in seen)) exit 1
        printf "1 | %.1f | not measured | not measured | %.1f |\n", ns[key, "textbook"] / ns[key, "array"], ns[key, "pool"] / ns[key, "array"]
    }' "$json"
}

[ $# -gt 0 ] || { table; exit; }
new=$(mktemp)
rows=$(mktemp)
trap 'rm -f "$new" "$rows"' EXIT
table >"$rows"
few=$(short_row 10000 0.01)
many=$(short_row 100000 0.1)
for file in "$@"; do
    awk -v rows="$rows" -v few="$few" -v many="$many" '
        /^\| time per frame [(]array = 1[)]: 10,000 live, 1% replaced \|/ { print "| time per frame (array = 1): 10,000 live, 1% replaced | " few; next }
        /^\| \.\.\. 100,000 live, 10% replaced \|/ { print "| ... 100,000 live, 10% replaced | " many; next }
        /^<!-- table of the storm -->$/ { print; while ((getline line <rows) > 0) print line; skipping = 1; next }
        skipping && /^\|/ { next }
        { skipping = 0; print }' "$file" >"$new"
    cat "$new" >"$file"
done
