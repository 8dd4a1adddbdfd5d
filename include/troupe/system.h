/**
 * @file system.h
 * Systems: code that runs beside the actors. Rain that fills a pool, a sweeper that recycles what
 * is far from the camera, a reporter of ends: each is one struct of callbacks (its *roles*), for a
 * whole world or for one pool.
 *
 *     static trp_system sweeper = {.name = "sweeper", .after = sweep};
 *     trp_system_add(world, &sweeper);
 *
 * The struct is the program's memory: static, or embedded in another struct (TRP_ITEM of list.h
 * leads from the one to the other). Until it is removed or its world ends it must stay, and be
 * neither copied nor overwritten. A role that is NULL costs nothing: a pool is as fast as without
 * systems unless one has a role for its births or ends (`added`, `removed`), and only `updated`
 * costs a call per actor and tick.
 *
 * Systems are called in the order of their numbers, lower first, equal ones in the order of
 * registration, whether they are for the world or for a pool, and after the watchers of watch.h.
 *
 * - `added` and `removed` are called once each per life. If on_create, a watcher or the `added` of
 *   an earlier system has ended the life, the other systems get `removed` only.
 * - Once a life is over, by trp_recycle() or trp_expire(), only `removed` is called for that actor,
 *   even for an event in progress. A sleeper may be `changed`; it is not `updated`, except in the
 *   tick in which its own update has put it to sleep.
 * - Creating in `added`, or marking in `changed`, calls the same systems recursively. The game must
 *   end the recursion.
 *
 * A role may do anything: create, recycle, clear, walk; and add and remove systems: itself, the
 * next, all. A system that is removed is not called any more, not even for the event in progress.
 * One that is added is called from the next event on (`before`: from the next tick on; `updated`:
 * at the latest from the next pool that a tick reaches).
 *
 * Misuse changes nothing, as everywhere. While drawing, all but trp_system_count() return TRP_BUSY.
 */
#ifndef TROUPE_SYSTEM_H
#define TROUPE_SYSTEM_H

#include "watch.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_system trp_system; /**< a set of callbacks; see below */

/** Begins its work. If it returns anything but TRP_OK, trp_system_add() fails with that. */
typedef trp_result trp_system_init_fn(trp_system *self, trp_world *world);
/** Ends its work. It is not registered any more: its memory may be freed, or be registered
 * again. */
typedef void trp_system_dispose_fn(trp_system *self, trp_world *world);
/** Whether it is to be called now. It must change nothing. */
typedef bool trp_system_active_fn(const trp_system *self);
/** Called for a tick. tick->pool is NULL; tick->dt has the time scale of the world, and of the
 * system's layer, if it has one. */
typedef void trp_system_tick_fn(trp_system *self, const trp_tick *tick);
/** Called for an actor, active or asleep. */
typedef void trp_system_actor_fn(trp_system *self, trp_actor *actor);
/** Called when a life is over, with the reason: the handle is dead, the data is readable, the slot
 * is not free yet. */
typedef void trp_system_removed_fn(trp_system *self, trp_actor *actor, trp_reason reason);
/** Called for one system by trp_system_each(). It may do anything. */
typedef void trp_system_visit_fn(trp_system *system, void *user);

/** A set of callbacks. A role that is NULL is not called. While the system is registered, public
 * fields but `user` must not change. */
struct trp_system
{
    /** public: for messages and tools, and the tag in its roles (place.h); kept as a pointer, a
     * literal is best; may be NULL */
    const char *name;
    int32_t order; /**< public: lower is called first */
    /** public: the pool of whose actors it is notified; NULL: all pools, later ones too. Ticks
     * belong to no pool. */
    trp_pool *pool;
    void *user; /**< public: whatever it needs */
    /** public: lives in the layer below: `before`, `after` and `updated` are called only while that
     * is enabled, and `before` and `after` get a tick with its number and time scale. Its other
     * roles are called while the layer is disabled, too, so that its own counts stay right. */
    bool in_layer;
    uint32_t layer; /**< public: with in_layer: which */

    /** public: called by trp_system_add(). It may still set the fields, such as `pool` to one that
     * it makes. */
    trp_system_init_fn *init;
    /** public: called when it is removed, or its world ends; once per registration */
    trp_system_dispose_fn *dispose;
    /** public: called before every call of the roles below, which are skipped if it returns false.
     * NULL: always true. */
    trp_system_active_fn *active;
    trp_system_tick_fn *before;     /**< public: a tick begins; it updates what is created here */
    trp_system_tick_fn *after;      /**< public: a tick ends */
    trp_system_actor_fn *added;     /**< public: an actor was created or adopted; directly after
                                     on_create */
    trp_system_removed_fn *removed; /**< public: a life is over; directly before on_recycle */
    trp_system_actor_fn *changed;   /**< public: trp_mark_changed() was called for it */
    /** public: its update in a tick has returned, and it still lives. Of pools with update_pool
     * only if TRP_UPDATE_EACH() made it. Costs a call per actor and tick. */
    trp_system_actor_fn *updated;

    trp_world *world;    /**< read-only: where it is registered, in `init` too; NULL: nowhere */
    trp_watcher watcher; /**< private */
};

/**
 * Calls the system's `init`, then registers it. So it is not notified of what its `init` does, and
 * comes after systems of equal order that its `init` adds. `added` is not called for existing
 * actors.
 *
 * An `init` that fails leaves the systems as they were: it is not registered, systems that it added
 * are removed again, in reverse order, and its own `dispose` is not called. It must undo its other
 * effects, such as created actors, itself. The result is that of `init`. O(pools times watchers),
 * and `init`.
 *
 * TRP_ERR_LINKED if it is registered, here or in another world, or its `init` is running (a block
 * that was dropped without trp_world_destroy() leaves its systems so: zero them); TRP_ERR_FOREIGN
 * if `pool` is another world's, TRP_ERR_VALUE if there is no such layer (if `init` has set it so,
 * that counts as failed); TRP_ERR_NULL; TRP_BUSY while drawing and while the world ends.
 */
trp_result trp_system_add(trp_world *world, trp_system *system);

/** Removes a system: only `dispose` is called, from here. O(pools times
 * watchers). TRP_ERR_UNLINKED if it is not registered in this world; TRP_BUSY in its own `init`
 * (return an error there) and while drawing; TRP_ERR_NULL. */
trp_result trp_system_remove(trp_world *world, trp_system *system);

/** How many are registered. O(systems + watchers). */
uint32_t trp_system_count(const trp_world *world);

/** Calls `visit` for each registered system, in their order. A system that is removed or added
 * during that is not visited. O(systems + watchers). TRP_ERR_NULL without a visit. */
trp_result trp_system_each(trp_world *world, trp_system_visit_fn *visit, void *user);

/** trp_system_remove() for all registered systems, in reverse order. trp_world_destroy() does it
 * after `removed` was called for all actors, reason shutdown. Costs as many trp_system_remove(). */
trp_result trp_system_clear(trp_world *world);

#ifdef __cplusplus
}
#endif

#endif
