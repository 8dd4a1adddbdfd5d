/**
 * @file space_twins.h
 * Two spaces that the same pool enters: one of a kind, and one that looks at every box. What the first one finds is compared with what
 * the second one finds.
 */
#ifndef TROUPE_TESTS_SPACE_TWINS_H
#define TROUPE_TESTS_SPACE_TWINS_H

#include "space_stage.h"

typedef struct space_twins
{
    trp_world *world;
    trp_pool *pool;
    trp_space *space;
    trp_space *plain; /**< TRP_SPACE_BRUTE */
} space_twins;

extern space_twins twins;

/** The desc of a pool of boxed in memory order. */
trp_pool_desc space_twins_pool_of(uint32_t capacity);
/** Makes a world with both. Whether there is memory for it: where a small machine has none, the situation is left out. */
bool space_twins_begin(uint32_t capacity, trp_space_desc desc, trp_space_pool_desc in);
/** The world must be valid, and have had no misuse. */
void space_twins_end(void);

/** For trp_space_pairs(): adds a pair to the uint64_t that is `user`, which depends on the order of pairs. */
void space_twins_sum_up(trp_actor *a, trp_actor *b, const trp_pair *pair);
/** Both spaces answer alike, and in the same order. Returns how many they find. */
uint32_t space_twins_agree(trp_area area);
uint32_t space_twins_pairs_agree(void);

boxed *space_twins_at(uint32_t slot);
/** Moves one, and notifies both spaces. */
void space_twins_moved(boxed *it, float x, float y);
/** Notifies both spaces that any may have moved. */
void space_twins_all_moved(void);

#endif
