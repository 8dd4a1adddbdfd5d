/**
 * @file state.h A plain, slow model of worlds, written from the headers: arrays and loops. Actors
 * are numbers: a pool's first number plus the slot. References between objects are searched, not
 * stored.
 *
 * Time is a counter that advances with each activation and each beginning of a walk, so "before" is
 * a compare.
 *
 * The driver sets the sizes of all arrays (sizes.h). Between two calls a world has no addresses, so
 * it can be copied.
 */
#ifndef TROUPE_TESTS_MODEL_STATE_H
#define TROUPE_TESTS_MODEL_STATE_H

#include "plans.h"

#include "troupe/shrink.h"

typedef enum slot_state {
    MISSING, /* in a chunk that is not there */
    FREE,
    ACTIVE,
    ASLEEP,
    EXPIRED,
    LEAVING, /* its end is being notified */
    RETIRED
} slot_state;

typedef struct model_actor {
    uint8_t state;
    uint8_t pool;
    uint32_t slot;
    uint32_t generation;
    uint64_t since;   /* time of activation, for walks */
    uint64_t entered; /* time when it entered the list */
    uint32_t guest;   /* external pools: number of the guest */
    /* in its struct; these stay when it is gone */
    uint32_t tag;
    uint32_t box;
    bool doomed;
    uint64_t until;           /* pools with a lifetime, by their clock; 0: never */
    uint32_t numbers[SPACES]; /* in spaces, or NO_INDEX */
} model_actor;

typedef struct model_chunk {
    uint32_t first;
    uint32_t count;
    uint32_t generation; /* initial generation of its slots */
    bool is_there;
    bool is_known; /* the library has returned its address */
} model_chunk;

/* A watcher of a pool's or a world's events. */
typedef enum listener {
    LISTENS_USER,
    LISTENS_FAMILY,
    LISTENS_SPACE,
    LISTENS_END /* a family, group or space that waits for the end of the world */
} listener;

typedef struct model_watcher {
    uint8_t listener;
    uint8_t noun;
    uint8_t of; /* LISTENS_END: 0 family, 1 group, 2 space */
    unsigned events;
    uint64_t since; /* number of additions before it */
} model_watcher;

typedef struct model_chain {
    model_watcher watchers[CHAIN];
    uint32_t count;
} model_chain;

typedef struct model_pool {
    pool_plan plan;
    uint8_t order;
    uint8_t layer;
    uint8_t segment; /* the pool whose segment it shares, or itself */
    bool is_external;
    uint32_t first; /* of its actors */
    uint32_t base;  /* in handles */
    uint32_t capacity;
    uint32_t max_capacity;
    uint32_t first_count;
    uint32_t missing;
    uint32_t live, sleepers, expired, retired, peak;
    uint64_t created, refused, stolen, misuse;
    uint32_t barred;
    uint32_t hand;
    float scale;
    uint64_t clock;             /* of a lifetime, in ticks */
    model_chunk chunks[CHUNKS]; /* the further ones */
    uint32_t chunk_count;
    bool is_known; /* the first chunk's address is known */
    uint32_t spare_count;
    uint32_t listed; /* segments: how long the list is */
    uint64_t ticked;
    bool was_updated; /* then */
    trp_shrinking rule;
    float low_for;
    model_chain chain;
} model_pool;

typedef struct model_layer {
    uint8_t segments[POOLS];
    uint32_t count;
    bool enabled;
    bool visible;
    bool passed; /* by the tick in progress */
    float scale;
} model_layer;

/* A walk that calls back. */
typedef struct model_frame {
    struct model_frame *up;
    uint32_t open_walks;
    uint64_t start;
    uint64_t limit; /* in its present segment: what enters the list later is not visited */
    uint32_t current;
    uint32_t segment; /* its present segment, or POOLS */
    bool keeps;       /* prunes nothing */
    uint32_t only;    /* this pool's actors, or POOLS: a tick, a layer */
    operation *sifts; /* trp_pool_recycle_if() and similar calls */
    /* a tick */
    bool is_tick;
    bool updates;
    float unscaled_dt;
    float dt; /* multiplied by the scales of world and layer */
    uint32_t layer;
    uint32_t tick_pool;
    float tick_dt; /* multiplied by the pool's as well */
} model_frame;

/* A trp_each in progress. */
typedef struct model_each {
    struct model_each *up;
    uint32_t pool;
} model_each;

typedef struct relation {
    uint32_t child;
    uint32_t parent;
    uint64_t serial;
} relation;

typedef struct model_family {
    bool is_made;
    bool orphans;
    bool has[POOLS];
    uint32_t room[POOLS]; /* slots that can have relations */
    uint64_t serial;
    uint32_t walks;
    uint32_t cascades;             /* ends of parents in progress */
    relation relations[RELATIONS]; /* in order of attachment */
    uint32_t count;
} model_family;

