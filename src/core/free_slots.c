/*
 * Free slots. In memory order they are a bitmap, and the lowest one is taken. In an age order they
 * are a chain through the stamps of the cells, and the one freed last is taken.
 */
#include "external.h"
#include "fast_path.h"

static bool free_slots_is_bitmap(const trp_pool *pool)
{
    return trp__in_memory_order(pool);
}

void trp__free_slot(trp_pool *pool, uint32_t slot)
{
    uint32_t stamp = TRP__STAMP_FREE;

    if (free_slots_is_bitmap(pool))
    {
        const uint32_t word = slot / TRP__WORD_BITS;
        trp__bitmap_add(&pool->map, TRP__FREE, slot);
        if (word < pool->state.first_free)
            pool->state.first_free = word;
    }
    else
    {
        stamp += pool->state.spare;
        pool->state.spare = slot;
    }
    trp__cell_of(pool, slot)->stamp = stamp;
    if (pool->actors == NULL) /* memory of an external actor may be gone */
    {
        trp_actor *actor = trp__node_at(pool, slot);
        actor->stamp = stamp;
        actor->index = trp__handle_index(pool, slot);
        actor->prev = TRP_NO_LINK;
        actor->next = free_slots_is_bitmap(pool) || stamp == TRP__STAMP_FREE + TRP__LAST
                          ? TRP_NO_LINK
                          : trp__index(pool, stamp - TRP__STAMP_FREE);
    }
}

/* The free slot that is taken next, or TRP__NONE. */
static uint32_t next_free(trp_pool *pool)
{
    uint32_t slot;

    if (!free_slots_is_bitmap(pool))
        return pool->state.spare != TRP__LAST ? pool->state.spare : TRP__NONE;
    slot = trp__bitmap_next(&pool->map, TRP__FREE, pool->state.first_free * TRP__WORD_BITS);
    if (slot != TRP__NONE)
        pool->state.first_free = slot / TRP__WORD_BITS;
    return slot;
}

/* The same if only slots in quarantine are left. */
static uint32_t find_free(trp_pool *pool)
{
    uint32_t slot = next_free(pool);

    if (slot == TRP__NONE && pool->quarantine != NULL && pool->quarantine(pool, TRP__NONE, NULL))
        slot = next_free(pool);
    return slot;
}

/* Whether enough free slots would remain. */
static bool free_slots_is_down_to_reserve(const trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;

    return state->capacity - state->missing - state->retired - state->live <= pool->desc.reserve;
}

bool trp__is_untouched(trp_pool *pool, uint32_t slot, const char *call)
{
    if (pool->actors != NULL || TRP__LIKELY(trp__is_intact(pool, slot)))
        return true;
    trp__node_at(pool, slot)->stamp = trp__cell_of(pool, slot)->stamp;
    trp__node_at(pool, slot)->index = trp__handle_index(pool, slot);
    trp__misuse(
        pool->world, pool, trp__node_at(pool, slot), call, TRP_ERR_CORRUPT,
        TRP__TEXT("a free slot was written to through a stale pointer. Keep a handle and ask "
                  "trp_get, not a pointer"));
    return false;
}

static void free_slots_take(trp_pool *pool, uint32_t slot)
{
    if (free_slots_is_bitmap(pool))
        trp__bitmap_remove(&pool->map, TRP__FREE, slot);
    else
        pool->state.spare = trp__cell_of(pool, slot)->stamp - TRP__STAMP_FREE;
    if (pool->actors == NULL)
        trp__mark_taken(pool, trp__node_at(pool, slot));
    if (pool->prefetches && free_slots_is_bitmap(pool))
        trp__look_ahead(pool, slot);
}

uint32_t trp__take_slot(trp_pool *pool, bool is_optional, trp_result *result)
{
    for (;;)
    {
        uint32_t slot;
        *result = TRP_ERR_LIMIT;
        if (!free_slots_is_bitmap(pool) && !trp__has_stamps(pool->world))
            return TRP__NONE;
        *result = TRP_ERR_FULL;
        if (is_optional && free_slots_is_down_to_reserve(pool))
            return TRP__NONE;
        slot = find_free(pool);
        if (slot == TRP__NONE)
        {
            if (is_optional || (*result = trp__make_room(pool)) != TRP_OK)
                return TRP__NONE;
        }
        else if (trp__is_untouched(pool, slot, TRP__TEXT("trp_create")))
        {
            free_slots_take(pool, slot);
            return slot;
        }
    }
}

void trp__give_slot(trp_pool *pool, uint32_t slot)
{
    if (pool->actors != NULL)
        trp__external_leave(pool, slot);
    else
        trp__mark_freed(pool, trp__node_at(pool, slot));
    if (trp__lives_are_used_up(pool, slot))
    {
        trp__cell_of(pool, slot)->generation = 0;
        trp__cell_of(pool, slot)->stamp = TRP__STAMP_RETIRED;
        pool->state.retired++;
    }
    else if (TRP__RARELY(pool->quarantine != NULL))
        pool->quarantine(pool, slot, NULL);
    else
        trp__free_slot(pool, slot);
}

/* Rare steps of the fast path */

/*
 * Free slots are scattered, so filling one costs some cache misses: its slot, its cell, and the two
 * neighbours to which it is linked. As creating moves up through them, the next free slots are
 * prefetched.
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
        TRP__PREFETCH_WRITE(trp__cell_of(pool, next));
        TRP__PREFETCH_WRITE(address);
        for (size_t line = 64; line < pool->stride; line += 64)
            TRP__PREFETCH_WRITE(address + line);
        TRP__PREFETCH_WRITE(address + pool->stride);
        TRP__PREFETCH_WRITE(address - pool->stride);
        pool->ahead = next;
        pool->lead++;
    }
}

void trp__next_free_word(trp_pool *pool, uint32_t index)
{
    trp__bitmap_lower(&pool->map, TRP__FREE, index);
    if (pool->state.live + pool->state.retired == pool->state.capacity)
        pool->state.first_free =
            pool->map.words[0] - 1; /* so that the next freed slot is not above it */
    else
        (void)next_free(pool);
}

trp_actor *trp__created_last(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__next_free_word(pool, slot / TRP__WORD_BITS);
    if (pool->prefetches && pool->state.live + pool->state.retired != pool->state.capacity)
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
