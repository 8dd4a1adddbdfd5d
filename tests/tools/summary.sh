#!/bin/sh
# The end of `make test`: prints one line about all parts. Fails if a part failed or did not run.
#   summary.sh FOLDER SECONDS_AT_START PART...
set -u
folder=$1
began=$2
shift 2
parts=0
cases=0
failed=
for part in "$@"; do
    parts=$((parts + 1))
    verdict='not run'
    [ -f "$folder/$part.result" ] && read -r count seconds verdict <"$folder/$part.result" && cases=$((cases + count))
    [ "$verdict" = passed ] || failed="$failed, $part $verdict"
done
seconds=$(($(date +%s) - began))
verdict='all passed'
[ -z "$failed" ] || verdict="FAILED: ${failed#, }"
echo "make test: $parts parts, $cases situations and cases, $seconds s: $verdict"
[ -z "$failed" ]
