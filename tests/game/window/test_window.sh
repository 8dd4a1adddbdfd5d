#!/bin/sh
# test_window.sh build: tests the game in a window, under Xvfb if that is installed, otherwise without a
# screen. `build` holds the programs play and headless.
set -u
program=$1/play
headless=$1/headless
work=$(mktemp -d)
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
server=
. tests/game/check.sh
export XDG_DATA_HOME="$work/data" SDL_AUDIODRIVER=dummy

# Succeeds if the picture has many different pixels.
has_colors()
{
    n=$(od -An -v -tx1 -w3 "$1" | sort -u | wc -l)
    echo "$n colors"
    [ "$n" -gt 50 ]
}
differ()
{
    ! cmp -s "$1" "$2"
}
plays()
{
    timeout 300 "$program" "$@" >"$work/out" 2>&1
}
says()
{
    grep -q "$1" "$work/out" || { cat "$work/out" && false; }
}
refuses()
{
    word=$1
    shift
    ! plays "$@" && says "$word"
}
# Succeeds if a file of samples is more than silence.
is_loud()
{
    [ "$(od -An -v -tf4 -w4 "$1" | awk '{ v = $1 < 0 ? -$1 : $1; if (v > most) most = v } END { print (most > 0.05) }')" = 1 ]
}

check "without a screen it reports that and ends" sh -c \
    "! env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER timeout 20 '$program' >'$work/out' 2>&1 && grep -q 'no screen' '$work/out'"

if command -v Xvfb >/dev/null 2>&1; then
    number=$((70 + $$ % 20))
    Xvfb :$number -screen 0 1400x800x24 -nolisten tcp >/dev/null 2>&1 &
    server=$!
    export DISPLAY=:$number
    sleep 1
else
    echo "skipped: the window has no screen, since Xvfb is not installed (Debian: xvfb); it is drawn without one"
    export SDL_VIDEODRIVER=dummy
fi

