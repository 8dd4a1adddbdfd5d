/**
 * @file system_scene.h Systems that log their calls, and do more if a situation wants it.
 */
#ifndef TROUPE_TESTS_SYSTEM_SCENE_H
#define TROUPE_TESTS_SYSTEM_SCENE_H

#include "stage.h"

typedef enum system_role {
    DISPOSE = 1,
    BEFORE,
    AFTER,
    ADDED,
    REMOVED,
    CHANGED,
    UPDATED,
    ROLES
} system_role;

#define SYSTEMS 6u

/** The log entry of system `number`: its role and the actor's id, or the reason and the id. */
#define CALL(number, role, id) (1000000u * ((uint32_t)(number) + 1) + 1000u * (role) + (id))
#define LOST(number, reason, id) CALL(number, REMOVED, 100u * (uint32_t)(reason) + (id))

typedef struct system_scene {
    trp_world *world;
    trp_pool *pool;  /**< of things, in memory order; its actors log their ids when updated */
    trp_pool *other; /**< the same */
    trp_system systems[SYSTEMS];
    /** Called in every role, after logging. */
    void (*when_called)(uint32_t number, system_role role, thing *it);
    bool poisons;            /**< dispose overwrites the system, as if freed */
    const trp_context *tick; /**< the last tick */
} system_scene;

extern system_scene on;

/** A new world with two pools, and systems that are not registered. All have all roles except
 * `updated`, the order 0, and the world as their scope. */
void system_scene_begin(void);
/** Zeroes system `number` and sets it up as above. */
void system_scene_make(uint32_t number);
/** Registers this many systems, which must succeed; the log is empty afterwards. */
void system_scene_add(uint32_t count);
/** The role that is only set on request. */
void system_scene_updated(trp_actor *actor, const trp_event_context *in);
/** Its number. */
uint32_t system_scene_number(const trp_system *self);
/** Causes the event of this role. ADDED and REMOVED are one life. */
void system_scene_cause(system_role role);

#endif
