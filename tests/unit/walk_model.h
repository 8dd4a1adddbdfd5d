/**
 * @file walk_model.h A plain, slow model of pools, lists and walks, written from the contract alone
 * (walk.h, actor.h, pool.h): arrays of numbers and loops over them. It runs in step with the
 * library: every call is made to both, and each walk of the model predicts the next event.
 *
 * Every life has its own number. Time is a counter that advances with each activation and each
 * beginning of a walk, so "before" is a compare.
 */
#ifndef TROUPE_TESTS_WALK_MODEL_H
#define TROUPE_TESTS_WALK_MODEL_H

#include "troupe/troupe.h"

#define MODEL_POOLS 6u
#ifndef MODEL_LIVES
#define MODEL_LIVES 2048u
#endif
#define MODEL_LISTED 512u /* in one segment */
#define MODEL_WALKS 16u
#define MODEL_SLOTS 256u
#define MODEL_NOBODY UINT32_MAX

typedef struct model_life
{
    trp_state state;
    uint32_t pool;
    uint32_t slot;
    uint32_t since; /* time of its last activation */
    bool woken;     /* it was asleep before, not unborn */
    bool dying;     /* its on_recycle is running */
} model_life;

typedef struct model_pool
{
    uint32_t segment;
    trp_order order;
    bool same_walk;
    bool updated;
    bool taken[MODEL_SLOTS];
} model_pool;

typedef enum model_kind
{
    MODEL_TICK,
    MODEL_FOR_EACH,
    MODEL_EACH
} model_kind;

typedef struct model_walk
{
    model_kind kind;
    uint32_t pool;    /* not in a tick */
    uint32_t segment; /* its present segment */
    uint32_t start;   /* time of its beginning */
    uint32_t entered; /* time when it entered this segment */
    int64_t position; /* place of the last actor that it reached */
    uint32_t current; /* the actor that is being visited */
} model_walk;

typedef enum model_event
{
    MODEL_END,
    MODEL_VISIT,
    MODEL_PRUNE
} model_event;

typedef struct model_step
{
    model_event event;
    uint32_t life;
} model_step;

typedef struct model
{
    model_pool pools[MODEL_POOLS];
    uint32_t pool_count, segment_count;
    model_life lives[MODEL_LIVES];
    uint32_t life_count;
    /* per segment: the listed actors (active or expired), in list order */
    uint32_t list[MODEL_POOLS][MODEL_LISTED];
    uint32_t list_count[MODEL_POOLS];
    uint32_t now;
    model_walk walks[MODEL_WALKS]; /* the last one is the innermost */
    uint32_t walk_count;
} model;

void model_reset(model *m);
/** `joins`: the number of the pool whose segment it shares, or MODEL_NOBODY. */
uint32_t model_add_pool(model *m, trp_order order, uint32_t joins, bool same_walk, bool updated);

/** A newborn; its number. */
uint32_t model_create(model *m, uint32_t pool, uint32_t slot);
/** The lowest free slot of a pool. */
uint32_t model_lowest_slot(const model *m, uint32_t pool);
/** Its on_recycle begins: it is in no list any more, its slot is not free yet. */
void model_die(model *m, uint32_t life);
/** Its on_recycle has ended. */
void model_gone(model *m, uint32_t life);
void model_expire(model *m, uint32_t life);
void model_sleep(model *m, uint32_t life);
void model_wake(model *m, uint32_t life);
/** The actor that a clear takes next, MODEL_NOBODY at its end. */
uint32_t model_clear_next(const model *m, uint32_t pool);

model_walk *model_walk_begin(model *m, model_kind kind, uint32_t pool);
/** The next step of the innermost walk. */
model_step model_walk_next(model *m);
/**
 * Whether the innermost walk may or may not prune this actor: it came too late to be visited and
 * has expired since, so this walk or the next one may reach it. If so, the walk is there now.
 */
bool model_prune_early(model *m, uint32_t life);
/** The innermost walk is over, or was left. */
void model_walk_end(model *m);
/** Whether one of the `below` outermost walks visits this one. */
bool model_is_current(const model *m, uint32_t life, uint32_t below);

#endif
