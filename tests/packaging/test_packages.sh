#!/bin/sh
# Builds C and C++ programs outside the tree: with an installed troupe by pkg-config, CMake and Meson; from source by CMake and
# Meson; and from the amalgamation. Tests that installed files can be moved, and that uninstall removes all of them.
#   test_packages.sh VERSION AMALGAMATION CC CXX
set -u
version=$1
amalgamation=$2
CC=$3
CXX=$4
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc 2>/dev/null || echo 2)
export CC CXX CMAKE_BUILD_PARALLEL_LEVEL
make="${MAKE:-make} -s --no-print-directory"
here=$(pwd)
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
warnings='-Wall -Wextra -Wpedantic -Werror'
expected="$version: 6 bullets"
unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR PREFIX LIBDIR

check()
{
    if "$@" >"$dir/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
        sed 's/^/    /' "$dir/log"
    fi
}

# has TOOL PACKAGE WHAT: succeeds if the tool is installed, otherwise prints that WHAT is skipped
has()
{
    command -v "${1%% *}" >/dev/null 2>&1 && return 0
    echo "skipped: $3: $1 is not installed (Debian: $2)"
    return 1
}

refuses()
{
    ! "$@"
}

# prints PROGRAM...: compares the output of each program
prints()
{
    for program; do
        [ "$("$program")" = "$expected" ] || { "$program"; return 1; }
    done
}

# stops PROGRAM: the debug library stops it where it reads a dead actor
stops()
{
    ! "$1" 2>"$dir/report" && grep -q 'AddressSanitizer: use-after-poison' "$dir/report" && grep -q 'stale.c:16' "$dir/report" && return 0
    cat "$dir/report"
    return 1
}

