#!/bin/sh
# test_web.sh folder headless table: serves the page, and plays it in headless Chromium as a player does.
set -u
here=$(dirname "$0")
sh "$here/test_serve.sh" "$1" || exit 1
for tool in node chromedriver; do
    command -v $tool >/dev/null 2>&1 && continue
    echo "skipped: the game is not tested in a browser: $tool is not installed (Debian: nodejs chromium chromium-driver)"
    exit 0
done
exec timeout 1200 node "$here/test_web.mjs" "$@"
