/* A session's match: a game of two over a network. */
#include "session_parts.h"

enum
{
    SLOW = GAME_RATE / 2 /* steps without the other that are worth a word */
};

bool session_is_match(const session *s)
{
    return s->match && match_get_phase(s->match) != MATCH_MEETS;
}

uint32_t session_shift(const session *s)
{
    return session_is_match(s) ? match_me(s->match) * GAME_INPUT_BITS : s->shift;
}

uint32_t session_me(const session *s)
{
    return session_shift(s) > 0;
}

const match *session_match(const session *s)
{
    return session_is_match(s) ? s->match : NULL;
}

const char *session_news(const session *s)
{
    return s->news;
}

static void begin_match(session *s)
{
    match *m = s->match;
    const game_options options = match_options(m);
    if (!session_begin(s, &options))
        return;
    record_begin(&s->record, s->recorded, sizeof s->recorded, &options);
    s->is_recording = true;
    s->verdict = NULL;
    match_play(m, s->g);
    s->news = match_me(m) == 0 ? "YOU ARE THE LEFT SHIP, THE BLUE ONE"
                               : "YOU ARE THE RIGHT SHIP, THE GREEN ONE";
}

static void record_finals(session *s)
{
    uint32_t input;
    while (match_take_final(s->match, &input))
        record_tick(&s->record, input);
}

/* What was predicted only has not happened. From here on one player goes on; the other's ship
 * leaves. */
static void end_match(session *s)
{
    match *m = s->match;
    const char *difference = match_difference(m);
    s->news = difference ? difference : match_words(m);
    record_finals(s);
    s->match = NULL;
    if (s->is_recording && match_tick(m) > 0 && match_settle(m))
    {
        s->shift = match_me(m) * GAME_INPUT_BITS;
        s->farewell = (uint32_t)GAME_LEAVE << ((1 - match_me(m)) * GAME_INPUT_BITS);
    }
    match_close(m);
}

void session_leave_match(session *s)
{
    if (!session_is_match(s))
        return;
    match_leave(s->match);
    end_match(s);
}

void session_meet(session *s, match *m)
{
    session_leave_match(s);
    s->match = m;
    s->news = NULL;
}

bool session_step_match(session *s, uint32_t input)
{
    match *m = s->match;
    s->news = NULL;
    if (!m)
        return false;
    if (match_wants_game(m))
        begin_match(s);
    const bool is_game = match_get_phase(m) != MATCH_MEETS;
    match_step(m, input);
    if (match_words(m))
        end_match(s);
    else if (!is_game)
        s->news = "WAITING FOR THE OTHER PLAYER; PLAY MEANWHILE";
    else
        record_finals(s);
    if (s->match && match_silence(m) > SLOW)
        s->news = "WAITING FOR THE OTHER PLAYER";
    return is_game;
}
