#!/bin/sh
# serve.sh check: succeeds if a program that can serve a folder is installed. serve.sh folder port: serves it on
# localhost.
set -u
here=$(dirname "$0")
if command -v python3 >/dev/null 2>&1; then
    with=python3
elif command -v node >/dev/null 2>&1; then
    with=node
elif command -v busybox >/dev/null 2>&1; then
    with=busybox
else
    echo "Serving the page needs python3, node or busybox, and none is installed. make web writes build/web/index.html, which" >&2
    echo "needs no server: open the file in a browser." >&2
    exit 1
fi
[ "$1" = check ] && exit 0
case $with in
python3) exec python3 "$here/serve.py" "$1" "$2" ;;
node) exec node "$here/serve.mjs" "$1" "$2" ;;
busybox)
    echo "http://localhost:$2"
    exec busybox httpd -f -p "127.0.0.1:$2" -h "$1"
    ;;
esac
