/*
 * Declarations shared by the files of time: how clocks count, and when a life is over.
 *
 * State of time for snapshots:
 * - of each pool, in trp__pool_state: `clock` (lifetimes), `every`, `turn` and `staggered`
 *   (intervals). The moments at which lives end are in the actors;
 * - of each trp_timers: its `state`, and the entries of the slots that were ever used (timer.h).
 *   The set of due slots is empty between two ticks;
 * - of each trp_queue: its `state`, and the waiting events (queue.c).
 *
 * All of it consists of numbers of slots and of ticks or 2^-32 seconds. Moments are stored, not
 * times left, so waiting state does not change.
 */
#ifndef TROUPE_SRC_TIME_CLOCK_H
#define TROUPE_SRC_TIME_CLOCK_H

#include "../core/core.h"

/* A moment counts as reached from this many units of 2^-32 s before it: one unit of trp_time, since
 * that is rounded to nearest, and ticks of 1 / 50 s are slightly short as floats. */
#define TRP__CLOCK_SLACK (1u << 20)
#define TRP__TIME_SHIFT 20 /* a trp_time has units of 2^20 of these */

/* clock.c */

/* Seconds (0 or more, below 2^31) in units of 2^-32 s, rounded to nearest. */
uint64_t trp__clock_units(float seconds);
/* The reverse, below 2^31 s, rounded towards 0. */
float trp__clock_seconds(uint64_t units);
/* A number below 2^24 as a float. */
float trp__clock_float(uint32_t number);
/* The present dt of a pool's actors. */
float trp__clock_dt(const trp_pool *pool, const trp_context *in);
/* The advance of a pool's clock in a tick. */
uint64_t trp__clock_step(const trp_pool *pool, trp_clock clock, const trp_context *in);
/* Registers a clock with the world's ticks, and unregisters it. */
void trp__clock_add(trp_world *world, trp__clock_hook *hook);
void trp__clock_remove(trp_world *world, const trp__clock_hook *hook);

/* lifetime.c */

/* The walk of a tick in memory order that ends lives and updates nothing. */
void trp__end_lives(trp__frame *frame, trp_pool *pool);

/* Whether a float's bits are a time of at most this many seconds. */
TRP__INLINE bool trp__clock_is_time_bits(uint32_t bits, uint32_t most_bits)
{
    return bits <= most_bits || bits == 0x80000000u; /* -0 */
}

TRP__INLINE bool trp__clock_is_time(float seconds, uint32_t most_bits)
{
    uint32_t bits;

    memcpy(&bits, &seconds, sizeof bits);
    return trp__clock_is_time_bits(bits, most_bits);
}

/* The present moment of the clock of a pool's lifetime: moments up to this one have been
 * reached. */
TRP__INLINE trp_time trp__life_now(const trp_pool *pool)
{
    if (pool->desc.lifetime.clock == TRP_CLOCK_SECONDS)
        return (trp_time)(pool->state.clock >> TRP__TIME_SHIFT) + 1;
    return (trp_time)pool->state.clock;
}

/* The moment at which an actor's life ends, found from its node. */
TRP__INLINE trp_time *trp__life_end(const trp_pool *pool, trp_actor *actor)
{
    unsigned char *object = (unsigned char *)actor - pool->node;

    return (trp_time *)(void *)(object + pool->desc.lifetime.offset);
}

/* Whether a moment has been reached, on a clock that wraps around. */
TRP__INLINE bool trp__time_has_come(trp_time moment, trp_time now)
{
    return TRP__RARELY((int32_t)(now - moment) >= 0) && moment != 0;
}

#endif
