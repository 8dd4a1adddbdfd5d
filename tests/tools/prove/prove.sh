#!/bin/sh
# prove.sh folder: proves the contracts of src/base/list.c for all possible lists, with Frama-C's WP. The
# proof assumes the typed memory model (links are accessed as links; the code has no casts), and that the arguments of a call
# fulfil its `requires`. The output is evaluated, since the exit code of Frama-C does not show failures. Smoke tests find
# contradictory contracts, from which everything would follow.
set -u
folder=$1
if ! command -v frama-c >/dev/null 2>&1 || ! command -v why3 >/dev/null 2>&1 || ! command -v z3 >/dev/null 2>&1; then
    sh tests/tools/install.sh frama-c-base why3 z3 || { echo "skipped: the proof needs frama-c, why3 and z3 (Debian: frama-c-base why3 z3)"; exit 0; }
fi
[ -f "$HOME/.why3.conf" ] || why3 config detect >/dev/null 2>&1
mkdir -p "$folder"
echo "proving src/base/list.c with Frama-C $(frama-c -version), $(z3 --version); some minutes"
prove()
{
    frama-c -wp -wp-rte -wp-model Typed -wp-smoke-tests -wp-no-smoke-dead-code -wp-prover z3 -wp-timeout 120 -wp-smoke-timeout 2 -wp-par 1 \
        -wp-cache update -wp-cache-dir "$folder/cache" -wp-warn-key pedantic-assigns=inactive \
        -cpp-extra-args="-Iinclude -include tests/tools/prove/list.h" src/base/list.c >"$folder/log" 2>&1
}
prove
# Repeats the goals for which the prover ended without an answer. All its answers are in the cache.
if grep -q 'Goal .*: Failed' "$folder/log"; then
    echo "repeated: $(grep -c 'Goal .*: Failed' "$folder/log") goals for which the prover ended without an answer"
    grep -l '"verdict": *"failed"' "$folder/cache"/*.json | while read -r entry; do rm -f "$entry"; done
    prove
fi
grep 'Proved goals' "$folder/log"
grep -E 'Timeout|Unknown|Failed|Doomed|Warning' "$folder/log"
proved=$(sed -n 's/.*Proved goals: *\([0-9]*\) *\/ *\([0-9]*\).*/\1 \2/p' "$folder/log" | tail -n 1)
smoke=$(grep -c '^\[wp\] \[Passed\] Smoke-test' "$folder/log")
doomed=$(grep -c -E 'Doomed|\[Failed\]' "$folder/log")
# shellcheck disable=SC2086
set -- $proved
if [ $# -eq 2 ] && [ "$1" -gt 0 ] && [ "$1" = "$2" ] && [ "$smoke" -gt 0 ] && [ "$doomed" -eq 0 ]; then
    echo "proved: $1 of $2 goals, including $smoke smoke tests, without contradictions"
else
    echo "not proved; see $folder/log"
    exit 1
fi
