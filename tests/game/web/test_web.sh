#!/bin/sh
# test_web.sh folder headless: serves the page, and plays it in headless Chromium as a player does.
set -u
here=$(dirname "$0")
for tool in node chromedriver python3; do
    command -v $tool >/dev/null 2>&1 && continue
    echo "skipped: the game is not tested in a browser: $tool is not installed (Debian: nodejs chromium chromium-driver python3)"
    exit 0
done

# The next port is used if the port is taken.
work=$(mktemp -d)
servers=
trap 'kill $servers 2>/dev/null; rm -rf "$work"' EXIT
. tests/game/check.sh
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

python3 "$here/serve.py" "$1" $port >"$work/first" 2>&1 &
servers=$!
check "it serves the page" says "$work/first" "http://localhost:$port\$"
python3 "$here/serve.py" "$1" $port >"$work/second" 2>&1 &
servers="$servers $!"
check "if the port is taken, it reports that and takes the next one" \
    says "$work/second" "Port $port is taken. Open http://localhost:$((port + 1))\$"
check "... without a traceback" sh -c "! grep -qi traceback '$work/second'"
result || exit 1
# Node makes a pipe that it writes to non-blocking, for make as well, which would lose lines. So it gets one of its own.
{ timeout 2400 node "$here/test_web.mjs" "$@" 2>&1; echo $? >"$work/status"; } | cat
exit "$(cat "$work/status")"
