/**
 * @file actor.h
 * The node that a game embeds in its structs, the handle that outlives it, and the life of an
 * actor.
 *
 * An actor's slot is *free*, *active* (in the list: walks visit it), *asleep* (taken, but not in
 * the list) or *expired* (its life is over, it waits in the list to be pruned).
 *
 *     trp_create ──> active ──trp_recycle──────────────────────────> free
 *                    │    ^ ╲──trp_expire──> expired ──a walk comes by──^
 *       trp_deactivate    trp_activate                                  │
 *                    v    │                                             │
 *                    asleep ──trp_recycle, trp_expire───────────────────┘
 *
 * All calls here are O(1) unless stated otherwise, and may be made anywhere: in a tick, in a walk,
 * in a callback of another actor. While a world is drawn, calls that would change it return
 * TRP_BUSY; queries work. (A pointer that is no valid actor is searched for in each pool:
 * O(pools).)
 */
#ifndef TROUPE_ACTOR_H
#define TROUPE_ACTOR_H

#include "check.h"
#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_world trp_world; /**< owns pools and the list of all actors (world.h) */
typedef struct trp_pool trp_pool;   /**< equal slots for one kind of actor (pool.h) */

/**
 * The node: embed one, at any offset, by convention as the member `actor`. 16 bytes on every
 * machine, aligned as a uint32_t; in files compiled for AddressSanitizer to 8 bytes. All fields
 * private. They are copies: the library keeps the state of an actor in its own memory.
 *
 * A walk reads `stamp`, in the cache line of the actor's data; `next` and `prev` link the actors in
 * the order of the list, and a free slot of an age order to the next free one, for debuggers and
 * for trp_next(). A struct that is assigned over a live actor (`*bullet = (bullet){0}`) therefore
 * costs no more than a report: the next call on the actor, or the next tick or trp_for_each() that
 * visits it, restores the node, reports TRP_ERR_CORRUPT and continues. The actor keeps its handle,
 * its slot and its place in the list. (trp_each() reads the node only: in memory order it skips an
 * overwritten actor, or visits one that it should not, until the node is repaired.)
 */
typedef struct trp_actor
{
    TRP__NODE_ALIGNED
    uint32_t next;  /**< private: the index of the next actor in the list, or TRP_NO_LINK */
    uint32_t prev;  /**< private: the index of the one before it, or TRP_NO_LINK */
    uint32_t index; /**< private: its slot, as in its handle; checked against its address */
    uint32_t
        stamp; /**< private: a copy of its stamp: since when it is active, or its other state */
} trp_actor;

/** No actor: what `next` of the last actor and `prev` of the first one say. */
#define TRP_NO_LINK UINT32_MAX

/** private: the library's own record of a slot */
typedef struct trp__cell
{
    uint32_t
        generation; /**< private: which life of this slot this is, never 0 while there is one */
    uint32_t stamp; /**< private: since when its actor is active, or what else the slot is */
} trp__cell;

/** Names one life of one actor; safe to keep for ever. All zero is the null handle. Compare
 * with trp_handle_equal(). */
typedef struct trp_handle
{
    uint32_t index;      /**< read-only: 8 bits of the world's id, 24 bits of slot */
    uint32_t generation; /**< read-only: which life of that slot; 0: null */
} trp_handle;

/** The state of a slot (see above). */
typedef enum trp_state
{
    TRP_STATE_NONE,   /**< the pointer is no actor of this world */
    TRP_STATE_FREE,   /**< it has no actor */
    TRP_STATE_ACTIVE, /**< in the list */
    TRP_STATE_ASLEEP, /**< taken, not in the list */
    TRP_STATE_EXPIRED /**< its life is over, its slot is not free yet: it waits to be pruned, or its
                           on_recycle is running */
} trp_state;

/** Why a life ended: the argument of on_recycle and of watchers. */
typedef enum trp_reason
{
    TRP_REASON_NONE,     /**< it has not */
    TRP_REASON_RECYCLED, /**< trp_recycle */
    TRP_REASON_EXPIRED,  /**< trp_expire or is_expired, when pruned */
    TRP_REASON_STOLEN,   /**< a full pool needed its slot */
    TRP_REASON_CLEARED,  /**< trp_pool_clear */
    TRP_REASON_PARENT, /**< its parent's life ended (family.h; the core never gives this reason) */
    TRP_REASON_SHUTDOWN, /**< trp_world_destroy */
    TRP_REASON_USER =
        64, /**< from here to TRP_REASON_LAST: the game's own, see trp_recycle_for() */
    TRP_REASON_LAST = 255
} trp_reason;

/** A reason of the game's own; n from 0 to TRP_REASON_LAST - TRP_REASON_USER. */
#define TRP_REASON_OWN(n) ((trp_reason)(TRP_REASON_USER + (n)))

