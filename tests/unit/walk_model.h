/**
 * @file walk_model.h
 * A plain, slow model of pools, lists and walks, written from the contract alone (walk.h, actor.h,
 * pool.h): arrays of numbers and loops over them. It is driven in step with the library: whatever
 * is done there is done here, and each walk here says what the next thing is that must happen.
 *
 * Every life has a number of its own. Time is a counter that moves with each activation and each
 * beginning of a walk, so that "before" is a comparison.
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
    uint32_t since; /* when it was last activated */
    bool woken;     /* it was asleep before that, not unborn */
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
    uint32_t segment; /* where it stands */
    uint32_t start;   /* when it began */
    uint32_t entered; /* when it came into this segment */
    int64_t position; /* the place of the last one that it came to */
    uint32_t current; /* who is being visited */
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
    /* per segment: who is in the list (active or expired), in list order */
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
/** The lowest slot of a pool that nobody has. */
uint32_t model_lowest_slot(const model *m, uint32_t pool);
/** Its on_recycle begins: it is in no list any more, its slot is not free yet. */
void model_die(model *m, uint32_t life);
/** Its on_recycle has ended. */
void model_gone(model *m, uint32_t life);
void model_expire(model *m, uint32_t life);
void model_sleep(model *m, uint32_t life);
void model_wake(model *m, uint32_t life);
/** Whom a clear takes next, MODEL_NOBODY at its end. */
uint32_t model_clear_next(const model *m, uint32_t pool);

model_walk *model_walk_begin(model *m, model_kind kind, uint32_t pool);
/** What the innermost walk does next. */
model_step model_walk_next(model *m);
/**
 * Whether the innermost walk is free to prune this one: it came too late to be visited and has
 * expired since, so that it does not matter whether this walk or the next one comes by. If so, the
 * walk stands there now.
 */
bool model_prune_early(model *m, uint32_t life);
/** The innermost walk is over, or was left. */
void model_walk_end(model *m);
/** Whether one of the `below` outermost walks visits this one. */
bool model_is_current(const model *m, uint32_t life, uint32_t below);

#endif
