#!/bin/sh
# Compares members.txt with the structs of the library's headers.
#   test_members.sh "CC" BUILD
set -u
cc=$1
build=$2
command -v gdb >/dev/null 2>&1 || sh tests/tools/install.sh gdb || true
if ! gdb -nx -batch -ex 'python print("here")' 2>/dev/null | grep -q here; then
    echo "skipped: gdb with python is not installed (Debian: gdb)"
    exit 0
fi
mkdir -p "$build" || exit 2
for header in include/troupe/*.h src/*/*.h; do echo "#include \"$PWD/$header\""; done >"$build/all.c"
$cc -std=c11 -g -fno-eliminate-unused-debug-types -Iinclude -c "$build/all.c" -o "$build/all.o" || exit 2
MEMBERS_TABLE=tests/tools/members/members.txt MEMBERS_ROOT=$PWD gdb -nx -batch -x tests/tools/members/compare.py "$build/all.o" >"$build/told" 2>&1
cat "$build/told"
grep -q ' passed, 0 failed$' "$build/told"
