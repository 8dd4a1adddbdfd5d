/*
 * The begin of an actor's life.
 */
#include "external.h"
#include "fast_ages.h"
#include "fast_path.h"

void trp__fill_payload(const trp_pool *pool, trp_actor *actor, const unsigned char *from)
{
    const size_t rest = pool->node + sizeof(trp_actor);
    unsigned char *slot = (unsigned char *)actor - pool->node;

    if (from == NULL)
        from = pool->prototype;
    if (from == NULL)
    {
        memset(slot, 0, pool->node);
        memset(slot + rest, 0, pool->stride - rest);
    }
    else if (from != slot)
    {
        memcpy(slot, from, pool->node);
        memcpy(slot + rest, from + rest, pool->stride - rest);
    }
}

void trp__count_birth(trp_pool *pool)
{
    trp__pool_state *state = &pool->state;

    state->created++;
    state->live++;
    if (state->live > state->peak)
        state->peak = state->live;
    pool->world->last_result = TRP_OK;
}

/* Whether this life still continues. */
static bool create_goes_on(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    if (trp__cell_of(pool, slot)->generation == generation)
        return true;
    pool->world->last_result = TRP_GONE;
    return false;
}

trp_actor *trp__begin_life(trp_pool *pool, uint32_t slot, const trp__start *start)
{
    trp_world *world = pool->world;
    trp_actor *actor = trp__node_at(pool, slot);
    const uint32_t generation = trp__cell_of(pool, slot)->generation;

    trp__enlist(pool, slot, 0);
    trp__count_birth(pool);
    if (trp__is_recorded(pool))
        trp__record_life(pool, actor, slot, TRP_EVENT_CREATED, TRP_REASON_NONE);
    world->calls++;
    if (start != NULL && start->init != NULL)
        start->init(actor, start->in);
    if (pool->desc.on_create != NULL && create_goes_on(pool, slot, generation))
    {
        const trp_context in = trp__context(world, pool, NULL, NULL);
        pool->desc.on_create(actor, &in);
    }
    world->calls--;
    if (trp__hears(pool, TRP_EVENT_CREATED) && create_goes_on(pool, slot, generation))
        trp__tell(pool, actor, TRP_EVENT_CREATED, TRP_REASON_NONE);
    world->last_result = TRP_OK;
    return create_goes_on(pool, slot, generation) ? actor : NULL;
}

TRP__COLD static trp_actor *create_refuse(trp_pool *pool, trp_result result)
{
    pool->state.refused++;
    if (trp__is_recorded(pool))
        trp__record_refusal(pool, result);
    if (trp__hears(pool, TRP_EVENT_REFUSED))
        trp__tell(pool, NULL, TRP_EVENT_REFUSED, TRP_REASON_NONE);
    pool->world->last_result = result;
    return NULL;
}

