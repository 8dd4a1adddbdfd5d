/*
 * What the library's files share. Who may change what:
 *
 * - The list runs from the world's `head` to its `tail` through every segment: the segment's own
 * head, its actors, its tail. Sentinels are trp_actors whose stamp says so. Only life.c links and
 * unlinks actors, only pool.c segments.
 * - A slot's state is in its node's stamp. For a pool in memory order the bitmaps hold it as well,
 * and they are what searches use: free = no life in it, active = in the list (active or expired).
 * Only slots.c and life.c write either.
 * - Walks that call back (a tick, trp_for_each) are *frames*, chained from the world. A frame's
 * `current` and `cursor` are mended whenever an actor leaves. A trp_each has no frame: it is a
 * position and a limit.
 */
#ifndef TROUPE_SRC_INTERNAL_H
#define TROUPE_SRC_INTERNAL_H

#include "../include/troupe/troupe.h"
#include "bitmap.h"
#include "compiler.h"
#include "link.h"

/*
 * The stamp: 20 bits of serial above 12 bits of pool number. An active actor's serial says when it
 * was activated, in units of walks; the serials above TRP__SERIAL_MAX are states. Stamps fall as
 * serials rise, so that a node that was zeroed looks like a state, not like an old actor. `stamp >=
 * limit` is the whole question of a walk: is it active, and was it before I began?
 */
#define TRP__POOL_BITS 12
#define TRP__POOL_MASK ((1u << TRP__POOL_BITS) - 1)
#define TRP__SERIAL_MAX 0xFFFEFu
#define TRP__SERIAL_NEAR (TRP__SERIAL_MAX - 0x2000u) /* close to where they are numbered anew */

enum
{
    TRP__ASLEEP = 0xFFFF0, /* taken, not in the list */
    TRP__EXPIRED,          /* in the list, to be pruned */
    TRP__LEAVING,          /* its watchers and on_recycle are being told */
    TRP__VACANT,           /* free */
    TRP__RETIRED,          /* free for ever: all its lives are used up */
    TRP__SENTINEL,         /* no actor: head or tail of a segment or of the world */
    TRP__ZEROED = 0xFFFFF  /* overwritten with zeros */
};

TRP__INLINE uint32_t trp__stamp(uint32_t serial, uint32_t pool)
{
    return (TRP__ZEROED - serial) << TRP__POOL_BITS | pool;
}

/* The limit of a walk that visits serials up to this one, and back. */
TRP__INLINE uint32_t trp__limit_of(uint32_t serial)
{
    return trp__stamp(serial, 0);
}

TRP__INLINE uint32_t trp__serial_of(uint32_t limit)
{
    return TRP__ZEROED - (limit >> TRP__POOL_BITS);
}

TRP__INLINE uint32_t trp__serial(const trp_actor *actor)
{
    return TRP__ZEROED - (actor->stamp >> TRP__POOL_BITS);
}

/* Active or asleep: its handle is good. */
TRP__INLINE bool trp__is_alive(const trp_actor *actor)
{
    return trp__serial(actor) - 1 < TRP__ASLEEP; /* 0 is no serial */
}

TRP__INLINE bool trp__is_active(const trp_actor *actor)
{
    return trp__serial(actor) - 1 < TRP__SERIAL_MAX;
}

TRP__INLINE bool trp__is_expired(const trp_actor *actor)
{
    return trp__serial(actor) == TRP__EXPIRED;
}

/* Slots that lie side by side in memory. */
typedef struct trp__chunk
{
    unsigned char *slots;
    uint32_t first; /* number of its first slot */
    uint32_t count;
    void *memory; /* what the allocator gave */
    size_t bytes;
} trp__chunk;

/* An external pool's slot: an actor of the user's. */
typedef struct trp__entry
{
    union
    {
        trp_actor *actor;        /* taken */
        struct trp__entry *next; /* free */
    } is;
    uint32_t generation;
    uint32_t taken;
} trp__entry;

