/*
 * Pools that join another one: they share its segment, which is in an age order.
 */
#include "core.h"

trp_result trp__check_join(trp_pool *draft, const char **detail)
{
    trp_pool_desc *desc = &draft->desc;
    const trp_pool *other = desc->joins;

    if (other->desc.update_pool != NULL || desc->update_pool != NULL ||
        (draft->order != TRP_ORDER_MEMORY && draft->order != other->order))
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("a pool that joins takes the other's layer: name the same or none");
    if (desc->layer != 0 && desc->layer != other->state.layer)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("a pool that joins a pool that is not transient is not transient");
    if (desc->transient && !other->desc.transient)
        return TRP_ERR_DESC;
    draft->order = other->order;
    desc->layer = other->state.layer;
    desc->transient = other->desc.transient;
    return TRP_OK;
}

void *trp__take_joined(trp_world *world, const trp_pool *draft, const char **detail)
{
    trp_pool *segment = draft->desc.joins->segment;
    void *memory = trp__take(world, draft->bytes);

    if (memory == NULL ||
        draft->order->fit(segment, trp__segment_slots(segment) + draft->desc.capacity))
        return memory;
    *detail = TRP__TEXT("the order of the joined pools has no room for its slots: see "
                        "joined_capacity in the desc of the first of them");
    trp__release(world, memory, draft->bytes);
    return NULL;
}

void trp__join(trp_pool *pool)
{
    trp_pool *last = pool->desc.joins->segment;

    pool->segment = last;
    pool->ages = last->ages;
    while (last->joined != NULL)
        last = last->joined;
    last->joined = pool;
    trp__ages_change(pool);
}
