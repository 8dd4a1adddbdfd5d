/**
 * @file clock.h
 * Clocks: the units of time, for lifetimes (lifetime.h) and timers (timer.h).
 *
 * Clocks move at the start of a tick, all at once: after the systems' `before`, before timers fire
 * and before any actor is updated. Which layers are enabled and how time is scaled is decided at
 * that moment; a change later in a tick counts from the next tick on. Between two ticks, and in the
 * callbacks of one, no clock moves.
 *
 * Nothing is added up in floats. Seconds are counted in 2^-32 s, so that each tick's `dt` is
 * counted exactly if it is a float of 2^-9 s or more, and otherwise rounded once. A tick counts for
 * 2^18 s (3 days) at most. Seconds count as reached from a quarter of a millisecond before: 50
 * ticks of 0.02f, which is a little less than 0.02, reach one second.
 */
#ifndef TROUPE_CLOCK_H
#define TROUPE_CLOCK_H

#include "actor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The unit. */
typedef enum trp_clock
{
    TRP_CLOCK_SECONDS, /**< seconds of the pool, as its actors' `dt` has them: they stand still
                            while its layer is disabled, and have the time scales of world, layer
                            and pool */
    TRP_CLOCK_TICKS,   /**< ticks in which the pool's layer is enabled, whatever the scales are */
    TRP_CLOCK_WORLD_TICKS /**< all ticks, in a disabled layer too */
} trp_clock;

/** A moment on the clock of a pool's lifetime, as an actor keeps it: a number of ticks, or of 2^-12
 * seconds. It wraps around. 0: never. */
typedef uint32_t trp_time;

/** The most seconds that a lifetime can have: 6 days, less a second. */
#define TRP_MAX_LIFE_SECONDS 524287
/** The most ticks that a lifetime can have: more than a year at 60 per second. */
#define TRP_MAX_LIFE_TICKS 0x7FFFFFFFu

/** private: adds lifetimes to a pool that is being made; only programs that use TRP_LIFETIME link
 * it. */
void trp__use_lifetime(trp_pool *pool);

/** The place of a lifetime in a struct; written by TRP_LIFETIME. Zero: none. */
typedef struct trp_lifetime
{
    size_t offset;           /**< public: of the trp_time in the struct, in bytes */
    trp_clock clock;         /**< public: what it is a moment of */
    void (*use)(trp_pool *); /**< private */
} trp_lifetime;

/** private: an offset; the conditional makes compilers object to a member that is no trp_time */
#define TRP__TIME_OFFSET(type, member)                                                             \
    (offsetof(type, member) + 0 * sizeof(1 ? &((type *)0)->member : (trp_time *)0))

/** Initialises desc.lifetime: the actors' lives end at the moment in `member`, a trp_time of the
 *  struct, on a clock of seconds. An initialiser in braces, as TRP_TYPE. */
#define TRP_LIFETIME(type, member) TRP_LIFETIME_BY(type, member, TRP_CLOCK_SECONDS)

/** The same on another clock. */
#define TRP_LIFETIME_BY(type, member, clock)                                                       \
    {                                                                                              \
        TRP__TIME_OFFSET(type, member), (clock), trp__use_lifetime                                 \
    }

#ifdef __cplusplus
}
#endif

#endif
