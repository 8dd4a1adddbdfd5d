#!/bin/sh
# Checks the sources for MSVC's C11 mode, without MSVC. clang replaces it: it compiles the branches for MSVC, and rejects all
# extensions of C11 and C++. Only the headers for compilers may contain tests for a compiler. $1: clang
clang=$1
passed=0
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quiet=$scratch/said
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

# Finds builtins, tests for compilers, keywords and syntax of GNU C, and features that MSVC's C11 lacks.
extensions() # file...
{
    ! grep -nE '\b__[A-Za-z]\w*|\b_(MSC_VER|WIN32|WIN64|M_\w*)\b|\b(typeof|asm|alloca|max_align_t|_Thread_local|_Complex|_Atomic)\b|\(\{|\[static|^ *# *pragma|_Pragma|\?:' \
        "$@" | grep -vE '\b(__cplusplus|__FILE__|__LINE__|__VA_ARGS__|__STDC_VERSION__)\b'
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

# Code that must be refused, which shows that the checks work.
bites() # code that must be refused
{
    printf '%s\n' "$1" >"$scratch/bad.c"
    ! { extensions "$scratch/bad.c" && play x86_64 -std=c11 "$scratch/bad.c"; }
}

not()
{
    ! "$@"
}
while read -r bad; do
    try "this is not refused: $bad" bites "$bad"
done <<'EOF'
int f(int a) { return __builtin_popcount((unsigned)a); }
int f(int a) { return ({ int b = a; b + 1; }); }
int f(int a) { typeof(a) b = a; return b; }
int f(int a) { switch (a) { case 1 ... 3: return 1; default: return 0; } }
int f(int a) { return a ?: 1; }
int f(int a, int b[a][a]) { int c[a]; c[0] = b[0][0]; return c[0]; }
int f(int a) { return a; } __attribute__((cold)) int g(void);
struct s { int a; int b[0]; };
void *f(void *a) { return a + 1; }
struct s { int a; } f = { a: 1 };
long f(void) { return sizeof(struct {}); }
int f(void) { return _MSC_VER; }
_Thread_local int f;
int f(void) { __asm__(""); return 0; }
EOF
try "plain C is not refused" not bites "int f(int a) { return a; }"

# shellcheck disable=SC2046
try "no extensions outside src/base/{compiler,four}.h and include/troupe/hints.h" \
    extensions $(find include src -name '*.[ch]' ! -path src/base/compiler.h ! -path src/base/four.h ! -path include/troupe/hints.h)
for file in src/*/*.c; do
    for machine in x86_64 i686 aarch64; do
        try "$file for $machine" play $machine -std=c11 "$file"
    done
done
for file in tests/unit/[!m]*.c tests/unit/*/*.c tests/ports/hash*.c; do
    [ "$file" = tests/ports/hash_main.c ] || try "$file" play x86_64 -std=c11 "$file"
done
for header in include/troupe/*.h; do
    try "$header" header_alone c c11 "$header"
    try "$header as C++17" header_alone c++ c++17 "$header"
    try "$header as C++20" header_alone c++ c++20 "$header"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
