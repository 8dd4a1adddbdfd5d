/**
 * @file lifetime.h
 * Lifetimes: lives that end at a set time. A member of the struct holds the moment. The tick's walk
 * visits the actor anyway, and ends its life when that moment is reached:
 *
 *     typedef struct bullet { trp_actor actor; float x, y, vx, vy; trp_time until; } bullet;
 *     ... .type = TRP_TYPE(bullet, actor), .lifetime = TRP_LIFETIME(bullet, until) ...
 *     trp_create(bullets, &(bullet){.vx = 60, .until = trp_time_in(bullets, trp_seconds(2))});
 *     trp_expire_in(world, &b->actor, trp_seconds(2));    // the same for an existing actor
 *
 * The member stores the moment, not the time left, so it does not change while the actor waits. 0,
 * its value after trp_create(), means never. A life ends when the tick reaches the actor, before
 * its update (or before the pool's update_pool). The actor is then pruned, with the reason expired,
 * and its update is not called again. So an actor that is created between two ticks with n ticks to
 * live is updated in n - 1 ticks, and is gone in the n-th. In a disabled layer only lives by
 * TRP_CLOCK_WORLD_TICKS end. In a pool with an interval (interval.h) lives end when the actor's
 * turn comes.
 *
 * A sleeper is not checked: its life ends in the tick after it wakes. A sleeper that sleeps for
 * more than TRP_MAX_LIFE_SECONDS or TRP_MAX_LIFE_TICKS beyond that moment may live on. In a pool
 * with desc.sleep_stops_time a sleeper keeps the rest of its life instead. While it sleeps, its
 * member holds the time left, not a moment, so set it by trp_expire_in() only.
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
 * Returns the moment after this time, as a value for the member: trp_time_in(bullets,
 * trp_seconds(2)), or trp_ticks(120) for a lifetime that counts ticks. It is at least the pool's
 * next tick in which the clock moves. 0 (never), as a misuse: the pool has no lifetime, or one in
 * the other unit (TRP_ERR_DESC), or the time is below 0, above TRP_MAX_LIFE_SECONDS or
 * TRP_MAX_LIFE_TICKS, or NaN (TRP_ERR_VALUE). 0 for NULL.
 */
trp_time trp_time_in(const trp_pool *pool, trp_duration duration);

/** Returns the time until the actor's life ends, in the unit of the pool's lifetime. 0: the moment
 * has been reached, it is never, the pool has no lifetime, or no actor of the world lives there.
 * May be called while drawing, for example to fade an actor out: trp_time_left(view->world,
 * self).seconds. */
trp_duration trp_time_left(const trp_world *world, const trp_actor *actor);

/**
 * Ends the actor's life after this time, instead of at its former moment: writes trp_time_in() to
 * the member. TRP_ERR_DESC, TRP_ERR_VALUE as there. TRP_ERR_EXPIRED. NULL: TRP_GONE. Other misuse
 * as in trp_recycle().
 */
trp_result trp_expire_in(trp_world *world, trp_actor *actor, trp_duration duration);

#ifdef __cplusplus
}
#endif

#endif
