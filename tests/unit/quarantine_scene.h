/**
 * @file quarantine_scene.h Pools of things with a quarantine, and what their situations do.
 */
#ifndef TROUPE_TESTS_QUARANTINE_SCENE_H
#define TROUPE_TESTS_QUARANTINE_SCENE_H

#include "stage.h"

/** A new pool in this world, whose quarantine has that many slots. */
trp_pool *quarantine_pool(trp_world *world, uint32_t capacity, trp_order order, uint32_t slots);
/** Recycles the thing with that id. */
void quarantine_end(trp_pool *pool, uint32_t id);

#endif
