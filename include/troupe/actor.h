/**
 * @file actor.h
 * Actors: the node that a game embeds in its structs, the handle that outlives the actor, and the
 * calls that begin and end its life.
 *
 * An actor's slot is in one of four states. *Free*: it has no actor. *Active*: its actor is in the
 * list, and walks visit it. *Asleep*: its actor is not in the list. *Expired*: its actor's life is
 * over, and it waits in the list to be *pruned*: removed by the next walk that reaches it.
 *
 *     trp_create ──> active ──trp_recycle──────────────────────────> free
 *                    │    ^ ╲──trp_expire──> expired ──a walk prunes it─^
 *       trp_deactivate    trp_activate                                  │
 *                    v    │                                             │
 *                    asleep ──trp_recycle, trp_expire───────────────────┘
 *
 * All calls here are O(1) unless stated otherwise, and may be made anywhere: in a tick, in a walk,
 * in a callback of another actor. While a world is drawn, calls that would change it return
 * TRP_BUSY; queries work. (A pointer that is not a valid actor is searched for in each pool:
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
typedef struct trp_pool trp_pool;   /**< equal slots for one type of actor (pool.h) */

/**
 * The node. Embed one at any offset, by convention as the member `actor`. 16 bytes on every
 * machine, aligned like a uint32_t; in files compiled for AddressSanitizer aligned to 8 bytes. All
 * fields private. They are copies: the library keeps the state of an actor in its own memory.
 *
 * A walk reads `stamp`, from the cache line of the actor's data. `next` and `prev` link the actors
 * in the order of the list, for debuggers and for trp_next(). In pools with an age order
 * (TRP_ORDER_NEWEST or TRP_ORDER_OLDEST, see pool.h) they also link free slots.
 *
 * So a struct that is assigned over a live actor (`*bullet = (bullet){0}`) does no lasting damage.
 * The next call that changes the actor restores the node, reports TRP_ERR_CORRUPT and continues. So
 * does the next tick or trp_for_each() that visits it, unless the pool is in memory order and the
 * copied struct is of an actor with the same stamp: no walk began between the births of the two.
 * The actor keeps its handle, its slot and its place in the list. Links alone, as in an older copy
 * of the same struct, are right again when the actor next moves in the list, without a report, or
 * when trp_next() or trp_prev() follows them, with one. (A tick visits only pools with an update.
 * In other pools an overwritten node is found by the next call that changes its actor, by
 * trp_for_each(), or by trp_world_validate(), which reports it and repairs nothing. trp_each()
 * repairs nodes in age orders only. In memory order it reads the node: it may skip an overwritten
 * actor, or visit one that has expired or sleeps; in debug builds it repairs all nodes of the pool
 * first.)
 */
typedef struct trp_actor {
    TRP__NODE_ALIGNED
    uint32_t next;  /**< private: index of the next actor in the list, or TRP_NO_LINK */
    uint32_t prev;  /**< private: index of the previous actor in the list, or TRP_NO_LINK */
    uint32_t index; /**< private: its slot, as in its handle; checked against its address */
    uint32_t stamp; /**< private: copy of the cell's stamp */
} trp_actor;

/** No actor: the value of `next` in the last actor, and of `prev` in the first one. */
#define TRP_NO_LINK UINT32_MAX

/** private: the library's own record of a slot */
typedef struct trp__cell {
    uint32_t generation; /**< private: number of the slot's life; not 0 while it has an actor */
    uint32_t stamp; /**< private: since when the actor is active, or another state of the slot */
} trp__cell;

/** Identifies one life of one actor. Safe to keep forever. All zero is the null handle. Compare
 * handles with trp_handle_equal(). */
typedef struct trp_handle {
    uint32_t index;      /**< read-only: 8 bits of the world's id, 24 bits of slot */
    uint32_t generation; /**< read-only: number of the life in that slot; 0: null */
} trp_handle;

