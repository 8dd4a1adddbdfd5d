/*
 * Modules in the world: those with state, for snapshots and saves; and those that are told when the
 * state of the world has jumped, after a restore or a load. Unlike watchers, what is told may come
 * and go between a snapshot and its restore.
 */
#include "core.h"

void trp__part_add(trp_world *world, trp__part *part, unsigned kind,
                   struct trp__part_table (*table)(void))
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != NULL)
        at = &(*at)->next;
    part->next = NULL;
    part->table = table;
    part->kind = kind;
    *at = part;
}

void trp__part_remove(trp_world *world, const trp__part *part)
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != part)
        at = &(*at)->next;
    *at = part->next;
}

void trp__jump_add(trp_world *world, trp__jump *jump)
{
    jump->next = world->jumps;
    world->jumps = jump;
}

void trp__jump_remove(trp_world *world, const trp__jump *jump)
{
    trp__jump **at = &world->jumps;

    while (*at != jump)
        at = &(*at)->next;
    *at = jump->next;
}

/* A transient pool did not jump, but the number of the next tick did, which prunes what has expired
 * in it (TRP_PRUNE_NEXT_TICK). */
static void jump_keep_expired(trp_pool *pool)
{
    for (uint32_t slot = 0; pool->state.expired != 0 && slot < pool->state.used; slot++) {
        if (!trp__is_expired(trp__stamp_at(pool, slot)))
            continue;
        if (trp__in_memory_order(pool))
            trp__set_stamp(pool, slot, trp__expired_stamp(pool->world));
        else
            pool->desc.order->expire(pool, slot);
    }
}

void trp__jumped(const trp_world *world, bool loaded)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->desc.transient)
            jump_keep_expired(world->pools[i]);
    for (trp__jump *jump = world->jumps; jump != NULL; jump = jump->next)
        jump->over(jump, loaded);
}
