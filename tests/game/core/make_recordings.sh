#!/bin/sh
# make_recordings.sh headless directory: makes the recordings that the tests replay, with the hashes at their ends.
set -eu
headless=$1 to=$2

record()
{
    name=$1
    shift
    "$headless" "$@" --record "$to/$name" | sed "s/.*hash /$name /" >>"$to/hashes"
}

: >"$to/hashes"
# the first waves; a whole fight with a boss; deaths, bombs, a pause, a key that ends the attract mode, game over
record waves.trp --seed 1 --ticks 4200 --autopilot
record boss.trp --seed 7 --wave 11 --ticks 4200 --autopilot
record keys.trp --seed 3 --wave 2 --lives 2 --ticks 3600 \
    --keys "600 t1 30 ls40 rs80 ls40 sf30 p1 40 p1 10 us60 b1 lus90 rds60 rs50 ls90 b1 ds30 us70"
# two players by the autopilot
record pair.trp --seed 5 --wave 3 --players 2 --ticks 4200 --autopilot
cat "$to/hashes"
