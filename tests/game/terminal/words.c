#include "words.h"

#include "keys.h"
#include "screen.h"

#include <stdio.h>
#include <string.h>

enum
{
    TEXT = 0xD8DEE9,
    DIM = 0x7A8290,
    BRIGHT = 0xFFD75F,
    RED = 0xFF6B6B,
    KILL_TICKS = 150,
    MOST_BAR = 40
};

static void middle(int columns, int row, const char *text, uint32_t color)
{
    screen_text((columns - (int)strlen(text)) / 2, row, text, color);
}

static void line(const game *g, game_line which, int column, int row, uint32_t color, bool is_right)
{
    char text[GAME_LINE_BYTES];
    const size_t length = game_get_line(g, which, text);

    screen_text(is_right ? column - (int)length : column, row, text, color);
}

static void bar(int columns, int row, float part, uint32_t color)
{
    char text[MOST_BAR + 1];
    const int width = columns / 2 < MOST_BAR ? columns / 2 : MOST_BAR;

    for (int i = 0; i < width; i++)
        text[i] = (float)i < part * (float)width ? '=' : '.';
    text[width] = 0;
    middle(columns, row, text, color);
}

static void show_keys(int columns, int rows)
{
    middle(columns, rows - 6,
           columns < 62 ? "ARROWS MOVE   B BOMB   P PAUSE   Q QUIT"
                        : "ARROWS, WASD OR DIGITS 1-9 MOVE   B BOMB   P PAUSE   Q QUIT",
           DIM);
    middle(columns, rows - 5,
           keys_have_releases() ? (columns < 46 ? "HOLD SPACE: SHOOT, F: FOCUS"
                                                : "HOLD SPACE TO SHOOT, F OR SHIFT TO FOCUS")
                                : (columns < 46 ? "SPACE: SHOOT ON OR OFF   F: FOCUS"
                                                : "SPACE: SHOOTING ON OR OFF   F: FOCUS ON OR OFF"),
           DIM);
    middle(columns, rows - 4,
           columns < 75 ? "E REWIND  C TURN TIME  R REPLAY  L LINK"
                        : "E REWIND   C TURN TIME, 2 BOMBS   F5 SAVE   F9 LOAD   R REPLAY   L LINK",
           DIM);
}

/* Shows facts of the black box: what hit the player, and what created it. */
static void show_kill(const game *g, int columns, int row)
{
    game_kill kill;
    char text[120];

    if (!game_get_kill(g, &kill))
        return;
    const game_facts *k = &kill.killer;
    if (k->age == GAME_NO_AGE)
        snprintf(text, sizeof text, "HIT BY %.30s: %.16s, SLOT %u", k->maker ? k->maker : k->pool,
                 k->pool, (unsigned)k->slot);
    else
        snprintf(text, sizeof text, "HIT BY %.30s: %.16s, SLOT %u, %u TICKS OLD",
                 k->maker ? k->maker : k->pool, k->pool, (unsigned)k->slot, (unsigned)k->age);
    middle(columns, row, text, RED);
}

void words_step(words *w, const game *g)
{
    const game_event *events;
    const uint32_t count = game_get_events(g, &events);

    w->kill_ticks -= w->kill_ticks > 0;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == GAME_EVENT_DEATH || events[i].kind == GAME_EVENT_START)
            w->kill_ticks = events[i].kind == GAME_EVENT_DEATH ? KILL_TICKS : 0;
}

void words_too_small(int columns, int rows)
{
    char text[60];

    snprintf(text, sizeof text, "TOO SMALL: %d BY %d AT LEAST", WORDS_COLUMNS, WORDS_ROWS);
    middle(columns, rows / 2, text, TEXT);
}

void words_show(const words *w, session *s, int columns, int rows)
{
    char text[GAME_LINE_BYTES];
    const game *g = session_game(s);
    const game_state state = game_get_state(g);

    line(g, GAME_LINE_SCORE, 1, 0, TEXT, false);
    line(g, GAME_LINE_HIGH, columns - 1, 0, TEXT, true);
    line(g, GAME_LINE_LIVES, 1, rows - 1, TEXT, false);
    line(g, GAME_LINE_WAVE, columns - 1, rows - 1, TEXT, true);
    if (game_get_line(g, GAME_LINE_BOSS, text) > 0)
        middle(columns, 1, text, BRIGHT);
    if (state.boss_health > 0)
        bar(columns, 2, (float)state.boss_health / 1000, BRIGHT);
    game_get_line(g, GAME_LINE_BANNER, text);
    middle(columns, rows / 2 - 1, text, BRIGHT);
    game_get_line(g, GAME_LINE_HINT, text);
    middle(columns, rows / 2 + 1, text, TEXT);
    if (w->kill_ticks > 0)
        show_kill(g, columns, rows / 2 + 3);
    if (session_is_replay(s))
    {
        middle(columns, rows - 3, "REPLAY   ENTER OR P: QUIT", BRIGHT);
        bar(columns, rows - 2, session_replay_part(s), BRIGHT);
    }
    const session_past past = session_get_past(s);
    if (past.is_rewinding)
    {
        snprintf(text, sizeof text, "REWIND, %u S MORE", (unsigned)(past.ticks / GAME_RATE));
        middle(columns, rows - 3, text, BRIGHT);
        bar(columns, rows - 2, past.part, BRIGHT);
    }
    if (w->note)
        middle(columns, rows - 7, w->note, BRIGHT);
    if (state.phase == GAME_TITLE || w->has_help)
        show_keys(columns, rows);
    if (state.phase == GAME_TITLE)
        middle(columns, rows - 3, "ENTER: START", TEXT);
}
