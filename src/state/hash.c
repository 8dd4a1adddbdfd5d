/*
 * Hashes. Hashes of slots are sums, so that they can be taken by groups; ordered data is hashed as
 * a chain.
 */
#include "hash.h"
#include "../base/bitmap.h"
#include "../roster/roster.h"
#include "../time/queue.h"

TRP__INLINE uint64_t hash_bytes(uint64_t hash, const unsigned char *bytes, size_t count)
{
    for (; count >= sizeof(uint64_t); bytes += sizeof(uint64_t), count -= sizeof(uint64_t))
    {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        hash = trp__hash_word(hash, word);
    }
    if (count >= sizeof(uint32_t))
    {
        uint32_t word;
        memcpy(&word, bytes, sizeof word);
        hash = trp__hash_word(hash, word);
        bytes += sizeof word;
        count -= sizeof word;
    }
    for (; count > 0; bytes++, count--)
        hash = trp__hash_word(hash, *bytes);
    return hash;
}

/* The payload of a taken slot: all bytes but the node, or the fields. `slot` is its first byte. */
TRP__INLINE uint64_t hash_payload(const trp_pool *pool, const unsigned char *slot, uint64_t hash)
{
    const size_t rest = pool->node + sizeof(trp_actor);

    if (pool->fields != NULL)
        return trp__fields_hash(pool->world, pool->fields, slot, hash);
    if (pool->node != 0)
        hash = hash_bytes(hash, slot, pool->node);
    return hash_bytes(hash, slot + rest, pool->stride - rest);
}

/* The hash of a slot without a life; 0: it is as it was created. */
static uint64_t hash_vacant(const trp_pool *pool, uint32_t slot, const trp__cell *cell,
                            uint32_t end)
{
    uint32_t made = TRP__STAMP_FREE;

    if (!trp__in_memory_order(pool))
        made += slot + 1 < end ? slot + 1 : TRP__LAST;
    if (cell->stamp == made && cell->generation == 1)
        return 0;
    return trp__mix(trp__mix(trp__mix(2, slot), cell->generation), cell->stamp);
}

static uint64_t hash_extent(const trp_pool *pool, const trp__extent *extent, uint32_t from,
                            uint32_t end)
{
    uint64_t sum = 0;

    for (uint32_t slot = from; slot < end; slot++)
    {
        const trp__cell *cell = &extent->cells[slot - extent->first];
        const unsigned char *payload;
        uint64_t hash;
        if (!trp__is_taken(cell->stamp))
        {
            sum += hash_vacant(pool, slot, cell, extent->end);
            continue;
        }
        hash = cell->stamp >> 30 << 24 | slot | (uint64_t)cell->generation << 32;
        if (pool->actors == NULL)
            payload = extent->slots + (slot - extent->first) * pool->stride;
        else
            payload = (const unsigned char *)pool->actors[slot] - pool->node;
        hash = hash_payload(pool, payload, hash);
        hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
        sum += hash ^ hash >> 32;
    }
    return sum;
}

uint64_t trp_hash_slots(const trp_pool *pool, uint32_t first, uint32_t count)
{
    uint64_t sum = 0;
    uint32_t used;
    trp__extent extent;

    if (pool == NULL)
        return 0;
    used = trp__slots_used(pool);
    if (first < used && count < used - first)
        used = first + count;
    for (uint32_t slot = first; slot < used; slot = extent.end)
    {
        extent = trp__extent_at(pool, slot);
        if (extent.cells != NULL)
            sum += hash_extent(pool, &extent, slot, extent.end < used ? extent.end : used);
    }
    return sum;
}

uint64_t trp_hash_actor(const trp_world *world, const trp_actor *actor)
{
    trp__place at;

    if (world == NULL || actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        !trp__is_taken(trp__stamp_at(at.pool, at.slot)))
        return 0;
    return trp_hash_slots(at.pool, at.slot, 1);
}

/* The listed actors in their order; memory order is the order of slots. */
static uint64_t hash_order(const trp_pool *pool, uint64_t hash)
{
    for (uint32_t i = pool->state.order_begin; i < pool->state.order_end; i++)
    {
        const trp__entry *entry = &pool->order[i];
        const uint32_t slot = trp__entry_slot(entry);
        if (trp__entry_stays(pool, entry, trp__stamp_at(pool, slot)))
            hash = trp__mix(hash, slot);
    }
    return hash;
}

static uint64_t hash_float(uint64_t hash, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return trp__mix(hash, bits);
}

/* The clock of its lifetimes, and its interval. */
static uint64_t hash_pace(const trp_pool *pool, uint64_t hash)
{
    const trp__pool_state *state = &pool->state;

    if (pool->desc.lifetime.use != NULL)
        hash = trp__mix(hash, state->clock);
    if (trp__every(state) > 1 || state->wanted > 1)
    {
        hash = trp__mix(hash, trp__every(state) | (uint64_t)state->wanted << 32);
        hash = trp__mix(hash, state->turn << 2 | (uint32_t)state->staggered << 1 |
                                  (uint32_t)state->wants_staggered);
    }
    return hash;
}

