/*
 * Pools in a space, and what their watchers tell it.
 */
#include "space_internal.h"

static void told(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason,
                 void *context)
{
    trp__space_pool *entry = (trp__space_pool *)context;
    const uint32_t slot = trp__slot_of(pool, actor);
    const uint32_t member = entry->members[slot] - 1;

    (void)reason;
    if (event == TRP_EVENT_CREATED)
    {
        if (member == TRP__NONE)
            trp__space_enter(entry->space, entry, actor, slot, TRP__TEXT("trp_create"));
    }
    else if (member == TRP__NONE)
        return;
    else if (event == TRP_EVENT_DEACTIVATED)
    {
        /* a watcher that was told earlier may have woken it again */
        if (entry->space->desc.sleepers == TRP_SLEEPERS_HIDE &&
            !trp__is_active(trp__cell_of(pool, slot)->stamp))
            trp__space_hide(entry->space, member);
    }
    else if (event == TRP_EVENT_ACTIVATED)
    {
        if (trp__is_active(trp__cell_of(pool, slot)->stamp)) /* likewise */
            trp__space_show(entry->space, entry, member);
    }
    else
        trp__space_leave(entry->space, entry, slot);
}

static trp_result refuse(const trp_space *space, trp_pool *pool, trp_result result,
                         const char *detail)
{
    return trp__space_misuse(space, pool, NULL, TRP__TEXT("trp_space_add_pool"), result, detail);
}

/* Whether four floats at this offset lie in the struct, and not in its node. */
static bool is_in_struct(const trp_type *type, size_t offset)
{
    return offset % TRP__ALIGNOF(float) == 0 && offset < type->size &&
           type->size - offset >= sizeof(trp_box) &&
           (offset + sizeof(trp_box) <= type->offset || offset >= type->offset + sizeof(trp_actor));
}

static trp_result check(const trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    if (pool->world != space->world)
        return refuse(space, NULL, TRP_ERR_FOREIGN, TRP__TEXT("the pool is of another world"));
    if (desc == NULL)
        return refuse(space, pool, TRP_ERR_NULL, TRP__TEXT("the desc is NULL"));
    if (space->by_number[pool->number] != NULL)
        return refuse(space, pool, TRP_ERR_LINKED, TRP__TEXT("the pool is in this space"));
    if ((desc->box == 0) == (desc->bounds == NULL))
        return refuse(space, pool, TRP_ERR_DESC, TRP__TEXT("give either box or bounds"));
    if (desc->box != 0 && !is_in_struct(&pool->desc.type, desc->box - 1))
        return refuse(space, pool, TRP_ERR_VALUE,
                      TRP__TEXT("box must be TRP_BOX(struct, member) of the pool's struct"));
    return TRP_OK;
}

static trp__space_pool *make(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    const size_t bytes = trp__bytes(pool->max_capacity, sizeof(uint32_t), sizeof(trp__space_pool));
    trp__space_pool *entry = bytes != 0 ? trp__take(space->world, bytes) : NULL;

    if (entry == NULL)
        return NULL;
    memset(entry, 0, bytes);
    entry->space = space;
    entry->pool = pool;
    entry->bounds = desc->bounds;
    entry->box = (ptrdiff_t)desc->box - 1 - (ptrdiff_t)pool->desc.type.offset;
    entry->category = desc->category != 0 ? desc->category : 1;
    entry->mask = desc->mask != 0 ? desc->mask : UINT32_MAX;
    entry->by_hand = desc->by_hand;
    entry->slots = pool->max_capacity;
    entry->bytes = bytes;
    entry->watcher.function = told;
    entry->watcher.context = entry;
    entry->watcher.events =
        TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED | TRP_EVENT_ACTIVATED | TRP_EVENT_DEACTIVATED;
    if (!desc->by_hand)
        entry->watcher.events |= TRP_EVENT_CREATED;
    return entry;
}

static void link_pool(trp_space *space, trp__space_pool *entry)
{
    entry->next = space->pools;
    space->pools = entry;
    space->by_number[entry->pool->number] = entry;
    space->pool_bytes += entry->bytes;
    if (entry->category != 1 || entry->mask != UINT32_MAX)
        space->has_bits = true;
    trp_watch(entry->pool, &entry->watcher);
}

trp__space_pool *trp__space_entry_of(const trp_space *space, const trp_pool *pool)
{
    return pool->world == space->world ? space->by_number[pool->number] : NULL;
}

trp_result trp__space_not_in(const trp_space *space, trp_pool *pool, const char *call)
{
    /* another world's pool is none of this world's business */
    return trp__space_misuse(space, pool->world == space->world ? pool : NULL, NULL, call,
                             TRP_ERR_UNLINKED, TRP__TEXT("the pool is not in this space"));
}

static void unlink_pool(trp_space *space, trp__space_pool *entry)
{
    trp__space_pool **at = &space->pools;

    while (*at != entry)
        at = &(*at)->next;
    *at = entry->next;
    /* what it added to their counts is missing, so counts may come again: see space_draw.c */
    for (trp__space_pool *other = space->pools; other != NULL; other = other->next)
        other->ranked = 0;
    space->by_number[entry->pool->number] = NULL;
    space->pool_bytes -= entry->bytes;
    trp_unwatch(entry->pool, &entry->watcher);
    trp__release(space->world, entry, entry->bytes);
}

/* Lets all who live enter. */
static trp_result enter_all(trp_space *space, trp__space_pool *entry)
{
    trp_result result = TRP_OK;

    for (uint32_t slot = 0; slot < entry->pool->state.capacity; slot++)
    {
        if (trp__is_alive(trp__stamp_at(entry->pool, slot)) &&
            trp__space_enter(space, entry, trp__node_at(entry->pool, slot), slot,
                             TRP__TEXT("trp_space_add_pool")) != TRP_OK)
            result = TRP_ERR_VALUE;
    }
    return result;
}

/* Room for all that live in the pool, expired ones too. */
static bool makes_room(trp_space *space, const trp_pool *pool)
{
    while (space->capacity - space->count < pool->state.live)
        if (!trp__space_grow(space))
            return false;
    return true;
}

trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc)
{
    trp__space_pool *entry;
    trp_result result;

    if (space == NULL || pool == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, TRP__TEXT("trp_space_add_pool")) != TRP_OK)
        return TRP_BUSY;
    result = check(space, pool, desc);
    if (result != TRP_OK)
        return result;
    if (!desc->by_hand && !makes_room(space, pool))
        return refuse(space, pool, TRP_ERR_FULL,
                      TRP__TEXT("the space has not room for all that live in it"));
    entry = make(space, pool, desc);
    if (entry == NULL)
        return refuse(space, pool, TRP_ERR_MEMORY, NULL);
    link_pool(space, entry);
    return desc->by_hand ? TRP_OK : enter_all(space, entry);
}

trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool)
{
    trp__space_pool *entry;

    if (space == NULL || pool == NULL)
        return TRP_ERR_NULL;
    if (trp__space_may_change(space, TRP__TEXT("trp_space_remove_pool")) != TRP_OK)
        return TRP_BUSY;
    entry = trp__space_entry_of(space, pool);
    if (entry == NULL)
        return trp__space_not_in(space, pool, TRP__TEXT("trp_space_remove_pool"));
    for (uint32_t slot = 0; slot < entry->slots; slot++)
        if (entry->members[slot] != 0)
            trp__space_leave(space, entry, slot);
    unlink_pool(space, entry);
    return TRP_OK;
}

void trp__space_forget_pools(trp_space *space)
{
    while (space->pools != NULL)
        unlink_pool(space, space->pools);
}
