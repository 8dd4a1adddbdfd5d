/*
 * What the files of time share: how clocks count, and when a life is over.
 *
 * What a snapshot of the world has to copy of time:
 * - of each pool, in trp__pool_state: `clock` (lifetimes), `every`, `turn` and `staggered` (intervals). The moments at
 *   which lives end stand in the actors;
 * - of each trp_timers: its `state`, and the entries of the slots that were ever used (timer.h). The set of due slots is
 *   empty between two ticks;
 * - of each trp_queue: its `state`, and the events that wait (queue.c).
 * All of it is numbers of slots and of ticks or 2^-32 seconds. Moments are stored, not what is left, so what waits does not
 * change.
 */
#ifndef TROUPE_SRC_TIME_CLOCK_H
#define TROUPE_SRC_TIME_CLOCK_H

#include "../core/core.h"

/* Seconds count as reached from so many units of 2^-32 s before: one unit of trp_time, since that is rounded to the nearest,
 * and ticks of 1 / 50 s, as a float, are a little short. */
#define TRP__CLOCK_SLACK (1u << 20)
#define TRP__TIME_SHIFT 20 /* a trp_time has units of 2^20 of these */

/* clock.c */

/* Seconds below 2^31, 0 or more, in units of 2^-32 s, to the nearest. */
uint64_t trp__clock_units(float seconds);
/* The same back, below 2^31 s, towards 0. */
float trp__clock_seconds(uint64_t units);
/* A number below 2^24 as a float. */
float trp__clock_float(uint32_t number);
/* What dt is for a pool's actors at this moment. */
float trp__clock_dt(const trp_pool *pool, const trp_tick *tick);
/* By how much a clock of a pool moves in a tick. */
uint64_t trp__clock_step(const trp_pool *pool, trp_clock clock, const trp_tick *tick);
/* Lets a clock take part in the world's ticks, and no more. */
void trp__clock_add(trp_world *world, trp__clock_hook *hook);
void trp__clock_remove(trp_world *world, const trp__clock_hook *hook);

/* lifetime.c */

/* A tick's walk in memory order that ends the lives that are over, and updates nothing. */
void trp__end_lives(trp__frame *frame, trp_pool *pool);

/* Whether a number, as a float's bits, is a time of at most so many seconds. */
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

/* Where the clock of a pool's lifetime is: moments up to this one have come. */
TRP__INLINE trp_time trp__life_now(const trp_pool *pool)
{
    if (pool->desc.lifetime.clock == TRP_CLOCK_SECONDS)
        return (trp_time)(pool->state.clock >> TRP__TIME_SHIFT) + 1;
    return (trp_time)pool->state.clock;
}

/* When the life of an actor ends, from its node on. */
TRP__INLINE trp_time *trp__life_end(const trp_pool *pool, trp_actor *actor)
{
    unsigned char *object = (unsigned char *)actor - pool->node;

    return (trp_time *)(void *)(object + pool->desc.lifetime.offset);
}

/* Whether a moment has come, of a clock that wraps around. */
TRP__INLINE bool trp__time_has_come(trp_time moment, trp_time now)
{
    return TRP__RARELY((int32_t)(now - moment) >= 0) && moment != 0;
}

#endif