# until_said PATTERN FILE: waits until it is in the file, some 20 seconds.
until_said()
{
    tries=0
    while ! grep -q "$1" "$2" && [ $tries -lt 200 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    grep "$1" "$2"
}

# -- pictures --
check "it plays one second" plays --attract --seconds 1 --screenshot "$work/1.bmp"
check "it plays four seconds" plays --attract --seconds 4 --screenshot "$work/4.bmp"
check "with a storm" plays --attract --seconds 2 --motes 20000 --churn 10 --screenshot "$work/storm.bmp"
check "it plays a boss after two minutes without drawing" plays --attract --seed 3 --wave 11 --skip 40 --seconds 1 --screenshot "$work/boss.bmp"
for picture in 1 4 storm boss; do
    check "picture $picture is not blank" has_colors "$work/$picture.bmp"
done
check "pictures differ over time" differ "$work/1.bmp" "$work/4.bmp"
check "the storm is visible" differ "$work/4.bmp" "$work/storm.bmp"
check "it plays with a software renderer" env SDL_RENDER_DRIVER=software "$program" --attract --skip 20 --seconds 1 --screenshot "$work/soft.bmp"
check "... and its picture is not blank" has_colors "$work/soft.bmp"

# -- the command line --
check "invalid arguments are refused" refuses usage --nonsense
check "invalid numbers are refused" refuses usage --seed 12x
check "a pattern is played" plays --pattern tests/game/patterns/whirl.xml --attract --skip 5 --seconds 0.2
check "a missing pattern is reported as missing" refuses 'none.xml: No such file or directory' --pattern "$work/none.xml"
printf '<bulletml>\n<action label="top">\n<wait>x</wait></action></bulletml>\n' >"$work/bad.xml"
check "an invalid pattern is refused with the line" refuses 'bad.xml:3: <wait> "x"' --pattern "$work/bad.xml"

# -- recordings --
check "a game is recorded" plays --attract --seed 5 --skip 30 --seconds 0.3 --record "$work/game.trp"
hash=$(sed -n 's/.*hash \([0-9a-f]*\),.*/\1/p' "$work/out")
check "... and the headless game replays it" sh -c "'$headless' --replay '$work/game.trp' | grep -q 'hash $hash'"
check "... and so does the window" plays --replay "$work/game.trp" --skip 33 --seconds 0.2
check "... to the same end" says 'THE SAME GAME, BIT FOR BIT'
letters=$(base64 -w 0 <"$work/game.trp" | tr '+/' '-_' | tr -d =)
check "a link is replayed as well" plays --replay "http://localhost:8000/#r=$letters" --skip 33 --seconds 0.2
check "... to the same end" says 'THE SAME GAME, BIT FOR BIT'
check "neither a recording nor a link: it is refused" refuses 'not a link with a recording' --replay "$work/none.trp"
head -c 80 "$work/game.trp" >"$work/cut.trp"
check "a recording that is cut off is refused" refuses 'cut off' --replay "$work/cut.trp"

# -- the high score --
check "a game with a score" plays --attract --seed 5 --skip 40 --seconds 0.2 --keep "$work/kept"
check "... saves it as the high score" sh -c "[ \$(cat '$work/kept') -gt 100 ]"
best=$(cat "$work/kept")
check "a game with a lower score" plays --attract --seed 6 --skip 8 --seconds 0.2 --keep "$work/kept"
check "... does not replace it" sh -c "[ \$(cat '$work/kept') = $best ]"

# -- sound --
export SDL_AUDIODRIVER=disk SDL_DISKAUDIOFILE="$work/loud.raw"
check "it plays with sound" plays --attract --seconds 3
check "... and is audible" is_loud "$work/loud.raw"
export SDL_DISKAUDIOFILE="$work/mute.raw"
check "without" plays --attract --seconds 2 --mute
check "... and is silent" sh -c ". /dev/null; [ -s '$work/mute.raw' ] && ! tr -d '\\000' <'$work/mute.raw' | grep -q ."
export SDL_AUDIODRIVER=dummy

# -- two players --
if "$program" --host x --seconds 0.1 2>&1 | grep -q 'without ENet'; then
    echo "skipped: no second player, since ENet is not here (Debian: libenet-dev)"
else
    port=$((20000 + $$ % 20000))
    "$program" --host $port --attract --report --seconds 14 --record "$work/a.trp" --screenshot "$work/pair.bmp" >"$work/host" 2>&1 &
    game=$!
    sleep 1
    check "one hosts, another joins" plays --join 127.0.0.1:$port --attract --seconds 9 --record "$work/b.trp"
    cp "$work/out" "$work/guest"
    check "... whose goodbye comes" until_said 'news: THE OTHER HAS LEFT' "$work/host"
    check "... and ends after the other has left" wait $game
    check "... which has played on alone" sh -c "[ \$(sed '1,/news: THE OTHER HAS LEFT/d' '$work/host' | grep -c '^play, tick') -gt 4 ]"
    for end in host guest; do
        check "the $end has played, and was never out of step" sh -c \
            "grep 'match: [1-9][0-9]* ticks, [1-9][0-9]* hashes alike' '$work/$end' | grep -qv 'OUT OF STEP'"
    done
    check "each has a recording of it" sh -c "'$headless' --replay '$work/a.trp' && '$headless' --replay '$work/b.trp'"
    check "... with the same keys" cmp -i 56 -n 30 "$work/a.trp" "$work/b.trp"
    "$program" --host $port --attract --report --seconds 60 >"$work/host" 2>&1 &
    game=$!
    sleep 1
    "$program" --join 127.0.0.1:$port --attract --seconds 60 >/dev/null 2>&1 &
    guest=$!
    check "two meet" until_said 'news: YOU ARE THE LEFT SHIP' "$work/host"
    sleep 1
    kill -9 $guest
    check "one crashes: the other notices that" until_said 'news: THE OTHER IS SILENT' "$work/host"
    kill $game
    wait $game
    "$program" --host $port --attract --seconds 3 >/dev/null 2>&1 &
    game=$!
    sleep 1
    "$program" --join 127.0.0.1:$port --attract --seconds 60 >/dev/null 2>&1 &
    guest=$!
    wait $game
    "$program" --host $port --attract --report --seconds 60 >"$work/host" 2>&1 &
    game=$!
    sleep 7
    check "a third joins a new match" plays --join 127.0.0.1:$port --attract --seconds 3
    check "... from which one whose match is over keeps away" grep -q 'match: [1-9]' "$work/out"
    kill $game $guest
    wait $game $guest
    check "an address that is none is refused" refuses 'no address' --join nowhere
    check "... or has no name" refuses 'no address' --join :7777
    check "a port that is none is refused" refuses 'no port' --host 7777x
    check "two players play no pattern" refuses 'the game as it is' --host 0 --pattern tests/game/patterns/whirl.xml
    check "... and either wait or go" refuses 'the game as it is' --host 0 --join localhost:7777
fi

# begin OPTION...: starts the game, which reports its state to a file, and waits for its window and its title.
begin()
{
    "$program" --report --seconds 600 "$@" >"$work/out" 2>&1 &
    game=$!
    until_reported '^title, tick' && xdotool search --sync --name 'Bullet Troupe' >/dev/null
}
# until_so COMMAND...: waits until it succeeds, some two minutes: a busy machine shows a few frames per second.
until_so()
{
    tries=0
    while [ $tries -lt 1000 ]; do
        "$@" && return 0
        sleep 0.1
        tries=$((tries + 1))
    done
    tail -n 1 "$work/out"
    return 1
}
reports()
{
    tail -n 1 "$work/out" | grep -Eq "$1"
}
# until_reported PATTERN: waits until the last line of the report matches.
until_reported()
{
    until_so reports "$1"
}
# jumps TICKS: succeeds if a replay has gone forward by that many between two lines of the report, which has four per second
jumps()
{
    sed -n 's/^replay, tick \([0-9]*\),.*/\1/p' "$work/out" | awk -v by="$1" 'NR > 1 && $1 > last + by { far = 1 } { last = $1 } END { exit !far }'
}
ends() # SDL reports the signal as a request to close the window
{
    kill -TERM $game
    wait $game
}

if [ -n "$server" ] && command -v xdotool >/dev/null 2>&1; then
    check "the title is there" begin --seed 3
    eval "$(xdotool search --sync --name 'Bullet Troupe' getwindowgeometry --shell)"
    at() { xdotool mousemove $((X + $1)) $((Y + $2)); }
    click() { at "$1" "$2" && sleep 0.1 && xdotool mousedown 1 && sleep 0.1 && xdotool mouseup 1 && sleep 0.2; }
    xdotool key Return
    check "Return begins a game" until_reported '^play, .* ship 1'
    xdotool key p
    check "P pauses it" until_reported '^play, paused'
    click 640 630 # the ship, at its first position
    xdotool key p
    check "... and ends the pause" until_reported '^play, tick'
    xdotool keydown space
    for i in 1 2 3 4 5 6 7 8; do
        xdotool keydown Left && sleep 0.3 && xdotool keyup Left
        xdotool keydown Right && sleep 0.3 && xdotool keyup Right
    done
    check "keys play the game: there is a score" until_reported 'score [1-9]'
    xdotool key l && sleep 1
    check "it ends on request" ends
    check "a click shows the actor there" says 'marked: ship slot 0'
    check "L gives a link" says '^http.*#r=VFJPVVBF'

    # rewinding and saving
    begin --seed 3 --save "$work/slot"
    xdotool key Return
    check "a game has lasted two seconds" until_reported '^play, tick 1[2-9][0-9]'
    xdotool key F5
    check "... and four more" until_reported '^play, tick [3-9][0-9][0-9]'
    check "F5 saves to a file" test -s "$work/slot"
    xdotool keydown e
    check "E rewinds: the game is younger than before" until_reported '^play, tick [12][0-9][0-9],'
    check "it ends on request while it rewinds" ends
    xdotool keyup e
    begin --seed 9 --save "$work/slot"
    xdotool key F9
    check "in another run F9 loads it: its game is in play" until_reported '^play, tick [1-9]'
    check "... and ends" ends

    # time goes back, in replays and for bombs
    begin --seed 3 --wave 11 --lives 9
    xdotool key Return
    check "a boss hits a player that does nothing" until_reported '^play, tick ([3-9]|[1-9][0-9])[0-9][0-9], .*bombs 3, ship 0'
    xdotool key k
    check "K shows the hit again" until_reported '^hit, tick [0-9]*,'
    check "... up to where the game was" until_reported '^play, tick .* ship 1'
    xdotool key c
    check "C turns time back for two bombs" until_reported '^play, tick .* bombs 1,'
    check "a game has lasted 15 seconds" until_reported '^play, tick (9[0-9]|[1-9][0-9]{2})[0-9],'
    xdotool key y
    check "Y replays the game" until_reported '^replay, tick ([3-9]|[1-9][0-9])[0-9],'
    click 688 716
    check "... a click on its bar moves it forward" until_so jumps 150
    click 410 716
    check "... and back" until_reported '^replay, tick [0-9]{1,2}, '
    check "... and it ends on request" ends
    head -c 2000 "$work/slot" >"$work/cut" && mv "$work/cut" "$work/slot"
    begin --seed 9 --save "$work/slot"
    xdotool key F9
    check "a truncated save changes nothing, and a note says why" until_reported '^title, .* note: .* is damaged'
    check "... and the game ends on request" ends
else
    echo "skipped: the window gets no keys, since xdotool is not installed (Debian: xdotool)"
fi

result