/* What happens to an actor in the path of a cascade. */
typedef enum end_way {
    END_DESCENDS, /* it is recycled when nothing is left below it */
    END_RECYCLES, /* it is being recycled */
    END_EXPIRES
} end_way;

typedef struct model_doom {
    uint32_t actor;
    uint8_t family;   /* by which it is in the path */
    uint32_t cascade; /* the number of the cascade */
    end_way way;
    uint64_t serials[FAMILIES]; /* of the children that the cascade came to last */
} model_doom;

typedef struct model_entry {
    uint32_t actor;
    uint32_t generation;
    bool is_removed;
} model_entry;

typedef struct model_group {
    bool is_made;
    group_plan plan;
    model_entry entries[ENTRIES]; /* including dead and removed ones, until they are pruned */
    uint32_t count;
    uint32_t kept;  /* entries after the last pruning */
    uint32_t walks; /* of this epoch */
    uint32_t epoch;
} model_group;

typedef struct model_member {
    bool is_in;
    bool is_hidden;
    bool is_new;    /* it entered or woke in a pass, which does not find it */
    bool has_moved; /* in a pass: its box is read after it */
    uint32_t actor;
    uint32_t category;
    uint32_t mask;
    uint32_t next_category; /* after the passes in progress */
    uint32_t next_mask;
    trp_box box;
} model_member;

typedef struct model_contact {
    uint32_t low, high; /* actors */
    trp_handle a, b;
} model_contact;

typedef struct model_space {
    bool is_made;
    uint32_t made; /* ticks read spaces in this order */
    space_plan plan;
    bool has[POOLS];
    bool manual_add[POOLS];
    uint32_t category[POOLS];
    uint32_t mask[POOLS];
    uint32_t slots[POOLS]; /* that it has arrays for */
    uint32_t capacity;
    uint32_t passes;
    bool contacting;
    uint64_t refused, missed;
    bool full_is_reported;
    model_member members[MEMBERS];
    model_contact contacts[CONTACTS];
    uint32_t contact_count;
} model_space;

/* A timer that runs, or did until its actor ended. */
typedef struct model_timer {
    uint32_t actor;
    uint32_t generation;
    uint64_t due;
    uint64_t every; /* 0: once */
} model_timer;

typedef struct model_timers {
    bool is_made;
    bool calls;
    uint8_t pool;
    uint8_t clock;
    uint8_t due;
    uint32_t serial; /* time of its creation */
    uint32_t room;   /* slots */
    uint64_t now;    /* ticks, or 2^-32 seconds */
    model_timer timers[TIMERS];
    uint32_t count;
} model_timers;

typedef struct model_world {
    uint8_t number;
    uint32_t id;
    model_pool pools[POOLS];
    uint32_t pool_count;
    model_layer layers[LAYERS];
    uint8_t places[LAYERS]; /* the layer at each place */
    uint32_t pages;         /* of handle indices, used */
    uint32_t actor_count;
    uint64_t clock;
    uint64_t ticks;
    uint64_t misuse;
    trp_result last;
    float scale;
    bool ticking, drawing, ending;
    bool starves; /* the allocator returns nothing */
    uint32_t calls;
    uint32_t layer_walks;
    uint32_t reordered;
    uint32_t open_walks, lost_walks;
    model_frame *frames;
    const model_frame *updating; /* the tick of the innermost running update */
    model_each *eaches;
    model_chain chain;
    uint64_t watches;
    uint8_t watching[WATCHERS]; /* a pool, POOLS: the world, POOLS + 1: none */
    unsigned events[WATCHERS];
    uint8_t hooks[POOLS]; /* pools with a shrinking rule, in order */
    uint32_t hook_count;
    struct {
        uint32_t actor; /* or NO_INDEX */
        uint8_t pool;   /* its pool, or its last one */
        bool has_left;  /* its memory is unchanged */
        uint32_t last;  /* its last or present actor */
    } guests[GUESTS];
    model_family families[FAMILIES];
    model_doom ends[ACTORS]; /* the paths of all cascades, the innermost last */
    uint32_t end_count;
    uint32_t cascades;
    model_group groups[GROUPS];
    model_space spaces[SPACES];
    uint32_t spaces_made;
    model_timers tables[TABLES];
    uint32_t tables_made;
    uint32_t posted[EVENTS];
    uint32_t event_count;
    bool playing;
    uint32_t block_pieces; /* pieces of the caller's block: bounded, since not all return */
    trp_handle old[OLD];
    uint32_t old_count;
    uint32_t lists[POOLS][LISTED]; /* segments, in list order */
    uint32_t spares[ACTORS];       /* by pool->first: free slots, the next one last */
    model_actor actors[ACTORS];
} model_world;

#endif