struct trp_pool
{
    /* what create and recycle look at, together */
    trp_world *world;
    unsigned char *slots; /* of the first chunk */
    unsigned char *nodes; /* the node of the first slot */
    uint32_t first_count; /* slots in the first chunk */
    uint32_t node;        /* offset of the trp_actor in a slot */
    size_t stride;        /* bytes a slot: odd part times 2^shift */
    uintptr_t inverse;    /* the odd part's inverse modulo the machine word */
    uint32_t shift;
    uint32_t number; /* in the world */
    trp__bitmap map; /* memory order */
    uint32_t live;   /* taken slots */
    uint32_t peak;
    uint64_t created;
    uint32_t sleepers; /* of the live: asleep */
    uint32_t leaving;  /* of the live: their watchers and on_recycle are being told */
    uint32_t expired;  /* of the live: to be pruned */
    bool
        is_plain; /* memory order, and nobody is told anything: the short way of create and recycle */
    uint32_t hears;   /* the events that some watcher of the pool or the world is told of */
    bool prefetches;  /* larger than a cache: creating looks ahead */
    uint32_t barred;  /* nothing may be created: being cleared, or stealing */
    uint32_t ahead;   /* create has prefetched free slots up to this one ... */
    uint32_t lead;    /* ... so many of them */
    uint32_t hand;    /* TRP_FULL_STEAL_NEXT: goes round the slots */
    trp_actor *spare; /* age orders: freelist */
    trp__entry *spare_entry;
    trp_link *oldest; /* TRP_FULL_STEAL_OLDEST: this pool's longest listed actor, or NULL */

    /* its place in the list; joined pools use those of the pool they joined */
    struct trp_pool *segment; /* whose head and tail are used; itself if it joins none */
    struct trp_pool *joined;  /* next of the pools that share the segment, the owner first */
    struct trp_pool *behind;  /* next segment of the layer */
    uint64_t ticked;          /* segments: the last tick that came here */
    float scale;              /* of time */
    trp_actor head;
    trp_actor tail;

    trp_pool_desc desc;
    trp_watcher *watchers;
    unsigned char *prototype;
    trp__entry *entries; /* external pools; otherwise NULL */
    trp__chunk *grown;   /* the further chunks */
    uint32_t grown_count;
    uint32_t capacity;     /* slots in all chunks */
    uint32_t max_capacity; /* slots that the bitmaps and the handles have room for */
    uint32_t base;         /* its slot 0 in handles */
    uint32_t retired;
    uint64_t refused;
    uint64_t stolen;
    uint64_t misuse;
    size_t bytes; /* of the block that it stands in */
};

typedef struct trp__layer
{
    trp_pool *first; /* segments in the order of creation */
    trp_pool *last;
    const char *name;
    uint32_t place; /* where it stands */
    uint32_t at;    /* which layer stands at the place that has this one's number */
    float scale;
    bool enabled;
    bool visible;
} trp__layer;

/* A walk that calls back. */
typedef struct trp__frame
{
    struct trp__frame *up;
    uint32_t open_walks; /* of the world, when it began */
    trp_actor *current;  /* whose callback is running; NULL if it has left since */
    trp_link *cursor;    /* age orders: the last link that was visited, or the one in front of where
                            that was */
    trp_pool *segment;   /* in which it stands */
    uint32_t limit;      /* visits actors with a stamp from this up: see trp__stamp */
    trp_pool *only;      /* trp_for_each: this pool's actors; a tick: NULL */
    trp_visit_fn *visit; /* trp_for_each */
    void *user;
    trp_tick *tick; /* a tick */
    float dt;       /* a tick: times the scales of world and layer */
    bool updates;   /* a tick: the layer is enabled */
    bool keeps;     /* prunes nothing */
    bool asks;      /* a tick: asks is_expired where there is no update a pool's actor */
    uint32_t rank;  /* while serials are numbered anew: the new limit */
} trp__frame;

/* Called around each tick: how nouns that the core does not know take part. In front of the tick's
 * walk, so that what is created there is updated; behind it, still in the tick; and when it is over. */
