#!/bin/sh
# Prints the README's table from build/bench.json: $1.
awk '
function field(name,    at) {
    match($0, "\"" name "\": *\"?[^,\"}]*"); at = substr($0, RSTART, RLENGTH)
    sub(/^"[a-z_]*": *"?/, "", at); return at
}
/"workload"/ && field("workload") == "storm" && field("payload") == 24 {
    key = field("n") SUBSEP field("churn")
    if (!(key in seen)) { seen[key] = ++rows; row[rows] = key }
    ns[key, field("subject")] = field("ns")
}
END {
    split("array each pool update scan colony textbook", subjects, " ")
    print "| live | churn | `array` | `each` | `pool` | `update` | `scan` | `colony` | `textbook` |"
    print "|---|---|---|---|---|---|---|---|---|"
    for (r = 1; r <= rows; r++) {
        split(row[r], part, SUBSEP)
        line = "| " part[1] " | " part[2] * 100 "% |"
        for (s = 1; s <= 7; s++) {
            value = ns[row[r], subjects[s]]
            line = line " " (value == "" ? "" : sprintf(value + 0 < 20 ? "%.2f" : "%.0f", value)) " |"
        }
        print line
    }
}' "$1"
