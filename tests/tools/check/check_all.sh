#!/bin/sh
# check_all.sh folder [step...]: runs the unit tests with every available sanitizer, and every available analyzer on the sources.
# A missing tool is printed and skipped. Exits 1 if there are findings that findings.txt does not list.
set -u
folder=$1
shift
here=tests/tools/check
flags="-std=c11 -Iinclude"
tests=$(ls tests/unit/*.c tests/unit/*/*.c | grep -v main_check)
failed=0
mkdir -p "$folder"
steps=${*:-asan ubsan msan valgrind tsan analyzer tidy cppcheck everything}

say()
{
    printf '%-16s %s\n' "$1" "$2"
}
# there tool packages: succeeds if a command is installed
there()
{
    command -v "$1" >/dev/null 2>&1 && return 0
    say "$step" "skipped: $1 is not installed (Debian: $2)"
    return 1
}
# can compiler flag package: succeeds if the compiler links with the flag
can()
{
    echo 'int main(void) { return 0; }' >"$folder/probe.c"
    "$1" "$2" "$folder/probe.c" -o "$folder/probe" 2>/dev/null && return 0
    say "$step" "skipped: $1 cannot link with $2 (Debian: $3)"
    return 1
}
# ran command...: runs a command and prints its last line, or the end of its output if it fails
ran()
{
    if "$@" >"$folder/$step.log" 2>&1; then
        say "$step" "ok: $(tail -n 1 "$folder/$step.log")"
    else
        say "$step" "FAILED; from $folder/$step.log:"
        tail -n 30 "$folder/$step.log"
        failed=1
    fi
}
# judge tool: compares the tool's findings with findings.txt. The file of the step has one finding per line, as
# file:line: text [rule]
judge()
{
    sort -u -o "$folder/$step.found" "$folder/$step.found"
    known=0
    unknown=0
    while IFS= read -r line; do
        file=${line%%:*}
        rule=$(printf '%s\n' "$line" | sed 's/.*\[-*W*\([^][]*\)\]$/\1/')
        if grep -v '^#' "$here/findings.txt" |
            awk -F ' *[|] *' -v tool="$1" -v file="$file" -v rule="$rule" \
                '$1 == tool && ($2 == "*" || $2 == file) && $3 == rule { found = 1 } END { exit !found }'; then
            known=$((known + 1))
        else
            unknown=$((unknown + 1))
            printf '    %s\n' "$line"
        fi
    done <"$folder/$step.found"
    if [ $unknown -eq 0 ]; then
        say "$step" "ok: $known findings, all known"
    else
        say "$step" "FAILED: $unknown findings of $1 that $here/findings.txt does not list"
        failed=1
    fi
}
# situations compiler flags...: builds the plain runner
situations()
{
    # shellcheck disable=SC2086
    "$@" $flags -g -O1 src/*/*.c $tests -o "$folder/$step" 2>"$folder/$step.log" && return 0
    say "$step" "FAILED: does not build"
    tail -n 20 "$folder/$step.log"
    failed=1
    return 1
}

for step in $steps; do
    case $step in
    asan)
        can cc -fsanitize=address libasan8 &&
            situations cc -fsanitize=address,undefined -fno-sanitize-recover=all && ran "$folder/$step"
        ;;
    ubsan)
        there clang "clang libclang-rt-14-dev" && can clang -fsanitize=undefined libclang-rt-14-dev &&
            situations clang -fsanitize=undefined,implicit-conversion,local-bounds -fno-sanitize-recover=all \
                -fno-sanitize=unsigned-integer-overflow && ran "$folder/$step"
        ;;
    msan)
        there clang "clang libclang-rt-14-dev" && can clang -fsanitize=memory libclang-rt-14-dev &&
            situations clang -fsanitize=memory -fno-sanitize-recover=all && ran "$folder/$step"
        ;;
    valgrind)
        there valgrind valgrind && situations cc &&
            ran valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite "$folder/$step"
        ;;
    tsan)
        can cc -fsanitize=thread libtsan2 &&
            # shellcheck disable=SC2086
            ran cc $flags -g -O1 -fsanitize=thread src/*/*.c $here/two_worlds.c -pthread -o "$folder/$step" &&
            ran "$folder/$step" &&
            # shellcheck disable=SC2086
            ran cc $flags -g -O1 -fsanitize=thread src/*/*.c $here/parts.c \
                -pthread -o "$folder/$step" &&
            ran "$folder/$step"
        ;;
    analyzer)
        there gcc gcc || continue
        for file in src/*/*.c; do
            what="-include $here/analyzed.h"
            [ "$file" = src/core/misuse.c ] && what=
            # shellcheck disable=SC2086
            gcc $flags -O2 -fanalyzer -Wall -Wextra $what -c "$file" -o "$folder/object" 2>&1
        done | grep -E '^(src|include)/.*(warning|error):' | sed 's/\[CWE-[0-9]*\] //' >"$folder/$step.found"
        judge "gcc -fanalyzer"
        ;;
    tidy)
        there clang-tidy clang-tidy || continue
        {
            tidy='bugprone-*,cert-*,clang-analyzer-*,misc-*,performance-*,portability-*'
            # excluded: rules against parameters of equal types, whose order the public headers define, and against memcpy and memset,
            # which are the only functions of freestanding C
            tidy="$tidy,-bugprone-easily-swappable-parameters"
            tidy="$tidy,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
            # shellcheck disable=SC2086,SC2046
            clang-tidy -quiet -checks="-*,$tidy" $(ls src/*/*.c | grep -v misuse.c) -- $flags -include $here/analyzed.h \
                2>/dev/null
            # shellcheck disable=SC2086
            clang-tidy -quiet -checks="-*,$tidy" src/core/misuse.c -- $flags 2>/dev/null
        } | grep -E '(warning|error):' | sed "s|^$PWD/||" >"$folder/$step.found"
        judge clang-tidy
        ;;
    cppcheck)
        there cppcheck cppcheck || continue
        cppcheck -q --enable=warning,portability,performance,style --std=c11 --inline-suppr -Iinclude \
            --template='{file}:{line}: {message} [{id}]' src 2>&1 | grep -v ': note:' | grep '\]$' >"$folder/$step.found"
        judge cppcheck
        ;;
    everything)
        # excluded: warnings for other languages and standards, for padding, and for comparisons of floats with zero, which are
        # intended
        there clang clang || continue
        for file in src/*/*.c; do
            # shellcheck disable=SC2086
            clang $flags -O1 -Weverything -Wno-padded -Wno-c++98-compat -Wno-declaration-after-statement \
                -Wno-float-equal -c "$file" -o "$folder/object" 2>&1
        done | grep -E '(warning|error):' >"$folder/$step.found"
        judge "clang -Weverything"
        ;;
    esac
done
[ $failed -eq 0 ] || echo "There are findings."
exit $failed
