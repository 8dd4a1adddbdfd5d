/**
 * @file watch.h
 * Watchers: functions that are notified of events in a pool or in a whole world. Groups, families
 * and systems are built on watchers; so can a game's own indices be. All of these refer to actors
 * without owning them.
 *
 *     static trp_watcher score = {.function = count_kill, .events = TRP_EVENT_RECYCLED};
 *
 *     score.pool = enemies;
 *     trp_watch(world, &score);
 *
 * All calls may be made in a tick and in callbacks, a watcher's too. While drawing they are refused
 * (TRP_BUSY).
 */
#ifndef TROUPE_WATCH_H
#define TROUPE_WATCH_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Events. Each is a bit, so that trp_watcher.events can combine several. */
typedef enum trp_event {
    TRP_EVENT_CREATED = 1 << 0,   /**< directly after on_create, unless on_create ended the life */
    TRP_EVENT_ACTIVATED = 1 << 1, /**< a sleeper was woken */
    TRP_EVENT_DEACTIVATED = 1 << 2, /**< an actor was put to sleep */
    /** an actor has expired: its handle is dead, and it waits to be pruned */
    TRP_EVENT_EXPIRED = 1 << 3,
    /** a life is over, for `reason`. Once per life, directly before on_end */
    TRP_EVENT_RECYCLED = 1 << 4,
    /** a creation returned NULL because the pool was full; actor is NULL */
    TRP_EVENT_REFUSED = 1 << 5,
    TRP_EVENT_CHANGED = 1 << 6, /**< trp_mark_changed() was called for the actor */
    /** the actor's update in a tick has returned, and it still lives. In pools with update_pool
     * only if TRP_UPDATE_EACH() defined it. Sent only to watchers that name it, since it costs one
     * call per actor and tick. A walk in memory order checks for such watchers before it begins */
    TRP_EVENT_UPDATED = 1 << 7,
    /** the pool frees memory of free slots when this returns: drop pointers to dead actors. actor
     * is NULL. Change nothing */
    TRP_EVENT_TRIMMED = 1 << 8,
    /** the world ends, and all actors are gone. Only for watchers of all pools; pool and actor are
     * NULL. Change nothing in the world. The watcher's own memory must stay until
     * trp_world_destroy() returns, unless it first calls trp_unwatch() for itself */
    TRP_EVENT_SHUTDOWN = 1 << 9,
    /** a snapshot was restored (snapshot.h) or a save was loaded (save.h). Only for
     * watchers of all pools; pool and actor are NULL. Births and ends by it are not notified one by
     * one: drop handles and pointers to actors that are kept outside of the world and its
     * regions */
    TRP_EVENT_RESTORED = 1 << 10
} trp_event;

/** What watchers and the roles of systems get. All fields read-only. */
typedef struct trp_event_context {
    trp_world *world;  /**< as in trp_context, to `layer` */
    trp_pool *pool;    /**< likewise */
    void *user;        /**< likewise */
    void *arg;         /**< likewise */
    uint64_t tick;     /**< likewise */
    float dt;          /**< likewise */
    float unscaled_dt; /**< likewise */
    uint32_t layer;    /**< likewise */

    trp_event event;           /**< what has happened */
    trp_reason reason;         /**< TRP_EVENT_EXPIRED, TRP_EVENT_RECYCLED: why; otherwise
                                 * TRP_REASON_NONE */
    trp_handle cause;          /**< of that end, as in trp_end_context */
    struct trp_system *system; /**< roles of systems: the system; otherwise NULL */
} trp_event_context;

/** Called for an event. It may do anything except calls on an actor that is being recycled. */
typedef void trp_watch_fn(trp_actor *actor, const trp_event_context *in);

/** A watcher, in the program's memory. It must stay until trp_unwatch(), or as long as the world.
 * It can be in one chain at a time. */
typedef struct trp_watcher {
    trp_watch_fn *function; /**< public */
    /** public: the pool of whose events it is notified; NULL: all pools of the world, including
     * later ones. Must not change while it is in a chain */
    trp_pool *pool;
    void *user; /**< public: passed to `function`, in its context */
    /** public: the TRP_EVENT_* of which it is notified, ored together; 0: all except
     * TRP_EVENT_UPDATED. Must not change while it is in a chain */
    unsigned events;
    /** public: it is also notified of the actors that live already, by pool and slot, each as
     * TRP_EVENT_CREATED, before the call that adds it returns. So its counts are right */
    bool existing;
    struct trp_watcher *next; /**< private: the next watcher of the chain */
    /** private: number of additions when it was added; it is notified of what began later */
    uint64_t since;
} trp_watcher;

/** private: how snapshots (snapshot.h) find the state of a module; a member of the module's
 * struct */
typedef struct trp__part {
    struct trp__part *next;                /**< in order of registration */
    struct trp__part_table (*table)(void); /**< how a module is saved that has no `kind` */
    unsigned kind;                         /**< a module of the library that snapshots know */
} trp__part;

/** private: what a world calls in its ticks, after a restore or a load, and when it ends */
typedef struct trp__hook {
    struct trp__hook *next;         /**< in the order of `order` */
    const struct trp__calls *calls; /**< what is called, and when */
    trp_pool *pool;                 /**< of clocks: whose they are; otherwise NULL */
    uint32_t order;                 /**< clocks by pool; then spaces, contacts, and all others */
} trp__hook;

/**
 * Adds a watcher at the head of the chain of watcher->pool, or of the world's if that is NULL. The
 * watcher added last is notified first; watchers of one pool are notified before those of all. It
 * is notified of events that begin from now on. O(watchers), for all pools O(pools times
 * watchers). With `existing` also O(slots). TRP_ERR_NULL: it has no function. TRP_ERR_LINKED: it
 * is in this chain already. TRP_ERR_FOREIGN: a pool of another world. TRP_ERR_VALUE: unknown
 * events, or `existing` without TRP_EVENT_CREATED in its events.
 */
trp_result trp_watch(trp_world *world, trp_watcher *watcher);

/** Removes a watcher from its chain; it is not notified any more. A watcher may remove itself or
 * any other watcher. Costs as trp_watch(). TRP_ERR_NULL: no watcher. TRP_ERR_UNLINKED: it is in no
 * chain of this world. */
trp_result trp_unwatch(trp_world *world, trp_watcher *watcher);

/**
 * Notifies watchers that something about this actor has changed (TRP_EVENT_CHANGED); the game
 * defines the meaning. For active and sleeping actors. TRP_ERR_EXPIRED. NULL: TRP_GONE. Other
 * misuse as in trp_recycle(). O(1) plus the watchers.
 */
trp_result trp_mark_changed(trp_world *world, trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
