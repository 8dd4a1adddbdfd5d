#!/bin/sh
# port.sh FOLDER NAME COMPILER PACKAGES RUNNER PACKAGES ENDING: builds a port's two programs, runs them and writes its row of the
# table. If the compiler or the emulator is missing, the output and the row name it.
folder=$1 name=$2 compiler=$3 runner=$5 ending=$7
out=$folder/$name
mkdir -p "$out"
rm -f "$folder/rows/$name"

skip() # reason, packages
{
    echo "skipped: $name: $1 (Debian: $2)"
    sh tests/ports/row.sh "$folder" "$name" "skipped: $1 (Debian: $2)"
    exit 0
}
fail() # what
{
    echo "FAILED: $name: $1"
    sh tests/ports/row.sh "$folder" "$name" "$tools" "$machine" "${situations:-FAILED: $1}" "${hash:-FAILED: $1}"
    exit 1
}

command -v "${compiler%% *}" >/dev/null 2>&1 || skip "${compiler%% *} is not installed" "$4"
echo 'int main(void) { return 0; }' >"$out/nothing.c"
$compiler -o "$out/nothing$ending" "$out/nothing.c" >/dev/null 2>&1 ||
    skip "$(echo "$compiler" | sed 's/ -Werror//') cannot build programs" "$4"
flags=$(echo "$compiler " | sed 's/^[^ ]*//; s/ -Werror//; s/ -nostdlib//; s/ -Wl,[^ ]*//g; s/ -Itests[^ ]*//; s/ -Wno[^ ]*//; s/ *$//')
tools="${compiler%% *} $(sh tests/ports/version.sh "${compiler%% *}")$flags"
machine=this
case $compiler in
*\ -m32*) runner=$(sh tests/tools/m32.sh "${compiler%% *}") || skip "32-bit programs do not run" "qemu-user-static" ;;
esac
if [ "$runner" = env ]; then runner=; fi
if [ -n "$runner" ]; then
    words=$(echo "$runner" | sed 's|^sh .*/\([a-z]*\)[.]sh.*|\1|; s/ .*//')
    $runner --version >/dev/null 2>&1 || skip "the emulator is not installed: $words" "$6"
    # shellcheck disable=SC2086
    machine="$words $(sh tests/ports/version.sh $runner)"
fi

${MAKE:-make} --no-print-directory "$out/situations$ending" "$out/hash$ending" >"$out/make.log" 2>&1 || {
    tail -n 20 "$out/make.log"
    fail "it does not compile"
}
$runner "$out/situations$ending" >"$out/situations.raw" 2>"$out/stderr"
status=$?
tr -d '\r' <"$out/situations.raw" >"$out/situations.txt"
situations=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$out/situations.txt" | tail -n 1)
$runner "$out/hash$ending" 2>>"$out/stderr" | tr -d '\r' >"$out/hash.txt"
hash=$(sed -n '$s/^[0-9]* //p' "$out/hash.txt")
grep -E ' cases$' "$out/situations.txt" >"$out/cases"
# the cases of the first port since a situation changed are the measure for the next ones
[ -e "$folder/cases" ] && [ -z "$(find tests/unit tests/model -newer "$folder/cases" -name '*.[ch]')" ] ||
    cp "$out/cases" "$folder/cases"

echo "$name ($tools; $machine): ${situations:-no result}, hash ${hash:-none}"
[ -n "$situations" ] || { tail -n 5 "$out/stderr"; fail "the situations did not end"; }
[ $status = 0 ] || { grep -B 1 '^FAILED' "$out/situations.txt"; fail "situations"; }
grep -qxF "$(cat "$out/hash.txt")" tests/ports/hash.expected || {
    hash="FAILED: $(cat "$out/hash.txt")"
    fail "the hash is not that of tests/ports/hash.expected"
}
diff "$folder/cases" "$out/cases" || {
    situations="$situations, FAILED: different cases"
    fail "the situations took different cases than in the previous port"
}
sh tests/ports/row.sh "$folder" "$name" "$tools" "$machine" "$situations" "$hash"
