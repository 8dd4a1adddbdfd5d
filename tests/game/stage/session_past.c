/* A session's time goes back. */
#include "session_parts.h"

/* Restores the last stored state before the tick, and repeats the recorded input up to it. */
static bool go_back(session *s, uint32_t tick)
{
    uint32_t now = past_restore(&s->past, tick);
    if (now == PAST_NONE)
        return false;
    for (; now < tick; ++now)
        game_step(s->g, record_input(&s->record, now));
    past_hush(s->g);
    return true;
}

/* The first tick that rewinding can reach: at least 1, since the title is not part of the game.
 * PAST_NONE: there is none. */
static uint32_t first_tick(const session *s)
{
    const uint32_t first = past_first(&s->past);
    return first > 0 ? first : 1;
}

bool session_rewind(session *s, bool is_held)
{
    const uint32_t first = first_tick(s);
    if (!is_held || first == PAST_NONE || !s->is_recording)
    {
        if (s->is_rewinding)
        {
            record_cut(&s->record, s->rewound_to);
            game_forget_kill(s->g);
            s->record.options.practice = true;
            game_mark_practice(s->g, s->practice);
        }
        s->is_rewinding = false;
        return false;
    }
    if (!s->is_rewinding)
    {
        s->rewound_from = s->rewound_to = s->record.ticks;
        s->rewinds = 0;
        s->is_rewinding = true;
    }
    const uint32_t speed = 1 + s->rewinds++ / GAME_RATE;
    const uint32_t step = speed < FASTEST ? speed : FASTEST;
    s->rewound_to = s->rewound_to > first + step ? s->rewound_to - step : first;
    go_back(s, s->rewound_to);
    return true;
}

uint32_t session_turn(session *s, uint32_t pressed)
{
    const game_state state = game_get_state(s->g);
    const uint32_t first = first_tick(s);
    const uint32_t now = s->record.ticks;
    if ((pressed & GAME_TURN) == 0 || !s->is_recording || state.phase != GAME_PLAY ||
        state.paused || state.bombs < GAME_TURN_COST || first == PAST_NONE)
        return 0;
    const uint32_t to = now > first + SESSION_TURN_TICKS ? now - SESSION_TURN_TICKS : first;
    if (!go_back(s, to))
        return 0;
    record_cut(&s->record, to);
    game_forget_kill(s->g);
    return GAME_TURN;
}

/* -- the last hit again -- */

/* The hit is the last one before now. */
bool session_has_hit(const session *s)
{
    game_kill kill;
    const uint32_t first = first_tick(s);
    return s->is_recording && !s->is_rewinding && !session_is_match(s) && first != PAST_NONE &&
           game_get_kill(s->g, &kill) && kill.tick > first && kill.tick <= s->record.ticks;
}

const char *session_show_hit(session *s)
{
    game_kill kill;
    const uint32_t first = first_tick(s);
    if (!session_has_hit(s))
        return "there is no hit to show";
    game_get_kill(s->g, &kill);
    session_end_again(s);
    const uint32_t end = kill.tick + AGAIN_AFTER;
    const uint32_t from = kill.tick > first + AGAIN_BEFORE ? kill.tick - AGAIN_BEFORE : first;
    if (!go_back(s, from))
        return "there is no hit to show";
    s->is_again = true;
    s->again_at = from;
    s->again_hit = kill.tick;
    s->again_end = end < s->record.ticks ? end : s->record.ticks;
    s->again_steps = 0;
    return NULL;
}

bool session_is_hit(const session *s)
{
    return s->is_again;
}

void session_end_again(session *s)
{
    if (!s->is_again)
        return;
    for (; s->again_at < s->record.ticks; ++s->again_at)
        game_step(s->g, record_input(&s->record, s->again_at));
    past_hush(s->g);
    s->is_again = false;
}

bool session_step_again(session *s, uint32_t pressed)
{
    if (!s->is_again)
        return false;
    if (s->again_at >= s->again_end || pressed != 0)
        session_end_again(s);
    else if (s->again_at + AGAIN_SLOW < s->again_hit || s->again_steps++ % 2 == 0)
        game_step(s->g, record_input(&s->record, s->again_at++));
    else
        past_hush(s->g);
    return true;
}

session_past session_get_past(const session *s)
{
    const uint32_t first = first_tick(s);
    session_past it = {.is_rewinding = s->is_rewinding};
    if (first == PAST_NONE)
        return it;
    const uint32_t now = s->is_rewinding ? s->rewound_to
                         : s->is_replay  ? s->replayed
                                         : s->record.ticks;
    it.ticks = now > first ? now - first : 0;
    if (s->is_rewinding && s->rewound_from > first)
        it.part = (float)it.ticks / (float)(s->rewound_from - first);
    return it;
}

size_t session_past_bytes(const session *s)
{
    return past_bytes(&s->past);
}
