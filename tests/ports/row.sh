#!/bin/sh
# row.sh FOLDER PORT COMPILER RUNNER SITUATIONS HASH: a row of the table of ports. A check that runs no programs elsewhere:
# FOLDER CHECK COMPILERS PASSED. What was skipped: FOLDER PORT "skipped: why".
mkdir -p "$1/rows"
folder=$1
name=$2
shift 2
{
    printf '%s' "$name"
    printf '\t%s' "$@"
    printf '\n'
} >"$folder/rows/$name"
