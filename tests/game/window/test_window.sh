#!/bin/sh
# The game in a window: under Xvfb if that is here, else without a screen. $1: the program.
set -u
program=$1
work=$(mktemp -d)
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
server=
passed=0
failed=0

check()
{
    what=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        sed 's/^/    /' "$work/said"
    fi
}
# How many different bytes a picture has.
colors()
{
    od -An -v -tx1 -w3 "$1" | sort -u | wc -l
}
has_colors()
{
    n=$(colors "$1")
    echo "$n colors"
    [ "$n" -gt 50 ]
}
differ()
{
    ! cmp -s "$1" "$2"
}
plays()
{
    timeout 60 "$program" "$@"
}

if command -v Xvfb >/dev/null 2>&1; then
    number=$((70 + $$ % 20))
    Xvfb :$number -screen 0 1024x768x24 -nolisten tcp >/dev/null 2>&1 &
    server=$!
    export DISPLAY=:$number
    sleep 1
else
    echo "skipped: no screen for the window, since Xvfb is not here (Debian: xvfb); drawn without one"
    export SDL_VIDEODRIVER=dummy
fi

check "it plays a second" plays --attract --seconds 1 --screenshot "$work/1.bmp"
check "and four" plays --attract --seconds 4 --screenshot "$work/4.bmp"
check "with 100,000 more bullets" plays --attract --seconds 2 --extra 100000 --screenshot "$work/extra.bmp"
check "without the panel" plays --no-panel --seconds 1 --screenshot "$work/field.bmp"
for picture in 1 4 extra field; do
    check "picture $picture is not blank" has_colors "$work/$picture.bmp"
done
check "pictures differ over time" differ "$work/1.bmp" "$work/4.bmp"
check "the panel is seen" differ "$work/1.bmp" "$work/field.bmp"
check "bad arguments are refused" sh -c "'$program' --nonsense; [ \$? -eq 2 ]"

if [ -n "$server" ] && command -v xdotool >/dev/null 2>&1; then
    "$program" --seconds 6 --seed 3 >"$work/out" 2>&1 &
    game=$!
    sleep 1.5
    xdotool key Return
    sleep 0.3
    xdotool keydown space
    for i in 1 2 3 4 5 6; do
        xdotool keydown Left
        sleep 0.3
        xdotool keyup Left
        xdotool keydown Right
        sleep 0.3
        xdotool keyup Right
    done
    check "it ends by itself" wait $game
    check "keys play it: there is a score" grep -q 'score [1-9]' "$work/out"
else
    echo "skipped: no keys are sent to the window, since xdotool is not here (Debian: xdotool)"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
