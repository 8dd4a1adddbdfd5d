/**
 * @file hash_scene.h The world of the run: pools of all orders and policies, families, groups,
 * systems and watchers, whose callbacks are added to the sum and may call anything.
 */
#ifndef TROUPE_TESTS_HASH_SCENE_H
#define TROUPE_TESTS_HASH_SCENE_H

#include "hash.h"

#include "troupe/family.h"
#include "troupe/group.h"
#include "troupe/system.h"

enum {
    HASH_PLAIN, /* no callbacks: the library uses its fast paths */
    HASH_GROWS,
    HASH_NEWEST,
    HASH_STEALS,
    HASH_JOINS,
    HASH_NEXT,
    HASH_OUTSIDE,
    HASH_SAME_WALK,
    HASH_COPIES, /* of a prototype */
    HASH_FIXED,  /* number of pools that are created at first */
    HASH_POOLS = HASH_FIXED + 2,
    HASH_OUTSIDERS = 6
};

typedef struct hash_unit {
    uint32_t id;
    trp_actor actor;
    trp_box box;
    unsigned char tail[5];
} hash_unit;

typedef struct hash_scene {
    trp_world *world;
    trp_world *other; /* with only a few actors */
    trp_pool *pools[HASH_POOLS];
    uint32_t pool_count;
    trp_pool *strangers; /* of the other world */
    trp_family family;
    trp_group groups[2];
    trp_system systems[2];
    trp_watcher passer_by;
    hash_unit outsiders[HASH_OUTSIDERS];
    bool lonely; /* without systems and watchers of the world */
    bool ending;
    bool quiet;            /* callbacks call nothing */
    uint32_t inline_walks; /* loops in progress */
} hash_scene;

extern hash_scene here;

void hash_scene_begin(uint32_t number);
void hash_scene_end(void);

/** The world's memory: see trp_allocator. */
void hash_arena_clear(void);
void *hash_arena_take(size_t size, void *arg);
void hash_arena_give(void *memory, size_t size, void *arg);

/** Adds the actor's identity to the sum. */
void hash_actor(const trp_actor *actor);
/** Adds a result. */
void hash_result(trp_result result);

/** Updates the actors of the pool that are near a point. */
void hash_update_near(trp_pool *pool, const trp_context *in, trp_actor_fn *update);

trp_pool *hash_any_pool(void);
/** Any actor, or NULL if none is found. */
trp_actor *hash_any_actor(void);
/** A box with a typical size and position. */
trp_box hash_any_box(void);
/** Calls something from time to time. */
void hash_maybe_call(void);

void hash_make_pool(uint32_t layer);
void hash_make_family(void);
void hash_make_group(trp_group *group);

#endif
