#!/bin/sh
# Tests the amalgamation: troupe.h and troupe.c compile alone without a warning, with each available compiler, for 64 and 32
# bits. They export the same names as the library, need no malloc with TRP_NO_MALLOC, and pass the situations of the unit tests.
#   test_amalgamation.sh quick|all DIRECTORY LIBRARY COMPILER...
# quick: runs the situations with the first compiler only, and with -O2 only.
set -u
how=$1
folder=$(cd "$2" && pwd)
directory=$folder/troupe
tools=$(cd "$(dirname "$0")/../tools" && pwd)
library=$3
shift 3
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wcast-qual -Werror'

check()
{
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
    fi
}

# compiles_alone COMPILER FLAGS...
compiles_alone()
{
    # shellcheck disable=SC2086
    (cd "$directory" && "$@" -std=c11 $warnings -c troupe.c -o "$dir/alone.o") 2>"$dir/errors" || { cat "$dir/errors"; return 1; }
}

exports_the_same()
{
    nm -g --defined-only "$library" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u >"$dir/library"
    nm -g --defined-only "$dir/alone.o" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort -u | diff "$dir/library" -
}

# A program of the README finds the header.
is_found()
{
    # shellcheck disable=SC2086
    "$1" -std=c11 $warnings "-I$folder" tests/examples/hello.c "$directory/troupe.c" -o "$dir/hello" &&
        "$dir/hello" >"$dir/out" 2>&1 && diff tests/examples/hello.expected "$dir/out"
}

# Builds all programs of the pages with the two files alone.
pages()
{
    "$1" -std=c11 -O1 -c "$directory/troupe.c" -o "$dir/pages.o" || return 1
    HEADERS=$folder sh tests/examples/test_readme.sh tests/examples "$1" "$dir/pages.o" README.md \
        tests/tools/docs/*.md src/*/README.md >"$dir/out" 2>&1 || { cat "$dir/out"; return 1; }
    echo "programs of the pages: $(tail -n 1 "$dir/out")"
}

# The other ways to include the header: with brackets, by module
included_otherwise()
{
    for line in '<troupe/troupe.h>' '"troupe/space.h"'; do
        printf '#include %s\nint main(void)\n{\n    return trp_world_create(0) == 0;\n}\n' "$line" >"$dir/include.c"
        # shellcheck disable=SC2086
        "$1" -std=c11 $warnings "-I$folder" "$dir/include.c" "$directory/troupe.c" -o "$dir/included" &&
            "$dir/included" || { echo "with #include $line"; return 1; }
    done
}

# Builds C++ programs with the wrapper in the folder.
in_cpp()
{
    "$1" -std=c11 -O1 -c "$directory/troupe.c" -o "$dir/pages.o" || return 1
    for name in wrapper in_cpp bases_cpp; do
        "$2" -std=c++17 -Wall -Wextra -Werror "-I$folder" "tests/examples/$name.cpp" "$dir/pages.o" -o "$dir/cpp" &&
            "$dir/cpp" 2>&1 | diff "tests/examples/$name.expected" - || { echo "tests/examples/$name.cpp"; return 1; }
    done
}

needs_no_malloc()
{
    compiles_alone "$1" -O2 -ffreestanding -DTRP_NO_MALLOC || return 1
    ! nm -u "$dir/alone.o" | awk '{ print $NF }' | grep -vxE 'memcpy|memset|_GLOBAL_OFFSET_TABLE_'
}

# without_malloc COMPILER: the message of trp_world_create names the alternatives.
without_malloc()
{
    cat >"$dir/no_malloc.c" <<END
#include <stdio.h>
#include <troupe/troupe.h>
static void tell(trp_world *world, const trp_misuse *misuse)
{
    puts(world == NULL ? misuse->message : "");
}
int main(void)
{
    return trp_world_create(&(trp_world_desc){.on_misuse = tell}) != NULL;
}
END
    "$1" -std=c11 -DTRP_NO_MALLOC "-I$folder" "$dir/no_malloc.c" "$directory/troupe.c" -o "$dir/no_malloc" && "$dir/no_malloc" >"$dir/out" &&
        grep -q 'give desc.allocator, or use trp_world_init' "$dir/out" || { cat "$dir/out"; return 1; }
}

