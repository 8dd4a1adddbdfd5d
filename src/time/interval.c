/*
 * Intervals: ticks in a pool that is updated every n-th tick.
 */
#include "clock.h"

#include "../base/times.h"
#include "../core/visit.h"

enum
{
    INTERVAL_FETCH_AHEAD = 16 /* slots whose turn it is */
};

/* number % by; numbers are below 2^31. */
static uint32_t interval_rest_of(uint32_t number, uint32_t by)
{
#if TRP__DIVIDES
    return number % by;
#else
    uint32_t part = by;

    while (part <= number)
        part *= 2;
    while (part != by)
    {
        part /= 2;
        if (number >= part)
            number -= part;
    }
    return number;
#endif
}

/* Whether this tick updates the pool, or a part of it. */
static bool interval_has_turn(const trp_pool *pool)
{
    return pool->state.staggered || pool->state.turn == 0;
}

static bool interval_is_slots_turn(const trp_pool *pool, uint32_t slot)
{
    return pool->state.staggered ? interval_rest_of(slot, pool->state.every) == pool->state.turn
                                 : pool->state.turn == 0;
}

/* Applies the setting that was made since the last tick. */
static void interval_set_off(trp_pool *pool)
{
    pool->state.every = pool->state.wanted;
    pool->state.staggered = pool->state.wants_staggered;
    pool->state.turn = 0;
    pool->follow(pool);
}

static bool interval_arrive(trp_pool *pool, bool updates)
{
    if (pool->state.every != pool->state.wanted ||
        pool->state.staggered != pool->state.wants_staggered)
        interval_set_off(pool);
    if (pool->state.every <= 1)
        return pool->pace.arrive != NULL ? pool->pace.arrive(pool, updates) : updates;
    if (!updates)
        return false;
    pool->state.turn++;
    if (pool->state.turn >= pool->state.every)
        pool->state.turn = 0;
    return interval_has_turn(pool);
}

static float interval_dt(const trp_pool *pool, float dt)
{
    return pool->state.every > 1 ? trp__times(dt, trp__clock_float(pool->state.every)) : dt;
}

static bool interval_is_over(const trp_pool *pool, trp_actor *actor)
{
    return pool->desc.lifetime.use != NULL &&
           trp__time_has_come(*trp__life_end(pool, actor), trp__life_now(pool));
}

static bool interval_admits(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (!frame->updates || !interval_is_slots_turn(pool, slot))
        return false;
    if (!interval_is_over(pool, actor))
        return true;
    trp__prune(frame, pool, actor, slot);
    return false;
}

/* Prunes all expired actors, whether their turn is now or not. */
static void interval_prune_expired(trp__frame *frame, trp_pool *pool)
{
    uint32_t slot = 0;

    for (; pool->state.expired != 0; slot++)
    {
        slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot);
        if (slot == TRP__NONE)
            return;
        if (trp__is_expired(trp__cell_of(pool, slot)->stamp))
            trp__prune(frame, pool, trp__node_at(pool, slot), slot);
    }
}

/* The first listed slot from this one on whose turn it is. */
static uint32_t interval_next_due(const trp_pool *pool, uint32_t slot, uint32_t every)
{
    while (slot < pool->state.top && !trp__bitmap_has(&pool->map, TRP__ACTIVE, slot))
    {
        const trp__word word = *trp__bitmap_word(&pool->map, TRP__ACTIVE, slot / TRP__WORD_BITS);
        if (word != 0)
            slot += every;
        else
        {
            /* the one below the top, if there is no other */
            const uint32_t listed = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot);
            slot = listed + every - 1 - interval_rest_of(listed - slot + every - 1, every);
        }
    }
    return slot < pool->state.top ? slot : TRP__NONE;
}

TRP__INLINE void interval_visit(trp__frame *frame, trp_pool *pool, uint32_t slot, bool lives_end)
{
    trp_actor *actor = trp__node_at(pool, slot);
    const trp__cell *cell = trp__cell_of(pool, slot);

    if (lives_end && cell->stamp >= frame->limit && interval_is_over(pool, actor))
        trp__prune(frame, pool, actor, slot);
    else if (frame->function != NULL)
        (void)trp__visit_one(frame, pool, actor, cell, frame->limit);
}

