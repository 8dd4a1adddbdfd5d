#!/bin/sh
# Runs one part of `make test`. Prints one line with its situations or cases, seconds and verdict, then the summary lines of
# Check. A part that fails prints the end of its log. Writes one line to FOLDER/NAME.result.
#   part.sh FOLDER NAME COMMAND...
set -u
folder=$1
name=$2
shift 2
mkdir -p "$folder"
log=$folder/$name.log
began=$(date +%s)
"$@" >"$log" 2>&1
status=$?
seconds=$(($(date +%s) - began))
cases=$(awk '/^[0-9]+%: Checks: / { sum += $3 } /^[0-9]+ passed, [0-9]+ failed$/ { sum += $1 } END { print sum + 0 }' "$log")
if [ "$status" -eq 0 ]; then verdict=passed; else verdict=FAILED; fi
echo "$cases $seconds $verdict" >"$folder/$name.result"
{
    echo "$name: $cases, $seconds s, $verdict"
    if [ "$status" -ne 0 ]; then
        tail -n 40 "$log"
        echo "(whole log: $log)"
    else
        grep -i '^skipped\|^known faults: ' "$log"
        grep '^[0-9]*%: Checks: ' "$log"
    fi
    true
} >"$folder/$name.said"
cat "$folder/$name.said" # in one write, so that the output of parallel parts does not mix
[ "$status" -eq 0 ]
