#!/bin/sh
# install.sh package...: installs Debian packages by apt, with sudo if needed. Prints what it installs; fails with a message if it
# cannot.
set -u
[ $# -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "not installed, since apt-get is missing: $* (names of Debian packages)" >&2
    exit 1
fi
root=
[ "$(id -u)" = 0 ] || root=sudo
log=$(mktemp)
trap 'rm -f "$log"' EXIT
get()
{
    DEBIAN_FRONTEND=noninteractive $root apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@" >"$log" 2>&1
}
echo "installing: $*"
get "$@" && exit 0
$root apt-get update >/dev/null 2>&1
get "$@" && exit 0
tail -n 2 "$log" >&2
echo "could not install: $*" >&2
exit 1
