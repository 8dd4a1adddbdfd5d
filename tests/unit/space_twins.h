/**
 * @file space_twins.h
 *
 * Two spaces that the same pool enters: one of any kind, and one that compares every box. The
 * answers of the two are compared.
 */
#ifndef TROUPE_TESTS_SPACE_TWINS_H
#define TROUPE_TESTS_SPACE_TWINS_H

#include "space_stage.h"

typedef struct space_twins {
    trp_world *world;
    trp_pool *pool;
    trp_space *space;
    trp_space *plain; /**< TRP_SPACE_BRUTE */
} space_twins;

extern space_twins twins;

/** The desc of a pool of boxed in memory order. */
trp_pool_desc space_twins_pool_of(uint32_t capacity);
/** Makes a world with both. Returns whether there is memory for it. On small machines without that
 * memory the situation is skipped. */
void space_twins_begin(uint32_t capacity, trp_space_desc desc, trp_space_pool_desc in);
/** The world must be valid, and have had no misuse. */
void space_twins_end(void);

/** For trp_space_pairs(): adds a pair to the uint64_t in `user`. The result depends on the order of
 * pairs. */
void space_twins_sum_up(trp_actor *a, trp_actor *b, const trp_pair_context *in);
/** Checks that both spaces give the same answers in the same order. Returns their number. */
uint32_t space_twins_agree(trp_area area);
uint32_t space_twins_pairs_agree(void);

boxed *space_twins_at(uint32_t slot);
/** Notifies both spaces that any actor may have moved. */
void space_twins_all_moved(void);

#endif
