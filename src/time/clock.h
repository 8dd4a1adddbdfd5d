/*
 * Declarations shared by the files of time: how clocks count, and when a life is over.
 *
 * State of time for snapshots:
 * - of each pool, in trp__pool_state: `clock` (lifetimes), `every`, `turn` and `staggered`
 *   (intervals). The moments at which lives end are in the actors;
 * - of each trp_timers: `now`, and the entries of timers that run (timers.h);
 * - of each trp_queue: its `state`, and the waiting events (queue.c).
 *
 * All of it consists of numbers of slots and of ticks or 2^-32 seconds. Moments are stored, not
 * times left, so waiting state does not change.
 */
#ifndef TROUPE_SRC_TIME_CLOCK_H
#define TROUPE_SRC_TIME_CLOCK_H

#include "../core/visit.h"

/* A moment counts as reached from this many units of 2^-32 s before it: one unit of trp_time, since
 * that is rounded to nearest, and ticks of 1 / 50 s are slightly short as floats. */
#define TRP__CLOCK_SLACK (1u << 20)

/* clock.c */

/* Seconds (0 or more, below 2^31), as the bits of a float, in units of 2^-32 s, rounded to
 * nearest. */
uint64_t trp__clock_units(uint32_t bits);
/* The reverse, below 2^31 s, rounded towards 0. */
float trp__clock_seconds(uint64_t units);
/* A number below 2^24 as a float. */
float trp__clock_float(uint32_t number);
/* The present dt of a pool's actors. */
float trp__clock_dt(const trp_pool *pool, const trp_context *in);
/* The advance of a pool's clock in a tick. */
uint64_t trp__clock_step(const trp_pool *pool, trp_clock clock, const trp_context *in);

/* A time in ticks, or the bits of a float of seconds; those of -0 as 0. */
TRP__INLINE uint32_t trp__clock_bits(trp_duration time)
{
    uint32_t bits = time.ticks;

    if (!time.in_ticks)
        memcpy(&bits, &time.seconds, sizeof bits);
    return time.in_ticks || bits != 0x80000000u ? bits : 0;
}

/* Whether a time is in a range, of such bits. Times below the least one wrap around. */
TRP__INLINE bool trp__clock_is_within(trp_duration time, uint32_t least, uint32_t most)
{
    return trp__clock_bits(time) - least <= most - least;
}

/* Whether time stands still for the actor of a slot. */
TRP__INLINE bool trp__time_stands(const trp_pool *pool, uint32_t slot)
{
    return pool->desc.sleep_stops_time && trp__is_asleep(trp__stamp_at(pool, slot));
}

#endif
