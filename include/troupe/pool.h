/**
 * @file pool.h
 * Pools: slots of equal size for one type of actor, with its callbacks, its order in the list, and
 * a policy for a full pool. A *segment* is the part of the world's list that a pool owns. Pools
 * that are *joined* (desc.joins) share one segment.
 *
 *     trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
 *                                                                 .capacity = 1000,
 *                                                                 .update = bullet_update});
 *
 * All calls here are O(1) unless stated otherwise, and may be made anywhere. While a world is
 * drawn, calls that would change it return TRP_BUSY.
 */
#ifndef TROUPE_POOL_H
#define TROUPE_POOL_H

#include "actor.h"
#include "clock.h"
#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most slots that all pools of a world can have together. The share of a pool is rounded up
 * (see desc.max_pools in world.h). */
#define TRP_MAX_SLOTS (1u << 24)

/*
 * Policies are constant objects in the library, named by macros: TRP_ORDER_*, TRP_FULL_*. A program
 * links the code of those only that it names. NULL, which is 0 in a desc, is the default. (Their
 * addresses are no constants across a Windows DLL, and another copy of the library has others: then
 * fill in descs at run time.)
 */

/** The order of a pool's actors in the list: TRP_ORDER_MEMORY, TRP_ORDER_NEWEST, TRP_ORDER_OLDEST.
 * It depends only on the calls, never on addresses or time. The last two are the *age orders*. */
typedef const struct trp__order *trp_order;
/** private: the age orders */
extern const struct trp__order trp__order_newest, trp__order_oldest;
/** By slot; newborns take the lowest free slot: by far the fastest walk. */
#define TRP_ORDER_MEMORY NULL
/** Last created first. */
#define TRP_ORDER_NEWEST (&trp__order_newest)
/** First created first. */
#define TRP_ORDER_OLDEST (&trp__order_oldest)

/** What trp_create() does when no slot is free: TRP_FULL_FAIL, TRP_FULL_GROW,
 * TRP_FULL_STEAL_OLDEST, TRP_FULL_STEAL_NEXT. */
typedef const struct trp__full *trp_full;
/** private: what a full pool does, besides failing */
extern const struct trp__full trp__full_grow, trp__full_steal_oldest, trp__full_steal_next;
/** It returns NULL. */
#define TRP_FULL_FAIL NULL
/** It takes another chunk from the world's allocator, up to max_capacity; no actor moves. An
 * external pool has no slots: it takes 36 bytes per additional actor, and keeps them. */
#define TRP_FULL_GROW (&trp__full_grow)
/** Age orders: it recycles the actor that has been in the list longest, reason stolen. If that
 * actor has expired, it is pruned instead, reason expired. O(1), in a joined segment amortised.
 * Neither this policy nor TRP_FULL_STEAL_NEXT takes sleepers, or the current actor of a tick or
 * trp_for_each(). */
#define TRP_FULL_STEAL_OLDEST (&trp__full_steal_oldest)
/** Memory order: it recycles the next listed actor after a cursor that cycles through the slots;
 * otherwise as TRP_FULL_STEAL_OLDEST. */
#define TRP_FULL_STEAL_NEXT (&trp__full_steal_next)

/** Which walks visit an actor that is created, or that wakes. The first of joined pools decides for
 * all of them. */
typedef enum trp_newborns {
    TRP_NEWBORNS_DEFAULT,   /**< a pool: as the world's desc says; a world: the next walk */
    TRP_NEWBORNS_NEXT_WALK, /**< those that begin later */
    /** also the tick in progress, if it has not reached the pool yet; in any order */
    TRP_NEWBORNS_THIS_TICK,
    /** TRP_ORDER_OLDEST without stealing: every walk that reaches its place, which is the last one
     * in the list; not trp_pool_clear() and trp_pool_recycle_if(). Beware of endless spawning. As
     * the default of a world it means the next walk in other pools */
    TRP_NEWBORNS_SAME_WALK
} trp_newborns;

/** When an expired actor is pruned. */
typedef enum trp_pruning {
    /** when its own update or visit returns, or else when a walk reaches it */
    TRP_PRUNE_AT_ONCE,
    /** by the first tick that begins after it expired. So the actor keeps its memory for the rest
     * of all walks in progress, as in engines whose thinkers hold plain pointers. An actor that
     * desc.is_expired ends is pruned at once in any case */
    TRP_PRUNE_NEXT_TICK
} trp_pruning;

