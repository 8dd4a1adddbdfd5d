#!/bin/sh
# test_bulletml_real.sh folder c++: compiles the 141 patterns of Debian's noiz2sa-data and rrootage-data, and plays them for a
# minute. Then compares all of them, and those of semantics/, with the reference interpreter, Debian's libbulletml. The packages
# are unpacked in the folder, not installed.
set -u
folder=$1
cxx=$2
here=$(cd "$(dirname "$0")" && pwd)
data=$folder/debian
real=$folder/real
passed=0
failed=0
skipped=0

good() { passed=$((passed + 1)); }
wrong() { failed=$((failed + 1)); echo "FAILED: $*"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $*"; }
has() { command -v "$1" >/dev/null 2>&1; }

finish()
{
    echo "bulletml, real patterns: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
    exit
}

# Downloads and unpacks the packages once. Updates the list of packages only if the download fails without it.
fetch()
{
    [ -d "$data/usr" ] && return 0
    has apt-get && has dpkg || return 1
    mkdir -p "$data"
    (
        cd "$data" || exit 1
        root=
        [ "$(id -u)" = 0 ] || root=sudo
        apt-get download noiz2sa-data rrootage-data || { $root apt-get update && apt-get download noiz2sa-data rrootage-data; }
        for package in noiz2sa-data*.deb rrootage-data*.deb; do
            dpkg -x "$package" unpacked || exit 1
        done
        mv unpacked/usr usr && rm -f ./*.deb
    ) >"$folder/fetch.txt" 2>&1
}

if ! fetch; then
    skip "the 141 patterns of noiz2sa-data and rrootage-data could not be downloaded by apt-get"
    skip "they were not compared with libbulletml"
    finish
fi

# (a) All compile and play. The names have the form noiz2sa/zako/nway.
rm -rf "$real"
find "$data/usr/share/games" -name '*.xml' | LC_ALL=C sort >"$folder/real.txt"
count=$(wc -l <"$folder/real.txt")
if [ "$count" -eq 141 ]; then good; else wrong "there are $count patterns instead of 141"; fi
while read -r file; do
    name=${file#"$data"/usr/share/games/}
    mkdir -p "$real/$(dirname "$name")"
    "$folder/bulletml_compile" --table "$real/${name%.xml}.bmt" "$file" 2>"$folder/said.txt" || wrong "$(cat "$folder/said.txt")"
done <"$folder/real.txt"
find "$real" -name '*.bmt' | LC_ALL=C sort >"$folder/tables.txt"
if tr '\n' '\0' <"$folder/tables.txt" | xargs -0 "$folder/bulletml_play" >"$folder/real.out"; then good; else wrong "playing"; fi
# Three patterns of rRootage fire nothing: they only move.
if [ "$(wc -l <"$folder/real.out")" -eq 423 ] && [ "$(grep -c 'fired [1-9]' "$folder/real.out")" -eq 414 ]; then
    good
    echo "$count patterns compiled, and played for 3,600 ticks at ranks 0, 0.5 and 1"
else
    wrong "not all of 423 games were played, or other than 414 of them fire"
fi

# (b) The reference interpreter.
there() { printf '\043include <bulletml/bulletmlparser.h>\n' | "$cxx" -x c++ -E - >/dev/null 2>&1; }
if ! has "${cxx%% *}"; then
    skip "the comparison with libbulletml: there is no C++ compiler (Debian: g++)"
    finish
fi
there || sh "$here/../../tools/install.sh" libbulletml-dev
if ! there; then
    skip "the comparison with libbulletml, which is not installed (Debian: libbulletml-dev)"
    finish
fi
objects="$folder/pattern.o $folder/pattern_check.o $folder/pattern_sums.o $folder/bulletml_stage.o"
# shellcheck disable=SC2086
if ! "$cxx" -std=c++17 -O2 -w -I"$here" "$here/bulletml_reference.cpp" $objects -lbulletml -o "$folder/bulletml_reference"; then
    wrong "bulletml_reference does not build"
    finish
fi

# The arguments name, file and table of each pattern, terminated by zeros
while read -r file; do
    name=${file#"$data"/usr/share/games/}
    printf '%s\0%s\0%s\0' "$name" "$file" "$real/${name%.xml}.bmt"
done <"$folder/real.txt" >"$folder/real.args"
xargs -0 "$folder/bulletml_reference" <"$folder/real.args" >"$folder/differences.out"
for file in "$here"/semantics/*.xml; do
    name=semantics/$(basename "$file" .xml)
    printf '%s.xml\0%s\0%s.bmt\0' "$name" "$file" "$folder/$name"
done | xargs -0 "$folder/bulletml_reference" --rank 0.5 >>"$folder/differences.out"
grep ' games of ' "$folder/differences.out"

grep -v ' games of ' "$folder/differences.out" | LC_ALL=C sort >"$folder/differences.found"
grep '^[^ #]' "$here/differences.txt" | LC_ALL=C sort >"$folder/differences.explained"
if cmp -s "$folder/differences.found" "$folder/differences.explained"; then
    good
else
    wrong "the differences from the reference interpreter are not those of differences.txt"
    diff "$folder/differences.explained" "$folder/differences.found" | head -n 10
fi
if awk '/^[^ #]/ { if (open) bad = 1; open = 1 } /^ / { open = 0 } END { exit bad || open }' "$here/differences.txt"; then
    good
else
    wrong "a difference has no reason in differences.txt"
fi

# (c) The reason for the real patterns: with 1 in place of the number that is 0 at rank 0, both interpreters are equal.
mkdir -p "$folder/explained"
grep '^[^ #].* rank 0: ' "$here/differences.txt" | sed 's/ rank 0: .*//' >"$folder/names.txt"
while read -r name; do
    flat=$(echo "$name" | tr '/' '_')
    sed 's,<times>$rank\*[0-9]*</times>,<times>1</times>,; s,<times>1+$rank\*5-1</times>,<times>1</times>,' \
        "$data/usr/share/games/$name" >"$folder/explained/$flat"
    "$folder/bulletml_compile" --table "$folder/explained/$flat.bmt" "$folder/explained/$flat"
    printf '%s\0%s\0%s\0' "$name" "$data/usr/share/games/$name" "$folder/explained/$flat.bmt"
done <"$folder/names.txt" | xargs -0 "$folder/bulletml_reference" --rank 0 >"$folder/explained.out"
if [ "$(cat "$folder/explained.out")" = "16 games of 600 ticks: 16 the same to the last bit, 0 not" ]; then
    good
else
    wrong "repeats of 0 times are not the only reason of the differences"
    cat "$folder/explained.out"
fi
finish
