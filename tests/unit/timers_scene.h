/**
 * @file timers_scene.h
 * A world with a pool of things and a table of timers for them, which log what is due.
 */
#ifndef TROUPE_TESTS_TIMERS_SCENE_H
#define TROUPE_TESTS_TIMERS_SCENE_H

#include "stage.h"

typedef struct timers_scene {
    trp_world *world;
    trp_pool *pool; /**< 64 things in memory order, with the callbacks of the stage */
    trp_timers *timers;
    /** Called when a thing is due, after the log entry; NULL: no call. */
    void (*when_due)(trp_timers *of, thing *self, const trp_context *in);
} timers_scene;

extern timers_scene fuse;

/** What is logged when a thing is due. */
#define DUE(id) (50000u + (id))

/** Makes the world, with three layers. */
void timers_scene_begin(trp_clock clock, trp_due due);
/** Makes another table of timers, which must succeed. */
trp_timers *timers_scene_make(trp_pool *of, trp_clock clock, trp_due due);
/** Creates a thing in the pool; the log is empty afterwards. */
thing *timers_scene_born(uint32_t id);
void timers_scene_tick(float dt);

#endif
