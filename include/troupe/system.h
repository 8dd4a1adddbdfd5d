/**
 * @file system.h
 * Systems: code that runs beside the actors. Examples: rain that fills a pool, a sweeper that
 * recycles distant actors, a reporter of ends. Each system is one struct of callbacks (its
 * *roles*), for a whole world or for one pool.
 *
 *     static trp_system sweeper = {.name = "sweeper", .after = sweep};
 *     trp_system_add(world, &sweeper);
 *
 * The struct is in the program's memory. It is static, or embedded in another struct: TRP_ITEM of
 * list.h turns a pointer to it into a pointer to the outer struct. Until the system is removed or
 * its world ends, the struct must stay in place and must not be copied or overwritten. A NULL role
 * costs nothing. A pool is as fast as without systems, unless one has a role for births or ends
 * (`added`, `removed`). Only `updated` costs a call per actor and tick.
 *
 * Systems are called in the order of their numbers, lower ones first, equal ones in the order of
 * registration. This holds for systems of the world and of a pool alike. All of them are called
 * after the watchers of watch.h.
 *
 * - `added` and `removed` are called once each per life. If on_create, a watcher or the `added` of
 *   an earlier system ends the life, the other systems get only `removed`.
 * - Once a life is over, by trp_recycle() or trp_expire(), only `removed` is called for that actor,
 *   even for an event in progress. A sleeper may be `changed`. It is not `updated`, except in the
 *   tick in which its own update has put it to sleep.
 * - Creating in `added`, or marking in `changed`, calls the same systems recursively. The game must
 *   end the recursion.
 *
 * A role may do anything: create, recycle, clear, walk, and add and remove systems, including
 * itself. A removed system is not called any more, not even for the event in progress. An added
 * system is called from the next event on (`before`: from the next tick on; `updated`: at the
 * latest from the next pool that a tick reaches).
 *
 * As everywhere, misuse changes nothing. While drawing, all calls return TRP_BUSY.
 */
#ifndef TROUPE_SYSTEM_H
#define TROUPE_SYSTEM_H

#include "watch.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_system trp_system; /**< a set of callbacks; see below */

/** Called for a tick, or for one system by trp_system_for_each(). It may do anything. in->pool is
 * NULL. in->dt includes the time scale of the world, and that of the system's layer, if any. */
typedef void trp_system_fn(trp_system *self, const trp_context *in);

/** A system. A NULL role is not called. While the system is registered, public fields except `user`
 * must not change. */
struct trp_system {
    /** public: for messages and tools, and the tag in its roles (place.h). Kept as a pointer, so
     * use a literal; may be NULL */
    const char *name;
    int32_t order; /**< public: systems with lower numbers are called first */
    /** public: the pool of whose actors it is notified; NULL: all pools, including later ones.
     * Ticks belong to no pool. */
    trp_pool *pool;
    void *user; /**< public: for the program */
    /** public: the system belongs to the layer below. Then `before`, `after` and `updated` are
     * called only while that layer is enabled, and `before` and `after` get a tick with its number
     * and time scale. The other roles are called while the layer is disabled, too, so that the
     * system's counts stay right. */
    bool in_layer;
    uint32_t layer; /**< public: the layer, if in_layer */

    /** public: ends the system's work when it is removed or its world ends; once per registration.
     * The system is not registered any more: its memory may be freed or registered again */
    trp_system_fn *dispose;
    trp_system_fn *before; /**< public: a tick begins; the tick updates actors created here */
    trp_system_fn *after;  /**< public: a tick ends */
    /** public: an actor was created or adopted. Directly after on_create */
    trp_watch_fn *added;
    /** public: trp_system_add() calls `added` for the actors that live already */
    bool existing;
    trp_watch_fn *removed; /**< public: a life is over. Directly before on_end */
    trp_watch_fn *changed; /**< public: trp_mark_changed() was called for the actor */
    /** public: the actor's update in a tick has returned, and it still lives. In pools with
     * update_pool only if TRP_UPDATE_EACH() defined it. Costs a call per actor and tick. */
    trp_watch_fn *updated;

    /** read-only: the world in which it is registered; NULL: none */
    trp_world *world;
    trp_watcher watcher; /**< private */
};

/** Registers a system. It is called from the next event on. Then, with `existing`, `added` is called
 * for the actors that live already, by pool and slot. O(pools times watchers).
 *
 * TRP_ERR_LINKED: it is registered, here or in another world. (A block that was dropped without
 * trp_world_destroy() leaves its systems in this state: zero them.) TRP_ERR_FOREIGN: `pool` is
 * another world's. TRP_ERR_VALUE: there is no such layer. TRP_ERR_NULL. TRP_BUSY while drawing and
 * while the world ends. */
trp_result trp_system_add(trp_world *world, trp_system *system);

/** Removes a system, and calls its `dispose`; no other role is called. The end of a world
 * removes its systems in reverse order, after `removed` was called for all actors, reason
 * shutdown. O(pools times watchers). TRP_ERR_UNLINKED: it is not registered in this world, or is
 * a copy. TRP_BUSY while drawing. TRP_ERR_NULL. */
trp_result trp_system_remove(trp_world *world, trp_system *system);

/** Calls `visit` for each registered system, in their order; it may remove any. A system that is
 * removed or added during the call is not visited. O(systems + watchers). TRP_ERR_NULL: no
 * visit. */
trp_result trp_system_for_each(trp_world *world, trp_system_fn *visit, void *arg);

#ifdef __cplusplus
}
#endif

#endif
