/*
 * The library's structs; README.md says how they belong together. The *ledger* is a pool's state in
 * memory that games never see: cells, bitmaps or entries, and the addresses of external actors.
 *
 * A pool and a world are two structs each. `state` is what a snapshot of the world copies, without
 * addresses. The rest is wiring: addresses, callbacks, settings, caches.
 */
#ifndef TROUPE_SRC_CORE_TYPES_H
#define TROUPE_SRC_CORE_TYPES_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* even if game files define TRP_PLACES: here the names are functions */
#endif
#include "../../include/troupe/shrink.h"
#include "../../include/troupe/troupe.h"
#include "../base/bitmap.h"
#include "../base/compiler.h"
#include "stamp.h"

/* The alignment that the library requires of a node; a game may align it to more (actor.h). */
#define TRP__NODE_ALIGNMENT TRP__ALIGNOF(trp_actor)

typedef struct trp__births trp__births;
typedef struct trp__frame trp__frame;

/* A run of slots in memory, with their cells. Neither ever moves. */
typedef struct trp__chunk {
    unsigned char *slots; /* external pools: the addresses of their actors */
    trp__cell *cells;
    uint32_t first; /* number of its first slot */
    uint32_t count;
    void *memory;        /* from the allocator; NULL: it was returned */
    uint32_t generation; /* generation of its slots at the start */
    size_t bytes;
} trp__chunk;

/* Reason and culprit of an expired actor, until it is pruned. */
typedef struct trp__end {
    trp_handle culprit;
    uint32_t reason;
} trp__end;

/* What a slot has: its node and its cell. */
typedef struct trp__seat {
    trp_actor *actor;
    trp__cell *cell;
} trp__seat;

/* Where slots are beyond those of a pool's block, and all those of an external pool. */
typedef struct trp__far {
    /* NULL node: the slot is external and was never taken. NULL cell: it is in a returned chunk. */
    trp__seat (*seat)(const trp_pool *pool, uint32_t slot);
    /* The slot whose node is at this address, or TRP__NONE. */
    uint32_t (*slot_of)(const trp_pool *pool, const trp_actor *actor);
    trp__chunk *(*chunk)(const trp_pool *pool, uint32_t slot); /* that contains it */
} trp__far;

/* A run of slots that a walk steps through. */
typedef struct trp__slots {
    void *first;    /* the first struct */
    uint32_t count; /* slots in the run, free ones included; 0: no run */
    uint32_t next;  /* the slot after the run */
} trp__slots;

/* The state of an entry (ages.h): the index of its slot, with TRP__ENTRY_ODD, and its stamp. */
typedef struct trp__listing {
    uint32_t index;
    uint32_t stamp;
} trp__listing;

/*
 * Manages a pool's quarantine (quarantine.c). It adds a freed slot, or removes the slots of a chunk
 * that is returned, or, with neither (TRP__NONE, NULL), frees the oldest slot. Returns whether
 * there was one.
 */
typedef bool trp__quarantine_fn(trp_pool *pool, uint32_t freed, const trp__chunk *gone);

/* The order of hooks: clocks by twice the number of their pool, plus 1 for those that fire last. */
enum { TRP__HOOK_SPACE = 1 << 30, TRP__HOOK_CONTACTS, TRP__HOOK_OTHER };

/* The moments of a tick: clocks advance, and nothing is called back; then timers fire; after the
 * updates spaces read the boxes of what has moved; the tick is over. */
enum { TRP__TICK_ADVANCES, TRP__TICK_FIRES, TRP__TICK_READS, TRP__TICK_IS_OVER, TRP__TICK_MOMENTS };

