/**
 * @file real.h The library's side: repeats the calls of the model, and checks that the effects are
 * the recorded ones.
 */
#ifndef TROUPE_TESTS_FUZZ_REAL_H
#define TROUPE_TESTS_FUZZ_REAL_H

#include "../rules/model.h"
#include "trace.h"

#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/queue.h"
#include "troupe/snapshot.h"

enum {
    BLOCK = 2 << 20, /* bytes of the world without allocator */
    GROUP_ARRAY = 40
};

/** The actors' struct, and one with the node elsewhere. */
typedef struct unit {
    trp_actor actor;
    trp_box box;
    uint32_t tag;
    uint32_t doomed; /* value of is_expired */
} unit;

typedef struct crate {
    uint32_t number;
    uint32_t tag;
    trp_box box;
    trp_actor node;
    uint32_t doomed;
    uint32_t rest[3];
} crate;

typedef struct real_pool {
    trp_pool *pool;
    uint64_t repaired; /* nodes, counted by on_misuse */
    bool is_crate;
    bool is_external;
    uint32_t first_count;
    size_t stride;
    size_t offset;
    uint32_t chunk_first[CHUNKS + 1]; /* the first slot of each chunk */
    uint32_t chunk_end[CHUNKS + 1];
    unsigned char *chunks[CHUNKS + 1]; /* the node of that slot, if it is known */
} real_pool;

/* Handles that a group must contain, or must report as pruned. */
typedef struct real_group {
    trp_group group;
    trp_handle array[GROUP_ARRAY];
    bool tells; /* on_added makes calls */
    bool is_typed;
    trp_handle handles[ENTRIES * 2];
    uint32_t count;
} real_group;

typedef struct real_watcher {
    trp_watcher watcher;
    struct real_world *world;
    uint32_t number;
} real_watcher;

typedef struct real_world {
    trp_world *world;
    real_pool pools[POOLS];
    uint32_t pool_count;
    real_watcher watchers[WATCHERS];
    trp_family families[FAMILIES];
    real_group groups[GROUPS];
    trp_space *spaces[SPACES];
    trp_contacts *contacts[SPACES]; /* of each space */
    trp_timers *tables[TABLES];
    trp_queue *queue;
    unit guests[GUESTS];
    trp_region guests_region;
    const trp_context *tick; /* of the innermost update */
    bool starves;
    bool is_overwritten; /* some node may be */
    bool is_impossible;  /* a slot that was never used has another generation than the first */
    uint64_t repaired;
} real_world;

extern real_world the_worlds[WORLDS];

void real_begin(void);
/** Makes the recorded calls. */
void real_follow(void);
/** Makes them, restores the state before them, and makes them again, if possible. */
void real_follow_twice(void);
/** The number of such repetitions. */
uint64_t real_again_count(void);
/** Whether the worlds are equal. */
void real_compare(const model_world *w, bool everything);

/* real.c */
void expect(bool holds, const char *what, uint64_t expected, uint64_t found);
void expect_same(const char *what, uint64_t expected, uint64_t found);
real_world *real_of(const trp_world *world);
/** Repairs all overwritten nodes, if the next query trusts a node. */
void real_repair(real_world *w);
uint32_t real_pool_number(const real_world *w, const trp_pool *pool);
/** The pointer for a target. */
trp_actor *real_actor(target to);
/** Records the address of an actor that the library has returned, which must be this one. */
void real_meet(target to, const trp_actor *actor);
/** Forgets the addresses of empty chunks. */
void real_forget_chunks(real_world *w);
void real_learn(real_world *w, uint32_t pool);

/* real_time.c */
void real_make_queue(real_world *w);
void real_compare_time(const model_world *w);

/* real_hooks.c */
/** A callback: it must be the next recorded event. The record, and the calls in it, are
 * executed. */
const record *real_hook(const real_world *w, hook_kind hook, const trp_actor *actor);
/** Its end. */
void real_hook_end(void);
/** The next record, if it is of this kind. */
record *real_next(record_kind kind);
/** Makes the next calls. */
void real_calls_here(void);
uint32_t real_position(void);
void real_skip_to(uint32_t position);

trp_actor_fn real_update, real_update_in_space;
trp_update_pool_fn real_update_pool;
trp_draw_fn real_draw;
trp_test_fn real_is_expired_unit, real_is_expired_crate;
trp_actor_fn real_on_create;
trp_on_end_fn real_on_end;
trp_actor_fn real_visit;
trp_actor_fn real_found;
trp_watch_fn real_watch;
trp_on_misuse_fn real_on_misuse;
trp_actor_fn real_on_added;
trp_handle_fn real_on_pruned;
trp_pair_fn real_pair;
trp_contact_fn real_contact;

/* The calls */
#define REAL_CALL(name, weight, plan) void real_do_##name(real_world *w, const operation *op);
CALLS(REAL_CALL)
#undef REAL_CALL

/** Checks the result of a call. */
void real_answer(const operation *op, uint64_t found);
void real_answer_actor(const operation *op, const real_world *w, const trp_actor *found);

#endif
