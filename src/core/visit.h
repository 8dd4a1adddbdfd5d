/*
 * Visits: the current actors of walks, and the moments at which lives end.
 */
#ifndef TROUPE_SRC_CORE_VISIT_H
#define TROUPE_SRC_CORE_VISIT_H

#include "core.h"

#define TRP__TIME_SHIFT 20 /* a moment of a trp_time has units of 2^20 of those of its clock */

/* After a callback for this actor, with the news that it was updated. */
void trp__after_visit(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot);
/* Whether a visit in this pool needs no work around it except the end of lives, so that the common
 * step of an age order does. */
bool trp__is_common(const trp__frame *frame, const trp_pool *pool);
/* A walk reaches a pool: what it calls there, and with which context. */
void trp__aim(trp__frame *frame, trp_pool *pool);
/* The step of a walk at an active or expired actor. */
void trp__visit_slot(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot,
                     uint32_t stamp);

/* The common step in memory order, only for pools with a lifetime, which brings it along: at a run of
 * slots, whose lives may end. */
void trp__visit_mortals(trp__frame *frame, trp_pool *pool, unsigned char *node,
                        const trp__cell *cell, uint32_t count);
/* The same for an interval: at the slots whose turn it is. */
void trp__visit_turn(trp__frame *frame, trp_pool *pool);

/* Moments of a pool's lifetime. */

/* The present moment of its clock, and the last one that counts as reached. A moment in seconds
 * counts from one unit before it, since it is rounded, and so are ticks. */
TRP__INLINE uint32_t trp__life_clock(const trp_pool *pool)
{
    if (pool->desc.lifetime.clock == TRP_CLOCK_SECONDS)
        return (uint32_t)(pool->state.clock >> TRP__TIME_SHIFT);
    return (uint32_t)pool->state.clock;
}

TRP__INLINE uint32_t trp__life_now(const trp_pool *pool)
{
    return trp__life_clock(pool) + (pool->desc.lifetime.clock == TRP_CLOCK_SECONDS);
}

/* The moment at which an actor's life ends, found from its node. */
TRP__INLINE uint32_t *trp__life_end(const trp_pool *pool, trp_actor *actor)
{
    return &((trp_time *)(void *)((unsigned char *)actor +
                                  (pool->desc.lifetime.offset - pool->node)))
                ->moment;
}

/* Whether a moment has been reached, on a clock that wraps around. */
TRP__INLINE bool trp__time_has_come(uint32_t moment, uint32_t now)
{
    return TRP__RARELY((int32_t)(now - moment) >= 0) && moment != 0;
}

#endif
