/**
 * @file lifetime.h
 * Lives that end by themselves. A member of the struct says when, and the tick's walk, which visits
 * the actor anyway, ends its life when that moment has come:
 *
 *     typedef struct bullet { trp_actor actor; float x, y, vx, vy; trp_time until; } bullet;
 *     ... .type = TRP_TYPE(bullet, actor), .lifetime = TRP_LIFETIME(bullet, until) ...
 *     trp_create_from(bullets, &(bullet){.vx = 60, .until = trp_time_in(bullets, 2)});
 *     trp_expire_in(world, &b->actor, 2);    // the same for an existing actor
 *
 * The moment is stored, not what is left: the member of an actor does not change while it waits,
 * and 0, as trp_create() leaves it, is never. A life ends when the tick reaches the actor, before
 * its update (or before the pool's update_pool): it is pruned, reason expired, and its update is
 * not called again. So an actor that is created between two ticks with n ticks to live is updated
 * in n - 1 ticks and is gone in the n-th. A sleeper is not checked: its life ends in the tick after
 * it wakes; one that sleeps for more than TRP_MAX_LIFE_SECONDS or TRP_MAX_LIFE_TICKS after its end
 * may live on. In a disabled layer lives end only by TRP_CLOCK_WORLD_TICKS. In a pool that is
 * updated every n-th tick (interval.h) lives end when the actor's turn comes.
 *
 * Any pool can have a lifetime, in any order, external ones and those without `update` too. A pool
 * without one pays nothing for it. One that has it reads the member at each visit; with update_pool
 * or without `update` the tick visits each actor for that.
 *
 * All calls are O(1) and may be made anywhere; while drawing those that change something return
 * TRP_BUSY.
 */
#ifndef TROUPE_LIFETIME_H
#define TROUPE_LIFETIME_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The moment in so many seconds, for the member. At least the pool's next tick that counts time. 0
 * (never) and a misuse if the pool has no lifetime in seconds (TRP_ERR_DESC) or `seconds` is below
 * 0, above TRP_MAX_LIFE_SECONDS or not a number (TRP_ERR_VALUE); 0 for NULL.
 */
trp_time trp_time_in(const trp_pool *pool, float seconds);

/** The same in ticks: of a pool whose lifetime is by one of the clocks of ticks. 0 ticks: the next
 * tick that counts. Misuse as above; at most TRP_MAX_LIFE_TICKS. */
trp_time trp_time_in_ticks(const trp_pool *pool, uint32_t ticks);

/** Seconds until that moment; 0 if it has come, and for never. 0 if the pool has no lifetime in
 * seconds. For drawing too: to fade an actor out. */
float trp_time_left(const trp_pool *pool, trp_time until);

/** Ticks until that moment, by a clock of ticks; otherwise as above. */
uint32_t trp_time_left_ticks(const trp_pool *pool, trp_time until);

/**
 * Ends the actor's life in so many seconds, instead of when it would have ended: writes the member,
 * as trp_time_in(). TRP_ERR_DESC, TRP_ERR_VALUE as there; TRP_ERR_EXPIRED; NULL is TRP_GONE; other
 * misuse as in trp_recycle().
 */
trp_result trp_expire_in(trp_world *world, trp_actor *actor, float seconds);

/** The same in ticks, as trp_time_in_ticks(). */
trp_result trp_expire_in_ticks(trp_world *world, trp_actor *actor, uint32_t ticks);

#ifdef __cplusplus
}
#endif

#endif
