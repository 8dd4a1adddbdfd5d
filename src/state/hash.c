/*
 * Hashes. Those of slots are summed up; ordered data is hashed as a chain.
 */
#include "hash.h"
#include "../base/bitmap.h"
#include "../core/ages.h"
#include "../group/group.h"
#include "../time/queue.h"

/* What rows are hashed by. */
typedef struct hash_source {
    const trp_world *world;
    const trp_fields *fields;
} hash_source;

/* Taken slots of a pool, and the sum of their hashes. */
typedef struct hash_batch {
    const trp_pool *pool;
    uint64_t sum;
    trp__hash_rows rows;
} hash_batch;

TRP__INLINE uint64_t hash_word_at(uint64_t hash, const unsigned char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
    return trp__hash_word(hash, word);
}

/* The whole words of four rows: their chains of multiplications do not wait for each other. */
static void hash_four(const unsigned char *const *at, uint64_t *hashes, size_t from, size_t end)
{
    uint64_t a = hashes[0];
    uint64_t b = hashes[1];
    uint64_t c = hashes[2];
    uint64_t d = hashes[3];

    for (; from != end; from += sizeof(uint64_t)) {
        a = hash_word_at(a, at[0] + from);
        b = hash_word_at(b, at[1] + from);
        c = hash_word_at(c, at[2] + from);
        d = hash_word_at(d, at[3] + from);
    }
    hashes[0] = a;
    hashes[1] = b;
    hashes[2] = c;
    hashes[3] = d;
}

/* Less than a word. */
static uint64_t hash_rest(uint64_t hash, const unsigned char *bytes, size_t count)
{
    uint32_t half;

    if (count >= sizeof half) {
        memcpy(&half, bytes, sizeof half);
        hash = trp__hash_word(hash, half);
        bytes += sizeof half;
        count -= sizeof half;
    }
    for (; count > 0; bytes++, count--)
        hash = trp__hash_word(hash, *bytes);
    return hash;
}

/* The bytes of all rows in this range. */
static void hash_bytes(trp__hash_rows *rows, size_t from, size_t end)
{
    const size_t words = from + (end - from) / sizeof(uint64_t) * sizeof(uint64_t);
    uint32_t i = 0;

    for (; rows->count - i >= 4; i += 4)
        hash_four(rows->at + i, rows->hashes + i, from, words);
    for (; i < rows->count; i++)
        for (size_t at = from; at != words; at += sizeof(uint64_t))
            rows->hashes[i] = hash_word_at(rows->hashes[i], rows->at[i] + at);
    for (i = 0; words != end && i < rows->count; i++)
        rows->hashes[i] = hash_rest(rows->hashes[i], rows->at[i] + words, end - words);
}

/* Hashes the payloads of the slots, all bytes but the node, or the fields, and adds them. */
static void hash_finish(hash_batch *batch)
{
    const trp_pool *pool = batch->pool;

    if (pool->desc.fields != NULL)
        trp__fields_hash_rows(pool->world, pool->desc.fields, &batch->rows, 0);
    else {
        hash_bytes(&batch->rows, 0, pool->node);
        hash_bytes(&batch->rows, pool->node + sizeof(trp_actor), pool->stride);
    }
    for (uint32_t i = 0; i < batch->rows.count; i++) {
        uint64_t hash = batch->rows.hashes[i];
        hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
        batch->sum += hash ^ hash >> 32;
    }
    batch->rows.count = 0;
}

/* The hash of a slot without a life; 0: it is as it was created. */
static uint64_t hash_vacant(const trp_pool *pool, const trp__extent *extent, uint32_t slot,
                            const trp__cell *cell)
{
    if (cell->stamp == trp__vacant_cell(pool, extent, slot, 1).stamp && cell->generation == 1)
        return 0;
    return trp__mix(trp__mix(trp__mix(2, slot), cell->generation), cell->stamp);
}

/* Why an actor has expired. */
static uint64_t hash_end(const trp__end *end, uint64_t hash)
{
    hash = trp__mix(hash, end->reason);
    hash = trp__mix(hash, end->culprit.index & (TRP_MAX_SLOTS - 1));
    return trp__mix(hash, end->culprit.generation);
}

static void hash_extent(hash_batch *batch, const trp__extent *extent, uint32_t from, uint32_t end)
{
    const trp_pool *pool = batch->pool;

    for (uint32_t slot = from; slot < end; slot++) {
        const trp__cell *cell = &extent->cells[slot - extent->first];
        const uint32_t row = batch->rows.count;
        uint64_t *hash = &batch->rows.hashes[row];
        if (!trp__is_taken(cell->stamp)) {
            batch->sum += hash_vacant(pool, extent, slot, cell);
            continue;
        }
        *hash = cell->stamp >> 30 << 24 | slot | (uint64_t)cell->generation << 32;
        if (pool->ends != NULL && trp__is_expired(cell->stamp))
            *hash = hash_end(&pool->ends[slot], *hash);
        batch->rows.at[row] = pool->actors == NULL
                                  ? extent->slots + (slot - extent->first) * pool->stride
                                  : (const unsigned char *)trp__node_at(pool, slot) - pool->node;
        if (++batch->rows.count == TRP__HASH_ROWS)
            hash_finish(batch);
    }
}

/* The lives of all slots, without their order: a sum. */
static uint64_t hash_slots(const trp_pool *pool)
{
    const uint32_t used = pool->state.used;
    hash_batch batch;
    trp__extent extent;

    batch.pool = pool;
    batch.sum = 0;
    batch.rows.count = 0;
    for (uint32_t slot = 0; slot < used; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.cells != NULL)
            hash_extent(&batch, &extent, slot, extent.end < used ? extent.end : used);
    }
    hash_finish(&batch);
    return batch.sum;
}

