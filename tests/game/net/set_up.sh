#!/bin/sh
# Whether ENet's headers are here; set_up.sh install: gets them where apt is there. Says so if not, and fails.
set -u
there()
{
    pkg-config --exists libenet 2>/dev/null
}
there && exit 0
[ "${1:-}" = install ] && sh tests/tools/install.sh libenet-dev && there && exit 0
echo "skipped: no players over UDP without ENet (Debian: libenet-dev)"
exit 1