# Copies the unit tests with headers that include the amalgamation: troupe.h for public headers, a part of troupe.c for private
# ones.
stage()
{
    mkdir -p "$dir/tests" "$dir/include/troupe"
    mkdir -p "$dir/tests/model"
    cp -R tests/unit "$dir/tests/"
    cp -R tests/model/recorded "$dir/tests/model/"
    for header in include/troupe/*.h; do
        echo "#include \"$directory/troupe.h\"" >"$dir/include/troupe/$(basename "$header")"
    done
    for header in src/*/*.h; do
        mkdir -p "$dir/$(dirname "$header")"
        printf '#define TRP__HEADERS_ONLY\n#include "%s/troupe.c"\n' "$directory" >"$dir/$header"
    done
}

# situations COMPILER...
situations()
{
    rm -f "$dir"/tests/unit/main_check.c "$dir"/*.o
    (cd "$dir" && "$@" -std=c11 -O1 -c -Iinclude tests/unit/*.c tests/unit/*/*.c && "$@" -std=c11 -O2 -c "$directory/troupe.c" &&
        "$@" ./*.o -o situations) || return 1
    $runner "$dir/situations" >"$dir/out" || { cat "$dir/out"; return 1; }
    echo "$*: $(tail -n 1 "$dir/out")"
}

stage
done=
levels='-O0 -Os -O2'
[ "$how" = all ] || levels=-O2
for compiler; do
    if ! command -v "$compiler" >/dev/null 2>&1; then
        echo "skipped: the amalgamation with $compiler, which is not installed (Debian: $compiler)"
        continue
    fi
    for wide in '' -m32; do
        # shellcheck disable=SC2086
        runner=env
        if [ -n "$wide" ] && ! runner=$(sh "$tools/m32.sh" "$compiler"); then
            echo "skipped: the amalgamation with $compiler $wide: it does not build or run (Debian: gcc-12-multilib qemu-user-static)"
            continue
        fi
        for level in $levels; do
            # shellcheck disable=SC2086
            check compiles_alone "$compiler" $wide $level
        done
        [ -n "$wide" ] || check is_found "$compiler"
        [ -n "$wide" ] || check included_otherwise "$compiler"
        [ -n "$wide" ] || [ -n "$done" ] || check pages "$compiler"
        cxx=$(echo "$compiler" | sed 's/gcc/g++/; s/clang/clang++/')
        if [ -n "$wide" ]; then :; elif command -v "$cxx" >/dev/null 2>&1; then
            check in_cpp "$compiler" "$cxx"
        else
            echo "skipped: the amalgamation in C++ with $cxx, which is not installed"
        fi
        [ -n "$wide" ] || check exports_the_same
        [ -n "$wide" ] || check needs_no_malloc "$compiler"
        [ -n "$wide" ] || check without_malloc "$compiler"
        for flag in -DTRP_NO_MESSAGES -DTRP_PLACES -DTRP_DEBUG=1 -fsanitize=address; do
            [ -n "$wide" ] || check compiles_alone "$compiler" $flag
        done
        if [ -n "$wide" ]; then :; elif echo '#include <valgrind/memcheck.h>' | $compiler -E - >/dev/null 2>&1; then
            check compiles_alone "$compiler" -DTRP_VALGRIND=1
        else
            echo "skipped: the amalgamation with TRP_VALGRIND: valgrind/memcheck.h is not installed (Debian: valgrind)"
        fi
        # for the 387, clang keeps floats in wider registers even where C requires rounding
        case $compiler$wide in clang*-m32) wide='-m32 -msse2' ;; esac
        # shellcheck disable=SC2086
        [ "$how" = quick ] && [ -n "$done" ] || check situations "$compiler" $wide
        done=yes
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