/* The listed actors in their order; memory order is the order of slots. */
static uint64_t hash_order(const trp_pool *pool, uint64_t hash)
{
    const trp__ages *ages = pool->ages;

    for (int32_t i = ages->begin; i < ages->end; i++) {
        const uint32_t slot = (ages->entries[i].index & TRP__ENTRY_INDEX) - pool->base;
        if ((ages->entries[i].index & TRP__ENTRY_HOLE) == 0 && slot < pool->max_capacity)
            hash = trp__mix(hash, slot);
    }
    return hash;
}

static uint64_t hash_numbers(uint64_t hash, trp__numbers numbers)
{
    for (size_t i = 0; i < sizeof numbers.all / sizeof *numbers.all; i++)
        hash = trp__mix(hash, numbers.all[i]);
    return hash;
}

uint64_t trp_hash_pool(const trp_pool *pool)
{
    uint64_t hash;

    if (pool == NULL)
        return 0;
    hash = hash_numbers(1, trp__pool_numbers(pool, &pool->state));
    if (!trp__in_memory_order(pool))
        hash = hash_order(pool, hash);
    return trp__mix(hash, hash_slots(pool));
}

/* How the entries of joined pools alternate. */
static uint64_t hash_joined(const trp_world *world, uint32_t number, uint64_t hash)
{
    const trp_pool *segment = world->pools[number];
    trp__position position = trp__ages_start(segment->ages);
    const trp__entry *entry;

    if (segment->segment != segment || segment->joined == NULL)
        return hash;
    while ((entry = segment->order->next(segment->ages, &position)) != NULL)
        hash = trp__mix(hash, trp__entry_place(segment, entry).pool->number);
    return hash;
}

/* The world's numbers, and its layers with their segments. */
static uint64_t hash_time(const trp_world *world)
{
    uint64_t hash = hash_numbers(3, trp__world_numbers(&world->state));

    for (uint32_t i = 0; i < world->layer_count; i++) {
        hash = hash_numbers(hash, trp__layer_numbers(&world->layers[i].state));
        for (uint32_t number = world->layers[i].state.first; number != TRP__NONE;
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

static uint64_t hash_structs(const trp_world *world, const trp_fields *fields, const void *structs,
                             size_t bytes, uint64_t hash)
{
    for (size_t at = 0; at < bytes; at += fields->size)
        hash = trp__fields_hash(world, fields, (const unsigned char *)structs + at, hash);
    return hash;
}

uint64_t trp__hash_region(const trp_region *region)
{
    size_t from = 0;
    size_t to = 0;
    trp__hash_rows rows;

    rows.at[0] = (const unsigned char *)region->start;
    rows.hashes[0] = 5;
    rows.count = 1;
    if (region->ids != NULL)
        return hash_ids(region->ids);
    if (region->fields != NULL)
        return hash_structs(region->world, region->fields, region->start, region->bytes,
                            region->bytes / region->fields->size);
    while (trp__next_piece(region, true, &from, &to))
        hash_bytes(&rows, from, to);
    return rows.hashes[0];
}

static uint64_t hash_events(const trp_queue *queue)
{
    uint64_t hash = queue->state.count;

    for (uint32_t place = 0; place < queue->state.count; place++)
        hash =
            trp__fields_hash(queue->world, queue->desc.fields, trp__queue_at(queue, place), hash);
    return hash;
}

/* Rows of a part by their fields; without fields by pairs of words, the lower one first, which are
 * numbers of the machine. */
static void hash_rows(trp__sink *sink, const void *rows, size_t bytes)
{
    const hash_source *source = sink->user;
    const unsigned char *at = rows;

    if (source->fields != NULL)
        sink->sum = hash_structs(source->world, source->fields, rows, bytes, sink->sum);
    for (size_t count; source->fields == NULL && bytes != 0; at += count, bytes -= count) {
        uint32_t words[2] = {0, 0};
        count = bytes < sizeof words ? bytes : sizeof words;
        memcpy(words, at, count / 4 * 4);
        for (size_t i = count / 4 * 4; i < count; i++)
            words[i / 4] |= (uint32_t)at[i] << i % 4 * 8;
        sink->sum = trp__mix(sink->sum, words[0] | (uint64_t)words[1] << 32);
    }
}

static uint64_t hash_part(const trp_world *world, const trp__part *part)
{
    const trp__part_table table = trp__table_of(part);
    hash_source source = {world, table.row};
    trp__sink sink = {0};

    if (part->kind == TRP__PART_QUEUE && trp__queue_of_part(part)->desc.fields != NULL)
        return hash_events(trp__queue_of_part(part));
    if (part->kind == TRP__PART_REGION || part->kind == TRP__PART_IDS)
        return trp__hash_region(trp__region_of(part));
    if (table.sum != NULL)
        return table.sum(trp__module_of(part), NULL, 0);
    sink.take = hash_rows;
    sink.user = &source;
    sink.sum = table.number_decides ? trp__part_number(part, 0) : 0;
    trp__put_part(part, &sink, false);
    return sink.sum;
}

uint64_t trp__hash_content(const trp_world *world, uint64_t hash)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (!world->pools[i]->desc.transient)
            hash = hash_joined(world, i, trp__mix(hash, trp_hash_pool(world->pools[i])));
    for (const trp__part *part = world->parts; part != NULL; part = part->next)
        hash = trp__mix(hash, hash_part(world, part));
    return hash;
}

uint64_t trp_hash_world(const trp_world *world)
{
    return world != NULL ? trp__hash_content(world, hash_time(world)) : 0;
}

uint64_t trp_hash_mix(uint64_t hash, uint64_t number)
{
    return trp__mix(hash, number);
}
