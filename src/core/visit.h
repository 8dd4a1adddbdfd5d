/*
 * Visits: the current actors of walks, and the moments at which lives end.
 */
#ifndef TROUPE_SRC_CORE_VISIT_H
#define TROUPE_SRC_CORE_VISIT_H

#include "core.h"

#define TRP__TIME_SHIFT 20 /* a moment of a trp_time has units of 2^20 of those of its clock */

/* Prunes an actor whose life is over, unless its own callback is in progress in an outer walk. */
void trp__prune(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot);
/* Called after a callback in which the actor did not leave. */
void trp__visit_end(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot);
/* Whether a visit in this pool needs no work around it except the end of lives, so that the common
 * step of an age order does; and what that step calls there. */
bool trp__is_common(const trp__frame *frame, const trp_pool *pool);
void trp__aim(trp__frame *frame, trp_pool *pool);
/* Called after an update if a watcher subscribes; does nothing if the actor has left or its life is
 * over. */
void trp__notify_updated(const trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot);
/* The step of a walk at an active or expired actor. */
void trp__visit_slot(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot,
                     uint32_t stamp);
/* Repairs and reports the overwritten node of an actor that is about to be visited. */
TRP__COLD void trp__repair_visited(trp_pool *pool, uint32_t slot);

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

/* The offset of an actor's moment from its node. */
TRP__INLINE size_t trp__life_offset(const trp_pool *pool)
{
    return pool->desc.lifetime.offset - pool->node;
}

/* The moment at which an actor's life ends, found from its node. */
TRP__INLINE uint32_t *trp__life_end(const trp_pool *pool, trp_actor *actor)
{
    return &((trp_time *)(void *)((unsigned char *)actor + trp__life_offset(pool)))->moment;
}

/* Whether a moment has been reached, on a clock that wraps around. */
TRP__INLINE bool trp__time_has_come(uint32_t moment, uint32_t now)
{
    return TRP__RARELY((int32_t)(now - moment) >= 0) && moment != 0;
}

/*
 * The common step of a walk at a slot. The cell is read again after the callback: an actor that
 * left, sleeps, has expired or began another life then has a stamp below the limit. All values are
 * read from the frame, where a callback may change them; compilers would keep copies on the stack.
 * `limit` is frame->limit, and so is the result.
 */
TRP__INLINE uint32_t trp__visit_one(trp__frame *frame, trp_pool *pool, trp_actor *actor,
                                    const trp__cell *cell, uint32_t limit)
{
    const uint32_t stamp = cell->stamp;

    if (!TRP__LIKELY(stamp >= limit)) {
        if (trp__is_expired(stamp))
            trp__prune(frame, pool, actor, trp__slot_of(pool, actor));
        return frame->limit;
    }
    if (!TRP__LIKELY(actor->stamp == stamp))
        trp__repair_visited(pool, trp__slot_of(pool, actor));
    frame->current = actor;
    frame->function(actor, frame->with);
    limit = frame->limit;
    if (TRP__LIKELY(cell->stamp >= limit))
        return limit;
    if (frame->current != NULL) /* the actor has not left */
        trp__visit_end(frame, pool, frame->current, trp__slot_of(pool, frame->current));
    return frame->limit;
}

#endif
