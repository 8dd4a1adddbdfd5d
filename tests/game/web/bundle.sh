#!/bin/sh
# bundle.sh folder: writes the page as one file, folder/index.html, from the sources beside this script and the
# compressed files in the folder. The modules become one script without imports and exports, so their top-level names must differ.
set -eu
to=$1
here=$(cd "$(dirname "$0")" && pwd)
modules="dom core gl canvas input sound share match race panel editor source game"

style()
{
    echo "<style>"
    cat "$here/style.css"
    echo "</style>"
}

files()
{
    for name in game.wasm editor.wasm race.wasm patterns.json sources.json; do
        printf '<script type="application/octet-stream" id="%s.gz">' "$name"
        base64 <"$to/$name.gz" | tr -d '\n'
        echo "</script>"
    done
}

script()
{
    echo '<script type="module">'
    for name in $modules; do
        echo "// -- $name.js"
        sed -e '/^import .* from "\.\/[a-z]*\.js";$/d' -e 's/^export //' "$here/$name.js"
    done
    echo "</script>"
}

while IFS= read -r line; do
    case $line in
    "<!-- style -->") style ;;
    "<!-- files -->") files ;;
    "<!-- script -->") script ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$here/index.html" >"$to/index.html"
