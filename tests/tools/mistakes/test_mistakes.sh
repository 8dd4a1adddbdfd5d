#!/bin/sh
# Tests programs with mistakes. NAME.expected is the output of NAME with the library, NAME.debug that of a debug build. NAME.c or
# NAME.cpp with a line "n refused: WORDS" compiles; with -DMISTAKE=n it does not, and the compiler's error contains the words.
#   test_mistakes.sh LIBRARY DEBUG_LIBRARY CC CXX
set -u
library=$1
debug=$2
cc=$3
cxx=$4
here=$(dirname "$0")
flags='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Iinclude'
for_debug='-g -DTRP_DEBUG=1 -fsanitize=address'
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

fail()
{
    failed=$((failed + 1))
    echo "FAILED: $1"
    head -n 20 "$dir/out" "$dir/differs" 2>/dev/null | sed 's/^/    /'
}

# prints NAME FILE_EXPECTED LIBRARY FLAGS...
prints()
{
    name=$1
    expected=$2
    with=$3
    shift 3
    rm -f "$dir/differs"
    # shellcheck disable=SC2086
    if $cc -std=c11 $flags "$@" "$here/$name.c" "$with" -o "$dir/$name" >"$dir/out" 2>&1 &&
        "$dir/$name" >"$dir/out" 2>&1 && diff "$expected" "$dir/out" >"$dir/differs"; then
        passed=$((passed + 1))
    else
        fail "$name $*: the output differs ('<' is expected)"
    fi
}

for expected in "$here"/*.expected; do
    prints "$(basename "$expected" .expected)" "$expected" "$library"
done
if [ -f "$debug" ]; then
    for expected in "$here"/*.debug; do
        # shellcheck disable=SC2086
        prints "$(basename "$expected" .debug)" "$expected" "$debug" $for_debug -pthread
    done
else
    echo "SKIPPED: debug builds (no $debug)"
fi

# newcomer.c: what each mistake prints first, in a release and in a debug build: "N RELEASE" and "N DEBUG"; "-" is silence, or
# luck, since freed memory is used: these are not run.
# Of the 59, debug builds tell at least 57, release builds 48.
newcomers()
{
    build=$1
    most_silent=$2
    with=$3
    shift 3
    # shellcheck disable=SC2086
    if ! $cc -std=c11 $flags "$@" "$here/newcomer.c" "$with" -lm -pthread -o "$dir/newcomer" >"$dir/out" 2>&1; then
        fail "newcomer.c does not compile: $*"
        return
    fi
    sed -n "s/^\([0-9]* $build\) /\1 /p" "$here/newcomer.txt" >"$dir/wanted"
    grep ' -$' "$dir/wanted" >"$dir/told"
    for n in $(grep -v ' -$' "$dir/wanted" | sed 's/ .*//'); do
        ("$dir/newcomer" "$n") >"$dir/out" 2>&1
        line=$(sed -n 's/^==[0-9]*==ERROR: \(AddressSanitizer: [a-z-]*\).*/\1/; s/^AddressSanitizer:/&/p; /^troupe: /p; /^right: /p; /^Address/p' \
            "$dir/out" | head -n 1 | sed 's/[0-9][0-9]*,[0-9][0-9]*/#/g; s/trp_[a-z]*: another thread/trp_CALL: another thread/')
        echo "$n $build ${line:--}"
    done >>"$dir/told"
    rm -f "$dir/out"
    sort -n "$dir/told" -o "$dir/told"
    if diff "$dir/wanted" "$dir/told" >"$dir/differs" && [ "$(grep -c ' -$' "$dir/told")" -le "$most_silent" ] &&
        [ "$(wc -l <"$dir/told")" -eq 59 ]; then
        passed=$((passed + 1))
    else
        fail "newcomer.c, $build: the first lines differ ('<' is expected), or more than $most_silent are silent"
    fi
}
newcomers release 11 "$library"
# shellcheck disable=SC2086
[ ! -f "$debug" ] || newcomers debug 2 "$debug" $for_debug

# every call that returns a trp_result reports a NULL world, pool, space, queue or table of timers (misuse.h has the
# exceptions)
grep -h '^trp_result trp_[a-z_]*(\(const \)\{0,1\}trp_\(world\|pool\|space\|queue\|timers\) \*' include/troupe/*.h |
    sed 's/^trp_result //; s/(.*//' | grep -v '_destroy$\|_check$\|^trp_last_result$' | sort >"$dir/calls"
sed -n 's/^troupe: \([a-z_]*\): the [a-z]* \(is\|are\) NULL\..*/\1/p' "$here"/null*.expected | sort -u >"$dir/told"
comm -23 "$dir/calls" "$dir/told" >"$dir/out"
if [ "$(wc -l <"$dir/calls")" -gt 50 ] && [ ! -s "$dir/out" ]; then
    passed=$((passed + 1))
