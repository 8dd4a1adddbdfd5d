/*
 * How an actor's life begins.
 */
#include "external.h"
#include "listing.h"
#include "plain.h"
#include "slots.h"

/* A newborn of the same-walk kind is as old as the outermost tick or trp_for_each that stands in its segment. */
static void stamp_for_same_walk(const trp_pool *pool, trp_actor *actor)
{
    for (const trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->segment == pool->segment && !frame->keeps)
            actor->stamp = trp__stamp(trp__serial_of(frame->limit), pool->number);
}

void trp__fill_payload(const trp_pool *pool, trp_actor *actor, const unsigned char *from)
{
    const size_t behind = pool->node + sizeof(trp_actor);
    unsigned char *slot = (unsigned char *)actor - pool->node;

    if (from == NULL)
        from = pool->prototype;
    if (from == NULL)
    {
        memset(slot, 0, pool->node);
        memset(slot + behind, 0, pool->stride - behind);
    }
    else if (from != slot)
    {
        memcpy(slot, from, pool->node);
        memcpy(slot + behind, from + behind, pool->stride - behind);
    }
}

/* Tells of a newborn, and returns it, or NULL if its life is over already. */
static trp_actor *announce(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_world *world = pool->world;
    const uint32_t generation = *trp__generation(pool, actor, slot);

    if (pool->desc.on_create != NULL)
    {
        world->calls++;
        pool->desc.on_create(world, actor);
        world->calls--;
        if (*trp__generation(pool, actor, slot) != generation)
        {
            world->last_result = TRP_GONE;
            return NULL;
        }
    }
    if (trp__hears(pool, TRP_EVENT_CREATED))
    {
        trp__tell(pool, actor, TRP_EVENT_CREATED, TRP_REASON_NONE);
        if (*trp__generation(pool, actor, slot) != generation)
        {
            world->last_result = TRP_GONE;
            return NULL;
        }
    }
    world->last_result = TRP_OK;
    return actor;
}

trp_actor *trp__begin_life(trp_pool *pool, trp_actor *actor, uint32_t slot, const trp__start *start)
{
    trp__enlist(pool, actor, slot);
    if (pool->desc.newborns == TRP_NEWBORNS_SAME_WALK)
        stamp_for_same_walk(pool, actor);
    trp__count_birth(pool);
    if (trp__is_recorded(pool))
        trp__record_life(pool, actor, slot, TRP_EVENT_CREATED, TRP_REASON_NONE);
    if (start != NULL && start->init != NULL)
    {
        const uint32_t generation = *trp__generation(pool, actor, slot);
        pool->world->calls++;
        start->init(actor, start->user);
        pool->world->calls--;
        if (*trp__generation(pool, actor, slot) != generation)
        {
            pool->world->last_result = TRP_GONE;
            return NULL;
        }
    }
    return announce(pool, actor, slot);
}

TRP__COLD static trp_actor *refuse(trp_pool *pool, trp_result result)
{
    pool->refused++;
    if (trp__is_recorded(pool))
        trp__record_refusal(pool, result);
    if (trp__hears(pool, TRP_EVENT_REFUSED))
        trp__tell(pool, NULL, TRP_EVENT_REFUSED, TRP_REASON_NONE);
    pool->world->last_result = result;
    return NULL;
}

/* Nothing may be created now, or not in this way. */
TRP__COLD static trp_actor *deny(trp_pool *pool, const char *call, bool adopts)
{
    trp_world *world = pool->world;

    if (world->drawing)
        world->last_result =
            trp__misuse(world, pool, NULL, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    else if (adopts != pool->desc.external)
        world->last_result =
            trp__misuse(world, pool, NULL, call, TRP_ERR_TYPE,
                        adopts ? TRP__TEXT("the pool has slots of its own: trp_create fills it")
                               : TRP__TEXT("the pool is external: trp_adopt fills it"));
    else
        world->last_result = TRP_BUSY;
    return NULL;
}

/* Whom it copies may have been alive when the call began, and the call itself has ended that life: has stolen it, or a hook
 * has recycled it. What it was is still there. */
static void fill_from(const trp_pool *pool, trp_actor *actor, const unsigned char *init,
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

trp_actor *trp__create_slowly(trp_pool *pool, const void *init, const char *call,
                              const trp__start *start, bool is_optional, bool *born)
{
    trp_actor *actor;
    trp_result result;
    uint32_t slot;
    const bool was_dead = trp__is_dead(pool, init);

    *born = false;
    if (pool->world->drawing || pool->barred != 0 || pool->desc.external)
        return deny(pool, call, false);
    actor = trp__take_rarely(pool, is_optional, &slot, &result);
    if (actor == NULL)
        return refuse(pool, result);
    *born = true;
    fill_from(pool, actor, init, was_dead);
    return trp__begin_life(pool, actor, slot, start);
}

/* Whatever plain.h does not do. */
TRP__APART static trp_actor *create_rarely(trp_pool *pool, const void *init, const char *call)
{
    bool born;

    return pool != NULL ? trp__create_slowly(pool, init, call, NULL, false, &born) : NULL;
}

TRP__INLINE trp_actor *create(trp_pool *pool, const void *init, const char *call)
{
    if (!TRP__FAST_PATHS || !TRP__LIKELY(pool != NULL && pool->is_plain))
        return create_rarely(pool, init, call);
    return trp__create_plain(pool, init, call, create_rarely);
}

trp_actor *trp_create(trp_pool *pool)
{
    return create(pool, NULL, TRP__TEXT("trp_create"));
}

trp_actor *trp_create_from(trp_pool *pool, const void *init)
{
    return create(pool, init, TRP__TEXT("trp_create_from"));
}

trp_actor *trp_create_optional(trp_pool *pool)
{
    bool born;

    return pool != NULL
               ? trp__create_slowly(pool, NULL, TRP__TEXT("trp_create_optional"), NULL, true, &born)
               : NULL;
}

trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor)
{
    trp_world *world;
    trp_result result;
    uint32_t entry;
    trp__place place;

    if (pool == NULL)
        return NULL;
    world = pool->world;
    if (world->drawing || pool->barred != 0 || !pool->desc.external)
        return deny(pool, TRP__TEXT("trp_adopt"), true);
    trp__mark_read(actor, sizeof *actor);
    world->last_result = TRP_ERR_NULL;
    if (actor == NULL)
        world->last_result = trp__misuse(world, pool, NULL, TRP__TEXT("trp_adopt"), TRP_ERR_NULL,
                                         TRP__TEXT("the actor is NULL"));
    else if ((uintptr_t)actor % TRP__ALIGNOF(trp_actor) != 0)
        world->last_result = trp__misuse(world, pool, NULL, TRP__TEXT("trp_adopt"), TRP_ERR_TYPE,
                                         TRP__TEXT("the actor is misaligned"));
    else if ((result = trp__locate(world, actor, &place)) == TRP_OK || place.slot != TRP__NONE)
        world->last_result =
            trp__misuse(world, place.pool, actor, TRP__TEXT("trp_adopt"), TRP_ERR_ACTIVE, NULL);
    else if (result == TRP_ERR_FOREIGN && place.pool != NULL)
        world->last_result = trp__misuse(world, place.pool, actor, TRP__TEXT("trp_adopt"), result,
                                         TRP__INSIDE_A_SLOT);
    else if ((entry = trp__entry_take(pool, actor)) == TRP__NONE)
        refuse(pool, TRP_ERR_FULL);
    else
        return trp__begin_life(pool, actor, entry, NULL);
    return NULL;
}
