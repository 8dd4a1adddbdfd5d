#!/bin/sh
# Removes the objects and programs in a folder that another compiler has built. The environment has CC and CXX.
#   one_compiler.sh FOLDER
set -u
stamp=$1/.compiler
names='__VERSION__ __TINYC__ __SIZEOF_POINTER__ __BYTE_ORDER__'
c=$(echo "$names" | $CC -E -P - 2>/dev/null | tr -d '\n')
cxx=$(echo "$names" | $CXX -x c++ -E -P - 2>/dev/null | tr -d '\n')
[ -n "$c" ] || exit 0 # not installed yet
[ "$c, $cxx" != "$(cat "$stamp" 2>/dev/null)" ] || exit 0
find "$1" -type f \( -name '*.[oa]' -o -perm -u+x \) -delete
echo "$c, $cxx" >"$stamp"
