#!/bin/sh
# One part of `make test`: a line when it begins, one when it ends, with its situations or cases, its seconds (since it began,
# building included) and its verdict, then what it skipped. A part that fails prints its failures first: the situation, file
# and line, and the command that runs it alone. The verdict is written to FOLDER/NAME.result.
#   part.sh begin FOLDER NAME WHAT
#   part.sh run FOLDER NAME COMMAND...
set -u
how=$1
folder=$2
name=$3
shift 3
if [ "$how" = begin ]; then
    date +%s >"$folder/$name.began"
    printf '%-9s begins: %s\n' "$name" "$1"
    exit 0
fi
log=$folder/$name.log
"$@" >"$log" 2>&1
status=$?
seconds=$(($(date +%s) - $(cat "$folder/$name.began")))
cases=$(awk '/^[0-9]+%: Checks: / { sum += $3 } /^[0-9]+ passed, [0-9]+ failed$/ { sum += $1 } END { print sum + 0 }' "$log")
if [ "$status" -eq 0 ]; then verdict=passed; else verdict=FAILED; fi
echo "$cases $seconds $verdict" >"$folder/$name.result"
{
    if [ "$status" -ne 0 ]; then
        # a situation takes three lines; without one, the end of the log tells
        grep -A 2 '^FAILED: ' "$log" | head -n 60
        grep -q '^FAILED: ' "$log" || tail -n 40 "$log"
        echo "(whole log: $log; this part alone: make test-$name)"
    fi
    printf '%-9s ends: %s %s, %s s\n' "$name" "$cases" "$verdict" "$seconds"
    grep -i '^skipped' "$log"
    true
} >"$folder/$name.said"
cat "$folder/$name.said" # in one write, so that the output of parallel parts does not mix
[ "$status" -eq 0 ]
