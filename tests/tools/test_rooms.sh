#!/bin/sh
# The rooms (folders) of src/ are layers: tests that a room uses only the rooms that the table allows, by includes and by
# symbols, and that no headers include each other in a cycle. A room that is missing in the table fails. State is above the
# modules whose parts it saves. The core and its debug room know each other: the room is apart so that the core shows only hooks.
#   test_rooms.sh FOLDER_OF_OBJECTS (as src/: FOLDER/core/world.o)
set -u
objects=$1
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cat >"$dir/table" <<'END'
base
core      base debug
debug     base core
module    base core debug
group     base core debug
family    base core debug
space     base core debug
inspect   base core
time      base core
state     base core debug module group family space time parallel
save      base core debug module state group family space time
parallel  base core space
END
passed=0
failed=0

# judge: reads uses as lines "room used_room file used"; reports each use that the table does not allow
judge()
{
    awk -v table="$dir/table" '
        BEGIN { while ((getline line < table) > 0) { n = split(line, word, " "); known[word[1]] = 1
                    for (i = 1; i <= n; i++) allowed[word[1], word[i]] = 1 } }
        !($1 in known) { print "FAILED: the table has no room " $1; bad = 1; next }
        !(($1, $2) in allowed) { print "FAILED: " $1 " may not use " $2 ": " $3 " " $4; bad = 1 }
        END { exit bad + 0 }'
}
check() # name
{
    if judge; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}

awk '/^#include "/ {
    split(FILENAME, at, "/"); name = $2; gsub(/"/, "", name)
    if (name ~ /troupe\//) next
    to = name ~ /^\.\.\// ? substr(name, 4) : at[2] "/" name; split(to, there, "/")
    print at[2], there[1], at[2] "/" at[3], to }' src/*/*.[ch] >"$dir/includes"
check 'includes' <"$dir/includes"

# tsort prints cycles of headers.
awk '{ print $3, $4 }' "$dir/includes" | tsort >/dev/null 2>"$dir/circles"
if [ ! -s "$dir/circles" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && cat "$dir/circles"; fi

for object in "$objects"/*/*.o; do
    room=$(basename "$(dirname "$object")")
    [ -f "src/$room/$(basename "$object" .o).c" ] || continue # an object of a deleted source
    nm "$object" | awk -v room="$room" -v file="$room/$(basename "$object")" '
        NF == 3 && $2 ~ /^[A-Z]$/ { print "D", $3, room } NF == 2 && $1 == "U" && $2 ~ /^trp_/ { print "U", $2, room, file }'
done >"$dir/symbols"
awk '$1 == "D" { home[$2] = $3; next } { use[++n] = $0 } END { for (i = 1; i <= n; i++) { split(use[i], u, " ")
    if (u[2] in home) print u[3], home[u[2]], u[4], u[2] } }' "$dir/symbols" >"$dir/uses"
if [ -s "$dir/uses" ]; then check 'called functions' <"$dir/uses"; else failed=$((failed + 1)) && echo "FAILED: no symbols in $objects"; fi

# A name in a private header is visible in all sources of the amalgamation, so it needs the prefix.
grep -nE '^(typedef (struct|enum|union) [a-z_]+|\} [a-z_]+;|#define [A-Z_]+)' src/*/*.h | sed -E 's/\(.*//' |
    grep -vE ' (trp_|TRP_|TROUPE_)[A-Za-z_]*(;|$| )' >"$dir/words"
if [ ! -s "$dir/words" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: names without trp__:" && cat "$dir/words"; fi

# Tests include private headers only for a reason, in a comment on the line.
grep -rnE '#include "(\.\./)*src/' tests/unit tests/model --include='*.[ch]' | grep -v '/\* .* \*/' >"$dir/bare"
if [ ! -s "$dir/bare" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: includes without a reason:" && cat "$dir/bare"; fi

echo "rooms: $(wc -l <"$dir/includes") includes, $(wc -l <"$dir/uses") uses of symbols"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
