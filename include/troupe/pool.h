/**
 * @file pool.h
 * Pools: slots of equal size for one kind of actor, with its callbacks, its order in the list, and
 * a policy for a full pool. A *segment* is the part of the list that a pool owns; pools that are
 * *joined* (desc.joins) share one.
 *
 * All calls here are O(1) unless stated otherwise, and may be made anywhere; while a world is
 * drawn, calls that would change it return TRP_BUSY.
 */
#ifndef TROUPE_POOL_H
#define TROUPE_POOL_H

#include "actor.h"
#include "clock.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most slots of all pools of a world together. The share of a pool is rounded up (see
 * desc.max_pools). */
#define TRP_MAX_SLOTS (1u << 24)

/** The order of a pool's actors in the list. It depends on the calls only, never on addresses or
 * time. The last two are *age orders*. */
typedef enum trp_order
{
    TRP_ORDER_MEMORY, /**< by slot, lowest free slot first: by far the fastest walk */
    TRP_ORDER_NEWEST, /**< last created first */
    TRP_ORDER_OLDEST  /**< first created first */
} trp_order;

/** What trp_create() does when no slot is free. */
typedef enum trp_full
{
    TRP_FULL_FAIL, /**< NULL */
    TRP_FULL_GROW, /**< takes a further chunk from the world's allocator, up to max_capacity;
                      nothing moves. An external pool, which has no slots, takes 30 bytes for each
                      actor more, and keeps them */
    TRP_FULL_STEAL_OLDEST, /**< age orders: recycles the actor that has been in the list longest,
                                reason stolen; if that one has expired it is pruned instead, reason
                                expired. O(1), in a joined segment amortised */
    TRP_FULL_STEAL_NEXT /**< memory order: the same with the next listed actor after a cursor that
                             cycles through the slots. Neither policy takes sleepers, or the current
                             actor of a tick or trp_for_each() */
} trp_full;

/** Whether a walk in progress visits actors that are created. */
typedef enum trp_newborns
{
    TRP_NEWBORNS_NEXT_WALK, /**< never: a newborn waits for the next walk */
    /** oldest-first only: an actor that is created while a tick or trp_for_each() is in the same
     * segment is visited by it (one that is woken is not). A tick that began inside such a
     * trp_for_each(), and reaches the segment later, visits it too. Beware of endless spawning. */
    TRP_NEWBORNS_SAME_WALK
} trp_newborns;

/** Where in an age order an actor stands that was asleep. */
typedef enum trp_sleepers
{
    TRP_SLEEPERS_COME_LAST, /**< as if it was created when it woke */
    TRP_SLEEPERS_KEEP_PLACE /**< age orders: where it stood before. Woken while a walk is in
                                 progress, it is visited by that walk if its place is still ahead,
                                 and it was active before the walk began */
} trp_sleepers;

/** When an actor is pruned that expires in its own update or visit. */
typedef enum trp_pruning
{
    TRP_PRUNE_AT_ONCE,  /**< when that callback has returned */
    TRP_PRUNE_NEXT_WALK /**< when a walk comes by that began later: the actor keeps its memory for
                             the rest of this one, as engines do it whose thinkers hold plain
                             pointers. What desc.is_expired ends is pruned at once all the same */
} trp_pruning;

/** One tick, as update callbacks get it. */
typedef struct trp_tick
{
    trp_world *world; /**< read-only */
    trp_pool *pool;   /**< read-only: the pool that is being updated */
    uint32_t layer;   /**< read-only: its layer */
    float dt; /**< read-only: seconds since the last tick, times the time scales of world, layer and
                 pool */
    float unscaled_dt; /**< read-only: seconds as given to trp_update_all() */
    uint64_t number;   /**< read-only: which tick this is; the first is 1 */
    void *user;        /**< read-only: the pool's desc.user */
} trp_tick;

/** One drawing, as draw callbacks get it. Nothing may change meanwhile. */
typedef struct trp_view
{
    const trp_world *world; /**< read-only */
    const trp_pool *pool;   /**< read-only */
    uint32_t layer;         /**< read-only */
    void *target;           /**< read-only: as given to trp_draw_all(): where to draw */
    float alpha; /**< read-only: as given to trp_draw_all(): where between two ticks, 0 to 1 */
    void *user;  /**< read-only: the pool's desc.user */
} trp_view;

