#include "external.h"

/*
 * The hash table contains slots, and is at most four fifths full. A slot lies in the first free
 * bucket at or after the hash of its address. Slots, and so handles and orders, depend on no
 * address; only the search does.
 */
uint32_t trp__external_home(const trp_pool *pool, const trp_actor *actor)
{
    /* one multiplication would leave some distances between actors in few buckets, so there are two
     * with a shift between them */
    const uint64_t address = (uintptr_t)actor / TRP__NODE_ALIGNMENT;
    uint32_t hash = (uint32_t)(address ^ address >> 32) * 2654435769u;

    hash = (hash ^ hash >> 15) * 2246822507u;
    return (uint32_t)((uint64_t)hash * pool->bucket_count >> 32);
}

static uint32_t external_after(const trp_pool *pool, uint32_t bucket)
{
    return bucket + 1 < pool->bucket_count ? bucket + 1 : 0;
}

static uint32_t external_buckets_for(uint32_t capacity)
{
    return capacity + capacity / 4 + 1;
}

size_t trp__external_bytes(uint32_t capacity)
{
    return external_buckets_for(capacity) * sizeof(uint32_t) + capacity * sizeof(trp_actor *);
}

void trp__external_init(trp_pool *pool, unsigned char *memory, uint32_t capacity)
{
    pool->actors = (trp_actor **)(void *)memory;
    pool->buckets = (uint32_t *)(void *)(memory + capacity * sizeof(trp_actor *));
    pool->bucket_count = external_buckets_for(capacity);
    for (uint32_t i = 0; i < pool->bucket_count; i++)
        pool->buckets[i] = TRP__NONE;
}

/* The bucket that contains the actor, or the free bucket where it would be. */
static uint32_t external_bucket_of(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t bucket = trp__external_home(pool, actor);

    while (pool->buckets[bucket] != TRP__NONE && pool->actors[pool->buckets[bucket]] != actor)
        bucket = external_after(pool, bucket);
    return bucket;
}

uint32_t trp__external_find(const trp_pool *pool, const trp_actor *actor)
{
    return pool->buckets[external_bucket_of(pool, actor)];
}

void trp__external_enter(trp_pool *pool, uint32_t slot, trp_actor *actor)
{
    pool->buckets[external_bucket_of(pool, actor)] = slot;
    pool->actors[slot] = actor;
    actor->index = trp__handle_index(pool, slot);
}

bool trp__external_fit(trp_pool *pool, uint32_t capacity)
{
    trp_actor *const *const actors = pool->actors;
    const size_t bytes = trp__external_bytes(capacity);
    void *const old = pool->tables;
    const size_t old_bytes = pool->tables_bytes;
    void *tables;

    if (actors == NULL || pool->bucket_count >= external_buckets_for(capacity))
        return true;
    tables = trp__take(pool->world, bytes);
    if (tables == NULL)
        return false;
    trp__external_init(pool, tables, capacity);
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
    {
        pool->actors[slot] = actors[slot];
        if (trp__is_taken(trp__cell_of(pool, slot)->stamp))
            pool->buckets[external_bucket_of(pool, actors[slot])] = slot;
    }
    pool->tables = tables;
    pool->tables_bytes = bytes;
    if (old != NULL)
        trp__release(pool->world, old, old_bytes);
    return true;
}

/* The distance from one bucket up to another, wrapping around. */
static uint32_t external_distance(const trp_pool *pool, uint32_t from, uint32_t to)
{
    return to >= from ? to - from : to + pool->bucket_count - from;
}

/* Fills the hole with later entries that would no longer be found (Knuth, 6.4, algorithm R). */
void trp__external_leave(trp_pool *pool, uint32_t slot)
{
    uint32_t hole = external_bucket_of(pool, pool->actors[slot]);

    for (uint32_t at = external_after(pool, hole); pool->buckets[at] != TRP__NONE;
         at = external_after(pool, at))
    {
        const uint32_t home = trp__external_home(pool, pool->actors[pool->buckets[at]]);
        if (external_distance(pool, home, at) >= external_distance(pool, hole, at))
        {
            pool->buckets[hole] = pool->buckets[at];
            hole = at;
        }
    }
    pool->buckets[hole] = TRP__NONE;
}
