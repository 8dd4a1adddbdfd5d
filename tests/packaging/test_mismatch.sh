#!/bin/sh
# Tests a program whose headers differ from those of the library: it gets no world, TRP_ERR_VERSION, and a message with both
# versions.
#   test_mismatch.sh LIBRARY VERSION CC
set -u
library=$1
version=$2
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# try EXPECTED NEEDLE COMPILER...: builds with the headers in $dir/include; the output must have the expected lines and
# the needle
try()
{
    expected=$1
    needle=$2
    shift 2
    if "$@" "-I$dir/include" tests/packaging/mismatch.c "$library" -o "$dir/program" 2>"$dir/out" &&
        "$dir/program" >"$dir/out" 2>&1 &&
        [ "$(grep -c "^init: $expected\$" "$dir/out")$(grep -c "^create: $expected\$" "$dir/out")" = 11 ] &&
        grep -q "^without a desc: ${expected%,*}\$" "$dir/out" && ! grep -q '!' "$dir/out" &&
        grep -qF "$needle" "$dir/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what: expected '$expected' and '$needle' of $*:"
        sed 's/^/    /' "$dir/out"
    fi
}

# headers WHAT FILE SED_EXPRESSION: copies the headers with a change
headers()
{
    what=$1
    rm -rf "$dir/include" && cp -R include "$dir/include"
    sed "$3" "include/troupe/$2" >"$dir/include/troupe/$2"
    if [ -n "$3" ] && cmp -s "include/troupe/$2" "$dir/include/troupe/$2"; then
        failed=$((failed + 1))
        echo "FAILED: $what: the headers did not change"
    fi
}

refused='no world, TRP_ERR_VERSION'
cc="$3 -std=c11"
other_size='but their structs differ in size'
IFS=. read -r major minor patch <<END
$version
END

# shellcheck disable=SC2086
{
    headers 'the same headers' troupe.h ''
    try 'a world, TRP_OK' 'a world' $cc
    for number in MAJOR MINOR PATCH; do
        headers "another $number" version.h "s/^\(#define TRP_VERSION_$number \)[0-9]*/\1 99/"
        case $number in
        MAJOR) other=99.$minor.$patch ;;
        MINOR) other=$major.99.$patch ;;
        *) other=$major.$minor.99 ;;
        esac
        try "$refused" "headers of version $other, the library is version $version" $cc
        try "$refused" "headers of version $other, the library is version $version" $cc -O2
    done
    headers 'a larger context' context.h 's/^    uint64_t tick; .*/    uint64_t more; &/'
    try "$refused" "$other_size" $cc
    headers 'a smaller watcher' watch.h 's/^    uint64_t since;.*//'
    try "$refused" "$other_size" $cc
    headers 'a desc with a new first field' world.h 's/^    uint32_t id;.*/    void *new_one; &/'
    try "$refused" "$other_size" $cc
    headers 'worlds of another size' world.h 's/^#define TRP__WORLD_BASE (/&8 + /'
    try "$refused" "$other_size" $cc
    headers 'another size and version' version.h 's/^\(#define TRP_VERSION_MINOR \)[0-9]*/\1 7/'
    sed 's/^    uint64_t since;.*//' include/troupe/watch.h >"$dir/include/troupe/watch.h"
    try "$refused" "headers of version $major.7.$patch" $cc
    headers 'packed structs' troupe.h ''
    echo '#pragma pack(1)' >"$dir/packed.h"
    try "$refused" "$other_size" $cc -include "$dir/packed.h"
    headers 'a misuse with a new first field' misuse.h 's/^    trp_result result;  *\/\*\*<.*/    void *new_one; &/'
    try "$refused" "$other_size" $cc
    headers 'short enums' troupe.h ''
    if echo 'enum e { A }; char is_short[sizeof(enum e) == 1 ? 1 : -1];' | $3 -fshort-enums -fsyntax-only -x c - 2>/dev/null; then
        try "$refused" "$other_size" $cc -fshort-enums
    else
        echo "skipped: a program with short enums: $3 has no -fshort-enums"
    fi
}
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
