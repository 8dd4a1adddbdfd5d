#!/bin/sh
# `make test`: builds and runs the parts by one make, which may work on several at once, and prints one line about all of them,
# with the processor time, compilers included. Fails if a part failed or did not run.
#   test.sh FOLDER "MAKE OPTIONS..." PART...
set -u
folder=$1
make=$2
shift 2
echo "make test: $# parts; each has a line when it begins and when it ends"
began=$(date +%s)
sh tests/tools/set_up.sh || exit 1
rm -rf "$folder" && mkdir -p "$folder" || exit 1
# shellcheck disable=SC2086
$make $(printf 'part-%s ' "$@")
cases=0
failed=
for part; do
    verdict='not run'
    [ -f "$folder/$part.result" ] && read -r count seconds verdict <"$folder/$part.result" && cases=$((cases + count))
    [ "$verdict" = passed ] || failed="$failed, $part $verdict"
done
seconds=$(($(date +%s) - began))
# the second line of times: what the commands took, as 1m2.34s 0m5.67s; a subshell would begin at 0
times >"$folder/times"
cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%d", sum }' "$folder/times")
verdict='all passed'
[ -z "$failed" ] || verdict="FAILED: ${failed#, }"
echo "make test: $# parts, $cases situations and cases, $seconds s, $cpu s of processor time: $verdict"
[ -z "$failed" ]
