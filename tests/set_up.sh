#!/bin/sh
# Sees to what the tests need: a C compiler, pkg-config and Check. Installs them where apt is there, and Valgrind too,
# without which the tests say what they skip.
set -u
CC=${CC:-cc}
missing=
command -v "$CC" >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
pkg-config --exists check 2>/dev/null || missing="$missing check"
wanted=
command -v valgrind >/dev/null 2>&1 || wanted=valgrind
[ -n "$missing$wanted" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    [ -n "$missing" ] || exit 0
    echo "The tests need:$missing (Debian's names). Install them and call make test again." >&2
    exit 1
fi
root=
[ "$(id -u)" = 0 ] || root=sudo
if [ -n "$wanted" ]; then
    echo "Installing: $wanted"
    $root apt-get install -y --no-install-recommends $wanted >/dev/null 2>&1 ||
        { $root apt-get update >/dev/null && $root apt-get install -y --no-install-recommends $wanted >/dev/null 2>&1; } ||
        echo "Could not install $wanted: some tests will be skipped."
fi
[ -n "$missing" ] || exit 0
echo "Installing:$missing"
# shellcheck disable=SC2086
$root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 ||
    { $root apt-get update >/dev/null && $root apt-get install -y --no-install-recommends $missing; } ||
    { echo "Could not install:$missing. Install them and call make test again." >&2; exit 1; }
