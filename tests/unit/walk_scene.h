/**
 * @file walk_scene.h A world with the walk model. Each call here is made to both; each callback of
 * the library is checked against the prediction of the model.
 */
#ifndef TROUPE_TESTS_WALK_SCENE_H
#define TROUPE_TESTS_WALK_SCENE_H

#include "walk_model.h"

/** The pools of a scene. */
enum
{
    SCENE_BEFORE,  /* comes before the subject */
    SCENE_SUBJECT, /* the one that is walked */
    SCENE_OTHER,   /* joined scenes: shares the subject's segment; otherwise comes after it */
    SCENE_BEHIND,  /* in memory order */
    SCENE_STILL,   /* has no update */
    SCENE_POOLS
};

#define SCENE_CAPACITY 160u

typedef struct scene_kind
{
    const char *name;
    trp_order order;
    bool same_walk;
    bool joined;
    bool silent; /* no on_create, no on_recycle: the library may use its fast paths */
} scene_kind;

enum
{
    SCENE_KINDS = 8
};
extern const scene_kind scene_kinds[SCENE_KINDS];

/** Actions besides checking; NULL: none. */
typedef struct scene_hooks
{
    void (*visited)(uint32_t life);
    void (*born)(uint32_t life);
    void (*dying)(uint32_t life);
    bool (*leaves)(void); /* whether a trp_each is left with break now */
} scene_hooks;

extern scene_hooks scene;

/** A new world with its pools, all empty; resets the hooks. */
trp_world *scene_set_up(const scene_kind *kind);
trp_world *scene_world(void);
const model *scene_model(void);

/** The newborn's number; MODEL_NOBODY if the pool is full or being cleared, or if its life ended at
 * birth. */
uint32_t scene_create(uint32_t pool);
void scene_recycle(uint32_t life);
void scene_expire(uint32_t life);
void scene_sleep(uint32_t life);
void scene_wake(uint32_t life);
void scene_clear(uint32_t pool);
void scene_walk(model_kind kind, uint32_t pool);

bool scene_is_clearing(uint32_t pool);
/** Whether a trp_each is in progress in this age-ordered pool: nothing may be created or woken. */
bool scene_is_closed(uint32_t pool);
bool scene_in_tick(void);

/** The world's list, states and counts are the model's, and the world is valid. */
void scene_compare(void);

#endif
