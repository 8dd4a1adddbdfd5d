#!/bin/sh
# patterns.sh file...: prints BulletML files as JSON, {"name": "source", ...}, in a form that HTML may contain.
awk '
FNR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.xml$/, "", name)
    printf "%s\"%s\": \"", NR == 1 ? "{" : "\",\n", name
}
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    gsub(/\t/, "\\t")
    gsub(/</, "\\u003c")
    printf "%s\\n", $0
}
END { print "\"}" }' "$@"
