#!/bin/sh
# cortex.sh FOLDER NAME BOARD REPLAY TRACE...: runs the scripts in cortex_m (situations, recorded games, the long run) on a board,
# and writes the board's row of the table.
folder=$1 name=$2 board=$3
replay=$4
shift 4
here=$(dirname "$0")
out=$folder/$name
mkdir -p "$out"
rm -f "$folder/rows/$name"

sh "$here/cortex_m/unit.sh" "$board" "$out" >"$out/situations.txt" 2>&1
status=$?
sh "$here/cortex_m/programs.sh" "$board" "$out" "$replay" "$@" >"$out/programs.txt" 2>&1 || status=$?
cat "$out/situations.txt" "$out/programs.txt"

missing=$(sed -n 's/^skipped: .*: no \(.*\)$/\1/p' "$out/situations.txt")
if [ -n "$missing" ]; then
    sh "$here/row.sh" "$folder" "$name" "skipped: no $missing"
    exit $status
fi
situations=$(sed -n 's/^[^ ]*: \([0-9]* passed, [0-9]* failed, [0-9]* not run\);.*/\1/p' "$out/situations.txt" | tail -n 1)
hash=$(sed -n 's/.*: hash of a random run: \([0-9]* [0-9a-f]*\)$/\1/p' "$out/programs.txt")
why=$(sed -n 's/.*: not run: hash of a random run: \(.*\)$/not run: \1/p' "$out/programs.txt")
if [ -n "$hash" ] && ! grep -qxF "$hash" "$here/hash.expected"; then
    echo "FAILED: $name: the hash is not that of tests/ports/hash.expected: $hash"
    hash="0 FAILED: $hash"
    status=1
fi
[ "$status" = 0 ] || situations="FAILED: ${situations:-the situations did not end}"
case $name in
*0) machine="thumbv6m-none-eabi -mcpu=cortex-m0" emulated=microbit ;;
*) machine="thumbv7m-none-eabi -mcpu=cortex-m3" emulated=mps2-an385 ;;
esac
sh "$here/row.sh" "$folder" "$name" \
    "clang $(sh "$here/version.sh" "${CLANG:-clang}") --target=$machine -std=c11 -Os -ffreestanding" \
    "qemu-system-arm $(sh "$here/version.sh" qemu-system-arm) -M $emulated" "${situations:-none}" "${hash:+${hash#* }}$why"
exit $status
