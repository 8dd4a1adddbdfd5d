#!/bin/sh
# Installs what the tests need and is missing, by apt: a C compiler, pkg-config, Check. Also installs Valgrind; without it
# the tests print what they skip.
#   set_up.sh clang: installs clang and its sanitizers instead. Fails if it cannot.
set -u
if [ "${1:-}" = clang ]; then
    echo 'int main(void) { return 0; }' | clang -fsanitize=address,undefined -x c - -o /dev/null 2>/dev/null && exit 0
    echo "CLANG IS MISSING, or its sanitizers."
    sh tests/tools/install.sh clang || exit 1
    echo 'int main(void) { return 0; }' | clang -fsanitize=address,undefined -x c - -o /dev/null && exit 0
    sh tests/tools/install.sh "$(clang --version | sed -nE '1s/.*version ([0-9]+).*/libclang-rt-\1-dev/p')"
    exit
fi
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
