/**
 * @file snapshot_small.h
 * A small world: its snapshots are short enough to try each of their bytes.
 */
#ifndef TROUPE_TESTS_SNAPSHOT_SMALL_H
#define TROUPE_TESTS_SNAPSHOT_SMALL_H

#include "snapshot_scene.h"

typedef struct snapshot_small {
    trp_world *world;
    trp_pool *pool;  /**< 10 slots in memory order: things 1, 2, 4, 5, 6 */
    trp_pool *queue; /**< 6 slots, newest first: things 11, 13, 14 */
    trp_group group;
    uint32_t number; /**< the region: 5 */
    trp_region region;
} snapshot_small;

extern snapshot_small small;

/** Makes it. The log is empty afterwards. */
void snapshot_small_begin(void);
/** Into snapshot_memory[0], which must succeed. Returns how many bytes. */
size_t snapshot_small_save(void);
/** From snapshot_memory[0]. */
trp_result snapshot_small_restore(size_t bytes);
/** Changes something of everything, and ticks. */
void snapshot_small_go_on(void);

#endif
