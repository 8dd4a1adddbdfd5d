#include "past.h"

#include "core/core.h"

enum {
    REWIND_EVERY = 4,
    REWIND_TICKS = 60 * GAME_RATE,
    SEEK_EVERY = GAME_RATE,
    SEEK_WHOLE = 8 /* one of this many states is complete */
};

bool past_open(past *p, game *g, void *memory, size_t bytes, past_use use)
{
    const bool seeks = use == PAST_TO_SEEK;
    const trp_history_desc desc = {.memory = memory,
                                   .bytes = bytes,
                                   .ticks = seeks ? 0 : REWIND_TICKS / REWIND_EVERY,
                                   .keyframe_every = SEEK_WHOLE,
                                   .kind = seeks ? TRP_HISTORY_KEYFRAMES : TRP_HISTORY_REWIND};
    past_close(p);
    if (!memory || trp_history_open(&p->history, g->world, &desc) != TRP_OK)
        return false;
    p->g = g;
    p->every = seeks ? SEEK_EVERY : REWIND_EVERY;
    return true;
}

void past_close(past *p)
{
    if (p->g)
        trp_history_close(&p->history);
    *p = (past){.g = NULL};
}

void past_note(past *p)
{
    if (!p->g)
        return;
    const uint64_t tick = trp_world_ticks(p->g->world);
    const bool is_known = trp_history_info(&p->history).count > 0 &&
                          tick <= trp_history_last(&p->history) &&
                          p->every == SEEK_EVERY; /* a replay follows the same course again */
    if (tick % p->every == 0 && !is_known)
        trp_history_save(&p->history);
}

uint32_t past_first(const past *p)
{
    return p->g && trp_history_info(&p->history).count > 0
               ? (uint32_t)trp_history_first(&p->history)
               : PAST_NONE;
}

uint32_t past_restore(past *p, uint32_t tick)
{
    const uint32_t first = past_first(p);
    if (first == PAST_NONE || tick < first)
        return PAST_NONE;
    const uint32_t last = (uint32_t)trp_history_last(&p->history);
    const uint32_t found = tick < last ? tick - tick % p->every : last;
    if (trp_history_restore(&p->history, found) != TRP_OK)
        return PAST_NONE;
    past_hush(p->g);
    return found;
}

void past_hush(game *g)
{
    g->event_count = 0;
    meter_restart(g);
}

size_t past_bytes(const past *p)
{
    return p->g ? trp_history_measure(&p->history) : 0;
}