/** Updates one actor. It may do anything, to any actor, itself included. */
typedef void trp_update_fn(trp_actor *self, const trp_tick *tick);
/** Updates a whole pool, once per tick; a trp_each() in it runs at full speed. TRP_UPDATE_EACH()
 * makes one out of the update of one actor. */
typedef void trp_update_pool_fn(trp_pool *pool, const trp_tick *tick);
/** Draws one actor. It may change nothing of the world. */
typedef void trp_draw_fn(const trp_actor *self, const trp_view *view);
/** Whether the life of this actor is over; asked before and after each update. */
typedef bool trp_is_expired_fn(const trp_actor *self);
/** Called for a newborn, which is active already. It may do anything; if it recycles the newborn,
 * trp_create() returns NULL. */
typedef void trp_on_create_fn(trp_world *world, trp_actor *actor);
/** Called when a life is over: the handle is dead, the data is readable, the slot is not free yet.
 * It may do anything but calls on this actor. */
typedef void trp_on_recycle_fn(trp_world *world, trp_actor *actor, trp_reason reason);
/** Called for one actor by trp_for_each(). It may do anything. */
typedef void trp_visit_fn(trp_actor *actor, void *user);

/** A type, as a pool needs it; written by TRP_TYPE. */
typedef struct trp_type
{
    size_t size;      /**< public: of the struct, in bytes */
    size_t alignment; /**< public: of the struct, in bytes, a power of two */
    size_t offset;    /**< public: of the trp_actor in it, in bytes */
    const char *name; /**< public: the type's name, for messages */
} trp_type;

#ifdef __cplusplus
/** private: a type's alignment, in bytes */
#define TRP__ALIGNOF(type) alignof(type)
#else
#define TRP__ALIGNOF(type) _Alignof(type)
#endif

/** Initialises desc.type: size, alignment, name and the offset of the trp_actor that is `member`.
 *  An initialiser in braces: to assign it, write `desc.type = (trp_type)TRP_TYPE(bullet,
 * actor);` */
#define TRP_TYPE(type, member)                                                                     \
    {                                                                                              \
        sizeof(type), TRP__ALIGNOF(type), TRP__NODE_OFFSET(type, member), #type                    \
    }

/** The settings of a pool. Zero means the default; type and capacity are required. All fields
 * public.
 */
typedef struct trp_pool_desc
{
    const char *name;      /**< for messages; kept as a pointer; NULL: the type's name */
    trp_type type;         /**< TRP_TYPE(struct, member) */
    uint32_t capacity;     /**< slots at the start, 1 to 2^24 */
    uint32_t max_capacity; /**< TRP_FULL_GROW: the most slots, required; otherwise 0 */
    uint32_t reserve; /**< free slots that trp_create_optional() does not use; below the capacity */
    uint32_t layer;   /**< 0 up to the world's layers - 1 */
    trp_pool
        *joins; /**< age orders: shares the segment of that pool, so that both kinds form one order
                    of creation; gets its layer and order */
    bool external;   /**< actors live in the user's memory and enter by trp_adopt(); oldest first
                         unless order says newest first */
    trp_order order; /**< in the list */
    bool ends; /**< stores the reason and the culprit of an expired actor until it is pruned: see
                   trp_expire_for() and TRP_POOL_ENDS_BYTES() */
    trp_newborns newborns; /**< whether walks in progress visit newborns */
    trp_sleepers sleepers; /**< where an actor stands when it wakes */
    trp_pruning prunes;    /**< when an actor is pruned that expires in its own update */
    trp_full when_full;    /**< what trp_create() does when no slot is free */
    const void *prototype; /**< a struct of the type, copied here: what trp_create() starts
                              from; NULL: zeros */
    void *user;            /**< passed on in trp_tick and trp_view */
    trp_lifetime lifetime; /**< TRP_LIFETIME(struct, member): when an actor's life ends by itself
                              (lifetime.h) */
    trp_update_fn *update; /**< called per actor and tick */
    trp_update_pool_fn
        *update_pool;  /**< called once per tick, instead of update; not in a joined segment */
    trp_draw_fn *draw; /**< called per actor and drawing */
    trp_is_expired_fn *is_expired; /**< asked before and after each update; may be NULL */
    trp_on_create_fn *on_create;   /**< called for each newborn */
    trp_on_recycle_fn *on_recycle; /**< called at the end of each life */
} trp_pool_desc;