# project NAME: makes a directory with the project, the programs, and the sources for projects that need them
project()
{
    rm -rf "$dir/project"
    cp -R "tests/packaging/$1" "$dir/project"
    cp tests/packaging/outside/* "$dir/project/"
    mkdir -p "$dir/project/third_party/troupe"
    cp -R include src LICENSE "$dir/project/third_party/troupe/"
}

# has_gdb_script PREFIX: succeeds if the commands for gdb are installed below the prefix
has_gdb_script()
{
    cmp src/tools/troupe-gdb.py "$1/share/troupe/troupe-gdb.py" &&
        diff -r -x __pycache__ src/tools/troupe_gdb "$1/share/troupe/troupe_gdb"
}

# installed_files ROOT
installed_files()
{
    (cd "$1" && find . -type f | LC_ALL=C sort)
}

# Tests the installed files.

install_is_whole()
{
    $make install "PREFIX=$dir/usr" || return 1
    for file in lib/libtroupe.a lib/libtroupe-debug.a lib/pkgconfig/troupe-debug.pc include/troupe/troupe.h include/troupe/troupe.hpp lib/pkgconfig/troupe.pc \
        lib/cmake/troupe/troupe-config.cmake lib/cmake/troupe/troupe-config-version.cmake; do
        [ -r "$dir/usr/$file" ] || { echo "no $file"; return 1; }
    done
    has_gdb_script "$dir/usr" || return 1
    ! grep -r '@[A-Z]' "$dir/usr/lib/pkgconfig" "$dir/usr/lib/cmake" || return 1
    [ "$(find "$dir/usr/include" -type f | wc -l)" = "$(find include -type f | wc -l)" ]
}

# Installs as packagers do: staged, with another library directory, then moved to its final place.
stages_and_moves()
{
    $make install "DESTDIR=$dir/stage" PREFIX=/opt/of/mine LIBDIR=lib/some-machine || return 1
    [ -r "$dir/stage/opt/of/mine/lib/some-machine/libtroupe.a" ] && has_gdb_script "$dir/stage/opt/of/mine" || return 1
    ! grep -r "$dir" "$dir/stage" --include='*.pc' --include='*.cmake' || return 1
    mkdir -p "$dir/moved to" && cp -R "$dir/stage/opt/of/mine/." "$dir/moved to/here"
}

# An absolute LIBDIR is refused: packages get relative paths, which would be wrong.
refuses_an_absolute_libdir()
{
    ! $make install "PREFIX=$dir/wrong" "LIBDIR=$dir/wrong/lib" 2>"$dir/why" && grep -q 'LIBDIR is relative' "$dir/why" &&
        [ ! -e "$dir/wrong" ]
}

with_tcc()
{
    $make CC=tcc "BUILD=$dir/by-tcc" && tcc -Iinclude tests/packaging/outside/first.c "$dir/by-tcc/libtroupe.a" -o "$dir/first" &&
        prints "$dir/first"
}

uninstalls_all()
{
    $make uninstall "PREFIX=$dir/usr" && [ -z "$(installed_files "$dir/usr")" ] || return 1
    $make uninstall "DESTDIR=$dir/stage" PREFIX=/opt/of/mine LIBDIR=lib/some-machine && [ -z "$(installed_files "$dir/stage")" ] ||
        return 1
    # directories with other files may stay
    ! find "$dir/usr" "$dir/stage" -name troupe | grep .
}

# with_pkg_config DIRECTORY
with_pkg_config()
{
    [ "$(PKG_CONFIG_PATH="$1/pkgconfig" pkg-config --modversion troupe)" = "$version" ] || return 1
    flags=$(PKG_CONFIG_PATH="$1/pkgconfig" pkg-config --cflags --libs troupe) || return 1
    # pkg-config escapes spaces for a shell
    eval "$CC -std=c11 $warnings tests/packaging/outside/first.c $flags -o '$dir/first'" || return 1
    eval "$CXX -std=c++17 $warnings tests/packaging/outside/second.cpp $flags -o '$dir/second'" || return 1
    prints "$dir/first" "$dir/second" || return 1
    flags=$(PKG_CONFIG_PATH="$1/pkgconfig" pkg-config --cflags --libs troupe-debug) || return 1
    eval "$CC -std=c11 $warnings tests/packaging/outside/stale.c $flags -o '$dir/stale'" && stops "$dir/stale"
}

# with_cmake PROJECT OPTIONS...
with_cmake()
{
    project "$1"
    shift
    cmake -S "$dir/project" -B "$dir/project/build" "$@" && cmake --build "$dir/project/build" &&
        prints "$dir/project/build/first" "$dir/project/build/second" && stops "$dir/project/build/stale"
}

# Without a build type the library is optimized, and the game gets what it asked for: nothing.
cmake_optimizes()
{
    project cmake_subdirectory
    cmake -S "$dir/project" -B "$dir/project/build" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON &&
        grep '"command"' "$dir/project/build/compile_commands.json" >"$dir/commands" &&
        grep -q -e ' -O[23] .*CMakeFiles/troupe.dir.*life\.c' "$dir/commands" && ! grep 'first.c' "$dir/commands" | grep -e ' -O'
}

# cmake_finds PREFIX VERSION...
cmake_finds()
{
    prefix=$1
    shift
    rm -rf "$dir/asks" && mkdir "$dir/asks"
    {
        echo 'cmake_minimum_required(VERSION 3.19)'
        echo 'project(asks LANGUAGES NONE)'
        echo "find_package(troupe $* REQUIRED)"
    } >"$dir/asks/CMakeLists.txt"
    cmake -S "$dir/asks" -B "$dir/asks/build" "-DCMAKE_PREFIX_PATH=$prefix"
}

# cmake_installs: installs the sources with CMake alone, for systems without make
cmake_installs()
{
    cmake -S src/packaging -B "$dir/built" -DCMAKE_UNITY_BUILD=ON "-DCMAKE_INSTALL_PREFIX=$dir/by cmake" -DCMAKE_INSTALL_LIBDIR=lib &&
        cmake --build "$dir/built" && cmake --install "$dir/built" && has_gdb_script "$dir/by cmake" &&
        [ "$(PKG_CONFIG_PATH="$dir/by cmake/lib/pkgconfig" pkg-config --modversion troupe)" = "$version" ]
}

# cmake_installs_to LIBDIR: installs to an absolute LIBDIR; the package for pkg-config gets the relative path from it
cmake_installs_to()
{
    cmake -S src/packaging -B "$dir/built" "-DCMAKE_INSTALL_PREFIX=$dir/with-libdir" "-DCMAKE_INSTALL_LIBDIR=$1" &&
        cmake --build "$dir/built" && cmake --install "$dir/built" && with_pkg_config "$1" &&
        with_cmake cmake_installed "-Dtroupe_DIR=$1/cmake/troupe"
}

# with_meson PROJECT OPTIONS...
with_meson()
{
    [ "$1" = meson_wrap ] || project "$1"
    shift
    (cd "$dir/project" && meson setup build --buildtype=debug "$@" && ninja -C build) && prints "$dir/project/build/first" "$dir/project/build/second" &&
        stops "$dir/project/build/stale"
}

# meson_installs: runs `meson install` in a project with the sources of troupe
meson_installs()
{
    rm -rf "$dir/by meson"
    DESTDIR="$dir/by meson" meson install -C "$dir/project/build" && has_gdb_script "$dir/by meson/opt/of/mine"
}

# A wrapped source tree has no meson.build at its top: the patch_directory of the wrap supplies one.
with_a_meson_wrap()
{
    project meson_wrap
    (cd "$dir/project/third_party" && tar czf ../subprojects/packagefiles/troupe.tar.gz troupe) && rm -rf "$dir/project/third_party"
    hash=$(sha256sum "$dir/project/subprojects/packagefiles/troupe.tar.gz" | cut -d ' ' -f 1)
    sed -i.old "s/@HASH@/$hash/" "$dir/project/subprojects/troupe.wrap"
    with_meson meson_wrap --prefix=/opt/of/mine --force-fallback-for=troupe # not an installed copy
}

# Builds with the amalgamation as files of another project, with its include path.
with_the_amalgamation()
{
    rm -rf "$dir/own" && mkdir -p "$dir/own" && cp -R "$amalgamation/troupe" "$dir/own/" && cp tests/packaging/outside/* "$dir/own/" || return 1
    cd "$dir/own" || return 1
    $CC -std=c11 -O2 $warnings -I. first.c troupe/troupe.c -o first && $CC -std=c11 -O2 -c troupe/troupe.c -o troupe.o &&
        $CXX -std=c++17 -O2 $warnings -I. second.cpp troupe.o -o second && prints ./first ./second &&
        $CC -std=c11 -g -DTRP_DEBUG=1 -fsanitize=address -I. stale.c troupe/troupe.c -o stale && stops ./stale
    status=$?
    cd "$here" || return 1
    return $status
}

check sh tests/packaging/source_lists.sh
check install_is_whole
check stages_and_moves
check refuses_an_absolute_libdir
if ! has "$CXX" g++ 'programs outside the tree'; then
    echo "$passed passed, $failed failed"
    exit $((failed != 0))
fi
check with_the_amalgamation
if has tcc tcc 'make CC=tcc'; then
    check with_tcc
fi
if has pkg-config pkg-config 'an installed copy by pkg-config'; then
    check with_pkg_config "$dir/usr/lib"
    check with_pkg_config "$dir/moved to/here/lib/some-machine"
fi
if has cmake cmake 'an installed copy, and builds from source, by CMake'; then
    check with_cmake cmake_installed "-DCMAKE_PREFIX_PATH=$dir/usr"
    check with_cmake cmake_installed "-Dtroupe_DIR=$dir/moved to/here/lib/some-machine/cmake/troupe"
    check with_cmake cmake_subdirectory
    check with_cmake cmake_subdirectory -DBUILD_SHARED_LIBS=ON -DCMAKE_C_VISIBILITY_PRESET=hidden -DCMAKE_UNITY_BUILD=ON
    check cmake_optimizes
    check with_cmake cmake_fetched -DCMAKE_UNITY_BUILD=ON # quicker
    check cmake_installs
    check cmake_installs_to "$dir/with-libdir/lib64"
    check cmake_installs_to "$dir/elsewhere/lib"
    major_minor=${version%.*}
    for prefix in "$dir/usr" "$dir/by cmake"; do
        check cmake_finds "$prefix"
        check cmake_finds "$prefix" "$major_minor"
        check cmake_finds "$prefix" "$version" EXACT
        check cmake_finds "$prefix" "$major_minor...99"
        check refuses cmake_finds "$prefix" "$major_minor.999"
        check refuses cmake_finds "$prefix" 99.0
        check refuses cmake_finds "$prefix" 0.1
    done
    check with_cmake cmake_installed "-DCMAKE_PREFIX_PATH=$dir/by cmake"
fi
if has meson meson 'builds by Meson' && has ninja ninja-build 'builds by Meson'; then
    check with_meson meson_installed "--pkg-config-path=$dir/usr/lib/pkgconfig"
    check with_meson meson_subdir -Dunity=on --prefix=/opt/of/mine
    check meson_installs
    check with_a_meson_wrap
    check meson_installs
fi
check uninstalls_all
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
