/*
 * The life of an actor: how it enters the list and how it leaves.
 */
#include "internal.h"

#include <string.h>

/* Entering */

/* Links an actor behind the nearest lower active slot, or as the segment's first. */
static void link_in_memory_order(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const uint32_t before = trp__bitmap_active_before(&pool->map, slot);
    trp_link *at = &pool->segment->head.hook.link;

    if (before != TRP__NONE)
    {
        at = &trp__node_at(pool, before)->hook.link;
        if (!TRP__LIKELY(at->next != NULL))
            trp__heal(pool, before);
    }
    trp__link_after(at, &actor->hook.link);
    trp__bitmap_add(&pool->map, TRP__ACTIVE, slot);
}

/* Puts an actor into the list, as of now. */
static void list_actor(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_world *world = pool->world;
    trp_link *head = &pool->segment->head.hook.link;
    trp_link *tail = &pool->segment->tail.hook.link;

    if (trp__in_memory_order(pool))
        link_in_memory_order(pool, actor, slot);
    else if (pool->desc.order == TRP_ORDER_NEWEST)
        trp__link_between(head, &actor->hook.link, head->next);
    else
        trp__link_between(tail->prev, &actor->hook.link, tail);
    actor->stamp = trp__stamp(world->serial, pool->number);
    world->serial_is_used = true;
    pool->listed++;
    if (pool->desc.when_full == TRP_FULL_STEAL_OLDEST)
        trp__oldest_linked(pool, actor);
}

/* A newborn of the same-walk kind is as old as the outermost walk that stands in its segment. */
static void stamp_for_same_walk(const trp_pool *pool, trp_actor *actor)
{
    for (const trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->segment == pool->segment)
            actor->stamp = trp__stamp(frame->limit >> TRP__POOL_BITS, pool->number);
}

/* Fills `bytes`, a multiple of a node's alignment, from `from`, or with zeros. A call of memcpy
 * would cost more. */
static void fill(unsigned char *to, const unsigned char *from, size_t bytes)
{
    const trp__word zero = 0;
    size_t at = 0;

    for (; at + sizeof zero <= bytes; at += sizeof zero)
    {
        memcpy(to + at, from != NULL ? from + at : (const unsigned char *)&zero, sizeof zero);
        TRP__NO_IDIOM();
    }
    for (; at < bytes; at++)
        to[at] = from != NULL ? from[at] : 0;
}

