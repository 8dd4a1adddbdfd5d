#!/bin/sh
# Succeeds if the headers of SDL2 are installed. `set_up.sh install` installs them by apt. Without them
# it prints what is skipped, and fails.
set -u
there()
{
    pkg-config --exists sdl2 2>/dev/null || command -v sdl2-config >/dev/null 2>&1
}
there && exit 0
[ "${1:-}" = install ] && sh tests/tools/install.sh libsdl2-dev && there && exit 0
echo "skipped: the window needs SDL2 (Debian: libsdl2-dev; elsewhere https://libsdl.org)"
exit 1
