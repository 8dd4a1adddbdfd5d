#!/bin/sh
# check.sh FOLDER NAME COMPILERS COMMAND...: runs a check that ends with "N passed, N failed", prints its output and writes its
# row of the table. A check without cases was skipped and has printed what is missing.
folder=$1 name=$2 compilers=$3
shift 3
rm -f "$folder/rows/$name"
said=$("$@" 2>&1)
status=$?
total=$(echo "$said" | grep -E '^[0-9]+ passed, [0-9]+ failed$' | tail -n 1)
skipped=$(echo "$said" | sed -n 's/^skipped: //p')
echo "$said" | grep -vE '^[0-9]+ passed, [0-9]+ failed$'
if [ $status != 0 ]; then
    total="FAILED: ${total:-no result}"
elif [ -z "$total" ] || [ "$total" = "0 passed, 0 failed" ]; then
    sh tests/ports/row.sh "$folder" "$name" "skipped: ${skipped:-nothing was checked}"
    exit 0
fi
echo "$name, $compilers: $total"
[ -z "$skipped" ] || total="$total; skipped: $skipped"
sh tests/ports/row.sh "$folder" "$name" "$compilers" "$(echo "$total" | tr '\n' ' ' | sed 's/ $//')"
exit $status
