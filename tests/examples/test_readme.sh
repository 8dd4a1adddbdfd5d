#!/bin/sh
# The README's programs compile without a warning, and print what the README says that they print (the block that
# follows the program). The first one is the example $2, line by line.
#   test_readme.sh README EXAMPLE CC LIBRARY
set -u
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# program k: $dir/k.c, and $dir/k.out, the first plain block behind it
awk -v dir="$dir" '
    /^```/ && inside { if (c && text ~ /int main/) printf "%s", text > (dir "/" (++programs) ".c")
                       if (!c && programs && !(programs in has)) { printf "%s", text > (dir "/" programs ".out"); has[programs] = 1 }
                       inside = 0; next }
    /^```/ { inside = 1; c = ($0 == "```c"); text = ""; next }
    inside { text = text $0 "\n" }' "$1"

say()
{
    failed=$((failed + 1))
    echo "FAILED: $1"
}
if diff "$dir/1.c" "$2"; then passed=1; else say "the first program in $1 is not $2"; fi
for program in "$dir"/*.c; do
    name=${program%.c}
    title="program $(basename "$name") of $1"
    if ! $3 -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude "$program" "$4" -o "$name"; then
        say "$title does not compile"
    elif [ ! -f "$name.out" ]; then
        say "$title: no block behind it says what it prints"
    elif "$name" 2>&1 | diff "$name.out" -; then
        passed=$((passed + 1))
    else
        say "$title prints something else ('<' is expected)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
