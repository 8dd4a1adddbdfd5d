#!/bin/sh
# Writes the whole library as one troupe.h and one troupe.c (and troupe.hpp, which includes troupe.h). The directory's name is
# troupe, so that programs include "troupe/troupe.h", as with the installed library.
#   amalgamate.sh DIRECTORY VERSION
#
# Each header is inserted where it is first included. In troupe.c the private headers come first, then the sources.
# No name is changed, since names are unique over all sources.
set -eu
to=$1
version=$2
mkdir -p "$to"

banner()
{
    echo "/*"
    echo " * $1 of troupe $version, made from its sources by make amalgamation."
    echo " * $2"
    echo " *"
    sed -e 's/^/ * /' -e 's/ *$//' LICENSE
    echo " */"
}

# join header|source: writes the body of troupe.h or troupe.c
join()
{
    awk -v what="$1" -v publics="$(echo include/troupe/*.h)" -v privates="$(echo src/*/*.h)" -v sources="$(echo src/*/*.c)" '
    # "src/../include/troupe/x.h" is "include/troupe/x.h"
    function plain(path) { while (sub(/[^\/]+\/\.\.\//, "", path)); return path }
    function folder(path) { sub(/[^\/]*$/, "", path); return path }

    function emit(path,   line, file)
    {
        if (path in emitted) return
        emitted[path] = 1
        file = path; sub(/.*\//, "", file)
        # the headers that it includes come first
        while ((getline line < path) > 0)
            if (line ~ /^#include "/) {
                split(line, part, "\"")
                wanted[path, ++count[path]] = plain(folder(path) part[2])
            }
        close(path)
        for (i[path] = 1; i[path] <= count[path]; i[path]++) emit(wanted[path, i[path]])
        printf "\n/* ---- %s ---- */\n\n", file
        while ((getline line < path) > 0) {
            if (line ~ /^#include/) past_head[path] = 1
            if (line ~ /^#include "/ || (!past_head[path] && (path, line) in in_head)) continue
            print line
        }
        close(path)
    }

    # Macros that a source defines before its first include are defined before all sources.
    function emit_head(path,   line)
    {
        while ((getline line < path) > 0 && line !~ /^#include/)
            if (line ~ /^#/) { print line; in_head[path, line] = 1 }
        close(path)
    }

    BEGIN {
        number = split(publics, public, " ")
        if (what == "header") {
            emit("include/troupe/troupe.h")
            for (k = 1; k <= number; k++) emit(public[k])
            exit
        }
        for (k = 1; k <= number; k++) emitted[public[k]] = 1
        number = split(sources, source, " ")
        for (k = 1; k <= number; k++) emit_head(source[k])
        print "\n#ifndef TRP_NO_PLACES\n#define TRP_NO_PLACES /* even with TRP_PLACES, the names are functions here */\n#endif"
        print "#include \"troupe.h\""
        count_of = split(privates, private, " ")
        for (k = 1; k <= count_of; k++) emit(private[k])
        print "\n#ifndef TRP__HEADERS_ONLY /* defined by tests of internals */"
        for (k = 1; k <= number; k++) emit(source[k])
        print "\n#endif"
    }'
}

{
    banner troupe.h "All public headers in one."
    echo "#ifndef TROUPE_H"
    echo "#define TROUPE_H"
    join header
    echo
    echo "#endif"
} >"$to/troupe.h"
{
    banner troupe.c "Compile it as C11 and link it. With TRP_NO_MALLOC it needs no malloc."
    join source
} >"$to/troupe.c"
cp include/troupe/troupe.hpp "$to/troupe.hpp"

# A header of a line for each module, for programs that include it as the installed one. The two files need none of them.
for header in include/troupe/*.h; do
    [ "$header" = include/troupe/troupe.h ] || echo '#include "troupe.h"' >"$to/$(basename "$header")"
done