typedef struct trp__tick_hook
{
    struct trp__tick_hook *next;
    void (*before)(struct trp__tick_hook *self, const trp_tick *tick);
    void (*after)(struct trp__tick_hook *self, const trp_tick *tick);
    void (*over)(struct trp__tick_hook *self, const trp_tick *tick);
} trp__tick_hook;

/* A watcher chain that is being told: trp_unwatch mends `next`. */
typedef struct trp__telling
{
    struct trp__telling *up;
    trp_watcher *next;
} trp__telling;

struct trp_world
{
    trp_world *self; /* how calls that promise const reach what is not part of the promise (counts,
                        the draw flag) */
    trp_pool **pools;
    uint32_t pool_count;
    uint32_t max_pools;
    uint32_t serial;     /* of the next activation */
    uint32_t cut;        /* when serials were last numbered anew: those above were shifted ... */
    uint32_t base;       /* ... down to those above this */
    uint32_t open_walks; /* trp_eachs that have begun and, as far as is known, not ended */
    bool serial_is_used; /* somebody was activated with it */
    bool drawing;
    bool ending;
    bool ticking;
    uint32_t calls;       /* callbacks under way, other than a walk's */
    uint32_t layer_walks; /* layers must stay where they are */
    uint32_t reordered;   /* how often layers or pools were moved */
    uint32_t lost_walks; /* of the open: were so when a tick began, so they were left by `return` */
    float scale;         /* of time */
    trp_watcher *watchers; /* of all pools */
    uint32_t hears;        /* what they are told of */
    trp__tick_hook *hooks;
    trp__frame *frames;
    trp__telling *tellings;
    trp_actor head;
    trp_actor tail;
    uint32_t id;
    trp_result last_result;
    uint64_t misuse;
    uint64_t ticks;

    uint16_t *directory; /* which pool owns a page of handle indices */
    uint32_t page_bits;  /* an index's page is index >> page_bits */
    uint32_t pages;
    uint32_t pages_used;
    uint32_t layer_count;
    trp__layer *layers;

    void *user;
    trp_on_misuse_fn *on_misuse;
    trp_allocator allocator; /* allocate is NULL in a caller's block */
    unsigned char *block;    /* what is left of a caller's block */
    size_t block_left;
    size_t bytes; /* of what the allocator gave for the world itself */
};

/* Where an actor was found. */
typedef struct trp__place
{
    trp_pool *pool;
    uint32_t slot;
} trp__place;

/* misuse.c */

/* Counts a wrong call, tells on_misuse, and returns `result`. `slot` may be TRP__NONE, `detail`
 * NULL. */
TRP__COLD trp_result trp__misuse(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                                 const char *call, trp_result result, const char *detail);

/* The same for a pool that is not there yet. */
TRP__COLD trp_result trp__misuse_named(trp_world *world, const char *name, const char *call,
                                       trp_result result, const char *detail);

/* The same where there is no world yet. */
TRP__COLD trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                                       const char *detail);

/* memory.c */

/* Bytes from the world's block or allocator, aligned to TRP_ALIGNMENT; NULL if there are not
 * enough. */
void *trp__take(trp_world *world, size_t bytes);
/* Gives back what trp__take gave; a caller's block takes only the last piece back. */
void trp__release(trp_world *world, void *memory, size_t bytes);
/* a * b + c, or 0 if that does not fit. */
size_t trp__bytes(size_t a, size_t b, size_t c);

/* world.c */
/* Bytes of a world without its pools; layers and max_pools are in their ranges. */
size_t trp__world_bytes(const trp_world_desc *desc);
trp_world *trp__world_make(void *memory, size_t size, const trp_world_desc *desc, const char *call);

/* pool.c */
/* Whether the pool is plain may have changed. */
void trp__update_plain(trp_pool *pool);
/* Puts a segment behind the others of a layer; the list is not touched. */
void trp__append_segment(trp__layer *layer, trp_pool *segment);

