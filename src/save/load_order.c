/*
 * The second pass: the orders of pools, and the structs of their actors.
 */
#include "load.h"

/* Whether a slot has its place in the order of its pool already. */
static bool load_order_has(const trp_pool *pool, uint32_t slot)
{
    const trp__ages *ages = pool->ages;
    const int32_t at = trp__entry_of(trp__cell_of(pool, slot));

    return at < ages->end && (ages->entries[at].index & TRP__ENTRY_INDEX) == trp__index(pool, slot);
}

/* Enters a slot in its pool's order, as the youngest. */
static void load_order_append(trp_pool *pool, uint32_t slot)
{
    const uint32_t stamp = trp__stamp_at(pool, slot);

    if (!trp__is_listed(stamp) || load_order_has(pool, slot))
        return;
    pool->order->append(pool, slot, trp__seat_of(pool, slot));
    if (trp__is_expired(stamp))
        pool->order->expire(pool, slot);
}

static bool load_order_is_needed(const trp_pool *pool)
{
    return !pool->desc.transient && !trp__in_memory_order(pool);
}

/* First come the actors that the file lists, then the others, pool by pool in the order of their
 * slots. */
void trp__fill_orders(trp__loading *loading)
{
    const trp_world *world = loading->world;

    for (uint32_t i = 0; i < world->pool_count; i++)
        if (load_order_is_needed(world->pools[i]))
            world->pools[i]->order->restore(world->pools[i]->segment, NULL, 0);
    for (uint32_t number = 0; number < loading->pool_count; number++)
        for (uint32_t i = 0; i < loading->pools[number].order.count; i++) {
            const uint32_t index = trp__listed_at(&loading->pools[number].order, i);
            trp__saved_slot found;
            if (trp__find_slot(loading, index, &found) && found.state >= TRP__SAVED_ASLEEP &&
                load_order_is_needed(found.pool))
                load_order_append(found.pool, found.slot);
        }
    for (uint32_t i = 0; i < world->pool_count; i++)
        for (uint32_t slot = 0;
             load_order_is_needed(world->pools[i]) && slot < world->pools[i]->state.capacity;
             slot++)
            load_order_append(world->pools[i], slot);
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
    for (uint32_t i = 0; i < saved->beyond; i++)
        if (saved->states[saved->used + i] >= TRP__SAVED_ASLEEP) {
            structs[0] = (unsigned char *)trp__node_at(pool, saved->moved[i]) - pool->node;
            trp__fill_records(&plan, saved->type, pool->desc.fields, pool, records, saved->record,
                              structs, 1);
            records += saved->record;
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
    for (uint32_t slot = 0; slot < saved->used + saved->beyond; slot++)
        if (saved->states[slot] == TRP__SAVED_ASLEEP)
            pool->life.calls->sleep(&pool->life, trp__slot_now(saved, slot),
                                    (has & TRP__SAVED_STANDS) != 0);
}

void trp__fill_actors(trp__loading *loading)
{
    for (uint32_t i = 0; i < loading->pool_count; i++) {
        const trp__saved_pool *saved = &loading->pools[i];
        if (saved->pool == NULL)
            continue;
        load_order_fill_structs(loading, saved->pool, saved);
        load_order_translate_lives(saved->pool, saved);
    }
}