/** Whether actors live in the user's memory, and enter by trp_adopt(): TRP_EXTERNAL, or NULL. */
typedef const struct trp__external *trp_external;
/** private: external pools */
extern const struct trp__external trp__external;
/** They do. */
#define TRP_EXTERNAL (&trp__external)

/** A drawing, as passed to draw callbacks. Nothing may change while it is in progress. */
typedef struct trp_view {
    const trp_world *world; /**< read-only */
    const trp_pool *pool;   /**< read-only */
    uint32_t layer;         /**< read-only */
    void *target;           /**< read-only: where to draw, as passed to trp_draw_all() */
    float alpha; /**< read-only: position between two ticks, 0 to 1, as passed to trp_draw_all() */
    void *user;  /**< read-only: the pool's desc.user */
} trp_view;

/** Updates a whole pool, once per tick. A trp_each() in it runs at full speed. TRP_UPDATE_EACH()
 * defines such a function from the update of one actor. */
typedef void trp_update_pool_fn(trp_pool *pool, const trp_context *in);
/** Draws one actor. It must not change the world. */
typedef void trp_draw_fn(const trp_actor *self, const trp_view *view);
/** Called when a life is over: the handle is dead, the data is still readable, and the slot is not
 * free yet. It may do anything except calls on this actor. */
typedef void trp_on_end_fn(trp_actor *self, const trp_end_context *in);

/** An actor type, as a pool needs it; TRP_TYPE fills it in. */
typedef struct trp_type {
    size_t size;      /**< public: size of the struct, in bytes */
    size_t alignment; /**< public: alignment of the struct, in bytes, a power of two */
    size_t offset;    /**< public: offset of the trp_actor in the struct, in bytes */
    const char *name; /**< public: name of the type, for messages */
} trp_type;

#ifdef __cplusplus
/** private: a type's alignment, in bytes */
#define TRP__ALIGNOF(type) alignof(type)
#else
#define TRP__ALIGNOF(type) _Alignof(type)
#endif

/** Initialises desc.type: size, alignment, name and the offset of `member`, which is the trp_actor.
 * An initialiser in braces. To assign it, write `desc.type = (trp_type)TRP_TYPE(bullet, actor);` */
#define TRP_TYPE(type, member)                                                                     \
    {                                                                                              \
        sizeof(type), TRP__ALIGNOF(type),                                                          \
            TRP__NODE_OFFSET(type, member) + TRP__REQUIRE_COPY(type), #type                        \
    }

/** TRP_TYPE() for an external pool. In C++ the type may have constructors, since the program makes
 * these objects itself. */
#define TRP_TYPE_EXTERNAL(type, member)                                                            \
    {                                                                                              \
        sizeof(type), TRP__ALIGNOF(type), TRP__NODE_OFFSET(type, member), #type                    \
    }

/** private: a part of the library that a setting of a pool needs. Only programs with the macro of
 * that setting link it. */
typedef struct trp__option trp__option;

/** The slots of a pool that are in quarantine; TRP_QUARANTINE fills it in. Zero: the default. */
typedef struct trp_quarantine {
    uint32_t slots;         /**< public: at most so many at a time */
    const trp__option *use; /**< private */
} trp_quarantine;

/** When a pool returns memory; TRP_SHRINK fills it in. Zero: never by itself. */
typedef struct trp_shrink {
    const struct trp_shrinking *rule; /**< public: read by trp_pool_create(), not kept */
    const trp__option *use;           /**< private */
} trp_shrink;

/** How a pool is updated in parts; TRP_PARALLEL fills it in. Zero: it is not. */
typedef struct trp_parallel {
    const struct trp_parallel_desc *desc; /**< public: read by trp_pool_create(), not kept */
    const trp__option *use;               /**< private */
} trp_parallel;

/** The settings of a pool. Zero means the default; type and capacity are required. All fields
 * public. */
