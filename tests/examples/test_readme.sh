#!/bin/sh
# Tests the programs of the pages. Each compiles without a warning, and its output is the block after it. Other C blocks are
# recipes: their lines are consecutive lines of recipes.c, which is compiled and run as an example. A plain block after a recipe
# is part of the output of recipes.c. Links lead to existing files. The first program of the first page equals hello.c.
#   [HEADERS=include] test_readme.sh EXAMPLES CC LIBRARY README PAGE...
set -u
examples=$1
cc=$2
library=$3
shift 3
passed=0
failed=0
recipes=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

say()
{
    failed=$((failed + 1))
    echo "FAILED: $1"
}

# splits a page into blocks: programs N.c, their output N.out, recipes N.recipe, output of recipes N.shown
split()
{
    rm -f "$dir"/*
    awk -v dir="$dir" '
        /^```/ && inside {
            if (c && text ~ /int main/) printf "%s", text > (dir "/" (++programs) ".c")
            else if (c) printf "%s", text > (dir "/" (++recipes) ".recipe")
            else if (programs && !(programs in has)) { printf "%s", text > (dir "/" programs ".out"); has[programs] = 1 }
            else if (recipes) printf "%s", text > (dir "/" (++shown) ".shown")
            inside = 0; next }
        /^```/ { inside = 1; c = ($0 == "```c"); text = ""; next }
        inside { text = text $0 "\n" }' "$1"
}

# succeeds if the lines of $1 are consecutive lines of $2, with any indentation
stands_in()
{
    awk '{ sub(/^[ \t]+/, ""); sub(/[ \t]+$/, "") }
         FNR == NR { block = block $0 "\n"; next }
         { all = all $0 "\n" }
         END { exit index("\n" all, "\n" block) == 0 }' "$1" "$2"
}

try()
{
    name=${1%.c}
    title="program $(basename "$name") of $2"
    if ! $cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"${HEADERS:-include}" "$1" "$library" -o "$name"; then
        say "$title does not compile"
    elif [ ! -f "$name.out" ]; then
        say "$title: no block with its output follows"
    elif "$name" 2>&1 | diff "$name.out" -; then
        passed=$((passed + 1))
    else
        say "$title: the output differs ('<' is expected)"
    fi
}

# prints the page's links to files
links()
{
    grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^[a-z]*:\|^$' | sort -u >"$dir/links"
    while read -r link; do
        if [ -e "$(dirname "$1")/$link" ]; then passed=$((passed + 1)); else say "$1 links to $link, which does not exist"; fi
    done <"$dir/links"
}

first=$1
for page in "$@"; do
    split "$page"
    links "$page"
    if [ "$page" = "$first" ]; then
        if diff "$dir/1.c" "$examples/hello.c"; then passed=$((passed + 1)); else say "the first program in $page is not hello.c"; fi
        if [ "$(wc -c <"$page")" -le 20480 ]; then passed=$((passed + 1)); else say "$page has more than 20 KB"; fi
    fi
    for program in "$dir"/*.c; do
        [ -f "$program" ] && try "$program" "$page"
    done
    for recipe in "$dir"/*.recipe; do
        [ -f "$recipe" ] || continue
        recipes=$((recipes + 1))
        if stands_in "$recipe" "$examples/recipes.c"; then
            passed=$((passed + 1))
        else
            say "$page: these lines are not in recipes.c:"
            sed 's/^/    /' "$recipe"
        fi
    done
    for shown in "$dir"/*.shown; do
        [ -f "$shown" ] || continue
        if stands_in "$shown" "$examples/recipes.expected"; then passed=$((passed + 1)); else say "$page: recipes.c does not print: $(cat "$shown")"; fi
    done
done
[ "$recipes" -gt 10 ] || say "no recipes were found"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
