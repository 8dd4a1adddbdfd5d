#!/bin/sh
# plots.sh bench.json folder: draws the README's plots of the benchmark's results with gnuplot. One shows ns per actor and frame
# against the number of actors, for each subject and churn; the other ns per box and frame in a space. The plots are SVG with a
# transparent background. Text and axes have a colour that is visible on light and dark pages.
set -u
json=$1
folder=$2
here=tests/bench/plots
if [ ! -f "$json" ]; then
    echo "$json is missing: run make bench first (about 12 minutes; QUICK=1: half a minute, with fewer points)." >&2
    exit 1
fi
if ! command -v gnuplot >/dev/null 2>&1; then
    sh tests/tools/install.sh gnuplot-nox || { echo "The plots need gnuplot (Debian: gnuplot-nox)." >&2; exit 1; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

# points workload subject churn: prints lines "n ns" in the order of n
points()
{
    awk -v workload="$1" -v subject="$2" -v churn="$3" '
    function field(name,    at) {
        if (!match($0, "\"" name "\": *\"?[^,\"}]*"))
            return ""
        at = substr($0, RSTART, RLENGTH); sub(/^"[a-z_]*": *"?/, "", at); return at
    }
    field("workload") == workload && field("subject") == subject && field("payload") == 24 &&
        field("churn") + 0 == churn + 0 && field("ns") + 0 > 0 { print field("n"), field("ns") }' "$json" | sort -n
}

# subjects workload: prints the subjects in the order of the file
subjects()
{
    awk -v workload="\"workload\": \"$1\"" 'index($0, workload) {
        match($0, /"subject": "[a-z0-9_]*"/); name = substr($0, RSTART + 12, RLENGTH - 13)
        if (!(name in seen)) { seen[name] = 1; print name } }' "$json"
}

# dressed file: replaces gnuplot's black by a colour for light and dark pages
dressed()
{
    sed -e 's|<g id="gnuplot_canvas">|<style>:root{color:#24292f}@media(prefers-color-scheme:dark){:root{color:#c9d1d9}}</style>&|' \
        -e "s/stroke=\"black\"/stroke=\"currentColor\"/g; s/stroke='black'/stroke='currentColor'/g" \
        -e "s/fill=\"black\"/fill=\"currentColor\"/g; s/fill='black'/fill='currentColor'/g" \
        -e "s/fill = 'black'/fill = 'currentColor'/g; s/ color=\"black\"//" "$1"
}

for subject in $(subjects storm); do
    for churn in 0 0.01 0.1; do
        points storm "$subject" "$churn" >"$work/storm.$subject.$churn"
    done
done
gnuplot -e "work='$work'; names='$(subjects storm | tr '\n' ' ')'" "$here/storm.gp" >"$work/storm.svg" || exit 1
dressed "$work/storm.svg" >"$folder/storm.svg"
for workload in pairs sizes; do
    for subject in $(subjects $workload); do
        points $workload "$subject" 0 >"$work/$workload.$subject"
    done
done
gnuplot -e "work='$work'; names='$(subjects pairs | tr '\n' ' ')'" "$here/pairs.gp" >"$work/pairs.svg" || exit 1
dressed "$work/pairs.svg" >"$folder/pairs.svg"
echo "$folder/storm.svg"
echo "$folder/pairs.svg"