uint64_t trp_hash_pool(const trp_pool *pool)
{
    const trp__pool_state *state;
    uint64_t hash;

    if (pool == NULL)
        return 0;
    state = &pool->state;
    hash = trp__mix(state->live, state->capacity | (uint64_t)state->missing << 32);
    hash = trp__mix(hash, pool->quarantine_slots | (uint64_t)state->freed_first << 32);
    if (pool->desc.when_full == TRP_FULL_STEAL_NEXT)
        hash = trp__mix(hash, state->hand);
    hash = hash_float(hash_float(hash, state->scale), state->low_for);
    hash = hash_pace(pool, hash);
    if (!trp__in_memory_order(pool))
        hash = hash_order(pool, trp__mix(hash, state->spare));
    return trp__mix(hash, trp_hash_slots(pool, 0, UINT32_MAX));
}

/* How the entries of joined pools alternate. */
static uint64_t hash_joined(const trp_world *world, uint32_t number, uint64_t hash)
{
    trp_pool *segment = world->pools[number];
    trp__cursor cursor;
    const trp__entry *entry;

    if (segment->segment != segment || segment->joined == NULL)
        return hash;
    cursor = trp__cursor_start(segment);
    while ((entry = trp__cursor_next(&cursor, segment)) != NULL)
        if (trp__entry_holds(entry, trp__stamp_at(cursor.pool, trp__entry_slot(entry))))
            hash = trp__mix(hash, cursor.pool->number);
    return hash;
}

uint64_t trp_hash_time(const trp_world *world)
{
    uint64_t hash;

    if (world == NULL)
        return 0;
    hash = hash_float(trp__mix(3, world->state.ticks), world->state.scale);
    for (uint32_t i = 0; i < world->layer_count; i++)
    {
        const trp__layer_state *layer = &world->layers[i].state;
        hash = trp__mix(hash, layer->place | (uint64_t)layer->enabled << 32);
        hash = hash_float(hash, layer->scale);
        for (uint32_t number = layer->first; number != TRP__NONE;
             number = world->pools[number]->state.next)
            hash = trp__mix(hash, number);
    }
    return hash;
}

static uint64_t hash_ids(const trp_ids *ids)
{
    uint64_t hash = trp__mix(ids->first, ids->capacity);
    uint32_t at = 0;

    for (; (at = trp__bitmap_next(ids->map, TRP__ACTIVE, at)) != TRP__NONE; at++)
        hash = trp__mix(hash, at);
    return hash;
}

static uint64_t hash_structs(const trp_region *region, size_t stride)
{
    const unsigned char *at = (const unsigned char *)region->start;
    uint64_t hash = region->bytes / stride;

    for (size_t i = 0; i < region->bytes / stride; i++)
        hash = trp__fields_hash(region->world, region->fields, at + i * stride, hash);
    return hash;
}

uint64_t trp_hash_region(const trp_region *region)
{
    uint64_t hash = 5;
    size_t from = 0;
    size_t to = 0;

    if (region == NULL)
        return 0;
    if (region->ids != NULL)
        return hash_ids(region->ids);
    if (region->fields != NULL)
        return hash_structs(region, trp__fields_size(region->fields));
    while (trp__next_piece(region, true, &from, &to))
        hash = hash_bytes(hash, (const unsigned char *)region->start + from, to - from);
    return hash;
}

static uint64_t hash_events(const trp_queue *queue)
{
    uint64_t hash = queue->state.count;

    for (uint32_t place = 0; place < queue->state.count; place++)
        hash =
            trp__fields_hash(queue->world, queue->desc.fields, trp__queue_at(queue, place), hash);
    return hash;
}

uint64_t trp__hash_part(const trp__part *part)
{
    if (part->kind == TRP__PART_QUEUE && trp__queue_of_part(part)->desc.fields != NULL)
        return hash_events(trp__queue_of_part(part));
    if (part->kind == TRP__PART_REGION || part->kind == TRP__PART_IDS)
        return trp_hash_region(trp__region_of(part));
    return trp__table_of(part).hash(part);
}

uint64_t trp_hash_world(const trp_world *world)
{
    uint64_t hash;

    if (world == NULL)
        return 0;
    hash = trp_hash_time(world);
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!world->pools[i]->is_transient)
            hash = hash_joined(world, i, trp__mix(hash, trp_hash_pool(world->pools[i])));
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        hash = trp__mix(hash, trp__hash_part(part));
    return hash;
}

uint64_t trp_hash_roster(const trp_roster *roster)
{
    return roster != NULL && roster->world != NULL ? trp__roster_hash(roster) : 0;
}

uint64_t trp_hash_mix(uint64_t hash, uint64_t number)
{
    return trp__mix(hash, number);
}
