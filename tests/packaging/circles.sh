#!/bin/sh
# Prints by room how many files are in circles: each calls the other, perhaps through further files. Read from the
# symbols of object files. Fails if a room has more than recorded, or fewer, which is to be recorded.
#   circles.sh DIRECTORY_OF_THE_OBJECTS RECORDED [record]
set -u
objects=$1
recorded=$2
found=$(mktemp)
trap 'rm -f "$found"' EXIT
for room in "$objects"/*/; do
    (cd "$room" && for object in *.o; do nm -g "$object" | sed "s/^/${object%.o} /"; done) |
        awk -v room="$(basename "$room")" '
            { file = $1; symbol = $NF; kind = $(NF - 1); names[file] = 1 }
            kind == "U" { uses[file, symbol] = 1; next }
            { home[symbol] = file }
            END {
                for (use in uses) { split(use, at, SUBSEP); if (at[2] in home && home[at[2]] != at[1]) reach[at[1], home[at[2]]] = 1 }
                for (k in names) for (i in names) if ((i, k) in reach) for (j in names) if ((k, j) in reach) reach[i, j] = 1
                for (i in names) if ((i, i) in reach) { count++; list = list " " i }
                if (count) { n = split(list, sorted, " "); for (a = 2; a <= n; a++) for (b = a; b > 1 && sorted[b] < sorted[b - 1]; b--) { t = sorted[b]; sorted[b] = sorted[b - 1]; sorted[b - 1] = t }
                    printf "%s %d:", room, count; for (a = 1; a <= n; a++) printf " %s", sorted[a]; print "" }
            }'
done >"$found"
if [ "${3-}" = record ]; then
    cp "$found" "$recorded"
elif diff "$recorded" "$found"; then
    echo "circles: 1 passed, 0 failed"
else
    echo "circles: FAILED: files in circles differ from $recorded. If there are fewer: make circles-record"
    exit 1
fi
