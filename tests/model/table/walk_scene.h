/**
 * @file walk_scene.h A world beside the reference model (tests/model/rules). Each outermost call
 * here is first made to the model. Where the library would call back, the hooks make further calls,
 * to the model too, and all of this is written down: calls, callbacks and results, in order. Then
 * the library makes the same calls, and must produce exactly what is written.
 *
 * The hooks and the functions below see the model's world, as it is at that moment. Each life has
 * its own number, in order of birth.
 */
#ifndef TROUPE_TESTS_WALK_SCENE_H
#define TROUPE_TESTS_WALK_SCENE_H

#include "troupe/troupe.h"

/** The pools of a scene. */
enum {
    SCENE_BEFORE,  /* comes before the subject */
    SCENE_SUBJECT, /* the one that is walked */
    SCENE_OTHER,   /* joined scenes: shares the subject's segment; otherwise comes after it */
    SCENE_AFTER,   /* in memory order */
    SCENE_STILL,   /* has no update */
    SCENE_POOLS
};

/** Slots of each of the first three pools, and the most lives of a world. A small machine has
 * fewer. */
#ifndef SCENE_CAPACITY
#define SCENE_CAPACITY 160u
#endif
#ifndef SCENE_LIVES
#define SCENE_LIVES 2048u
#endif
#define SCENE_NONE UINT32_MAX

typedef struct scene_kind {
    const char *name;
    uint8_t order; /* PLAN_ORDER_* */
    bool same_walk;
    bool joined;
    bool silent; /* no on_create, no on_end: the library may use its fast paths */
} scene_kind;

enum { SCENE_KINDS = 8 };
extern const scene_kind scene_kinds[SCENE_KINDS];

typedef enum scene_walk_kind { SCENE_TICK, SCENE_FOR_EACH, SCENE_EACH } scene_walk_kind;

/** Calls that callbacks make; NULL: none. */
typedef struct scene_hooks {
    void (*visited)(uint32_t life);
    void (*born)(uint32_t life);
    void (*dying)(uint32_t life);
    bool (*leaves)(void); /* whether a trp_each is left with break now */
} scene_hooks;

extern scene_hooks scene;

/** A new world with its pools, all empty; resets the hooks. */
trp_world *scene_set_up(const scene_kind *kind);
trp_world *scene_world(void);

/** The newborn's number; SCENE_NONE if the pool is full or being cleared, or if its life ended at
 * birth. */
uint32_t scene_create(uint32_t pool);
void scene_recycle(uint32_t life);
void scene_expire(uint32_t life);
void scene_sleep(uint32_t life);
void scene_wake(uint32_t life);
void scene_clear(uint32_t pool);
/** `pool`: not of a tick. */
void scene_walk(scene_walk_kind kind, uint32_t pool);

/** How many lives have begun in this world. */
uint32_t scene_lives(void);
/** TRP_STATE_FREE also while its end is being notified. */
trp_state scene_state(uint32_t life);
uint32_t scene_pool_of(uint32_t life);
/** The number-th active one of a pool, in list order, or SCENE_NONE. */
uint32_t scene_active(uint32_t pool, uint32_t number);
uint32_t scene_active_count(uint32_t pool);
/** The actors in the list of a pool and of those that are joined with it. */
uint32_t scene_listed(uint32_t pool);

bool scene_is_clearing(uint32_t pool);
bool scene_in_tick(void);
/** How many walks are in progress, and the actor that one of them visits now, or SCENE_NONE. */
uint32_t scene_walks(void);
uint32_t scene_visited(uint32_t walk);

/** The world's list, states, handles and counts are the model's, and the world is valid. */
void scene_compare(void);

#endif