/* When the world calls modules that it does not reference. Any function may be NULL. */
typedef struct trp__calls {
    void (*tick[TRP__TICK_MOMENTS])(trp__hook *self, trp_context *tick);
    void (*jump)(trp__hook *self, bool loaded); /* after a restore or a load */
    /* its pool has desc.sleep_stops_time: the actor of this slot has fallen asleep, or has woken */
    void (*sleep)(trp__hook *self, uint32_t slot, bool sleeps);
    /* of its pool: after how many units of this clock it ends the life in a slot; INT64_MAX: not in
     * this tick */
    int64_t (*ends_in)(trp__hook *self, uint32_t slot, trp_clock clock);
    void (*end)(trp__hook *self); /* the world ends */
} trp__calls;

/* A part of the library that a setting of a pool needs; that setting's macro has its address. Any
 * function may be NULL. */
struct trp__option {
    /* Checks the desc; otherwise `detail` says what is wrong with it, perhaps in `text`. */
    trp_result (*check)(const trp_pool_desc *desc, char *text, const char **detail);
    /* `bytes` and the memory that it takes in the pool's block; 0: too much. */
    size_t (*bytes)(const trp_pool_desc *desc, uint32_t max_capacity, size_t bytes);
    void (*set_up)(trp_pool *pool, void *memory); /* for a new pool */
};

/* The turns of a pool that is updated every n-th tick (interval.c). In other ticks, and for other
 * slots, a tick only prunes. */
typedef struct trp__turns {
    /* A tick reaches the pool. Whether it is the turn of any slot; never in a disabled layer. */
    bool (*arrive)(trp_pool *pool, bool enabled);
    /* Whether it is the turn of this slot. */
    bool (*has)(const trp_pool *pool, uint32_t slot, bool enabled);
    float (*dt)(const trp_pool *pool, float dt);
    void (*visit)(trp__frame *frame, trp_pool *pool); /* in memory order: the slots of this turn */
} trp__turns;

/* What a lifetime in a desc brings along (lifetime.c). */
struct trp__lifetimes {
    bool (*is_bad)(const trp_pool_desc *desc);
    void (*set_up)(trp_pool *pool); /* that is in its world */
    /* Whether the moment of an actor has come. */
    bool (*is_past)(const trp_pool *pool, trp_actor *actor);
    /* In memory order: visits a run of slots, and ends lives whose moment has come. */
    void (*run)(trp__frame *frame, trp_pool *pool, unsigned char *node, const trp__cell *cell,
                uint32_t count);
};

/* The state of a pool. Slots and pools are numbers. */
typedef struct trp__pool_state {
    uint32_t capacity; /* slots up to the end of the last chunk */
    uint32_t live;     /* taken slots */
    uint32_t expired;  /* live ones that wait to be pruned */
    uint32_t spare;    /* age orders: the next free slot, or TRP__LAST */
    uint32_t used;     /* slots from this one up are as the creation of their chunk left them */
    uint32_t peak;
    uint32_t layer;    /* segments: their layer */
    uint32_t next;     /* segments: number of the next one in the layer, or TRP__NONE */
    uint32_t every;    /* interval: update every n-th tick; 0 or 1: none */
    uint32_t retired;  /* slots whose lives are used up */
    uint32_t missing;  /* slots in returned chunks */
    uint32_t sleepers; /* live ones that are asleep */
    uint32_t leaving;  /* live ones whose watchers and on_end are being notified */
    float scale;       /* time scale */
    uint64_t created;
    uint64_t woken; /* number of times that a sleeper woke */
    uint64_t refused;
    uint64_t stolen;
    uint64_t ticked;      /* segments: twice the last tick here, plus 1 if it updated them */
    uint64_t clock;       /* lifetime: its clock in ticks, or in units of 2^-32 seconds */
    uint32_t hand;        /* TRP_FULL_STEAL_NEXT: a cursor that cycles through the slots */
    uint32_t grown;       /* further chunks, including returned ones */
    uint32_t freed_first; /* quarantine: the slot freed first; chained by stamps */
    uint32_t freed_last;
    uint32_t quarantined;
    float low_for;   /* seconds since the shrinking rule has been met */
    uint32_t wanted; /* interval from the next tick on */
    uint32_t turn;   /* interval: turn of the last tick */
    bool staggered;  /* interval: updates the slots of this turn, not all in turn 0 */
    bool wants_staggered;
} trp__pool_state;

