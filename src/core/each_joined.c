/*
 * trp_each_joined: like trp_each a walk is a position, the stamp of the entry visited last.
 */
#include "order.h"

static trp_joined_walk each_joined_walk_over(trp_joined_walk walk)
{
    trp__walk_end(walk.pool);
    walk.actor = NULL;
    return walk;
}

/* The next actor that was active before the walk began and still is. */
static trp_joined_walk each_joined_walk_on(trp_joined_walk walk)
{
    trp_pool *const segment = walk.pool->segment;
    trp__cursor cursor = trp__cursor_at(segment, walk.at, true);
    const trp__entry *entry;

    walk.ended = false;
    while ((entry = trp__cursor_next(&cursor, segment)) != NULL)
    {
        const uint32_t slot = trp__entry_slot(entry);
        walk.at = entry->stamp;
        if (walk.at < walk.limit)
            break; /* a newborn, as are all after it */
        if (trp__cell_of(cursor.pool, slot)->stamp != walk.at)
            continue;
        walk.actor = trp__node_at(cursor.pool, slot);
        if (!TRP__LIKELY(trp__is_intact(cursor.pool, slot)))
            trp__repair(cursor.pool, slot, TRP__TEXT("trp_each_joined"));
        return walk;
    }
    return each_joined_walk_over(walk);
}

trp_joined_walk trp__joined_step(trp_joined_walk walk)
{
    return walk.ended ? each_joined_walk_on(walk) : each_joined_walk_over(walk);
}

trp_joined_walk trp__joined_walk(const trp_pool *pool)
{
    trp_joined_walk walk = {NULL, NULL, 0, 0, false};
    trp_world *world;

    if (!trp__has_pool(pool, TRP__TEXT("trp_each_joined")))
        return walk;
    world = pool->world;
    if (trp__in_memory_order(pool))
    {
        trp__misuse(world, world->pools[pool->number], NULL, TRP__TEXT("trp_each_joined"),
                    TRP_ERR_DESC, TRP__TEXT("a pool in memory order shares no segment: trp_each"));
        return walk;
    }
    if (!world->drawing && !world->in_parts)
        for (trp_pool *each = pool->segment; each != NULL; each = each->joined)
            trp__order_tidy(each);
    walk.pool = pool;
    walk.limit = world->in_parts ? world->state.newest + 1 : trp__limit_now(world);
    walk.at = trp__cursor_start(pool->segment).at;
    if (!world->in_parts) /* there it is not counted: see trp__walk_end() */
        world->open_walks++;
    return each_joined_walk_on(walk);
}
