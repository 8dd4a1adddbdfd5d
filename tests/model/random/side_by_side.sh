#!/bin/sh
# Runs a libFuzzer program as several processes with different seeds. Prints the last line of each, and the end of the log of one
# that fails. Logs: PREFIX.1.log, PREFIX.2.log, ...
#   side_by_side.sh PROCESSES PREFIX PROGRAM ARGUMENT...
set -u
processes=$1
prefix=$2
shift 2
number=0
pids=
while [ "$number" -lt "$processes" ]; do
    number=$((number + 1))
    "$@" -seed="$number" >"$prefix.$number.log" 2>&1 &
    pids="$pids $!"
done
number=0
failed=0
for pid in $pids; do
    number=$((number + 1))
    if wait "$pid"; then
        tail -n 1 "$prefix.$number.log"
    else
        failed=1
        echo "FAILED: process $number ($prefix.$number.log)"
        tail -n 40 "$prefix.$number.log"
    fi
done
[ "$failed" = 0 ]
