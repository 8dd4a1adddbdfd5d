#!/bin/sh
# test_web.sh folder headless: the game in headless Chromium, as people play it.
set -u
for tool in node chromedriver; do
    command -v $tool >/dev/null 2>&1 && continue
    echo "skipped: the game is not tried in a browser: $tool is not here (Debian: nodejs chromium chromium-driver)"
    exit 0
done
exec timeout 240 node "$(dirname "$0")/browse.mjs" "$1" test "$2"
