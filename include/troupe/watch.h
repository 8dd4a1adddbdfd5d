/**
 * @file watch.h
 * Watchers: who is told of what happens in a pool, or in a whole world. Everything that knows of
 * actors without owning them (rosters, families, systems, a game's own indices) can be built on
 * them.
 *
 * All calls may be made in a tick and in callbacks, a watcher's too; while drawing they are refused
 * (TRP_BUSY).
 */
#ifndef TROUPE_WATCH_H
#define TROUPE_WATCH_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What watchers are told. Each is a bit, so that trp_watcher.events can name several. */
typedef enum trp_event
{
    TRP_EVENT_CREATED = 1 << 0,     /**< right after on_create, unless that ended its life */
    TRP_EVENT_ACTIVATED = 1 << 1,   /**< a sleeper was woken */
    TRP_EVENT_DEACTIVATED = 1 << 2, /**< it was put to sleep */
    TRP_EVENT_EXPIRED = 1 << 3,     /**< its handle has just died, it waits to be pruned */
    TRP_EVENT_RECYCLED = 1 << 4,    /**< its life is over, for `reason`; once a life, right before
                                       on_recycle */
    TRP_EVENT_REFUSED = 1 << 5,  /**< a creation got NULL since the pool was full; actor is NULL */
    TRP_EVENT_CHANGED = 1 << 6,  /**< trp_mark_changed() was called for it */
    TRP_EVENT_UPDATED = 1 << 7,  /**< its update in a tick has returned, and it lives on; of pools
                                   with update_pool only if TRP_UPDATE_EACH() made it. Sent only to
                                   watchers that name it, since it costs a call per actor and
                                   tick */
    TRP_EVENT_TRIMMED = 1 << 8,  /**< the pool gives memory of free slots back when this returns:
                                   drop pointers to the dead; actor is NULL. Change nothing */
    TRP_EVENT_SHUTDOWN = 1 << 9, /**< the world ends, all actors are gone; for trp_watch_all() only;
                                   pool and actor are NULL. Change nothing but what is yours. The
                                   watcher's own memory stays until trp_world_destroy() has
                                   returned, unless it calls trp_unwatch_all() for itself first */
    TRP_EVENT_RESTORED = 1 << 10 /**< trp_snapshot_restore() (snapshot.h) has made the world what it
                                   was; for trp_watch_all() only; pool and actor are NULL. Births
                                   and ends are not notified: drop the handles and the pointers to
                                   actors that are kept outside of the world and its regions */
} trp_event;

/** Told of an event. It may do anything but calls on an actor that is being recycled. `reason` is
 * that of TRP_EVENT_EXPIRED and TRP_EVENT_RECYCLED, else TRP_REASON_NONE. */
typedef void trp_watch_fn(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason,
                          void *context);

/** Who is told. The user's memory; must stay until trp_unwatch(), or as long as the world. It can
 * be in one chain at a time. */
typedef struct trp_watcher
{
    trp_watch_fn *function; /**< public */
    void *context;          /**< public: passed on */
    unsigned events;        /**< public: of which TRP_EVENT_* it is told, ored together; 0: all but
                                 TRP_EVENT_UPDATED. Not to be changed while it watches */
    struct trp_watcher *next; /**< private: the chain */
    trp_pool *only;           /**< private: in a world's chain: told of this pool alone, if any */
    uint64_t since;           /**< private: it is told of what began after so many additions */
} trp_watcher;

/** private: how snapshots (snapshot.h) find the state of a module; part of the module's own struct */
typedef struct trp__part
{
    struct trp__part *next;                /**< in order of registration */
    struct trp__part_table (*table)(void); /**< how it is saved; NULL: `kind` says it */
    unsigned kind;                         /**< a module of the library that snapshots know */
} trp__part;

/**
 * Adds a watcher in front of the pool's chain: the one added last is told first. It is told of what
 * begins to happen from now on. O(watchers). TRP_ERR_LINKED if it is in this chain, TRP_ERR_NULL if
 * it has no function, TRP_ERR_VALUE for unknown events.
 */
trp_result trp_watch(trp_pool *pool, trp_watcher *watcher);

/** Takes a watcher out of the chain; it is told of nothing any more. O(watchers).
 * TRP_ERR_UNLINKED if it is not in it. From a watcher: itself or any other. */
trp_result trp_unwatch(trp_pool *pool, trp_watcher *watcher);

/** trp_watch() for all pools of a world, those made later too. Such watchers are told after those of
 * the pool. O(pools times watchers). Mistakes as in trp_watch(). */
trp_result trp_watch_all(trp_world *world, trp_watcher *watcher);

/** Undoes trp_watch_all(). O(pools times watchers). Mistakes as in trp_unwatch(). */
trp_result trp_unwatch_all(trp_world *world, trp_watcher *watcher);

/**
 * Tells the watchers that something about this actor has changed (TRP_EVENT_CHANGED): what, is
 * between the game and its watchers. For active and sleeping actors; TRP_ERR_EXPIRED; NULL is
 * TRP_GONE; other mistakes as in trp_recycle(). O(1) and the watchers' work.
 */
trp_result trp_mark_changed(trp_world *world, trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
