/*
 * External pools: actors that live in the user's memory. The ledger has the actor's address per
 * slot. A hash table finds the slot by the address, independent of the node's content.
 */
#ifndef TROUPE_SRC_CORE_EXTERNAL_H
#define TROUPE_SRC_CORE_EXTERNAL_H

#include "core.h"

/* Bytes and layout of the tables of a pool with room for this many actors. */
size_t trp__external_bytes(uint32_t capacity);
void trp__external_init(trp_pool *pool, unsigned char *memory, uint32_t capacity);

/* Moves the tables to larger ones if they have too little room. False: there is no memory. */
bool trp__external_fit(trp_pool *pool, uint32_t capacity);

/* The slot of the actor at this address, which need not be readable, or TRP__NONE. O(1). */
uint32_t trp__external_find(const trp_pool *pool, const trp_actor *actor);

/* The bucket at which the search for an address begins. */
uint32_t trp__external_home(const trp_pool *pool, const trp_actor *actor);

/* Adds the actor of this slot; removes it. */
void trp__external_enter(trp_pool *pool, uint32_t slot, trp_actor *actor);
void trp__external_leave(trp_pool *pool, uint32_t slot);

#endif
