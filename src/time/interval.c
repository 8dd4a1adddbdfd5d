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

static float interval_dt(const trp_pool *pool, float dt)
{
    return trp__product(dt, trp__clock_float(pool->state.every));
}

trp_result trp_pool_set_interval(trp_pool *pool, uint32_t n, trp_interval kind)
{
    static const trp__turns turns = {interval_arrive, interval_has, interval_dt, trp__visit_turn};
    const bool staggered = kind == TRP_INTERVAL_STAGGERED;
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_set_interval"));

    if (trp__is_shut(&call) ||
        trp__refuses(
            &call, n == 0 || n > TRP_MAX_INTERVAL || (unsigned)kind > TRP_INTERVAL_STAGGERED,
            TRP_ERR_VALUE, TRP__TEXT("n must be 1 to TRP_MAX_INTERVAL, kind an enumerator")) ||
        trp__refuses(&call, staggered && n > 1 && pool->desc.update_pool != NULL, TRP_ERR_DESC,
                     TRP__TEXT("update_pool is called for all actors at once: choose "
                               "TRP_INTERVAL_TOGETHER")))
        return call.result;
    if (n == 1 && pool->turns == NULL)
        return TRP_OK;
    pool->state.wanted = n > 1 ? n : 0;
    pool->state.wants_staggered = n > 1 && staggered;
    pool->turns = &turns; /* as soon as a tick reaches the pool */
    return TRP_OK;
}
