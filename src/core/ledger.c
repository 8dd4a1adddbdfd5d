/*
 * The ledger: the addresses and the states of slots, and the node that has a copy of the state.
 */
#include "core.h"

/*
 * The slot whose node is at this address, among `count` slots from `nodes` on, or TRP__NONE. A
 * division by the stride is a multiplication by the inverse of its odd part, and a rotation by its
 * power of two (Hacker's Delight, 10-17); between nodes it gives a number above all slots.
 */
uint32_t trp__slot_among(const trp_pool *pool, const unsigned char *nodes, uint32_t count,
                         const trp_actor *actor)
{
    const uintptr_t scaled = ((uintptr_t)actor - (uintptr_t)nodes) * pool->inverse;
    const uintptr_t slot =
        scaled >> pool->shift | scaled << ((TRP__WORD_BITS - pool->shift) % TRP__WORD_BITS);

    return slot < count ? (uint32_t)slot : TRP__NONE;
}

uint32_t trp__slot_of(const trp_pool *pool, const trp_actor *actor)
{
    const uint32_t slot = trp__slot_among(pool, pool->nodes, pool->slot_count, actor);

    return slot == TRP__NONE && pool->far != NULL ? pool->far->slot_of(pool, actor) : slot;
}

trp__seat trp__far_seat(const trp_pool *pool, uint32_t slot)
{
    return pool->far->seat(pool, slot);
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
