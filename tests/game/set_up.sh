#!/bin/sh
# Whether the game can be built: its patterns are compiled by a tool that reads XML by expat. Installs expat where apt is
# there; where that is not possible, says so and fails: the game is left out.
set -u
cc=${1:-cc}
has_expat()
{
    printf '#include <expat.h>\n' | $cc -E - >/dev/null 2>&1
}
has_expat || sh tests/install.sh libexpat1-dev >/dev/null 2>&1
has_expat && exit 0
echo "skipped: the game, since expat is not here (Debian: libexpat1-dev)"
exit 1
