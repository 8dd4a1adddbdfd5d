#!/bin/sh
# test_bulletml.sh folder compiler: tests the messages for invalid files (bad.txt, bad.expected), and the forms of output. The
# folder also holds the compiled tables of the game's patterns.
set -u
folder=$1
compiler=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
here=$(cd "$(dirname "$0")" && pwd)
bad=$folder/bad
passed=0
failed=0

good() { passed=$((passed + 1)); }
wrong() { failed=$((failed + 1)); echo "FAILED: $*"; }

# is what expected got: compares two texts
is()
{
    if [ "$2" = "$3" ]; then good; else wrong "$1"; printf '  expected: %s\n  got:      %s\n' "$2" "$3"; fi
}

rm -rf "$bad"
mkdir -p "$bad"
awk -v folder="$bad" '/^= / { file = folder "/" $2 ".xml"; next } { print >file }' "$here/bad.txt"

# Files that are too long for bad.txt.
cd "$bad" || exit 1
repeat() { awk -v n="$1" -v what="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", what }'; }
within() { printf '<bulletml>\n<action label="top">\n%s\n</action>\n</bulletml>\n' "$1"; }
within "$(repeat 150 '<action>')$(repeat 150 '</action>')" >deep_elements.xml
within "$(repeat 20001 '<vanish/>')" >many_elements.xml
within "$(repeat 15000 '<vanish/>')$(repeat 4900 '<wait>0.1+$rank*0.1-0.1*$rank+0.1</wait>')" >large_table.xml
within "<wait>$(repeat 60 '(')1$(repeat 60 ')')</wait>" >deep_brackets.xml
within "<wait>$(repeat 60 '- ')1</wait>" >deep_signs.xml
within "<wait>$(repeat 1001 '1')</wait>" >long_text.xml
within "<actionRef label=\"$(repeat 1001 'x')\"/>" >long_label.xml
within "$(repeat 30 '<boom/>
')" >many_errors.xml
{ printf '<bulletml>\n<!--'; repeat 4000000 x; printf -- '-->\n</bulletml>\n'; } >large_file.xml
printf '<bulletml>\n<action label="top">\000</action></bulletml>' >zero_byte.xml
printf '<?xml version="1.0" encoding="x-none"?>\n<bulletml>\n<action label="top\377"/></bulletml>\n' >unknown_encoding.xml
: >empty.xml

for file in *.xml; do
    echo "= ${file%.xml}"
    "$compiler" "$file" 2>&1
    echo "returns $?"
done >said.txt
if cmp -s said.txt "$here/bad.expected"; then
    good
    echo "bulletml: $(grep -c '^= ' said.txt) invalid files have the expected messages"
else
    wrong "the messages for invalid files"
    diff "$here/bad.expected" said.txt | head -n 20
fi
cd "$here/../../.." || exit 1

# The forms of output.
first=$here/../patterns/volley.xml
"$compiler" --table "$bad/a.bmt" "$first" && "$compiler" --dump "$first" >"$bad/a.txt"
is "the list of a table" "$("$compiler" --dump "$bad/a.bmt" | sed 's/ (.*)//')" "$(sed 's/ (.*)//; 1s/ (.*//' "$bad/a.txt")"
is "the beginning of the list" "74 words, 2 routines, 1 top actions, vertical|routine 0 (action top)|    10  repeat [4]" \
    "$(head -n 3 "$bad/a.txt" | paste -sd '|')"
"$compiler" --c volley "$bad/a.c" "$first"
is "C source" "const uint32_t volley_length = 74;" "$(grep '^const uint32_t volley_length' "$bad/a.c")"
"$compiler" --c 2bad "$bad/b.c" "$first" 2>"$bad/b.txt"
is "an invalid name" "2 2bad: this is not a C identifier" "$? $(cat "$bad/b.txt")"
printf 'BMLTxxxxxxxx' >"$bad/short.bmt"
is "a short table" "$bad/short.bmt: its end is missing" "$("$compiler" --dump "$bad/short.bmt" 2>&1)"
{ head -c 100 "$bad/a.bmt"; printf 'x'; tail -c +102 "$bad/a.bmt"; } >"$bad/changed.bmt"
is "a changed table" "$bad/changed.bmt: a word was changed: the checksum is wrong" \
    "$("$compiler" --dump "$bad/changed.bmt" 2>&1)"
is "a missing file" "$bad/none.xml: No such file or directory" "$("$compiler" "$bad/none.xml" 2>&1)"
"$compiler" --table /nowhere/a.bmt "$first" >/dev/null 2>&1
is "a table that cannot be written" 1 $?
"$compiler" --what >/dev/null 2>&1
is "an unknown option" 2 $?

# The game's patterns compile without warnings.
for file in "$here"/../patterns/*.xml; do
    is "${file##*/} has no warning" "" "$("$compiler" "$file" 2>&1)"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
