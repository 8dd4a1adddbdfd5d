/*
 * Overwritten nodes. `*bullet = (bullet){.x = 1}` is easily written, and takes the node with it. A
 * pool in memory order can tell from its bitmap what every node and link must be, and so mends the
 * list; the generation is lost, so the slot is retired when that actor leaves. In age order the
 * damage is only noticed.
 */
#include "internal.h"

static trp_link *link_before(const trp_pool *pool, uint32_t slot)
{
    const uint32_t before = trp__bitmap_active_before(&pool->map, slot);

    return before != TRP__NONE ? &trp__node_at(pool, before)->hook.link
                               : &pool->segment->head.hook.link;
}

static trp_link *link_behind(const trp_pool *pool, uint32_t slot)
{
    const uint32_t behind = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1);

    return behind != TRP__NONE ? &trp__node_at(pool, behind)->hook.link
                               : &pool->segment->tail.hook.link;
}

/* Whether an overwritten actor had expired shows only in what is missing from the count. */
static uint32_t count_expired(const trp_pool *pool)
{
    uint32_t count = 0;
    uint32_t slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, 0);

    for (; slot != TRP__NONE; slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1))
        count += trp__node_at(pool, slot)->stamp == trp__stamp(TRP__EXPIRED, pool->number);
    return count;
}

bool trp__heal(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor = trp__node_at(pool, slot);
    trp_link *link = &actor->hook.link;
    const bool is_active = trp__bitmap_has(&pool->map, TRP__ACTIVE, slot);
    const bool is_named = (actor->stamp & TRP__POOL_MASK) == pool->number;
    const uint32_t serial = trp__serial(actor);
    bool was_right;

    if (!is_active)
        return false; /* free: create will notice. Asleep: nothing but the node says so */
    was_right = is_named && link->prev == link_before(pool, slot) &&
                link->next == link_behind(pool, slot) && serial != 0 &&
                (serial <= pool->world->serial || serial == TRP__EXPIRED);
    if (!was_right)
    {
        actor->life.generation = UINT32_MAX;
        actor->stamp = trp__stamp(1, pool->number);
        pool->expired = count_expired(pool);
    }
    link->prev = link_before(pool, slot);
    link->next = link_behind(pool, slot);
    link->prev->next = link;
    link->next->prev = link;
    return was_right;
}
