#!/bin/sh
# test_versus.sh build: two processes play one game over UDP, each behind a network that is made bad; `build` has versus, and
# versus-clang where clang is.
set -u
one=$1/versus
two=$one
[ -x "$one-clang" ] && two=$one-clang || echo "skipped: both ends are of one compiler, since clang is not here (Debian: clang)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/game/check.sh

# Options of the first, options of the second: in $first and $second is how they end.
meet()
{
    rm -f "$work/first" # the port of the last one is in it
    # shellcheck disable=SC2086
    "$one" --listen 0 $1 >"$work/first" 2>&1 &
    listener=$!
    tries=0
    while ! grep -q port "$work/first" 2>/dev/null && [ $tries -lt 50 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    # shellcheck disable=SC2086
    timeout 120 "$two" --connect 127.0.0.1 "$(sed -n 's/listens at port //p' "$work/first")" $2 >"$work/second" 2>&1
    second=$?
    wait $listener
    first=$?
}

inputs_of()
{
    sed -n 's/.*\(their inputs [0-9a-f]*\),.*/\1/p' "$work/$1"
}

same()
{
    [ $first = 0 ] && [ $second = 0 ] && [ -n "$(inputs_of first)" ] && [ "$(inputs_of first)" = "$(inputs_of second)" ]
}

hashes_alike()
{
    for end in first second; do
        [ "$(sed -n 's/.* \([0-9]*\) hashes alike.*/\1/p' "$work/$end")" -ge 20 ] || return 1
    done
}

at_most_eight_back()
{
    ! sed -n 's/.*back \([0-9]*\) ticks.*/\1/p' "$work/first" "$work/second" | grep -qv '^[0-8]$'
}

for network in "--delay 0" "--delay 40 --jitter 10 --loss 5 --twice 3" "--delay 75 --jitter 20 --loss 20 --twice 3"; do
    meet "--ticks 600 $network" "--ticks 600 $network"
    check "$network, each way: both play the same" same
    check "... with the same hashes" hashes_alike
    check "... and go back eight ticks at most" at_most_eight_back
    sed -n 's/.*back/  back/p' "$work/first"
done
meet "--ticks 300 --garbage 5" "--ticks 300 --garbage 5"
check "garbage changes nothing" same
meet "--ticks 300" "--ticks 300 --wrong 100"
check "a divergence is found within a second" sh -c \
    "[ $first = 3 ] && [ \$(sed -n 's/out of step: the state before tick \([0-9]*\) .*/\1/p' '$work/first') -le 160 ]"
check "... and named by both: actor and field" sh -c \
    "for end in first second; do grep -q 'ship slot 0 .*: x: ' '$work/'\$end || exit 1; done"
sed -n 's/^out of step/  out of step/p' "$work/first"
meet "--ticks 600" "--ticks 60"
check "a player that leaves is reported, and nothing else happens" sh -c "[ $first = 1 ] && grep -q 'the other has left' '$work/first'"

result "over UDP"
