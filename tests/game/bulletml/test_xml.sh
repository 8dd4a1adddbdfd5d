#!/bin/sh
# test_xml.sh folder cc file...: compares the game's XML reader with expat, if expat is installed or can be installed.
set -u
folder=$1
cc=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
there() { printf '#include <expat.h>\n' | $cc -E - >/dev/null 2>&1; }
there || sh "$here/../../tools/install.sh" libexpat1-dev >/dev/null 2>&1
if ! there; then
    echo "skipped: the XML reader is not compared with expat, which is not installed (Debian: libexpat1-dev)"
    exit 0
fi
# shellcheck disable=SC2086
$cc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all "$here/test_xml.c" "$here/xml.c" -lexpat -lm -o "$folder/test_xml" || exit 1
"$folder/test_xml" "$@"
