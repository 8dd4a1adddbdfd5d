#!/bin/sh
# coverage.sh folder: builds the unit tests with gcc's --coverage, runs them under Check, and lets judge.py print the table. Exits 1 if a branch was not taken and is not in exceptions.txt.
set -u
folder=$1
here=tests/tools/coverage
CC=${CC:-gcc}
MAKE=${MAKE:-make}

mkdir -p "$folder"
echo 'int x;' >"$folder/probe.c"
if ! "$CC" --coverage -c "$folder/probe.c" -o "$folder/probe.o" 2>/dev/null; then
    echo "skipped: $CC with --coverage does not work (Debian: gcc)"
    exit 0
fi
command -v gcovr >/dev/null 2>&1 || sh tests/tools/install.sh gcovr
if ! command -v gcovr >/dev/null 2>&1; then
    echo "skipped: gcovr is not installed (Debian: gcovr)"
    exit 0
fi
$MAKE --no-print-directory -s -j2 coverage-units CC="$CC" || exit 1
find "$folder" -name '*.gcda' -exec rm -f {} +
find "$folder" -name '*.gcno' | while read -r notes; do # of deleted sources
    source=${notes#"$folder"/}
    [ -f "${source%.gcno}.c" ] || rm -f "$notes"
done

if ! CK_FORK=no "$folder/unit" >"$folder/unit.log" 2>&1; then
    echo "the unit tests fail; from $folder/unit.log:"
    tail -n 20 "$folder/unit.log"
    exit 1
fi
grep '^[0-9]*%' "$folder/unit.log"
gcovr -r . --filter 'src/' --json "$folder/all.json" "$folder" || exit 1
python3 "$here/judge.py" "$folder/all.json" "$here/exceptions.txt"
