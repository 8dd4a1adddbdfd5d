/**
 * @file twin_scene.h
 * A world with all modules and all kinds of pools, and a game that calls anything at random. All its
 * state is in the world and a region, and it logs every callback and every answer: what is played
 * after a restore must log the same as what was played before it.
 */
#ifndef TROUPE_TESTS_TWIN_SCENE_H
#define TROUPE_TESTS_TWIN_SCENE_H

#include "save_scene.h"
#include "troupe/history.h"

enum {
    TWIN_POOLS = 9,
    TWIN_EXTERNAL = 6,
    TWIN_TRANSIENT = 8, /**< its number: the last one */
    TWIN_MORE = 3,      /**< pools that the world has room for, besides */
    TWIN_PLAYERS = 12,
    TWIN_TIMERS = 3,
    TWIN_SPACES = 2,
    TWIN_LOG = 1 << 15,
    TWIN_BYTES = 1 << 18
};

/** The region. */
typedef struct twin_game {
    uint32_t seed;
    uint32_t born;
    save_actor players[TWIN_PLAYERS];
} twin_game;

typedef struct twin_scene {
    trp_world *world;
    trp_pool *pools[TWIN_POOLS];
    trp_timers *timers[TWIN_TIMERS];
    trp_queue *queue;
    trp_space *spaces[TWIN_SPACES];
    trp_contacts *contacts[TWIN_SPACES];
    trp_family family;
    trp_group list;   /**< of actors of all pools that are state */
    trp_group squad;  /**< with a maximum */
    trp_group sparks; /**< of the transient pool; it is not logged */
    trp_ids ids;
    trp_region regions[2];
    twin_game game;
    bool grows;
    bool is_saved; /**< all that is state is described, and there are no external actors */
} twin_scene;

/** A callback of the game, of pools, and other ones. */
typedef enum twin_call { TWIN_BORN, TWIN_ENDED, TWIN_UPDATED, TWIN_DRAWN, TWIN_OTHER } twin_call;

extern twin_scene twin;
/** Called at the end of each callback; then births have ids in their order. NULL: nothing. A new
 * world resets it. */
extern void (*twin_when_called)(twin_call what, trp_actor *actor, const trp_pool *pool);
/** ... and with each misuse. */
extern void (*twin_when_misused)(const trp_misuse *misuse);
/** What was logged since twins_forget(). */
extern uint32_t twin_log[TWIN_LOG];
extern uint32_t twin_logged;

/** Makes the world: in a block, or with an allocator, where pools and modules grow. It ends with the
 * situation, or before the next one, with all its memory. */
void twins_begin(uint32_t seed, bool grows);
/** Makes one that grows and can be saved. */
void twins_begin_saved(uint32_t seed);
/** Calls of the game between two ticks. */
void twins_stir(uint32_t calls);
/** Steps of the game, each with a tick and some questions. */
void twins_play(uint32_t steps);
/** Plays steps that are no part of the comparison: then also memory is given back. */
void twins_stray(uint32_t seed, uint32_t steps, bool trims);
/** Calls that take each other back, or change nothing. They draw no number of the game. */
void twins_detour(uint32_t seed, uint32_t calls);
void twins_forget(void);

#endif
