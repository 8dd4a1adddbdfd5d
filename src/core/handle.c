#include "internal.h"

trp_handle trp_handle_of(const trp_world *world, const trp_actor *actor)
{
    const trp_handle null = {0, 0};
    trp_handle handle;
    trp__place place;

    if (world == NULL || actor == NULL || trp__locate(world, actor, &place) != TRP_OK ||
        !trp__is_alive(actor))
        return null;
    handle.index = world->id << 24 | (place.pool->base + place.slot);
    handle.generation = place.pool->entries != NULL ? place.pool->entries[place.slot].generation
                                                    : actor->life.generation;
    return handle;
}

/* The actor at that index in this pool, if that life goes on. */
static trp_actor *get(const trp_pool *pool, uint32_t index, uint32_t generation)
{
    const uint32_t slot = index - pool->base;
    trp_actor *actor;

    if (slot >= pool->capacity)
        return NULL;
    actor = trp__actor_at(pool, slot);
    if (actor == NULL || *trp__generation(pool, actor, slot) != generation || !trp__is_alive(actor))
        return NULL;
    return actor;
}

trp_actor *trp_get(const trp_world *world, trp_handle handle)
{
    const uint32_t index = handle.index & (TRP_MAX_SLOTS - 1);
    uint32_t page;

    if (world == NULL || handle.generation == 0 || handle.index >> 24 != world->id)
        return NULL;
    page = index >> world->page_bits;
    if (page >= world->pages_used)
        return NULL;
    return get(world->pools[world->directory[page]], index, handle.generation);
}

trp_actor *trp_get_in(const trp_pool *pool, trp_handle handle)
{
    if (pool == NULL || handle.generation == 0 || handle.index >> 24 != pool->world->id)
        return NULL;
    return get(pool, handle.index & (TRP_MAX_SLOTS - 1), handle.generation);
}

trp_state trp_state_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;
    trp_result result;

    if (world == NULL || actor == NULL)
        return TRP_STATE_NONE;
    result = trp__locate(world, actor, &place);
    if (result != TRP_OK)
        return result == TRP_ERR_FREE ? TRP_STATE_FREE : TRP_STATE_NONE;
    if (trp__is_active(actor))
        return TRP_STATE_ACTIVE;
    switch (trp__serial(actor))
    {
    case TRP__ASLEEP:
        return TRP_STATE_ASLEEP;
    case TRP__EXPIRED:
    case TRP__LEAVING:
        return TRP_STATE_EXPIRED;
    default:
        return TRP_STATE_FREE;
    }
}

/* Where an actor is whose slot is taken. */
static bool find_taken(const trp_world *world, const trp_actor *actor, trp__place *place)
{
    return world != NULL && actor != NULL && trp__locate(world, actor, place) == TRP_OK &&
           trp__serial(actor) < TRP__VACANT;
}

trp_pool *trp_pool_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;

    return find_taken(world, actor, &place) ? place.pool : NULL;
}

uint32_t trp_slot_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;

    return find_taken(world, actor, &place) ? place.slot : TRP_NO_SLOT;
}
