#!/bin/sh
# install.sh package...: installs Debian's packages where apt is there, by sudo where that is needed. Quiet; fails and
# says so if it could not.
set -u
[ $# -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "not installed, since there is no apt-get: $* (Debian's names)" >&2
    exit 1
fi
root=
[ "$(id -u)" = 0 ] || root=sudo
log=$(mktemp)
trap 'rm -f "$log"' EXIT
get()
{
    DEBIAN_FRONTEND=noninteractive $root apt-get install -y --no-install-recommends "$@" >"$log" 2>&1
}
echo "installing: $*"
get "$@" && exit 0
$root apt-get update >/dev/null 2>&1
get "$@" && exit 0
tail -n 2 "$log" >&2
echo "could not install: $*" >&2
exit 1
