#!/bin/sh
# Every public function and macro has a comment of its own right in front of it, every header says what it is for, and
# what the headers declare is what the library exports.
#   check.sh SYMBOLS
set -u
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

for header in include/troupe/*.h include/troupe/*.hpp; do
    awk -v names="$dir/declared" '
        BEGIN { documented = 0 }
        /^ \* @file / { file = 1 }
        { starts = ($0 ~ /^\/\*\*/) }
        starts { documented = 0; inside = 1 }
        inside { if ($0 ~ /\*\/ *$/) { inside = 0; documented = 1 }; next }
        /^#undef trp_/ { replaced = $2 }
        # a declaration of the header: a function that is exported or inline, or a macro
        /^#define (trp|TRP)_[A-Za-z0-9]/ {
            # place.h has macros named like functions, and in the place of macros that have their comments elsewhere
            if ($2 !~ /_H$/ && (replaced == "" || index($2, replaced "(") != 1) && $0 !~ /TRP_HERE, __VA_ARGS__/ && !documented && $0 !~ /\/\*\*</) { print FILENAME ": " $2 " has no comment"; bad = 1 }
        }
        /^[a-z].*[ *]trp_[a-z0-9_]+\(/ && !/^typedef/ {
            name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
            if (name !~ /^trp__/ && !documented) { print FILENAME ": " name " has no comment"; bad = 1 }
            if ($0 !~ /^static/) print name >names
            count++
        }
        !/\\$/ { documented = 0 }
        END { if (!file) { print FILENAME ": no @file"; bad = 1 }; exit bad }' "$header" >"$dir/out"
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); cat "$dir/out"; fi
    cat "$dir/declared" >>"$dir/all" 2>/dev/null
    rm -f "$dir/declared"
done

# trp__* in public headers are private, and not compared
LC_ALL=C sort -u "$dir/all" | grep -v '^trp__' >"$dir/declared"
grep -v '^trp__' "$1" >"$dir/exported"
if diff "$dir/declared" "$dir/exported" && [ "$(wc -l <"$dir/declared")" -gt 100 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED: the headers' functions ('<') are not those of $1"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
