/**
 * @file time_scene.h
 *
 * A pool with lifetimes, two tables of timers and a queue, and snapshots of their world. All events
 * are logged.
 */
#ifndef TROUPE_TESTS_TIME_SCENE_H
#define TROUPE_TESTS_TIME_SCENE_H

#include "stage.h"
#include "troupe/diff.h"
#include "troupe/hash.h"
#include "troupe/snapshot.h"

typedef struct spark {
    trp_actor actor;
    uint32_t id;
    trp_time until;
} spark;

/** An event of the queue. */
typedef struct boom {
    uint32_t id;
    uint32_t tick;
} boom;

typedef struct time_scene {
    trp_world *world;
    trp_pool *pool;
    trp_timers *fuse;   /**< in ticks */
    trp_timers *reload; /**< in seconds; wakes */
    trp_queue *booms;
    _Alignas(TRP_ALIGNMENT) unsigned char memory[3][16384]; /**< snapshots */
    size_t saved[3];                                        /**< their sizes */
    char words[300];                                        /**< differences */
} time_scene;

extern time_scene then;

/** What is logged besides ids and GONE(). */
#define DUE(id) (50000u + (id))
#define BOOM(id) (70000u + (id))

/** The desc of the usual pool: 16 sparks, which post events when updated. */
trp_pool_desc time_scene_desc(void);
/** Makes the pool, timers and the queue in an existing world. */
void time_scene_furnish(trp_pool_desc desc);
/** Makes all of them, without actors. */
void time_scene_begin(void);
/** Another table of timers for the pool, which must succeed. */
trp_timers *time_scene_make(trp_clock clock, trp_due due);
/** For queues: logs BOOM(). */
void time_scene_play(const void *event, const trp_context *in);

spark *time_scene_born(uint32_t id);
trp_actor *time_scene_at(uint32_t slot);
/** Four sparks with lifetimes, each with a timer, and an event. */
void time_scene_start_all(void);
/** Takes snapshot `number`, which must succeed. */
void time_scene_save(unsigned number);
/** Restores it, which must succeed. The log is empty afterwards. */
void time_scene_restore(unsigned number);
/** A quarter of a second. */
void time_scene_tick(void);
void time_scene_ticks(unsigned count);

#endif
