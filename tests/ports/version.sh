#!/bin/sh
# Prints the version of a compiler or an emulator. $@: its command
for ask in -dumpfullversion -dumpversion --version -v; do
    version=$("$@" $ask 2>&1 </dev/null | grep -oE '[0-9]+([.][0-9]+)+|[0-9]+-win32' | head -n 1)
    [ -n "$version" ] && echo "$version" && exit 0
done
exit 1
