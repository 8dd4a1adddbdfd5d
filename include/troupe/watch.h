/**
 * @file watch.h
 * Watchers: functions that are notified of events in a pool, or in a whole world. Rosters,
 * families, systems and a game's own indices, which refer to actors without owning them, are built
 * on watchers.
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

/** The events. Each is a bit, so that trp_watcher.events can name several. */
typedef enum trp_event
{
    TRP_EVENT_CREATED = 1 << 0,     /**< directly after on_create, unless that ended its life */
    TRP_EVENT_ACTIVATED = 1 << 1,   /**< a sleeper was woken */
    TRP_EVENT_DEACTIVATED = 1 << 2, /**< it was put to sleep */
    TRP_EVENT_EXPIRED = 1 << 3,     /**< its handle has just died, it waits to be pruned */
    TRP_EVENT_RECYCLED = 1 << 4, /**< its life is over, for `reason`; once per life, directly before
                                      on_recycle */
    TRP_EVENT_REFUSED = 1 << 5,  /**< a creation returned NULL since the pool was full; actor is
                                     NULL */
    TRP_EVENT_CHANGED = 1 << 6,  /**< trp_mark_changed() was called for it */
    TRP_EVENT_UPDATED = 1 << 7, /**< its update in a tick has returned, and it still lives; of pools
                                     with update_pool only if TRP_UPDATE_EACH() made it. Sent only
                                     to watchers that name it, since it costs a call per actor and
                                     tick. A walk in memory order asks before it begins which do */
    TRP_EVENT_TRIMMED = 1 << 8, /**< the pool frees memory of free slots when this returns: drop
                                     pointers to dead actors; actor is NULL. Change nothing */
    /** the world ends, all actors are gone; for trp_watch_all() only; pool and actor are NULL.
     * Change nothing in the world. The watcher's own memory must stay until trp_world_destroy() has
     * returned, unless it calls trp_unwatch_all() for itself first */
    TRP_EVENT_SHUTDOWN = 1 << 9,
    TRP_EVENT_RESTORED = 1 << 10 /**< trp_snapshot_restore() (snapshot.h) has made the world what it
                                   was; for trp_watch_all() only; pool and actor are NULL. Births and ends are not notified: drop handles and pointers to actors that are kept outside of the world and its regions */
} trp_event;

/** Called for an event. It may do anything but calls on an actor that is being recycled. `reason`
 * is set for TRP_EVENT_EXPIRED and TRP_EVENT_RECYCLED, else TRP_REASON_NONE. */
typedef void trp_watch_fn(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason,
                          void *context);

/** A subscription, in the program's memory. It must stay until trp_unwatch(), or as long as the
 * world. It can be in one chain at a time. */
typedef struct trp_watcher
{
    trp_watch_fn *function; /**< public */
    void *context;          /**< public: passed on */
    unsigned events; /**< public: the TRP_EVENT_* of which it is notified, ored together; 0: all but
                          TRP_EVENT_UPDATED. Must not change while it watches */
    struct trp_watcher *next; /**< private: the chain */
    trp_pool *only; /**< private: in a world's chain: notified of this pool alone, if any */
    uint64_t since; /**< private: it is notified of what began after so many additions */
} trp_watcher;

/** private: how snapshots (snapshot.h) find the state of a module; part of the module's own
 * struct */
typedef struct trp__part
{
    struct trp__part *next;                /**< in order of registration */
    struct trp__part_table (*table)(void); /**< how it is saved; NULL: `kind` says it */
    unsigned kind;                         /**< a module of the library that snapshots know */
} trp__part;

/**
 * Adds a watcher at the head of the pool's chain: the one added last is notified first. It is
 * notified of events that begin from now on. O(watchers). TRP_ERR_LINKED if it is in this chain,
 * TRP_ERR_NULL if it has no function, TRP_ERR_VALUE for unknown events.
 */
trp_result trp_watch(trp_pool *pool, trp_watcher *watcher);

/** Removes a watcher from the chain; it is not notified any more. O(watchers). TRP_ERR_UNLINKED if
 * it is not in it. A watcher may remove itself or any other. */
trp_result trp_unwatch(trp_pool *pool, trp_watcher *watcher);

/** trp_watch() for all pools of a world, later ones too. These watchers are notified after those of
 * the pool. O(pools times watchers). Misuse as in trp_watch(). */
trp_result trp_watch_all(trp_world *world, trp_watcher *watcher);

/** Undoes trp_watch_all(). O(pools times watchers). Misuse as in trp_unwatch(). */
trp_result trp_unwatch_all(trp_world *world, trp_watcher *watcher);

/**
 * Notifies the watchers that something about this actor has changed (TRP_EVENT_CHANGED); the
 * meaning is the game's. For active and sleeping actors; TRP_ERR_EXPIRED; NULL is TRP_GONE; other
 * misuse as in trp_recycle(). O(1) and the watchers' work.
 */
trp_result trp_mark_changed(trp_world *world, trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
