/*
 * The library's structs. Who may change what:
 *
 * - The list runs from the world's `head` to its `tail` through every segment: the segment's own
 * head, its actors, its tail. Sentinels are trp_actors whose stamp says so. Only life.c links and
 * unlinks actors, only pool.c and layer.c segments.
 * - A slot's state is in its node's stamp. For a pool in memory order the bitmaps hold it as well,
 * and they are what searches use: free = no life in it, active = in the list (active or expired).
 * Only slots.c and life.c write either.
 * - Walks that call back (a tick, trp_for_each) are *frames*, chained from the world. A frame's
 * `current` and `cursor` are mended whenever an actor leaves. A trp_each has no frame: it is a
 * position and a limit.
 */
#ifndef TROUPE_SRC_STRUCTS_H
#define TROUPE_SRC_STRUCTS_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* even if the game's files are compiled with TRP_PLACES: the names are functions here */
#endif
#include "../../include/troupe/troupe.h"
#include "../base/bitmap.h"
#include "../base/compiler.h"
#include "../base/link.h"

/*
 * The stamp: 20 bits of serial above 12 bits of pool number. An active actor's serial says when it
 * was activated, in units of walks; the serials above TRP__SERIAL_MAX are states. Stamps fall as
 * serials rise, so that a node that was zeroed looks like a state, not like an old actor. `stamp >=
 * limit` is the whole question of a walk: is it active, and was it before I began?
 */
#define TRP__POOL_BITS 12
#define TRP__POOL_MASK ((1u << TRP__POOL_BITS) - 1)
#define TRP__SERIAL_MAX 0xFFFEFu
/* Above these a trp_each gets runs of one actor: outside of callbacks, and in them. See serial.c. */
#define TRP__SERIAL_UPPER (TRP__SERIAL_MAX / 2)
#define TRP__SERIAL_TOP (TRP__SERIAL_MAX - 0x8000u)

enum
{
    TRP__ASLEEP = 0xFFFF0, /* taken, not in the list */
    TRP__EXPIRED,          /* in the list, to be pruned */
    TRP__LEAVING,          /* its watchers and on_recycle are being told */
    TRP__VACANT,           /* free */
    TRP__RETIRED,          /* free for ever: all its lives are used up */
    TRP__QUARANTINED,      /* free, and left alone for a while */
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

/* The states of a slot without a life in it. */
TRP__INLINE bool trp__is_free(uint32_t serial)
{
    return serial >= TRP__VACANT && serial <= TRP__QUARANTINED;
}

/* Slots that lie side by side in memory. */
typedef struct trp__chunk
{
    unsigned char *slots;
    uint32_t first; /* number of its first slot */
    uint32_t count;
    void *memory;        /* what the allocator gave; NULL: it was given back */
    uint32_t generation; /* with which its slots begin */
    size_t bytes;
} trp__chunk;

/* An external pool's slot: an actor of the user's. See external.c. */
typedef struct trp__entry
{
    trp_actor *actor; /* free: the last one, which may be gone */
    trp_link *behind; /* not in the list: what stood behind it there; in the list: NULL */
    uint32_t generation;
    uint32_t taken;
    uint32_t bucket; /* the first taken entry whose actor's address hashes to this one */
    uint32_t next;   /* in the bucket, or in the freelist */
} trp__entry;

/*
 * What looks after a pool's quarantine (quarantine.c): takes in a slot that was freed; forgets those of a chunk that is
 * given back; with neither, lets the oldest out among the free slots. Whether there was one.
 */
typedef bool trp__quarantine_fn(trp_pool *pool, trp_actor *freed, const trp__chunk *gone);

/* Called when a tick is over: how nouns that the core does not know do what is done between ticks. */
typedef struct trp__tick_hook
{
    struct trp__tick_hook *next;
    void (*over)(struct trp__tick_hook *self, const trp_tick *tick);
} trp__tick_hook;

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
    uint64_t woken;    /* how often a sleeper has come back into the list */
    uint32_t sleepers; /* of the live: asleep */
    uint32_t leaving;  /* of the live: their watchers and on_recycle are being told */
    uint32_t expired;  /* of the live: to be pruned */
    bool
        is_plain; /* memory order, and nobody is told anything: the short way of create and recycle */
    uint32_t hears;       /* the events that some watcher of the pool or the world is told of */
    bool prefetches;      /* larger than a cache: creating looks ahead */
    bool has_externals;   /* its segment has had external actors in it */
    uint32_t barred;      /* nothing may be created: being cleared, or stealing */
    uint32_t ahead;       /* create has prefetched free slots up to this one ... */
    uint32_t lead;        /* ... so many of them */
    uint32_t hand;        /* TRP_FULL_STEAL_NEXT: goes round the slots */
    trp_actor *spare;     /* age orders: freelist */
    uint32_t spare_entry; /* external pools: freelist */
    trp_link *oldest;     /* TRP_FULL_STEAL_OLDEST: this pool's longest listed actor, or NULL */

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
    uint32_t capacity;     /* slots up to the end of the last chunk */
    uint32_t missing;      /* of these: in chunks that were given back */
    uint32_t max_capacity; /* slots that the bitmaps and the handles have room for */
    uint32_t base;         /* its slot 0 in handles */
    uint32_t retired;
    uint64_t refused;
    uint64_t stolen;
    uint64_t misuse;
    size_t bytes; /* of the block that it stands in */

