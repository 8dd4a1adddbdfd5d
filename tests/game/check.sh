# What the tests that are shell scripts share: they read this file. $work is a folder.
passed=0 failed=0 skipped=0

good() { passed=$((passed + 1)); }
wrong() { failed=$((failed + 1)); echo "FAILED: $*"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $*"; }
has() { command -v "$1" >/dev/null 2>&1; }

# check WHAT COMMAND...: whether the command succeeds; if not, what it has said
check()
{
    what=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        good
    else
        wrong "$what"
        sed 's/^/    /' "$work/said" | tail -n 12
    fi
}

# result [NAME]: the last line, and whether all is well
result()
{
    echo "${1:+$1: }$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
    [ $failed = 0 ]
}
