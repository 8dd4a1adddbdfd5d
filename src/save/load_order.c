/*
 * The second pass: the orders of pools, and the structs of their actors.
 */
#include "load.h"

/* Enters a slot in its pool's order, as the youngest. Sleepers have no place. */
static void load_order_append(trp_world *world, trp_pool *pool, uint32_t slot)
{
    const uint32_t state = trp__stamp_at(pool, slot);

    if (trp__in_memory_order(pool) || trp__is_asleep(state))
        return;
    pool->desc.order->append(pool, slot, trp__node_at(pool, slot), trp__stamp_for_age(world));
    if (trp__is_expired(state))
        pool->desc.order->expire(pool, slot);
}

/* A pool without an order in the file gets the order of slots. */
static void load_order_fill_by_slot(const trp__loading *loading, const trp__saved_pool *saved)
{
    trp_pool *pool = trp__pool_for(loading, saved);

    if (pool == NULL || trp__in_memory_order(pool))
        return;
    for (uint32_t slot = 0; slot < saved->used; slot++)
        if (saved->states[slot] >= TRP__SAVED_ASLEEP)
            load_order_append(loading->world, pool, slot);
}

static void fill_by_order(trp__loading *loading, const trp__saved_pool *segment)
{
    uint32_t index = segment->order;

    while (index != TRP__NONE) {
        trp__place place;
        if (trp__place_of(loading, index, &place))
            load_order_append(loading->world, place.pool, place.slot);
        index = trp__range_next(trp__range_of(loading, index), index);
    }
}

void trp__fill_orders(trp__loading *loading)
{
    const trp_world *world = loading->world;
    trp__saved_pool saved;
    trp__saved_pool segment;
    bool is_bad;

    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!world->pools[i]->desc.transient && !trp__in_memory_order(world->pools[i]))
            world->pools[i]->desc.order->restore(world->pools[i]->segment, NULL, 0);
    saved.at = 0;
    while (trp__next_saved(loading, &saved, &is_bad)) {
        segment.at = 0;
        do
            (void)trp__next_saved(loading, &segment, &is_bad);
        while (segment.number != saved.segment);
        if ((saved.flags & TRP__SAVED_TRANSIENT) != 0)
            continue;
        if (segment.order == TRP__NONE)
            load_order_fill_by_slot(loading, &saved);
        else if (segment.number == saved.number)
            fill_by_order(loading, &saved);
    }
}

/* Structs */

static void load_order_fill_structs(trp__loading *loading, trp_pool *pool,
                                    const trp__saved_pool *saved)
{
    unsigned char *structs[TRP__SAVE_ROWS];
    const unsigned char *records = saved->records;
    trp__load_plan plan;
    trp__extent extent;

    trp__plan_moves(&plan, loading, saved->type, pool->desc.fields, 0);
    for (uint32_t slot = 0, end; slot < saved->used; slot = end) {
        uint32_t count = 0;
        unsigned char *at;
        extent = trp__extent_at(pool, slot);
        end = extent.end < saved->used ? extent.end : saved->used;
        if (extent.cells == NULL)
            continue;
        end = end - slot < TRP__SAVE_ROWS ? end : slot + TRP__SAVE_ROWS;
        at = extent.slots + (slot - extent.first) * pool->stride;
        for (; slot < end; slot++, at += pool->stride) /* without a branch, as in save_pool.c */ {
            structs[count] = at;
            count += saved->states[slot] >= TRP__SAVED_ASLEEP;
        }
        trp__fill_records(&plan, saved->type, pool->desc.fields, pool, records, saved->record,
                          structs, count);
        records += (size_t)count * saved->record;
    }
}

/* Where time stands still for sleepers, the ends of their lives are times left, otherwise moments.
 * They become what the pool has now. */
static void load_order_translate_lives(trp_pool *pool, const trp__saved_pool *saved)
{
    const uint32_t has = trp__saved_lifetime(pool);

    if (has == 0 || (saved->flags & (TRP__SAVED_SECONDS | TRP__SAVED_TICKS)) == 0 ||
        ((saved->flags ^ has) & TRP__SAVED_STANDS) == 0)
        return;
    for (uint32_t slot = 0; slot < saved->used; slot++)
        if (saved->states[slot] == TRP__SAVED_ASLEEP)
            pool->life.sleep(&pool->life, slot, (has & TRP__SAVED_STANDS) != 0);
}

void trp__fill_actors(trp__loading *loading)
{
    trp__saved_pool saved;
    bool is_bad;

    saved.at = 0;
    while (trp__next_saved(loading, &saved, &is_bad)) {
        trp_pool *pool = trp__pool_for(loading, &saved);
        if (pool == NULL)
            continue;
        load_order_fill_structs(loading, pool, &saved);
        load_order_translate_lives(pool, &saved);
    }
}
