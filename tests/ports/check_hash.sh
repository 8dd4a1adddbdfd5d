#!/bin/sh
# Compares the hash with the expected one. $1: a program or a command; $2: the number of operations
printed=$($1 "$2" | tr -d '\r' | tail -n 1)
if grep -qxF "$printed" tests/ports/hash.expected; then
    echo "hash $printed: as expected"
    echo "1 passed, 0 failed"
    exit 0
fi
echo "FAILED: hash $printed, but tests/ports/hash.expected has:"
sed 's/^/    /' tests/ports/hash.expected
echo "If the change of answers is intended (such as an order or a message): make ports-record"
echo "0 passed, 1 failed"
exit 1