/** The state of a slot (see above). */
typedef enum trp_state {
    TRP_STATE_NONE,   /**< the pointer is not an actor of this world */
    TRP_STATE_FREE,   /**< the slot has no actor */
    TRP_STATE_ACTIVE, /**< in the list */
    TRP_STATE_ASLEEP, /**< in a slot, but not in the list */
    /** its life is over, but its slot is not free yet: it waits to be pruned, or its on_end is
     * running */
    TRP_STATE_EXPIRED
} trp_state;

/** Why a life ended: the argument of on_end and of watchers. */
typedef enum trp_reason {
    TRP_REASON_NONE,     /**< its life has not ended */
    TRP_REASON_RECYCLED, /**< trp_recycle */
    TRP_REASON_EXPIRED,  /**< trp_expire or is_expired, when pruned */
    TRP_REASON_STOLEN,   /**< a full pool needed its slot */
    TRP_REASON_CLEARED,  /**< trp_pool_clear */
    TRP_REASON_PARENT, /**< its parent's life ended (family.h; the core never gives this reason) */
    TRP_REASON_SHUTDOWN, /**< trp_world_destroy */
    /** from here to TRP_REASON_LAST: reasons that the game defines, see trp_recycle_with() */
    TRP_REASON_USER = 64,
    TRP_REASON_LAST = 255
} trp_reason;

/** A reason that the game defines; n from 0 to TRP_REASON_LAST - TRP_REASON_USER. */
#define TRP_REASON_OWN(n) ((trp_reason)(TRP_REASON_USER + (n)))

/** private: from the node to the struct around it; NULL stays NULL. The result is const where
 * trp_as_in() makes it so. */
static inline void *trp__around(const trp_actor *actor, size_t offset)
{
    return actor ? (void *)((uintptr_t)actor - offset) : NULL;
}

#if TRP__CHECKS_TYPES
/** private: the same, with a check that the actor is of this type */
static inline void *trp__around_as(const trp_actor *actor, trp__named_type type)
{
    trp__check_as(actor, &type);
    return trp__around(actor, type.offset);
}
/** private: which of the two, and what it needs besides the node */
#define TRP__AROUND trp__around_as
#define TRP__AROUND_TYPE trp__named_type
#define TRP__NODE_OF(type, member) TRP__NAMED(type, sizeof(type), TRP__NODE_OFFSET(type, member))
#else
#define TRP__AROUND trp__around
#define TRP__AROUND_TYPE size_t
#define TRP__NODE_OF(type, member) TRP__NODE_OFFSET(type, member)
#endif

#ifdef __cplusplus
extern "C++" {
/** private: the struct around a node, const if the node is */
template <class Type> inline Type *trp__as(trp_actor *self, TRP__AROUND_TYPE node)
{
    return static_cast<Type *>(TRP__AROUND(self, node));
}
template <class Type> inline const Type *trp__as(const trp_actor *self, TRP__AROUND_TYPE node)
{
    return static_cast<const Type *>(TRP__AROUND(self, node));
}
}
/** As below, for C. */
#define trp_as_in(type, member, self) (trp__as<type>((self), TRP__NODE_OF(type, member)))
#else
/**
 * The struct of `type` whose member `member` is the trp_actor `self`; NULL stays NULL. It is const
 * if `self` is. `member` may lie in a *base struct*: a struct that several types of actor begin
 * with.
 *
 *     struct body    { trp_actor actor; float x, y, energy; };
 *     struct missile { struct body body; float fuel; };
 *     .type = TRP_TYPE(missile, body.actor)               // in the desc of the pool
 *     missile *m = trp_as_in(missile, body.actor, self);
 *     body *b = trp_as(body, self);                       // of an actor of any such pool
 *
 * The base comes first, so that its node is at the same offset in all of them.
 * tests/examples/bases.c is such a program; bases_cpp.cpp is the same program in C++. (In C++ a
 * struct that inherits its node is not standard-layout; the compiler rejects it.)
 */
#define trp_as_in(type, member, self)                                                              \
    _Generic((self),                                                                               \
             const trp_actor *: (const type *)TRP__AROUND((self), TRP__NODE_OF(type, member)),     \
             default: (type *)TRP__AROUND((self), TRP__NODE_OF(type, member)))
