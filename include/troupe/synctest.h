/**
 * @file synctest.h
 * Synctests find state that a game forgot to save, before a second machine does: after each tick a
 * synctest goes back some ticks, disturbs what must not matter, repeats the ticks with the same
 * inputs, and compares each state with the old one. For tests and debug builds.
 *
 *     // step(world, tick, user) sets the inputs of that tick, then calls trp_update_all()
 *     trp_synctest_init(&test, world,
 *                       &(trp_synctest_desc){.step = step, .memory = memory,
 *                                            .bytes = sizeof memory,
 *                                            .on_difference = print_difference});
 *     for (int i = 0; i < 10000; i++)
 *         if (trp_synctest_step(&test) != TRP_OK)
 *             break;                                    // the first differences were reported
 *     assert(trp_synctest_verdict(&test) == TRP_OK);    // and it did compare something
 */
#ifndef TROUPE_SYNCTEST_H
#define TROUPE_SYNCTEST_H

#include "diff.h"
#include "history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One tick of the game, of a world with trp_world_ticks() == tick: with the inputs of that tick,
 * the same each time. It calls trp_update_all() exactly once. Any result but TRP_OK ends the test
 * with that result. */
typedef trp_result trp_step_fn(trp_world *world, uint64_t tick, void *user);

/** What is disturbed before ticks are repeated. */
enum
{
    TRP_SHAKE_FREE =
        1, /**< bytes of free slots: finds reads of dead actors, and members that are not set at birth */
    TRP_SHAKE_SERIALS = 2, /**< serials of walks, as if more walks had taken place */
    TRP_SHAKE_CACHES = 4,  /**< spaces sort again, searches begin elsewhere */
    TRP_SHAKE_PARTS =
        8, /**< the order in which parts of parallel pools are updated: finds updates that read what others write */
    TRP_SHAKE_ALL = 15
};

/** Disturbs the world between two ticks, and leaves it as it was: see trp_save_and_load() (save.h). Any result but TRP_OK ends
 * the test with that result. */
typedef trp_result trp_disturb_fn(trp_world *world, void *user);

/** The settings of a test. Zero means the default. All fields public. */
typedef struct trp_synctest_desc
{
    trp_step_fn *step; /**< must be given */
    void *user;        /**< passed on, to `on_difference` as well */
    void *memory;      /**< aligned to TRP_ALIGNMENT: for distance + 3 snapshots */
    size_t bytes;      /**< of `memory` */
    uint32_t distance;          /**< ticks that are repeated; 0: 7 */
    unsigned without;           /**< TRP_SHAKE_*, ored together: these are left out */
    uint32_t most;              /**< the most differences to report; 0: 8 */
    trp_on_difference_fn *on_difference; /**< or NULL */
    trp_disturb_fn *disturb;    /**< called before each repeated tick; or NULL */
    void *disturb_user;         /**< passed to it */
} trp_synctest_desc;

/** Counts of a test. All fields read-only. */
typedef struct trp_synctest_stats
{
    uint64_t ticks; /**< steps forward */
    uint64_t rollbacks;      /**< restores */
    uint64_t ticks_again;    /**< ticks that were repeated */
    uint64_t bytes_compared; /**< of the states after repeated ticks */
    uint64_t
        changes; /**< repeated ticks that had changed an actor, a region or a module's state */
    uint64_t differences;    /**< of the state that differed; 0: none did */
    uint64_t different_tick; /**< the first tick after which the state differed */
} trp_synctest_stats;

/** A test, in the user's memory, at a constant address, and in no region. Zero it before the first
 * trp_synctest_init(). All fields private. */
typedef struct trp_synctest
{
    trp_synctest_desc desc;   /**< private */
    trp_history past;         /**< private */
    void *scratch;            /**< private: for a snapshot to be compared */
    size_t scratch_bytes;     /**< private */
    trp_synctest_stats stats; /**< private */
    uint32_t pattern;         /**< private: what is disturbed differs each time */
} trp_synctest;

/** Begins a test of a world in its present state. TRP_ERR_NULL; others as trp_history_init(). */
trp_result trp_synctest_init(trp_synctest *test, trp_world *world, const trp_synctest_desc *desc);
/** Ends it, before its world ends. */
trp_result trp_synctest_free(trp_synctest *test);

/**
 * One tick forward, then desc.distance ticks back and forward again; at first as many as there are.
 * TRP_ERR_DESYNC: a state differs; the differences of the first such tick have been reported, and
 * the world is at the end of that tick. Costs 2 + distance steps and snapshots. TRP_ERR_MEMORY:
 * there is not enough for the snapshots. Otherwise as trp_snapshot_save(), or what `step` answered.
 */
trp_result trp_synctest_step(trp_synctest *test);

/** TRP_OK: no state differed, and repeated ticks had changed something. TRP_ERR_DESYNC;
 * TRP_ERR_VALUE: nothing was compared, or no tick changed anything, so the test proves nothing.
 * TRP_ERR_NULL. */
trp_result trp_synctest_verdict(const trp_synctest *test);

/** See trp_synctest_stats; all 0 for NULL. O(1). */
trp_synctest_stats trp_synctest_get_stats(const trp_synctest *test);

#ifdef __cplusplus
}
#endif

#endif
