/*
 * Pools in a space, and the events of their watchers.
 */
#include "space.h"

/* Reported once per space: a game may tolerate it. */
static void pool_report_full(trp_space *space)
{
    if (space->full_is_reported)
        return;
    space->full_is_reported = true;
    trp__misuse_named(space->world, TRP__TEXT("space"), space->desc.name, TRP__TEXT("trp_create"),
                      TRP_ERR_FULL,
                      TRP__TEXT("the space is full, and newborns stay outside: no query finds "
                                "them. Raise its capacity or max_capacity (reported once; "
                                "trp_space_info counts them)"));
}

static void pool_told(trp_actor *actor, const trp_event_context *in)
{
    trp__space_pool *entry = (trp__space_pool *)in->user;
    trp_space *space = entry->space;
    const uint32_t slot = trp__slot_of(in->pool, actor);
    const bool is_in = slot < entry->slots && (entry->flags[slot] & TRP__IN) != 0;
    if (in->event == TRP_EVENT_CREATED) {
        if (!is_in &&
            trp__space_enter(space, entry, actor, slot, TRP__TEXT("trp_create")) == TRP_ERR_FULL)
            pool_report_full(space);
    } else if (!is_in)
        return;
    else if (in->event == TRP_EVENT_DEACTIVATED) {
        /* a watcher that was notified earlier may have woken it again */
        if (space->desc.sleepers == TRP_SLEEPERS_HIDE &&
            !trp__is_active(trp__stamp_at(in->pool, slot)))
            trp__space_hide(space, entry, slot);
    } else if (in->event == TRP_EVENT_ACTIVATED) {
        if (trp__is_active(trp__stamp_at(in->pool, slot))) /* likewise */
            trp__space_show(space, entry, slot);
    } else
        trp__space_leave(space, entry, slot);
}

static trp_result pool_refuse(const trp_space *space, trp_pool *pool, trp_result result,
                              const char *detail)
{
    return trp__space_misuse(space, pool, NULL, TRP__TEXT("trp_space_add_pool"), result, detail);
}

/* Whether floats at this offset lie in the struct, and not in its node. */
static bool pool_is_in_struct(const trp_type *type, size_t offset, size_t bytes)
{
    return offset % TRP__ALIGNOF(float) == 0 && offset < type->size &&
           type->size - offset >= bytes &&
           (offset + bytes <= type->offset || offset >= type->offset + sizeof(trp_actor));
}

/* Whether exactly one of four is given. */
static bool pool_has_one_box(const trp_space_pool_desc *desc)
{
    return (desc->box != 0) + (desc->center != 0) + (desc->circle != 0) + (desc->bounds != NULL) ==
           1;
}

/* box, center or circle: offset of the floats, plus 1; 0: there are bounds. */
static size_t pool_box(const trp_space_pool_desc *desc)
{
    return desc->box + desc->center + desc->circle;
}

static uint8_t pool_floats(const trp_space_pool_desc *desc)
{
    return desc->circle != 0 ? 3 : 4;
}

static trp_result pool_check(const trp_space *space, trp_pool *pool,
                             const trp_space_pool_desc *desc)
{
    if (pool->world != space->world)
        return pool_refuse(
            space, NULL, TRP_ERR_FOREIGN,
            TRP__TEXT("the pool is of another world. Add it to a space of its own world"));
    if (desc == NULL)
        return pool_refuse(space, pool, TRP_ERR_NULL, TRP__TEXT("the desc is NULL"));
    if (space->by_number[pool->number] != NULL)
        return pool_refuse(space, pool, TRP_ERR_LINKED, TRP__TEXT("the pool is in this space"));
    if (!pool_has_one_box(desc))
        return pool_refuse(space, pool, TRP_ERR_DESC,
                           TRP__TEXT("give one of box, center, circle and bounds"));
    if (pool_box(desc) != 0 &&
        !pool_is_in_struct(&pool->desc.type, pool_box(desc) - 1, pool_floats(desc) * sizeof(float)))
        return pool_refuse(
            space, pool, TRP_ERR_VALUE,
            TRP__TEXT("box, center or circle must be TRP_BOX_AT(struct, member) or the like of the "
                      "pool's struct, and not in its node"));
    if (space->passes != 0)
        return pool_refuse(space, pool, TRP_BUSY,
                           TRP__TEXT("a pass through the space is in progress"));
    return TRP_OK;
}