#endif

/** The struct of `type` whose member `actor` is `self`; NULL stays NULL. It is const if `self`
 * is. */
#define trp_as(type, self) trp_as_in(type, actor, self)

/**
 * Creates an actor: takes a slot, copies all bytes but the node from `init`, a struct of the pool's
 * type (TRP_TYPE), inserts it into the list, and calls on_create, then watchers. Without an `init`
 * (NULL) the bytes are those of the pool's prototype, or zero. The slot is the lowest free one in a
 * pool in memory order.
 *
 *     trp_create(bullets, &(bullet){.x = ship->x, .y = ship->y, .vy = -300});
 *
 * The node in `init` is ignored. `init` may be another live actor, which is thus cloned. If a full
 * pool steals that same actor, or a hook of the stolen actor recycles it, the newborn gets the
 * bytes as they were when its on_end returned.
 *
 * Walks in progress do not visit it (but see trp_newborns); later walks do. On failure it
 * returns NULL, and trp_last_result() is: TRP_ERR_FULL or TRP_ERR_MEMORY (the pool is full and may
 * not or cannot grow or steal; counted as refused), TRP_BUSY (the pool is being cleared, stolen
 * from, trimmed or drawn), TRP_ERR_TYPE (the pool is external: use trp_adopt()), TRP_GONE
 * (on_create or a watcher ended the new life). O(1): a few words of bitmap, the slot's bytes, two
 * neighbours. Growing costs the initialisation of the new chunk.
 */
trp_actor *trp_create(trp_pool *pool, const void *init);

#if TRP__CHECKS_TYPES
/** private: the same, for a struct of this size (1: unknown), written as this text */
static inline trp_actor *trp__create_sized(trp_pool *pool, const void *init, size_t size,
                                           const char *text)
{
    return trp__check_init(pool, init, size, text) ? trp_create(pool, init) : NULL;
}
#else
#define trp__create_sized(pool, init, size, text) (trp_create)((pool), (init))
#endif
/** The argument is checked: see check.h. The function itself is (trp_create). */
#define trp_create(pool, ...)                                                                      \
    trp__create_sized((pool), TRP__INIT(__VA_ARGS__), TRP__INIT_SIZE(__VA_ARGS__), #__VA_ARGS__)

/**
 * Writes the initial bytes of trp_create(), which are the pool's prototype or zeros, to `into`: a
 * struct of the pool's type, of this size. The program then sets its own values and creates the
 * actor from the result. So on_create, watchers and spaces see defaults and own values together:
 *
 *     shot s;
 *     trp_prototype(shots, &s, sizeof s);
 *     s.x = ship->x;
 *     trp_create(shots, &s);
 *
 * The node in `into` is zero. On failure nothing is written: TRP_ERR_TYPE (the size is not that of
 * the pool's type), TRP_ERR_NULL (`into` is NULL). Changes nothing in the world. May be called
 * anywhere, while drawing too. O(size).
 */
trp_result trp_prototype(const trp_pool *pool, void *into, size_t size);

/** Further wishes for a birth. Zero means the default. All fields public. */
typedef struct trp_birth {
    const void *from; /**< as `init` of trp_create(): a struct of the pool's type; NULL: none */
    /** for actors that the game can do without (sparks, shells): the birth neither steals nor
     * grows, and does not use the last `reserve` free slots of the pool. It fails instead
     * (TRP_ERR_FULL, counted as refused) */
    bool optional;
    trp_handle cause; /**< the actor that caused it: for watchers and records. Null: none */
} trp_birth;

/** trp_create() with further wishes; `birth` may be NULL. Failures and costs as there. */
trp_actor *trp_create_with(trp_pool *pool, const trp_birth *birth);

/**
 * Adds an actor in the program's own memory to an external pool (desc.external). It gets a handle,
 * and is walked, updated, put to sleep, expired and recycled like any other actor. Its memory stays
 * the program's, and must stay valid until the actor has left the world. The call writes only its
 * node, which must be zero, or have been in a world before. Afterwards the actor is active, and
 * on_create and watchers have been called.
 *
 * Structs of different sizes may enter one pool if they begin alike, with the node at the offset in
 * desc.type: the library reads and writes only their nodes. (trp_group_each() and trp_each()
 * present them as structs of the pool's type.)
 *
 * Returns `actor`. On failure it returns NULL, and trp_last_result() is: TRP_ERR_FULL (the pool has
 * as many actors as its capacity), TRP_ERR_ACTIVE (`actor` is in this world already; if its node
 * was overwritten since, only debug builds notice it), TRP_ERR_TYPE (the pool is not external, or
 * `actor` is misaligned), TRP_ERR_FOREIGN (`actor` points into a slot of another pool),
 * TRP_ERR_NULL (`actor` is NULL), TRP_BUSY or TRP_GONE as in trp_create(). The memory may be freed
 * as soon as on_end runs, inside walks too. Each pool is searched for the memory: O(pools),
 * independent of the number of actors.
 */
trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor);