static void fill_payload(const trp_pool *pool, trp_actor *actor, const unsigned char *from)
{
    const size_t behind = pool->node + sizeof(trp_actor);
    unsigned char *slot = (unsigned char *)actor - pool->node;

    if (from == NULL)
        from = pool->prototype;
    fill(slot, from, pool->node);
    fill(slot + behind, from != NULL ? from + behind : NULL, pool->stride - behind);
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
    if (pool->watchers != NULL)
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

static trp_actor *begin_life(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    list_actor(pool, actor, slot);
    if (pool->desc.newborns == TRP_NEWBORNS_SAME_WALK)
        stamp_for_same_walk(pool, actor);
    pool->created++;
    pool->live++;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    if (TRP__LIKELY(pool->desc.on_create == NULL && pool->watchers == NULL))
    {
        pool->world->last_result = TRP_OK;
        return actor;
    }
    return announce(pool, actor, slot);
}

TRP__COLD static trp_actor *refuse(trp_pool *pool, trp_result result)
{
    pool->refused++;
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
            trp__misuse(world, pool, NULL, call, TRP_BUSY, "the world is being drawn");
    else if (adopts != pool->desc.external)
        world->last_result = trp__misuse(world, pool, NULL, call, TRP_ERR_TYPE,
                                         adopts ? "the pool has slots of its own"
                                                : "the pool is external: trp_adopt fills it");
    else
        return refuse(pool, TRP_BUSY);
    return NULL;
}

static trp_actor *create(trp_pool *pool, const void *init, bool is_optional, const char *call)
{
    trp_world *world;
    trp_actor *actor;
    uint32_t slot = 0;

    if (pool == NULL)
        return NULL;
    world = pool->world;
    if (!TRP__LIKELY(!world->drawing && pool->barred == 0 && !pool->desc.external))
        return deny(pool, call, false);
    if (is_optional && pool->capacity - pool->retired - pool->live <= pool->desc.reserve)
        return refuse(pool, TRP_ERR_FULL);
    while ((actor = trp__slot_take(pool, &slot)) == NULL)
    {
        const trp_result result = is_optional ? TRP_ERR_FULL : trp__make_room(pool);
        if (result != TRP_OK)
            return refuse(pool, result);
    }
    fill_payload(pool, actor, init);
    return begin_life(pool, actor, slot);
}

trp_actor *trp_create(trp_pool *pool)
{
    return create(pool, NULL, false, "trp_create");
}

trp_actor *trp_create_from(trp_pool *pool, const void *init)
{
    return create(pool, init, false, "trp_create_from");
}

trp_actor *trp_create_optional(trp_pool *pool)
{
    return create(pool, NULL, true, "trp_create_optional");
}

trp_actor *trp_adopt(trp_pool *pool, trp_actor *actor)
{
    trp_world *world;
    trp__entry *entry;
    trp__place place;

    if (pool == NULL)
        return NULL;
    world = pool->world;
    if (world->drawing || pool->barred != 0 || !pool->desc.external)
        return deny(pool, "trp_adopt", true);
    world->last_result = TRP_ERR_NULL;
    if (actor == NULL)
        trp__misuse(world, pool, NULL, "trp_adopt", TRP_ERR_NULL, "the actor");
    else if ((uintptr_t)actor % TRP__ALIGNOF(trp_actor) != 0)
        world->last_result =
            trp__misuse(world, pool, NULL, "trp_adopt", TRP_ERR_TYPE, "the actor is misaligned");
    else if (trp__locate(world, actor, &place) == TRP_OK || place.slot != TRP__NONE)
        world->last_result =
            trp__misuse(world, place.pool, actor, "trp_adopt", TRP_ERR_ACTIVE, NULL);
    else if (pool->spare_entry == NULL)
        refuse(pool, TRP_ERR_FULL);
    else
    {
        entry = pool->spare_entry;
        pool->spare_entry = entry->is.next;
        entry->is.actor = actor;
        entry->taken = 1;
        actor->life.entry = (uint32_t)(entry - pool->entries);
        return begin_life(pool, actor, actor->life.entry);
    }
    return NULL;
}

/* Leaving */

bool trp__is_current(const trp__frame *frame, const trp_actor *actor)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            return true;
    return false;
}

/* Takes an actor out of the list and mends the walks that stand there. */
static void unlist_actor(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_link *link = &actor->hook.link;

    for (trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->cursor == link)
            frame->cursor = link->prev;
    if (pool->oldest == link)
        trp__oldest_leaves(pool, actor);
    if (trp__in_memory_order(pool))
        trp__bitmap_remove(&pool->map, TRP__ACTIVE, slot);
    if (trp__is_expired(actor))
        pool->expired--;
    pool->listed--;
    trp__unlink(link);
}

static void tell_leaving(trp_pool *pool, trp_actor *actor, trp_reason reason)
{
    if (pool->watchers != NULL)
        trp__tell(pool, actor, TRP_EVENT_RECYCLED, reason);
    if (pool->desc.on_recycle != NULL)
    {
        pool->world->calls++;
        pool->desc.on_recycle(pool->world, actor, reason);
        pool->world->calls--;
    }
}

