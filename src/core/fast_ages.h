/*
 * The fast path of age orders: creates and recycles in one piece, in pools without hooks and
 * watchers. It does what create.c, recycle.c, listing.c and free_slots.c do, and leaves out what such
 * pools cannot need. In unusual cases it declines and has changed nothing; then the general code runs.
 *
 * Builds for size have none of this (TRP__FAST_PATHS).
 */
#ifndef TROUPE_SRC_CORE_FAST_AGES_H
#define TROUPE_SRC_CORE_FAST_AGES_H

#include "core.h"

/* The newborn, or NULL: it declines. The pool has plain ages, and slots of its own. */
trp_actor *trp__create_in_ages(trp_pool *pool, const void *init);

/* Begins the life of an actor in a slot that was taken; false: it declines. The pool has plain ages. */
bool trp__begin_in_ages(trp_pool *pool, uint32_t slot, trp_actor *actor);

/* Recycles an active actor whose slot this is; false: it declines. The pool has plain ages. */
bool trp__recycle_in_ages(trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot);

#endif
