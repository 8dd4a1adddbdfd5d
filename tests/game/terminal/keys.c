#define _POSIX_C_SOURCE 200809L

#include "keys.h"

#include "stage/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    BITS = 11,
    DIRECTIONS = GAME_LEFT | GAME_RIGHT | GAME_UP | GAME_DOWN,
    SWITCHES = GAME_SHOOT | GAME_FOCUS
};

/* Seconds for which a key counts as held. Keyboards wait before they first repeat a key, then
 * repeat quickly. */
static const double first_hold = 0.28;
static const double next_hold = 0.12;

static double until[BITS]; /* without releases: the time until which the key counts as held */
static uint32_t held;      /* with releases: the held keys */
static uint32_t switched = GAME_SHOOT;
static bool has_releases, wants_out, any;
static char letters[8]; /* letters that are not keys of the game, in order */
static size_t letter_count;

static uint32_t bits_of(int key)
{
    static const uint32_t digits[10] = {
        0,          GAME_LEFT | GAME_DOWN, GAME_DOWN, GAME_RIGHT | GAME_DOWN, GAME_LEFT, 0,
        GAME_RIGHT, GAME_LEFT | GAME_UP,   GAME_UP,   GAME_RIGHT | GAME_UP};
    if (key >= '0' && key <= '9')
        return digits[key - '0'];
    switch (key)
    {
    case 'a':
        return GAME_LEFT;
    case 'd':
        return GAME_RIGHT;
    case 'w':
        return GAME_UP;
    case 's':
        return GAME_DOWN;
    case ' ':
    case 'z':
        return GAME_SHOOT;
    case 'f':
    case 57441: /* shift, as kitty's protocol numbers it */
        return GAME_FOCUS;
    case 'b':
    case 'x':
        return GAME_BOMB;
    case 'c':
    case 'v':
        return GAME_TURN;
    case 'e':
    case 8:
    case 127:
        return SESSION_REWIND;
    case 'p':
    case 27:
        return GAME_PAUSE;
    case '\r':
    case '\n':
        return GAME_START;
    default:
        return 0;
    }
}

static uint32_t bits_of_arrow(char letter)
{
    switch (letter)
    {
    case 'A':
        return GAME_UP;
    case 'B':
        return GAME_DOWN;
    case 'C':
        return GAME_RIGHT;
    case 'D':
        return GAME_LEFT;
    default:
        return 0;
    }
}

/* Event 1 is a press, 2 a repeat, 3 a release. */
static void heard(uint32_t bits, int event, double now)
{
    any = any || event == 1;
    if (has_releases)
    {
        held = event == 3 ? held & ~bits : held | bits;
        return;
    }
    switched ^= bits & SWITCHES;
    for (int i = 0; i < BITS; i++)
        if ((bits >> i & 1) != 0)
            until[i] = now + (now < until[i] + 0.5 && until[i] > 0 ? next_hold : first_hold);
}

static void push_letter(char key)
{
    if (letter_count < sizeof letters)
        letters[letter_count++] = key;
}

static void letter(int key, int event, double now)
{
    if (key >= 'A' && key <= 'Z')
        key += 'a' - 'A';
    if (key == 'q' && event != 3)
        wants_out = true;
    else if (key >= 'a' && key <= 'z' && event == 1 && bits_of(key) == 0)
    {
        push_letter((char)key);
        return;
    }
    heard(bits_of(key), event, now);
}

/* Reads a sequence such as "97;1:3u": numbers and a final letter. Returns its end; NULL: it is
 * incomplete. */
static const char *sequence(const char *at, const char *end, double now)
{
    long key = 0, event = 1;
    int field = 0, part = 0;
    bool is_answer = false;

    for (; at < end && !(*at >= '@' && *at <= '~'); at++)
        if (*at == ';')
            field++, part = 0;
        else if (*at == ':')
            part++;
        else if (*at == '?')
            is_answer = true;
        else if (*at >= '0' && *at <= '9' && field == 0 && part == 0 && key < 100000)
            key = key * 10 + (*at - '0');
        else if (*at >= '1' && *at <= '3' && field == 1 && part == 1)
            event = *at - '0';
    if (at == end)
        return NULL;
    if (*at == 'u' && is_answer)
        has_releases = has_releases || (key & 2) != 0;
    else if (*at == 'u' && key == 'c' && event == 1 && field > 0)
        wants_out = true; /* Ctrl+C: with this protocol it sends no signal */
    else if (*at == 'u')
        letter((int)key, (int)event, now);
    else if (*at == '~' && event == 1 && (key == 15 || key == 20))
        push_letter(key == 15 ? KEYS_SAVE : KEYS_LOAD);
    else
        heard(bits_of_arrow(*at), (int)event, now);
    return at + 1;
}

static void take(const char *at, const char *end, double now)
{
    while (at < end)
        if (at[0] == 27 && end - at > 2 && (at[1] == '[' || at[1] == 'O'))
        {
            const char *next = sequence(at + 2, end, now);
            if (next == NULL)
                return;
            at = next;
        }
        else
            letter((unsigned char)*at++, 1, now);
}

uint32_t keys_read(double now)
{
    char bytes[256];
    const ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    uint32_t keys = 0;

    if (got < 0 && errno != EINTR && errno != EAGAIN)
        wants_out = true;
    if (got > 0)
        take(bytes, bytes + got, now);
    if (has_releases)
        return held;
    for (int i = 0; i < BITS; i++)
        if (now < until[i])
            keys |= 1u << i;
    return (keys & ~(uint32_t)SWITCHES) | switched;
}

bool keys_want_out(void)
{
    return wants_out;
}

bool keys_any(void)
{
    const bool was = any;

    any = false;
    return was;
}

char keys_letter(void)
{
    if (letter_count == 0)
        return 0;
    const char first = letters[0];
    memmove(letters, letters + 1, --letter_count);
    return first;
}

bool keys_have_releases(void)
{
    return has_releases;
}
