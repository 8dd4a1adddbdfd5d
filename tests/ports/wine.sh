#!/bin/sh
# wine.sh PREFIX PROGRAM ARGUMENT...: runs a Windows program with Wine, without a screen. The first run creates the
# prefix.
WINEPREFIX=$(mkdir -p "$1" && cd "$1" && pwd)
export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
shift
wine=/usr/lib/wine/wine64
[ -x $wine ] || wine=$(command -v wine64 || command -v wine)
[ "$1" = --version ] && exec "$wine" --version
exec "$wine" "$@"
