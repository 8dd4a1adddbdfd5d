/*
 * The ledger: the addresses and the states of slots, and the node that has a copy of the state.
 */
#include "core.h"

/*
 * The slot whose node is at this address, among `count` slots from `nodes` on, or TRP__NONE. A
 * division by the stride is a multiplication by the inverse of its odd part, and a rotation by its
 * power of two (Hacker's Delight, 10-17); between nodes it gives a number above all slots.
 */
static uint32_t ledger_slot_among(const trp_pool *pool, const unsigned char *nodes, uint32_t count,
                                  const trp_actor *actor)
{
    const uintptr_t scaled = ((uintptr_t)actor - (uintptr_t)nodes) * pool->inverse;
    const uintptr_t slot =
        scaled >> pool->shift | scaled << ((TRP__WORD_BITS - pool->shift) % TRP__WORD_BITS);

    return slot < count ? (uint32_t)slot : TRP__NONE;
}

uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t slot;

    if (pool->actors != NULL) {
        if ((uintptr_t)actor % TRP__NODE_ALIGNMENT !=
            0) /* no node is there, and no index to read */
            return TRP__NONE;
        slot = (actor->index & (TRP_MAX_SLOTS - 1)) - pool->base;
        return slot < pool->state.capacity && trp__node_at(pool, slot) == actor &&
                       trp__is_taken(trp__cell_of(pool, slot)->stamp)
                   ? slot
                   : pool->desc.external->find(pool, actor);
    }
    slot = ledger_slot_among(pool, pool->nodes, pool->slot_count, actor);
    for (uint32_t i = pool->state.grown; i-- > 0 && slot == TRP__NONE;) {
        const trp__chunk *chunk = &pool->chunks[i];
        if (chunk->memory != NULL)
            slot = ledger_slot_among(pool, chunk->slots + pool->node, chunk->count, actor);
        if (slot != TRP__NONE)
            slot += chunk->first;
    }
    return slot;
}

/* Each later chunk is as large as all before it together: so its number is a logarithm. */
trp__chunk *trp__chunk_of(const trp_pool *pool, uint32_t slot)
{
    const uint32_t capacity = pool->desc.capacity;
    const uint32_t number = trp__highest_bit(slot) - trp__highest_bit(capacity);

    return &pool->chunks[slot >> number < capacity ? number - 1 : number];
}

trp_actor **trp__address(const trp_pool *pool, uint32_t slot)
{
    const trp__chunk *chunk;

    if (slot < pool->cell_count)
        return &pool->actors[slot];
    chunk = trp__chunk_of(pool, slot);
    return &((trp_actor **)(void *)chunk->slots)[slot - chunk->first];
}

trp__seat trp__far_seat(const trp_pool *pool, uint32_t slot)
{
    trp__seat seat = {NULL, NULL};
    const trp__chunk *chunk;

    if (slot < pool->cell_count) {
        seat.actor = pool->actors[slot];
        seat.cell = &pool->cells[slot];
        return seat;
    }
    chunk = trp__chunk_of(pool, slot);
    if (chunk->memory == NULL)
        return seat;
    slot -= chunk->first;
    seat.cell = &chunk->cells[slot];
    seat.actor = pool->actors != NULL
                     ? ((trp_actor **)(void *)chunk->slots)[slot]
                     : (trp_actor *)(void *)(chunk->slots + slot * pool->stride + pool->node);
    return seat;
}

/* Each chunk doubles the capacity, until the maximum is reached. */
uint32_t trp__chunks_to(uint32_t capacity, uint32_t most)
{
    uint32_t chunks = 0;

    while (capacity < most) {
        capacity = capacity > most / 2 ? most : capacity * 2;
        chunks++;
    }
    return chunks;
}

static size_t ledger_slot_bytes(const trp_pool *pool)
{
    return pool->actors == NULL ? pool->stride : sizeof(trp_actor *);
}

size_t trp__chunk_bytes(const trp_pool *pool, const trp__chunk *chunk)
{
    return trp__bytes(chunk->count, ledger_slot_bytes(pool) + sizeof(trp__cell),
                      pool->desc.type.alignment + TRP_ALIGNMENT);
}

/* Slots first, then their cells. */
void trp__chunk_lay_out(const trp_pool *pool, trp__chunk *chunk)
{
    const size_t alignment = pool->desc.type.alignment;
    const size_t slots = chunk->count * ledger_slot_bytes(pool);

    chunk->slots = (unsigned char *)chunk->memory + (-(uintptr_t)chunk->memory & (alignment - 1));
    chunk->cells = (trp__cell *)(void *)(chunk->slots + trp__round_up(slots));
}

/* Finding actors */

bool trp__find_by_address(const trp_world *world, const trp_actor *actor, bool searches,
                          trp__place *place)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        place->pool = world->pools[i];
        if (place->pool->actors == NULL)
            place->slot = trp__slot_of(place->pool, actor);
        else
            place->slot =
                searches ? place->pool->desc.external->find(place->pool, actor) : TRP__NONE;
        if (place->slot != TRP__NONE)
            return true;
    }
    place->pool = NULL;
    place->slot = TRP__NONE;
    return false;
}

trp_pool *trp__pool_around(const trp_world *world, const void *address)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        trp_pool *pool = world->pools[i];
        if (pool->actors != NULL)
            continue;
        if ((uintptr_t)address - (uintptr_t)pool->slots < pool->slot_count * pool->stride)
            return pool;
        for (uint32_t k = 0; k < pool->state.grown; k++)
            if (pool->chunks[k].memory != NULL &&
                (uintptr_t)address - (uintptr_t)pool->chunks[k].slots <
                    pool->chunks[k].count * pool->stride)
                return pool;
    }
    return NULL;
}

/* Whether the node's bytes are those of a dead actor, which tools watch. */
static bool ledger_is_unreadable(const trp_world *world, const trp_actor *actor)
{
    return trp__is_marked(actor, sizeof *actor) &&
           (trp__pool_around(world, actor) != NULL ||
            trp__pool_around(world, (const unsigned char *)(actor + 1) - 1) != NULL);
}

trp_result trp__locate(const trp_world *world, const trp_actor *actor, trp__place *place)
{
    trp__place former = {NULL, TRP__NONE};

    if (TRP__LIKELY((uintptr_t)actor % TRP__NODE_ALIGNMENT == 0)) {
        /* the node of a NULL struct is not read: it is looked up by its address alone */
        if ((uintptr_t)actor >= TRP__LOWEST && !ledger_is_unreadable(world, actor) &&
            TRP__LIKELY(trp__find_index(world, actor->index & (TRP_MAX_SLOTS - 1), place)) &&
            TRP__LIKELY(trp__node_at(place->pool, place->slot) == actor)) {
            if (place->pool->actors == NULL ||
                trp__is_taken(trp__cell_of(place->pool, place->slot)->stamp))
                return TRP_OK;
            former = *place; /* the slot that an external actor left last */
        }
        if (trp__find_by_address(world, actor, true, place))
            return TRP_OK;
    }
    *place = former;
    if (former.pool != NULL)
        return TRP_OK;
    place->pool = trp__pool_around(world, actor);
    return TRP_ERR_FOREIGN;
}
