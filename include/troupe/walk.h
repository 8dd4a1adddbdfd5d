/**
 * @file walk.h
 * Walks over a pool, and the list itself.
 *
 * The contract of every walk (a tick, trp_for_each(), trp_each()), in every order:
 *
 * It visits exactly the actors that were active before it began and still are when their turn comes,
 * each once. What is created or woken in the meantime waits for the next walk; a nested walk that
 * begins later does visit it. What has left is not visited, wherever it left from. Walks nest, to any
 * depth, over the same pool too.
 *
 * The body or callback may create, recycle, expire, wake and put to sleep any actor: the visited one,
 * the next one, all of them. It may clear pools and walk the same pool again.
 */
#ifndef TROUPE_WALK_H
#define TROUPE_WALK_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * private: a run of slots that a walk steps through like an array. 16 bytes, so that it travels in two
 * registers: a walk whose state has no address stays in registers, and that is what makes trp_each as
 * fast as an array.
 */
typedef struct trp_run
{
    void *first;    /**< the first struct */
    uint32_t count; /**< how many; holes are among them; 0: the walk is over */
    uint32_t next;  /**< memory order: the slot after the run; age order: the stamp of its actor */
} trp_run;

/** private: where a trp_each is */
typedef struct trp_walk
{
    const trp_pool *pool; /**< that it walks */
    trp_run run;          /**< that it steps through */
    uint32_t limit;       /**< visits actors whose stamp is not below it */
    bool ended;           /**< the inner loop came to its end by itself: no `break` */
} trp_walk;

/** private: the limit of a walk that is refused: no stamp is so high */
#define TRP__NOTHING UINT32_MAX

/** private: the limit of a walk that begins now; TRP__NOTHING after a misuse report if the type is
 * not the pool's */
uint32_t trp__walk_begin(const trp_pool *pool, size_t size, size_t offset);

/** private: the run after `last`; the first one if last.first is NULL */
trp_run trp__next_run(const trp_pool *pool, trp_run last, uint32_t limit);

/** private: the walk was left before its end */
void trp__walk_end(const trp_pool *pool);

/** private: begins a walk of TRP_UPDATE_EACH(), and goes on to its next run after notifying those
 * that listen of the update of the last */
trp_walk trp__update_begin(const trp_pool *pool, size_t size, size_t offset);
trp_run trp__update_step(const trp_pool *pool, trp_run last, uint32_t limit);

/** private: begins a trp_each */
static inline trp_walk trp__walk(const trp_pool *pool, size_t size, size_t offset)
{
    trp_walk walk;
    walk.pool = pool;
    walk.run.first = NULL;
    walk.run.count = 0;
    walk.run.next = 0;
    walk.ended = false;
    walk.limit = trp__walk_begin(pool, size, offset);
    if (walk.limit != TRP__NOTHING)
        walk.run = trp__next_run(pool, walk.run, walk.limit);
    return walk;
}

/** private: the next run, or the end after a `break` */
static inline trp_run trp__walk_step(trp_walk walk)
{
    trp_run none;
    if (walk.ended)
        return trp__next_run(walk.pool, walk.run, walk.limit);
    trp__walk_end(walk.pool);
    none.first = NULL;
    none.count = 0;
    none.next = 0;
    return none;
}

/**
 * Visits every actor of the pool that is active now and still is when its turn comes, in list
 * order; prunes the expired ones that it meets. The visit may do anything. In a joined segment
 * it meets this pool's actors only, at the cost of stepping over the others'. O(visits), in age order
 * O(listed). May be called in a tick and in another walk. TRP_ERR_NULL without a visit; TRP_BUSY while
 * drawing.
 */
trp_result trp_for_each(trp_pool *pool, trp_visit_fn *visit, void *user);

/**
 * The first active actor of the world's list, or NULL. Following trp_next() from there meets the
 * active actors of all layers and pools, in exactly the order in which a tick updates them. A plain
 * view: nothing protects the position, so step on before you remove the actor that you are at. These
 * three calls follow the links of the nodes, and repair a link that does not agree with the library's
 * own memory. O(1) and the empty and expired places between. May be called anywhere: in a tick, in
 * callbacks, while drawing.
 */
