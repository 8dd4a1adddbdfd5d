/*
 * TRP_UPDATE_EACH: a trp_each that notifies watchers of each update, if any subscribes. Then each
 * run has one actor, and the step to the next run is the place where the update has returned.
 */
#include "core.h"

/* Whether there is an update to report: a run of one actor, visited in a tick, still in the same
 * life; it may have fallen asleep. The actor is found by its address: the memory of an external one
 * may have been freed. */
static bool update_each_is_told(const trp_pool *pool, const trp_actor *actor, uint32_t next,
                                uint32_t limit)
{
    const uint32_t slot = pool->world->ticking ? trp__slot_of(pool, actor) : TRP__NONE;
    uint32_t stamp;

    if (slot == TRP__NONE)
        return false;
    stamp = trp__stamp(pool, trp__cell_of(pool, slot));
    return trp__is_alive(stamp) && (stamp | TRP__STAMP_ACTIVE) >= limit &&
           (!trp__in_memory_order(pool) || next == slot + 1);
}

trp__run trp__next_update(const trp_pool *pool, void *first, uint32_t next, const trp__entry *entry,
                          uint32_t version, uint32_t limit)
{
    trp_actor *const actor = first != NULL ? (void *)((unsigned char *)first + pool->node) : NULL;
    trp__run run;

    if (first != NULL && trp__hears(pool, TRP_EVENT_UPDATED) &&
        update_each_is_told(pool, actor, next, limit))
        trp__tell(pool->world->pools[pool->number], actor, TRP_EVENT_UPDATED, TRP_REASON_NONE);
    run = trp__next_run(pool, first, next, entry, version, limit);
    if ((uint32_t)run.rest > 1 && trp__hears(pool, TRP_EVENT_UPDATED)) {
        const uint32_t slot = (uint32_t)(run.rest >> 32) - (uint32_t)run.rest;
        run.rest = (uint64_t)(slot + 1) << 32 | 1;
    }
    return run;
}

bool trp__is_heard(const trp_pool *pool)
{
    return trp__hears(pool, TRP_EVENT_UPDATED);
}
