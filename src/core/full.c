/*
 * What a full pool does: grow, or steal.
 */
#include "internal.h"

/*
 * May be stolen or, if it has expired, pruned: listed, of this pool, and no walk's current actor. So only the current
 * ones are stepped over, and there are no more of those than walks in walks.
 */
static bool is_prey(const trp_pool *pool, const trp_actor *actor)
{
    return (trp__is_active(actor) || trp__is_expired(actor)) &&
           (actor->stamp & TRP__POOL_MASK) == pool->number &&
           !trp__is_current(pool->world->frames, actor);
}

/*
 * In a joined segment the oldest of one pool need not be the oldest of all, so each pool that
 * steals remembers its own. It only ever moves towards the younger end, and so steps over each of
 * the others' actors at most once a life.
 */

static trp_link *younger(const trp_pool *pool, const trp_link *link)
{
    return pool->desc.order == TRP_ORDER_OLDEST ? link->next : link->prev;
}

/* The first of this pool's listed actors from `link` on towards the younger end, or NULL. What is no slot of the pool is
 * none, whatever its node says. */
static trp_link *own_from(const trp_pool *pool, trp_link *link)
{
    const trp_pool *segment = pool->segment;

    while (link != NULL && link != &segment->tail.hook.link && link != &segment->head.hook.link)
    {
        const trp_actor *actor = (const trp_actor *)(const void *)link;
        if ((actor->stamp & TRP__POOL_MASK) == pool->number &&
            trp__slot_of(pool, actor) != TRP__NONE)
            return link;
        link = younger(pool, link);
    }
    return NULL;
}

void trp__oldest_linked(trp_pool *pool, trp_actor *actor)
{
    if (pool->oldest == NULL)
        pool->oldest = &actor->hook.link;
}

void trp__oldest_leaves(trp_pool *pool, const trp_actor *actor)
{
    pool->oldest = own_from(pool, younger(pool, &actor->hook.link));
}

static trp_actor *oldest_prey(const trp_pool *pool)
{
    trp_link *link = pool->oldest;

    while (link != NULL)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        if (is_prey(pool, actor))
            return actor;
        link = own_from(pool, younger(pool, link));
    }
    return NULL;
}

/* Goes once round the slots, from behind the last one stolen. */
static trp_actor *next_prey(trp_pool *pool)
{
    uint32_t slot = pool->hand;

    for (int round = 0; round < 2; round++)
    {
        for (;;)
        {
            trp_actor *actor;
            slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot);
            if (slot == TRP__NONE)
                break;
            actor = trp__node_at(pool, slot);
            slot++;
            if (is_prey(pool, actor))
            {
                pool->hand = slot;
                return actor;
            }
        }
        slot = 0;
    }
    return NULL;
}

/* Its node or a neighbour's was overwritten: whether it can leave the list now. */
TRP__COLD static bool is_mended(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__heal(pool, slot);
    trp__misuse(pool->world, pool, actor, TRP__TEXT("trp_create"), TRP_ERR_CORRUPT, NULL);
    return trp__is_sound(pool, actor, slot);
}

static trp_result steal(trp_pool *pool)
{
    trp_actor *prey =
        pool->desc.when_full == TRP_FULL_STEAL_OLDEST ? oldest_prey(pool) : next_prey(pool);
    trp_reason reason = TRP_REASON_STOLEN;

    uint32_t slot;

    if (prey == NULL)
        return TRP_ERR_FULL;
    slot = trp__slot_of(pool, prey);
    if (!trp__is_sound(pool, prey, slot) && !is_mended(pool, prey, slot))
        return TRP_ERR_FULL;
    if (trp__is_expired(prey))
        reason = TRP_REASON_EXPIRED; /* its life was over: it is only pruned */
    else
        pool->stolen++;
    /* or its on_recycle could fill the slot again, which would steal the next, and so on without
     * end */
    pool->barred++;
    trp__leave(pool, prey, slot, reason);
    pool->barred--;
    return TRP_OK;
}

trp_result trp__make_room(trp_pool *pool)
{
    trp_result result = TRP_ERR_FULL;

    if (pool->desc.when_full == TRP_FULL_GROW)
        return pool->world->grow(pool, &result) ? TRP_OK : result;
    if (pool->desc.when_full == TRP_FULL_FAIL)
        return TRP_ERR_FULL;
    return steal(pool);
}
