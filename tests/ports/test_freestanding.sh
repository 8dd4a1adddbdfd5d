#!/bin/sh
# Tests that the core is freestanding: its only external symbols are memcpy and memset. Only heap.c needs more. $1: cc, $2: the
# sources; then the levels of optimization. It has no data that can be written; tables of functions are constants, at fixed
# addresses as in a machine without a system.
passed=0
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cc=$1
sources=$2
shift 2
for level in "$@"; do
    # shellcheck disable=SC2016 # expanded by the inner shell; $cc may be several words
    find "$sources" -name '*.c' ! -name heap.c -print | xargs -P 2 -n 10 sh -c '
        dir=$1 cc=$2 level=$3; shift 3
        for file; do
            $cc -std=c11 $level -ffreestanding -fno-pie -Iinclude -c "$file" -o "$dir/$(basename "$file" .c).o" || exit 1
        done' compile "$dir" "$cc" "$level" || failed=$((failed + 1))
    outside=$(nm -u "$dir"/*.o | awk '{ print $NF }' | grep -v ':$' | sort -u |
        grep -vxE "memcpy|memset|_GLOBAL_OFFSET_TABLE_|trp_[a-z_0-9]*|" || true)
    defined=$(nm -g --defined-only "$dir"/*.o | awk 'NF == 3 { print $3 }' | grep -v '^trp_' || true)
    data=$(nm "$dir"/*.o | awk 'NF == 3 && $2 ~ /^[bBdDC]$/ { print $3 }')
    if [ -z "$outside$defined$data" ]; then
        passed=$((passed + 1))
    else
        echo "$level: external symbols: $outside; defined names without trp_: $defined; data: $data"
        failed=$((failed + 1))
    fi
    rm -f "$dir"/*.o
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
