/**
 * @file overwritten_scene.h
 *
 * Five things in a pool of each shape, whose nodes a game overwrites, and the visible effects.
 */
#ifndef TROUPE_TESTS_OVERWRITTEN_SCENE_H
#define TROUPE_TESTS_OVERWRITTEN_SCENE_H

#include "ledger.h"

typedef enum shape {
    PLAIN, /**< memory order, nothing to notify */
    NOTIFIED,
    NEWEST,
    OLDEST,
    JOINED, /**< two pools in one segment, in turn */
    EXTERNAL,
    EXTERNAL_OLDEST,
    SHAPES
} shape;

#define LAST_ID 5u

typedef struct overwritten_scene {
    trp_world *world;
    trp_pool *pools[2]; /**< the same one twice unless JOINED */
    thing *things[LAST_ID + 1];
    thing mine[LAST_ID + 1]; /**< the external ones */
} overwritten_scene;

extern overwritten_scene victims;

/** The result of a call. */
typedef struct outcome {
    trp_result result;
    trp_state state;
    bool is_alive;
    bool is_new; /**< the pool has one more thing */
    uint32_t counts;
    /** order according to ticks, forward links and backward links */
    uint32_t order[3][LAST_ID + 2];
} outcome;

extern outcome seen;

/** Makes a world with things 1 to LAST_ID. Log and reports are empty afterwards. */
void overwritten_scene_begin(shape which);
/** Stores in `seen` the orders of forward and backward links. */
void overwritten_scene_note_links(void);
/** For trp_for_each(): does nothing. */
void overwritten_scene_visit(trp_actor *self, const trp_context *in);
/** A tick reads only the stamps; this walk reads the indices as well. */
void overwritten_scene_repair(void);

#endif
