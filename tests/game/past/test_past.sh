#!/bin/sh
# test_past.sh build recordings: all recordings under the library's synctest, over seven ticks and with every disturbance;
# then what it is for: faults that are planted (core/plant.h) are found and named.
set -u
build=$1 recordings=$2
work=$build/test
passed=0 failed=0
mkdir -p "$work"

check()
{
    what=$1
    shift
    if "$@" >"$work/past" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not so: $what"
        tail -n 12 "$work/past"
    fi
}

# The fault with that number is found in the fewest recordings that are needed, in those words.
finds()
{
    ! "$build/synctest_planted_$1" "$recordings"/*.trp >"$work/found" 2>&1 && grep -q "$2" "$work/found"
}

for recording in "$recordings"/*.trp; do
    check "$recording: every tick is the same when it is played again" "$build/synctest" "$recording"
done
check "a game that was saved and loaded before a tick goes on as if it had not been" \
    "$build/synctest" --saves --ticks 500 "$recordings"/*.trp
check "a forgotten static is found" finds 1 "bullets slot [0-9]* .*: dx: "
check "a read of the dead is found" finds 2 "shots slot [0-9]* .*: dx: "
check "used padding is found" finds 3 "pickups slot [0-9]*: byte [0-9]* is in no field"

echo "the past: $passed passed, $failed failed"
[ "$failed" = 0 ]
