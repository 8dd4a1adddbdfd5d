#!/bin/sh
# test_terminal.sh program: runs the game in a terminal of tmux, sends keys, and reads the screen.
set -u
program=$(readlink -f "$1")
patterns=$(readlink -f "$(dirname "$0")/../patterns")
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data"

look()
{
    :
}
check()
{
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        look
    fi
}

# without a terminal
check "without a terminal it reports that it needs one" \
    sh -c "'$program' </dev/null 2>&1 >/dev/null | grep -q 'needs a terminal'"
check "--show prints the same picture every time" \
    test "$("$program" --show --seconds 5 </dev/null | md5sum)" = "$("$program" --show --seconds 5 </dev/null | md5sum)"
check "... in plain characters" \
    sh -c "'$program' --show --seconds 5 </dev/null | LC_ALL=C grep -q 'game: 300 ticks' && ! '$program' --show --seconds 5 </dev/null | LC_ALL=C grep -q '[^ -~]'"

blind()
{
    "$program" --show "$@" </dev/null 2>&1
}
check "invalid arguments are refused" sh -c "'$program' --seed 12x </dev/null 2>&1 | grep -q usage"
check "a pattern is played: its boss comes at once" \
    sh -c "[ \$('$program' --show --seconds 5 --pattern '$patterns/whirl.xml' </dev/null | sed -n 's/.* \([0-9]*\) bullets.*/\1/p') -gt 50 ]"
check "a missing pattern is reported as missing" sh -c "'$program' --show --pattern '$work/none.xml' </dev/null 2>&1 | grep -q 'none.xml: No such file'"
printf '<bulletml>\n<action label="top">\n<wait>x</wait></action></bulletml>\n' >"$work/bad.xml"
check "an invalid pattern is refused with the line" sh -c "'$program' --show --pattern '$work/bad.xml' </dev/null 2>&1 | grep -q 'bad.xml:3: <wait>'"
blind --seconds 20 --seed 5 --record "$work/game.trp" >"$work/first"
check "a game is recorded" test -s "$work/game.trp"
blind --seconds 21 --replay "$work/game.trp" >"$work/second"
check "... and replayed, bit for bit" grep -q 'THE SAME GAME, BIT FOR BIT' "$work/second"
check "... also from a link" sh -c \
    "'$program' --show --seconds 21 --replay 'http://x/#r=$(base64 -w 0 <"$work/game.trp" | tr '+/' '-_' | tr -d =)' </dev/null | grep -q 'THE SAME GAME'"
check "the autopilot saves no high score" test ! -e "$XDG_DATA_HOME/bullet-troupe"

if ! command -v tmux >/dev/null 2>&1; then
    echo "skipped: the game is not tested in a terminal: tmux is not installed (Debian: tmux)"
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
fi
mux="tmux -S $work/socket -f /dev/null"
trap '$mux kill-server 2>/dev/null; rm -rf "$work"' EXIT

screen()
{
    $mux capture-pane -p -t game 2>/dev/null
}
look()
{
    screen | sed 's/^/    /' | head -n 40
}
send()
{
    $mux send-keys -t game "$@"
}
# until_so command...: succeeds if the command does within some two minutes: a busy machine shows a few frames per second
until_so()
{
    tries=0
    while [ $tries -lt 1000 ]; do
        "$@" && return 0
        sleep 0.1
        tries=$((tries + 1))
    done
    return 1
}
shows()
{
    screen | grep -q "$1"
}
shows_no()
{
    ! shows "$1"
}
until_seen()
{
    until_so shows "$1"
}
# the score at the top left
score()
{
    screen | head -n 1 | tr -cd '0-9 ' | awk '{ print $1 + 0 }'
}
# Succeeds if there are half blocks left of the field, and not in the rows of the frame only.
has_picture()
{
    [ "$(screen | grep -c '^ \{0,20\}▀')" -ge 5 ]
}
# bar_goes key columns -gt|-lt: succeeds if the replay's bar moves that far while the key is pressed
bar_goes()
{
    from=$(bar)
    tries=0
    while [ $tries -lt 60 ]; do
        send "$1"
        sleep 0.1
        [ "$(bar)" "$3" $((from + $2)) ] && return 0
        tries=$((tries + 1))
    done
    echo "from $from to $(bar)"
    return 1
}
bar()
{
    screen | grep -A 1 'REPLAY   ENTER' | tail -n 1 | tr -cd = | wc -c
}
has_risen()
{
    [ "$(score)" -gt "$first" ] && return 0
    send Left
    sleep 0.1
    send Right
    return 1
}
score_rises()
{
    first=$(score)
    until_so has_risen
}
start()
{
    send "COLORTERM=truecolor $program --seed 3; echo left-with-\$?" Enter
}

