#!/bin/sh
# What MSVC's C11 mode accepts, without MSVC: clang plays it, so that the branches for it are taken, and refuses every
# extension of C11 and of C++; and outside the headers that know compilers nothing asks which one it is. $1: clang
clang=$1
passed=0
failed=0
quiet=$(mktemp)
trap 'rm -f "$quiet"' EXIT
try() # what, command
{
    what=$1
    shift
    if "$@" >"$quiet" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAILED: $what"
        head -n 20 "$quiet"
        failed=$((failed + 1))
    fi
}

# Names that are the compiler's own, words and signs of GNU C, and what MSVC's C11 lacks.
extensions()
{
    files=$(find include src -name '*.[ch]' ! -path src/compiler.h ! -path include/troupe/hints.h)
    # shellcheck disable=SC2086
    ! grep -nE '\b__[A-Za-z]\w*|\b(typeof|asm|alloca|max_align_t|_Thread_local|_Complex|_Atomic)\b|\(\{|\[static|^ *# *pragma|_Pragma|\?:' \
        $files | grep -vE '\b(__cplusplus|__FILE__|__LINE__|__VA_ARGS__|__STDC_VERSION__)\b'
}

# shellcheck disable=SC2086
play() # machine, flags and file
{
    machine=$1
    shift
    $clang --target="$machine-pc-windows-msvc" -fms-compatibility-version=19.30 -nostdlibinc -Itests/ports/msvc \
        -Itests/ports/bare -Iinclude -fsyntax-only -pedantic-errors -Werror -Wall -Wextra -Wvla -Wgnu "$@"
}
header_alone() # language, standard, header
{
    printf '#include "troupe/%s"\n' "$(basename "$3")" | play x86_64 -x "$1" "-std=$2" -
}

try "no extensions outside src/compiler.h and include/troupe/hints.h" extensions
for file in src/*.c; do
    for machine in x86_64 i686 aarch64; do
        try "$file for $machine" play $machine -std=c11 "$file"
    done
done
for file in tests/unit/[!m]*.c tests/ports/hash*.c; do
    [ "$file" = tests/ports/hash_main.c ] || try "$file" play x86_64 -std=c11 "$file"
done
for header in include/troupe/*.h; do
    try "$header" header_alone c c11 "$header"
    try "$header as C++17" header_alone c++ c++17 "$header"
    try "$header as C++20" header_alone c++ c++20 "$header"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
