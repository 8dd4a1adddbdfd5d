#!/bin/sh
# test_web.sh folder headless: serves the page, and plays it in headless Chromium as a player does.
set -u
here=$(dirname "$0")
for tool in node chromedriver python3; do
    command -v $tool >/dev/null 2>&1 && continue
    echo "skipped: the game is not tested in a browser: $tool is not installed (Debian: nodejs chromium chromium-driver python3)"
    exit 0
done
sh "$here/test_serve.sh" "$1" || exit 1
exec timeout 2400 node "$here/test_web.mjs" "$@"
