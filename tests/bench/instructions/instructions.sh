#!/bin/sh
# Counts the instructions of calls, by callgrind, and prints a table. `record` writes the numbers into a file; `compare` fails
# if one of them is more than a tenth above the recorded one. They hold for gcc on x86-64.
#   instructions.sh PROGRAM [record|compare FILE COMPILER]
set -u
if ! command -v valgrind >/dev/null 2>&1; then
    echo "skipped: instructions of calls (valgrind is not installed; Debian: valgrind)"
    exit 0
fi
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

for row in memory oldest newest grown memory-hooks oldest-hooks; do
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$1" "$row" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    callgrind_annotate --inclusive=yes --threshold=100 "$scratch/out" | awk -v row="$row" '
        BEGIN { times["birth"] = times["end"] = times["get"] = 5000; times["each"] = times["tick"] = times["for_each"] = 500000
                times["three"] = 50 }
        match($0, /measured_[a-z_]+/) {
            name = substr($0, RSTART + 9, RLENGTH - 9)
            if (name in times && !(name in cost)) { count = $1; gsub(",", "", count); cost[name] = count / times[name] }
        }
        END { printf "%s %.0f %.0f %.0f %.1f %.1f %.1f %.0f\n", row, cost["birth"], cost["end"], cost["get"],
              cost["each"], cost["tick"], cost["for_each"], cost["three"] }' >>"$scratch/table"
done
awk 'BEGIN { print "| order | birth | end | get | trp_each | tick | trp_for_each | three visits |"; print "|---|---|---|---|---|---|---|---|" }
    { printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6, $7, $8 }' "$scratch/table"

# What costs the same however many actors there are: a steal and an actor's part of a clearing in joined pools, a tick of ten.
per() # PROGRAM KIND N FUNCTION DIVISOR
{
    valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$1" "$2" "$3" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    callgrind_annotate --inclusive=yes --threshold=100 "$scratch/out" | awk -v name="measured_$4" -v by="$5" '
        index($0, name) { count = $1; gsub(",", "", count); printf "%.0f", count / by; exit }'
}
grows=0
for row in "joined birth 1000 1000" "joined clear 2000 20000" "sparse tick 50 50"; do
    IFS=' ' read -r kind name at_few at_many <<END
$row
END
    few=$(per "$1" "$kind" 2000 "$name" "$at_few") many=$(per "$1" "$kind" 20000 "$name" "$at_many")
    echo "$kind, $name: $few instructions with 2,000 actors, $many with 20,000"
    [ "$many" -le $((few * 5 / 4 + 20)) ] || { echo "FAILED: $kind, $name: costs more with more actors"; grows=1; }
done
[ "$grows" = 0 ] || exit 1
case "${2:-}" in
record) cp "$scratch/table" "$3" ;;
compare)
    if ! "$4" -E -dM -xc /dev/null | awk '/__GNUC__/ { gcc = 1 } /__x86_64__/ { x86 = 1 } /__clang__/ { clang = 1 }
        END { exit !(gcc && x86 && !clang) }'; then
        echo "not compared with recorded instructions: not gcc for x86-64"
        exit 0
    fi
    awk 'NR == FNR { for (i = 2; i <= NF; i++) was[$1, i] = $i; next }
        { for (i = 2; i <= NF; i++) if ($i > was[$1, i] * 1.1) { print $1 ", column " i ": " $i " instructions, recorded are " was[$1, i]; bad = 1 } }
        END { exit bad }' "$3" "$scratch/table" && echo "instructions: at most a tenth above the recorded ones"
    ;;
esac
