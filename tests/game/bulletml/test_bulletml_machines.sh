#!/bin/sh
# test_bulletml_machines.sh folder cc file...: compiles and plays patterns for a minute, and for ten seconds with every compiler and machine
# that is available. Each must give the hashes of plays.expected, which cover every bit of every bullet.
set -u
folder=$1
cc=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../check.sh"
sources=
for name in bulletml_play bulletml_file bulletml bulletml_read bulletml_write bulletml_rounds xml pattern; do sources="$sources $here/$name.c"; done
flags="-std=c11 -O2 -ffp-contract=off"

# compare name file: compares the hashes of the patterns in plays.expected; other patterns are ignored
compare()
{
    cut -d: -f1 "$here/plays.expected" | sort -u >"$folder/known.txt"
    if grep -F -f "$folder/known.txt" "$2" | LC_ALL=C sort | cmp -s - "$here/plays.expected"; then
        good
    else
        wrong "$1: other hashes"
        grep -F -f "$folder/known.txt" "$2" | LC_ALL=C sort | diff "$here/plays.expected" - | head -n 6
    fi
}

# machine name "compiler and flags" "runner" file...
machine()
{
    name=$1
    build=$2
    runner=$3
    shift 3
    # shellcheck disable=SC2086
    if ! $build $flags $sources -o "$folder/play_machine" 2>"$folder/machine.txt"; then
        skip "$name does not build: $(head -n 1 "$folder/machine.txt" | cut -c 1-100)"
        return
    fi
    # shellcheck disable=SC2086
    $runner "$folder/play_machine" --ticks 600 "$@" >"$folder/machine.out" || wrong "$name"
    compare "$name" "$folder/machine.out"
}

if "$folder/bulletml_play" "$@" >"$folder/minute.out"; then good; else wrong "a minute"; fi
"$folder/bulletml_play" --ticks 600 "$@" >"$folder/native.out" || wrong "ten seconds"
compare native "$folder/native.out"
machine "gcc or what CC is, -O0" "$cc -O0" "" "$@"
if has clang; then machine clang clang "" "$@"; else skip "clang is not installed (Debian: clang)"; fi
if has clang; then
    machine "clang -O3 with vectors" "clang -O3 $([ "$(uname -m)" = x86_64 ] && echo -mavx2 -mfma)" "" "$@"
fi
if [ "$(uname -m)" = x86_64 ]; then
    # shellcheck disable=SC2086
    if m32=$(sh "$here/../../tools/m32.sh" $cc); then
        machine "-m32" "$cc -m32 -msse2 -mfpmath=sse" "$m32" "$@"
    else
        skip "-m32: it does not build or run (Debian: gcc-12-multilib qemu-user-static)"
    fi
fi
if has powerpc-linux-gnu-gcc && has qemu-ppc-static; then
    machine "big-endian" "powerpc-linux-gnu-gcc -static" qemu-ppc-static "$@"
else
    skip "big-endian: powerpc-linux-gnu-gcc or qemu-ppc-static is not installed (Debian: gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user-static)"
fi
if has clang && has node && [ -d /usr/include/wasm32-wasi ]; then
    cat >"$folder/wasi.mjs" <<'EOF'
import { WASI } from 'node:wasi';
import { readFileSync } from 'node:fs';
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), env: {}, preopens: { '/': '/', '.': '.' } });
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
EOF
    machine wasm "clang --target=wasm32-wasi" "node --no-warnings $folder/wasi.mjs" "$@"
else
    skip "wasm: node, clang or wasi-libc is not installed (Debian: nodejs clang wasi-libc libclang-rt-14-dev-wasm32)"
fi

result "bulletml on machines"