/* slots.c */
void trp__slots_init(trp_pool *pool, unsigned char *slots, uint32_t first, uint32_t count);
void trp__entries_init(trp_pool *pool);
bool trp__slots_grow(trp_pool *pool, trp_result *why);
unsigned char *trp__grown_slot(const trp_pool *pool, uint32_t slot, uint32_t *left);
uint32_t trp__grown_number(const trp_pool *pool, const trp_actor *actor);
/* Whether there is a slot at this address, which need not be readable. O(pools), and entries of external ones. */
bool trp__find_by_address(const trp_world *world, const trp_actor *actor, trp__place *place);
/* Finds an actor by address; what its node says is only a hint where to look first. */
trp_result trp__locate_slowly(const trp_world *world, const trp_actor *actor, trp__place *place);

/* life.c */
/* Whether a structural call on this actor may go on; finds where it is. TRP_OK, or what the call
 * answers. */
trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place);
void trp__leave(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason);
/* Recycles one that is in the list, as a walk prunes it. */
void trp__prune(trp_pool *pool, trp_actor *actor);
bool trp__is_current(const trp__frame *frame, const trp_actor *actor);

/* heal.c */
/*
 * Mends the list around a listed slot whose node or neighbours were overwritten. Whether the node itself was right, and
 * is sound now.
 */
TRP__COLD bool trp__heal(trp_pool *pool, uint32_t slot);
/* The link behind `at` in an age order, after mending what was overwritten there. */
TRP__COLD trp_link *trp__mend_step(trp_pool *segment, trp_link *at);

/* full.c */
/* Makes room in a full pool as its when_full says. */
trp_result trp__make_room(trp_pool *pool);
/* An actor has been linked or is about to be unlinked: keeps pool->oldest. */
void trp__oldest_linked(trp_pool *pool, trp_actor *actor);
void trp__oldest_leaves(trp_pool *pool, const trp_actor *actor);

/* world.c: the layer at a place of the order */
trp__layer *trp__layer_at(const trp_world *world, uint32_t place);

/* clear.c */
void trp__clear(trp_pool *pool, trp_reason reason);

/* Whether an event must be told. */
TRP__INLINE bool trp__hears(const trp_pool *pool, trp_event event)
{
    return (pool->hears & (unsigned)event) != 0;
}

/* watch.c */
/* Tells the world's watchers that it ends. */
void trp__tell_shutdown(trp_world *world);
void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason);

/* serial.c */
/* The limit of a walk that begins now. May number serials anew. */
uint32_t trp__limit_now(trp_world *world);
/* What the limit of a trp_each that may have begun before serials were numbered anew is now. */
uint32_t trp__limit_today(const trp_world *world, uint32_t limit);
/* For tests: sets the serial of the next activation; no walk may be under way. */
void trp__set_serial(trp_world *world, uint32_t serial);

/* walk.c */
/* The run of slots, in memory order, that begins with the first listed slot from this one on. */
trp_run trp__run_from(const trp_pool *pool, uint32_t slot);

/* frame.c */
/* The tick of a frame has come to this pool. */
void trp__set_tick_pool(const trp__frame *frame, trp_pool *pool);
/* Walks a segment for a frame whose limit, only, visit and tick are set. */
void trp__walk_segment(trp__frame *frame, trp_pool *segment);
void trp__push_frame(trp_world *world, trp__frame *frame);
void trp__pop_frame(trp_world *world, trp__frame *frame);
/* How many of a pool's actors are in the list: active and expired ones. */
TRP__INLINE uint32_t trp__listed(const trp_pool *pool)
{
    return pool->live - pool->sleepers - pool->leaving;
}

/* A number that time can be or be multiplied with: 0 or more, and finite. */
TRP__INLINE bool trp__is_time(float value)
{
    return value >= 0 && value <= 3.4e38f;
}

TRP__INLINE bool trp__in_memory_order(const trp_pool *pool)
{
    return pool->desc.order == TRP_ORDER_MEMORY;
}

