#!/bin/sh
# test_xml.sh folder cc file...: our reader of XML against expat, if that is here or can be installed: nothing else needs it.
set -u
folder=$1
cc=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
there() { printf '#include <expat.h>\n' | $cc -E - >/dev/null 2>&1; }
there || sh "$here/../../install.sh" libexpat1-dev >/dev/null 2>&1
if ! there; then
    echo "skipped: our reader of XML is not compared with expat, which is not here (Debian: libexpat1-dev)"
    exit 0
fi
sources="$here/test_xml.c $here/xml.c $here/xml_tag.c $here/xml_token.c $here/bulletml_number.c"
# shellcheck disable=SC2086
$cc -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all $sources -lexpat -lm -o "$folder/test_xml" || exit 1
"$folder/test_xml" "$@"
