#!/bin/sh
# row.sh FOLDER PORT COMPILER RUNNER SITUATIONS HASH: writes a row of the table of ports. For a check without an emulator:
# row.sh FOLDER CHECK COMPILERS PASSED. For a skipped one: row.sh FOLDER PORT "skipped: reason".
mkdir -p "$1/rows"
folder=$1
name=$2
shift 2
{
    printf '%s' "$name"
    printf '\t%s' "$@"
    printf '\n'
} >"$folder/rows/$name"