/* What births, ends and walks read comes first: small machines reach it with short instructions. */
struct trp_pool {
    /* as in trp__head, for inline walks in age order */
    trp_world *world;
    trp__ages *ages;       /* of its segment */
    uint32_t base;         /* index of slot 0: see trp_handle */
    uint32_t max_capacity; /* slots for which bitmaps and handles have room */
    uint32_t node;         /* offset of the trp_actor in a slot */

    uint32_t index;       /* of slot 0, with the id, as in handles and nodes */
    trp_order order;      /* of the desc, or of the pool that it joins */
    uint32_t slot_count;  /* slots in the first chunk; 0: the pool is external */
    unsigned char *slots; /* of the first chunk */
    unsigned char *nodes; /* the node of the first slot */
    size_t stride;        /* bytes per slot: odd part times 2^shift */
    trp__cell *cells;     /* of the first chunk */
    const trp__far *far;  /* NULL: all slots are in the first chunk */
    trp_actor **actors;   /* external pools: the addresses of the first chunk */
    uint32_t hears;       /* events to which watchers of the pool or the world subscribe */
    uint32_t number;      /* number in the world */
    uint32_t barred;      /* creation is refused: being cleared, or stealing */
    trp__end *ends;       /* by slot; NULL: not stored */
    trp__quarantine_fn *quarantine; /* NULL: no quarantine */

    /* its place in the list; joined pools use that of the first pool */
    struct trp_pool *segment; /* the first of the pools that share the segment */
    struct trp_pool *joined;  /* the next of these pools */

    trp__pool_state state;
    trp_pool_desc desc;
    trp__bitmap map;   /* memory order */
    uintptr_t inverse; /* the odd part's inverse modulo the machine word */
    uint32_t shift;
    bool has_strayed; /* debug builds: nonzero bytes in no field were reported */

    trp__ages own_ages;        /* segments: `ages` of their pools */
    trp__entry *first_entries; /* the entries in the pool's own block; there may be other ones */
    uint32_t first_slots;      /* the slots for which these have room */
    uint32_t entry_slots;      /* the slots for which the present ones have room */
    uint32_t oldest;           /* no own entry has a higher stamp: see steal.c */

    trp_watcher *watchers;
    trp__chunk *chunks;  /* chunks after the first one */
    trp__births *births; /* inspect_births.c */
    uint64_t misuse;
    size_t bytes; /* size of the block that contains it */

    const trp__turns *turns; /* required if state.every is above 1; otherwise it may be NULL */
    trp__hook life;          /* lifetime.c */
    trp__hook shrinker;      /* shrink.c */
    trp_shrinking shrinking;
    struct trp__parallel *parallel;  /* parallel.c; NULL: not updated in parts */
    const trp_parallel_facts *parts; /* its counts */
};

#define TRP__IS_HEAD(member)                                                                       \
    _Static_assert(offsetof(struct trp_pool, member) == offsetof(trp__head, member),               \
                   "a pool begins as walk.h says")
TRP__IS_HEAD(world);
TRP__IS_HEAD(ages);
TRP__IS_HEAD(base);
TRP__IS_HEAD(max_capacity);
TRP__IS_HEAD(node);

typedef struct trp__layer_state {
    uint32_t first; /* number of its first segment; TRP__NONE: none */
    uint32_t last;
    uint32_t place; /* its place in the order */
    uint32_t at;    /* the layer whose place has this one's number */
    float scale;
    bool enabled;
    bool visible;
    bool passed; /* the tick in progress has passed it */
} trp__layer_state;

typedef struct trp__layer {
    trp__layer_state state;
    const char *name;
} trp__layer;

