/*
 * The library's structs.
 *
 * What is true of an actor stands in its pool's *ledger*, in memory that games never see: per slot a cell with the
 * generation and the stamp; in memory order two bitmaps; in an age order the slots in their order (order.h); for an
 * external pool the address of each actor (external.h). Every question and every walk asks the ledger. The node in the
 * game's struct has copies: the stamp, which the hot compare of a walk reads, the index, and two links.
 *
 * Who may change what:
 *
 * - Stamps (stamp.h): ledger.h (and fast_path.h, which does the same in one piece), serial.c.
 * - The bitmaps of a pool: ledger.c, fast_path.h, bulk.c; its order: order.c.
 * - Links in nodes: links.c, fast_path.h, bulk.c. Nothing else reads them.
 * - Segments and layers: pool.c, layer.c.
 *
 * A pool and a world are two structs each. `state` has what a snapshot of the world would copy, and no address. The rest is
 * wiring: addresses, callbacks, settings, caches.
 */
#ifndef TROUPE_SRC_CORE_TYPES_H
#define TROUPE_SRC_CORE_TYPES_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* even if the game's files are compiled with TRP_PLACES: the names are functions here */
#endif
#include "../../include/troupe/troupe.h"
#include "../base/bitmap.h"
#include "../base/compiler.h"
#include "stamp.h"

/* Of a node at least, as the library asks for it: the game's may be aligned to more (actor.h). */
#define TRP__NODE_ALIGNMENT TRP__ALIGNOF(uint32_t)

/* Runs of slots in memory, with their cells. Neither ever moves. */
typedef struct trp__chunk
{
    unsigned char *slots;
    trp__cell *cells;
    uint32_t first; /* number of its first slot */
    uint32_t count;
    void *memory;        /* what the allocator gave; NULL: it was given back */
    uint32_t generation; /* with which its slots begin */
    size_t bytes;
} trp__chunk;

/* Why an actor has expired, and by what: until it is pruned. */
typedef struct trp__end
{
    trp_handle culprit;
    uint32_t reason;
} trp__end;

/* A run of slots that a walk steps through. */
typedef struct trp__slots
{
    void *first;    /* the first struct */
    uint32_t count; /* how many; holes are among them; 0: there is none */
    uint32_t next;  /* memory order: the slot after the run; age order: the stamp of its actor */
} trp__slots;

/* With an entry's slot: it was asleep, so it is no newborn. */
#define TRP__WOKEN 0x80000000u

/*
 * What looks after a pool's quarantine (quarantine.c): takes in a slot that was freed; forgets those of a chunk that is
 * given back; with neither (TRP__NONE, NULL), lets the oldest out among the free slots. Whether there was one.
 */
typedef bool trp__quarantine_fn(trp_pool *pool, uint32_t freed, const trp__chunk *gone);

/* Called when a tick is over: how modules that the core does not know do what is done between ticks. */
typedef struct trp__tick_hook
{
    struct trp__tick_hook *next;
    void (*over)(struct trp__tick_hook *self, const trp_tick *tick);
    void (*end)(struct trp__tick_hook *self); /* with the world; NULL: there is nothing to do */
} trp__tick_hook;

/* What moves when a tick begins (src/time): first all clocks, then timers fire. Sorted by pool. */
typedef struct trp__clock_hook
{
    struct trp__clock_hook *next;
    trp_pool *pool;
    void (*advance)(struct trp__clock_hook *self, const trp_tick *tick); /* calls nothing back */
    void (*fire)(struct trp__clock_hook *self, trp_tick *tick);          /* NULL: nothing does */
    void (*end)(struct trp__clock_hook *self); /* with the world; NULL: there is nothing to do */
} trp__clock_hook;

struct trp__frame;

/* What a tick does differently in a pool with a lifetime or an interval (src/time). */
typedef struct trp__pace
{
    /* A tick has come to the pool, and its layer is enabled or not: whether there is more to do than to prune. */
    bool (*arrive)(trp_pool *pool, bool updates);
    float (*dt)(const trp_pool *pool, float dt);
    /* Whether the tick goes on with an actor that is in the list. Ends its life if that is over. */
    bool (*admits)(struct trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot);
    /* The walk in memory order through a pool whose actors are only updated. */
    void (*update)(struct trp__frame *frame, trp_pool *pool);
} trp__pace;