/**
 * Ends a life at once. The handle dies; watchers and then on_end are called (exactly once per
 * life, with the data still readable); the actor leaves the list; the slot becomes free. Walks in
 * progress continue correctly.
 *
 * NULL returns TRP_GONE and is not a misuse, so `trp_recycle(world, trp_get(world, handle))`
 * recycles by handle. Misuse, counted and reported: TRP_ERR_FREE (recycled before), TRP_BUSY (from
 * its own on_end, or while drawing), TRP_ERR_FOREIGN (a readable pointer that is not an actor
 * of this world). If its node was overwritten, the node is repaired, TRP_ERR_CORRUPT is reported,
 * and the call proceeds.
 */
trp_result trp_recycle(trp_world *world, trp_actor *actor);

/**
 * Ends a life, but keeps the actor in its slot for now. The handle dies at once, and the actor is
 * not updated or drawn again. It is pruned (as by trp_recycle(), reason expired) when a tick or
 * trp_for_each() reaches it; if its own update is running, directly after that update; with
 * TRP_PRUNE_NEXT_TICK by the next tick. Expiring an expired actor returns TRP_OK and has no
 * effect. A sleeper is recycled at once, reason expired. NULL: TRP_GONE, not a misuse. Other misuse
 * as in trp_recycle().
 */
trp_result trp_expire(trp_world *world, trp_actor *actor);

/** How lives end. Zero means the default. All fields public. */
typedef struct trp_ending {
    /** why: TRP_REASON_OWN(n), a reason that the game defines. 0: that of the call, which is
     * TRP_REASON_RECYCLED or TRP_REASON_CLEARED, or with `later` TRP_REASON_EXPIRED */
    trp_reason reason;
    trp_handle cause; /**< the actor that caused the end; it may have ended. Null: none */
    bool later;       /**< expires the actors, as trp_expire() does, instead of recycling them */
} trp_ending;

/**
 * Ends a life at once or later, with a reason that the game defines, and a cause. Watchers,
 * on_end, records and trp_print_why() get both:
 *
 *     #define SHOT_DOWN TRP_REASON_OWN(0)
 *     trp_recycle_with(world, &enemy->actor,
 *                      &(trp_ending){.reason = SHOT_DOWN, .cause = trp_handle_of(world, shot)});
 *
 *     enemy slot 3 (generation 1) is gone, 20 ticks old:
 *     tick 80, shot down by shot slot 12 at game.c:80
 *
 * With `later` it works as trp_expire(): an expired actor keeps its first reason. TRP_EVENT_EXPIRED
 * and the record have reason and cause at once. When the actor is pruned, watchers and on_end
 * get them again; the pool stores them for this purpose (desc.ends). Without desc.ends a reason or
 * cause with `later` is refused: TRP_ERR_DESC. A reason that is not 0, not that of the call, and
 * not from TRP_REASON_USER to TRP_REASON_LAST: TRP_ERR_VALUE. Otherwise as trp_recycle().
 * A NULL `ending` is an ending of zeros. The black box stores the names of
 * reasons (inspect.h).
 */
