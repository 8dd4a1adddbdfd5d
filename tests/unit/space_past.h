/**
 * @file space_past.h
 * A space with contacts and two pools, of which one is static, and snapshots of their world.
 */
#ifndef TROUPE_TESTS_SPACE_PAST_H
#define TROUPE_TESTS_SPACE_PAST_H

#include "space_stage.h"
#include "troupe/diff.h"
#include "troupe/hash.h"
#include "troupe/snapshot.h"

enum {
    PAST_MEMBERS = 8, /**< slots of each pool */
    PAST_BYTES = 12288
};

typedef struct space_past {
    trp_world *world;
    trp_pool *rocks; /**< in memory order */
    trp_pool *walls; /**< static, in an age order */
    trp_space *space;
    _Alignas(TRP_ALIGNMENT) unsigned char memory[2][PAST_BYTES]; /**< snapshots */
    size_t saved[2];                                             /**< their sizes */
} space_past;

extern space_past past;

/** What is logged of a contact; the id of an actor whose life is over is 0. */
#define BEGIN(a, b) (0u + PAIR(a, b))
#define STAY(a, b) (100000u + PAIR(a, b))
#define END(a, b) (200000u + PAIR(a, b))

/** Makes the pools and the space, with room for three contacts, in an existing world. */
void past_furnish(trp_space_desc desc);
/** The same in a new world, for PAST_MEMBERS actors. */
void past_set_up(bool sweeps);

/** Logs the contacts, and nothing else; their number. */
uint32_t past_contacts(void);

/** Takes snapshot `number`, and restores it; both must succeed. */
void past_save(unsigned number);
void past_restore(unsigned number);
/** The number of differences between the two snapshots. */
uint32_t past_differences(void);
/** The number of spaces among them. */
uint32_t past_spaces_that_differ(void);

void past_move(boxed *it, float x);

/** Rocks 1, 2, 4 with the numbers 0, 1, 3 and walls 5, 6 with the numbers 4, 5: 2 is free. Rock 4
 * sleeps. They are in `out`, by id. */
void past_fill(boxed *out[7]);

#endif
