#!/bin/sh
# The hash is the expected one. $1: a program, or a command in words; $2: how many operations
printed=$($1 "$2" | tr -d '\r' | tail -n 1)
if grep -qxF "$printed" tests/ports/hash.expected; then
    echo "hash $printed: as expected"
    echo "1 passed, 0 failed"
    exit 0
fi
echo "FAILED: hash $printed, but tests/ports/hash.expected says:"
sed 's/^/    /' tests/ports/hash.expected
echo "If all answers are as they should be (the order, a message was changed on purpose): make ports-record"
echo "0 passed, 1 failed"
exit 1