else
    fail "these calls are not in null*.c, or do not report NULL"
fi

# a debug library needs its sanitizer: what the linker says lacks nothing else, and fits on the screen
for compiler in "$cc" gcc clang; do
    [ -f "$debug" ] || break
    command -v "${compiler%% *}" >/dev/null 2>&1 || continue
    # shellcheck disable=SC2086
    if $compiler -std=c11 $flags "$here/once.c" "$debug" -o "$dir/plain" >"$dir/out" 2>&1; then
        fail "a program without -fsanitize=address links with $debug: $compiler"
    elif grep -q needs_fsanitize_address "$dir/out" && [ "$(wc -l <"$dir/out")" -le 8 ] &&
        ! grep 'undefined' "$dir/out" | grep -qv needs_fsanitize_address; then
        passed=$((passed + 1))
    else
        fail "a program without -fsanitize=address does not read what is missing: $compiler"
    fi
    # compiled with it, linked without it
    # shellcheck disable=SC2086
    $compiler -std=c11 $flags $for_debug -c "$here/once.c" -o "$dir/once.o" >"$dir/out" 2>&1
    if $compiler "$dir/once.o" "$debug" -o "$dir/plain" >"$dir/out" 2>&1; then
        fail "a program links with $debug without -fsanitize=address: $compiler"
    elif grep -q needs_fsanitize_address "$dir/out"; then
        passed=$((passed + 1))
    else
        fail "a program that is linked without -fsanitize=address does not read what is missing: $compiler"
    fi
done

# the opposite: the program has the sanitizer, and the library has not
# shellcheck disable=SC2086
if $cc -std=c11 $flags $for_debug "$here/once.c" "$library" -o "$dir/watched" >"$dir/out" 2>&1 &&
    "$dir/watched" 2>&1 | grep -q '^troupe: trp_world_create: the program is compiled for AddressSanitizer'; then
    passed=$((passed + 1))
else
    fail "a program with -fsanitize=address does not say that its library is without"
fi

# three ways to turn messages off
grep -v '^troupe' "$here/once.expected" >"$dir/quiet"
prints once "$dir/quiet" "$library" -DTRP_QUIET
prints once "$dir/quiet" "$library" -DTRP_PRINTS=0
prints once "$dir/quiet" "$library" -ffreestanding

# refused FILE COMPILER...
refused()
{
    file=$1
    shift
    if ! "$@" -Iinclude -c "$file" -o "$dir/right.o" >"$dir/out" 2>&1; then
        fail "$file without a mistake does not compile: $*"
        return
    fi
    n=0
    grep -o 'refused: .*' "$file" | sed 's/^refused: //; s| *\*/.*||' >"$dir/words"
    while read -r words; do
        n=$((n + 1))
        if "$@" -Iinclude "-DMISTAKE=$n" -c "$file" -o "$dir/wrong.o" >"$dir/out" 2>&1; then
            fail "$file: mistake $n compiles: $*"
        elif grep -qF "$words" "$dir/out"; then
            passed=$((passed + 1))
        else
            fail "$file: mistake $n is refused without the words '$words': $*"
        fi
    done <"$dir/words"
}

# no_warning COMPILER STANDARD...: of walks as branches
no_warning()
{
    bare=
    case $1 in *clang*) bare=-DBARE ;; esac
    for checks in "" -DTRP_DEBUG=1; do
        # shellcheck disable=SC2086
        if "$@" $flags $bare $checks -c "$here/branches.c" -o "$dir/branches.o" >"$dir/out" 2>&1; then
            passed=$((passed + 1))
        else
            fail "a walk as a branch: $* $bare $checks"
        fi
    done
}
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null 2>&1 && no_warning "$compiler" -std=c11
    command -v "$compiler" >/dev/null 2>&1 || echo "SKIPPED: $compiler"
done
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null 2>&1 && no_warning "$compiler" -x c++ -std=c++17
    command -v "$compiler" >/dev/null 2>&1 || echo "SKIPPED: $compiler"
done

for compiler in "$cc" gcc clang; do
    command -v "${compiler%% *}" >/dev/null 2>&1 || continue
    for file in "$here"/refused*.c; do
        # shellcheck disable=SC2086
        [ -f "$file" ] && refused "$file" $compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    done
done
for compiler in $cxx g++ clang++; do
    command -v "$compiler" >/dev/null 2>&1 || continue
    for file in "$here"/refused*.cpp; do
        [ -f "$file" ] && refused "$file" "$compiler" -std=c++17 -Wall -Wextra -Wpedantic
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
