#!/bin/sh
# unit.sh BOARD DIRECTORY [MODULE...]: runs the situations of the unit tests on an emulated board. There is one image per module,
# since all modules together do not fit in RAM. Situations that do not run are printed with their reasons from not_run.txt.
set -u
board=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/build.sh"
mkdir -p "$2/$board"
dir=$(cd "$2/$board" && pwd)
shift 2
unit=$root/tests/unit

# The small board has a library without messages.
words=
[ "$board" = m0 ] && words=-DTRP_NO_MESSAGES

missing=$(what_is_missing)
if [ -n "$missing" ]; then
    echo "skipped: unit tests on $emulated: no" $missing
    exit 0
fi

# Modules whose situations do not fit into 16 KiB, as those with scripts do not, since the words of scripts take 12 KB. Their code
# for the Cortex-M0 runs on the larger board, whose processor executes all instructions of the smaller one.
too_large_for_m0='
all_storm copies diff engine faults fields history_bytes history_delta history_random history_ring history_same
inspect_stats inspect_storm matrix memory pace_storm parallel parallel_busy parallel_exact parallel_find
parallel_misuse prototype quarantine_storm reason region save_damaged save_fields save_impossible save_kept
save_many save_modules save_numbers save_pools save_printed save_refused save_spaces save_types serial
snapshot_bytes snapshot_damaged space_classes space_life space_storm state_refusals synctest synctest_shake
traps twins validate
'
board_name=$emulated