/* A walk that calls back. */
struct trp__frame {
    trp__frame *up;
    uint32_t open_walks;    /* open_walks of the world when it began */
    trp_actor *current;     /* the actor whose callback is running; NULL if it has left */
    uint32_t begun;         /* the limit when it began */
    uint32_t limit;         /* actors with a stamp below this are not visited: see trp__arrive() */
    uint32_t stamp;         /* the stamp of the actor visited last, in an age order */
    trp_pool *only;         /* trp_for_each: the visited pool; a tick: NULL */
    trp_actor_fn *visit;    /* trp_for_each */
    trp_context *in;        /* for callbacks */
    trp_context *tick;      /* a tick: the same; otherwise NULL */
    trp_actor_fn *function; /* what it calls in the present pool: see trp__aim() */
    uint32_t layer;         /* the layer of the segment, when the walk arrived there */
    float dt;               /* ... and its dt, without the scale of a pool */
    bool updates;           /* a tick: the layer is enabled */
    bool changed;     /* in an age order: an entry has left or expired, or entries have moved */
    bool keeps;       /* prunes nothing */
    const char *call; /* walks that repair nodes: the public call, for messages */
};

/* Further events of a world's watchers besides TRP_EVENT_*, for modules of the library. The begin
 * and the end of a tick: both are sent within the tick, without a pool; trp__telling has the tick.
 * For recorders: the world is about to end its last lives. A pool with
 * TRP__EVENT_RECORDED records lives and refusals. The values fit short enums. Pools hear two more
 * bits, so that they ask once whether a birth or an end is more than that: there is an on_create;
 * there is an on_end or a quarantine, or its actors are external. */
#define TRP__HEARS_BIRTHS 0x10000u
#define TRP__HEARS_ENDS 0x20000u
enum {
    TRP__EVENT_ENDING = 1 << 11,
    TRP__EVENT_RECORDED = 1 << 13,
    TRP__EVENT_BEFORE = 1 << 14,
    TRP__EVENT_AFTER = 1 << 15
};

/* A notification in progress of a chain. The code that removes a watcher repairs it. */
typedef struct trp__telling {
    struct trp__telling *up;
    trp_watcher *at;   /* the watcher being notified; NULL if removed meanwhile */
    trp_watcher *next; /* the watcher to be notified next */
    uint64_t since;    /* watchers added later are not notified */
    trp_context *tick; /* TRP__EVENT_BEFORE, TRP__EVENT_AFTER */
} trp__telling;

/* Optional parts of the library. A program links them only if it makes a call that needs them; that
 * call sets these pointers. */
typedef void trp__tell_fn(trp_world *world, trp_pool *pool, trp_actor *actor, unsigned event,
                          trp_reason reason, trp_context *tick);
/* Notifies recorders, which change nothing of the world. `what` is the trp_reason of an end, or the
 * trp_result of a refusal. */
typedef void trp__record_fn(const trp_world *world, trp_pool *pool, uint32_t slot, unsigned event,
                            unsigned what);
typedef void trp__record_misuse_fn(const trp_world *world, const trp_misuse *misuse);

/*
 * State of a module besides the pools', for snapshots. A module's struct contains a trp__part,
 * which it registers (part.c). The code that saves it is linked only together with snapshots: these
 * identify the library's own modules by kind; other modules supply a table.
 */
enum {
    TRP__PART_OTHER, /* has a table */
    TRP__PART_GROUP,
    TRP__PART_FAMILY,
    TRP__PART_SPACE,
    TRP__PART_CONTACTS,
    TRP__PART_TIMERS,
    TRP__PART_QUEUE,
    TRP__PART_REGION,
    TRP__PART_IDS /* a region that is a range of ids */
};

/* A product of times and scales, the only float arithmetic of the core: rounded to nearest, and to a
 * float also on machines with more precise registers. Where there are no floats, compilers call
 * their run-time library: so a world has a pointer to it, and gets it with its first time scale. */