void trp__leave(trp_pool *pool, trp_actor *actor, uint32_t slot, trp_reason reason)
{
    /* an expired actor's generation was raised when it expired */
    if (!trp__is_expired(actor))
        ++*trp__generation(pool, actor, slot);
    if (trp__serial(actor) != TRP__ASLEEP)
        unlist_actor(pool, actor, slot);
    for (trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    if (pool->watchers != NULL || pool->desc.on_recycle != NULL)
    {
        actor->stamp = trp__stamp(TRP__LEAVING, pool->number);
        tell_leaving(pool, actor, reason);
    }
    pool->live--;
    trp__slot_give(pool, actor, slot);
}

void trp__prune(trp_pool *pool, trp_actor *actor)
{
    trp__leave(pool, actor, trp__slot_of(pool, actor), TRP_REASON_EXPIRED);
}

/* What is wrong with a call on this actor. The pool is told where it is known. */
TRP__COLD static trp_result object(const trp_world *world, const trp_actor *actor, const char *call,
                                   const trp__place *place, trp_result result)
{
    const char *detail = NULL;

    if (result == TRP_BUSY)
        detail = world->drawing ? "the world is being drawn" : "its on_recycle is running";
    return trp__misuse(world, place->pool, actor, call, result, detail);
}

/* A node or a neighbour of it was overwritten. In memory order the bitmap knows what they should
 * say. */
TRP__COLD static trp_result examine(const trp__place *place)
{
    if (trp__in_memory_order(place->pool) && trp__heal(place->pool, place->slot))
        return TRP_OK;
    return TRP_ERR_CORRUPT;
}

/* Whether a structural call on this actor may go on; finds where it is. TRP_OK, or what the call
 * answers. */
static trp_result enter(trp_world *world, trp_actor *actor, const char *call, trp__place *place)
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
        else if (serial == TRP__VACANT || serial == TRP__RETIRED)
            result = TRP_ERR_FREE;
        else if (!trp__is_sound(place->pool, actor, place->slot))
            result = examine(place);
    }
    return TRP__LIKELY(result == TRP_OK) ? TRP_OK : object(world, actor, call, place, result);
}

trp_result trp_recycle(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = enter(world, actor, "trp_recycle", &place);

    if (result == TRP_OK)
        trp__leave(place.pool, actor, place.slot, TRP_REASON_RECYCLED);
    return result;
}

trp_result trp_expire(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = enter(world, actor, "trp_expire", &place);

    if (result != TRP_OK || trp__is_expired(actor))
        return result;
    if (!trp__is_active(actor))
    {
        trp__leave(place.pool, actor, place.slot, TRP_REASON_EXPIRED);
        return TRP_OK;
    }
    ++*trp__generation(place.pool, actor, place.slot);
    actor->stamp = trp__stamp(TRP__EXPIRED, place.pool->number);
    place.pool->expired++;
    if (place.pool->watchers != NULL)
        trp__tell(place.pool, actor, TRP_EVENT_EXPIRED, TRP_REASON_EXPIRED);
    return TRP_OK;
}

trp_result trp_activate(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = enter(world, actor, "trp_activate", &place);

    if (result != TRP_OK)
        return result;
    if (trp__is_expired(actor))
        return object(world, actor, "trp_activate", &place, TRP_ERR_EXPIRED);
    if (trp__is_active(actor))
        return object(world, actor, "trp_activate", &place, TRP_ERR_ACTIVE);
    list_actor(place.pool, actor, place.slot);
    if (place.pool->watchers != NULL)
        trp__tell(place.pool, actor, TRP_EVENT_ACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}

trp_result trp_deactivate(trp_world *world, trp_actor *actor)
{
    trp__place place;
    const trp_result result = enter(world, actor, "trp_deactivate", &place);

    if (result != TRP_OK)
        return result;
    if (trp__is_expired(actor))
        return object(world, actor, "trp_deactivate", &place, TRP_ERR_EXPIRED);
    if (!trp__is_active(actor))
        return object(world, actor, "trp_deactivate", &place, TRP_ERR_ASLEEP);
    unlist_actor(place.pool, actor, place.slot);
    actor->stamp = trp__stamp(TRP__ASLEEP, place.pool->number);
    if (place.pool->watchers != NULL)
        trp__tell(place.pool, actor, TRP_EVENT_DEACTIVATED, TRP_REASON_NONE);
    return TRP_OK;
}
