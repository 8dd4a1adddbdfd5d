#!/bin/sh
# fuzz_bulletml.sh folder seconds: runs libFuzzer from a corpus of the game's patterns, those of semantics/, and the invalid files. New inputs stay in the folder. Fails if an input crashes, hangs (10 seconds) or leaks.
set -eu
folder=$1
seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang}
if ! command -v "$clang" >/dev/null 2>&1; then
    echo "skipped: clang is not installed (Debian: clang)"
    exit 0
fi
mkdir -p "$folder/corpus" "$folder/found"
sources=
for name in bulletml bulletml_read bulletml_write bulletml_rounds xml pattern; do sources="$sources $here/$name.c"; done
flags="-std=c11 -g -O1 -ffp-contract=off -fno-sanitize-recover=all"
# shellcheck disable=SC2086
"$clang" $flags -fsanitize=fuzzer,address,undefined "$here/fuzz_bulletml.c" $sources \
    -o "$folder/fuzz_bulletml"

cp "$here"/../patterns/*.xml "$here"/semantics/*.xml "$folder/corpus/"
awk -v folder="$folder/corpus" '/^= / { file = folder "/bad_" $2 ".xml"; next } !/^! / { print >file }' "$here/bad.txt"
cp -r "$here"/corpus/. "$folder/corpus/" 2>/dev/null || true

# A dictionary of elements and parts of expressions.
awk '/\.name = "/ { split($0, part, "\""); print "\"<" part[2] ">\""; print "\"</" part[2] ">\"" }
     END { n = split("label= type= $rand $rank $1 $2 sequence relative absolute aim horizontal", words, " ")
           for (i = 1; i <= n; i++) print "\"" words[i] "\"" }' "$here/bulletml_read.c" >"$folder/words.txt"

nice -n 10 "$folder/fuzz_bulletml" -max_total_time="$seconds" -timeout=10 -max_len=6000 -dict="$folder/words.txt" \
    -rss_limit_mb=3000 -artifact_prefix="$folder/crash-" -print_final_stats=1 "$folder/found" "$folder/corpus" \
    >"$folder/log.txt" 2>&1 || { tail -n 30 "$folder/log.txt"; echo "1 failed: see $folder/crash-*"; exit 1; }
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log.txt")
echo "bulletml fuzzed: $runs inputs in $seconds s, 0 failed"