static trp__space_pool *pool_make(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    trp__space_pool *entry = trp__take(space->world, sizeof *entry);

    if (entry == NULL)
        return NULL;
    memset(entry, 0, sizeof *entry);
    entry->space = space;
    entry->pool = pool;
    entry->base = pool->base;
    entry->bounds = desc->bounds;
    entry->box = (ptrdiff_t)pool_box(desc) - 1 - (ptrdiff_t)pool->desc.type.offset;
    entry->is_corner = desc->box != 0;
    entry->floats = pool_floats(desc);
    entry->category = desc->category != 0 ? desc->category : 1;
    entry->mask = desc->mask != 0 ? desc->mask : UINT32_MAX;
    entry->is_static = desc->is_static;
    entry->is_round = desc->is_round || desc->circle != 0;
    entry->watcher.function = pool_told;
    entry->watcher.pool = pool;
    entry->watcher.user = entry;
    entry->watcher.events =
        TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED | TRP_EVENT_ACTIVATED | TRP_EVENT_DEACTIVATED;
    if (!desc->manual_add)
        entry->watcher.events |= TRP_EVENT_CREATED;
    if (trp__space_grow_pool(space, entry, pool->state.capacity))
        return entry;
    trp__release(space->world, entry, sizeof *entry);
    return NULL;
}

/* In the order of the pools' numbers. */
static void pool_link(trp_space *space, trp__space_pool *entry)
{
    trp__space_pool **at = &space->pools;

    while (*at != NULL && (*at)->pool->number < entry->pool->number)
        at = &(*at)->next;
    entry->next = *at;
    *at = entry;
    space->by_number[entry->pool->number] = entry;
    space->pool_bytes += sizeof *entry;
    space->round_pools += entry->is_round;
    trp_watch(space->world, &entry->watcher);
}

static void pool_unlink(trp_space *space, trp__space_pool *entry)
{
    trp__space_pool **at = &space->pools;

    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    space->by_number[entry->pool->number] = NULL;
    space->pool_bytes -= sizeof *entry + entry->bytes;
    space->round_pools -= entry->is_round;
    trp_unwatch(space->world, &entry->watcher);
    if (entry->memory != NULL)
        trp__release(space->world, entry->memory, entry->bytes);
    trp__release(space->world, entry, sizeof *entry);
}

/* Lets all living actors enter, as if in a pass: they are sorted at its end. */
static trp_result pool_enter_all(trp_space *space, trp__space_pool *entry)
{
    const trp_pool *pool = entry->pool;
    trp_result result = TRP_OK;

    trp__space_keep(space);
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_alive(trp__stamp_at(pool, slot)) && (entry->flags[slot] & TRP__IN) == 0 &&
            trp__space_enter(space, entry, trp__node_at(pool, slot), slot,
                             TRP__TEXT("trp_space_add_pool")) != TRP_OK)
            result = TRP_ERR_VALUE;
    trp__space_keep_no_longer(space);
    return result;
}

/* Active and asleep. */
static uint32_t pool_living(const trp_pool *pool)
{
    return pool->state.live - pool->state.expired - pool->state.leaving;
}

trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    trp__space_pool *entry;
    trp_result result;

    if (!trp__has_space(space, TRP__TEXT("trp_space_add_pool")) ||
        !trp__has_pool(pool, TRP__TEXT("trp_space_add_pool")))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, TRP__TEXT("trp_space_add_pool")) != TRP_OK)
        return TRP_BUSY;
    result = pool_check(space, pool, desc);
    if (result != TRP_OK)
        return result;
    if (!desc->manual_add && !trp__space_make_room(space, pool_living(pool)))
        return pool_refuse(space, pool, TRP_ERR_FULL,
                           TRP__TEXT("the space has no room for all actors of the pool. Raise its "
                                     "capacity or max_capacity"));
    entry = pool_make(space, pool, desc);
    if (entry == NULL)
        return pool_refuse(space, pool, TRP_ERR_MEMORY, NULL);
    pool_link(space, entry);
    return desc->manual_add ? TRP_OK : pool_enter_all(space, entry);
}

trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_space_remove_pool");
    trp__space_pool *entry;

    if (!trp__has_space(space, call) || !trp__has_pool(pool, call))
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, call) != TRP_OK)
        return TRP_BUSY;
    entry = trp__space_entry_of(space, pool);
    if (entry == NULL)
        /* another world's pool is not touched */
        return trp__space_misuse(space, pool->world == space->world ? pool : NULL, NULL, call,
                                 TRP_ERR_UNLINKED, TRP__TEXT("the pool is not in this space"));
    if (space->passes != 0)
        return trp__space_misuse(space, pool, NULL, call, TRP_BUSY,
                                 TRP__TEXT("a pass through the space is in progress"));
    trp__space_keep(space);
    for (uint32_t slot = 0; entry->count != 0; slot++)
        if ((entry->flags[slot] & TRP__IN) != 0)
            trp__space_leave(space, entry, slot);
    trp__space_keep_no_longer(space);
    pool_unlink(space, entry);
    return TRP_OK;
}

void trp__space_forget_pools(trp_space *space)
{
    while (space->pools != NULL)
        pool_unlink(space, space->pools);
}
