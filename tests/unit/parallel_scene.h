/**
 * @file parallel_scene.h
 * A pool of motes and one of sparks, whose updates do the same in parts or at once; and ways to go through parts.
 */
#ifndef TROUPE_TESTS_PARALLEL_SCENE_H
#define TROUPE_TESTS_PARALLEL_SCENE_H

#include "stage.h"

typedef struct mote
{
    trp_actor actor;
    uint32_t born; /* by whom: its number */
    uint32_t sum;  /* of what it has seen */
    trp_time until;
    uint32_t spare;
} mote;

/** How the motes are updated. */
typedef enum way
{
    WAY_EACH,   /**< by an update_pool with a trp_each, at once */
    WAY_UPDATE, /**< by an update, at once */
    WAY_PARTS
} way;

/** What may happen in an update besides moving. */
enum
{
    ENDS = 1,    /**< it recycles itself */
    EXPIRES = 2, /**< it expires itself */
    BEARS = 4,   /**< motes and sparks */
    HUNTS = 8,   /**< it ends others, by handle */
    CALLS = 16   /**< it calls later */
};

typedef struct parallel_scene
{
    trp_world *world;
    trp_pool *motes;
    trp_pool *sparks;
    uint32_t called; /**< what was called later comes to */
} parallel_scene;

extern parallel_scene motley;

/** What a scene is. */
typedef struct scene_desc
{
    way how;
    unsigned may;            /**< ENDS and so on */
    trp_pool_desc motes;     /**< what is more to that pool */
    trp_parallel_desc parts; /**< WAY_PARTS: without the update */
} scene_desc;

/** Makes the scene, with 220 motes and holes among them. */
void scene_begin(const scene_desc *desc);
/** A tick. What it has left, in one number. */
uint64_t scene_tick(void);

/** Ways to go through parts. */
trp_parallel_for_fn in_order, backwards, shuffled, odd_ones_first;

/** Runs `ticks` ticks of the scene; the state after each is in `hashes`. */
void scene_run(const scene_desc *desc, uint64_t *hashes, unsigned ticks);

#endif
