/**
 * @file exhaust.h All sequences of operations up to a depth, in tiny worlds of two pools and three
 * slots. The model (tests/model/rules) predicts the effects; expect.c makes its calls; real.c
 * executes the operations in a world; exhaust.c runs all sequences and compares.
 *
 * A step is an operation, possibly with a second one that its k-th callback executes (an update, a
 * visit, on_create or on_end).
 */
#ifndef TROUPE_TESTS_EXHAUST_H
#define TROUPE_TESTS_EXHAUST_H

#include "../rules/model.h"

#include "troupe/snapshot.h"

enum {
    NUMBERS = 4, /* of actors, at most */
    WRITTEN = 256,
    LIVES = 64,
    ARENA = 6144,
    SNAPSHOT = 4096
};

typedef enum kind {
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
    OP_ACTIVATE
} kind;

typedef struct op {
    kind what;
    uint32_t on; /* number of a pool or an actor */
} op;

typedef struct step {
    op first;
    uint32_t k; /* number of the callback that does `nested`; 0: none */
    op nested;
} step;

/** A tiny world. Actors are numbered through both pools. */
typedef struct plan {
    const char *name;
    trp_pool_desc pools[2]; /* capacity, order, policy */
    uint32_t actors[2];     /* how many there can be in each */
    bool joined, silent;    /* silent: no on_create, no on_end: fast paths are used */
} plan;

/** The log of a side for a step. */
typedef struct journal {
    uint32_t count, callbacks;
    uint32_t entry[WRITTEN];
} journal;

/** A life that has begun. */
typedef struct life {
    uint32_t number;
    uint32_t actor; /* in the model */
    uint32_t generation;
} life;

/** The data that the model's side changes. */
typedef struct model_side {
    model_world world;
    uint32_t known; /* a bit per number: its actor has lived */
    uint32_t lives;
    life life[LIVES];
} model_side;

/** The data that a sequence changes: it is copied before each step, and restored after it. */
typedef struct state {
    _Alignas(TRP_ALIGNMENT) unsigned char arena[ARENA];
    size_t used;
    trp_world *world;
    trp_pool *pools[2];
    trp_actor *at[NUMBERS];
    trp_actor outside[NUMBERS]; /* external actors */
    trp_region region;          /* of these */
    trp_handle handles[LIVES];
    uint32_t lives;
    model_side model;
} state;

extern state now;
extern const plan *world_plan;
extern step doing;
extern journal wrote, expected;

void note(journal *in, uint32_t entry);

/** The number of numbers. */
uint32_t all_numbers(void);
/** Whether this operation is possible in this world now. */
bool expect_has(op what);
void expect_begin(void);
void expect_do(op what);
/** Whether the library knows the actor of a number. An external actor that has left is known until
 * another one takes its slot. */
bool expect_is_known(uint32_t number);
/** The state of a number; FREE also if its actor is not known. */
slot_state expect_state(uint32_t number);
/** The active actors, in list order; their number. */
uint32_t expect_list(uint32_t *order);
bool expect_is_alive(const life *it);
/** The state of each actor, its life, the order of the list, and the next free slots; independent
 * of the operations that led there. */
uint64_t expect_hash(void);

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
