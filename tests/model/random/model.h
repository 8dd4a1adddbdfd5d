/**
 * @file model.h A plain, slow model of worlds, written from the headers: arrays and loops. Actors
 * are numbers: a pool's first number plus the slot. References between objects are searched, not
 * stored.
 *
 * Time is a counter that advances with each activation and each beginning of a walk, so "before" is
 * a compare.
 */
#ifndef TROUPE_TESTS_FUZZ_MODEL_H
#define TROUPE_TESTS_FUZZ_MODEL_H

#include "plans.h"

enum
{
    ACTORS = 6400, /* slots of all pools of a world, at most */
    LISTED = 4600, /* in a segment */
    CHUNKS = 4,
    RELATIONS = 256,
    MEMBERS = 32, /* of a space */
    CONTACTS = 64,
    ENTRIES = 512, /* of a roster */
    CHAIN = 24,
    TIMERS = 48, /* of a table, that are remembered */
    OLD = 16     /* handles that are remembered */
};

typedef enum slot_state
{
    MISSING, /* in a chunk that is not there */
    FREE,
    ACTIVE,
    ASLEEP,
    EXPIRED,
    LEAVING, /* its end is being notified */
    RETIRED
} slot_state;

typedef struct model_actor
{
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
    uint32_t numbers[SPACES]; /* in spaces, or NOBODY */
} model_actor;

typedef struct model_chunk
{
    uint32_t first;
    uint32_t count;
    uint32_t generation; /* initial generation of its slots */
    bool is_there;
    bool is_known; /* the library has returned its address */
} model_chunk;

/* A watcher of a pool's or a world's events. */
typedef enum listener
{
    LISTENS_USER,
    LISTENS_FAMILY,
    LISTENS_SPACE,
    LISTENS_END /* a family, roster or space that waits for the end of the world */
} listener;

typedef struct model_watcher
{
    uint8_t listener;
    uint8_t noun;
    uint8_t of; /* LISTENS_END: 0 family, 1 roster, 2 space */
    unsigned events;
    uint64_t since; /* number of additions before it */
} model_watcher;

typedef struct model_chain
{
    model_watcher watchers[CHAIN];
    uint32_t count;
} model_chain;

