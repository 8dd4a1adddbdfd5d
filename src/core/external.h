/*
 * External pools: actors that live in the user's memory. Per slot the ledger has the actor's address, and a hash table finds
 * the slot by the address, whatever the node says.
 */
#ifndef TROUPE_SRC_CORE_EXTERNAL_H
#define TROUPE_SRC_CORE_EXTERNAL_H

#include "core.h"

/* Bytes of the tables, and where they are: a pool that has room for so many actors. */
size_t trp__external_bytes(uint32_t capacity);
void trp__external_init(trp_pool *pool, unsigned char *memory, uint32_t capacity);

/* Moves the tables to larger ones, if they have no room for so many actors. False: there is no memory. */
bool trp__external_fit(trp_pool *pool, uint32_t capacity);

/* The slot of the actor at this address, which need not be readable, or TRP__NONE. O(1). */
uint32_t trp__external_find(const trp_pool *pool, const trp_actor *actor);

/* The bucket from which on it is looked for. */
uint32_t trp__external_home(const trp_pool *pool, const trp_actor *actor);

/* The actor enters in this slot; it leaves. */
void trp__external_enter(trp_pool *pool, uint32_t slot, trp_actor *actor);
void trp__external_leave(trp_pool *pool, uint32_t slot);

#endif