typedef struct trp_pool_desc {
    /** for messages and saves, which match pools by it; kept as a pointer; NULL: the type's name */
    const char *name;
    trp_type type;         /**< TRP_TYPE(struct, member) */
    uint32_t capacity;     /**< number of slots at the start, 1 to 2^24 */
    trp_order order;       /**< order in the list */
    trp_full when_full;    /**< what trp_create() does when no slot is free */
    uint32_t max_capacity; /**< TRP_FULL_GROW: the most slots, required; otherwise 0 */
    uint32_t reserve;      /**< free slots that optional births leave (trp_birth); below capacity */
    uint32_t layer;        /**< 0 up to the world's layers - 1 */
    /** age orders: the pool shares the segment of this pool, so that both types form one order of
     * creation. It takes over layer, order and newborns, and whether it is transient */
    trp_pool *joins;
    /** in a caller's block, for the first of joined pools: the slots of all of them together, since
     * they share one order. The pool then takes TRP_JOINED_BYTES() instead of its own order; 0: no
     * more than its own slots. With an allocator the order grows by itself */
    uint32_t joined_capacity;
    /** TRP_EXTERNAL: actors live in the user's memory and enter by trp_adopt(). The order is
     * TRP_ORDER_OLDEST, unless `order` is TRP_ORDER_NEWEST */
    trp_external external;
    /** stores the reason and the cause of an expired actor until it is pruned: see
     * trp_recycle_with() and TRP_POOL_ENDS_BYTES() */
    bool ends;
    trp_newborns newborns; /**< which walks visit newborns */
    trp_pruning prunes;    /**< when an expired actor is pruned */
    /** a struct of the type with the values for trp_create(pool, NULL); it is copied. NULL: zeros.
     * An `init` replaces all of it: trp_prototype() copies it, to change some members */
    const void *prototype;
    /** &a_TRP_FIELDS, kept as a pointer: what the struct contains, for saves, hashes and
     * differences (fields.h) */
    const struct trp_fields *fields;
    /** snapshots, saves and hashes leave the pool out, for example particles (snapshot.h) */
    bool transient;
    /** TRP_LIFETIME(struct, member): when an actor's life ends without a call (lifetime.h) */
    trp_lifetime lifetime;
    /** time stands still for an actor that sleeps: the rest of its life, and of its timers except
     * those that wake, begins when it wakes (lifetime.h, timer.h) */
    bool sleep_stops_time;
    trp_quarantine quarantine; /**< TRP_QUARANTINE(slots): they are not reused yet (quarantine.h) */
    trp_shrink shrink;         /**< TRP_SHRINK(&rule): when it returns memory (shrink.h) */
    trp_parallel parallel;     /**< TRP_PARALLEL(&desc): it is updated in parts (parallel.h) */
    /** called per actor and tick; may be NULL. It may do anything, to any actor, including this */
    trp_actor_fn *update;
    /** called once per tick, instead of update; not in a joined segment */
    trp_update_pool_fn *update_pool;
    trp_draw_fn *draw; /**< called per actor and drawing; may be NULL */
    /** whether the life is over: called before and after each update, once per tick without one;
     * may be NULL */
    trp_test_fn *is_expired;
    /** called for each newborn, which is already active; may be NULL. It may do anything. If it
     * recycles the newborn, trp_create() returns NULL */
    trp_actor_fn *on_create;
    trp_on_end_fn *on_end; /**< called at the end of each life; may be NULL */
    void *user; /**< passed on in contexts and in trp_view; NULL: the `user` of the world */
} trp_pool_desc;

/** Counts of a pool that is updated in parts (parallel.h). All fields read-only. */
typedef struct trp_parallel_facts {
    uint32_t parts;      /**< parts in the last update */
    uint32_t part_bytes; /**< bytes for commands per part */
    uint32_t most_bytes; /**< the most bytes that a part has used */
    uint64_t commands;   /**< commands recorded, in all ticks */
    uint64_t refused;    /**< commands refused for lack of room (TRP_ERR_FULL), in all ticks */
} trp_parallel_facts;

/** What there is to know of a pool now. All fields read-only. */
typedef struct trp_pool_facts {
    trp_world *world; /**< the world that it belongs to */
    const char *name; /**< of the desc, or the type's; never NULL */

    uint32_t live;     /**< actors in slots: active, asleep and expired */
    uint32_t active;   /**< actors in the list that have not expired: a walk visits them */
    uint32_t expired;  /**< actors that have expired and are not yet pruned */
    uint32_t peak;     /**< the most that were live at once */
    uint32_t capacity; /**< slots, with and without actor, except the retired ones */
    uint32_t slots;    /**< every trp_slot_of() is below it: with retired slots, and those of chunks
                        * in between that were given back (shrink.h) */
    uint32_t retired;  /**< slots whose lives are used up */
    uint32_t quarantine;  /**< the most slots in quarantine at a time (quarantine.h) */
    uint32_t quarantined; /**< slots in quarantine now; they are free, and not in `live` */

    uint32_t layer;    /**< see desc.layer and layer.h */
    uint32_t interval; /**< ticks from one update to the next (interval.h); 1 without one */
    float time_scale;  /**< see trp_pool_set_time_scale() */
    bool transient;    /**< of the desc, or of the pool that it joins */
    const struct trp_fields *fields; /**< of the desc; NULL: none */

    uint64_t created;  /**< lives begun */
    uint64_t recycled; /**< lives ended, for whatever reason */
    uint64_t refused;  /**< creations that returned NULL because the pool was full */
    uint64_t stolen;   /**< lives ended because the pool was full */
    uint64_t misuse;   /**< misuses that concerned this pool */

    trp_parallel_facts parallel; /**< all 0 for a pool that is not updated in parts */
} trp_pool_facts;

