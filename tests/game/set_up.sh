#!/bin/sh
# set_up.sh window|net|web [install]: succeeds if what it needs is there, or with `install` can be installed by apt. Otherwise it
# prints what is skipped, and fails.
set -u
there()
{
    case $1 in
    window) pkg-config --exists sdl2 || command -v sdl2-config ;;
    net) pkg-config --exists libenet ;;
    web) command -v clang && { command -v wasm-ld || command -v "wasm-ld-$(clang -dumpversion | cut -d. -f1)"; } ;;
    esac
}
case $1 in
window) packages=libsdl2-dev without="the window needs SDL2 (Debian: libsdl2-dev; elsewhere https://libsdl.org)" ;;
net) packages=libenet-dev without="no players over UDP without ENet (Debian: libenet-dev)" ;;
web) packages="clang lld" without="the game for the browser needs clang and wasm-ld (Debian: clang lld)" ;;
esac
there "$1" >/dev/null 2>&1 && exit 0
# shellcheck disable=SC2086
[ "${2:-}" = install ] && sh tests/tools/install.sh $packages && there "$1" >/dev/null 2>&1 && exit 0
echo "skipped: $without"
exit 1
