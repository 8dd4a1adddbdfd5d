#!/bin/sh
# mutants.sh folder cc [pattern]: breaks a copy of the library in each way of mutants.txt whose line has the pattern, says
# which unit test caught it first, and whether the fuzzer's corpus alone does. Fails if neither did, or one did not compile.
# `folder` has all objects, as rules.mk makes them. The table is written to folder/table.md, too.
set -u
folder=$1
cc=$2
pattern=${3:-}
flags="-std=c11 -O1 -g -ffp-contract=off -Iinclude"
log=$folder/log
table=$folder/table.md

# compile file: the library with this file changed into $folder/changed; of a header, what includes it
compile()
{
    rm -rf "$folder/changed"
    mkdir -p "$folder/changed"
    case $1 in
    *.h) concerned=$(grep -l -F "$(basename "$1")" "$folder"/src/*/*.d | sed "s|^$folder/\(.*\)\.d$|\1.c|") ;;
    *) concerned=$1 ;;
    esac
    for source in $concerned; do
        [ -f "$source" ] || continue # its object is left from an earlier day
        # shellcheck disable=SC2086
        $cc $flags -c "$folder/copy/$source" -o "$folder/changed/$(basename "$source" .c).o" 2>>"$log" || return 1
    done
    for source in src/*/*.c; do
        object=$(basename "$source" .c).o
        [ -f "$folder/changed/$object" ] || cp "$folder/${source%.c}.o" "$folder/changed/"
    done
    $cc -o "$folder/runner" "$folder/tests/mutants/runner.o" "$folder/unit.a" "$folder"/changed/*.o -lm 2>>"$log" &&
        $cc -o "$folder/replay" "$folder/tests/fuzz/main_replay.o" "$folder/replay.a" "$folder"/changed/*.o -lm 2>>"$log"
}

: >"$log"
total=0
survived=0
grep -v '^#' tests/mutants/mutants.txt | grep -F -- "$pattern" >"$folder/list"
printf '| noun | broken | caught by | corpus |\n|---|---|---|---|\n' >"$table"
printf '%-10s %-56s %-7s %s\n' noun broken corpus 'caught by'
while IFS= read -r line; do
    noun=${line%% | *}
    rest=${line#* | }
    what=${rest%% | *}
    rest=${rest#* | }
    file=${rest%% | *}
    script=${rest#* | }
    corpus=no
    total=$((total + 1))
    rm -rf "$folder/copy"
    mkdir -p "$folder/copy"
    cp -r src include "$folder/copy/"
    sed -e "$script" "$file" >"$folder/copy/$file"
    if cmp -s "$file" "$folder/copy/$file"; then
        by="NOT CHANGED: mutants.txt is out of date"
        survived=$((survived + 1))
    elif ! compile "$file"; then
        by="DOES NOT COMPILE"
        survived=$((survived + 1))
    else
        by=$(timeout "${MUTANT_TIMEOUT:-120}" "$folder/runner" 2>/dev/null)
        timeout "${MUTANT_TIMEOUT:-120}" "$folder/replay" tests/fuzz/corpus/* >/dev/null 2>&1 || corpus=yes
        if [ -z "$by" ] && [ $corpus = yes ]; then
            by="the fuzzer's corpus"
        elif [ -z "$by" ]; then
            by="NOT CAUGHT"
            survived=$((survived + 1))
        fi
    fi
    printf '%-10s %-56s %-7s %s\n' "$noun" "$what" $corpus "$by"
    printf '| %s | %s | %s | %s |\n' "$noun" "$what" "$by" $corpus >>"$table"
done <"$folder/list"
echo "$((total - survived)) of $total mutants caught"
[ $survived -eq 0 ]