has_scripts()
{
    grep -q '^SCRIPT(' "$unit"/*/"test_$1.c"
}

# place MODULE: sets the board on which the module runs: `where`, `emulated`
place()
{
    where=$board
    emulated=$board_name
    case $board:$(echo "$too_large_for_m0" | tr '\n' ' ') in
    m0:*" $1 "*) where=m3 emulated=mps2-an385 ;;
    m0:*) has_scripts "$1" && where=m3 emulated=mps2-an385 ;;
    esac
}

# config MODULE: sets the division of RAM: `stack`, `script`, and `sizes`. STAGE_BYTES: the block of most worlds; LOG_LENGTH: the log
# of callbacks; HEAP_BYTES: memory of the test allocator; ARENA_BYTES: memory of malloc. The other sizes belong to single tests.
config()
{
    place "$1"
    stack=2560 script=
    [ "$where" = m3 ] && script=m3_large.ld stack=16384
    case $where:$1 in
    m3:space_storm) set -- 262144 2048 393216 262144 -DMOST=6u ;;
    m3:ids) set -- 262144 2048 393216 262144 -DBOUNDARIES=17u ;;
    m3:*) set -- 262144 2048 393216 262144 ;;
    m0:ids) set -- 11264 64 64 64 -DBOUNDARIES=17u ;;
    m0:inspect_start) set -- 5120 256 64 64 -DPAGE_BYTES=2048u ;;
    m0:inspect_*) stack=1536 && set -- 4608 64 2048 64 "-DSECOND_BYTES=64u -DPAGE_BYTES=1792u" ;;
    m0:space*) set -- 11264 64 64 64 -DSPACE_ANSWERS=64u ;;
    m0:world) set -- 6144 256 64 2048 ;;
    m0:*) set -- 8192 256 64 64 ;;
    esac
    sizes="-DSTAGE_BYTES=$1u -DLOG_LENGTH=$2u -DHEAP_BYTES=$3u -DARENA_BYTES=$4u ${5:-}"
    case $where:$sizes in m3:* | *SECOND*) ;; *) sizes="-DSECOND_BYTES=2048u $sizes" ;; esac
}

left_out()
{
    awk -F '|' -v board="$where" -v module="$1" '$1 == board && $2 == module { printf "{\"%s\", \"%s\"},\n", $3, $4 }' "$here/not_run.txt"
}

all=$(sed -n 's/^NOUN(\([a-z_]*\))$/\1/p' "$unit/nouns.h")
modules=${*:-$all}
former=$(sed -n 's/^m[03]|\([a-z_]*\)|.*/\1/p' "$here/not_run.txt" | sort -u | grep -vxF -e replay -e "$all")
[ -z "$former" ] || { echo "FAILED: not_run.txt names no modules:" $former && exit 1; }
helpers=$(cd "$unit" && find . -name '*.c' ! -name 'test_*' ! -name 'main_*' ! -name all.c | sort | sed 's|^\.|.root/tests/unit|')

# situations MODULE: prints the names of its situations
situations()
{
    awk '
        /^(SITUATION[A-Z_]*|SCRIPT)\($/ { getline next_line; $0 = "SITUATION(" next_line; sub(/\( */, "(") }
        /^(SITUATION[A-Z_]*|SCRIPT)\("/ { sub(/^[A-Z_]*\("/, ""); sub(/"[,)].*/, ""); print }' "$unit"/*/"test_$1.c"
}

# none_is_run MODULE TIMES: succeeds if no situation of the module runs on the board
none_is_run()
{
    reason=$(awk -F '|' -v board="$where" -v module="$1" '$1 == board && $2 == module && $3 == "*" { print $4 }' "$here/not_run.txt")
    [ -n "$reason" ] || return 1
    situations "$1" | sed "s/^/not run: $1: /; s/\$/: $reason/" >"$image/output"
    echo "$1: 0 passed, 0 failed, $(($(wc -l <"$image/output") * $2)) not run"
}

rm -rf "$dir/library"
compile "$dir/library" "$words" "$root"/src/*/*.c || exit 1
compile "$dir/board" "" "$here/start.c" "$here/jump.S" "$here/run_time.c" || exit 1
rm -f "$dir/report" "$dir/not_run"
failed=0
for module in $modules; do
    config "$module"
    with=$dir/with$(echo "$sizes" | cksum | tr -d ' ')
    image=$dir/$module
    mkdir -p "$image"
    left_out "$module" >"$image/not_run.inc"
    plays=0
    has_scripts "$module" && plays=1
    silently=$(grep -c "^SILENT($module)" "$unit/nouns.h")
    if none_is_run "$module" $((1 + silently)) >"$image/line"; then
        code=0
    else
        # shellcheck disable=SC2086
        [ -d "$with" ] || compile "$with" "$sizes $words -DSTAGE_HEAP_BYTES=16384u" $helpers "$here/arena.c" || exit 1
        {
            compile "$image" "$sizes $words -DSTAGE_HEAP_BYTES=16384u" "$unit"/*/"test_$module.c" &&
                compile "$image" "-I. -DNOUN=$module -DRUNS_SILENTLY=$silently -DPLAYS_SCRIPTS=$plays" "$here/unit.c" &&
                link "$image/image.elf" "$stack" "$image"/*.o "$with"/*.o "$dir"/board/*.o "$dir"/library/*.o
        } >"$image/output" 2>&1 && emulate 300 "$image/image.elf" >"$image/output" 2>&1
        code=$?
        grep "^$module: [0-9]* passed" "$image/output" >"$image/line"
        grep -v "^not run\|^$module: [0-9]* passed" "$image/output"
    fi
    grep '^not run' "$image/output" >>"$dir/not_run"
    cat "$image/line" >>"$dir/report"
    if [ "$code" != 0 ]; then
        echo "FAILED: $module on $emulated: exit $code"
        [ -s "$image/line" ] || failed=$((failed + 1)) # the image did not run to its end
    fi
done

echo "$board_name: not run:"
sort -u "$dir/not_run" | sed 's/^not run: /  /'
awk -v machine="$board_name" -v failed="$failed" '{ passed += $2; failed += $4; left += $6 }
    match($0, /RAM [0-9]+/) { ram = substr($0, RSTART + 4, RLENGTH - 4) + 0; if (ram > most) most = ram }
    match($0, /stack [0-9]+/) { used = substr($0, RSTART + 6, RLENGTH - 6) + 0; if (used > deepest) deepest = used }
    END { print machine ": " passed + 0 " passed, " failed + 0 " failed, " left + 0 " not run; at most " most " bytes of RAM, " deepest " of them stack" }' \
    "$dir/report"
[ "$failed" = 0 ] && ! grep -q ' [1-9][0-9]* failed' "$dir/report"
