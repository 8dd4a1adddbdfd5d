#!/bin/sh
# test_builds.sh build [ticks]: two players whose games are of different builds: gcc, clang, gcc -m32, and big-endian PowerPC
# under qemu. Each build plays against the first one over three networks, the one under qemu over the worst of them. All
# sums of the hashes of all confirmed ticks are equal. A build that is not available is skipped and printed.
set -u
build=$1
ticks=${2:-10000}
here=tests/game
work=$build/builds
passed=0
failed=0
sources="$(ls src/*/*.c | grep -v /heap.c) $(ls "$build"/patterns/*.c)"
for name in $GAME_CORE $MATCH net/hands net/loopback net/apart; do sources="$sources $here/$name.c"; done
mkdir -p "$work"
rm -f "$work"/*

skip()
{
    echo "skipped: $1 is not installed (Debian: $2)"
}
has()
{
    command -v "$1" >/dev/null 2>&1
}
# make_end name runner compiler options...: adds the build to $builds
builds=
make_end()
{
    name=$1
    runner=$2
    shift 2
    # shellcheck disable=SC2086
    if "$@" -std=c11 -ffp-contract=off -Iinclude -I$here $sources -o "$work/$name.program" 2>"$work/errors"; then
        printf '#!/bin/sh\nexec %s %s "$@"\n' "$runner" "$work/$name.program" >"$work/$name"
        chmod +x "$work/$name"
        builds="$builds $name"
    else
        failed=$((failed + 1))
        echo "FAILED: $name does not compile: $(head -n 1 "$work/errors")"
    fi
}
# meet first second delay jitter loss: both ends succeed, with the same hashes as all ends before them
meet()
{
    one=$1 other=$2
    shift 2
    rm -f "$work/there" "$work/back"
    mkfifo "$work/there" "$work/back"
    timeout 900 "$work/$one" 0 "$ticks" "$@" >"$work/there" <"$work/back" 2>"$work/first" &
    listener=$!
    timeout 900 "$work/$other" 1 "$ticks" "$@" <"$work/there" >"$work/back" 2>"$work/second"
    second=$?
    wait $listener
    first=$?
    cat "$work/first" "$work/second" | sed -n 's/.*hashes \([0-9a-f]*\),.*/\1/p' >>"$work/sums"
    if [ $first = 0 ] && [ $second = 0 ] && [ "$(sort -u "$work/sums" | wc -l)" = 1 ]; then
        passed=$((passed + 1))
        echo "  $one and $other, delay $1 ms, jitter $2 ms, loss $3 %, each way: $(sed 's/ ticks final//' "$work/first")"
    else
        failed=$((failed + 1))
        echo "FAILED: $one and $other, delay $1 ms, jitter $2 ms, loss $3 %:"
        sed 's/^/    /' "$work/first" "$work/second"
    fi
}

case $(uname -m) in x86_64 | i?86) sse="-msse2 -mfpmath=sse" ;; *) sse= ;; esac
if has gcc; then make_end gcc "" gcc -O2; else skip gcc gcc; fi
if has clang; then make_end clang "" clang -O3; else skip clang clang; fi
if m32=$(sh tests/tools/m32.sh gcc); then
    # shellcheck disable=SC2086
    make_end gcc-m32 "$m32" gcc -O1 -m32 $sse -idirafter "/usr/include/$(gcc -print-multiarch)"
else
    skip "gcc -m32, or what runs it," "gcc-12-multilib qemu-user-static"
fi
if has powerpc-linux-gnu-gcc && has qemu-ppc-static; then
    make_end powerpc qemu-ppc-static powerpc-linux-gnu-gcc -O2 -static
else
    skip "powerpc-linux-gnu-gcc or qemu-ppc-static" "gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-user-static"
fi

# shellcheck disable=SC2086
set -- $builds
if [ $# -lt 2 ]; then
    echo "skipped: there is only one build, and nothing to compare it with"
    exit $failed
fi
against=$1
shift
for name in "$@"; do
    [ "$name" = powerpc ] || meet "$against" "$name" 0 0 0
    [ "$name" = powerpc ] || meet "$against" "$name" 40 10 5
    meet "$name" "$against" 75 20 20
done
echo "between builds: $passed passed, $failed failed"
[ $failed = 0 ]
