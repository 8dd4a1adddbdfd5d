/*
 * The fast path of age orders: creation and recycling, each in one function, for pools where there
 * is nothing to notify. It does the same as create.c, recycle.c, listing.c and free_slots.c,
 * without what such pools cannot need. In unusual cases it declines: it changes nothing, and the
 * general code runs.
 */
#ifndef TROUPE_SRC_CORE_FAST_AGES_H
#define TROUPE_SRC_CORE_FAST_AGES_H

#include "core.h"

/* Returns the newborn. NULL: it declines. The pool has plain ages and its own slots. */
trp_actor *trp__create_in_ages(trp_pool *pool, const void *init);

/* Begins the life of an actor in a taken slot. False: it declines. The pool has plain ages. */
bool trp__begin_in_ages(trp_pool *pool, uint32_t slot, trp_actor *actor);

/* Recycles the active actor in this slot. False: it declines. The pool has plain ages. */
bool trp__recycle_in_ages(trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot);

#endif
