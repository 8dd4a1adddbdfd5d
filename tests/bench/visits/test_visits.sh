#!/bin/sh
# Tests that a visit costs the same number of instructions whether or not other modules are in use in its world. Callgrind
# counts the instructions in trp_update_all for two numbers of actors; the difference removes the fixed cost of a tick. Code of
# gcc for x86-64 has a limit as well.
#   test_visits.sh PROGRAM COMPILER
set -u
if "$2" -E -dM -xc /dev/null | awk '/__GNUC__/ { gcc = 1 } /__x86_64__/ { x86 = 1 } /__clang__/ { clang = 1 }
    END { exit !(gcc && x86 && !clang) }'; then
    limit_update=22.2
    limit_update_pool=10.2
    limit_update_each=12.2 # its body reads tick->dt twice; that of update_pool reads it before the loop
else
    echo "no limit for the instructions per visit: not gcc for x86-64"
    limit_update=1000
    limit_update_pool=1000
    limit_update_each=1000
fi
if ! command -v valgrind >/dev/null 2>&1; then
    echo "SKIPPED: instructions per visit (no valgrind)"
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

for how in update update_pool update_each; do
    for what in alone among; do
        few=$(instructions "$1" $how $what 10000) || exit 1
        many=$(instructions "$1" $how $what 30000) || exit 1
        eval "$what=$((many - few))"
    done
    echo "$how: $(awk "BEGIN { printf \"%.3f\", $alone / 60000 }") instructions per visit alone, $(awk "BEGIN { printf \"%.3f\", $among / 60000 }") among all other modules"
    eval "limit=\$limit_$how"
    if [ "$alone" -gt 60000 ] && [ "$alone" = "$among" ] && awk "BEGIN { exit !($alone / 60000 <= $limit) }"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
