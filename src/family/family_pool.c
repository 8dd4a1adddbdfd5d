/*
 * Families: set-up, and the notification of ends.
 */
#include "family.h"

enum
{
    FAMILY_POOL_CASCADES = 16 /* ends below ends: each takes some hundred bytes of stack */
};

_Static_assert(sizeof(trp__family_pool) <= TRP__FAMILY_POOL_BASE, "raise TRP__FAMILY_POOL_BASE");
_Static_assert(sizeof(trp__kin) == 32, "TRP_FAMILY_POOL_BYTES counts 32 bytes per slot");

trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool)
{
    trp__family_pool *home = family->pools;

    while (home != NULL && home->pool != pool)
        home = home->next;
    return home;
}

trp__family_pool *trp__family_home(const trp_family *family, uint32_t index)
{
    trp__family_pool *home = family->pools;

    while (index - home->pool->base >= home->room)
        home = home->next;
    return home;
}

trp__kin *trp__kin_of(const trp_family *family, uint32_t index)
{
    const trp__family_pool *home = trp__family_home(family, index);

    return &home->kin[index - home->pool->base];
}

static const trp__kin family_pool_no_kin = {
    0, TRP_NO_LINK, TRP_NO_LINK, TRP_NO_LINK, TRP_NO_LINK, TRP_NO_LINK, 0};

/* Records for this many slots, of which `from` exist. */
static void family_pool_init_kin(trp__kin *kin, uint32_t from, uint32_t count)
{
    for (; from < count; from++)
        kin[from] = family_pool_no_kin;
}

bool trp__family_has_room(trp__family_pool *home)
{
    trp_world *world = home->pool->world;
    const uint32_t count = home->pool->state.capacity;
    trp__kin *kin;

    if (TRP__LIKELY(count <= home->room))
        return true;
    kin = trp__take(world, count * sizeof *kin);
    if (kin == NULL)
        return false;
    memcpy(kin, home->kin, home->room * sizeof *kin);
    family_pool_init_kin(kin, home->room, count);
    if (home->is_apart)
        trp__release(world, home->kin, home->room * sizeof *kin);
    home->kin = kin;
    home->room = count;
    home->is_apart = true;
    return true;
}

static void family_pool_end_below(trp_family *family, uint32_t index, bool expires)
{
    trp_world *world = family->world;

    if (family->orphans)
        trp__family_orphan(family, index);
    else if (world->cascades >= FAMILY_POOL_CASCADES)
        trp__family_put_off(family, index, expires);
    else
    {
        world->cascades++;
        if (expires)
            trp__family_expire_below(family, index);
        else
            trp__family_recycle_below(family, index);
        world->cascades--;
        if (world->cascades == 0)
            trp__families_catch_up(world);
    }
}

/* A life has ended, or is about to. */
static void family_pool_told(trp_actor *actor, const trp_event_context *in)
{
    const trp__family_pool *home = (const trp__family_pool *)in->user;
    trp_family *family = home->family;
    const uint32_t slot = trp__slot_of(in->pool, actor);
    const uint32_t index = trp__index(in->pool, slot);
    if (slot >= home->room)
        return;
    trp__family_not_put_off(family, index);
    if (home->kin[slot].first != TRP_NO_LINK)
        family_pool_end_below(family, index, in->event == TRP_EVENT_EXPIRED);
    if (in->event != TRP_EVENT_RECYCLED)
        return;
    if (home->kin[slot].parent != TRP_NO_LINK)
        trp__family_unlink(family, index);
    trp__family_gone(family, index);
}

/* Frees the memory of join(): the table and the entry. */
static void family_pool_release(trp__family_pool *home)
{
    trp_world *world = home->pool->world;
    const uint32_t first = home->first_room;

    if (home->is_apart)
        trp__release(world, home->kin, home->room * sizeof(trp__kin));
    trp__release(world, home, TRP__FAMILY_POOL_BASE + first * sizeof(trp__kin));
}

static void forget_pools(trp_family *family)
{
    while (family->pools != NULL)
    {
        trp__family_pool *home = family->pools;
        family->pools = home->next;
        trp_unwatch(family->world, &home->watcher); /* its chain may still be in notification */
        family_pool_release(home);
    }
}

/* The world ends: there are no actors any more. */
static void family_pool_end(trp_actor *actor, const trp_event_context *in)
{
    trp_family *family = (trp_family *)in->user;
    (void)actor;
    trp__take_watcher(family->world, &family->watcher);
    forget_pools(family);
    trp__part_remove(family->world, &family->part);
    family->world = NULL;
}

trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc)
{
    const char *call = TRP__TEXT("trp_family_init");
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_family_init")))
        return TRP_ERR_NULL;
    if (family == NULL)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_NULL, TRP__TEXT("the family is NULL"));
    if (world->drawing || world->ending)
        return trp__misuse(world, NULL, NULL, call, TRP_BUSY,
                           world->drawing ? TRP__TEXT("the world is being drawn")
                                          : TRP__TEXT("the world is ending"));
    trp__look_for_lost(world, world->watchers);
    for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
        if (at == &family->watcher)
            return trp__misuse(world, NULL, NULL, call, TRP_ERR_LINKED, TRP__TEXT("the family"));
    memset(family, 0, sizeof *family);
    family->world = world;
    family->orphans = desc != NULL && desc->orphans;
    family->doomed = TRP_NO_LINK;
    family->watcher.function = family_pool_end;
    family->watcher.user = family;
    family->watcher.events = TRP_EVENT_SHUTDOWN;
    trp__part_add(world, &family->part, TRP__PART_FAMILY, NULL);
    result = trp_watch(world, &family->watcher);
    trp__watcher_named(&family->watcher, "family", NULL, "trp_family_free");
    return result;
}

/* Whether pools may be removed now. */
static trp_result family_pool_check(const trp_family *family, trp_pool *pool, const char *call)
{
    if (trp__is_drawn(family->world, pool, call))
        return TRP_BUSY;
    if (family->walks != NULL || family->doomed != TRP_NO_LINK)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           TRP__TEXT("a walk over the family, or the end of a parent"));
    return TRP_OK;
}

static void family_pool_dissolve(trp_family *family, const trp__family_pool *home)
{
    for (uint32_t slot = 0; slot < home->room; slot++)
    {
        const uint32_t index = trp__index(home->pool, slot);
        trp__family_orphan(family, index);
        if (home->kin[slot].parent != TRP_NO_LINK)
            trp__family_unlink(family, index);
    }
}

static void family_pool_take_out(trp_family *family, trp__family_pool *home)
{
    trp__family_pool **at = &family->pools;

    family_pool_dissolve(family, home);
    trp_unwatch(family->world, &home->watcher);
    while (*at != home)
        at = &(*at)->next;
    *at = home->next;
    family_pool_release(home);
}

trp_result trp_family_free(trp_family *family)
{
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_GONE;
    result = trp__family_enter(family, TRP__TEXT("trp_family_free"));
    if (result == TRP_OK)
        result = family_pool_check(family, NULL, TRP__TEXT("trp_family_free"));
    if (result != TRP_OK)
        return result;
    while (family->pools != NULL)
        family_pool_take_out(family, family->pools);
    trp_unwatch(family->world, &family->watcher);
    trp__part_remove(family->world, &family->part);
    family->world = NULL;
    return TRP_OK;
}

trp_result trp_family_remove(trp_family *family, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_family_remove");
    trp__family_pool *home;
    trp_result result = trp__family_enter(family, call);

    if (result != TRP_OK)
        return result;
    home = trp__family_find(family, pool);
    if (home == NULL)
        return trp__misuse(family->world, NULL, NULL, call,
                           pool == NULL ? TRP_ERR_NULL : TRP_ERR_UNLINKED, TRP__TEXT("the pool"));
    result = family_pool_check(family, pool, call);
    if (result == TRP_OK)
        family_pool_take_out(family, home);
    return result;
}

static trp_result family_pool_join(trp_family *family, trp_pool *pool)
{
    const uint32_t count = pool->state.capacity;
    const size_t bytes = trp__bytes(count, sizeof(trp__kin), TRP__FAMILY_POOL_BASE);
    trp__family_pool *home = trp__take(family->world, bytes);

    if (home == NULL)
        return TRP_ERR_MEMORY;
    memset(home, 0, sizeof *home);
    home->family = family;
    home->pool = pool;
    home->kin = (trp__kin *)(void *)((unsigned char *)home + TRP__FAMILY_POOL_BASE);
    home->room = count;
    home->first_room = count;
    family_pool_init_kin(home->kin, 0, count);
    home->watcher.function = family_pool_told;
    home->watcher.pool = pool;
    home->watcher.user = home;
    home->watcher.events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED;
    home->next = family->pools;
    family->pools = home;
    return trp_watch(family->world, &home->watcher);
}

trp_result trp_family_add(trp_family *family, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_family_add");
    trp_result result = trp__family_enter(family, call);

    if (result != TRP_OK)
        return result;
    if (pool == NULL)
        return trp__misuse(family->world, NULL, NULL, call, TRP_ERR_NULL,
                           TRP__TEXT("the pool is NULL"));
    if (pool->world != family->world)
        return trp__misuse(
            family->world, NULL, NULL, call, TRP_ERR_FOREIGN,
            TRP__TEXT("the pool belongs to another world. Add one of the family's world"));
    if (family->world->drawing || family->world->ending)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           family->world->drawing ? TRP__TEXT("the world is being drawn")
                                                  : TRP__TEXT("the world is ending"));
    if (trp__family_find(family, pool) != NULL)
        return trp__misuse(family->world, pool, NULL, call, TRP_ERR_LINKED,
                           TRP__TEXT("it is in the family"));
    result = family_pool_join(family, pool);
    return result == TRP_OK ? TRP_OK
                            : trp__misuse(family->world, pool, NULL, call, result,
                                          TRP__TEXT("see TRP_FAMILY_POOL_BYTES"));
}
