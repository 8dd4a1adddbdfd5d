#!/bin/sh
# Runs a small storm: tests the report, that nothing is allocated, and that only capable terminals get pictures.
#   test_storm.sh STORM
set -u

if [ $# -ne 1 ]; then
    echo "usage: $0 STORM" >&2
    exit 2
fi
storm=$1
passed=0
failed=0
escape=$(printf '\033')
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# expect NAME COMMAND...: the command succeeds.
expect()
{
    name=$1
    shift
    if "$@" >"$scratch/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        sed 's/^/    /' "$scratch/said" "$scratch/printed"
    fi
}

exits() { [ "$status" -eq "$1" ]; }
says() { grep -q -e "$1" "$scratch/printed"; }
plain_report() { says '^textbook list' && ! says "$escape"; }
shows_cursor_last() { [ "$(grep -o "${escape}\[?25[lh]" "$scratch/printed" | tail -n 1)" = "${escape}[?25h" ]; }
library_lines_without_allocation() { [ "$(grep -c '^troupe.* 0$' "$scratch/printed")" -eq 3 ]; }

"$storm" 2000 20 >"$scratch/printed" 2>&1
status=$?
expect 'piped: exit 0' exits 0
expect 'piped: plain text' plain_report
expect 'piped: three lines of the library, each without an allocation' library_lines_without_allocation
expect 'piped: the array' says '^dense array'

"$storm" many >"$scratch/printed" 2>&1
status=$?
expect 'an argument that is not a number: exit 2' exits 2
expect 'an argument that is not a number: usage' says usage:

# `script` provides a terminal.
if command -v script >/dev/null 2>&1; then
    export TERM=xterm
    unset NO_COLOR
    script -qec "'$storm' 2000 20" /dev/null </dev/null >"$scratch/printed" 2>&1
    expect 'terminal: the cursor is restored' shows_cursor_last
    expect 'terminal: a progress line' says '\[#'
    expect 'terminal: the report' says '^textbook list'

    NO_COLOR=1 script -qec "'$storm' 2000 20" /dev/null </dev/null >"$scratch/printed" 2>&1
    expect 'NO_COLOR: plain text' plain_report

    # The storm replaces the shell that starts it, and is interrupted while it shows its picture.
    cat >"$scratch/interrupted" <<END
trap - INT
(sleep 0.5; kill -INT \$\$) &
exec '$storm' 2000 100000
END
    # background processes of a shell ignore the signal, and so do their children
    plain=; env --default-signal=INT true 2>/dev/null && plain='env --default-signal=INT'
    # shellcheck disable=SC2086
    $plain script -qec "sh '$scratch/interrupted'" /dev/null </dev/null >"$scratch/printed" 2>&1
    status=$?
    expect 'interrupted: the signal ends it' exits 130
    expect 'interrupted: the cursor is restored' shows_cursor_last
    expect 'interrupted: no report' sh -c "! grep -q '^textbook' '$scratch/printed'"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