/** Counts of a pool. All fields read-only. */
typedef struct trp_pool_stats
{
    uint32_t live;     /**< taken slots: active, asleep, expired */
    uint32_t active;   /**< of these, in the list and not expired */
    uint32_t expired;  /**< of these, expired and not yet pruned */
    uint32_t peak;     /**< the most that were live at once */
    uint32_t capacity; /**< slots, taken or free, without the retired */
    uint32_t retired;  /**< slots whose 2^32 - 1 lives are used up */
    uint64_t created;  /**< lives begun */
    uint64_t recycled; /**< lives ended, for whatever reason */
    uint64_t refused;  /**< creations that returned NULL because the pool was full */
    uint64_t stolen;   /**< lives ended because the pool was full */
    uint64_t misuse;   /**< misuses that concerned this pool */
} trp_pool_stats;

/**
 * Creates a pool in `world`, after the existing pools of its layer. It lives as long as the world.
 * All its memory is taken here; O(capacity). May be called in a tick, which then reaches the pool
 * if its place in the list is still ahead. NULL, nothing changed, reported to on_misuse, with
 * trp_last_result(world): TRP_ERR_VALUE (capacity 0 or beyond 2^24, type missing or impossible,
 * unknown layer, bad enumerator), TRP_ERR_DESC (settings that exclude each other), TRP_ERR_LIMIT
 * (max_pools, or 2^24 slots in all), TRP_ERR_MEMORY, TRP_ERR_NO_ALLOCATOR (growth in a caller's
 * block), TRP_BUSY (while drawing or shutting down), TRP_ERR_FOREIGN (joins a pool of another
 * world), TRP_ERR_NULL without a desc.
 */
trp_pool *trp_pool_create(trp_world *world, const trp_pool_desc *desc);

/**
 * Bytes that trp_pool_create() takes for that desc, in a world whose settings allow it: the exact
 * number, while TRP_POOL_BYTES() and the like are constant upper bounds. 0 for a NULL desc, and for
 * one that no world allows. Growth is not included. O(1).
 */
size_t trp_pool_bytes(const trp_pool_desc *desc);

/**
 * Recycles every actor of the pool (active ones in list order, then sleepers, unless these keep
 * their places in it), reason cleared. on_recycle may do anything, but until the pool is clear
 * nothing can be created in it (TRP_BUSY, not counted as misuse). O(live), and O(capacity) if there
 * are sleepers. TRP_BUSY while drawing.
 */
trp_result trp_pool_clear(trp_pool *pool);

/**
 * Removes every actor of an external pool without touching their memory: for owners that free all
 * memory of a level at once, before or after this. Handles die; no on_recycle is called; no byte of
 * an actor is read or written (links of actors in pools that share the segment are). A black box
 * records each end, reason cleared. May be called anywhere but from an on_recycle of its actors: a
 * walk in progress visits none of them any more. TRP_ERR_TYPE: the pool is not external.
 * TRP_ERR_LINKED: a watcher, a family, a space or a system is notified of the pool's ends, and
 * would read the actors: call trp_pool_clear() while they exist. TRP_BUSY while drawing, or from an
 * on_recycle. O(capacity), and the actors of joined pools.
 */
trp_result trp_pool_forget_all(trp_pool *pool);

/** Taken slots: active, asleep and expired. */
uint32_t trp_pool_count(const trp_pool *pool);
/** Active actors only: what a walk that begins now visits. */
uint32_t trp_pool_active(const trp_pool *pool);
/** Slots at present: taken, free, retired, and those of chunks in between that were given back
 * (shrink.h). Every trp_slot_of() is below it. */
uint32_t trp_pool_capacity(const trp_pool *pool);
/** All counts; zeros for NULL. */
trp_pool_stats trp_pool_get_stats(const trp_pool *pool);
/** As in the desc, or the type's name; "" for NULL. Never NULL. */
const char *trp_pool_name(const trp_pool *pool);
/** Its world. */
trp_world *trp_pool_world(const trp_pool *pool);
/** desc.user. */
void *trp_pool_user(const trp_pool *pool);
/** The actor in that slot, active, asleep or expired; NULL if the slot is free or does not
 * exist. */
trp_actor *trp_pool_at(const trp_pool *pool, uint32_t slot);

/**
 * The factor of dt for this pool's actors, beside the scales of world and layer. 1 at the start; 0
 * or more, finite; 0 still updates. In a tick: takes effect when the tick next reaches the pool.
 * TRP_ERR_VALUE; TRP_BUSY while drawing.
 */
trp_result trp_pool_set_time_scale(trp_pool *pool, float scale);
/** See trp_pool_set_time_scale(). */
float trp_pool_time_scale(const trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
