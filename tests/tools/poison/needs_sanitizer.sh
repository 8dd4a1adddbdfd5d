#!/bin/sh
# Programs that are linked with a debug library, but without its sanitizer, lack thousands of symbols, and the linker prints
# a line for each. This adds an object to the library that defines the sanitizer's symbols, and itself lacks one:
# trp__debug_library_needs_fsanitize_address (world.h). So the linker prints that name alone. With the sanitizer the object
# is not linked, since nothing that it defines is missing.
#   needs_sanitizer.sh LIBRARY CC...
set -eu
library=$1
shift
symbols=$(nm -u "$library" 2>/dev/null | awk '$NF ~ /__asan_/ { print $NF }' | sort -u)
[ -n "$symbols" ] || exit 0 # compiled for no sanitizer
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
{
    echo 'extern int trp__debug_library_needs_fsanitize_address(void);'
    echo '__attribute__((used)) static int (*const needed)(void) = trp__debug_library_needs_fsanitize_address;'
    for symbol in $symbols; do
        printf '__asm__(".globl %s\\n%s:\\n.long 0\\n");\n' "$symbol" "$symbol"
    done
} >"$dir/needs_sanitizer.c"
"$@" -c "$dir/needs_sanitizer.c" -o "$dir/needs_sanitizer.o"
${AR:-ar} rs "$library" "$dir/needs_sanitizer.o" 2>/dev/null
