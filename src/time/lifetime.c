/*
 * Lifetimes: ticks in a pool whose actors store the end of their lives.
 */
#include "clock.h"

#include "../core/visit.h"

#define LIFETIME_MOST_SECONDS 0x48FFFFE0u /* TRP_MAX_LIFE_SECONDS as a float's bits */

_Static_assert(TRP_MAX_LIFE_SECONDS == 524287, "MOST_SECONDS are as many");

/* In a tick */

static void lifetime_advance(trp__hook *hook, trp_context *in)
{
    trp_pool *pool = hook->pool;

    pool->state.clock += trp__clock_step(pool, pool->desc.lifetime.clock, in);
}

static uint32_t lifetime_not_never(uint32_t moment)
{
    return moment != 0 ? moment : 1;
}

/* Where time stands still, the member holds the time left, at least 1. */
static void lifetime_sleep(trp__hook *hook, uint32_t slot, bool sleeps)
{
    trp_pool *pool = hook->pool;
    uint32_t *until = trp__life_end(pool, trp__node_at(pool, slot));
    const uint32_t clock = trp__life_clock(pool);

    if (*until == 0)
        return;
    if (!sleeps)
        *until = lifetime_not_never(clock + *until);
    else
        *until = (int32_t)(*until - clock) > 0 ? *until - clock : 1;
}

/* A moment that has passed is negative. By turns of an interval lives set no limit. */
static int64_t lifetime_ends_in(trp__hook *hook, uint32_t slot, trp_clock clock)
{
    const trp_pool *pool = hook->pool;
    const uint32_t until = *trp__life_end(pool, trp__node_at(pool, slot));
    const int64_t left = (int32_t)(until - trp__life_clock(pool));

    if (pool->desc.lifetime.clock != clock || pool->state.every > 1 ||
        !trp__time_has_come(until, trp__life_now(pool)))
        return INT64_MAX;
    if (clock != TRP_CLOCK_SECONDS)
        return left;
    return left * (1 << TRP__TIME_SHIFT) -
           (int64_t)(pool->state.clock & ((1u << TRP__TIME_SHIFT) - 1));
}

static void lifetime_set_up(trp_pool *pool)
{
    static const trp__calls calls = {.tick[TRP__TICK_ADVANCES] = lifetime_advance,
                                     .sleep = lifetime_sleep,
                                     .ends_in = lifetime_ends_in};

    pool->life.pool = pool;
    trp__hook_add(pool->world, &pool->life, &calls, 2 * pool->number);
}

/* Whether a trp_time cannot lie there: outside of the struct, or in its node. */
static bool lifetime_is_bad(const trp_pool_desc *desc)
{
    const trp_lifetime *lifetime = &desc->lifetime;

    return lifetime->offset > desc->type.size - sizeof(trp_time) ||
           lifetime->size > desc->type.size || lifetime->offset % sizeof(trp_time) != 0 ||
           (unsigned)lifetime->clock > TRP_CLOCK_WORLD_TICKS ||
           lifetime->offset - desc->type.offset < sizeof(trp_actor);
}

static bool lifetime_is_past(const trp_pool *pool, trp_actor *actor)
{
    return trp__time_has_come(*trp__life_end(pool, actor), trp__life_now(pool));
}

const struct trp__lifetimes trp__lifetimes = {lifetime_is_bad, lifetime_set_up, lifetime_is_past,
                                              trp__visit_mortals};

/* Moments */

/* Whether lives of the pool can end after this time; otherwise a misuse of the call. */
static trp_result lifetime_check(trp_pool *pool, trp_duration time, const char *call,
                                 const trp_actor *actor)
{
    const trp_lifetime *lifetime = &pool->desc.lifetime;
    trp_result result = TRP_ERR_DESC;
    const char *detail;

    if (lifetime->use == NULL)
        detail = TRP__TEXT(
            "the pool has no lifetime: give its desc .lifetime = TRP_LIFETIME(struct, member)");
    else if (time.in_ticks == (lifetime->clock == TRP_CLOCK_SECONDS))
        detail = time.in_ticks ? TRP__TEXT("the pool's lifetime is in seconds: pass trp_seconds(s)")
                               : TRP__TEXT("the pool's lifetime is in ticks: pass trp_ticks(n)");
    else if (trp__clock_is_within(time, 0,
                                  time.in_ticks ? TRP_MAX_LIFE_TICKS : LIFETIME_MOST_SECONDS))
        return TRP_OK;
    else {
        result = TRP_ERR_VALUE;
        detail = time.in_ticks ? TRP__TEXT("ticks must be 0 to TRP_MAX_LIFE_TICKS")
                               : TRP__TEXT("seconds must be 0 to TRP_MAX_LIFE_SECONDS");
    }
    return trp__misuse(pool->world, pool, actor, call, result, detail);
}

/* This time after a moment of the clock. */
static uint32_t lifetime_after(uint64_t clock, trp_duration time)
{
    if (time.in_ticks)
        return (uint32_t)clock + time.ticks;
    clock += trp__clock_units(trp__clock_bits(time));
    return (uint32_t)((clock + (1u << (TRP__TIME_SHIFT - 1))) >> TRP__TIME_SHIFT);
}

/* A moment that is not reached yet, and not never. */
static uint32_t lifetime_moment_in(const trp_pool *pool, trp_duration time)
{
    const uint32_t next = trp__life_now(pool) + 1;
    const uint32_t wanted = lifetime_after(pool->state.clock, time);

    return lifetime_not_never((int32_t)(wanted - next) < 0 ? next : wanted);
}

trp_time trp_time_in(const trp_pool *pool, trp_duration duration)
{
    const char *call = TRP__TEXT("trp_time_in");
    trp_time until = {0};

    if (trp__has_pool(pool, call) &&
        lifetime_check(pool->world->pools[pool->number], duration, call, NULL) == TRP_OK)
        until.moment = lifetime_moment_in(pool, duration);
    return until;
}

/* The time left of an actor's life, as its clock counts. 0: the moment has come, or is never. */
static uint32_t lifetime_left(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const uint32_t until = *trp__life_end(pool, actor);

    if (trp__time_stands(pool, slot))
        return until;
    return until == 0 || trp__time_has_come(until, trp__life_now(pool))
               ? 0
               : until - trp__life_clock(pool);
}

trp_duration trp_time_left(const trp_world *world, const trp_actor *actor)
{
    trp__place place;
    uint32_t left;

    if (world == NULL || trp__locate(world, actor, &place) != TRP_OK ||
        place.pool->desc.lifetime.use == NULL ||
        !trp__is_alive(trp__stamp_at(place.pool, place.slot)))
        return trp_seconds(0);
    left = lifetime_left(place.pool, trp__node_at(place.pool, place.slot), place.slot);
    if (place.pool->desc.lifetime.clock != TRP_CLOCK_SECONDS)
        return trp_ticks(left);
    return trp_seconds(trp__clock_seconds((uint64_t)left << TRP__TIME_SHIFT));
}

trp_result trp_expire_in(trp_world *world, trp_actor *actor, trp_duration duration)
{
    const char *call = TRP__TEXT("trp_expire_in");
    trp__place place;
    trp_result result = trp__enter_living(world, actor, call, &place);

    if (result == TRP_OK)
        result = lifetime_check(place.pool, duration, call, actor);
    if (result == TRP_OK)
        *trp__life_end(place.pool, actor) = trp__time_stands(place.pool, place.slot)
                                                ? lifetime_not_never(lifetime_after(0, duration))
                                                : lifetime_moment_in(place.pool, duration);
    return result;
}
