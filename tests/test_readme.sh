#!/bin/sh
# The README's program is the example, line by line, so that it cannot rot: $1 README, $2 the example.
passed=0
failed=0
# the first C block that has a main
awk '/^```c$/ { block = ""; inside = 1; next } /^```$/ { if (inside && block ~ /int main/) { printf "%s", block; exit } inside = 0 } inside { block = block $0 "\n" }' "$1" |
    diff - "$2" && passed=1 || failed=1
[ "$failed" = 0 ] || echo "The program in $1 is not $2."
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