trp_actor *trp_first(const trp_world *world);

/** The next active actor of the world's list after `actor`; NULL at the end or if `actor` is not in
 * the list. From an expired actor too, as long as it waits in the list. Costs as trp_first(). */
trp_actor *trp_next(const trp_world *world, const trp_actor *actor);

/** The active actor before `actor`; NULL at the beginning or if `actor` is not in the list. Costs as
 * trp_first(). */
trp_actor *trp_prev(const trp_world *world, const trp_actor *actor);

/* clang-format off: it would indent all that follows as the branch of the last `else` */

/**
 * Walks a pool inline, without a callback, as fast as an array:
 *
 *     trp_each(bullet, it, bullets)
 *         it->x += 1;
 *
 * `it` is a `type *`; `type` is a single word (a typedef) and must be the pool's, its node the
 * member `actor`. `break`, `continue`, `return` and `goto` work as in any loop. It is a position,
 * not a registration: leaving it needs no clean-up. A pool of another type: nothing is visited,
 * TRP_ERR_TYPE. NULL pool: nothing is visited. In memory order the library is called once per run of
 * slots, in an age order once per actor.
 */
#define trp_each(type, it, pool) trp_each_of (type, actor, it, pool)

/** trp_each() for another member's name. */
#define trp_each_of(type, member, it, pool)                                                        \
    for (trp_walk it##_walk =                                                                      \
             trp__walk(TRP__WALKED(type, pool), sizeof(type), TRP__NODE_OFFSET(type, member));     \
         it##_walk.run.count != 0; it##_walk.run = trp__walk_step(it##_walk))                      \
        for (type *it = (type *)it##_walk.run.first, *it##_end = it + it##_walk.run.count;         \
             !(it##_walk.ended = (it == it##_end)); ++it)                                          \
            if (it->member.stamp < it##_walk.limit)                                                \
            {                                                                                      \
            }                                                                                      \
            else

/**
 * Defines an update_pool out of the update of one actor, so that a tick walks the pool as fast as
 * trp_each(), and compilers inline the update:
 *
 *     static void bullet_update(bullet *self, const trp_tick *tick)
 *     {
 *         self->x += self->vx * tick->dt;
 *     }
 *     TRP_UPDATE_EACH(bullet_update_all, bullet, actor, bullet_update);
 *
 *     ... (trp_pool_desc){.type = TRP_TYPE(bullet, actor), .update_pool = bullet_update_all, ...}
 *
 * `name` is the static function that is defined, `member` the node's name in `type`. The update may do
 * what any update may do. Watchers and systems are notified of TRP_EVENT_UPDATED as with desc.update,
 * from within a tick; that costs a call per actor while one listens. desc.is_expired is asked for all
 * actors before the first update and after the last, rather than around each. Not for pools that join
 * others: as any update_pool.
 */
#define TRP_UPDATE_EACH(name, type, member, update_one)                                            \
    static void name(trp_pool *trp__of, const trp_tick *trp__tick)                                 \
    {                                                                                              \
        trp_walk trp__at =                                                                         \
            trp__update_begin(trp__of, sizeof(type), TRP__NODE_OFFSET(type, member));              \
        for (; trp__at.run.count != 0;                                                             \
             trp__at.run = trp__update_step(trp__of, trp__at.run, trp__at.limit))                  \
        {                                                                                          \
            type *trp__it = (type *)trp__at.run.first, *trp__end = trp__it + trp__at.run.count;    \
            for (; trp__it != trp__end; ++trp__it)                                                 \
                if (trp__it->member.stamp >= trp__at.limit)                                        \
                    update_one(trp__it, trp__tick);                                                \
        }                                                                                          \
    }                                                                                              \
    struct trp_pool

#ifdef __cplusplus
}
#endif

#endif
