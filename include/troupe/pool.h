/**
 * @file pool.h
 * Pools: equal slots for one kind of actor, with its callbacks, its order and what happens when it
 * is full.
 *
 * All calls here are O(1) unless said otherwise, and may be made anywhere; while something is drawn
 * those that would change something are refused (TRP_BUSY).
 */
#ifndef TROUPE_POOL_H
#define TROUPE_POOL_H

#include "actor.h"
#include "clock.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How many slots all pools of one world can have together. A pool's part is rounded up (see
 * desc.max_pools). */
#define TRP_MAX_SLOTS (1u << 24)

/** In which order a pool's actors stand in the list. It depends on the calls made only, never
 * on addresses or time. */
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
    TRP_FULL_STEAL_OLDEST, /**< age orders: recycles the one that has been in the list longest,
                              reason stolen; if that one has expired it is pruned instead, reason
                              expired. O(1), in a joined segment amortised */
    TRP_FULL_STEAL_NEXT    /**< memory order: the same with the next one in the list of a hand that
                              goes round the slots. Neither takes sleepers, or the current actor of
                              a tick or trp_for_each() */
} trp_full;

/** Whether a walk visits what is created while it is under way. */
typedef enum trp_newborns
{
    TRP_NEWBORNS_NEXT_WALK, /**< never: a newborn waits for the next walk */
    /** oldest-first only: what is created while a tick or trp_for_each stands in the same segment
     *  is visited by it (what is woken is not). A tick that began in such a trp_for_each, and comes
     *  to the segment later, visits it too. Beware of endless spawning. */
    TRP_NEWBORNS_SAME_WALK
} trp_newborns;

/** One tick, as update callbacks see it. */
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

/** One drawing, as draw callbacks see it. Nothing may change while it lasts. */
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
/** Updates a whole pool, once per tick; a trp_each() in it runs at full speed. TRP_UPDATE_EACH() makes
 * one out of the update of one actor. */
typedef void trp_update_pool_fn(trp_pool *pool, const trp_tick *tick);
/** Draws one actor. It may change nothing of the world. */
typedef void trp_draw_fn(const trp_actor *self, const trp_view *view);
/** Whether the life of this actor is over; asked before and after each update. */
typedef bool trp_is_expired_fn(const trp_actor *self);
/** Told of a newborn, active already. It may do anything; if it recycles the newborn,
 * trp_create returns NULL. */
typedef void trp_on_create_fn(trp_world *world, trp_actor *actor);
/** Told that a life is over: the handle is dead, the data readable, the slot not free yet.
 * Anything but calls on it. */
typedef void trp_on_recycle_fn(trp_world *world, trp_actor *actor, trp_reason reason);
/** Told of one actor by trp_for_each(). It may do anything. */
typedef void trp_visit_fn(trp_actor *actor, void *user);

/** What a pool must know of a type; written by TRP_TYPE. */
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
 *  An initialiser in braces: to assign it, write `desc.type = (trp_type)TRP_TYPE(bullet, actor);` */
#define TRP_TYPE(type, member)                                                                     \
    {                                                                                              \
        sizeof(type), TRP__ALIGNOF(type), TRP__NODE_OFFSET(type, member), #type                    \
    }

/** What a pool is. Zero means the default; type and capacity must be given. All fields public.
 */
