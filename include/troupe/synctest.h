/**
 * @file synctest.h
 * Synctests: tests that find state that a game forgot to save, before a second machine does. After
 * each tick a synctest goes back some ticks, disturbs state that must have no effect, repeats the
 * ticks with the same inputs, and compares each state with the former one. For tests and debug
 * builds.
 *
 * Without fields (fields.h) the padding of structs is compared as well. If a game sets the members
 * of a local struct and gives it to trp_create(), its padding is what was on the stack, and
 * differs. So describe the fields, or zero such structs with memset.
 *
 *     // step(world, tick, user) sets the inputs of that tick, then calls trp_update_all()
 *     trp_synctest_init(&test, world,
 *                       &(trp_synctest_desc){.step = step, .memory = memory,
 *                                            .bytes = sizeof memory,
 *                                            .on_difference = print_difference});
 *     for (int i = 0; i < 10000; i++)
 *         if (trp_synctest_step(&test) != TRP_OK)
 *             break;                                    // the first differences were reported
 *     assert(trp_synctest_info(&test).verdict == TRP_OK); // and it did compare something
 */
#ifndef TROUPE_SYNCTEST_H
#define TROUPE_SYNCTEST_H

#include "diff.h"
#include "history.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A step of a test, in a world with trp_world_ticks() == tick. A result other than TRP_OK ends the
 * test with that result. */
typedef trp_result trp_step_fn(trp_world *world, uint64_t tick, void *user);

/** What is disturbed before ticks are repeated. */
enum {
    /** bytes of free slots: finds reads of dead actors, and members that are not set at birth */
    TRP_SHAKE_FREE = 1,
    TRP_SHAKE_SERIALS = 2, /**< serials of walks, as if more walks had taken place */
    TRP_SHAKE_CACHES = 4,  /**< caches: spaces sort again, searches begin elsewhere */
    /** the order of the parts of parallel pools: finds updates that read what others write */
    TRP_SHAKE_PARTS = 8,
    TRP_SHAKE_ALL = 15
};

/** The settings of a test. Zero means the default. All fields public. */
typedef struct trp_synctest_desc {
    /** required: runs one tick of the game, with the same inputs for that tick each time. It calls
     * trp_update_all() exactly once. */
    trp_step_fn *step;
    void *user;        /**< passed to `step` and `on_difference` */
    void *memory;      /**< room for distance + 3 snapshots and 64 bytes each; aligned to
                          TRP_ALIGNMENT */
    size_t bytes;      /**< size of `memory` */
    uint32_t distance; /**< ticks that are repeated; 0: 7 */
    unsigned without;  /**< disturbances to leave out: TRP_SHAKE_*, ored together */
    uint32_t most;     /**< the most differences to report; 0: 8 */
    trp_on_difference_fn *on_difference; /**< called for each difference, or NULL */
    /** called before each repeated tick, or NULL. It leaves the state as it was, for example by a
     * save that is loaded at once: so a test finds members that the game forgot to describe. */
    trp_step_fn *disturb;
    void *disturb_user; /**< passed to `disturb` */
} trp_synctest_desc;

/** What there is to know of a test now. All fields read-only. */
typedef struct trp_synctest_facts {
    /** TRP_OK: no state differed, and repeated ticks changed something. TRP_ERR_DESYNC: a state
     * differed. TRP_ERR_VALUE: nothing was compared, or no tick changed anything, so the test
     * proves nothing. TRP_ERR_NULL: there is no test */
    trp_result verdict;
    uint64_t ticks;          /**< steps forward */
    uint64_t rollbacks;      /**< restores */
    uint64_t ticks_again;    /**< ticks that were repeated */
    uint64_t bytes_compared; /**< bytes of the states that were compared */
    uint64_t changes;        /**< repeated ticks that changed an actor, a region or a module */
    uint64_t differences;    /**< differences of the first state that differed; 0: none */
    uint64_t different_tick; /**< the first tick after which the state differed */
} trp_synctest_facts;

/** A test, in the user's memory. It must not be moved and must not lie in a region. Zero it before
 * the first trp_synctest_init(). All fields private. */
typedef struct trp_synctest {
    trp_synctest_desc desc;   /**< private */
    trp_history past;         /**< private */
    void *scratch;            /**< private: room for a snapshot to compare */
    size_t scratch_bytes;     /**< private */
    trp_synctest_facts stats; /**< private */
    uint32_t pattern;         /**< private: varies the disturbances */
} trp_synctest;

/** Begins a test of a world in its present state. TRP_ERR_NULL. Other results as
 * trp_history_open(). */
trp_result trp_synctest_init(trp_synctest *test, trp_world *world, const trp_synctest_desc *desc);
/** Ends a test, before its world ends. */
trp_result trp_synctest_free(trp_synctest *test);

/**
 * Runs one tick, goes back desc.distance ticks (at first as many as there are) and repeats them.
 * TRP_ERR_DESYNC: a state differs; the differences of the first such tick have been reported, and
 * the world is at the end of that tick. Costs 2 + distance steps and snapshots. TRP_ERR_MEMORY:
 * there is no room for the snapshots. Other results as trp_snapshot_save(), or the result of `step`
 * or `disturb`.
 */
trp_result trp_synctest_step(trp_synctest *test);

/** The facts of a test. All counts are 0 for NULL. O(1). */
trp_synctest_facts trp_synctest_info(const trp_synctest *test);

#ifdef __cplusplus
}
#endif

#endif
