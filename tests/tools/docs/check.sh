#!/bin/sh
# Tests that each public function and macro has its own comment directly before it, that each header has a description with a first
# call, and that the headers declare exactly the exported functions of the library. Then that pages and comments name only what
# headers and sources have, besides the options of the build (changes.md names what is gone).
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
        /^ \* @file / { file = 1; head = 1 }
        head && /^ \* private: / { shown = 1 }
        head && /^ \*     [^ ]/ { shown = 1 }
        /\*\// { head = 0 }
        { starts = ($0 ~ /^\/\*\*/) }
        starts { documented = 0; inside = 1 }
        inside { if ($0 ~ /\*\/ *$/) { inside = 0; documented = 1 }; next }
        /^#undef trp_/ { replaced = $2 }
        # a declaration: an exported or inline function, or a macro
        /^#define (trp|TRP)_[A-Za-z0-9]/ {
            # trace.h has macros with the names of functions and of other macros, which have their comments elsewhere
            if ($2 !~ /_H$/ && (replaced == "" || index($2, replaced "(") != 1) && $0 !~ /TRP__HERE, __VA_ARGS__/ && !documented && $0 !~ /\/\*\*</) { print FILENAME ": " $2 " has no comment"; bad = 1 }
        }
        /^[a-z].*[ *]trp_[a-z0-9_]+\(/ && !/^typedef/ {
            name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
            if (name !~ /^trp__/ && !documented) { print FILENAME ": " name " has no comment"; bad = 1 }
            if ($0 !~ /^static/) print name >names
            count++
        }
        !/\\$/ { documented = 0 }
        END { if (!file) { print FILENAME ": no @file"; bad = 1 }
              if (!shown) { print FILENAME ": its head shows no call"; bad = 1 }
              exit bad }' "$header" >"$dir/out"
    if [ $? = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); cat "$dir/out"; fi
    cat "$dir/declared" >>"$dir/all" 2>/dev/null
    rm -f "$dir/declared"
done

# trp__* in public headers are private and are not compared
LC_ALL=C sort -u "$dir/all" | grep -v '^trp__' >"$dir/declared"
grep -v '^trp__' "$1" >"$dir/exported"
if diff "$dir/declared" "$dir/exported" && [ "$(wc -l <"$dir/declared")" -gt 100 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED: the functions of the headers ('<') differ from those of $1"
fi
words='\<(trp|TRP)_[A-Za-z0-9_]*[A-Za-z0-9]\>'
sed 's|/\*.*\*/||; s|//.*||; /^ *\/\*/,/\*\//d; /^ \*/d' include/troupe/*.h include/troupe/*.hpp src/*/*.[ch] | grep -oE "$words" |
    LC_ALL=C sort -u >"$dir/words"
printf 'TRP_%s\n' NO_MALLOC NO_MESSAGES NO_THREADS VALGRIND >>"$dir/words"
for page in README.md src/*/README.md tests/tools/docs/*.md tests/*/README.md tests/*/*/README.md include/troupe/*; do
    case $page in */changes.md | tests/ports/README.md) continue ;; esac # the latter has tables by make
    # a name that ends with _ or * stands for several
    gone=$(grep -oE "$words[_*]?" "$page" | grep -v '[_*]$' | LC_ALL=C sort -u | grep -vxFf "$dir/words")
    if [ -z "$gone" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $page names what is nowhere:" $gone
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