/* What is true of a pool. Slots and pools are numbers. */
typedef struct trp__pool_state
{
    uint32_t order_end;  /* age orders: the one after the last entry that holds */
    uint32_t first_free; /* memory order: no word of the bitmap below this one has a free slot */
    uint32_t top;        /* memory order: no slot from this one up is in the list */
    uint32_t live;       /* taken slots */
    uint32_t peak;
    uint64_t created;
    uint64_t woken;    /* how many times a sleeper has come back into the list */
    uint32_t sleepers; /* of the live: asleep */
    uint32_t leaving;  /* of the live: their watchers and on_recycle are being notified */
    uint32_t expired;  /* of the live: to be pruned */
    uint32_t spare;    /* age orders: the slot that is free next, or TRP__LAST */
    uint32_t hand;     /* TRP_FULL_STEAL_NEXT: goes round the slots */
    uint32_t oldest;   /* TRP_FULL_STEAL_OLDEST: no actor of this pool has a stamp above this one */
    uint32_t order_begin; /* the first entry that holds; some up to order_end are out of date */
    uint32_t
        youngest; /* segments in age order: the number of the pool whose last entry is the youngest */
    uint32_t capacity;    /* slots up to the end of the last chunk */
    uint32_t missing;     /* of these: in chunks that were given back */
    uint32_t retired;     /* slots whose lives are used up */
    uint32_t grown;       /* further chunks, those between included that were given back */
    uint32_t layer;       /* segments: where it is */
    uint32_t next;        /* segments: the number of the next one of the layer, or TRP__NONE */
    uint32_t freed_first; /* quarantine: the slot that was freed first; chained by stamps */
    uint32_t freed_last;
    uint32_t quarantined;
    float scale;     /* of time */
    float low_for;   /* seconds for which the rule of shrinking has been fulfilled */
    uint64_t ticked; /* segments: twice the last tick that came here, and 1 if it updated them */
    uint64_t refused;
    uint64_t stolen;
    uint64_t clock;  /* a lifetime's: ticks, or units of 2^-32 seconds */
    uint32_t every;  /* an interval's: every n-th tick; 0 or 1: there is none */
    uint32_t wanted; /* ... from the next tick on */
    uint32_t turn;   /* ... and which of n the last tick was */
    bool staggered;  /* ... in which the slots of that number are updated, not all in number 0 */
    bool wants_staggered;
} trp__pool_state;

struct trp_pool
{
    /* from here to the first member of `state`: as in trp__ages, for inline walks in age order */
    trp_world *world;
    trp__entry *order;    /* age orders */
    unsigned char *slots; /* of the first chunk */
    unsigned char *nodes; /* the node of the first slot */
    size_t stride;        /* bytes per slot: odd part times 2^shift */
    trp__cell *cells;     /* of the first chunk */
    uint32_t slot_count;  /* slots in the first chunk; 0: the pool is external */
    uint32_t turn;        /* to the next entry: 1, UINT32_MAX; 0: not inline */
    uint32_t order_hint;  /* where the last walk was */
    uint32_t cell_count;  /* cells of the first chunk */
    trp__pool_state state;

    /* create and recycle look at these as well */
    uint32_t node;     /* offset of the trp_actor in a slot */
    uintptr_t inverse; /* the odd part's inverse modulo the machine word */
    uint32_t shift;
    uint32_t base;   /* index of its slot 0: see trp_handle */
    trp__bitmap map; /* memory order */
    uint32_t number; /* in the world */
    uint32_t barred; /* nothing may be created: being cleared, or stealing */
    uint32_t hears;  /* the events of which some watcher of the pool or the world is notified */
    bool is_plain;   /* memory order, and nothing to notify: the fast path of create and recycle */
    bool prefetches; /* larger than a cache: creating looks ahead */
    bool quarantine_is_set; /* by the game */
    bool is_transient;      /* no part of snapshots and hashes */
    bool has_strayed;       /* TRP_DEBUG: that bytes in no field are not zero has been reported */
    uint32_t ahead;         /* create has prefetched free slots up to this one ... */
    uint32_t lead;          /* ... so many of them */

    /* its place in the list; joined pools use that of the pool they joined */
    struct trp_pool *segment; /* the first of the pools that share the segment */
    struct trp_pool *joined;  /* the next one of them */
    trp__word changes; /* segments: goes up with whatever a walk in age order must look at again */

    uint32_t order_room;     /* entries */
    trp__entry *first_order; /* the array in the pool's own block; `order` may be another one */
    trp_actor **actors;      /* external pools: addresses */
    uint32_t *buckets;       /* external pools: a hash table of slots by address */
    uint32_t bucket_count;
    void
        *tables; /* external pools that have grown: where both are; NULL: in the pool's own block */
    size_t tables_bytes;

