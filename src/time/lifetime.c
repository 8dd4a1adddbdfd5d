/*
 * Lifetimes: ticks in a pool whose actors store the end of their lives.
 */
#include "clock.h"

#include "../core/visit.h"

#define LIFETIME_MOST_SECONDS 0x48FFFFE0u /* TRP_MAX_LIFE_SECONDS as a float's bits */

_Static_assert(TRP_MAX_LIFE_SECONDS == 524287, "MOST_SECONDS are as many");

/* In a tick */

static bool lifetime_arrive(trp_pool *pool, bool updates)
{
    return updates || pool->desc.lifetime.clock == TRP_CLOCK_WORLD_TICKS;
}

static float lifetime_dt(const trp_pool *pool, float dt)
{
    (void)pool;
    return dt;
}

static bool lifetime_admits(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (!lifetime_arrive(pool, frame->updates) ||
        !trp__time_has_come(*trp__life_end(pool, actor), trp__life_now(pool)))
        return true;
    trp__prune(frame, pool, actor, slot);
    return false;
}

/* One compare more than update_run() in visit.c. Slots that the walk does not visit are not read.
 * `until` is the address of the actor's moment. */
TRP__INLINE uint32_t lifetime_update_one(trp__frame *frame, trp_pool *pool, unsigned char *node,
                                         const trp__cell *cell, uint32_t limit, trp_time now,
                                         const unsigned char *until)
{
    trp_actor *actor = (trp_actor *)(void *)node;

    if (TRP__LIKELY(cell->stamp >= limit) &&
        trp__time_has_come(*(const trp_time *)(const void *)until, now))
    {
        trp__prune(frame, pool, actor, trp__slot_of(pool, actor));
        return frame->limit;
    }
    return trp__visit_one(frame, pool, actor, cell, limit);
}

TRP__APART static void lifetime_update_run(trp__frame *frame, trp_pool *pool, unsigned char *node,
                                           const trp__cell *cell, uint32_t count)
{
    const trp_time now = trp__life_now(pool);
    const size_t end = pool->desc.lifetime.offset - pool->node;
    const size_t stride = pool->stride;
    uint32_t limit = frame->limit;

    for (; count >= 2; count -= 2, node += stride, cell += 2)
    {
        limit = lifetime_update_one(frame, pool, node, cell, limit, now, node + end);
        node += stride;
        limit = lifetime_update_one(frame, pool, node, cell + 1, limit, now, node + end);
    }
    for (; count > 0; count--, node += stride, cell++)
        limit = lifetime_update_one(frame, pool, node, cell, limit, now, node + end);
    frame->current = NULL;
}

/* Ends the lives of a run that are over, and updates nothing. */
static void lifetime_end_run(trp__frame *frame, trp_pool *pool, unsigned char *node,
                             const trp__cell *cell, uint32_t count)
{
    const size_t end = pool->desc.lifetime.offset - pool->node;
    const trp_time now = trp__life_now(pool);

    for (; count > 0; count--, node += pool->stride, cell++)
    {
        const bool visits = cell->stamp >= frame->limit;
        if (visits && !trp__time_has_come(*(const trp_time *)(const void *)(node + end), now))
            continue;
        if (visits || trp__is_expired(cell->stamp))
            trp__prune(frame, pool, (trp_actor *)(void *)node,
                       trp__slot_of(pool, (trp_actor *)(void *)node));
    }
}

void trp__end_lives(trp__frame *frame, trp_pool *pool)
{
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        lifetime_end_run(frame, pool, (unsigned char *)run.first + pool->node,
                         trp__cell_of(pool, run.next - run.count), run.count);
}

static void lifetime_update(trp__frame *frame, trp_pool *pool)
{
    trp__aim(frame, pool);
    if (frame->function == NULL)
    {
        trp__end_lives(frame, pool);
        return;
    }
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        lifetime_update_run(frame, pool, (unsigned char *)run.first + pool->node,
                            trp__cell_of(pool, run.next - run.count), run.count);
}

static void lifetime_advance(trp__clock_hook *hook, const trp_context *in)
{
    trp_pool *pool = hook->pool;

    pool->state.clock += trp__clock_step(pool, pool->desc.lifetime.clock, in);
}

void trp__use_lifetime(trp_pool *pool)
{
    if (pool->life.advance == NULL)
    {
        pool->life.pool = pool;
        pool->life.advance = lifetime_advance;
        trp__clock_add(pool->world, &pool->life);
    }
    pool->pace.arrive = lifetime_arrive;
    pool->pace.dt = lifetime_dt;
    pool->pace.admits = lifetime_admits;
    pool->pace.update = lifetime_update;
}

/* Moments */

