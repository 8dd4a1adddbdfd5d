#!/bin/sh
# Whether clang can make wasm here; set_up.sh install: gets it where apt is there. Says so if not, and fails.
set -u
there()
{
    command -v clang >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1 && return 0
    command -v clang >/dev/null 2>&1 && command -v "wasm-ld-$(clang -dumpversion | cut -d. -f1)" >/dev/null 2>&1
}
there && exit 0
[ "${1:-}" = install ] && sh tests/tools/install.sh clang lld && there && exit 0
echo "skipped: no game for the browser without clang and wasm-ld (Debian: clang lld)"
exit 1
