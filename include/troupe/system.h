/**
 * @file system.h
 * Systems: what acts beside the actors. Rain that fills a pool, a sweeper that recycles what is far
 * from the camera, a watchman that reports who removed what: each is one struct with the roles that
 * it wants to play, for a whole world or for one pool.
 *
 *     static trp_system sweeper = {.name = "sweeper", .after = sweep};
 *     trp_system_add(world, &sweeper);
 *
 * The struct is the user's memory: static, or embedded in a struct of one's own (TRP_ITEM of list.h
 * leads from the one to the other). Until it is removed or its world ends it must stay, and be
 * neither copied nor overwritten. What nobody asks for costs nothing: a pool is as fast as without
 * systems unless one wants its births or deaths (`added`, `removed`), and only `updated` costs a
 * call an actor a tick.
 *
 * Systems are called in the order of their numbers, lower first, equal ones in the order in which
 * they were registered, whether they are for the world or for a pool, and behind the watchers of
 * watch.h.
 *
 * - `added` and `removed` embrace a life, each once. A life that on_create, a watcher or an earlier
 *   system's `added` has ended is told to the others as removed only.
 * - Once a life is over, by trp_recycle() or trp_expire(), nobody is told of that actor any more
 *   but as removed, not even those behind in the same event. A sleeper may be `changed`; it is not
 *   `updated`, except in the tick in which its own update has put it to sleep.
 * - Creating in `added`, or marking in `changed`, calls the same systems again from within. That it
 *   comes to an end is up to the game.
 *
 * A role may do whatever code may do there: create, recycle, clear, walk; and add and remove
 * systems, itself, the next, all. One that is removed is not called any more, at once, not even for
 * what is just being told. One that is added takes part from the next event on (`before`: from the
 * next tick on; `updated`: at the latest from the next pool on that a tick comes to).
 *
 * Wrong calls change nothing, as everywhere. While drawing, all but trp_system_count() is TRP_BUSY.
 */
#ifndef TROUPE_SYSTEM_H
#define TROUPE_SYSTEM_H

#include "watch.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_system trp_system; /**< what is called when; see below */

/** Begins its work. If it returns anything but TRP_OK, trp_system_add() has failed with that. */
typedef trp_result trp_system_init_fn(trp_system *self, trp_world *world);
/** Ends its work. Registered no longer: its memory may be given back, or be registered again. */
typedef void trp_system_dispose_fn(trp_system *self, trp_world *world);
/** Whether it is to be called now. It answers, and changes nothing. */
typedef bool trp_system_active_fn(const trp_system *self);
/** Told of a tick. tick->pool is NULL; tick->dt has the time scale of the world, and of the system's
 * layer, if it has one. */
typedef void trp_system_tick_fn(trp_system *self, const trp_tick *tick);
/** Told of an actor, active or asleep. */
typedef void trp_system_actor_fn(trp_system *self, trp_actor *actor);
/** Told that a life is over, why: the handle is dead, the data readable, the slot not free yet. */
typedef void trp_system_removed_fn(trp_system *self, trp_actor *actor, trp_reason reason);
/** Told of one system by trp_system_each(). It may do anything. */
typedef void trp_system_visit_fn(trp_system *system, void *user);

/** What is called when. A role that is NULL is not wanted. Public fields are not to be changed
 * while it is registered, but for `user`. */
struct trp_system
{
    /** public: for messages and tools; in its roles, who acts (place.h); kept as a pointer, a literal
     * is best; may be NULL */
    const char *name;
    int32_t order; /**< public: lower is called first */
    /** public: of whose actors it is told; NULL: of those of all pools, later ones too. Ticks are
     * no pool's. */
    trp_pool *pool;
    void *user; /**< public: whatever it needs */
    /** public: lives in the layer below: `before`, `after` and `updated` are called only while that is
     * enabled, and `before` and `after` get a tick with its number and time scale. What else it is
     * told of, lives that begin and end, it is told of while the layer is disabled, too: a count of
     * its own stays right. */
    bool in_layer;
    uint32_t layer; /**< public: with in_layer: which */

    /** public: called by trp_system_add(). It may still set the fields, such as `pool` to one that
     * it makes. */
    trp_system_init_fn *init;
    /** public: called when it is removed, or its world ends; once a registration */
    trp_system_dispose_fn *dispose;
    /** public: asked in front of every call of the roles below, none of which is played if it says
     * no. NULL: always yes. */
    trp_system_active_fn *active;
    trp_system_tick_fn *before;     /**< public: a tick begins: it updates what is created here */
    trp_system_tick_fn *after;      /**< public: a tick has been everywhere, and ends */
    trp_system_actor_fn *added;     /**< public: it was created or adopted; right after on_create */
    trp_system_removed_fn *removed; /**< public: its life is over; right before on_recycle */
    trp_system_actor_fn *changed;   /**< public: trp_mark_changed() was called for it */
    /** public: its update in a tick has returned, and it lives on. Of pools with update_pool only if
     * TRP_UPDATE_EACH() made it. Costs a call per actor and tick. */
    trp_system_actor_fn *updated;

    trp_world *world;    /**< read-only: where it is registered, in `init` too; NULL: nowhere */
    trp_watcher watcher; /**< private */
};

/**
 * Calls the system's `init`, and registers it. So it is told of nothing that its `init` does, and
 * stands behind equal ones that its `init` adds. Actors that are there already are not told of as
 * added.
 *
 * An `init` that fails leaves the systems as they were: it is not registered, those that were added
 * meanwhile are removed again, the last of the order first, and its own `dispose` is not called.
 * What else it did to the world, such as creating actors, is its own to undo. The answer is what
 * `init` returned. O(pools times watchers), and `init`.
 *
 * TRP_ERR_LINKED if it is registered, here or in another world, or its `init` is running (a block
 * that was dropped without trp_world_destroy() leaves its systems so: zero them); TRP_ERR_FOREIGN
 * if `pool` is another world's, TRP_ERR_VALUE if there is no such layer (if `init` has set it so, that
 * counts as failed); TRP_ERR_NULL;
 * TRP_BUSY while drawing and while the world ends.
 */
trp_result trp_system_add(trp_world *world, trp_system *system);

/** Takes a system out: it is not called any more but for `dispose`, from here. O(pools times
 * watchers). TRP_ERR_UNLINKED if it is not registered in this world; TRP_BUSY in its own `init`
 * (that fails by its result) and while drawing; TRP_ERR_NULL. */
trp_result trp_system_remove(trp_world *world, trp_system *system);

/** How many are registered. O(systems + watchers). */
uint32_t trp_system_count(const trp_world *world);

/** Calls back for each registered system, in their order. One that is removed meanwhile is not
 * visited, nor one that is added. O(systems + watchers). TRP_ERR_NULL without a visit. */
trp_result trp_system_each(trp_world *world, trp_system_visit_fn *visit, void *user);

/** trp_system_remove() for all that are there now, the last of the order first. trp_world_destroy()
 * does it when all actors are gone, each told of as removed, reason shutdown. Costs as so many
 * trp_system_remove(). */
trp_result trp_system_clear(trp_world *world);

#ifdef __cplusplus
}
#endif

#endif
