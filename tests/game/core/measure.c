/*
 * The library's share of a tick. Timestamps around each of a few hundred calls would cost more than
 * the calls, and clocks of browsers are too coarse for that. So the library's part of a tick is
 * repeated, often enough for any clock: the same actors, as many births and ends as in the last
 * tick, the same walk, the same contacts. The game's callbacks return at once. A copy undoes the
 * changes.
 */
#include "core.h"

enum {
    HELD = 1 << 20 /* ticks */
};

/* AddressSanitizer marks free slots; copying them is intended. */
#if defined(__SANITIZE_ADDRESS__)
#define MEASURE_UNCHECKED __attribute__((no_sanitize_address))
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MEASURE_UNCHECKED __attribute__((no_sanitize("address")))
#endif
#endif
#ifndef MEASURE_UNCHECKED
#define MEASURE_UNCHECKED
#endif

/* Creates and recycles as many actors as the last tick, but steals no slot. */
static void repeat_lives(game *g, pool_id id)
{
    trp_pool *pool = g->pools[id];
    trp_actor *born[METER_LIVES];
    const uint32_t room = trp_pool_info(pool).slots - trp_pool_count(pool);
    const uint32_t wanted = g->meter.lives[id] < room ? g->meter.lives[id] : room;
    uint32_t count = 0;
    while (count < wanted && (born[count] = trp_create(pool, NULL)) != NULL)
        ++count;
    for (uint32_t i = 0; i < count; ++i)
        trp_recycle(g->world, born[i]);
}

static void repeat_tick(game *g)
{
    for (uint32_t id = 0; id < POOL_COUNT; ++id)
        repeat_lives(g, (pool_id)id);
    trp_update_all(g->world, 1);
    if (!clock_stands(g))
        hits_step(g);
}

/* Holds time, so that each round has the same actors: no lifetime ends, and no gun wakes. */
static void hold_time(game *g)
{
    trp_each_of (particle, body.actor, it, g->pools[POOL_PARTICLES])
        it->until.moment += HELD;
    trp_each_of (missile, body.actor, it, g->pools[POOL_MISSILES])
        it->until.moment += HELD;
    for (uint32_t slot = 0; slot < GUNS_MAX; ++slot)
        trp_timer_stop(g->timers[TIMERS_REST], trp_pool_at(g->pools[POOL_GUNS], slot));
}

/* A walk would prune expired actors and poison their slots, and the copy cannot undo poison marks.
 * */
static bool has_expired(const game *g)
{
    bool any = false;
    for (uint32_t id = 0; id < POOL_COUNT; ++id)
        any = any || trp_pool_info(g->pools[id]).expired > 0;
    return any;
}

MEASURE_UNCHECKED static void copy(void *to, const void *from, size_t bytes)
{
    uint64_t *out = (uint64_t *)to;
    const uint64_t *in = (const uint64_t *)from;
    for (size_t i = 0; i < (bytes + 7) / 8; ++i)
        out[i] = in[i];
}

bool game_measure_begin(game *g, void *spare, size_t size)
{
    if (!spare || (uintptr_t)spare % 8 != 0 || size < (g->bytes + 7) / 8 * 8 || has_expired(g))
        return false;
    copy(spare, g, g->bytes);
    g->muted = true;
    hold_time(g);
    return true;
}

void game_measure_rounds(game *g, uint32_t rounds)
{
    for (uint32_t i = 0; i < rounds; ++i)
        repeat_tick(g);
}

void game_measure_end(game *g, const void *spare)
{
    copy(g, spare, g->bytes);
}
