#!/bin/sh
# Writes the whole library as one troupe.h and one troupe.c (and troupe.hpp, which includes troupe.h).
#   amalgamate.sh DIRECTORY VERSION
#
# Headers are put where they are first included. In troupe.c the private headers come first, then the sources. What is
# local to a source (a static function, a type, a macro) gets its file's name in front: world.c's round_up becomes
# world__round_up. So it meets no name of another source, nor of a game's file that includes troupe.c.
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

# One awk for both: $1: what to do (header, source).
join()
{
    awk -v what="$1" -v publics="$(echo include/troupe/*.h)" -v privates="$(echo src/*/*.h)" -v sources="$(echo src/*/*.c)" '
    # "src/../include/troupe/x.h" is "include/troupe/x.h"
    function plain(path) { while (sub(/[^\/]+\/\.\.\//, "", path)); return path }
    function folder(path) { sub(/[^\/]*$/, "", path); return path }

    # The next word of `rest` that is code; sets before, word, rest. Comments, texts and numbers are passed over.
    function next_word(   text)
    {
        before = ""
        while (rest != "") {
            if (in_comment) {
                if (!match(rest, /\*\//)) { before = before rest; rest = ""; break }
                before = before substr(rest, 1, RSTART + 1); rest = substr(rest, RSTART + 2); in_comment = 0; continue
            }
            if (!match(rest, /[A-Za-z_][A-Za-z0-9_]*|[0-9][A-Za-z0-9_.]*|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|\/\*|\/\//)) {
                before = before rest; rest = ""; break
            }
            text = substr(rest, RSTART, RLENGTH)
            before = before substr(rest, 1, RSTART - 1)
            rest = substr(rest, RSTART + RLENGTH)
            if (text ~ /^[A-Za-z_]/) { word = text; return 1 }
            before = before text
            if (text == "/*") in_comment = 1
            if (text == "//") { before = before rest; rest = "" }
        }
        return 0
    }

    # What a source defines for itself, as far as it begins a line: this is the house style.
    function local_name(line,   name)
    {
        if (line ~ /^#define /) { name = substr(line, 9); sub(/[^A-Za-z0-9_].*/, "", name); return name }
        if (line ~ /^(typedef |static |TRP__INLINE |TRP__COLD static |TRP__APART static |TRP__UNWATCHED static |struct |enum |} )/) {
            if (line ~ /^} /) { name = line; sub(/^} /, "", name); sub(/;.*/, "", name) }
            else if (line ~ /^(struct|enum|typedef (struct|enum|union)) [a-z_0-9]+$/) { name = line; sub(/.* /, "", name) }
            else {
                name = line; sub(/ *(\(|\[|=|;).*/, "", name)
                if (name ~ /[*]$/ || line ~ /^typedef .*\(\*/) return ""
                sub(/.*[ *]/, "", name)
            }
            return name ~ /^[A-Za-z_][A-Za-z0-9_]*$/ ? name : ""
        }
        if (line ~ /^    [A-Z][A-Z0-9_]*( = [^;]*)?,?( *\/\*.*)?$/) { name = line; sub(/^ +/, "", name); sub(/[ ,=].*/, "", name); return name }
        return ""
    }

    # Which names are local to a source.
    function study(path,   line, name)
    {
        in_comment = 0
        while ((getline line < path) > 0) {
            name = in_comment ? "" : local_name(line)
            if (name != "" && name !~ /^trp_/) local[path, name] = 1
            rest = line
            while (next_word()) { } # sees where comments end
        }
        close(path)
    }

    function emit(path, renames,   line, file, prefix, out)
    {
        if (path in emitted) return
        emitted[path] = 1
        file = path; sub(/.*\//, "", file)
        prefix = file; sub(/\..*/, "", prefix)
        in_comment = 0
        # what it includes comes first
        while ((getline line < path) > 0)
            if (line ~ /^#include "/) {
                split(line, part, "\"")
                wanted[path, ++count[path]] = plain(folder(path) part[2])
            }
        close(path)
        for (i[path] = 1; i[path] <= count[path]; i[path]++) emit(wanted[path, i[path]], 0)
        printf "\n/* ---- %s ---- */\n\n", file
        in_comment = 0
        while ((getline line < path) > 0) {
            if (line ~ /^#include/) past_head[path] = 1
            if (line ~ /^#include "/ || (!past_head[path] && (path, line) in in_head)) continue
            if (!renames) { print line; continue }
            rest = line
            out = ""
            while (next_word()) {
                out = out before
                if (((path, word) in local) && out !~ /(\.|->) *$/) word = prefix "__" word
                out = out word
            }
            print out before
        }
        close(path)
    }

    # What the preprocessor is told in front of a source\047s first include must be so in front of all of them.
    function emit_head(path,   line)
    {
        while ((getline line < path) > 0 && line !~ /^#include/)
            if (line ~ /^#/) { print line; in_head[path, line] = 1 }
        close(path)
    }

    BEGIN {
        number = split(publics, public, " ")
        if (what == "header") {
            emit("include/troupe/troupe.h", 0)
            for (k = 1; k <= number; k++) emit(public[k], 0)
            exit
        }
        for (k = 1; k <= number; k++) emitted[public[k]] = 1
        number = split(sources, source, " ")
        for (k = 1; k <= number; k++) study(source[k])
        for (k = 1; k <= number; k++) emit_head(source[k])
        print "\n#ifndef TRP_NO_PLACES\n#define TRP_NO_PLACES /* even if it is compiled with TRP_PLACES: the names are functions here */\n#endif"
        print "#include \"troupe.h\""
        count_of = split(privates, private, " ")
        for (k = 1; k <= count_of; k++) emit(private[k], 0)
        print "\n#ifndef TRP__HEADERS_ONLY /* defined by tests that look inside */"
        for (k = 1; k <= number; k++) emit(source[k], 1)
        print "\n#endif"
        print "\n/* whoever includes this file goes on with string.h as it is */"
        print "#undef memcpy\n#undef memset"
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
    banner troupe.c "Compile it as C11 and link it, or include it in one source of yours, before all else: calls in
 * that source note no places then (TRP_PLACES). With TRP_NO_MALLOC it needs no malloc."
    join source
} >"$to/troupe.c"
cp include/troupe/troupe.hpp "$to/troupe.hpp"

# Programs include "troupe/troupe.h" or the header of a module, as those of the installed library do.
mkdir -p "$to/troupe"
for header in include/troupe/*.h; do
    printf '/* for programs that include it as the installed one */\n#include "../troupe.h"\n' >"$to/troupe/$(basename "$header")"
done
printf '/* for programs that include it as the installed one */\n#include "../troupe.hpp"\n' >"$to/troupe/troupe.hpp"
