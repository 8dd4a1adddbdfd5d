#!/bin/sh
# test_serve.sh folder: tests that the page is served, that the next port is used if the port is taken, and that a missing
# server program is reported before anything is built.
set -u
here=$(dirname "$0")
work=$(mktemp -d)
servers=
trap 'kill $servers 2>/dev/null; rm -rf "$work"' EXIT
passed=0
failed=0
check()
{
    what=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' "$work/said" | head -n 8
    fi
}
# says file text: succeeds if the file contains the text within five seconds
says()
{
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        grep -q "$2" "$1" && return 0
        sleep 0.2
    done
    cat "$1" && false
}
port=$((20000 + $$ % 20000))

try()
{
    with=$1
    shift
    "$@" $port >"$work/first" 2>&1 &
    servers="$servers $!"
    check "$with serves the page" says "$work/first" "http://localhost:$port\$"
    "$@" $port >"$work/second" 2>&1 &
    servers="$servers $!"
    check "$with: if the port is taken, it reports that and takes the next one" \
        says "$work/second" "Port $port is taken. Open http://localhost:$((port + 1))\$"
    check "... without a traceback" sh -c "! grep -qi traceback '$work/second'"
    port=$((port + 50))
}
command -v python3 >/dev/null 2>&1 && try python3 python3 "$here/serve.py" "$1"
command -v node >/dev/null 2>&1 && try node node "$here/serve.mjs" "$1"

mkdir "$work/bin"
ln -s "$(command -v dirname)" "$(command -v sh)" "$work/bin/"
check "a missing server program is reported before anything is built" \
    sh -c "! PATH='$work/bin' '$work/bin/sh' '$here/serve.sh' check 2>'$work/none' && grep -q 'needs no server' '$work/none'"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
