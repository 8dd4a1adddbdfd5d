/*
 * The tables of external pools.
 */
#ifndef TROUPE_SRC_EXTERNAL_H
#define TROUPE_SRC_EXTERNAL_H

#include "internal.h"

/* The number of the entry of the actor at this address, which need not be readable; TRP__NONE. O(1). */
uint32_t trp__entry_at(const trp_pool *pool, const trp_actor *actor);

/* Gives the actor an entry, and returns its number; TRP__NONE if there is none left. */
uint32_t trp__entry_take(trp_pool *pool, trp_actor *actor);

/* The life in an entry is over, and told. The actor's memory may be gone. */
void trp__entry_give(trp_pool *pool, uint32_t number, bool is_used_up);

/* An actor has been unlinked in a segment that has external ones: keeps what stood behind it, for a trp_each to step
 * off. */
void trp__keep_behind(trp_pool *pool, trp_actor *actor, uint32_t slot);

/* What the `next` of an actor means that may have left. */
trp_link *trp__still_behind(const trp_pool *segment, trp_link *link);

/* The link behind an external actor, wherever that is now; it may have left itself. */
trp_link *trp__behind_entry(const trp_pool *pool, uint32_t number);

/* Whether a node that says so may be that of an external actor that has left. Others may have had its entry since. */
bool trp__may_have_left(const trp_pool *pool, const trp_actor *actor);

#endif
