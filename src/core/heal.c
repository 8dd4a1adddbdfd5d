/*
 * Overwritten nodes. `*bullet = (bullet){.x = 1}` is easily written, and takes the node with it. The
 * list can be mended all the same: in memory order the bitmap tells what every node and link must
 * be, in age order the neighbours still name the node. The generation is lost, so the slot is
 * retired when that actor leaves. All this is O(capacity), once a mistake.
 */
#include "internal.h"

/* Whether one that stands in the list may have this serial. */
static bool is_of_list(const trp_world *world, uint32_t serial)
{
    return serial - 1 < world->serial || serial == TRP__EXPIRED; /* 0 is no serial */
}

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
    const bool has_map = trp__in_memory_order(pool);
    uint32_t count = 0;

    for (uint32_t slot = 0; slot < pool->capacity; slot++)
        if (!has_map || trp__bitmap_has(&pool->map, TRP__ACTIVE, slot))
        {
            const trp_actor *actor = trp__actor_at(pool, slot);
            count += actor != NULL && actor->stamp == trp__stamp(TRP__EXPIRED, pool->number);
        }
    return count;
}

static bool heal_by_bitmap(trp_pool *pool, uint32_t slot)
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
                link->next == link_behind(pool, slot) && is_of_list(pool->world, serial);
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

static bool is_place(const trp_pool *segment, const trp_link *link)
{
    trp__place place;

    return link == &segment->head.hook.link || link == &segment->tail.hook.link ||
           trp__find_by_address(segment->world, (const trp_actor *)(const void *)link, &place);
}

/* Whether it is this node that is wrong: zeroed, or a copy of another, so that neither neighbour agrees. */
static bool is_at_fault(const trp_pool *segment, const trp_link *link)
{
    if (trp__is_zeroed(link) || link->prev == NULL || link->next == NULL)
        return true;
    return !(is_place(segment, link->prev) && link->prev->next == link) &&
           !(is_place(segment, link->next) && link->next->prev == link);
}

/* The listed neighbours that a node in an age order had. */
typedef struct neighbours
{
    trp_link *prev;
    trp_link *next;
} neighbours;

static void look_at(neighbours *found, trp_link *at, const trp_link *link)
{
    if (at->next == link)
        found->prev = at;
    if (at->prev == link)
        found->next = at;
}

static neighbours find_neighbours(trp_pool *segment, const trp_link *link)
{
    neighbours found = {NULL, NULL};

    look_at(&found, &segment->head.hook.link, link);
    look_at(&found, &segment->tail.hook.link, link);
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        for (uint32_t slot = 0; slot < pool->capacity; slot++)
        {
            trp_actor *actor = trp__actor_at(pool, slot);
            if (actor != NULL && (trp__is_active(actor) || trp__is_expired(actor)) &&
                &actor->hook.link != link && !is_at_fault(segment, &actor->hook.link))
                look_at(&found, &actor->hook.link, link);
        }
    return found;
}

/* Age order. Whether the node was right, and is sound: the fault was not its. */
static bool heal_by_neighbours(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_link *link = &actor->hook.link;
    const neighbours found = find_neighbours(pool->segment, link);
    const uint32_t serial = trp__serial(actor);

    if (found.prev == NULL || found.next == NULL)
        return false;
    if (link->prev == found.prev && link->next == found.next && is_of_list(pool->world, serial) &&
        (actor->stamp & TRP__POOL_MASK) == pool->number && trp__slot_of(pool, actor) == slot)
        return true;
    link->prev = found.prev;
    link->next = found.next;
    actor->stamp = trp__stamp(1, pool->number);
    if (pool->entries != NULL)
        actor->life.entry = slot;
    else
        actor->life.generation = UINT32_MAX;
    pool->expired = count_expired(pool);
    return false;
}

/* A link in the list whose neighbours do not agree with it: was its node overwritten? */
static void heal_link(trp_pool *segment, trp_link *link)
{
    trp_actor *actor = (trp_actor *)(void *)link;
    trp__place place;

    if (!trp__find_by_address(segment->world, actor, &place) || place.pool->segment != segment)
        return;
    (void)heal_by_neighbours(place.pool, actor, place.slot);
    trp__misuse(segment->world, place.pool, actor, TRP__TEXT("(the list)"), TRP_ERR_CORRUPT, NULL);
}

static void heal_neighbour(trp_pool *segment, const trp_link *link, trp_link *neighbour)
{
    if (neighbour != link && is_place(segment, neighbour) && is_at_fault(segment, neighbour))
        heal_link(segment, neighbour);
}

bool trp__heal(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor;

    if (trp__in_memory_order(pool))
        return heal_by_bitmap(pool, slot);
    actor = trp__actor_at(pool, slot);
    if (!is_at_fault(pool->segment, &actor->hook.link))
    {
        heal_neighbour(pool->segment, &actor->hook.link, actor->hook.link.prev);
        heal_neighbour(pool->segment, &actor->hook.link, actor->hook.link.next);
    }
    return heal_by_neighbours(pool, actor, slot);
}

/* Whether there is one behind this one that agrees. */
static bool leads_on(const trp_link *at)
{
    return at->next != NULL && at->next->prev == at && !trp__is_zeroed(at->next);
}

/* Whether there is one in front of this one that agrees. */
static bool is_led_to(const trp_pool *segment, const trp_link *link)
{
    return !trp__is_zeroed(link) && link->prev != NULL && is_place(segment, link->prev) &&
           link->prev->next == link;
}

trp_link *trp__mend_step(trp_pool *segment, trp_link *at)
{
    const bool is_wrong = at->next == NULL || at->prev == NULL || at->prev->next != at;

    if (is_wrong)
        heal_link(segment, at);
    if (!leads_on(at) && at->next != NULL && !is_led_to(segment, at->next))
        heal_link(segment, at->next);
    if (!leads_on(at) && !is_wrong)
        heal_link(segment, at); /* only its `next` is wrong, and points over those between */
    if (leads_on(at))
        return at->next;
    return &segment->tail.hook.link; /* what is behind is out of reach */
}
