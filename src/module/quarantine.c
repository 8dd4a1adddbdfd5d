/*
 * Slots that were freed last and are left alone. They are neither in the bitmap of the free nor in the freelist, but chained
 * through their nodes, the first freed first. Linked only where a quarantine is set: the core knows it by pool->quarantine.
 */
#include "../core/internal.h"

TRP__INLINE uint32_t stamp_of(const trp_pool *pool)
{
    return trp__stamp(TRP__QUARANTINED, pool->number);
}

static void append(trp_pool *pool, trp_actor *actor)
{
    actor->hook.spare.next_free = NULL;
    if (pool->freed_last != NULL)
        pool->freed_last->hook.spare.next_free = actor;
    else
        pool->freed_first = actor;
    pool->freed_last = actor;
    pool->quarantined++;
}

/* Among the free slots; if its node was overwritten, it will be retired when it is to be taken. */
static void set_free(trp_pool *pool, trp_actor *actor)
{
    if (actor->stamp == stamp_of(pool))
        actor->stamp = trp__stamp(TRP__VACANT, pool->number);
    if (trp__in_memory_order(pool))
        trp__bitmap_add(&pool->map, TRP__FREE, trp__slot_of(pool, actor));
    else
    {
        actor->hook.spare.next_free = pool->spare;
        pool->spare = actor;
    }
}

/* In memory order a slot that is in neither bitmap, and does not say why, was in quarantine. */
static bool is_lost(const trp_pool *pool, const trp_actor *actor, uint32_t slot)
{
    const uint32_t serial = trp__serial(actor);
    const bool says_why =
        (actor->stamp & TRP__POOL_MASK) == pool->number &&
        (serial == TRP__ASLEEP || serial == TRP__LEAVING || serial == TRP__RETIRED);

    return trp__in_memory_order(pool) && !says_why &&
           !trp__bitmap_has(&pool->map, TRP__FREE, slot) &&
           !trp__bitmap_has(&pool->map, TRP__ACTIVE, slot);
}

/* A node was overwritten, and what was chained behind it is out of reach: collects the slots anew, lowest first. */
TRP__COLD static void rebuild(trp_pool *pool)
{
    pool->freed_first = NULL;
    pool->freed_last = NULL;
    pool->quarantined = 0;
    for (uint32_t slot = 0; slot < pool->capacity; slot++)
    {
        trp_actor *actor = trp__actor_at(pool, slot);
        if (actor == NULL)
            continue;
        if (actor->stamp == stamp_of(pool))
            append(pool, actor);
        else if (is_lost(pool, actor, slot))
            set_free(pool, actor);
    }
}

/*
 * Whether the chain is to be trusted from here on: it ends where it should, or goes on in a slot that is in quarantine, or
 * was, until it was overwritten with zeros.
 */
static bool is_whole(const trp_pool *pool, const trp_actor *actor)
{
    const trp_actor *next = actor->hook.spare.next_free;

    if (actor->stamp != stamp_of(pool))
        return false;
    if (actor == pool->freed_last)
        return next == NULL;
    return next != NULL && trp__slot_of(pool, next) != TRP__NONE &&
           (next->stamp == stamp_of(pool) || trp__serial(next) == TRP__ZEROED);
}

static bool let_out(trp_pool *pool)
{
    trp_actor *actor = pool->freed_first;
    bool was_whole;

    if (actor == NULL)
        return false;
    was_whole = is_whole(pool, actor);
    if (was_whole)
    {
        pool->freed_first = actor->hook.spare.next_free;
        if (pool->freed_first == NULL)
            pool->freed_last = NULL;
        pool->quarantined--;
    }
    set_free(pool, actor);
    if (!was_whole)
        rebuild(pool);
    return true;
}

static bool is_chain_whole(const trp_pool *pool)
{
    const trp_actor *at = pool->freed_first;
    uint32_t left = pool->quarantined;

    for (; left > 0 && at != NULL && is_whole(pool, at); left--)
        at = at->hook.spare.next_free;
    return left == 0;
}

/* Those of a chunk that is given back go with it; the others keep their order. */
static void forget(trp_pool *pool, const trp__chunk *gone)
{
    trp_actor **at = &pool->freed_first;

    if (!is_chain_whole(pool))
        rebuild(pool);
    pool->freed_last = NULL;
    while (*at != NULL)
        if (trp__slot_number(pool, gone->slots + pool->node, gone->count, *at) != TRP__NONE)
        {
            *at = (*at)->hook.spare.next_free;
            pool->quarantined--;
        }
        else
        {
            pool->freed_last = *at;
            at = &(*at)->hook.spare.next_free;
        }
}

static bool look_after(trp_pool *pool, trp_actor *freed, const trp__chunk *gone)
{
    if (gone != NULL)
    {
        forget(pool, gone);
        return true;
    }
    if (freed == NULL)
        return let_out(pool);
    freed->stamp = stamp_of(pool);
    append(pool, freed);
    while (pool->quarantined > pool->quarantine_slots)
        let_out(pool);
    return true;
}

trp_result trp_pool_set_quarantine(trp_pool *pool, uint32_t slots)
{
    const char *const call = TRP__TEXT("trp_pool_set_quarantine");

    if (pool == NULL)
        return TRP_ERR_NULL;
    if (pool->world->drawing)
        return trp__misuse(pool->world, pool, NULL, call, TRP_BUSY,
                           TRP__TEXT("the world is being drawn"));
    if (pool->entries != NULL)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_DESC,
                           TRP__TEXT("an external pool has no slots of its own"));
    pool->quarantine_slots = slots;
    while (pool->quarantined > slots)
        let_out(pool);
    pool->quarantine = slots != 0 ? look_after : NULL;
    trp__update_plain(pool);
    return TRP_OK;
}

uint32_t trp_pool_quarantine(const trp_pool *pool)
{
    return pool != NULL ? pool->quarantine_slots : 0;
}

uint32_t trp_pool_quarantined(const trp_pool *pool)
{
    return pool != NULL ? pool->quarantined : 0;
}
