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
    switch (part->kind) {
    case TRP__PART_GROUP:
        return trp__group_part();
    case TRP__PART_FAMILY:
        return trp__family_part();
    case TRP__PART_SPACE:
        return trp__space_part();
    case TRP__PART_CONTACTS:
        return trp__contacts_part();
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

bool trp__is_in_parts(const trp_pool *pool)
{
    for (const trp__part *part = pool->world->parts; part != NULL; part = part->next) {
        const trp__part_table table = trp__table_of(part);
        if (table.uses != NULL && table.uses(part, pool))
            return true;
    }
    return false;
}

/* Two sums, of the words and of the sums so far, in lanes of words. The second one is rotated, so
 * that changes of the highest bits do not cancel one another; the first one shows every single
 * change. */
typedef struct state_world_lane {
    uint64_t words;
    uint64_t sums;
} state_world_lane;

TRP__INLINE void state_world_add(state_world_lane *lane, const unsigned char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    lane->words += word;
    lane->sums = (lane->sums << 7 | lane->sums >> 57) + lane->words;
}

TRP__INLINE uint64_t state_world_end(uint64_t sum, state_world_lane lane)
{
    return trp__mix(trp__mix(sum, lane.words), lane.sums);
}

uint64_t trp__sum_bytes(const void *bytes, size_t count, uint64_t start)
{
    const unsigned char *at = (const unsigned char *)bytes;
    state_world_lane first = {start, 2};
    state_world_lane second = {1, 3};
    state_world_lane third = {4, 6};
    state_world_lane fourth = {5, 7};
    uint64_t rest = 0;

    for (; count >= 32; at += 32, count -= 32) {
        state_world_add(&first, at);
        state_world_add(&second, at + 8);
        state_world_add(&third, at + 16);
        state_world_add(&fourth, at + 24);
    }
    for (; count >= 8; at += 8, count -= 8)
        state_world_add(&first, at);
    for (; count > 0; at++, count--)
        rest = rest * 257 + *at + 1;
    rest = state_world_end(state_world_end(rest, first), second);
    return state_world_end(state_world_end(rest, third), fourth);
}

static uint64_t state_world_watchers_wiring(uint64_t sum, const trp_watcher *watcher)
{
    for (; watcher != NULL; watcher = watcher->next) {
        sum = trp__mix(sum, (uintptr_t)watcher);
        sum = trp__sum_bytes(&watcher->function, sizeof watcher->function, sum);
        sum = trp__mix(sum, (uintptr_t)watcher->user);
        sum = trp__mix(sum, watcher->events);
        sum = trp__mix(sum, (uintptr_t)watcher->pool);
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
    uint64_t sum = trp__mix(trp__mix(1, world->pool_count), world->layer_count);

    for (uint32_t i = 0; i < world->pool_count; i++) {
        const trp_pool *pool = world->pools[i];
        trp__mark_read(&pool->desc, sizeof pool->desc);
        sum = trp__sum_bytes(&pool->desc, sizeof pool->desc, trp__mix(sum, (uintptr_t)pool));
    }
    return sum;
}

uint64_t trp__part_wiring(const trp_world *world)
{
    uint64_t sum = 0;

    for (const trp__part *part = world->parts; part != NULL; part = part->next) {
        const trp__part_table table = trp__table_of(part);
        sum = trp__mix(trp__mix(sum, (uintptr_t)part), part->kind);
        if (table.wiring != NULL)
            sum = trp__mix(sum, table.wiring(part));
    }
    return sum;
}
