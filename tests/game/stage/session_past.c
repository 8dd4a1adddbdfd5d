/* A session's time goes back. */
#include "session_parts.h"

/* From the state that is kept before that tick, by what was pressed. */
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

/* The first tick that it can go back to; the title, before the first tick, is none. PAST_NONE: there is none. */
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
            record_cut(&s->record, s->rewound_to);
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
    return GAME_TURN;
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