typedef float trp__product_fn(float a, float b);
trp__product_fn trp__product;

/* The number of kinds of misuse that trp_print_misuse() remembers. */
#define TRP__PRINTED 16

/* The state of a world. */
typedef struct trp__world_state {
    uint32_t newest;     /* the stamp of the next activation */
    bool newest_is_used; /* an actor was activated with it */
    float scale;         /* time scale */
    float dt;            /* seconds of the last tick, or of the one in progress */
    uint64_t ticks;
} trp__world_state;

struct trp_world {
    trp_world *self; /* for calls with const that change counts or the draw flag */
    trp_pool **pools;
    uint32_t pool_count;
    bool drawing;  /* nothing may be changed */
    bool reading;  /* ... because a callback runs that must change nothing */
    bool in_parts; /* ... because parts are being updated: see parallel.c */
    bool ending;
    bool ticking;
    bool clocks_wait; /* in a tick, before its clocks advance */
    bool reporting;   /* on_misuse is running: its own misuse is only counted */
    trp__world_state state;
    trp__frame *frames;
    uint16_t *directory; /* number of the pool of each page of indices */
    uint32_t page_bits;  /* an index's page is index >> page_bits */
    uint32_t pages_used;
    trp__layer *layers;
    uint32_t layer_count;
    uint32_t open_walks;    /* trp_eachs that began and, as far as is known, have not ended */
    uint32_t lost_walks;    /* open walks when a tick began: they were left by `return` */
    uint32_t calls;         /* callbacks in progress, except those of walks */
    trp_watcher *watchers;  /* watchers of all pools */
    trp__tell_fn *tell;     /* set by the first watcher: see watch.c */
    trp__record_fn *record; /* NULL: no recorder */
    trp__hook *hooks;
    trp__product_fn *product; /* NULL: all time scales are 1, since none was set */
    void *user;
    trp_result last_result;

    uint32_t id;
    uint32_t max_pools;
    uint32_t pages;
    uint32_t reordered;   /* number of moves of layers or pools */
    uint32_t layer_walks; /* above 0: layers must not move */
    uint32_t passes;      /* passes through spaces in progress */
    uint32_t last_life;   /* the last generation of a slot */
    uint32_t hears; /* of every pool: events of the world's watchers, and TRP__EVENT_RECORDED */
    trp_newborns newborns;        /* of pools whose desc names none */
    trp_handle culprit;           /* culprit of the end that is being notified */
    trp_handle parent;            /* the parent with which it ends */
    const char *volatile refused; /* the name of a call that was refused in a part */
    uint32_t birth;        /* tells worlds apart that were at the same address: see world.c */
    uint32_t group_epochs; /* the newest epoch of a group: see group.h */
    uint64_t watches;      /* number of additions of watchers */
    trp__telling *tellings;
    struct trp__cascade *cascade; /* the innermost: see family_end.c */
    uint32_t playing;             /* queues whose `play` is running */
    uint64_t rounds;              /* number of times that queues were played */
    uint64_t misuse;
    void *volatile thread; /* debug builds: the thread that is in a call; NULL: none */

    trp_on_misuse_fn *on_misuse;
    uint16_t printed[TRP__PRINTED]; /* see print.c */
    trp_allocator allocator;        /* allocate is NULL in a caller's block */
    unsigned char *block;           /* the rest of a caller's block */
    size_t block_left;
    size_t bytes;       /* of the block that begins with the world */
    size_t block_bytes; /* bytes that a caller's block would need for all of this */
    size_t taken;       /* bytes of trp__take that were not returned */

    trp__record_misuse_fn *record_misuse;
    void *recorder;
    trp__part *parts;   /* modules with state, in order of registration */
    uint64_t furthest;  /* the last tick from which the world was restored to an earlier one */
    uint32_t timeline;  /* number of restores */
    uint32_t histories; /* open histories: chunks are not returned */
    const char *tag;    /* the acting part, and its place in the source: see place.h */
    trp_place place;
};

