/**
 * @file joined_scene.h Pools of things that share a segment, the oldest first, without anything to
 * notify.
 */
#ifndef TROUPE_TESTS_JOINED_SCENE_H
#define TROUPE_TESTS_JOINED_SCENE_H

#include "ledger.h"

#define MOST_POOLS 18u

typedef struct joined_scene {
    trp_world *world;
    trp_pool *pools[MOST_POOLS]; /**< the others join the first one */
    uint32_t pool_count;
} joined_scene;

extern joined_scene joined;

/** The desc of such a pool. Its update logs the id. */
trp_pool_desc joined_scene_desc(uint32_t capacity);
/** Makes a world with `count` pools for 20 things, and things 0, 1, ... in turn in each of them.
 * The log is empty afterwards. */
void joined_scene_begin(uint32_t count, uint32_t things);
/** The same in a world that exists, with pools of this desc. */
void joined_scene_begin_as(trp_pool_desc desc, uint32_t count, uint32_t things);
/** Creates a thing in a pool. */
thing *joined_scene_born(uint32_t number, uint32_t id);
/** The thing with this id, or NULL. */
thing *joined_scene_find(uint32_t id);
/** Recycles the thing with this id. */
void joined_scene_end(uint32_t id);
/** A tick in which each update also calls this. The world must be valid afterwards. */
void joined_scene_tick(void (*also)(thing *self, const trp_context *tick));

#endif
