#!/bin/sh
# Replays a valid trace, altered copies of it, and malformed files.
#   test_replay.sh REPLAY TRACE
# shellcheck disable=SC2016 # the shell must not expand the awk programs
set -u

if [ $# -ne 2 ]; then
    echo "usage: $0 REPLAY TRACE" >&2
    exit 2
fi
replay=$1
trace=$2
passed=0
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# check NAME STATUS TEXT FILE...: compares the exit status, and finds the text in the output.
check()
{
    name=$1
    want=$2
    text=$3
    shift 3
    "$replay" "$@" >"$scratch/printed" 2>&1
    got=$?
    if [ "$got" -eq "$want" ] && grep -qF -e "$text" "$scratch/printed"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: expected exit $want and '$text', got exit $got and:"
        sed 's/^/    /' "$scratch/printed"
    fi
}

# altered NAME PROGRAM: replays the trace as altered by an awk program. The program copies the lines, changes one thing, and
# sets `tick` to the first tick that must be reported as different, with its line. (`walk` is the number of T lines so far.)
altered()
{
    copy=$scratch/altered.trace
    awk -v where="$scratch/tick" "/^T/ { walk++ } $2 END { print tick >where }" "$trace" >"$copy"
    tick=$(cat "$scratch/tick")
    line=$(awk -v tick="$tick" '/^T/ && ++walk == tick { print NR }' "$copy")
    if [ -z "$tick" ] || cmp -s "$trace" "$copy"; then
        failed=$((failed + 1))
        echo "FAILED: $1: the trace has nothing to alter in this way"
    else
        check "$1" 1 "altered.trace:$line: tick $tick differs" "$copy"
    fi
}

# malformed NAME LINE TEXT CONTENT: tests a malformed file. The message contains file and line.
malformed()
{
    printf %b "$4" >"$scratch/bad.trace"
    check "$1" 2 "bad.trace:$2: $3" "$scratch/bad.trace"
}

check 'the recorded trace' 0 'ticks agree (all)' "$trace"
check 'the trace twice' 0 'ticks agree (all)' "$trace" "$trace"

altered 'the first object is missing' '
    /^\+/ && !tick { tick = 1; next } { print }'
altered 'an object that is added during the game is missing' '
    /^[TE]/ { inside = /^T/ }
    /^\+/ && walk > 9 && !tick { tick = inside ? walk : walk + 1; next } { print }'
altered 'two objects have changed places' '
    /^\+/ && !tick { if (held == "") { held = $0; next } print; print held; tick = 1; next } { print }'
altered 'an object that expires in its own update does not expire' '
    /^@/ { self = $2 }
    /^x/ && $2 == self && !tick { tick = walk; next } { print }'
altered 'an object expires a tick too late' '
    /^@/ { self = $2 }
    /^x/ && $2 == self && !tick { tick = walk; held = $0; next }
    { print } /^E/ && held != "" { print held; held = "" }'
altered 'a digit of the hash of visited objects' '
    /^T/ && walk == 70 { $3 = (substr($3, 1, 1) == "0" ? "1" : "0") substr($3, 2); tick = 70 } { print }'
altered 'a digit of the hash of pruned objects' '
    /^T/ && walk == 71 { $5 = substr($5, 1, 7) (substr($5, 8) == "0" ? "1" : "0"); tick = 71 } { print }'
altered 'the count of visited objects' '/^T/ && walk == 72 { $2 = $2 + 1; tick = 72 } { print }'
altered 'the count of pruned objects' '/^T/ && walk == 73 { $4 = $4 + 1; tick = 73 } { print }'
altered 'an update of an object that does not exist' '
    /^E/ && walk == 74 { print "@ 999999"; tick = 74 } { print }'
altered 'an object that does not exist expires' '
    { print } /^E/ && walk == 75 { print "x 999999"; tick = 76 }'
altered 'an object is added twice' '
    { print } /^E/ && walk == 1 { print "+ 1 m0 16"; tick = 2 }'

# A valid trace must not hide a different one before it.
check 'a different trace, then a valid one' 1 'ticks agree (all)' "$copy" "$trace"

first='I\n+ 1 m0 16\n'
malformed 'an unknown letter' 3 'expected a line that begins' "${first}q 1\n"
malformed 'an empty line' 3 'expected a line that begins' "${first}\n"
malformed 'a word instead of a letter' 3 'expected a line that begins' "${first}++ 1 m0 16\n"
malformed 'id 0' 3 'expected an id' "${first}+ 0 m0 16\n"
malformed 'a negative id' 3 'expected an id' "${first}x -1\n"
malformed 'an id that is not a number' 3 'expected an id' "${first}+ 1x m0 16\n"
malformed 'an id beyond the limit' 3 'expected an id' "${first}+ 1000001 m0 16\n"
malformed 'an id beyond 64 bits' 3 'expected an id' "${first}+ 99999999999999999999999999 m0 16\n"
malformed 'no id' 3 'expected an id' "${first}x\n"
malformed 'no radius' 3 "expected '+ ID CLASS RADIUS'" "${first}+ 2 m0\n"
malformed 'an extra word' 3 'there are extra words' "${first}+ 2 m0 16 5\n"
malformed 'a hash that is not a number' 3 "expected 'T VISITED" "${first}T 1 811c9dcg 0 811c9dc5\nE\n"
malformed 'a hash of nine digits' 3 "expected 'T VISITED" "${first}T 1 1811c9dc5 0 811c9dc5\nE\n"
malformed 'no hash' 3 "expected 'T VISITED" "${first}T 1\nE\n"
malformed 'E is missing at the end' 4 'the file ends inside a walk' "${first}T 1 fb69b604 0 811c9dc5\n"
malformed 'E is missing before T' 4 "'T' inside a walk" "${first}T 1 0 0 0\nT 1 0 0 0\nE\n"
malformed 'E is missing before I' 4 "'I' inside a walk" "${first}T 1 0 0 0\nI\nE\n"
malformed 'E without T' 3 "'E' outside a walk" "${first}E\n"
malformed '@ without T' 3 "'@' outside a walk" "${first}@ 1\n"
malformed 'a change in a walk without @' 4 'a change inside a walk' "${first}T 1 0 0 0\nx 1\nE\n"
malformed 'no walk at all' 3 'there is no walk' "${first}"
malformed 'an empty file' 1 'there is no walk' ''
malformed 'a line without end' 1 'the line is too long' "$(printf '%0400d' 0)"
malformed 'a file that is not text' 1 'expected a line that begins' '\0177ELF\0002\0001\n'
check 'a missing file' 2 'none.trace' "$scratch/none.trace"
check 'a directory' 2 "$scratch" "$scratch"
check 'a missing file, then a valid one' 2 'ticks agree (all)' "$scratch/none.trace" "$trace"
check 'no file named' 2 'usage:'

# Levels: ids start again. Objects that a new level removes do not count as pruned, even if they have expired.
sum='1 fb69b604 0 811c9dc5'
printf %b "${first}T $sum\nE\n${first}T $sum\nE\nx 1\n${first}T $sum\nE\n" >"$scratch/levels.trace"
check 'three levels' 0 '3 ticks agree (all)' "$scratch/levels.trace"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
