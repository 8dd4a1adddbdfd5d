/*
 * Walks in age orders that call back: declarations shared by visit_ages.c, for a pool that does not
 * share its segment, and visit_joined.c.
 */
#ifndef TROUPE_SRC_CORE_VISIT_AGES_H
#define TROUPE_SRC_CORE_VISIT_AGES_H

#include "order.h"
#include "visit.h"

/* Whether a walk visits an entry that is younger than the walk: a newborn with
 * TRP_NEWBORNS_SAME_WALK, created while this walk or an outer one is in the segment. */
TRP__INLINE bool trp__is_same_walk(const trp__frame *frame, const trp_pool *pool,
                                   const trp__entry *entry)
{
    return pool->desc.newborns == TRP_NEWBORNS_SAME_WALK && entry->stamp < frame->since &&
           (entry->slot & TRP__WOKEN) == 0;
}

TRP__INLINE trp_actor *trp__actor_at(const trp_pool *pool, uint32_t slot)
{
    return pool->actors != NULL ? pool->actors[slot] : trp__node_at(pool, slot);
}

TRP__INLINE uint32_t trp__entry_index(const trp__entry *order, const trp__entry *entry)
{
    return (uint32_t)(((uintptr_t)entry - (uintptr_t)order) / sizeof *entry);
}

/* The callback has changed something: perhaps the life of the actor with that stamp, or the
 * watchers of its update. */
void trp__after_change(trp__frame *frame, trp_pool *pool, uint32_t stamp);

/* The common step along the pools of a segment. Continues from the cursor as long as actors are
 * only updated. */
void trp__update_joined(trp__frame *frame, trp__cursor *cursor, trp_pool *segment);

#endif
