#!/bin/sh
# test_bulletml_real.sh folder: plays the 141 patterns of Debian's noiz2sa-data and rrootage-data for a minute, and compares
# their first ten seconds with those in which this interpreter was compared with the reference interpreter, Debian's libbulletml.
# The packages are unpacked in the folder, not installed.
set -u
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../check.sh"
data=$folder/debian

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
    result "bulletml, real patterns"
    exit
fi

find "$data/usr/share/games" -name '*.xml' | LC_ALL=C sort >"$folder/real.txt"
play() { tr '\n' '\0' <"$folder/real.txt" | xargs -0 "$folder/bulletml_play" "$@" >"$folder/real.out"; }
fired() { grep -o "fired $1" "$folder/real.out" | wc -l; }
count=$(wc -l <"$folder/real.txt")
if [ "$count" -eq 141 ]; then good; else wrong "there are $count patterns instead of 141"; fi
if play; then good; else wrong "playing"; fi
# Three patterns of rRootage fire nothing: they only move.
if [ "$(fired '[0-9]')" -eq 423 ] && [ "$(fired '[1-9]')" -eq 414 ]; then
    good
    echo "$count patterns compiled, and played for 3,600 ticks at ranks 0, 0.5 and 1"
else
    wrong "not all of 423 games were played, or other than 414 of them fire"
fi
# In 600 ticks every bullet had the place, direction and speed of the reference interpreter, to the last bit, but for eight
# patterns at rank 0, whose <repeat> of 0 times is no time here, and one there.
if play --ticks 600 && [ "$(cksum <"$folder/real.out")" = "2628639726 19568" ]; then good; else wrong "bullets fly otherwise: $(cksum <"$folder/real.out")"; fi
result "bulletml, real patterns"