/* By steps: no word has two due slots. */
static void interval_update_steps(trp__frame *frame, trp_pool *pool, uint32_t from, uint32_t every)
{
    const bool lives_end = pool->desc.lifetime.use != NULL;

    for (uint32_t slot = interval_next_due(pool, from, every); slot != TRP__NONE;
         slot = interval_next_due(pool, slot + every, every))
        interval_visit(frame, pool, slot, lives_end);
}

/* The due slots of a word. */
static void interval_update_word(trp__frame *frame, trp_pool *pool, uint32_t first, trp__word due)
{
    const bool lives_end = pool->desc.lifetime.use != NULL;

    for (; due != 0; due &= due - 1)
        interval_visit(frame, pool, first + trp__lowest_bit(due), lives_end);
}

/* The same for the usual case: lives do not end by themselves, and all slots of the word are in the
 * pool's first chunk. Processors do not foresee such steps through memory, so nodes are prefetched:
 * `ahead` is how many bytes before their visit. */
TRP__INLINE void interval_update_near(trp__frame *frame, trp_pool *pool, uint32_t first,
                                      trp__word due, uintptr_t ahead)
{
    unsigned char *nodes = pool->nodes + first * pool->stride;
    const trp__cell *cells = pool->cells + first;

    for (; due != 0; due &= due - 1)
    {
        const uint32_t bit = trp__lowest_bit(due);
        trp_actor *actor = (trp_actor *)(void *)(nodes + bit * pool->stride);
        TRP__PREFETCH_WRITE((const void *)((uintptr_t)actor + ahead));
        (void)trp__visit_one(frame, pool, actor, &cells[bit], frame->limit);
    }
}

/*
 * By masks, one word of the bitmap at a time. A slot whose actor leaves meanwhile is still reached,
 * but its stamp excludes it.
 */
static void interval_update_masks(trp__frame *frame, trp_pool *pool, uint32_t turn, uint32_t every)
{
    const uint32_t near_end = pool->desc.lifetime.use == NULL ? pool->slot_count : 0;
    const uint32_t shift = interval_rest_of(TRP__WORD_BITS, every);
    const uintptr_t ahead = INTERVAL_FETCH_AHEAD * every * pool->stride;
    trp__word every_nth = 0;

    for (uint32_t bit = 0; bit < TRP__WORD_BITS; bit += every)
        every_nth |= trp__bit(bit);
    for (uint32_t first = 0; first < pool->state.top; first += TRP__WORD_BITS)
    {
        const trp__word listed = *trp__bitmap_word(&pool->map, TRP__ACTIVE, first / TRP__WORD_BITS);
        const trp__word due = listed & every_nth << turn;
        if (first + TRP__WORD_BITS <= near_end)
            interval_update_near(frame, pool, first, due, ahead);
        else
            interval_update_word(frame, pool, first, due);
        /* in the next word */
        turn = turn >= shift ? turn - shift : turn + every - shift;
    }
}

static void interval_update_due(trp__frame *frame, trp_pool *pool, uint32_t from, uint32_t every)
{
    if (every < TRP__WORD_BITS)
        interval_update_masks(frame, pool, from, every);
    else
        interval_update_steps(frame, pool, from, every);
}

static void interval_update(trp__frame *frame, trp_pool *pool)
{
    interval_prune_expired(frame, pool);
    if (!interval_has_turn(pool))
        return;
    trp__aim(frame, pool);
    if (frame->function == NULL && pool->desc.lifetime.use == NULL)
        return;
    if (pool->state.staggered)
        interval_update_due(frame, pool, pool->state.turn, pool->state.every);
    else
        interval_update_due(frame, pool, 0, 1);
    frame->current = NULL;
}

static void interval_follow(trp_pool *pool)
{
    if (pool->state.wanted > 1 || pool->state.every > 1)
    {
        pool->pace.arrive = interval_arrive;
        pool->pace.dt = interval_dt;
        pool->pace.admits = interval_admits;
        pool->pace.update = interval_update;
        return;
    }
    memset(&pool->pace, 0, sizeof pool->pace);
    if (pool->desc.lifetime.use != NULL)
        pool->desc.lifetime.use(pool);
}

trp_result trp_pool_set_interval(trp_pool *pool, uint32_t n, trp_interval kind)
{
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
    if (n == 1 && pool->follow == NULL)
        return TRP_OK;
    pool->state.wanted = n > 1 ? n : 0;
    pool->state.wants_staggered = n > 1 && staggered;
    pool->follow = interval_follow; /* as soon as a tick reaches the pool */
    return TRP_OK;
}
