/**
 * @file exhaust.h All sequences of operations up to a depth, in tiny worlds of two pools and three
 * slots. model.c predicts the effects, by arrays and loops (with model_life.c); real.c executes the
 * operations in a world; exhaust.c runs all sequences and compares.
 *
 * A step is an operation, possibly with a second one that its k-th callback executes (an update, a
 * visit, on_create or on_recycle).
 */
#ifndef TROUPE_TESTS_EXHAUST_H
#define TROUPE_TESTS_EXHAUST_H

#include "troupe/troupe.h"

enum
{
    ACTORS = 4, /* at most */
    ENTRIES = 256,
    LIVES = 64,
    ARENA = 6144,
    SNAPSHOT = 4096
};

typedef enum kind
{
    OP_NONE,
    OP_CREATE,   /* pool; external: OP_ADOPT */
    OP_OPTIONAL, /* pool */
    OP_ADOPT,    /* actor */
    OP_CLEAR,    /* pool */
    OP_EACH,     /* pool */
    OP_TICK,
    OP_RECYCLE, /* actor, as for all that follow */
    OP_EXPIRE,
    OP_DEACTIVATE,
    OP_ACTIVATE,
    OP_RENEW
} kind;

typedef struct op
{
    kind what;
    uint32_t on; /* number of a pool or an actor */
} op;

typedef struct step
{
    op first;
    uint32_t k; /* number of the callback that does `nested`; 0: none */
    op nested;
} step;

/** A tiny world. Actors are numbered through both pools. */
typedef struct plan
{
    const char *name;
    trp_pool_desc pools[2]; /* capacity, order, policy */
    uint32_t actors[2];     /* how many there can be in each */
    bool joined, silent;    /* silent: no on_create, no on_recycle: fast paths are used */
} plan;

/** The log of a side for a step. */
typedef struct journal
{
    uint32_t count, callbacks;
    uint32_t entry[ENTRIES];
} journal;

typedef enum place
{
    FREE,
    ACTIVE,
    ASLEEP,
    EXPIRED,
    LEAVING
} place;

typedef struct model_actor
{
    place at;
    bool is_known; /* has lived once */
    uint32_t pool, slot;
    int32_t key;   /* the list is in the order of keys */
    uint32_t born; /* by the clock */
} model_actor;

typedef struct model_pool
{
    uint32_t capacity, barred, hand;
    uint32_t spare[ACTORS], spares; /* age orders: free slots, the last is the next */
    uint32_t created, recycled, refused, stolen;
    uint32_t generation[ACTORS];
} model_pool;

typedef struct model_life
{
    uint32_t actor, pool, slot, generation;
} model_life;

typedef struct model
{
    model_actor actors[ACTORS];
    model_pool pools[2];
    int32_t keys;
    uint32_t clock, lives;
    bool ticking;
    model_life life[LIVES];
} model;

/** The data that a sequence changes: it is copied before each step, and restored after it. */
typedef struct state
{
    _Alignas(TRP_ALIGNMENT) unsigned char arena[ARENA];
    size_t used;
    trp_world *world;
    trp_pool *pools[2];
    trp_actor *at[ACTORS];
    trp_actor outside[ACTORS]; /* external actors */
    trp_region region;         /* of these */
    trp_handle handles[LIVES];
    uint32_t lives;
    model model;
} state;

extern state now;
extern const plan *world_plan;
extern step doing;
extern journal wrote, expected;

void note(journal *in, uint32_t entry);

/** Whether this operation is possible in this world now. */
bool model_has(op what);
void model_begin(void);
void model_do(op what);
/** The active actors, in list order; their number. */
uint32_t model_list(uint32_t *order);
bool model_is_alive(const model_life *life);
uint64_t model_hash(void);

void real_begin(void);
void real_do(op what);
/** NULL, or a difference from the model. */
const char *real_differs(void);
/** A snapshot of the world; and a restore: the model, the handles and the known actors are those of
 * `then`. */
void real_save(unsigned char *snapshot);
bool real_restore(const unsigned char *snapshot, const state *then);

#define EVENT(what, actor, more) (1000u * (what) + 100u * (more) + (actor))
#define RESULT(result) (500000u + (uint32_t)(result))

#endif
