#!/bin/sh
# test_bulletml.sh folder compiler: tests the messages for invalid files, and the compiler's output. In bad.txt a file begins with
# "= NAME"; after it stand its messages, each after "! ". Files without content are made here.
set -u
folder=$1
compiler=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../check.sh"
bad=$folder/bad

# is what expected got: compares two texts
is()
{
    if [ "$2" = "$3" ]; then good; else wrong "$1"; printf '  expected: %s\n  got:      %s\n' "$2" "$3"; fi
}

rm -rf "$bad"
mkdir -p "$bad"
awk -v folder="$bad" '/^= / { file = folder "/" $2 ".xml"; next } !/^! / { print >file }' "$here/bad.txt"

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

sed -n 's/^= //p' "$here/bad.txt" | while read -r name; do
    echo "= $name"
    "$compiler" "$name.xml" 2>&1
    echo "returns $?"
done >said.txt
awk 'function returns() { if (name) print "returns " (fails ? 1 : 0); fails = 0 } /^= / { returns(); name = $2; print }
    /^! / { print name ".xml:" substr($0, 3); if (!/: warning: /) fails = 1 } END { returns() }' "$here/bad.txt" >expected.txt
if cmp -s said.txt expected.txt; then
    good
    echo "bulletml: $(grep -c '^= ' said.txt) invalid files have the expected messages"
else
    wrong "the messages for invalid files"
    diff expected.txt said.txt | head -n 20
fi
cd "$here/../../.." || exit 1

# Output.
first=$here/../patterns/volley.xml
"$compiler" --c volley "$bad/a.c" "$first"
is "C source" "const uint32_t volley_length = 74;" "$(grep '^const uint32_t volley_length' "$bad/a.c")"
is "a missing file" "$bad/none.xml: No such file or directory" "$("$compiler" "$bad/none.xml" 2>&1)"
"$compiler" --c volley /nowhere/a.c "$first" >/dev/null 2>&1
is "a table that cannot be written" 1 $?
"$compiler" --c 1st-volley "$bad/a.c" "$first" >/dev/null 2>&1
is "a name that C has not" 2 $?
"$compiler" --what >/dev/null 2>&1
is "an unknown option" 2 $?

# The game's patterns compile without warnings.
for file in "$here"/../patterns/*.xml; do
    is "${file##*/} has no warning" "" "$("$compiler" "$file" 2>&1)"
done

result