trp_result trp_recycle_with(trp_world *world, trp_actor *actor, const trp_ending *ending);

/**
 * Wakes a sleeper: inserts it into the list and notifies watchers. In an age order it gets the
 * place of a newborn. No walk in progress visits it. O(1). TRP_ERR_ACTIVE, TRP_ERR_EXPIRED. NULL:
 * TRP_GONE. Other misuse as in trp_recycle().
 */
trp_result trp_activate(trp_world *world, trp_actor *actor);

/**
 * Puts an actor to sleep: it leaves the list, keeps slot, data and handle, and watchers are
 * notified. TRP_ERR_ASLEEP, TRP_ERR_EXPIRED. NULL: TRP_GONE. Other misuse as in trp_recycle().
 */
trp_result trp_deactivate(trp_world *world, trp_actor *actor);

/** The handle of an active or sleeping actor of this world; the null handle for any other pointer
 * (NULL, expired, free, foreign). */
trp_handle trp_handle_of(const trp_world *world, const trp_actor *actor);

/** The actor of that life, or NULL: the life is over, or the handle is null, made up or of another
 * world (as long as the two worlds have different ids: see trp_world_desc). Never a misuse. */
trp_actor *trp_get(const trp_world *world, trp_handle handle);

/** trp_get() that returns NULL also for an actor of another pool. */
trp_actor *trp_get_in(const trp_pool *pool, trp_handle handle);

/** Whether two handles identify the same life. */
static inline bool trp_handle_equal(trp_handle a, trp_handle b)
{
    return a.index == b.index && a.generation == b.generation;
}

/** Whether this is the null handle. */
static inline bool trp_handle_is_null(trp_handle handle)
{
    return handle.generation == 0;
}

/** The largest number of a slot's life in a world with desc.small_generations. */
#define TRP_SMALL_GENERATIONS 0x1FFFFFFFu

/**
 * A handle as one number below 2^53, for numbers of scripts, which are doubles: 24 bits of slot, 29
 * bits of generation, without the world's id. 0 is the null handle, and also the result for a
 * generation above TRP_SMALL_GENERATIONS. With desc.small_generations of the world there is none: a
 * slot retires before. In a described struct it is TRP_FIELD_PACKED (fields.h): a load can change
 * it.
 */
static inline uint64_t trp_handle_pack(trp_handle handle)
{
    return handle.generation <= TRP_SMALL_GENERATIONS
               ? (uint64_t)handle.generation << 24 | (handle.index & 0xFFFFFFu)
               : 0;
}

/** The handle that trp_handle_pack() made of one of this world; null for a number that it cannot
 * have made. O(1). */
trp_handle trp_handle_unpack(const trp_world *world, uint64_t number);

/** The state of the actor at this address. The address decides; the content is not trusted. NULL:
 * TRP_STATE_NONE. An external actor that has left is TRP_STATE_FREE as long as its memory is
 * unchanged, because only its node shows this; trp_recycle() then returns TRP_ERR_FREE. An actor
 * that has left or is leaving another world may also be TRP_STATE_FREE. Never a misuse. */
trp_state trp_state_of(const trp_world *world, const trp_actor *actor);

/** The pool of an actor; NULL for a free slot and anything else. */
trp_pool *trp_pool_of(const trp_world *world, const trp_actor *actor);

/** No slot: what trp_slot_of() returns for anything but an actor. */
#define TRP_NO_SLOT UINT32_MAX

/**
 * The number of the actor's slot in its pool, for parallel arrays of the user: from 0 to
 * trp_pool_info().slots - 1. It is constant during the actor's life. In memory order a newborn gets
 * the lowest free number. TRP_NO_SLOT: the pointer is not an actor, or the slot is free.
 */
uint32_t trp_slot_of(const trp_world *world, const trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
