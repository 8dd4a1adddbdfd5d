/**
 * @file system_scene.h
 * Systems that write down how they are called, and do more if a situation wants it.
 */
#ifndef TROUPE_TESTS_SYSTEM_SCENE_H
#define TROUPE_TESTS_SYSTEM_SCENE_H

#include "stage.h"

typedef enum system_role
{
    INIT = 1,
    DISPOSE,
    BEFORE,
    AFTER,
    ADDED,
    REMOVED,
    CHANGED,
    UPDATED,
    ROLES
} system_role;

#define SYSTEMS 6u

/** What system `number` logs: its role and the actor's id, or the reason and the id. */
#define CALL(number, role, id) (1000000u * ((uint32_t)(number) + 1) + 1000u * (role) + (id))
#define LOST(number, reason, id) CALL(number, REMOVED, 100u * (uint32_t)(reason) + (id))

typedef struct system_scene
{
    trp_world *world;
    trp_pool *pool;  /**< of things, in memory order; its actors log their ids when updated */
    trp_pool *other; /**< the same */
    trp_system systems[SYSTEMS];
    /** Called in every role but `active`, after it was logged. */
    void (*when_called)(uint32_t number, system_role role, thing *it);
    trp_result init_result[SYSTEMS]; /**< what init returns */
    bool poisons;                    /**< dispose overwrites the system, as if freed */
    const trp_tick *tick;            /**< the last that was told */
} system_scene;

extern system_scene on;

/** A new world with two pools, and systems that are not registered: all play all roles but
 * `updated`, under the order 0, for the world. */
void system_scene_begin(void);
/** Zeroes system `number` and sets it up as above. */
void system_scene_make(uint32_t number);
/** Registers the first so many, which must succeed; the log is empty afterwards. */
void system_scene_add(uint32_t count);
/** The role that is not played unless asked for. */
void system_scene_updated(trp_system *self, trp_actor *actor);
/** Its number. */
uint32_t system_scene_number(const trp_system *self);
/** Causes the event that this role answers. ADDED and REMOVED are one life. */
void system_scene_cause(system_role role);

#endif