    trp_pool_desc desc;
    trp_watcher *watchers;
    unsigned char *prototype;
    trp__end *ends;        /* by slot; NULL: not remembered */
    trp__chunk *chunks;    /* the further ones */
    uint32_t max_capacity; /* slots that the bitmaps and the handles have room for */
    uint64_t misuse;
    size_t bytes; /* of the block that it lies in */

    trp__pace pace; /* no functions: all are updated in every tick */
    void (*follow)(
        trp_pool *pool);  /* NULL, or sets `pace` by the state, which a snapshot may have changed */
    trp__clock_hook life; /* lifetime.c */
    trp__tick_hook shrinker; /* shrink.c */
    trp_shrinking shrinking;
    struct trp__parallel *parallel; /* parallel.c; NULL: it is not updated in parts */
    size_t parallel_bytes;
    trp__quarantine_fn *quarantine;  /* NULL: there is none */
    uint32_t quarantine_slots;       /* at most */
    uint32_t quarantine_most;        /* that this ever was */
    const struct trp_fields *fields; /* what the struct's bytes mean (fields.h), or NULL */
};

#define TRP__IS_AGES(member, of_ages)                                                              \
    _Static_assert(offsetof(struct trp_pool, member) == offsetof(trp__ages, of_ages),              \
                   "a pool begins as walk.h says")
TRP__IS_AGES(order, order);
TRP__IS_AGES(slots, slots);
TRP__IS_AGES(nodes, nodes);
TRP__IS_AGES(stride, stride);
TRP__IS_AGES(slot_count, slot_count);
TRP__IS_AGES(turn, turn);
TRP__IS_AGES(order_hint, order_hint);
TRP__IS_AGES(state.order_end, order_end);

typedef struct trp__layer_state
{
    uint32_t first; /* segments in their order, by number; TRP__NONE: none */
    uint32_t last;
    uint32_t place; /* where it is */
    uint32_t at;    /* which layer is at the place that has this one's number */
    float scale;
    bool enabled;
    bool visible;
    bool passed; /* the tick in progress has been through it */
} trp__layer_state;

typedef struct trp__layer
{
    trp__layer_state state;
    const char *name;
} trp__layer;

/* A walk that calls back. */
typedef struct trp__frame
{
    struct trp__frame *up;
    uint32_t open_walks; /* of the world, when it began */
    trp_actor *current;  /* whose callback is running; NULL if it has left since */
    trp_pool *segment;   /* in which it is */
    uint32_t limit;      /* visits actors with a stamp from this up */
    uint32_t
        since; /* newborns with a stamp below this were created while a walk was in the segment */
    trp_pool *only;      /* trp_for_each: this pool's actors; a tick: NULL */
    trp_visit_fn *visit; /* trp_for_each */
    void *user;
    trp_update_fn *update; /* a tick: of the pool in whose slots it is */
    trp_tick *tick;        /* a tick */
    float dt;              /* a tick: times the scales of world and layer */
    bool updates;          /* a tick: the layer is enabled */
    bool keeps;            /* prunes nothing */
    bool asks;             /* a tick: asks is_expired where there is no update per actor */
} trp__frame;

/* What a world's watchers are notified of besides TRP_EVENT_*, for modules of the library: a tick begins, and it ends, both
 * inside it and as no pool's. The tick is in the telling. Others are news for a recorder: a misuse, the world is about to
 * end its last lives. A pool that hears TRP__EVENT_RECORDED records lives and refusals. Values that fit where enums are
 * short. */
enum
{
    TRP__EVENT_ENDING = 1 << 11,
    TRP__EVENT_MISUSE = 1 << 12,
    TRP__EVENT_RECORDED = 1 << 13,
    TRP__EVENT_BEFORE = 1 << 14,
    TRP__EVENT_AFTER = 1 << 15
};

/* A watcher chain that is being notified: whatever takes a watcher out repairs it. */
typedef struct trp__telling
{
    struct trp__telling *up;
    trp_watcher *at;   /* the one being notified; NULL if taken out in the meantime */
    trp_watcher *next; /* the one that may be notified next */
    uint64_t since;    /* those added later are not notified */
    trp_tick *tick;    /* TRP__EVENT_BEFORE, TRP__EVENT_AFTER */
} trp__telling;

/* Parts of the library that a program links only if it calls what needs them: such a call leaves them here. */
typedef void trp__tell_fn(trp_world *world, trp_pool *pool, trp_actor *actor, unsigned event,
                          trp_reason reason, trp_tick *tick);
