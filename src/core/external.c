/*
 * External pools: actors that live in the user's memory. The ledger has each actor's address by
 * slot. The index in the node says which slot that is; if the node was overwritten, the address is
 * searched for.
 */
#include "core.h"

/* Where the address of a slot's actor is, and its cell. (These pools give no chunk back.) */
static trp_actor **external_address(const trp_pool *pool, uint32_t slot, trp__cell **cell)
{
    const trp__chunk *chunk;

    if (slot < pool->desc.capacity) {
        *cell = &pool->cells[slot];
        return &pool->actors[slot];
    }
    chunk = trp__chunk_of(pool, slot);
    *cell = &chunk->cells[slot - chunk->first];
    return &((trp_actor **)(void *)chunk->slots)[slot - chunk->first];
}

static void external_put(const trp_pool *pool, uint32_t slot, trp_actor *actor)
{
    trp__cell *cell;

    *external_address(pool, slot, &cell) = actor;
}

static trp__seat external_seat(const trp_pool *pool, uint32_t slot)
{
    trp__seat seat;

    seat.actor = *external_address(pool, slot, &seat.cell);
    return seat;
}

static uint32_t external_find(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t slot = pool->state.used;

    while (slot-- > 0)
        if (trp__node_at(pool, slot) == actor && trp__is_taken(trp__cell_of(pool, slot)->stamp))
            return slot;
    return TRP__NONE;
}

/* The node is read only if it can be one. */
static uint32_t external_slot_of(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t slot;

    if ((uintptr_t)actor % TRP__NODE_ALIGNMENT != 0)
        return TRP__NONE;
    slot = (actor->index & (TRP_MAX_SLOTS - 1)) - pool->base;
    return slot < pool->state.capacity && trp__node_at(pool, slot) == actor &&
                   trp__is_taken(trp__cell_of(pool, slot)->stamp)
               ? slot
               : external_find(pool, actor);
}

const struct trp__external trp__external = {{external_seat, external_slot_of, trp__chunk_of},
                                            TRP_ORDER_OLDEST,
                                            external_put,
                                            external_find};

static trp_actor *external_refuse(trp_pool *pool, const trp_actor *actor, trp_result result,
                                  const char *detail)
{
    pool->world->last_result =
        trp__misuse(pool->world, pool, actor, TRP__TEXT("trp_adopt"), result, detail);
    return NULL;
}

trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_adopt");
    trp__newborn birth = {.adopted = actor};
    trp__place place;

    if (!trp__has_pool(pool, call))
        return NULL;
    TRP__USE(pool->world, call, NULL);
    if (trp__is_barred(pool, true))
        return trp__deny_birth(pool, call, true);
    if (actor == NULL)
        return external_refuse(pool, NULL, TRP_ERR_NULL, TRP__TEXT("the actor is NULL"));
    if ((uintptr_t)actor % TRP__NODE_ALIGNMENT != 0)
        return external_refuse(pool, actor, TRP_ERR_TYPE, TRP__TEXT("the actor is misaligned"));
    /* Release builds trust the index in the node; debug builds search for the address. */
    if ((trp__find_index(pool->world, actor->index & (TRP_MAX_SLOTS - 1), &place) &&
         trp__node_at(place.pool, place.slot) == actor &&
         trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp)) ||
        trp__find_by_address(pool->world, actor, TRP__DEBUGS, &place))
        return external_refuse(place.pool, actor,
                               trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp)
                                   ? TRP_ERR_ACTIVE
                                   : TRP_ERR_FOREIGN,
                               NULL);
    place.pool = trp__pool_around(pool->world, actor);
    if (place.pool != NULL)
        return external_refuse(place.pool, actor, TRP_ERR_FOREIGN, TRP__INSIDE_A_SLOT);
    return trp__create(pool, call, &birth);
}
