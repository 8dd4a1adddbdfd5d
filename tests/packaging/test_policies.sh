#!/bin/sh
# Tests that small programs link the code of those policies only that they name, and that they run.
#   test_policies.sh LIBRARY OBJECTS DIRECTORY "CC FLAGS"
set -u
library=$1
objects=$2
directory=$3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$directory"
passed=0
failed=0

# names NAME FLAGS FILES-NOT-LINKED...
names()
{
    name=$1
    flags=$2
    shift 2
    # shellcheck disable=SC2086
    if $cc $flags -o "$directory/$name" "$here/policies.c" "$library" && "$directory/$name" &&
        said=$(sh "$here/test_linked.sh" "$directory/$name" "$objects" "$@"); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: ${said-it does not run}"
    fi
}

cc=$4
names memory "-DDESC=.order=TRP_ORDER_MEMORY" ages grow steal external
names oldest "-DDESC=.order=TRP_ORDER_OLDEST" grow steal external
names grows "-DDESC=.when_full=TRP_FULL_GROW,.max_capacity=8" ages steal external
names steals "-DDESC=.when_full=TRP_FULL_STEAL_NEXT" ages grow external
names adopts "-DADOPTS -DDESC=.external=TRP_EXTERNAL" grow steal
echo "policies: $passed passed, $failed failed"
[ "$failed" = 0 ]