TRP__INLINE trp_actor *trp__node_at(const trp_pool *pool, uint32_t slot)
{
    if (TRP__LIKELY(slot < pool->first_count))
        return (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    return (trp_actor *)(void *)(trp__grown_slot(pool, slot, NULL) + pool->node);
}

/*
 * The number of the slot whose node is at this address among `count` slots from `nodes` on, or
 * TRP__NONE. Dividing by the stride is multiplying by its odd part's inverse and rotating its power
 * of two out; what was not divisible comes out larger than any slot number (Hacker's Delight,
 * 10-17).
 */
TRP__INLINE uint32_t trp__slot_number(const trp_pool *pool, const unsigned char *nodes,
                                      uint32_t count, const trp_actor *actor)
{
    const uintptr_t offset = (uintptr_t)actor - (uintptr_t)nodes;
    const uintptr_t scaled = offset * pool->inverse;
    const uintptr_t slot =
        scaled >> pool->shift | scaled << ((TRP__WORD_BITS - pool->shift) % TRP__WORD_BITS);

    return slot < count ? (uint32_t)slot : TRP__NONE;
}

/* The slot of an actor that is looked for in this pool, or TRP__NONE. */
TRP__INLINE uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor)
{
    const uint32_t slot = trp__slot_number(pool, pool->nodes, pool->first_count, actor);
    if (TRP__LIKELY(slot != TRP__NONE))
        return slot;
    return trp__grown_number(pool, actor);
}

/* Finds the pool and slot of an actor by its address. */
TRP__INLINE trp_result trp__locate(const trp_world *world, const trp_actor *actor,
                                   trp__place *place)
{
    if (TRP__LIKELY((uintptr_t)actor % TRP__ALIGNOF(trp_actor) == 0))
    {
        const uint32_t number = actor->stamp & TRP__POOL_MASK;
        if (TRP__LIKELY(number < world->pool_count))
        {
            place->pool = world->pools[number];
            place->slot = trp__slot_of(place->pool, actor);
            if (TRP__LIKELY(place->slot != TRP__NONE))
                return TRP_OK;
        }
    }
    return trp__locate_slowly(world, actor, place);
}

/* The actor in a slot of any pool; NULL for a free entry of an external one. */
TRP__INLINE trp_actor *trp__actor_at(const trp_pool *pool, uint32_t slot)
{
    if (pool->entries == NULL)
        return trp__node_at(pool, slot);
    return pool->entries[slot].taken != 0 ? pool->entries[slot].is.actor : NULL;
}

/* Whether the neighbours agree that this one stands between them. */
TRP__INLINE bool trp__is_linked(const trp_actor *actor)
{
    const trp_link *link = &actor->hook.link;

    return link->prev != NULL && link->next != NULL && link->prev->next == link &&
           link->next->prev == link;
}

TRP__INLINE bool trp__is_zeroed(const trp_link *link)
{
    return trp__serial((const trp_actor *)(const void *)link) == TRP__ZEROED;
}

/* The link behind `at`, which is listed in an age order. */
TRP__INLINE trp_link *trp__step(trp_pool *segment, trp_link *at)
{
    trp_link *link = at->next;

    if (TRP__LIKELY(link != NULL && link->prev == at && !trp__is_zeroed(link)))
        return link;
    return trp__mend_step(segment, at);
}

/* Whether what a node says agrees with the bitmap and with its neighbours in the list. */
TRP__INLINE bool trp__is_sound(const trp_pool *pool, const trp_actor *actor, uint32_t slot)
{
    const uint32_t serial = trp__serial(actor);
    const bool was_given_out = serial - 1 < pool->world->serial;
    const bool is_listed = was_given_out || serial == TRP__EXPIRED;

    if (!was_given_out && (serial < TRP__ASLEEP || serial > TRP__SENTINEL))
        return false;
    if (trp__in_memory_order(pool) && trp__bitmap_has(&pool->map, TRP__ACTIVE, slot) != is_listed)
        return false;
    return !is_listed || trp__is_linked(actor);
}

TRP__INLINE uint32_t *trp__generation(const trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    return pool->entries != NULL ? &pool->entries[slot].generation : &actor->life.generation;
}

#endif
