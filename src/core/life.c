/*
 * How an actor's life ends, and how it sleeps.
 */
#include "listing.h"
#include "plain.h"
#include "slots.h"

bool trp__is_current(const trp__frame *frame, const trp_actor *actor)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            return true;
    return false;
}

static void tell_leaving(trp_pool *pool, trp_actor *actor, trp_reason reason)
{
    actor->stamp = trp__stamp(TRP__LEAVING, pool->number);
    pool->leaving++;
    if (trp__hears(pool, TRP_EVENT_RECYCLED))
        trp__tell(pool, actor, TRP_EVENT_RECYCLED, reason);
    if (pool->desc.on_recycle != NULL)
    {
        pool->world->calls++;
        pool->desc.on_recycle(pool->world, actor, reason);
        pool->world->calls--;
    }
    pool->leaving--;
}

void trp__depart(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason)
{
    const uint32_t serial = trp__serial(actor);

    if (trp__is_recorded(pool))
        trp__record_life(pool, actor, slot, TRP_EVENT_RECYCLED, reason);
    /* an expired actor's generation was raised when it expired */
    if (serial != TRP__EXPIRED)
        ++*trp__generation(pool, actor, slot);
    else
        pool->expired--;
    if (serial != TRP__ASLEEP)
        trp__unlist(pool, actor, slot);
    else
        pool->sleepers--;
    for (trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    if (trp__hears(pool, TRP_EVENT_RECYCLED) || pool->desc.on_recycle != NULL ||
        pool->entries != NULL)
        tell_leaving(pool, actor, reason);
    pool->live--;
}

void trp__leave(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason)
{
    trp__depart(pool, actor, slot, reason);
    trp__slot_give(pool, actor, slot);
}

void trp__prune(trp_pool *pool, trp_actor *actor)
{
    const uint32_t slot = trp__slot_of(pool, actor);

    if (TRP__RARELY(slot == TRP__NONE))
        trp__meet_stranger(pool->world, actor);
    else
        trp__leave(pool, actor, slot, TRP_REASON_EXPIRED);
}

/* What is wrong with a call on this actor. The pool is told where it is known. */
TRP__COLD static trp_result object(const trp_world *world, const trp_actor *actor, const char *call,
                                   const trp__place *place, trp_result result)
{
    const char *detail = NULL;

    if (result == TRP_ERR_FOREIGN && place->pool != NULL)
        detail = TRP__INSIDE_A_SLOT;
    if (result == TRP_BUSY)
        detail = world->drawing ? TRP__TEXT("the world is being drawn")
                                : TRP__TEXT("its on_recycle is running");
    return trp__misuse(world, place->pool, actor, call, result, detail);
}

/* A node or a neighbour of it was overwritten. In memory order the bitmap knows what they should
 * say. */
TRP__COLD static trp_result examine(const trp__place *place)
{
    return trp__heal(place->pool, place->slot) ? TRP_OK : TRP_ERR_CORRUPT;
}

trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place)
{
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    if (actor == NULL)
        return TRP_GONE;
    result = trp__locate(world, actor, place);
    if (result == TRP_ERR_CORRUPT && !world->drawing)
        result = examine(place);
    if (result == TRP_OK)
    {
        const uint32_t serial = trp__serial(actor);
        if (world->drawing || serial == TRP__LEAVING)
            result = TRP_BUSY;
        else if (trp__is_free(serial))
            result = TRP_ERR_FREE;
        else if (!trp__is_sound(place->pool, actor, place->slot))
            result = examine(place);
    }
    return TRP__LIKELY(result == TRP_OK) ? TRP_OK : object(world, actor, call, place, result);
}

/* Whatever plain.h does not do. */
TRP__APART static trp_result recycle_rarely(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_recycle"), &place);

    if (result == TRP_OK)
        trp__leave(place.pool, actor, place.slot, TRP_REASON_RECYCLED);
    return result;
}

