/**
 * @file layer_scene.h
 *
 * A world of three layers: the first two have one pool each, the last has two. Each pool has a
 * thing that logs its id, which equals the number of the pool.
 */
#ifndef TROUPE_TESTS_LAYER_SCENE_H
#define TROUPE_TESTS_LAYER_SCENE_H

#include "stage.h"

typedef struct layer_scene {
    trp_world *world;
    trp_pool *pools[4]; /**< layers 0, 1 (oldest first), 2 and 2 */
} layer_scene;

extern layer_scene stack;

/** Makes the world. The log is empty afterwards. */
void layer_scene_begin(void);
void layer_scene_tick(void);

#endif
