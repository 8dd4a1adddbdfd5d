#!/bin/sh
# test_past.sh build recordings: runs all recordings in the library's synctest, over seven ticks and with every disturbance.
# Then it tests that the synctest finds and names planted faults (core/plant.h).
set -u
build=$1 recordings=$2
work=$build/test
. tests/game/check.sh
mkdir -p "$work"

# finds number pattern: succeeds if the synctest reports this fault in words that match the pattern.
finds()
{
    ! "$build/synctest_planted_$1" "$recordings"/*.trp >"$work/found" 2>&1 && grep -q "$2" "$work/found"
}

for recording in "$recordings"/*.trp; do
    check "$recording: every tick is the same when it is repeated" "$build/synctest" "$recording"
done
check "saving and loading a game before a tick does not change its course" \
    "$build/synctest" --saves --ticks 500 "$recordings"/*.trp
check "a forgotten static is found" finds 1 "bullets slot [0-9]* .*: dx: "
check "a read of a dead actor is found" finds 2 "shots slot [0-9]* .*: dx: "
check "used padding is found" finds 3 "pickups slot [0-9]*: byte [0-9]* is in no field"

result "the past"