/* The error of a request for a moment on this kind of clock; TRP_OK: none. */
static trp_result lifetime_check_clock(const trp_pool *pool, bool in_seconds, const char **detail)
{
    const trp_lifetime *lifetime = &pool->desc.lifetime;

    *detail = TRP__TEXT(
        "the pool has no lifetime: give its desc .lifetime = TRP_LIFETIME(struct, member)");
    if (lifetime->use == NULL)
        return TRP_ERR_DESC;
    *detail = in_seconds ? TRP__TEXT("the pool's lifetime is in ticks: pass trp_ticks(n)")
                         : TRP__TEXT("the pool's lifetime is in seconds: pass trp_seconds(s)");
    return in_seconds == (lifetime->clock == TRP_CLOCK_SECONDS) ? TRP_OK : TRP_ERR_DESC;
}

static trp_result lifetime_check(const trp_pool *pool, trp_duration time, const char **detail)
{
    const trp_result result = lifetime_check_clock(pool, !time.in_ticks, detail);

    if (result != TRP_OK)
        return result;
    *detail = time.in_ticks ? TRP__TEXT("ticks must be 0 to TRP_MAX_LIFE_TICKS")
                            : TRP__TEXT("seconds must be 0 to TRP_MAX_LIFE_SECONDS");
    return (time.in_ticks ? time.ticks <= TRP_MAX_LIFE_TICKS
                          : trp__clock_is_time(time.seconds, LIFETIME_MOST_SECONDS))
               ? TRP_OK
               : TRP_ERR_VALUE;
}

/* A moment that is not reached yet, and not never. */
static trp_time lifetime_moment(const trp_pool *pool, trp_time wanted)
{
    const trp_time next = trp__life_now(pool) + 1;

    if ((int32_t)(wanted - next) < 0)
        wanted = next;
    return wanted != 0 ? wanted : 1;
}

static trp_time lifetime_moment_in(const trp_pool *pool, trp_duration time)
{
    uint64_t units;

    if (time.in_ticks)
        return lifetime_moment(pool, (trp_time)pool->state.clock + time.ticks);
    units = pool->state.clock + trp__clock_units(time.seconds);
    return lifetime_moment(pool,
                           (trp_time)((units + (1u << (TRP__TIME_SHIFT - 1))) >> TRP__TIME_SHIFT));
}

static trp_time lifetime_refuse(const trp_pool *pool, const char *call, trp_result result,
                                const char *detail)
{
    trp_world *world = pool->world;

    trp__misuse(world, world->pools[pool->number], NULL, call, result, detail);
    return 0;
}

trp_time trp_time_in(const trp_pool *pool, trp_duration duration)
{
    const char *detail;
    trp_result result;

    if (!trp__has_pool(pool, TRP__TEXT("trp_time_in")))
        return 0;
    result = lifetime_check(pool, duration, &detail);
    if (result != TRP_OK)
        return lifetime_refuse(pool, TRP__TEXT("trp_time_in"), result, detail);
    return lifetime_moment_in(pool, duration);
}

trp_duration trp_time_left(const trp_pool *pool, trp_time until)
{
    const char *detail;
    const bool in_seconds = pool != NULL && pool->desc.lifetime.clock == TRP_CLOCK_SECONDS;

    if (pool == NULL || until == 0 || lifetime_check_clock(pool, in_seconds, &detail) != TRP_OK ||
        (int32_t)(until - trp__life_now(pool)) <= 0)
        return in_seconds ? trp_seconds(0) : trp_ticks(0);
    if (!in_seconds)
        return trp_ticks(until - (trp_time)pool->state.clock);
    until -= (trp_time)(pool->state.clock >> TRP__TIME_SHIFT);
    return trp_seconds(trp__clock_seconds((uint64_t)until << TRP__TIME_SHIFT));
}

/* The call may proceed with a living actor. */
static trp_result lifetime_enter(trp_world *world, trp_actor *actor, const char *call,
                                 trp__place *place)
{
    const trp_result result = trp__enter(world, actor, call, place);

    if (result == TRP_OK && trp__is_expired(trp__stamp_at(place->pool, place->slot)))
        return trp__object(world, actor, call, place, TRP_ERR_EXPIRED);
    return result;
}

trp_result trp_expire_in(trp_world *world, trp_actor *actor, trp_duration duration)
{
    const char *call = TRP__TEXT("trp_expire_in");
    const char *detail;
    trp__place place;
    trp_result result = lifetime_enter(world, actor, call, &place);

    if (result != TRP_OK)
        return result;
    result = lifetime_check(place.pool, duration, &detail);
    if (result != TRP_OK)
        return trp__misuse(world, place.pool, actor, call, result, detail);
    *trp__life_end(place.pool, actor) = lifetime_moment_in(place.pool, duration);
    return TRP_OK;
}
