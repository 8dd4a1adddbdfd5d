/**
 * @file walk_storm.h Thousands of walks in which every callback does random things to random
 * actors, each step compared with the model.
 */
#ifndef TROUPE_TESTS_WALK_STORM_H
#define TROUPE_TESTS_WALK_STORM_H

#include "walk_scene.h"

typedef struct storm_desc {
    const scene_kind *kind;
    uint32_t seed;
    unsigned walks;    /* outermost ones */
    uint32_t density;  /* percentage of callbacks in which something happens */
    bool without_each; /* ticks and trp_for_each() only */
    /* called before each outermost walk; may be NULL */
    void (*before)(trp_world *world, uint32_t *seed);
} storm_desc;

/** The number of visits. */
unsigned long storm_run(const storm_desc *desc);

#endif
