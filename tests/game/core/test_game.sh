#!/bin/sh
# test_game.sh build compiler recordings: tests the game through its headless driver. `build` holds the driver and test_game,
# both with sanitizers in sanitized/, and the objects of the core in core/ and patterns/.
set -u
build=$1 cc=$2 recordings=$3
headless=$build/sanitized/headless
work=$build/test
. tests/game/check.sh
mkdir -p "$work"

refused()
{
    reason=$1
    shift
    ! "$headless" "$@" >"$work/refused" 2>&1 && grep -q "$reason" "$work/refused"
}

plays_to()
{
    "$headless" --replay "$1" >"$work/played" 2>&1 && grep -q "$2" "$work/played"
}

# Succeeds if memcpy and memset are the only external symbols of the core: no heap, no libm.
needs_nothing()
{
    # without the files that a console omits: those that allocate, print and start threads
    troupe=$(ls src/*/*.c | grep -v -e /heap.c -e /print.c -e /threads.c | sed "s|.*|$build/../measured/&|; s|c\$|o|")
    objects=
    for name in $GAME_CORE; do objects="$objects $build/objects/$name.o"; done
    # shellcheck disable=SC2086
    "$cc" -r -nostdlib -o "$work/whole.o" $objects "$build"/patterns/*.o $troupe || return 1
    ! nm -u "$work/whole.o" | awk '{ print $NF }' | grep -vx -e memcpy -e memset -e _GLOBAL_OFFSET_TABLE_ -e trp__null -e trp__uninitialised -e 'trp__print_.*' -e trp_print_misuse
}

# Compiles the core with the compiler's own headers only, without those of a C library.
needs_no_library()
{
    for name in $GAME_CORE; do
        "$cc" -std=c11 -ffreestanding -nostdinc -isystem "$("$cc" -print-file-name=include)" -Iinclude -Itests/game \
            -fsyntax-only "tests/game/$name.c" || return 1
    done
}

# Succeeds if --show prints the game as characters: a line each, more than the ground, and the score below.
shows()
{
    "$headless" --show --autopilot --wave 3 --ticks 300 >"$work/shown" && [ "$(grep -c '^[ .:=+*#%@-]*$' "$work/shown")" -eq 40 ] &&
        grep -q '[=+*#%@]' "$work/shown" && grep -q 'WAVE 3' "$work/shown"
}

# Succeeds if every function that the README's table of lines names is in its file: a row's cells are [FILE](FILE): `NAME`, `NAME`; ...
names_its_functions()
{
    sed -n '/^## Which lines/,/^Then:/p' tests/game/README.md | grep -o '\[[a-z_/]*\.c\]([a-z_/.]*): [`a-z_, ]*' >"$work/named"
    [ "$(wc -l <"$work/named")" -gt 12 ] && sed 's/^\[\([^]]*\)\].*): /\1 /; s/[`,]//g' "$work/named" | while read -r file functions; do
        for name in $functions; do
            grep -q "^[a-z].*\b$name(" "tests/game/$file" || { echo "$file has no $name" && exit 1; }
        done || exit 1
    done
}

"$build/sanitized/test_game" || exit 1

check "it is shown in characters" shows
check "the README names functions that there are" names_its_functions
check "10,000 ticks by the autopilot" \
    "$headless" --autopilot --ticks 10000 --validate-every 250 --draw-every 7
check "at the highest rank, from the last boss" \
    "$headless" --autopilot --ticks 3000 --wave 44 --lives 99 --validate-every 100 --draw-every 50
check "keys pressed at random" \
    "$headless" --ticks 3000 --lives 9 --wave 9 --validate-every 100 --keys "t1 3 ls17 rs31 b2 us23 ds19 p3 lf13 t2 rf40 "
for keys in "" " " l3q 'l3 r' 3x; do check "\"$keys\" is no text of keys" refused "no text of keys" --keys "$keys"; done
check "an unknown option is refused with the usage" refused "ticks N" --tick 5
check "it helps" sh -c "'$headless' --help | grep -q 'ticks N'"
check "a full disk is told" sh -c "! '$headless' --ticks 5 >/dev/full 2>'$work/full' && grep -q 'standard output' '$work/full'"

while read -r name hash; do
    check "the recording $name ends with $hash" plays_to "$recordings/$name" "hash $hash"
done <"$recordings/hashes"

set -- "$recordings"/*.trp
head -c 100 "$1" >"$work/short.trp"
(cat "$1" && printf x) >"$work/long.trp"
(head -c 60 "$1" && printf '\377' && tail -c +62 "$1") >"$work/changed.trp"
(head -c 8 "$1" && printf '\377' && tail -c +10 "$1") >"$work/newer.trp"
echo "no recording" >"$work/other.trp"
check "a truncated recording is refused" refused "cut off" --replay "$work/short.trp"
check "a recording with bytes after its end is refused" refused "after its end" --replay "$work/long.trp"
check "a changed recording is refused" refused "checksum" --replay "$work/changed.trp"
check "a newer recording is refused" refused "newer" --replay "$work/newer.trp"
check "another file is refused" refused "not a recording" --replay "$work/other.trp"
check "a missing recording is refused" refused "none.trp: No such file or directory" --replay "$work/none.trp"

for pattern in tests/game/patterns/*.xml; do
    check "the boss plays $pattern" \
        "$headless" --autopilot --ticks 1200 --lives 99 --wave 12 --validate-every 300 --pattern "$pattern"
done
check "a file that is not a pattern is refused" refused "not XML" --pattern "$work/other.trp"
check "a missing pattern is refused" refused "none.xml: No such file or directory" --pattern "$work/none.xml"
head -n 5 tests/game/patterns/whirl.xml >"$work/cut.xml"
check "an invalid BulletML file is refused with the line" refused "cut.xml:6: not XML" --pattern "$work/cut.xml"

check "the core needs memcpy and memset, and nothing else" needs_nothing
check "the core includes no header of a C library" needs_no_library

result