typedef bool trp__grow_fn(trp_pool *pool, trp_result *why);
/* What recorders hear. They change nothing of the world. `what` is the trp_reason of an end, or the trp_result of a
 * refusal. */
typedef void trp__record_fn(const trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot,
                            unsigned event, unsigned what);
typedef void trp__record_misuse_fn(const trp_world *world, const trp_misuse *misuse);

/*
 * State that a module has besides the pools', as snapshots see it. A module makes a trp__part a member of its struct and
 * registers it (part.c); what is needed to save it is linked only where snapshots are: the modules of the library are known to
 * those by their kind, any other brings its table.
 */
enum
{
    TRP__PART_OTHER, /* has a table */
    TRP__PART_ROSTER,
    TRP__PART_FAMILY,
    TRP__PART_SPACE,
    TRP__PART_TIMERS,
    TRP__PART_QUEUE,
    TRP__PART_REGION,
    TRP__PART_IDS /* a region that is a range of ids */
};
/* How many kinds of misuse trp_print_misuse() remembers. */
#define TRP__PRINTED 16

/* What is true of a world. */
typedef struct trp__world_state
{
    uint32_t newest;     /* the stamp of the next activation */
    bool newest_is_used; /* some actor was activated with it */
    float scale;         /* of time */
    uint64_t ticks;
} trp__world_state;

struct trp_world
{
    trp_world *
        self; /* how calls that promise const reach what is no part of the promise (counts, the draw flag) */
    trp_pool **pools;
    trp_pool *recent; /* the last pool that something was recycled in, or NULL: a guess */
    trp__world_state state;
    uint32_t pool_count;
    uint32_t max_pools;
    uint32_t open_walks; /* trp_eachs that have begun and, as far as is known, not ended */
    uint32_t lost_walks; /* of these: open when a tick began, so they were left by `return` */
    bool drawing;
    bool
        in_parts; /* ... in fact, parts of a pool are being updated, perhaps by several threads: see
                      parallel_update.c */
    bool ending;
    bool ticking;
    bool reporting;        /* on_misuse is running: a misuse by the hook itself is only counted */
    uint32_t calls;        /* callbacks in progress, other than a walk's */
    uint32_t layer_walks;  /* layers must stay where they are */
    uint32_t reordered;    /* how many times layers or pools were moved */
    trp_watcher *watchers; /* of all pools */
    trp__tell_fn *tell;    /* set when the first watcher is added: see watch.c */
    trp__grow_fn *grow;    /* set where there is an allocator: see grow.c */
    uint32_t hears; /* of every pool: events of which they are notified, and TRP__EVENT_RECORDED */
    uint64_t watches; /* how many times a watcher was added */
    uint32_t moves;   /* the most `moves` of a roster that has ended: see roster.c */
    trp__tick_hook *hooks;
    trp__clock_hook *clocks;
    trp__frame *frames;
    trp__telling *tellings;
    uint32_t id;
    trp_handle culprit; /* of the life whose end is being notified */
    trp_result last_result;
    uint64_t misuse;
#if TRP__WATCHES_THREADS
    void *volatile thread; /* the one that is in a call; NULL: none */
#endif

    uint16_t *directory; /* which pool owns a page of indices */
    uint32_t page_bits;  /* an index's page is index >> page_bits */
    uint32_t pages;
    uint32_t pages_used;
    uint32_t layer_count;
    trp__layer *layers;

    void *user;
    trp_on_misuse_fn *on_misuse;
    uint16_t printed[TRP__PRINTED]; /* see print.c */
    trp_allocator allocator;        /* allocate is NULL in a caller's block */
    unsigned char *block;           /* what is left of a caller's block */
    size_t block_left;
    size_t bytes;       /* of what the allocator gave for the world itself */
    size_t block_bytes; /* that a caller's block would have had to give for what was taken */
    size_t taken;       /* bytes that trp__take gave and that were not given back */

    trp__record_fn *record; /* NULL: no recorder */
    trp__record_misuse_fn *record_misuse;
    void *recorder;
    trp__part *parts;   /* the modules that have state, in order of registration */
    uint64_t furthest;  /* the last tick from which the world was restored to an earlier one */
    uint32_t timeline;  /* how many times it was restored */
    uint32_t histories; /* that need the memory of empty chunks: none is given back */
    const char *tag;    /* who acts, and where in the source: see place.h */
    trp_place place;
};

/* Where an actor was found. */
typedef struct trp__place
{
    trp_pool *pool;
    uint32_t slot;
} trp__place;

#endif
