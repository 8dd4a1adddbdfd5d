/*
 * Slots: where they are, which are free, and further chunks of them.
 */
#include "external.h"
#include "plain.h"

void trp__slots_init(trp_pool *pool, unsigned char *slots, uint32_t first, uint32_t count,
                     uint32_t generation)
{
    for (uint32_t i = count; i-- > 0;)
    {
        trp_actor *actor = (trp_actor *)(void *)(slots + i * pool->stride + pool->node);
        actor->hook.link.next = NULL;
        actor->hook.link.prev = NULL;
        actor->life.generation = generation;
        actor->stamp = trp__stamp(TRP__VACANT, pool->number);
        if (trp__in_memory_order(pool))
            trp__bitmap_add(&pool->map, TRP__FREE, first + i);
        else
        {
            actor->hook.spare.next_free = pool->spare;
            pool->spare = actor;
        }
        trp__mark_vacant(pool, actor);
    }
}

/* Later chunks are as large as all before them together, so there are few, and the last holds half
 * of the slots. */

unsigned char *trp__grown_slot(const trp_pool *pool, uint32_t slot, uint32_t *left)
{
    const trp__chunk *chunk;

    if (slot < pool->first_count)
        return pool->slots + slot * pool->stride;
    chunk = &pool->grown[pool->grown_count - 1];
    while (slot < chunk->first)
        chunk--;
    if (chunk->memory == NULL)
        return NULL;
    if (left != NULL)
        *left = chunk->first + chunk->count - slot;
    return chunk->slots + (slot - chunk->first) * pool->stride;
}

uint32_t trp__grown_number(const trp_pool *pool, const trp_actor *actor)
{
    if (pool->entries != NULL)
    {
        const uint32_t entry = actor->life.entry;
        if (entry < pool->capacity && pool->entries[entry].taken != 0 &&
            pool->entries[entry].actor == actor)
            return entry;
        return TRP__NONE;
    }
    for (uint32_t i = pool->grown_count; i-- > 0;)
    {
        const trp__chunk *chunk = &pool->grown[i];
        uint32_t slot = TRP__NONE;
        if (chunk->memory != NULL)
            slot = trp__slot_number(pool, chunk->slots + pool->node, chunk->count, actor);
        if (slot != TRP__NONE)
            return chunk->first + slot;
    }
    return TRP__NONE;
}

/*
 * Holes are scattered, so filling one costs some cache misses: its slot, and the two neighbours
 * that it is linked to. While creating goes up through the holes, the ones ahead are fetched.
 */
void trp__look_ahead(trp_pool *pool, uint32_t slot)
{
    enum
    {
        DISTANCE = 16
    };

    if (slot > pool->ahead || pool->lead == 0)
    {
        pool->ahead = slot;
        pool->lead = 0;
    }
    else
        pool->lead--;
    for (int step = 0; step < 2 && pool->lead < DISTANCE; step++)
    {
        trp__word word;
        unsigned char *address;
        const uint32_t next = trp__bitmap_next_near(&pool->map, TRP__FREE, pool->ahead + 1, &word);
        if (next == TRP__NONE)
            return;
        address = (unsigned char *)trp__node_at(pool, next);
        TRP__PREFETCH_WRITE(address);
        for (size_t line = 64; line < pool->stride; line += 64)
            TRP__PREFETCH_WRITE(address + line);
        TRP__PREFETCH_WRITE(address + pool->stride);
        TRP__PREFETCH_WRITE(address - pool->stride);
        pool->ahead = next;
        pool->lead++;
    }
}

/* The node of a free slot was written to through a stale pointer. Its generation is lost, so it
 * must not live again. */
void trp__retire(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    actor->stamp = trp__stamp(TRP__RETIRED, pool->number);
    if (trp__in_memory_order(pool))
        trp__bitmap_remove(&pool->map, TRP__FREE, slot);
    pool->retired++;
    trp__misuse(pool->world, pool, actor, TRP__TEXT("trp_create"), TRP_ERR_CORRUPT,
                TRP__TEXT("a free slot was written to, and is retired"));
}

/* The freelist leads nowhere: collects the free slots again. */
void trp__rebuild_freelist(trp_pool *pool)
{
    pool->spare = NULL;
    for (uint32_t slot = pool->capacity; slot-- > 0;)
    {
        trp_actor *actor = trp__actor_at(pool, slot);
        if (actor != NULL && actor->stamp == trp__stamp(TRP__VACANT, pool->number))
        {
            actor->hook.spare.next_free = pool->spare;
            pool->spare = actor;
        }
    }
}

/* Whether there is a free slot that may be taken, and which (in memory order). */
static bool find_takable(trp_pool *pool, uint32_t *slot)
{
    *slot = 0;
    if (!trp__in_memory_order(pool))
        return pool->spare != NULL;
    *slot = trp__bitmap_lowest_free(&pool->map);
    return *slot != TRP__NONE;
}

