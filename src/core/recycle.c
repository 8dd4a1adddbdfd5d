/*
 * The end of an actor's life, and its sleep.
 */
#include "fast_ages.h"
#include "fast_path.h"
#include "order.h"

bool trp__is_current(const trp__frame *frame, const trp_actor *actor)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            return true;
    return false;
}

/* Ending a life */

static void recycle_notify(trp_pool *pool, trp_actor *actor, trp_reason reason)
{
    pool->state.leaving++;
    if (trp__hears(pool, TRP_EVENT_RECYCLED))
        trp__tell(pool, actor, TRP_EVENT_RECYCLED, reason);
    if (pool->desc.on_end != NULL)
    {
        trp_end_context in;
        trp__fill_context(&in, pool->world, pool, NULL, NULL);
        in.reason = reason;
        in.cause = pool->world->culprit;
        pool->world->calls++;
        pool->desc.on_end(actor, &in);
        pool->world->calls--;
    }
    pool->state.leaving--;
}

void trp__depart(trp_pool *pool, uint32_t slot, trp_reason reason)
{
    const trp_handle none = {0, 0};

    trp__depart_by(pool, slot, reason, none);
}

void trp__depart_by(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle culprit)
{
    trp_world *world = pool->world;
    const trp_handle outer = world->culprit;
    trp_actor *actor = trp__node_at(pool, slot);
    trp__cell *cell = trp__cell_of(pool, slot);

    if (pool->ends != NULL && trp__is_expired(cell->stamp))
    {
        reason = (trp_reason)pool->ends[slot].reason;
        culprit = pool->ends[slot].culprit;
    }
    world->culprit = culprit;
    if (trp__is_recorded(pool))
        trp__record_life(pool, actor, slot, TRP_EVENT_RECYCLED, reason);
    /* the generation of an expired actor was incremented when it expired */
    if (trp__is_expired(cell->stamp))
        pool->state.expired--;
    else
        cell->generation++;
    if (trp__is_listed(cell->stamp))
        trp__unlist(pool, slot, TRP__STAMP_LEAVING);
    else
    {
        pool->state.sleepers--;
        trp__set_stamp(pool, slot, TRP__STAMP_LEAVING);
    }
    trp__not_current(world, actor);
    recycle_notify(pool, actor, reason);
    pool->state.live--;
    world->culprit = outer;
}

void trp__leave(trp_pool *pool, uint32_t slot, trp_reason reason)
{
    trp__depart(pool, slot, reason);
    trp__give_slot(pool, slot);
}

trp_result trp__object(const trp_world *world, const trp_actor *actor, const char *call,
                       const trp__place *place, trp_result result)
{
    const char *detail = NULL;

    if (result == TRP_ERR_FOREIGN && place->pool != NULL)
        detail = TRP__INSIDE_A_SLOT;
    else if (result == TRP_ERR_FOREIGN && (uintptr_t)actor < TRP__LOWEST)
        detail = TRP__TEXT("the struct around the actor is NULL");
    if (result == TRP_BUSY)
        detail = world->drawing ? TRP__TEXT("the world is being drawn")
                                : TRP__TEXT("its on_end is running");
    return trp__misuse(world, place->pool, actor, call, result, detail);
}

trp_result trp__enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place)
{
    trp_result result;

    if (!trp__has_world(world, call))
        return TRP_ERR_NULL;
    if (actor == NULL)
        return TRP_GONE;
    result = trp__locate(world, actor, place);
    if (TRP__LIKELY(result == TRP_OK))
    {
        const trp__cell *cell = trp__cell_of(place->pool, place->slot);
        if ((trp__is_listed(cell->stamp) || trp__is_asleep(cell->stamp)) && !world->drawing &&
            !trp__is_intact(place->pool, place->slot))
            trp__repair(place->pool, place->slot, call);
        if (world->drawing || cell->stamp == TRP__STAMP_LEAVING)
            result = TRP_BUSY;
        else if (trp__is_free(cell->stamp))
            result = TRP_ERR_FREE;
    }
    return TRP__LIKELY(result == TRP_OK) ? TRP_OK : trp__object(world, actor, call, place, result);
}

/* Cases that the fast path leaves out. */
TRP__APART static trp_result recycle_general(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_recycle"), &place);

    if (result == TRP_OK)
        trp__leave(place.pool, place.slot, TRP_REASON_RECYCLED);
    return result;
}

/*
 * The fast path if a neighbour lies in another word of the bitmap, or the actor is not in the
 * recent pool: the node names its pool.
 */
TRP__APART static trp_result recycle_apart(trp_world *world, trp_actor *actor)
{
    trp__place place;

    if (world == NULL || actor == NULL || world->drawing ||
        trp__locate(world, actor, &place) != TRP_OK)
        return recycle_general(world, actor);
    if (place.pool->has_plain_ages && trp__recycle_in_ages(world, place.pool, actor, place.slot))
        return TRP_OK;
    if (!place.pool->is_plain)
        return recycle_general(world, actor);
    world->recent = place.pool;
    return trp__recycle_plain(world, place.pool, actor, recycle_general, true);
}