    trp__tick_hook shrinker; /* shrink.c */
    trp_shrinking shrinking;
    float low_for; /* seconds that the rule has been fulfilled */

    trp__quarantine_fn *quarantine; /* NULL: there is none */
    trp_actor *freed_first;         /* of those in it; chained by next_free */
    trp_actor *freed_last;
    uint32_t quarantined;      /* how many are in it ... */
    uint32_t quarantine_slots; /* ... at most */
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

/* What a world's watchers are told besides TRP_EVENT_*, for nouns of the library: a tick begins, and it ends, both
 * inside it and as no pool's. The tick is in the telling. Others are news for a recorder: a wrong call was made, the
 * world is about to end its last lives. A pool that hears TRP__EVENT_RECORDED tells it of lives and refusals. Values that
 * fit where enums are short. */
enum
{
    TRP__EVENT_ENDING = 1 << 10,
    TRP__EVENT_MISUSE = 1 << 11,
    TRP__EVENT_RECORDED = 1 << 12,
    TRP__EVENT_BEFORE = 1 << 13,
    TRP__EVENT_AFTER = 1 << 14
};

/* A watcher chain that is being told: whoever is taken out mends it. */
typedef struct trp__telling
{
    struct trp__telling *up;
    trp_watcher *at;   /* who is being told; NULL if taken out meanwhile */
    trp_watcher *next; /* who may be told next */
    uint64_t since;    /* those added later are not told */
    trp_tick *tick;    /* TRP__EVENT_BEFORE, TRP__EVENT_AFTER */
} trp__telling;

/* Parts of the library that a program links only if it calls what needs them: such a call leaves them here. */
typedef void trp__tell_fn(trp_world *world, trp_pool *pool, trp_actor *actor, unsigned event,
                          trp_reason reason, trp_tick *tick);
typedef bool trp__grow_fn(trp_pool *pool, trp_result *why);
/* What recorders hear. They change nothing of the world. `what` is the trp_reason of an end, or the trp_result of a
 * refusal. A newborn's slot is said in external pools only. */
typedef void trp__record_fn(const trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot,
                            unsigned event, unsigned what);
typedef void trp__record_misuse_fn(const trp_world *world, const trp_misuse *misuse);

struct trp_world
{
    trp_world *self; /* how calls that promise const reach what is not part of the promise (counts,
                        the draw flag) */
    trp_pool **pools;
    trp_pool *recent; /* the last pool that something was recycled in, or NULL: a guess */
    uint32_t pool_count;
    uint32_t max_pools;
    uint32_t serial;     /* of the next activation */
    uint32_t epoch;      /* how often serials were numbered anew */
    uint32_t whole;      /* the epoch that began with all serials being numbered anew */
    uint32_t upper;      /* ... with those above TRP__SERIAL_UPPER, or all */
    uint32_t cut;        /* when they last were: those above were shifted ... */
    uint32_t base;       /* ... down to those above this */
    uint32_t open_walks; /* trp_eachs that have begun and, as far as is known, not ended */
    bool serial_is_used; /* somebody was activated with it */
    bool drawing;
    bool ending;
    bool ticking;
    bool reporting;       /* on_misuse is being told: what it does wrong itself is only counted */
    uint32_t calls;       /* callbacks under way, other than a walk's */
    uint32_t layer_walks; /* layers must stay where they are */
    uint32_t reordered;   /* how often layers or pools were moved */
    uint32_t lost_walks; /* of the open: were so when a tick began, so they were left by `return` */
    float scale;         /* of time */
    trp_watcher *watchers; /* of all pools */
    trp__tell_fn *tell;    /* set when the first watcher is added: see watch.c */
    trp__grow_fn *grow;    /* set where there is an allocator: see grow.c */
    uint32_t hears;        /* what they are told of, of every pool; and TRP__EVENT_RECORDED */
    uint64_t watches;      /* how often a watcher was added */
    uint32_t moves;        /* the most `moves` of a roster that has ended: see roster.c */
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
    size_t taken; /* bytes that trp__take gave and that were not given back */

    trp__record_fn *record; /* NULL: nobody keeps records */
    trp__record_misuse_fn *record_misuse;
    void *recorder;
    const char *tag; /* who acts, and where in the source: see place.h */
    trp_place place;
};

/* Where an actor was found. */
typedef struct trp__place
{
    trp_pool *pool;
    uint32_t slot;
} trp__place;

#endif
