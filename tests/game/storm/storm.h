/**
 * @file storm.h
 * A storm: up to 100,000 motes that fly over the field, die and are born, and hurt nothing. It
 * shows the cost of very many actors with short lives. It has its own world and is not part of the
 * game, its recording or its hash.
 *
 *     static _Alignas(8) unsigned char memory[STORM_BYTES];
 *     storm *s = storm_init(memory, sizeof memory, 1);
 *     storm_set(s, 100000, 10);                                  -- 1% die and are born per tick
 *     storm_step(s);
 *     count = storm_draw(s, alpha, sprites, STORM_MAX);
 */
#ifndef STORM_H
#define STORM_H

#include "core/game.h"
#include "troupe/parallel.h"

/** The most motes. */
#define STORM_MAX 100000
/** The highest churn: per mille per tick. */
#define STORM_MAX_CHURN 100
/** Bytes that a storm needs. Constant. */
#define STORM_BYTES ((size_t)6 << 20)

typedef struct storm storm; /**< all of it is in the caller's memory */

/** Makes a storm without motes in the caller's memory, aligned to 8. NULL if it is too small. */
storm *storm_init(void *memory, size_t size, uint32_t seed);
/** The number of motes from the next tick on, up to STORM_MAX, and how many per mille of them die
 * per tick, up to STORM_MAX_CHURN; 0: unlimited lifetimes. */
void storm_set(storm *s, uint32_t count, uint32_t churn);
/** Updates the motes with several threads (troupe/parallel.h); NULL: one thread. The storm is the
 * same with any number of threads. */
void storm_set_parallel_for(storm *s, trp_parallel_for_fn *parallel_for, void *user);
/** Runs one tick. */
void storm_step(storm *s);
/** Runs one tick with the library's work only: the walk, ends and births. No mote moves, and
 * newborns are not filled in. Its duration is the library's share of a tick. A single such tick is
 * not visible. */
void storm_step_bare(storm *s);
/** Writes the motes as sprites, at most `max`; `alpha` is as in game_draw(). Returns their number.
 * */
uint32_t storm_draw(const storm *s, float alpha, game_sprite *sprites, uint32_t max);

/** Fills in the row of the storm's pool. `created` and `recycled` are those of the last second.
 * O(slots). */
void storm_get_panel(const storm *s, game_pool_panel *panel);
/** The mote nearest to a point of the field, as for game_pick(); zero: none. O(motes). */
game_actor storm_pick(const storm *s, float x, float y);
/** Facts about a mote, as for game_get_facts(). The storm has no black box: the creator is always
 * the storm. */
bool storm_get_facts(const storm *s, game_actor actor, game_facts *facts);

/* -- mistakes, made on purpose -- */

typedef enum storm_mistake {
    STORM_RECYCLE_TWICE, /**< recycles an actor, and then again by the same pointer */
    STORM_STALE_POINTER, /**< expires an actor by a pointer after its death */
    STORM_OVERWRITE,     /**< overwrites an actor's node, then recycles it */
    STORM_WRONG_POOL,    /**< walks a pool of another type */
    STORM_MISTAKES
} storm_mistake;

/** The library's response to a mistake. All fields read-only. */
typedef struct storm_verdict {
    const char *what;   /**< the mistake, in a sentence */
    const char *result; /**< the name of the call's result */
    char message[240];  /**< the library's message; "" if it had none */
    float x, y;         /**< where the actor was */
    uint32_t before;    /**< motes before */
    uint32_t after;     /**< motes after */
    bool is_sound;      /**< all invariants of the world hold afterwards */
} storm_verdict;

/** Makes a mistake with a mote. The storm continues. False: there are no motes. O(slots). */
bool storm_err(storm *s, storm_mistake mistake, storm_verdict *verdict);

#endif