typedef struct model_pool
{
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

typedef struct model_layer
{
    uint8_t segments[POOLS];
    uint32_t count;
    bool enabled;
    bool visible;
    bool passed; /* by the tick in progress */
    float scale;
} model_layer;

/* A walk that calls back. */
typedef struct model_frame
{
    struct model_frame *up;
    uint32_t open_walks;
    uint64_t start;
    uint32_t current;
    uint32_t segment; /* its present segment, or POOLS */
    bool keeps;       /* prunes nothing */
    uint32_t only;    /* this pool's actors, or POOLS: a tick, a layer */
    operation *sifts; /* trp_recycle_if() and similar calls */
    /* a tick */
    bool is_tick;
    bool updates;
    bool asks;
    float unscaled_dt;
    float dt; /* multiplied by the scales of world and layer */
    uint32_t layer;
    uint32_t tick_pool;
    float tick_dt; /* multiplied by the pool's as well */
} model_frame;

/* A trp_each in progress. */
typedef struct model_each
{
    struct model_each *up;
    uint32_t pool;
} model_each;

typedef struct relation
{
    uint32_t child;
    uint32_t parent;
    uint64_t serial;
} relation;

typedef struct model_family
{
    bool is_made;
    bool orphans;
    bool has[POOLS];
    uint32_t room[POOLS]; /* slots that can have relations */
    uint64_t serial;
    uint32_t walks;
    uint32_t cascades;
    relation relations[RELATIONS]; /* in order of attachment */
    uint32_t count;
    struct
    {
        uint32_t actor;
        uint32_t generation;
    } expiring[64]; /* actors that cascades are expiring now */
    uint32_t expiring_count;
} model_family;

typedef struct model_entry
{
    uint32_t actor;
    uint32_t generation;
    uint64_t serial;
} model_entry;

typedef struct model_roster
{
    bool is_made;
    roster_plan plan;
    uint64_t serial;
    model_entry entries[ENTRIES]; /* including dead ones, until a call finds them */
    uint32_t count;
} model_roster;

typedef struct model_member
{
    bool is_in;
    bool is_hidden;
    uint32_t actor;
    uint64_t since;
    uint32_t category;
    uint32_t mask;
    trp_box box;
} model_member;

typedef struct model_contact
{
    uint32_t low, high;
    trp_handle a, b;
} model_contact;

typedef struct model_space
{
    bool is_made;
    space_plan plan;
    bool has[POOLS];
    bool by_hand[POOLS];
    uint32_t category[POOLS];
    uint32_t mask[POOLS];
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
typedef struct model_timer
{
    uint32_t actor;
    uint32_t generation;
    uint64_t due;
    uint64_t every; /* 0: once */
} model_timer;

typedef struct model_timers
{
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

typedef struct model_world
{
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
    struct
    {
        uint32_t actor; /* or NOBODY */
        uint8_t pool;   /* its pool, or its last one */
        bool has_left;  /* its memory is unchanged */
        uint32_t last;  /* its last or present actor */
    } guests[GUESTS];
    model_family families[FAMILIES];
    model_roster rosters[ROSTERS];
    model_space spaces[SPACES];
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

extern model_world the_models[WORLDS];

/* model_world.c */
void model_reset(void);
/** A misuse; `pool` may be POOLS: none. */
trp_result model_misuse(model_world *w, uint32_t pool, trp_result result);
void model_end(model_world *w);
bool model_is_time(float value);
/** A callback: it makes further calls according to the bytes. */
void model_call(record at);
record model_hook(const model_world *w, hook_kind hook, uint32_t actor);
target model_target(const model_world *w, uint32_t actor);
trp_handle model_handle(const model_world *w, uint32_t actor);
uint32_t model_get(const model_world *w, trp_handle handle);

/* model_pool.c */
model_pool *model_pool_of(model_world *w, uint32_t actor);
bool model_grow(model_world *w, uint32_t pool, trp_result *why);
/** An actor's place in the list. */
uint32_t model_place(const model_world *w, uint32_t segment, uint32_t actor);
void model_enlist(model_world *w, uint32_t actor);
void model_unlist(model_world *w, uint32_t actor);
bool model_is_listed(const model_world *w, uint32_t actor);
/** Empty chunks may have been returned: the harness forgets their addresses. */
void model_forget_chunks(model_world *w);
/** Whether the harness knows the address of a slot. */
bool model_is_known(const model_world *w, uint32_t actor);
/** Takes a free slot, or returns NOBODY. */
uint32_t model_take_free(model_world *w, uint32_t pool);
void model_give_free(model_world *w, uint32_t actor);

/* model_life.c */
typedef struct model_place_found
{
    trp_result result;
    uint32_t actor; /* NOBODY: none */
    uint32_t pool;  /* POOLS: none */
} model_place_found;
model_place_found model_locate(const model_world *w, target to);
/** The checks at the start of every call that changes an actor. */
trp_result model_enter(model_world *w, target to, uint32_t *actor);
bool model_is_alive(const model_world *w, uint32_t actor);
void model_depart(model_world *w, uint32_t actor, trp_reason reason);
void model_leave(model_world *w, uint32_t actor, trp_reason reason);
trp_result model_recycle(model_world *w, target to);
trp_result model_expire(model_world *w, target to);
trp_result model_expire_actor(model_world *w, uint32_t actor);
void model_clear(model_world *w, uint32_t pool, trp_reason reason);

/* model_create.c */
typedef struct model_source
{
    enum
    {
        FROM_POOL,  /* the prototype, or zeros */
        FROM_GIVEN, /* a struct of the harness */
        FROM_ACTOR
    } from;
    uint32_t actor;
} model_source;
/** `init`: calls back between linking and notification. `born`: whether a life began. */
uint32_t model_create(model_world *w, uint32_t pool, model_source source, bool is_optional,
                      bool init, bool *born);
uint32_t model_renew(model_world *w, target to);

/* model_full.c */
trp_result model_make_room(model_world *w, uint32_t pool);

/* model_shrink.c */
void model_after_tick(model_world *w, float dt);

/* model_watch.c */
void model_tell(model_world *w, uint32_t pool, uint32_t actor, trp_event event, trp_reason reason);
bool model_hears(const model_world *w, uint32_t pool, unsigned event);
void model_tell_end(model_world *w);
void model_listen(model_world *w, model_chain *chain, model_watcher watcher);
/** Removes all of these. */
void model_ignore(model_chain *chain, listener kind, uint32_t noun, uint32_t of);

/* model_walk.c */
void model_push(model_world *w, model_frame *frame);
void model_pop(model_world *w, model_frame *frame);
bool model_is_current(const model_frame *frame, uint32_t actor);
void model_walk_segment(model_world *w, model_frame *frame, uint32_t segment);
void model_draw_segment(model_world *w, uint32_t segment, uint32_t layer);
/** Whether a trp_each is in that segment. */
bool model_is_in_each(const model_world *w, uint32_t segment);

/* model_family.c */
uint32_t model_parent(const model_family *family, uint32_t actor);
/** The child of that parent that was attached next after that serial, or NOBODY. */
const relation *model_next_child(const model_family *family, uint32_t parent, uint64_t serial);
void model_family_told(model_world *w, uint32_t family, uint32_t actor, trp_event event);
void model_family_end(model_world *w, uint32_t family);

/* model_roster.c */
bool model_is_member(const model_world *w, const model_entry *entry);
uint32_t model_roster_count(const model_world *w, const model_roster *roster);

/* model_time.c */
/** At the start of a tick: clocks move, timers fire. */
void model_fire_timers(model_world *w, float dt);
/** After a tick. */
void model_play_events(model_world *w);
/** Whether the timer of an actor runs, and the time left. */
const model_timer *model_timer_of(const model_world *w, uint32_t table, uint32_t actor);

/* model_space.c */
void model_space_told(model_world *w, uint32_t space, uint32_t actor, trp_event event);
uint32_t model_space_count(const model_space *space);

/* model_space_pairs.c */
/** A pass: its frames keep its current actors from being stolen. */
typedef struct model_pass
{
    model_frame a;
    model_frame b;
    model_space *space;
    uint64_t start;
} model_pass;
void model_begin_pass(model_world *w, model_space *space, model_pass *now);
void model_end_pass(model_world *w, model_pass *now);
/** Whether an answer is still a member, without interruption. */
bool model_has_stayed(const model_pass *now, uint32_t number);

/* model_area.c: shapes, by plain arithmetic */
typedef struct model_edges
{
    float left, top, right, bottom;
} model_edges;
bool model_edges_of(trp_box box, model_edges *edges);
bool model_touch(trp_box a, trp_box b);
/** Whether it is a valid area; `edges` around it. */
bool model_can_ask(trp_area area, model_edges *edges);
bool model_answers(trp_area area, const model_edges *around, trp_box box);
/** The square of the distance. */
double model_distance(float x, float y, trp_box box);
/** The place of the touch along a sweep; above 1: never. */
float model_sweep_at(trp_area sweep, trp_box box);

/* operations.c */
/** Makes as many calls as the bytes say, in a callback. */
void operations_nested(void);

/* The calls of the model: they fill in the expected results. */
#define MODEL_CALL(name, weight, plan) void model_do_##name(model_world *w, operation *op);
CALLS(MODEL_CALL)
#undef MODEL_CALL

#endif