/**
 * Creates a pool in `world`, after the existing pools of its layer. It exists as long as the world.
 * All its memory is taken here; O(capacity). In a world with an allocator, slots are aligned to the
 * largest power of two that divides their size, up to 64 bytes, a cache line. May be called in a
 * tick; this tick then reaches the pool if its place in the list is still ahead. On failure it
 * returns NULL, changes nothing, reports to on_misuse, and trp_last_result(world) is: TRP_ERR_VALUE
 * (capacity 0 or above 2^24, type missing or impossible, unknown layer, bad enumerator, or fields
 * that trp_fields_check() refuses), TRP_ERR_TYPE (fields of a struct of another size), TRP_ERR_DESC
 * (settings that exclude each other), TRP_ERR_LIMIT (max_pools, or 2^24 slots in
 * total), TRP_ERR_MEMORY, TRP_ERR_NO_ALLOCATOR (growth in a caller's block), TRP_BUSY (while
 * drawing or shutting down), TRP_ERR_FOREIGN (joins a pool of another world), TRP_ERR_NULL (no
 * desc).
 */
trp_pool *trp_pool_create(trp_world *world, const trp_pool_desc *desc);

/**
 * The exact number of bytes that trp_pool_create() takes for this desc in a caller's block, for a
 * world whose settings allow it. With an allocator it may take 64 bytes more, for the alignment of
 * slots. (TRP_POOL_BYTES() and similar macros are constant upper bounds.) 0 for a NULL desc, and
 * for a desc that no world allows. Growth is not included. O(1).
 */
size_t trp_pool_bytes(const trp_pool_desc *desc);

/**
 * Recycles every actor of the pool, reason cleared: active ones in list order, then sleepers.
 * on_end may do anything, except create an actor in this pool before it is clear (TRP_BUSY, not
 * counted as misuse). `ending` gives another reason, and a cause; NULL: none. With ending->later
 * the present actors expire instead: the active ones in list order, then the sleepers, which are
 * recycled at once. Actors that callbacks create meanwhile are not affected then. O(live), or
 * O(capacity) if there are sleepers. TRP_BUSY while drawing. TRP_ERR_VALUE and TRP_ERR_DESC as in
 * trp_recycle_with().
 */
trp_result trp_pool_clear(trp_pool *pool, const trp_ending *ending);

/**
 * Removes every actor of an external pool without touching their memory: for owners that free all
 * memory of a level at once, before or after this call. Handles die, and no on_end is called.
 * No byte of these actors is read or written; links in actors of joined pools are. A black box
 * records each end, reason cleared. May be called anywhere except in an on_end of its actors: a
 * walk in progress visits none of them any more. TRP_ERR_TYPE: the pool is not external.
 * TRP_ERR_LINKED: a watcher, a family, a space or a system is notified of the pool's ends and would
 * read the actors; call trp_pool_clear() while they exist. TRP_BUSY while drawing, or in an
 * on_end. O(capacity + actors of joined pools).
 */
trp_result trp_pool_forget_all(trp_pool *pool);

/** The facts of a pool. All 0 for NULL, and the name "". O(1). */
trp_pool_facts trp_pool_info(const trp_pool *pool);
/** Number of actors in slots: active, asleep and expired. */
uint32_t trp_pool_count(const trp_pool *pool);

/** private: the world of a pool, or NULL */
trp_world *trp__pool_world(const trp_pool *pool);
/** The `user` of the desc. */
void *trp_pool_user(const trp_pool *pool);
/** The actor in this slot, active, asleep or expired; NULL if the slot is free or does not
 * exist. */
trp_actor *trp_pool_at(const trp_pool *pool, uint32_t slot);

/**
 * Sets the factor of dt for this pool's actors; the scales of world and layer apply as well.
 * Initially 1. 0 or more, finite; with 0 actors are still updated. In a tick it takes effect when
 * the tick next reaches the pool. TRP_ERR_VALUE. TRP_BUSY while drawing.
 */
trp_result trp_pool_set_time_scale(trp_pool *pool, float scale);

#ifdef __cplusplus
}
#endif

#endif
