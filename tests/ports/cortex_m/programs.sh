#!/bin/sh
# programs.sh BOARD DIRECTORY REPLAY TRACE...: tests on an emulated board that exit codes and faults are reported, that recorded
# games end as with the host's REPLAY, and that the hash of a long random run equals the host's (if tests/ports/hash.c exists).
set -u
board=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/build.sh"
mkdir -p "$2/$board/programs"
dir=$(cd "$2/$board/programs" && pwd)
replay=$3
shift 3

missing=$(what_is_missing)
if [ -n "$missing" ]; then
    echo "skipped: programs on $emulated: no" $missing
    exit 0
fi
passed=0
failed=0
skipped=0

# expect WHAT GOT WANTED
expect()
{
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $emulated: $1: '$2', not '$3'"
    fi
}

compile "$dir/library" "" "$root"/src/*/*.c || exit 1
compile "$dir/board" "-DARENA_BYTES=64u" "$here/arena.c" "$here/start.c" "$here/jump.S" "$here/run_time.c" || exit 1

# A stack overflow is a fault on one board; the other detects it at the end.
[ "$board" = m3 ] && over=78 || over=77
for ends in "0 5" "1 77" "2 $over"; do
    out=$dir/fault${ends% *}
    compile "$out" "-DENDS=${ends% *}" "$here/fault.c" &&
        link "$out/image.elf" 1024 "$out"/*.o "$dir"/board/*.o || exit 1
    emulate 20 "$out/image.elf" >"$out/output" 2>&1
    expect "exit code of fault.c, $(tail -n 1 "$out/output")" $? "$(echo "$ends" | cut -d ' ' -f 2)"
done

for trace in "$@"; do
    name=$(basename "$trace" .trace)
    out=$dir/$name
    ids=$(awk '$1 == "+" && $2 + 0 > most { most = $2 + 0 } END { print most + 0 }' "$trace")
    most=$("$replay" "$trace" | sed 's/.* peak *\([0-9]*\).*/\1/')
    reason=$(awk -F '|' -v board="$board" -v name="$name" '$1 == board && $2 == "replay" && $3 == name { print $4 }' "$here/not_run.txt")
    if [ -n "$reason" ]; then
        echo "$emulated: not run: replay of $name: $reason"
        skipped=$((skipped + 1))
        continue
    fi
    mkdir -p "$out"
    ln -sfn "$(cd "$(dirname "$trace")" && pwd)/$(basename "$trace")" "$out/.trace"
    compile "$out" "-DTRACE_IDS=${ids}u -DTRACE_MOST=${most}u" "$here/replay.c" &&
        compile "$out" '-DTRACE=".trace"' "$here/trace.S" &&
        link "$out/image.elf" 2048 "$out"/*.o "$dir"/board/*.o "$dir"/library/*.o || exit 1
    emulate 120 "$out/image.elf" >"$out/output" 2>&1
    expect "replay of $name" "$(sed 's/;.*//' "$out/output")" \
        "$("$replay" "$trace" | sed 's/^[^ ]* *//; s/ *[0-9.]* ns per actor$//' | tr -s ' ')"
    echo "$emulated: $name.trace: $(cat "$out/output")"
done

hash=$(cd "${HASH_DIRECTORY:-$root/tests/ports}" && pwd)
if [ -f "$hash/hash.c" ]; then
    operations=${HASH_OPERATIONS:-1000000}
    reason=$(awk -F '|' -v board="$board" '$1 == board && $2 == "hash" { print $4 }' "$here/not_run.txt")
    if [ -n "$reason" ]; then
        echo "$emulated: not run: hash of a random run: $reason"
        skipped=$((skipped + 1))
    else
        out=$dir/hash
        mkdir -p "$out/main"
        ln -sfn "$hash" "$out/.hash"
        ln -sfn "$hash" "$out/main/.hash"
        files=$(cd "$out" && ls .hash/hash*.c | grep -v '/hash_main\.c$')
        # shellcheck disable=SC2086
        compile "$out" "-DOPERATIONS=${operations}u" $files &&
            compile "$out/main" "-DOPERATIONS=${operations}u -I.hash" "$here/hash.c" &&
            script=m3_large.ld link "$out/image.elf" 8192 "$out"/*.o "$out"/main/*.o "$dir"/board/*.o "$dir"/library/*.o &&
            (cd "$out" && ${CC:-cc} -std=c11 -O2 -ffp-contract=off -I"$root/include" "$root"/src/*/*.c $files .hash/hash_main.c \
                -o host) || exit 1
        emulate 600 "$out/image.elf" >"$out/output" 2>&1
        expect "hash of a random run" "$(cat "$out/output")" "$("$out/host" "$operations")"
        echo "$emulated: hash of a random run: $(cat "$out/output")"
    fi
else
    echo "skipped: hash of a random run on $emulated: no tests/ports/hash.c"
fi

echo "$emulated: $passed passed, $failed failed, $skipped not run"
[ "$failed" = 0 ]
