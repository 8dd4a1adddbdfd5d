#!/bin/sh
# mutants.sh folder cc [pattern]: breaks a copy of the library in each way of mutants.txt whose line has the pattern, and
# says which test caught it. Fails if one was not caught, or did not compile.
set -u
folder=$1
cc=$2
pattern=${3:-}
here=tests/mutants
flags="-std=c11 -O1 -g -Iinclude"
corpus=tests/fuzz/corpus
mkdir -p "$folder/tests" "$folder/src" "$folder/objects"
log=$folder/log

# compiled once: the tests, and the library as it is
export folder cc flags
# The tests include private headers of src, so both lie side by side as they do in the tree.
for file in tests/unit/*.c; do
    object=$folder/tests/$(basename "$file" .c).o
    [ "$file" = tests/unit/main_plain.c ] && continue
    # shellcheck disable=SC2086,SC2046
    [ "$object" -nt "$file" ] || $cc $flags $(pkg-config --cflags check) -c "$file" -o "$object" || exit 1
done
for file in src/*.c; do
    object=$folder/objects/$(basename "$file" .c).o
    # shellcheck disable=SC2086
    $cc $flags -c "$file" -o "$object" || exit 1
done
plain_corpus=
if [ -n "${FUZZ_REPLAY_SOURCES:-}" ] && [ -d $corpus ]; then
    plain_corpus=yes
fi

# build: the library in $folder/copy into $folder/unit; only what a change concerns
build()
{
    rm -rf "$folder/changed"
    mkdir -p "$folder/changed"
    for file in src/*.c; do
        name=$(basename "$file" .c)
        case $1 in
        *.h) ;;
        *) [ "$file" = "$1" ] || continue ;;
        esac
        # shellcheck disable=SC2086
        $cc $flags -c "$folder/copy/$file" -o "$folder/changed/$name.o" 2>>"$log" || return 1
    done
    objects=
    for object in "$folder"/objects/*.o; do
        name=$(basename "$object")
        if [ -f "$folder/changed/$name" ]; then objects="$objects $folder/changed/$name"; else objects="$objects $object"; fi
    done
    # shellcheck disable=SC2086,SC2046
    $cc -o "$folder/unit" $objects "$folder"/tests/*.o $(pkg-config --libs check) 2>>"$log"
}

# caught: the first test that fails, or the fuzzer's corpus
caught()
{
    CK_DEFAULT_TIMEOUT=${MUTANT_TIMEOUT:-20} CK_VERBOSITY=normal timeout 300 "$folder/unit" >"$folder/said" 2>&1
    [ $? -eq 0 ] || { sed -n 's/.*:[EF]:\([a-z_ ]*\):[^:]*:[0-9]*: \(.*\)/\1: \2/p' "$folder/said" | head -n 1 | cut -c1-90; return 0; }
    [ -n "$plain_corpus" ] || return 1
    # shellcheck disable=SC2086
    $cc $flags -I"$folder/copy/src" $FUZZ_REPLAY_SOURCES $objects -o "$folder/replay" 2>>"$log" || return 1
    timeout 300 "$folder/replay" $corpus >"$folder/said" 2>&1 && return 1
    echo "the fuzzer's corpus"
}

: >"$log"
total=0
survived=0
grep -v '^#' $here/mutants.txt | grep -F -- "$pattern" >"$folder/list"
while IFS= read -r line; do
    noun=${line%% | *}
    rest=${line#* | }
    what=${rest%% | *}
    rest=${rest#* | }
    file=${rest%% | *}
    script=${rest#* | }
    total=$((total + 1))
    rm -rf "$folder/copy"
    mkdir -p "$folder/copy"
    cp -r src include "$folder/copy/"
    sed -e "$script" "$file" >"$folder/copy/$file"
    if cmp -s "$file" "$folder/copy/$file"; then
        by="NOT CHANGED: mutants.txt is out of date"
        survived=$((survived + 1))
    elif ! build "$file"; then
        by="DOES NOT COMPILE"
        survived=$((survived + 1))
    elif ! by=$(caught); then
        by="NOT CAUGHT"
        survived=$((survived + 1))
    fi
    printf '%-8s %-52s %s\n' "$noun" "$what" "$by"
done <"$folder/list"
echo "$((total - survived)) of $total mutants caught"
[ $survived -eq 0 ]
