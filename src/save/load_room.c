/*
 * Room for the content of a file: memory is taken before anything is changed. The later memory of
 * pools is parked until then.
 */
#include "load.h"

static void load_room_chunk_place(const trp_pool *pool, uint32_t number, uint32_t *first,
                                  uint32_t *count)
{
    *first = pool->desc.capacity;
    for (; number > 0; number--)
        *first *= 2;
    *count = *first > pool->max_capacity - *first ? pool->max_capacity - *first : *first;
}

uint32_t trp__capacity_for(const trp_pool *pool, uint32_t used)
{
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, used);
    uint32_t first;
    uint32_t count;

    if (chunks == 0)
        return pool->desc.capacity;
    load_room_chunk_place(pool, chunks - 1, &first, &count);
    return first + count;
}

/* Whether a chunk is a returned one in the file. */
static bool load_room_is_absent(const trp_pool *pool, const trp__saved_pool *saved, uint32_t chunk)
{
    return trp__has_same_chunks(pool, saved) && chunk < saved->grown &&
           saved->chunks[(size_t)chunk * 5 + 4] == 0;
}

/* Whether the pool has the memory of a chunk, including a kept one. */
static bool load_room_has_memory(const trp_pool *pool, uint32_t chunk)
{
    return pool->chunks[chunk].memory != NULL;
}

static bool load_room_park(trp_pool *pool, uint32_t number, trp__parked **parked)
{
    trp__chunk *chunk = &pool->chunks[number];
    trp__parked *memory;

    load_room_chunk_place(pool, number, &chunk->first, &chunk->count);
    chunk->bytes = trp__chunk_bytes(pool, chunk);
    memory = (trp__parked *)trp__take(pool->world, chunk->bytes);
    if (memory == NULL)
        return false;
    memory->next = *parked;
    memory->pool = pool;
    memory->chunk = number;
    *parked = memory;
    return true;
}

/* The slots of all pools of a segment, as far as they have to grow. */
static uint32_t load_room_slots_of(trp__loading *loading, const trp_pool *segment)
{
    uint32_t slots = trp__segment_slots(segment);

    for (uint32_t i = 0; i < loading->pool_count; i++) {
        const trp_pool *pool = loading->pools[i].pool;
        if (pool != NULL && pool->segment == segment &&
            trp__capacity_for(pool, loading->pools[i].used) > pool->state.capacity)
            slots += trp__capacity_for(pool, loading->pools[i].used) - pool->state.capacity;
    }
    return slots;
}

static bool load_room_for_entries(trp__loading *loading, trp_pool *segment)
{
    return segment->order->fit(segment, load_room_slots_of(loading, segment));
}

static bool load_room_make_room(trp__loading *loading, trp_pool *pool, const trp__saved_pool *saved,
                                trp__parked **parked)
{
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, saved->used);

    for (uint32_t i = 0; i < chunks; i++)
        if (!load_room_has_memory(pool, i) && !load_room_is_absent(pool, saved, i) &&
            !load_room_park(pool, i, parked))
            return false;
    return trp__in_memory_order(pool) || load_room_for_entries(loading, pool->segment);
}

void trp__drop_parked(trp_world *world, trp__parked *parked)
{
    while (parked != NULL) {
        trp__parked *next = parked->next;
        trp__release(world, parked, parked->pool->chunks[parked->chunk].bytes);
        parked = next;
    }
}

trp_result trp__make_pool_room(trp__loading *loading, trp__parked **parked)
{
    loading->noun = TRP__NAME("pool");
    for (uint32_t i = 0; i < loading->pool_count; i++) {
        const trp__saved_pool *saved = &loading->pools[i];
        loading->object = saved->name;
        if (saved->pool != NULL && !load_room_make_room(loading, saved->pool, saved, parked))
            return trp__load_refuse(loading, TRP_ERR_MEMORY, saved->at, NULL,
                                    TRP__TEXT("there is no memory for it to grow"));
    }
    return TRP_OK;
}

/* All slots of an added chunk are free; their generations are filled later. */
static void load_room_open_chunk(const trp_pool *pool, trp__chunk *chunk)
{
    for (uint32_t i = 0; i < chunk->count; i++) {
        chunk->cells[i].stamp = TRP__STAMP_FREE;
        trp__mark_vacant(pool, (trp_actor *)(void *)(chunk->slots + i * pool->stride + pool->node));
    }
}

/* The pool will have the slots of a chunk that does not exist. It may never have existed. */
static void load_room_leave_out_chunk(trp_pool *pool, uint32_t number)
{
    trp__chunk *chunk = &pool->chunks[number];

    trp__chunk_release(pool, chunk);
    load_room_chunk_place(pool, number, &chunk->first, &chunk->count);
    pool->state.missing += chunk->count;
}

/* A chunk that the pool will have (`is_wanted`) or will not have. */
static void load_room_lay_out_chunk(trp_pool *pool, uint32_t number, bool is_wanted,
                                    bool is_absent_then)
{
    trp__chunk *chunk = &pool->chunks[number];
    const bool was_there = number < pool->state.grown && chunk->cells != NULL;

    if (was_there && (!is_wanted || is_absent_then))
        trp__leave_chunk(pool, chunk);
    if (is_wanted && is_absent_then)
        load_room_leave_out_chunk(pool, number);
    else if (is_wanted && !was_there) {
        trp__chunk_lay_out(pool, chunk);
        load_room_open_chunk(pool, chunk);
    }
}

static void load_room_lay_out(trp_pool *pool, const trp__saved_pool *saved)
{
    const uint32_t used = saved != NULL ? saved->used : 0;
    const uint32_t wanted = trp__chunks_to(pool->desc.capacity, used);
    const uint32_t all = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    pool->state.missing = 0;
    for (uint32_t i = 0; i < all; i++) {
        load_room_lay_out_chunk(pool, i, i < wanted, load_room_is_absent(pool, saved, i));
        pool->chunks[i].generation = trp__first_generation(pool, saved);
        if (trp__has_same_chunks(pool, saved))
            pool->chunks[i].generation = trp__get32(saved->chunks + (size_t)i * 5);
    }
    pool->state.grown = wanted;
    pool->state.capacity = trp__capacity_for(pool, used);
}

void trp__lay_out_pools(trp__loading *loading, trp__parked *parked)
{
    while (parked != NULL) {
        trp__parked *next = parked->next;
        parked->pool->chunks[parked->chunk].memory = parked;
        parked = next;
    }
    for (uint32_t i = 0; i < loading->world->pool_count; i++) {
        trp_pool *pool = loading->world->pools[i];
        if (!pool->desc.transient)
            load_room_lay_out(pool, trp__saved_for(loading, pool));
    }
}
