#!/bin/sh
# serve.sh folder port: serves a folder on localhost, with whatever is here that can.
set -u
echo "http://localhost:$2"
if command -v python3 >/dev/null 2>&1; then
    exec python3 -m http.server --bind 127.0.0.1 --directory "$1" "$2"
elif command -v node >/dev/null 2>&1; then
    exec node "$(dirname "$0")/serve.mjs" "$1" "$2"
elif command -v busybox >/dev/null 2>&1; then
    exec busybox httpd -f -p "127.0.0.1:$2" -h "$1"
fi
echo "There is neither python3, node nor busybox here to serve it; any static server will do." >&2
exit 1