/* Whether creation is refused now, or in this way. */
TRP__COLD static trp_actor *create_deny(trp_pool *pool, const char *call, bool adopts)
{
    trp_world *world = pool->world;
    trp_result result = TRP_BUSY;

    if (world->drawing)
        result =
            trp__misuse(world, pool, NULL, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    else if (adopts != pool->desc.external)
        result =
            trp__misuse(world, pool, NULL, call, TRP_ERR_TYPE,
                        adopts ? TRP__TEXT("the pool has slots of its own: trp_create fills it")
                               : TRP__TEXT("the pool is external: trp_adopt fills it"));
    trp__note_result(world, result);
    return NULL;
}

/* The copied struct may be an actor whose life this call itself has ended: it was stolen, or a hook
 * recycled it. Its bytes are still there. */
static void create_fill(const trp_pool *pool, trp_actor *actor, const unsigned char *init,
                        bool was_dead)
{
#if TRP__POISONS
    if (!was_dead && trp__is_dead(pool, init))
    {
        trp_actor *dead = (trp_actor *)(uintptr_t)(init + pool->node);
        trp__mark_copied(pool, dead);
        trp__fill_payload(pool, actor, init);
        trp__mark_vacant(pool, dead);
        return;
    }
#endif
    (void)was_dead;
    trp__fill_payload(pool, actor, init);
}

trp_actor *trp__create_general(trp_pool *pool, const void *init, const char *call,
                               const trp__start *start, bool is_optional, bool *born)
{
    trp_result result;
    uint32_t slot;
    const bool was_dead = trp__is_dead(pool, init);

    *born = false;
    if (pool->world->drawing || pool->barred != 0 || pool->desc.external)
        return create_deny(pool, call, false);
    slot = trp__take_slot(pool, is_optional, &result);
    if (slot == TRP__NONE)
        return create_refuse(pool, result);
    *born = true;
    create_fill(pool, trp__node_at(pool, slot), init, was_dead);
    return trp__begin_life(pool, slot, start);
}

/* Cases that the fast path leaves out. */
TRP__APART static trp_actor *create_general(trp_pool *pool, const void *init, const char *call)
{
    bool born;
    trp_actor *actor = NULL;

    if (pool != NULL && pool->has_plain_ages && !pool->desc.external)
        actor = trp__create_in_ages(pool, init);
    if (actor != NULL)
        return actor;
    return trp__has_pool(pool, call) ? trp__create_general(pool, init, call, NULL, false, &born)
                                     : NULL;
}

/* The fast path if a neighbour lies in another word of the bitmap. */
TRP__APART static trp_actor *create_apart(trp_pool *pool, const void *init, const char *call)
{
    return trp__create_plain(pool, init, call, create_general, true);
}

TRP__INLINE trp_actor *create(trp_pool *pool, const void *init, const char *call)
{
    if (!TRP__LIKELY(pool != NULL && pool->is_plain))
        return create_general(pool, init, call);
    return trp__create_plain(pool, init, call, create_apart, false);
}

trp_actor *(trp_create)(trp_pool *pool, const void *init)
{
    TRP__USE(trp__pool_world(pool), TRP__TEXT("trp_create"), NULL);
    return create(pool, init, TRP__TEXT("trp_create"));
}

trp_actor *trp_create_with(trp_pool *pool, const trp_birth *birth)
{
    const char *call = TRP__TEXT("trp_create_with");
    const trp_birth none = {0};
    trp_handle outer;
    trp_actor *actor;
    bool born;

    if (!trp__has_pool(pool, call))
        return NULL;
    TRP__USE(pool->world, call, NULL);
    if (birth == NULL)
        birth = &none;
    if (pool->world->in_parts) /* which write nothing that they share: it is refused */
        return trp__create_general(pool, birth->from, call, NULL, birth->optional, &born);
    outer = pool->world->culprit;
    pool->world->culprit = birth->cause;
    actor = trp__create_general(pool, birth->from, call, NULL, birth->optional, &born);
    pool->world->culprit = outer;
    return actor;
}

static trp_actor *create_adopt_deny(trp_pool *pool, const trp_actor *actor, trp_result result,
                                    const char *detail)
{
    pool->world->last_result =
        trp__misuse(pool->world, pool, actor, TRP__TEXT("trp_adopt"), result, detail);
    return NULL;
}

trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor)
{
    trp_result result;
    uint32_t slot;
    trp__place place;

    if (!trp__has_pool(pool, TRP__TEXT("trp_adopt")))
        return NULL;
    TRP__USE(pool->world, TRP__TEXT("trp_adopt"), NULL);
    if (pool->world->drawing || pool->barred != 0 || !pool->desc.external)
        return create_deny(pool, TRP__TEXT("trp_adopt"), true);
    if (actor == NULL)
        return create_adopt_deny(pool, NULL, TRP_ERR_NULL, TRP__TEXT("the actor is NULL"));
    if ((uintptr_t)actor % TRP__NODE_ALIGNMENT != 0)
        return create_adopt_deny(pool, NULL, TRP_ERR_TYPE, TRP__TEXT("the actor is misaligned"));
    /* found by its address alone: its content may never have been written */
    if (trp__find_by_address(pool->world, actor, &place))
        return create_adopt_deny(place.pool, actor,
                                 trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp)
                                     ? TRP_ERR_ACTIVE
                                     : TRP_ERR_FOREIGN,
                                 NULL);
    place.pool = trp__pool_around(pool->world, actor);
    if (place.pool != NULL)
        return create_adopt_deny(place.pool, actor, TRP_ERR_FOREIGN, TRP__INSIDE_A_SLOT);
    slot = trp__take_slot(pool, false, &result);
    if (slot == TRP__NONE)
        return create_refuse(pool, result);
    trp__external_enter(pool, slot, actor);
    if (pool->has_plain_ages && trp__begin_in_ages(pool, slot, actor))
        return actor;
    return trp__begin_life(pool, slot, NULL);
}
