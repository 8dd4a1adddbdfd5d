#!/bin/sh
# Whether SDL2's headers are here; set_up.sh install: gets them where apt is there. Says so if not, and fails.
set -u
there()
{
    pkg-config --exists sdl2 2>/dev/null || command -v sdl2-config >/dev/null 2>&1
}
there && exit 0
[ "${1:-}" = install ] && sh tests/tools/install.sh libsdl2-dev && there && exit 0
echo "skipped: no window without SDL2 (Debian: libsdl2-dev; elsewhere https://libsdl.org)"
exit 1