/** private: from the node to the struct around it; NULL stays NULL */
static inline void *trp__around(trp_actor *actor, size_t offset)
{
    return actor ? (void *)((unsigned char *)actor - offset) : NULL;
}

/** private: the same for a const node */
static inline const void *trp__around_const(const trp_actor *actor, size_t offset)
{
    return actor ? (const void *)((const unsigned char *)actor - offset) : NULL;
}

#if TRP__CHECKS_TYPES
/** private: the same two, with a check that the actor is of this type */
static inline void *trp__around_as(trp_actor *actor, size_t offset, size_t size, const char *name)
{
    trp__check_as(actor, size, offset, name);
    return trp__around(actor, offset);
}

static inline const void *trp__around_const_as(const trp_actor *actor, size_t offset, size_t size,
                                               const char *name)
{
    trp__check_as(actor, size, offset, name);
    return trp__around_const(actor, offset);
}
#define TRP__AROUND(around, type, member, actor)                                                   \
    around##_as((actor), TRP__NODE_OFFSET(type, member), sizeof(type), #type)
#else
/** private: the struct around a node */
#define TRP__AROUND(around, type, member, actor) around((actor), TRP__NODE_OFFSET(type, member))
#endif

/**
 * The struct of `type` whose member `member` is `actor`; NULL stays NULL. `member` may lie in a
 * *base struct*, one that several kinds of actor begin with:
 *
 *     struct body    { trp_actor actor; float x, y, energy; };
 *     struct missile { struct body body; float fuel; };
 *     .type = TRP_TYPE(missile, body.actor)               // in the desc of the pool
 *     missile *m = trp_container_of(missile, body.actor, self);
 *     body *b = trp_as(body, self);                       // of an actor of any such pool
 *
 * The base comes first, so that its node is at the same offset everywhere. tests/examples/bases.c
 * is a program with them, bases_cpp.cpp the same one in C++. (There a struct that inherits its node
 * is not standard-layout, and is refused when the program is compiled.)
 */
#define trp_container_of(type, member, actor)                                                      \
    ((type *)TRP__AROUND(trp__around, type, member, actor))

/** The struct of `type` whose member `actor` this is; NULL stays NULL. */
#define trp_as(type, self) trp_container_of(type, actor, self)

/** trp_as() for a node in a base struct: the struct of `type` whose member `base` has the member
 * `actor`. `trp_as_base(mobj, thinker, self)` is `trp_container_of(mobj, thinker.actor, self)`; in
 * trp_each_of(), trp_roster_each_of() and TRP_TYPE() the member is `thinker.actor`. */
#define trp_as_base(type, base, self) trp_container_of(type, base.actor, self)

/** trp_container_of() for a const actor, as draw callbacks get it. */
#define trp_container_of_const(type, member, actor)                                                \
    ((const type *)TRP__AROUND(trp__around_const, type, member, actor))

/** trp_as() for a const actor. */
#define trp_as_const(type, self) trp_container_of_const(type, actor, self)

/**
 * Creates an actor: takes a slot, sets all bytes but the node to zero (or copies the pool's
 * prototype), inserts it into the list, and calls on_create, then watchers. The slot is the lowest
 * free one in a pool in memory order.
 *
 * Walks in progress do not visit it (but see TRP_NEWBORNS_SAME_WALK); later walks do. NULL if the
 * pool is full and may not or cannot grow or steal (TRP_ERR_FULL, TRP_ERR_MEMORY; counted as
 * refused), if it is being cleared, stolen from, trimmed or drawn (TRP_BUSY), if it is external
 * (TRP_ERR_TYPE: use trp_adopt()), or if on_create or a watcher ended the new life (TRP_GONE).
 * trp_last_result() says which. O(1): a few words of bitmap, the slot's bytes, two neighbours;
 * growing costs the new chunk's initialisation.
 */
trp_actor *trp_create(trp_pool *pool);

/**
 * trp_create() with all bytes but the node copied from `init`, a struct of the pool's type
 * (TRP_TYPE). The node in `init` is ignored. `init` may be another live actor: this clones it. If a
 * full pool steals that same actor, or a hook of the stolen one recycles it, the newborn gets the
 * bytes as they were when its on_recycle returned. NULL `init`: like trp_create(). NULL and costs
 * as there.
 */
trp_actor *trp_create_from(trp_pool *pool, const void *init);

#if TRP__CHECKS_TYPES
/** private: the same, for a struct of that size; 1: not known */
static inline trp_actor *trp__create_from_sized(trp_pool *pool, const void *init, size_t size)
{
    return trp__check_init(pool, size) ? trp_create_from(pool, init) : NULL;
}
#else
#define trp__create_from_sized(pool, init, size) (trp_create_from)((pool), (init))
#endif
/** The argument is checked: see check.h. The function itself is (trp_create_from). */
#define trp_create_from(pool, ...)                                                                 \
    trp__create_from_sized((pool), TRP__INIT(__VA_ARGS__), TRP__INIT_SIZE(__VA_ARGS__))

