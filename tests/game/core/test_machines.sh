#!/bin/sh
# test_machines.sh build recordings quick|all: tests that a recording gives the same hash at every tick with every compiler,
# optimisation and machine. The hashes of build/headless are compared with those of the core compiled in each other way that
# is available. A way that is not available is skipped and printed.
set -u
build=$1 recordings=$2 which=$3
work=$build/machines
. tests/game/check.sh
here=tests/game
core=$(ls src/*/*.c | grep -v /heap.c)
for name in $GAME_CORE; do core="$core $here/$name.c"; done
headless=
for name in $HEADLESS; do headless="$headless $here/$name.c"; done
tables=$(ls "$build"/patterns/*.c)
flags="-std=c11 -ffp-contract=off -Iinclude -I$here"
mkdir -p "$work"

absent() { skip "$1 is not installed (Debian: $2)"; }

hashes()
{
    "$@" --hash-every 1 2>&1 | grep -v ' ticks, '
}

# Compares $work/out, the output of this way, with the expected hashes.
judge()
{
    name=$1 recording=$2
    expected=$work/$(basename "$recording").expected
    if [ -s "$work/out" ] && cmp -s "$work/out" "$expected"; then
        good
    else
        wrong "$name: $recording has other hashes: $(diff "$expected" "$work/out" | sed -n '2,3p' | tr '\n' ' ')"
    fi
}

# native name runner compiler options...: the runner may be empty
native()
{
    name=$1 runner=$2
    shift 2
    # shellcheck disable=SC2086
    if ! "$@" $flags $core $tables $headless -o "$work/headless" 2>"$work/errors"; then
        wrong "$name: does not compile: $(head -n 1 "$work/errors")"
        return
    fi
    for recording in "$recordings"/*.trp; do
        # shellcheck disable=SC2086
        hashes $runner "$work/headless" --replay "$recording" >"$work/out"
        judge "$name" "$recording"
    done
}

wasm()
{
    # shellcheck disable=SC2086
    if ! clang --target=wasm32 -O2 $flags -ffreestanding -fno-builtin -nostdlib -Wl,--no-entry $core $tables $here/web/libc/libc.c \
        $here/headless/wasm_replay.c -o "$work/core.wasm" 2>"$work/errors"; then
        wrong "wasm: does not compile: $(head -n 1 "$work/errors")"
        return
    fi
    for recording in "$recordings"/*.trp; do
        node $here/headless/wasm_replay.mjs "$work/core.wasm" "$recording" 1 >"$work/out" 2>&1
        judge "wasm in Node" "$recording"
    done
}

# cross compiler emulator packages
cross()
{
    if has "$1" && has "$2"; then
        native "$1" "$2" "$1" -O2 -static
    else
        absent "$1 or $2" "$3 qemu-user-static"
    fi
}

for recording in "$recordings"/*.trp; do
    hashes "$build/headless" --replay "$recording" >"$work/$(basename "$recording").expected"
done

case $(uname -m) in x86_64 | i?86) sse="-msse2 -mfpmath=sse" ;; *) sse= ;; esac
if m32=$(sh tests/tools/m32.sh gcc); then
    # shellcheck disable=SC2086
    # with gcc-12-multilib alone, asm/ is only in this machine's own folder
    native "gcc -m32" "$m32" gcc -O1 -m32 $sse -idirafter "/usr/include/$(gcc -print-multiarch)"
else
    absent "gcc -m32, or what runs it," "gcc-12-multilib qemu-user-static"
fi
if has clang && has wasm-ld && has node; then wasm; else absent "clang, wasm-ld or node" "clang lld nodejs"; fi

if [ "$which" = all ]; then
    if has gcc; then
        native "gcc -O0" "" gcc -O0
        native "gcc -O3 -march=native" "" gcc -O3 -march=native
    else
        absent gcc gcc
    fi
    if has clang; then
        native "clang -O0" "" clang -O0
        native "clang -O3 -march=native" "" clang -O3 -march=native
    else
        absent clang clang
    fi
    cross powerpc-linux-gnu-gcc qemu-ppc-static "gcc-powerpc-linux-gnu libc6-dev-powerpc-cross"
    flags="$flags -fexcess-precision=fast" # with -std=c11, GCC computes floats as doubles on s390x
    cross s390x-linux-gnu-gcc qemu-s390x-static "gcc-s390x-linux-gnu libc6-dev-s390x-cross"
fi
result