/*
 * The pool is guessed first, not looked up. So the addresses to change in it are known long before
 * the node arrives from memory, and the next call need not wait for that.
 */
trp_result trp_recycle(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_recycle"), TRP_ERR_THREAD);
    if (!TRP__LIKELY(world != NULL && world->recent != NULL))
        return recycle_apart(world, actor);
    return trp__recycle_plain(world, world->recent, actor, recycle_apart, false);
}

void trp__expire_by(trp_pool *pool, uint32_t slot, trp_reason reason, trp_handle culprit)
{
    trp_world *world = pool->world;
    const trp_handle outer = world->culprit;
    trp_actor *actor = trp__node_at(pool, slot);
    trp__cell *cell = trp__cell_of(pool, slot);

    if (trp__is_asleep(cell->stamp))
    {
        trp__depart_by(pool, slot, reason, culprit);
        trp__give_slot(pool, slot);
        return;
    }
    world->culprit = culprit;
    if (pool->ends != NULL)
    {
        pool->ends[slot].reason = (uint32_t)reason;
        pool->ends[slot].culprit = culprit;
    }
    if (trp__is_recorded(pool))
        trp__record_life(pool, actor, slot, TRP_EVENT_EXPIRED, reason);
    cell->generation++;
    trp__set_stamp(pool, slot, cell->stamp & ~TRP__ALIVE_BIT);
    pool->state.expired++;
    if (trp__hears(pool, TRP_EVENT_EXPIRED))
        trp__tell(pool, actor, TRP_EVENT_EXPIRED, reason);
    world->culprit = outer;
}

trp_result trp_expire(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_expire"), TRP_ERR_THREAD);
    const trp_handle none = {0, 0};
    trp__place place;
    const trp_result result = trp__enter(world, actor, TRP__TEXT("trp_expire"), &place);

    if (result == TRP_OK && !trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp))
        trp__expire_by(place.pool, place.slot, TRP_REASON_EXPIRED, none);
    return result;
}

/* Sleeping */

trp_result trp_activate(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_activate"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_activate");
    trp__place place;
    trp_result result = trp__enter(world, actor, call, &place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    stamp = trp__cell_of(place.pool, place.slot)->stamp;
    if (!trp__is_asleep(stamp))
        return trp__object(world, actor, call, &place,
                           trp__is_expired(stamp) ? TRP_ERR_EXPIRED : TRP_ERR_ACTIVE);
    if (!trp__has_stamps(world))
        return trp__object(world, actor, call, &place, TRP_ERR_LIMIT);
    trp__enlist(place.pool, place.slot, TRP__WOKEN);
    place.pool->state.sleepers--;
    place.pool->state.woken++;
    if (trp__hears(place.pool, TRP_EVENT_ACTIVATED))
        trp__tell(place.pool, actor, TRP_EVENT_ACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}

/* The call needs an actor that is neither asleep nor expired, or, with `sleepers`, not expired. */
static trp_result recycle_enter_living(trp_world *world, trp_actor *actor, const char *call,
                                       bool sleepers, trp__place *place)
{
    const trp_result result = trp__enter(world, actor, call, place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    stamp = trp__cell_of(place->pool, place->slot)->stamp;
    if (trp__is_expired(stamp))
        return trp__object(world, actor, call, place, TRP_ERR_EXPIRED);
    if (trp__is_asleep(stamp) && !sleepers)
        return trp__object(world, actor, call, place, TRP_ERR_ASLEEP);
    return TRP_OK;
}

trp_result trp_deactivate(trp_world *world, trp_actor *actor)
{
    TRP__USE(world, TRP__TEXT("trp_deactivate"), TRP_ERR_THREAD);
    trp__place place;
    const trp_result result =
        recycle_enter_living(world, actor, TRP__TEXT("trp_deactivate"), false, &place);

    if (result != TRP_OK)
        return result;
    trp__unlist(place.pool, place.slot,
                trp__cell_of(place.pool, place.slot)->stamp & ~TRP__LISTED_BIT);
    place.pool->state.sleepers++;
    if (trp__hears(place.pool, TRP_EVENT_DEACTIVATED))
        trp__tell(place.pool, actor, TRP_EVENT_DEACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}

trp_result trp_mark_changed(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result =
        recycle_enter_living(world, actor, TRP__TEXT("trp_mark_changed"), true, &place);

    if (result == TRP_OK && trp__hears(place.pool, TRP_EVENT_CHANGED))
        trp__tell(place.pool, actor, TRP_EVENT_CHANGED, TRP_REASON_NONE);
    return result;
}
