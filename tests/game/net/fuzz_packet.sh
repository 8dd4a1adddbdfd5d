#!/bin/sh
# fuzz_packet.sh folder seconds: libFuzzer on the reader of packets and on an end that is lied to.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang}
if ! command -v "$clang" >/dev/null 2>&1; then
    echo "skipped: clang is not here (Debian: clang)"
    exit 0
fi
mkdir -p "$folder/found"
"$clang" -std=c11 -g -O1 -fno-sanitize-recover=all -fsanitize=fuzzer,address,undefined -I"$here/.." -I"$here/../../../include" \
    "$here/fuzz_packet.c" "$here/packet.c" "$here/rollback.c" -o "$folder/fuzz_packet"
nice -n 10 "$folder/fuzz_packet" -max_total_time="$2" -timeout=10 -max_len=2000 -artifact_prefix="$folder/crash-" \
    -print_final_stats=1 "$folder/found" >"$folder/log.txt" 2>&1 ||
    { tail -n 30 "$folder/log.txt"; echo "1 failed: see $folder/crash-*"; exit 1; }
echo "packets fuzzed: $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log.txt") inputs in $2 s, 0 failed"
