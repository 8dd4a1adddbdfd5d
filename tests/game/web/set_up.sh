#!/bin/sh
# Succeeds if clang and wasm-ld are installed. `set_up.sh install` installs them by apt. Without them it prints what is
# skipped, and fails.
set -u
there()
{
    command -v clang >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1 && return 0
    command -v clang >/dev/null 2>&1 && command -v "wasm-ld-$(clang -dumpversion | cut -d. -f1)" >/dev/null 2>&1
}
there && exit 0
[ "${1:-}" = install ] && sh tests/tools/install.sh clang lld && there && exit 0
echo "skipped: the game for the browser needs clang and wasm-ld (Debian: clang lld)"
exit 1