/* It was not in the recent pool: the node says in which it should be. */
TRP__APART static trp_result recycle_elsewhere(trp_world *world, trp_actor *actor)
{
    if (world != NULL && actor != NULL && (uintptr_t)actor % TRP__ALIGNOF(trp_actor) == 0)
    {
        const uint32_t number = trp__pool_named(world, actor);

        if (number < world->pool_count && world->pools[number] != world->recent &&
            world->pools[number]->is_plain)
        {
            world->recent = world->pools[number];
            return trp__recycle_plain(world, world->recent, actor, recycle_rarely);
        }
    }
    return recycle_rarely(world, actor);
}

/*
 * The pool is guessed first, rather than looked up: then what is to be changed in it is known long before the node has
 * come from memory, and the next call need not wait for that.
 */
trp_result trp_recycle(trp_world *world, trp_actor *actor)
{
    if (!TRP__FAST_PATHS)
        return recycle_rarely(world, actor);
    if (!TRP__LIKELY(world != NULL && world->recent != NULL))
        return recycle_elsewhere(world, actor);
    return trp__recycle_plain(world, world->recent, actor, recycle_elsewhere);
}

trp_result trp_expire(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_expire"), &place);

    if (result != TRP_OK || trp__is_expired(actor))
        return result;
    if (!trp__is_active(actor))
    {
        trp__leave(place.pool, actor, place.slot, TRP_REASON_EXPIRED);
        return TRP_OK;
    }
    if (trp__is_recorded(place.pool))
        trp__record_life(place.pool, actor, place.slot, TRP_EVENT_EXPIRED, TRP_REASON_EXPIRED);
    ++*trp__generation(place.pool, actor, place.slot);
    actor->stamp = trp__stamp(TRP__EXPIRED, place.pool->number);
    place.pool->expired++;
    if (trp__hears(place.pool, TRP_EVENT_EXPIRED))
        trp__tell(place.pool, actor, TRP_EVENT_EXPIRED, TRP_REASON_EXPIRED);
    return TRP_OK;
}

trp_result trp_activate(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_activate"), &place);

    if (result != TRP_OK)
        return result;
    if (trp__is_expired(actor))
        return object(world, actor, TRP__TEXT("trp_activate"), &place, TRP_ERR_EXPIRED);
    if (trp__is_active(actor))
        return object(world, actor, TRP__TEXT("trp_activate"), &place, TRP_ERR_ACTIVE);
    trp__enlist(place.pool, actor, place.slot);
    place.pool->sleepers--;
    place.pool->woken++;
    if (trp__hears(place.pool, TRP_EVENT_ACTIVATED))
        trp__tell(place.pool, actor, TRP_EVENT_ACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}

trp_result trp_deactivate(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_deactivate"), &place);

    if (result != TRP_OK)
        return result;
    if (trp__is_expired(actor))
        return object(world, actor, TRP__TEXT("trp_deactivate"), &place, TRP_ERR_EXPIRED);
    if (!trp__is_active(actor))
        return object(world, actor, TRP__TEXT("trp_deactivate"), &place, TRP_ERR_ASLEEP);
    trp__unlist(place.pool, actor, place.slot);
    actor->stamp = trp__stamp(TRP__ASLEEP, place.pool->number);
    place.pool->sleepers++;
    if (trp__hears(place.pool, TRP_EVENT_DEACTIVATED))
        trp__tell(place.pool, actor, TRP_EVENT_DEACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}

trp_result trp_mark_changed(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_mark_changed"), &place);

    if (result != TRP_OK)
        return result;
    if (trp__is_expired(actor))
        return object(world, actor, TRP__TEXT("trp_mark_changed"), &place, TRP_ERR_EXPIRED);
    if (trp__hears(place.pool, TRP_EVENT_CHANGED))
        trp__tell(place.pool, actor, TRP_EVENT_CHANGED, TRP_REASON_NONE);
    return TRP_OK;
}