/* The same, if only one in quarantine is left. */
static bool find_free(trp_pool *pool, uint32_t *slot)
{
    if (find_takable(pool, slot))
        return true;
    if (pool->quarantine == NULL || !pool->quarantine(pool, NULL, NULL))
        return false;
    return find_takable(pool, slot);
}

/* Whether as many slots are free as must be left alone. */
static bool is_down_to_reserve(const trp_pool *pool)
{
    return pool->capacity - pool->missing - pool->retired - pool->live <= pool->desc.reserve;
}

trp_actor *trp__take_rarely(trp_pool *pool, bool is_optional, uint32_t *slot, trp_result *result)
{
    for (;;)
    {
        *result = TRP_ERR_FULL;
        if (is_optional && is_down_to_reserve(pool))
            return NULL;
        if (find_free(pool, slot))
        {
            trp_actor *actor =
                trp__in_memory_order(pool) ? trp__take_lowest(pool, *slot) : trp__take_spare(pool);
            if (actor != NULL)
                return actor;
            continue; /* that slot was retired */
        }
        if (is_optional || (*result = trp__make_room(pool)) != TRP_OK)
            return NULL;
    }
}

void trp__give_rarely(trp_pool *pool, trp_actor *actor, uint32_t slot, bool is_used_up)
{
    pool->retired += is_used_up;
    if (pool->entries == NULL)
    {
        actor->stamp = trp__stamp(TRP__RETIRED, pool->number);
        trp__mark_freed(pool, actor);
        return;
    }
    /* an external actor's memory may be gone: its node keeps the mark that it is leaving */
    trp__entry_give(pool, slot, is_used_up);
}

void trp__next_free_word(trp_pool *pool, uint32_t index)
{
    trp__bitmap *map = &pool->map;

    trp__bitmap_lower(map, TRP__FREE, index);
    if (pool->live + pool->retired == pool->capacity)
        map->first_free = map->words[0] - 1; /* so that the next to be freed is not above it */
    else
        trp__bitmap_lowest_free(map);
}

/* Level 1 has no free slot any more around the word of `slot`: finds the next that has. */
trp_actor *trp__created_last(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__next_free_word(pool, slot / TRP__WORD_BITS);
    if (pool->prefetches && pool->live + pool->retired != pool->capacity)
        trp__look_ahead(pool, slot);
    return actor;
}

trp_actor *trp__created_ahead(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__look_ahead(pool, slot);
    return actor;
}

trp_result trp__recycled_in(trp_pool *pool, uint32_t index)
{
    trp__bitmap_raise(&pool->map, TRP__FREE, index);
    if (*trp__bitmap_word(&pool->map, TRP__ACTIVE, index) == 0)
        trp__bitmap_lower(&pool->map, TRP__ACTIVE, index);
    return TRP_OK;
}

/* Whether the pool has a slot there, whatever the node says. */
static bool has_slot_at(const trp_pool *pool, const trp_actor *actor, trp__place *place)
{
    place->slot = pool->entries != NULL ? trp__entry_at(pool, actor) : trp__slot_of(pool, actor);
    return place->slot != TRP__NONE;
}

bool trp__find_by_address(const trp_world *world, const trp_actor *actor, trp__place *place)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        place->pool = world->pools[i];
        if (has_slot_at(place->pool, actor, place))
            return true;
    }
    place->pool = NULL;
    return false;
}

/* The pool in one of whose slots this address lies, or NULL. */
static trp_pool *pool_around(const trp_world *world, const trp_actor *actor)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        trp_pool *pool = world->pools[i];
        if ((uintptr_t)actor - (uintptr_t)pool->slots < pool->first_count * pool->stride)
            return pool;
        for (uint32_t k = 0; k < pool->grown_count; k++)
            if (pool->grown[k].memory != NULL &&
                (uintptr_t)actor - (uintptr_t)pool->grown[k].slots <
                    pool->grown[k].count * pool->stride)
                return pool;
    }
    return NULL;
}

#if TRP__POISONS
bool trp__lies_in_a_slot(const trp_world *world, const trp_actor *actor)
{
    const unsigned char *last = (const unsigned char *)(actor + 1) - 1;

    return pool_around(world, actor) != NULL ||
           pool_around(world, (const trp_actor *)(const void *)last) != NULL;
}
#endif

trp_result trp__locate_slowly(const trp_world *world, const trp_actor *actor, trp__place *place)
{
    uint32_t number;

    place->pool = NULL;
    place->slot = TRP__NONE;
    if ((uintptr_t)actor % TRP__ALIGNOF(trp_actor) == 0)
    {
        number = trp__pool_named(world, actor);
        if (number < world->pool_count && world->pools[number]->entries != NULL &&
            trp__serial(actor) == TRP__LEAVING && trp__may_have_left(world->pools[number], actor))
        {
            place->pool = world->pools[number];
            return TRP_ERR_FREE; /* an external actor that has left keeps this mark */
        }
        if (trp__find_by_address(world, actor, place))
            return TRP_ERR_CORRUPT;
    }
    place->pool = pool_around(world, actor);
    return TRP_ERR_FOREIGN;
}