/* Pool and slot of an actor. */
typedef struct trp__place {
    trp_pool *pool;
    uint32_t slot;
} trp__place;

/* The position of a walk in an age order: the entry that it visited last. */
typedef struct trp__position {
    int32_t at; /* its index in this version */
    uint32_t version;
    uint32_t stamp;
} trp__position;

/*
 * The policies, which pools have as pointers: a program links only those that it names.
 *
 * An age order (ages.c).
 */
struct trp__order {
    int32_t turn; /* 1: oldest first, -1: newest first */

    /* Bytes of the entries for this many slots; those of a pool's own segment, in this memory. */
    size_t (*bytes)(uint32_t slots);
    void (*init)(trp_pool *pool, unsigned char *memory, uint32_t slots);
    trp_result (*check_join)(trp_pool *draft, const char **detail); /* see join.c */
    void *(*take)(trp_world *world, const trp_pool *draft, const char **detail);
    void (*join)(trp_pool *pool);
    /* Room for this many slots in all joined pools. False: there is no memory. */
    bool (*fit)(trp_pool *segment, uint32_t slots);
    /* No more than the slots that there are now; without memory for fewer entries there stay
     * more. */
    void (*shrink)(trp_pool *segment);
    /* Returns entries outside of the pool's own block. */
    void (*release)(const trp_pool *segment);

    /* An actor enters the list as the youngest. An entry leaves it: the caller gives its cell and
     * its node another state. A listed actor has expired. */
    void (*append)(trp_pool *pool, uint32_t slot, trp__seat seat);
    void (*remove)(trp_pool *pool, int32_t at);
    void (*expire)(trp_pool *pool, uint32_t slot);
    /* A walk begins: drops the holes if there are many. Returns the stop before the first entry. */
    trp__entry *(*begin)(trp_pool *segment);
    /* Gives all entries new stamps, downward from this one. Returns the first unused stamp. */
    uint32_t (*renumber)(trp_pool *segment, uint32_t stamp);
    /* The entries of a restored segment: their number and, from old to young, their states. The
     * cells have no index yet. */
    void (*restore)(trp_pool *segment, const trp__listing *from, uint32_t count);

    /* Moves on to the next listed entry. NULL: at the end. O(1 + entries that left behind it),
     * after entries have moved O(log n). */
    const trp__entry *(*next)(const trp__ages *ages, trp__position *position);
    /* As trp__neighbour(). */
    trp__place (*beside)(trp_pool *pool, uint32_t slot, bool forward);
    /* The index of the oldest entry whose stamp is at most this one, which may be in a hole; or the
     * end. */
    int32_t (*from)(const trp__ages *ages, uint32_t stamp);
    /* Walks a segment for a frame. */
    void (*walk)(trp__frame *frame, trp_pool *segment);
    /* Moves on to the next actor, of one pool or of all (NULL), that was active before a walk began
     * and still is; NULL: the walk is over. */
    trp_actor *(*active)(trp__position *position, trp_pool *segment, const trp_pool *only,
                         uint32_t limit);
};

/* Pools of actors in the user's memory: their addresses by slot. */
struct trp__external {
    trp__far far;
    trp_order order; /* unless the desc names one */
    /* Notes the address of the actor of a slot; NULL: it never had one. */
    void (*put)(const trp_pool *pool, uint32_t slot, trp_actor *actor);
    /* The slot of the actor at this address, which need not be readable, or TRP__NONE. O(slots). */
    uint32_t (*find)(const trp_pool *pool, const trp_actor *actor);
};

/* What a full pool does. */
struct trp__full {
    const trp__far *far; /* of a pool that grows; NULL: it steals */
    bool by_age;         /* steals in age orders; otherwise in memory order */
    trp_result (*make_room)(trp_pool *pool);
};

#endif
