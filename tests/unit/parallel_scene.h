/**
 * @file parallel_scene.h A pool of motes and one of sparks, whose updates do the same in parts or
 * at once; and ways to run parts.
 */
#ifndef TROUPE_TESTS_PARALLEL_SCENE_H
#define TROUPE_TESTS_PARALLEL_SCENE_H

#include "stage.h"

typedef struct mote {
    trp_actor actor;
    uint32_t born; /* number of its parent */
    uint32_t sum;  /* sum of all values that it has read */
    trp_time until;
    uint32_t spare;
} mote;

/** How the motes are updated. */
typedef enum way {
    WAY_EACH,   /**< by an update_pool with a trp_each, without parts */
    WAY_UPDATE, /**< by an update, without parts */
    WAY_PARTS
} way;

/** Actions of an update besides moving. */
enum {
    ENDS = 1,    /**< it recycles itself */
    EXPIRES = 2, /**< it expires itself */
    BEARS = 4,   /**< motes and sparks */
    HUNTS = 8,   /**< it ends others, by handle */
    CALLS = 16   /**< it calls later */
};

typedef struct parallel_scene {
    trp_world *world;
    trp_pool *motes;
    trp_pool *sparks;
    uint32_t called; /**< result of the later calls */
} parallel_scene;

extern parallel_scene motley;

/** The settings of a scene. */
typedef struct scene_desc {
    way how;
    unsigned may;            /**< ENDS and so on */
    trp_pool_desc motes;     /**< further settings of that pool */
    trp_parallel_desc parts; /**< WAY_PARTS: without the update */
} scene_desc;

/** Makes the scene, with 220 motes and free slots among them. */
void scene_begin(const scene_desc *desc);
/** Runs a tick. Returns the state as one number. */
uint64_t scene_tick(void);

/** Ways to run parts. */
trp_parallel_for_fn in_order, backwards, shuffled, odd_ones_first;

/** A pool of things in memory order that is updated like that, without other callbacks. */
trp_pool *scene_things(trp_world *world, uint32_t capacity, trp_parallel_desc parts);

/** Runs `ticks` ticks of the scene; the state after each is in `hashes`. */
void scene_run(const scene_desc *desc, uint64_t *hashes, unsigned ticks);

#endif
