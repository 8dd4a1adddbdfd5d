#!/bin/sh
# Tests that the lists of sources for CMake and Meson contain each src/*/*.c and nothing else. `write` writes the lists.
#   source_lists.sh [write]
set -u
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# with_list FILE LINE_PER_SOURCE: prints the file with the expected list
with_list()
{
    ls src/*/*.c | LC_ALL=C sort | sed "s|^src/\(.*\)|$2|" >"$dir/list"
    awk -v list="$dir/list" '
        /# the end of the list/ { while ((getline line < list) > 0) print line; skip = 0 }
        !skip { print }
        /# the list:/ { skip = 1 }' "$1"
}

for each in "src/packaging/CMakeLists.txt:    ../\\1" "src/packaging/meson.build:  '../\\1',"; do
    file=${each%%:*}
    with_list "$file" "${each#*:}" >"$dir/should"
    if [ "${1:-}" = write ]; then
        cat "$dir/should" >"$file"
    elif diff "$file" "$dir/should" && [ "$(wc -l <"$dir/list")" -gt 40 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $file does not list the existing sources ('>'): run make source-lists"
    fi
done
[ "${1:-}" = write ] && exit 0
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
