/**
 * @file lifetime.h
 * Lifetimes: lives that end at a set time. A member of the struct holds the moment. The tick's walk
 * visits the actor anyway, and ends its life when that moment is reached:
 *
 *     typedef struct bullet { trp_actor actor; float x, y, vx, vy; trp_time until; } bullet;
 *     ... .type = TRP_TYPE(bullet, actor), .lifetime = TRP_LIFETIME(bullet, until) ...
 *     trp_create(bullets, &(bullet){.vx = 60, .until = trp_time_in(bullets, 2)});
 *     trp_expire_in(world, &b->actor, 2);    // the same for an existing actor
 *
 * The member stores the moment, not the time left, so it does not change while the actor waits. 0,
 * its value after trp_create(), means never. A life ends when the tick reaches the actor, before
 * its update (or before the pool's update_pool). The actor is then pruned, with the reason expired,
 * and its update is not called again. So an actor that is created between two ticks with n ticks to
 * live is updated in n - 1 ticks, and is gone in the n-th. A sleeper is not checked: its life ends
 * in the tick after it wakes. A sleeper that sleeps for more than TRP_MAX_LIFE_SECONDS or
 * TRP_MAX_LIFE_TICKS beyond that moment may live on. In a disabled layer only lives by
 * TRP_CLOCK_WORLD_TICKS end. In a pool with an interval (interval.h) lives end when the actor's
 * turn comes.
 *
 * Any pool can have a lifetime: in any order, external, or without `update`. A pool without a
 * lifetime pays nothing. A pool with one reads the member at each visit; with update_pool, or
 * without `update`, the tick visits each actor for this purpose.
 *
 * All calls are O(1) and may be made anywhere. While drawing, calls that change something return
 * TRP_BUSY.
 */
#ifndef TROUPE_LIFETIME_H
#define TROUPE_LIFETIME_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the moment in this many seconds, as a value for the member. It is at least the pool's
 * next tick in which the clock moves. 0 (never), as a misuse: the pool has no lifetime in seconds
 * (TRP_ERR_DESC), or `seconds` is below 0, above TRP_MAX_LIFE_SECONDS or NaN (TRP_ERR_VALUE). 0 for
 * NULL.
 */
trp_time trp_time_in(const trp_pool *pool, float seconds);

/** The same in ticks, for a pool whose lifetime uses a clock that counts ticks. 0 ticks: the next
 * tick in which the clock moves. Misuse as above; at most TRP_MAX_LIFE_TICKS. */
trp_time trp_time_in_ticks(const trp_pool *pool, uint32_t ticks);

/** Returns the seconds until that moment. 0: it has been reached, it is never, or the pool has no
 * lifetime in seconds. May be called while drawing, for example to fade an actor out. */
float trp_time_left(const trp_pool *pool, trp_time until);

/** The same in ticks, for clocks that count ticks. */
uint32_t trp_time_left_ticks(const trp_pool *pool, trp_time until);

/**
 * Ends the actor's life in this many seconds, instead of at its former moment: writes trp_time_in()
 * to the member. TRP_ERR_DESC, TRP_ERR_VALUE as there. TRP_ERR_EXPIRED. NULL: TRP_GONE. Other
 * misuse as in trp_recycle().
 */
trp_result trp_expire_in(trp_world *world, trp_actor *actor, float seconds);

/** The same in ticks, as trp_time_in_ticks(). */
trp_result trp_expire_in_ticks(trp_world *world, trp_actor *actor, uint32_t ticks);

#ifdef __cplusplus
}
#endif

#endif
