#!/bin/sh
# texts.sh folder/ file...: prints files as JSON, {"name": "text", ...}, in a form that HTML may contain. A name is the path within
# the folder, without .xml.
folder=$1
shift
awk -v folder="$folder" '
FNR == 1 {
    name = FILENAME
    name = substr(name, length(folder) + 1)
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
