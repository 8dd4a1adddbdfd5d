#include "core.h"

/* Finds an actor and its slot's cell; NULL for a pointer that is not an actor of this world. */
static const trp__cell *handle_find(const trp_world *world, const trp_actor *actor,
                                    const char *call, trp__place *place)
{
    if (!trp__has_world(world, call) || actor == NULL || trp__locate(world, actor, place) != TRP_OK)
        return NULL;
    return trp__cell_of(place->pool, place->slot);
}

trp_handle trp_handle_of(const trp_world *world, const trp_actor *actor)
{
    trp_handle handle = {0, 0};
    trp__place place;
    const trp__cell *cell = handle_find(world, actor, TRP__TEXT("trp_handle_of"), &place);

    if (cell != NULL && trp__is_alive(cell->stamp)) {
        handle.index = trp__handle_index(place.pool, place.slot);
        handle.generation = cell->generation;
    }
    return handle;
}

/* The actor of this handle, if its life continues. (A generation of 0 is that of no living actor.) */
TRP__INLINE trp_actor *handle_get(const trp_pool *pool, trp_handle handle)
{
    trp__seat seat;

    return trp__find_seat(pool, handle.index - pool->index, &seat) &&
                   seat.cell->generation == handle.generation && trp__is_alive(seat.cell->stamp)
               ? seat.actor
               : NULL;
}

trp_actor *trp_get(const trp_world *world, trp_handle handle)
{
    uint32_t page;

    if (!trp__has_world(world, TRP__TEXT("trp_get")))
        return NULL;
    page = (handle.index & (TRP_MAX_SLOTS - 1)) >> world->page_bits;
    return page < world->pages_used ? handle_get(world->pools[world->directory[page]], handle)
                                    : NULL;
}

trp_actor *trp_get_in(const trp_pool *pool, trp_handle handle)
{
    return trp__has_pool(pool, TRP__TEXT("trp_get_in")) ? handle_get(pool, handle) : NULL;
}

trp_handle trp_handle_unpack(const trp_world *world, uint64_t number)
{
    trp_handle handle = {0, 0};

    if (!trp__has_world(world, TRP__TEXT("trp_handle_unpack")) || number >> 53 != 0 ||
        number >> 24 == 0)
        return handle;
    handle.index = world->id << 24 | ((uint32_t)number & (TRP_MAX_SLOTS - 1));
    handle.generation = (uint32_t)(number >> 24);
    return handle;
}

trp_state trp_state_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;
    const trp__cell *cell = handle_find(world, actor, TRP__TEXT("trp_state_of"), &place);

    if (cell == NULL)
        return TRP_STATE_NONE;
    if (trp__is_active(cell->stamp))
        return TRP_STATE_ACTIVE;
    if (trp__is_asleep(cell->stamp))
        return TRP_STATE_ASLEEP;
    return trp__is_free(cell->stamp) ? TRP_STATE_FREE : TRP_STATE_EXPIRED;
}

trp_pool *trp_pool_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;
    const trp__cell *cell = handle_find(world, actor, TRP__TEXT("trp_pool_of"), &place);

    return cell != NULL && trp__is_taken(cell->stamp) ? place.pool : NULL;
}

uint32_t trp_slot_of(const trp_world *world, const trp_actor *actor)
{
    trp__place place;
    const trp__cell *cell = handle_find(world, actor, TRP__TEXT("trp_slot_of"), &place);

    return cell != NULL && trp__is_taken(cell->stamp) ? place.slot : TRP_NO_SLOT;
}
