/**
 * @file storm_troupe.h The storm in the library, for programs that do more than measure it.
 */
#ifndef EXAMPLES_STORM_TROUPE_H
#define EXAMPLES_STORM_TROUPE_H

#include "storm_subjects.h"

/** A pool per kind, its capacity, and its number of births. */
typedef struct troupe_kind {
    storm_kind kind;
    trp_pool *pool;
    uint32_t full;
    uint32_t born;
} troupe_kind;

/** The storm in its own world. Each pool's `user` is its troupe_kind. */
typedef struct troupe_storm {
    trp_world *world;
    troupe_kind kinds[KINDS];
} troupe_storm;

/** A storm of this many bodies, in memory order, which can be drawn. NULL: no memory. */
troupe_storm *troupe_storm_create(uint32_t bodies, trp_draw_fn *draw);

/** Runs one frame. */
void troupe_storm_frame(void *storm);

/** Destroys the storm. */
void troupe_storm_destroy(void *storm);

#endif