# On a loaded machine tmux sometimes loses its new server: "server exited unexpectedly".
tries=0
until $mux new-session -d -x 100 -y 40 -s game "env PS1='ready> ' sh"; do
    tries=$((tries + 1))
    if [ $tries -eq 10 ]; then
        echo "FAILED: tmux does not start"
        exit 1
    fi
    sleep 1
done
$mux set-option -g set-clipboard on
until_seen 'ready>'
send "export XDG_DATA_HOME=$XDG_DATA_HOME; stty -a >$work/before" Enter
start
check "the title is there" until_seen 'ENTER: START'
send Enter
check "a wave begins" until_seen 'WAVE 1'
check "the score rises" score_rises
send h
check "H shows the keys" until_seen 'F5 SAVE   F9 LOAD   R REPLAY   L LINK'
send h
send F5
check "F5 saves" until_seen 'saved: F9 loads it'
check "... to a file" test -s "$XDG_DATA_HOME/bullet-troupe/save"
rewinds()
{
    send e
    shows 'REWIND, [0-9]* S MORE' && screen | tail -n 2 | head -n 1 | grep -q '==.*\.'
}
check "E rewinds, and a bar shows the position" until_so rewinds
check "... and the game continues" until_so shows_no 'REWIND,'
turns_back() # refused until the game has a past
{
    send c
    shows 'BOMBS 1'
}
check "C turns time back for two bombs" until_so turns_back
send F9
check "F9 loads" until_seen 'loaded'
check "... and the bombs are those of that tick" until_seen 'BOMBS 3'
send p
check "it pauses" until_seen PAUSED
check "the pause shows the saved game: its wave and its score" until_seen 'F9: WAVE 1'
check "... with a picture of it" has_picture
paused=$(score)
sleep 0.5
check "the score does not change during the pause" test "$(score)" = "$paused"
$mux resize-window -t game -x 60 -y 20
check "it redraws in a smaller window" until_seen 'PAUSED'
check "... with the save as a line" until_seen 'F9: WAVE 1, [0-9]*, 0:[0-9]'
check "... to its last row" sh -c "$mux capture-pane -p -t game | sed -n 20p | grep -q SHIPS"
$mux resize-window -t game -x 30 -y 10
check "it reports that a window is too small" until_seen 'TOO SMALL'
$mux resize-window -t game -x 100 -y 40
check "it redraws in a larger window" until_seen PAUSED
send l
check "L gives a link" until_seen 'the link is in the clipboard'
check "... which is in the clipboard" sh -c "$mux show-buffer | grep -q '#r=VFJPVVBF'"
send r
check "R replays the game" until_seen 'REPLAY   ENTER'
check "... with a bar, and right goes forward fast" bar_goes Right 8 -gt
check "... and E goes back" bar_goes e -4 -lt
send Enter
check "... and ENTER ends the replay" until_seen 'ENTER: START'
send q
check "q quits" until_seen 'left-with-0'
check "... and the link is printed" until_seen '#r=VFJPVVBF'
check "the high score is saved" grep -q '[1-9]' "$XDG_DATA_HOME/bullet-troupe/high-score"
check "the shell's screen is restored" until_seen 'ready>'
send "clear; stty -a >$work/after; echo compared" Enter
until_seen '^compared'
check "the settings of the terminal are restored" cmp "$work/before" "$work/after"

send clear Enter
send "COLORTERM=truecolor $program --seed 3 --wave 11 --lives 9; echo left-with-\$?" Enter
until_seen 'ENTER: START'
send Enter
until_seen 'HIT BY' # a player that does nothing is hit by the boss, after some ten seconds
check "the black box names what hit the player" until_seen 'HIT BY .*SLOT [0-9]*, [0-9]* TICKS OLD'
send k
check "K shows the last hit again" until_seen 'the last hit again'
send q
until_seen 'left-with-0'
send clear Enter
for signal in INT TERM SEGV; do
    start
    until_seen 'ENTER: START'
    pkill -$signal -f "^$program --seed 3"
    check "SIG$signal restores the screen" until_seen 'left-with-'
    send "clear; stty -a >$work/after; echo compared" Enter
    until_seen '^compared'
    check "... and the settings of the terminal" cmp "$work/before" "$work/after"
    send clear Enter
    sleep 0.2
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
