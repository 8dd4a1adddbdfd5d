#!/bin/sh
# A visit costs the same number of instructions whether the other nouns are in use in its world or not. Counted by
# callgrind inside trp_update_all, for two numbers of actors, so that what a tick costs besides its visits drops out.
#   test_cost.sh PROGRAM
set -u
if ! command -v valgrind >/dev/null 2>&1; then
    echo "SKIPPED: instructions a visit (no valgrind)"
    exit 0
fi
passed=0
failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

instructions()
{
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --toggle-collect=trp_update_all "$@" >"$scratch/log" 2>&1 ||
        { cat "$scratch/log" >&2; return 1; }
    awk '/^(summary|totals):/ { print $2; exit }' "$scratch/out"
}

for how in update update_pool; do
    for who in alone among; do
        few=$(instructions "$1" $how $who 10000) || exit 1
        many=$(instructions "$1" $how $who 30000) || exit 1
        eval "$who=$((many - few))"
    done
    echo "$how: $(awk "BEGIN { printf \"%.3f\", $alone / 60000 }") instructions a visit alone, $(awk "BEGIN { printf \"%.3f\", $among / 60000 }") among all other nouns"
    if [ "$alone" -gt 60000 ] && [ "$alone" = "$among" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
