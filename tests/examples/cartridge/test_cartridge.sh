#!/bin/sh
# Plays 600 frames of the cartridge without a window, and compares worlds and pictures with those of
# the same source on the PC.
#   test_cartridge.sh RUN CARTRIDGE PC EXPECTED
set -u
if [ $# -ne 4 ]; then
    echo "usage: $0 RUN CARTRIDGE PC EXPECTED" >&2
    exit 2
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
report=$(arm-none-eabi-nm "${2%.gba}.elf" | sed -n 's/ . report$//p')
"$3" keys | "$1" "$2" "$report" "$scratch/picture.ppm" >"$scratch/printed"
status=$?
if [ "$status" -ne 0 ] || ! diff "$4" "$scratch/printed"; then
    echo "FAILED: cartridge: exit $status; '<' is expected, '>' was printed"
    exit 1
fi
echo "cartridge: 600 frames at 60 Hz, $(($(wc -c <"$2"))) bytes: worlds and pictures as on the PC"
