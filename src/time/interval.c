/*
 * Intervals: the turns of a pool that is updated every n-th tick.
 */
#include "clock.h"

#include "../../include/troupe/interval.h"

/* number % by; numbers are below 2^31. */
static uint32_t interval_rest_of(uint32_t number, uint32_t by)
{
#if TRP__DIVIDES
    return number % by;
#else
    uint32_t part = by;

    while (part <= number)
        part *= 2;
    while (part != by) {
        part /= 2;
        if (number >= part)
            number -= part;
    }
    return number;
#endif
}

/* The setting that was made since the last tick applies from this one on. */
static bool interval_arrive(trp_pool *pool, bool enabled)
{
    trp__pool_state *state = &pool->state;

    if (state->every != state->wanted || state->staggered != state->wants_staggered) {
        state->every = state->wanted;
        state->staggered = state->wants_staggered;
        state->turn = 0;
    }
    if (state->every <= 1 || !enabled)
        return enabled;
    state->turn = state->turn + 1 < state->every ? state->turn + 1 : 0;
    return state->staggered || state->turn == 0;
}

static bool interval_has(const trp_pool *pool, uint32_t slot, bool enabled)
{
    const trp__pool_state *state = &pool->state;

    return enabled && state->turn == (state->staggered ? interval_rest_of(slot, state->every) : 0);
}

/* The first listed slot from this one on, in steps of an interval. */
static uint32_t interval_next_due(const trp_pool *pool, uint32_t slot, uint32_t every)
{
    while (slot < pool->state.top && !trp__bitmap_has(&pool->map, TRP__ACTIVE, slot)) {
        const trp__word word = *trp__bitmap_word(&pool->map, TRP__ACTIVE, slot / TRP__WORD_BITS);
        if (word != 0)
            slot += every;
        else {
            /* the one below the top, if there is no other */
            const uint32_t listed = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot);
            slot = listed + every - 1 - interval_rest_of(listed - slot + every - 1, every);
        }
    }
    return slot < pool->state.top ? slot : TRP__NONE;
}

/* From one slot whose turn it is to another: the visit steps over the other ones. A walk begins
 * with slot 0, and goes on after the last run. */
static trp__slots interval_run(const trp_pool *pool, uint32_t slot)
{
    const uint32_t every = pool->state.every;
    trp__slots run = {NULL, 0, 0};

    if (!pool->state.staggered)
        return interval_has(pool, 0, true) ? trp__run_from(pool, slot) : run;
    slot = interval_next_due(pool, slot == 0 ? pool->state.turn : slot - 1 + every, every);
    if (slot == TRP__NONE)
        return run;
    run = trp__run_from(pool, slot);
    run.count -= interval_rest_of(run.count - 1, every);
    run.next = slot + run.count;
    return run;
}

static float interval_dt(const trp_pool *pool, float dt)
{
    return trp__product(dt, trp__clock_float(pool->state.every));
}

trp_result trp_pool_set_interval(trp_pool *pool, uint32_t n, trp_interval kind)
{
    static const trp__turns turns = {interval_arrive, interval_has, interval_run, interval_dt};
    const char *call = TRP__TEXT("trp_pool_set_interval");
    const bool staggered = kind == TRP_INTERVAL_STAGGERED;

    if (!trp__has_pool(pool, call))
        return TRP_ERR_NULL;
    if (trp__is_drawn(pool->world, pool, call))
        return TRP_BUSY;
    if (n == 0 || n > TRP_MAX_INTERVAL || (unsigned)kind > TRP_INTERVAL_STAGGERED)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_VALUE,
                           TRP__TEXT("n must be 1 to TRP_MAX_INTERVAL, kind an enumerator"));
    if (staggered && n > 1 && pool->desc.update_pool != NULL)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_DESC,
                           TRP__TEXT("update_pool is called for all actors at once: choose "
                                     "TRP_INTERVAL_TOGETHER"));
    if (n == 1 && pool->turns == NULL)
        return TRP_OK;
    pool->state.wanted = n > 1 ? n : 0;
    pool->state.wants_staggered = n > 1 && staggered;
    pool->turns = &turns; /* as soon as a tick reaches the pool */
    return TRP_OK;
}
