/*
 * Queries of snapshots about a world: whether it is between ticks, and what is registered in it.
 */
#include "state.h"

trp_result trp__state_busy(const trp_world *world)
{
    const bool is_busy = world->ticking || world->drawing || world->ending ||
                         world->frames != NULL || world->calls != 0 ||
                         world->open_walks > world->lost_walks;

    trp__look_for_lost_regions(world);
    return is_busy ? TRP_BUSY : TRP_OK;
}

trp__part_table trp__table_of(const trp__part *part)
{
    switch (part->kind)
    {
    case TRP__PART_ROSTER:
        return trp__roster_part();
    case TRP__PART_FAMILY:
        return trp__family_part();
    case TRP__PART_SPACE:
        return trp__space_part();
    case TRP__PART_TIMERS:
        return trp__timers_part();
    case TRP__PART_QUEUE:
        return trp__queue_part();
    case TRP__PART_REGION:
    case TRP__PART_IDS:
        return trp__region_part();
    default:
        return part->table();
    }
}

/* Two sums, of the words and of the sums so far, in two lanes: additions are the only cost. */
uint64_t trp__sum_bytes(const void *bytes, size_t count, uint64_t start)
{
    const unsigned char *at = (const unsigned char *)bytes;
    uint64_t words = start;
    uint64_t others = 1;
    uint64_t sums = 2;
    uint64_t other_sums = 3;
    uint64_t rest = 0;

    for (; count >= 16; at += 16, count -= 16)
    {
        uint64_t two[2];
        memcpy(two, at, sizeof two);
        words += two[0];
        others += two[1];
        sums += words;
        other_sums += others;
    }
    for (; count > 0; at++, count--)
        rest = rest * 257 + *at + 1;
    return trp__mix(trp__mix(trp__mix(trp__mix(trp__mix(0, words), others), sums), other_sums),
                    rest);
}

static uint64_t state_world_watchers_wiring(uint64_t sum, const trp_watcher *watcher)
{
    for (; watcher != NULL; watcher = watcher->next)
    {
        sum = trp__mix(sum, (uintptr_t)watcher);
        sum = trp__sum_bytes(&watcher->function, sizeof watcher->function, sum);
        sum = trp__mix(sum, (uintptr_t)watcher->context);
        sum = trp__mix(sum, watcher->events);
        sum = trp__mix(sum, (uintptr_t)watcher->only);
        sum = trp__mix(sum, watcher->since);
    }
    return trp__mix(sum, 1);
}

uint64_t trp__watcher_wiring(const trp_world *world)
{
    uint64_t sum = state_world_watchers_wiring(0, world->watchers);

    for (uint32_t i = 0; i < world->pool_count; i++)
        sum = state_world_watchers_wiring(sum, world->pools[i]->watchers);
    return sum;
}

uint64_t trp__pool_wiring(const trp_world *world)
{
    uint64_t sum = trp__mix(world->pool_count, world->layer_count);

    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        const trp_pool *pool = world->pools[i];
        trp__mark_read(&pool->desc, sizeof pool->desc);
        sum = trp__sum_bytes(&pool->desc, sizeof pool->desc, trp__mix(sum, (uintptr_t)pool));
        sum = trp__mix(sum, (uintptr_t)pool->fields);
        sum = trp__mix(sum, pool->is_transient);
    }
    return sum;
}

uint64_t trp__part_wiring(const trp_world *world)
{
    uint64_t sum = 0;

    for (const trp__part *part = world->parts; part != NULL; part = part->next)
    {
        sum = trp__mix(trp__mix(sum, (uintptr_t)part), part->kind);
        if (part->kind == TRP__PART_REGION || part->kind == TRP__PART_IDS)
        {
            const trp_region *region = trp__region_of(part);
            sum = trp__mix(trp__mix(sum, (uintptr_t)region->start), region->bytes);
            sum = trp__mix(sum, (uintptr_t)region->ids);
        }
    }
    return sum;
}
