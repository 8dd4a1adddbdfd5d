#!/bin/sh
# Installs what the tests need and is missing, by apt: a C compiler, pkg-config, Check. Also installs Valgrind; without it
# the tests print what they skip.
set -u
CC=${CC:-cc}
missing=
command -v "${CC%% *}" >/dev/null 2>&1 || missing="$missing gcc libc6-dev" # the first word, since CC may have options
command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
pkg-config --exists check 2>/dev/null || missing="$missing check"

if ! command -v valgrind >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    sh tests/tools/install.sh valgrind || echo "Some tests will be skipped."
fi
[ -n "$missing" ] || exit 0
# shellcheck disable=SC2086
sh tests/tools/install.sh $missing || { echo "The tests need:$missing. Install them and call make test again." >&2; exit 1; }
