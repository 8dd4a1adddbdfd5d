/*
 * TRP_UPDATE_EACH: a trp_each that notifies of each update where a watcher listens. Then its runs are of one actor each, and
 * the step to the next one is where the last one's update has returned.
 */
#include "core.h"

/* Whether the update of the last run's one actor is to be told: it was visited, and is in the same life and active. */
static bool is_heard(const trp_pool *pool, trp_run last, uint32_t limit)
{
    const trp_actor *actor;

    if (last.count != 1 || !pool->world->ticking || !trp__hears(pool, TRP_EVENT_UPDATED))
        return false;
    actor = (const trp_actor *)(const void *)((const unsigned char *)last.first + pool->node);
    return trp__stamp_at(pool, trp__slot_of(pool, actor)) >= limit;
}

trp_run trp__update_step(const trp_pool *pool, trp_run last, uint32_t limit)
{
    trp_run run;

    if (is_heard(pool, last, limit))
        trp__tell(pool->world->pools[pool->number],
                  (trp_actor *)(void *)((unsigned char *)last.first + pool->node),
                  TRP_EVENT_UPDATED, TRP_REASON_NONE);
    run = trp__next_run(pool, last, limit);
    if (run.count > 1 && trp__hears(pool, TRP_EVENT_UPDATED))
    {
        run.next -= run.count - 1;
        run.count = 1;
    }
    return run;
}

trp_walk trp__update_begin(const trp_pool *pool, size_t size, size_t offset)
{
    trp_walk walk = {pool, {NULL, 0, 0}, trp__walk_begin(pool, size, offset), false};

    if (walk.limit != TRP__NOTHING)
        walk.run = trp__update_step(pool, walk.run, walk.limit);
    return walk;
}