/**
 * Writes the initial bytes of trp_create(), the pool's prototype or zeros, to `into`: a struct of
 * the pool's type, whose size is given. The program then sets its own values and creates the actor
 * from the result, so that on_create, watchers and spaces see defaults and own values together:
 *
 *     shot s;
 *     trp_prototype(shots, &s, sizeof s);
 *     s.x = ship->x;
 *     trp_create_from(shots, &s);
 *
 * The node in `into` is zero. TRP_ERR_TYPE if the size is not that of the pool's type, TRP_ERR_NULL
 * if `into` is NULL: nothing is written then. Changes nothing in the world; may be called anywhere,
 * while drawing too. O(size).
 */
trp_result trp_prototype(const trp_pool *pool, void *into, size_t size);

/**
 * trp_create() for actors that the game can do without (sparks, shells): it neither steals nor
 * grows, and does not use the last `reserve` free slots of the pool. NULL then, counted as refused
 * (TRP_ERR_FULL); NULL and costs as there otherwise.
 */
trp_actor *trp_create_optional(trp_pool *pool);

/** trp_create_optional() with all bytes but the node copied from `init`, as trp_create_from() does.
 * */
trp_actor *trp_create_optional_from(trp_pool *pool, const void *init);

#if TRP__CHECKS_TYPES
/** private: the same, for a struct of that size; 1: not known */
static inline trp_actor *trp__create_optional_from_sized(trp_pool *pool, const void *init,
                                                         size_t size)
{
    return trp__check_init(pool, size) ? trp_create_optional_from(pool, init) : NULL;
}
#else
#define trp__create_optional_from_sized(pool, init, size) (trp_create_optional_from)((pool), (init))
#endif
/** The argument is checked: see check.h. The function itself is (trp_create_optional_from). */
#define trp_create_optional_from(pool, ...)                                                        \
    trp__create_optional_from_sized((pool), TRP__INIT(__VA_ARGS__), TRP__INIT_SIZE(__VA_ARGS__))

/**
 * Adds an actor in the program's own memory to an external pool (desc.external). It gets a handle
 * and is walked, updated, put to sleep, expired and recycled like any other. Its memory stays the
 * program's and must outlive it in the world. Only its node is written; the node's old content is
 * not read. Structs of different sizes may enter one pool if they begin alike, with their node at
 * the offset that desc.type says: the library reads and writes their nodes only. (trp_roster_each()
 * and trp_each() give them as structs of the pool's type.) Afterwards it is active, and on_create
 * and watchers have been called. The return value is `actor`, or NULL: TRP_ERR_FULL (as many as the
 * pool's capacity), TRP_ERR_ACTIVE (it is in this world already, even if its node was overwritten
 * since), TRP_ERR_TYPE (the pool is not external, or `actor` is misaligned), TRP_ERR_FOREIGN (it
 * points into a slot of another pool), TRP_ERR_NULL (`actor` is NULL), and TRP_BUSY and TRP_GONE as
 * in trp_create(). The memory may be freed as soon as on_recycle runs, inside walks too. The memory
 * is searched for in each pool: O(pools), whatever the number of actors.
 */
trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor);

/**
 * Ends a life at once: the handle dies, watchers and then on_recycle are called (exactly once per
 * life, the data still readable), the actor leaves the list, and the slot is free. Walks in
 * progress continue correctly.
 *
 * NULL returns TRP_GONE and is no misuse, so `trp_recycle(world, trp_get(world, handle))` recycles
 * by handle. Misuse, counted and reported: TRP_ERR_FREE (recycled before), TRP_BUSY (from its own
 * on_recycle, or while drawing), TRP_ERR_FOREIGN (a readable pointer that is no actor of this
 * world). If its node was overwritten, the node is repaired, TRP_ERR_CORRUPT is reported, and the
 * call proceeds.
 */
trp_result trp_recycle(trp_world *world, trp_actor *actor);

/**
 * Ends a life softly: the handle dies now, the actor is not updated or drawn again, and it is
 * pruned (as by trp_recycle(), reason expired) when a tick or trp_for_each() reaches it, or
 * directly after its own update if that is running (unless desc.prunes says TRP_PRUNE_NEXT_WALK).
 * Expiring an expired actor is TRP_OK and has no effect. A sleeper is recycled at once, reason
 * expired. NULL: TRP_GONE, no misuse. Other misuse as in trp_recycle().
 */
trp_result trp_expire(trp_world *world, trp_actor *actor);