typedef struct trp_pool_desc
{
    const char *name;      /**< for messages; kept as a pointer; NULL: the type's name */
    trp_type type;         /**< TRP_TYPE(struct, member) */
    uint32_t capacity;     /**< slots at the start, 1 to 2^24 */
    uint32_t max_capacity; /**< TRP_FULL_GROW: slots at most, must be named; otherwise 0 */
    uint32_t reserve; /**< free slots that trp_create_optional() leaves alone, below the capacity */
    uint32_t layer;   /**< 0 up to the world's layers - 1 */
    trp_pool *joins;  /**< age orders: shares that pool's segment of the list, so that both kinds
                         mix in one order of creation; takes its layer and order */
    bool external;    /**< actors live in the user's memory and enter by trp_adopt(); oldest first
                         unless order says newest first */
    trp_order order;  /**< in the list */
    bool ends; /**< remembers for what reason and by what an actor expired until it is pruned:
                  see trp_expire_for() and TRP_POOL_ENDS_BYTES() */
    trp_newborns newborns; /**< seen by walks under way? */
    trp_full when_full;    /**< what trp_create() does then */
    const void *prototype; /**< a struct of the type, copied here: what trp_create() starts
                              from; NULL: zeros */
    void *user;            /**< passed on in trp_tick and trp_view */
    trp_lifetime lifetime; /**< TRP_LIFETIME(struct, member): when an actor's life ends by itself
                              (lifetime.h) */
    trp_update_fn *update; /**< a call an actor a tick */
    trp_update_pool_fn
        *update_pool;              /**< a call a tick, instead of update; not in a joined segment */
    trp_draw_fn *draw;             /**< a call an actor a drawing */
    trp_is_expired_fn *is_expired; /**< asked around each update; NULL: nobody is */
    trp_on_create_fn *on_create;   /**< told of each newborn */
    trp_on_recycle_fn *on_recycle; /**< told of each life that is over */
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
    uint64_t refused;  /**< creations that got NULL because the pool was full */
    uint64_t stolen;   /**< lives ended because the pool was full */
    uint64_t misuse;   /**< wrong calls that concerned this pool */
} trp_pool_stats;

/**
 * Makes a pool in `world`. It stands behind the pools of its layer that are there already, and
 * lives as long as the world. Everything is taken from memory here; O(capacity). May be called
 * in a tick, which then reaches it if its place in the list still lies ahead. NULL, nothing
 * changed, told to on_misuse, with trp_last_result(world): TRP_ERR_VALUE (capacity 0 or beyond
 * 2^24, type missing or impossible, unknown layer, bad enumerator), TRP_ERR_DESC (settings that
 * exclude each other), TRP_ERR_LIMIT (max_pools, or 2^24 slots in all), TRP_ERR_MEMORY,
 * TRP_ERR_NO_ALLOCATOR (growth in a caller's block), TRP_BUSY (while drawing or shutting down),
 * TRP_ERR_FOREIGN (joins a pool of another world), TRP_ERR_NULL without a desc.
 */
trp_pool *trp_pool_create(trp_world *world, const trp_pool_desc *desc);

/**
 * Bytes that trp_pool_create() takes from memory for that desc, in a world whose settings allow it: the
 * exact number of which TRP_POOL_BYTES() and its like are the bound that is a constant. 0 for a NULL
 * desc, and one that no world allows. Without what the pool grows by. O(1).
 */
size_t trp_pool_bytes(const trp_pool_desc *desc);

/**
 * Recycles every actor of the pool (active ones in list order, then sleepers), reason cleared.
 * on_recycle may do anything, but until the pool is clear nothing can be created in it
 * (TRP_BUSY, not counted as misuse). O(live), and O(capacity) if there are sleepers. TRP_BUSY while
 * drawing.
 */
trp_result trp_pool_clear(trp_pool *pool);

/**
 * Forgets every actor of an external pool without touching them: for owners that free all memory of a
 * level at once, before or after this. Handles die; no on_recycle is called; no byte of an actor is read
 * or written (of those in pools that share the segment, links are). A black box records each end, reason
 * cleared. May be called anywhere but from an on_recycle of its actors: a walk in progress meets none of
 * them any more. TRP_ERR_TYPE: the pool is not external. TRP_ERR_LINKED: a watcher, a family, a space or
 * a system hears of the pool's ends, and would look at the actors: call trp_pool_clear(), while they are
 * there. TRP_BUSY while drawing, or from an on_recycle. O(capacity), and the actors of joined pools.
 */
trp_result trp_pool_forget_all(trp_pool *pool);

/** Taken slots: active, asleep and expired. */
uint32_t trp_pool_count(const trp_pool *pool);
/** Active ones only: what a walk that begins now visits. */
uint32_t trp_pool_active(const trp_pool *pool);
/** Slots at present, taken, free or retired, and those of chunks between that were given back
 * (shrink.h); every trp_slot_of() is below it. */
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
 * What dt is multiplied with for this pool's actors, beside the world's and the layer's scale; 1 at
 * the start, 0 or more, finite; 0 still updates. In a tick: takes effect when the tick next comes to
 * the pool. TRP_ERR_VALUE; TRP_BUSY while drawing.
 */
trp_result trp_pool_set_time_scale(trp_pool *pool, float scale);
/** See trp_pool_set_time_scale(). */
float trp_pool_time_scale(const trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
