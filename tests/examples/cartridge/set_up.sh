#!/bin/sh
# Succeeds if the tools are there: for `set_up.sh build` a compiler for the console, for
# `set_up.sh run` libmgba too. With `install` after it, it installs what is missing, by apt.
# Otherwise it prints what is skipped, and fails.
set -u
missing()
{
    command -v arm-none-eabi-gcc >/dev/null 2>&1 || printf ' gcc-arm-none-eabi'
    [ "$1" = build ] || [ -f /usr/include/mgba/core/core.h ] || printf ' libmgba-dev'
}
list=$(missing "$1")
[ -n "$list" ] || exit 0
# shellcheck disable=SC2086
[ "${2:-}" = install ] && sh tests/tools/install.sh $list && [ -z "$(missing "$1")" ] && exit 0
echo "skipped: the cartridge needs$list (Debian packages)"
exit 1