/**
 * trp_recycle() with a reason of the game's own and a culprit: the actor that caused it. Watchers,
 * on_recycle, records and trp_print_why() get both:
 *
 *     #define SHOT_DOWN TRP_REASON_OWN(0)
 *     trp_recycle_for(world, &enemy->actor, SHOT_DOWN, &shot->actor);
 *
 *     enemy slot 3 (generation 1) is gone, 20 ticks old:
 *     tick 80, shot down by shot slot 12 at game.c:80
 *
 * `reason` is TRP_REASON_RECYCLED, or from TRP_REASON_USER to TRP_REASON_LAST; else TRP_ERR_VALUE,
 * and nothing is changed. `culprit` is an active or sleeping actor of this world; NULL, or any
 * other pointer without a handle (trp_handle_of()), means none. The black box stores the names of
 * reasons (inspect.h). Otherwise as trp_recycle(), by its general path.
 */
trp_result trp_recycle_for(trp_world *world, trp_actor *actor, trp_reason reason,
                           const trp_actor *culprit);

/**
 * trp_expire() with a reason of the game's own and a culprit. TRP_EVENT_EXPIRED and the record have
 * both at once. When the actor is pruned, watchers and on_recycle get them again: for that the pool
 * stores them (desc.ends). Without desc.ends: TRP_ERR_DESC, and nothing is changed. `reason` is
 * TRP_REASON_EXPIRED or as above, `culprit` too. Otherwise as trp_expire(): an expired actor keeps
 * its first reason.
 */
trp_result trp_expire_for(trp_world *world, trp_actor *actor, trp_reason reason,
                          const trp_actor *culprit);

/** The culprit of the end of which a watcher or on_recycle is being notified, as a handle: it may
 * have left since. Null outside of these callbacks, and if none was named. O(1). */
trp_handle trp_culprit(const trp_world *world);

/**
 * Wakes a sleeper: inserts it into the list, at its place in memory order and where desc.sleepers
 * says TRP_SLEEPERS_KEEP_PLACE, otherwise as if it were just created (no walk in progress visits it);
 * watchers are notified. TRP_ERR_ACTIVE, TRP_ERR_EXPIRED; NULL is TRP_GONE; other misuse as in
 * trp_recycle().
 */
trp_result trp_activate(trp_world *world, trp_actor *actor);

/**
 * Puts an actor to sleep: it leaves the list and keeps slot, data and handle; watchers are
 * notified. TRP_ERR_ASLEEP, TRP_ERR_EXPIRED; NULL is TRP_GONE; other misuse as in trp_recycle().
 */
trp_result trp_deactivate(trp_world *world, trp_actor *actor);

/** The handle of an active or sleeping actor of this world; else (NULL, expired, free, foreign)
 * the null handle. */
trp_handle trp_handle_of(const trp_world *world, const trp_actor *actor);

/** The actor if that life continues; NULL if it is over, or if the handle is null, made up or of
 * another world (as long as the two worlds have different ids: see trp_world_desc). Never a misuse.
 * */
trp_actor *trp_get(const trp_world *world, trp_handle handle);

/** trp_get() that also returns NULL if the actor is of another pool. */
trp_actor *trp_get_in(const trp_pool *pool, trp_handle handle);

/** Whether two handles name the same life. */
static inline bool trp_handle_equal(trp_handle a, trp_handle b)
{
    return a.index == b.index && a.generation == b.generation;
}

/** Whether this is the null handle. */
static inline bool trp_handle_is_null(trp_handle handle)
{
    return handle.generation == 0;
}

/** The state of the actor at this address (decided by the address; the content is not trusted).
 * NULL: TRP_STATE_NONE. An external actor that has left is TRP_STATE_FREE while its memory is
 * unchanged (only its node shows it), and trp_recycle() returns TRP_ERR_FREE then; an actor that
 * left or is leaving another world may look the same. Never a misuse. */
trp_state trp_state_of(const trp_world *world, const trp_actor *actor);

/**
 * Whether the actor is active, read from its node: inline, one load from the cache line of its
 * data. For pointers to slots of pools, and to external actors whose memory exists; false for NULL.
 * If the node was overwritten and not repaired yet, the result may be wrong; trp_state_of() reads
 * the library's own memory.
 */
static inline bool trp_is_active(const trp_actor *actor)
{
    return actor != NULL && actor->stamp >= 0xC0000000u;
}

/** The pool of an actor; NULL for a free slot and anything else. */
trp_pool *trp_pool_of(const trp_world *world, const trp_actor *actor);

/** No slot: what trp_slot_of() returns for anything but an actor. */
#define TRP_NO_SLOT UINT32_MAX

/**
 * The actor's dense number in its pool, for arrays of the user's own beside it: 0 up to
 * trp_pool_capacity() - 1, constant for its life, the lowest free one first in memory order.
 * TRP_NO_SLOT if it is no actor or free.
 */
uint32_t trp_slot_of(const trp_world *world, const trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
