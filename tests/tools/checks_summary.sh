#!/bin/sh
# The end of `make checks`: names the checks that failed, each with the end of what it printed, in the last lines of the
# output, where a reader of a long log looks first. Fails if make failed.
#   checks_summary.sh LOG STATUS SECONDS_AT_START
set -u
log=$1
status=$2
seconds=$(($(date +%s) - $3))
if [ "$status" -eq 0 ]; then
    echo "make checks: $seconds s: all passed"
    exit 0
fi
# With -Otarget the line of make about a failure follows the output of its target. Lines of a make further in come before.
awk '
    { lines[NR] = $0 }
    /^make(\[[0-9]+\])?: \*\*\* (\[|No rule)/ {
        for (i = NR > 12 ? NR - 12 : 1; i <= NR; i++)
            if (i > shown)
                print substr(lines[i], 1, 200)
        shown = NR
    }' "$log" | tail -n 60
failed=$(sed -nE "s/^make(\[[0-9]+\])?: \*\*\* \[[^]]*: ([^]]*)\] .*/\2/p
    s/^make(\[[0-9]+\])?: \*\*\* No rule to make target '([^']*)'.*/\2/p" "$log" | sort -u | tr '\n' ' ')
echo "make checks: $seconds s: FAILED: ${failed:-no target named, exit code $status}"
exit 1
