/**
 * @file sizes.h The size of the model's worlds for the scene of walks: its pools, and the modules
 * that no call uses, empty.
 */
#ifndef TROUPE_TESTS_MODEL_SIZES_H
#define TROUPE_TESTS_MODEL_SIZES_H

#include "walk_scene.h"

enum {
    POOLS = SCENE_POOLS,
    ACTORS = 3 * SCENE_CAPACITY + 2 * (SCENE_CAPACITY / 4), /* slots of all pools */
    LISTED = 2 * SCENE_CAPACITY,
    CHUNKS = 1,
    GUESTS = 1,
    LAYERS = 1,
    WATCHERS = 1,
    CHAIN = 2,
    FAMILIES = 1,
    RELATIONS = 1,
    GROUPS = 1,
    ENTRIES = 2,
    SPACES = 1,
    MEMBERS = 2,
    CONTACTS = 1,
    TABLES = 1, /* of timers */
    TIMERS = 1,
    EVENTS = 1,
    OLD = 1,
    GUESTS_ARE_SPOILED = 0
};

#endif
