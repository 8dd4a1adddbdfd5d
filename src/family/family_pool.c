/*
 * Families: what is set up once, and how a family is told of ends.
 */
#include "../core/external.h"
#include "family.h"

_Static_assert(sizeof(trp__family_pool) <= TRP_FAMILY_POOL_BYTES, "raise TRP_FAMILY_POOL_BYTES");
_Static_assert(sizeof(trp_kin) <= 6 * sizeof(void *) + 16, "two pairs of links, parent, actor");

trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool)
{
    trp__family_pool *home = family->pools;

    while (home != NULL && home->pool != pool)
        home = home->next;
    return home;
}

/* Whether a link leads to somebody who has not left; its memory need not be there. NULL leads nowhere, and is right. */
static bool is_there(const trp_family *family, const trp_kin *kin)
{
    const trp__family_pool *home = family->pools;

    for (; kin != NULL && home != NULL; home = home->next)
    {
        const trp_pool *pool = home->pool;
        const unsigned char *node = (const unsigned char *)kin - home->offset + pool->node;
        const trp_actor *actor = (const trp_actor *)(const void *)node;
        const uint32_t slot =
            pool->entries != NULL ? trp__entry_at(pool, actor) : trp__slot_of(pool, actor);
        if (slot != TRP__NONE)
            return trp__serial(actor) < TRP__VACANT;
    }
    return kin == NULL;
}

static void look_around(const trp_family *family, trp_kin *kin)
{
    if (!is_there(family, kin->first) || !is_there(family, kin->last))
        trp__family_heal(family, kin);
    if (!is_there(family, kin->parent))
    {
        kin->parent = NULL;
        kin->prev = NULL;
        kin->next = NULL;
    }
    else if (!is_there(family, kin->prev) || !is_there(family, kin->next))
        trp__family_heal(family, kin->parent);
}

/*
 * Memory of the dead is about to be given back. Who leaves tells its relatives, unless its trp_kin was overwritten: nobody
 * may be left who would look for one there.
 */
TRP__COLD static void forget_the_lost(const trp_family *family)
{
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < home->pool->capacity; slot++)
        {
            trp_actor *actor = trp__actor_at(home->pool, slot);
            if (actor != NULL && trp__serial(actor) < TRP__VACANT &&
                trp__kin_is_own(trp__kin_at(home, actor), home->pool, actor, slot))
                look_around(family, trp__kin_at(home, actor));
        }
}

/* A life has ended, or is about to. */
static void told(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason,
                 void *context)
{
    const trp__family_pool *home = (const trp__family_pool *)context;
    trp_family *family = home->family;
    trp_kin *kin;

    (void)reason;
    if (event == TRP_EVENT_TRIMMED)
    {
        forget_the_lost(family);
        return;
    }
    kin = trp__kin_at(home, actor);
    if (kin->actor != actor || !trp__kin_is_own(kin, pool, actor, trp__slot_of(pool, actor)))
        return;
    if (family->orphans)
        trp__family_orphan(family, kin);
    else if (event == TRP_EVENT_EXPIRED)
        trp__family_expire_below(family, kin);
    else
        trp__family_recycle_below(family, kin);
    if (event != TRP_EVENT_RECYCLED)
        return;
    if (kin->parent != NULL)
        trp__family_unlink(family, kin);
    trp__family_gone(family, kin);
    memset(kin, 0, sizeof *kin);
}

static void forget_pools(trp_family *family)
{
    while (family->pools != NULL)
    {
        trp__family_pool *home = family->pools;
        family->pools = home->next;
        trp_unwatch(home->pool, &home->watcher); /* others may still go through its chain */
        trp__release(family->world, home, sizeof *home);
    }
}

/* The world ends: there are no actors any more. */
static void end(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason, void *context)
{
    trp_family *family = (trp_family *)context;

    (void)pool;
    (void)actor;
    (void)event;
    (void)reason;
    forget_pools(family);
    family->world = NULL;
}

trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc)
{
    const char *call = TRP__TEXT("trp_family_init");

    if (world == NULL)
        return TRP_ERR_NULL;
    if (family == NULL)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_NULL, TRP__TEXT("the family is NULL"));
    if (world->drawing || world->ending)
        return trp__misuse(world, NULL, NULL, call, TRP_BUSY,
                           world->drawing ? TRP__TEXT("the world is being drawn")
                                          : TRP__TEXT("the world ends"));
    for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
        if (at == &family->watcher)
            return trp__misuse(world, NULL, NULL, call, TRP_ERR_LINKED, TRP__TEXT("the family"));
    memset(family, 0, sizeof *family);
    family->world = world;
    family->orphans = desc != NULL && desc->orphans;
    family->watcher.function = end;
    family->watcher.context = family;
    family->watcher.events = TRP_EVENT_SHUTDOWN;
    return trp_watch_all(world, &family->watcher);
}

/* Whether pools may be taken out now. */
static trp_result check(const trp_family *family, trp_pool *pool, const char *call)
{
    if (family->world->drawing)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           TRP__TEXT("the world is being drawn"));
    if (family->walks != NULL)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           TRP__TEXT("a walk over the family, or the end of a parent"));
    return TRP_OK;
}

static void dissolve(trp_family *family, const trp__family_pool *home)
{
    trp_pool *pool = home->pool;

    for (uint32_t slot = 0; slot < pool->capacity; slot++)
    {
        trp_actor *actor = trp__actor_at(pool, slot);
        trp_kin *kin;
        if (actor == NULL || trp__serial(actor) >= TRP__VACANT)
            continue;
        kin = trp__kin_at(home, actor);
        if (!trp__kin_is_own(kin, pool, actor, slot))
            continue;
        trp__family_orphan(family, kin);
        if (kin->parent != NULL)
            trp__family_unlink(family, kin);
        memset(kin, 0, sizeof *kin);
    }
}

static void take_out(trp_family *family, trp__family_pool *home)
{
    trp__family_pool **at = &family->pools;

    dissolve(family, home);
    trp_unwatch(home->pool, &home->watcher);
    while (*at != home)
        at = &(*at)->next;
    *at = home->next;
    trp__release(family->world, home, sizeof *home);
}

trp_result trp_family_free(trp_family *family)
{
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_GONE;
    result = check(family, NULL, TRP__TEXT("trp_family_free"));
    if (result != TRP_OK)
        return result;
    while (family->pools != NULL)
        take_out(family, family->pools);
    trp_unwatch_all(family->world, &family->watcher);
    family->world = NULL;
    return TRP_OK;
}

trp_result trp_family_remove(trp_family *family, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_family_remove");
    trp__family_pool *home;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_ERR_NULL;
    home = trp__family_find(family, pool);
    if (home == NULL)
        return trp__misuse(family->world, NULL, NULL, call,
                           pool == NULL ? TRP_ERR_NULL : TRP_ERR_UNLINKED, TRP__TEXT("the pool"));
    result = check(family, pool, call);
    if (result == TRP_OK)
        take_out(family, home);
    return result;
}

/* Whether a family has its trp_kin in this pool's structs where one at `offset` would be. */
static bool is_occupied(const trp_pool *pool, size_t offset)
{
    for (const trp_watcher *at = pool->watchers; at != NULL; at = at->next)
        if (at->function == told)
        {
            const size_t taken = ((const trp__family_pool *)at->context)->offset;
            if (offset < taken + sizeof(trp_kin) && taken < offset + sizeof(trp_kin))
                return true;
        }
    return false;
}

static trp_result check_place(const trp_family *family, const trp_pool *pool, size_t size,
                              size_t offset, const char **detail)
{
    const trp_type *type = &pool->desc.type;

    *detail = TRP__TEXT("it is in the family");
    if (trp__family_find(family, pool) != NULL)
        return TRP_ERR_LINKED;
    *detail = TRP__TEXT("TRP_KIN must name the struct that TRP_TYPE named in the pool's desc");
    if (size != type->size)
        return TRP_ERR_TYPE;
    *detail = TRP__TEXT("TRP_KIN must name a trp_kin in the struct");
    if (offset % TRP__ALIGNOF(trp_kin) != 0 || sizeof(trp_kin) > size ||
        offset > size - sizeof(trp_kin) ||
        (offset < type->offset + sizeof(trp_actor) && type->offset < offset + sizeof(trp_kin)))
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("another family has its trp_kin there, give this one a member of its own");
    if (is_occupied(pool, offset))
        return TRP_ERR_VALUE;
    *detail = TRP__TEXT("see TRP_FAMILY_POOL_BYTES");
    return TRP_OK;
}

static trp_result join(trp_family *family, trp_pool *pool, size_t offset)
{
    trp__family_pool *home = trp__take(family->world, sizeof *home);

    if (home == NULL)
        return TRP_ERR_MEMORY;
    memset(home, 0, sizeof *home);
    home->family = family;
    home->pool = pool;
    home->offset = offset;
    home->watcher.function = told;
    home->watcher.context = home;
    home->watcher.events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED | TRP_EVENT_TRIMMED;
    home->next = family->pools;
    family->pools = home;
    return trp_watch(pool, &home->watcher);
}

trp_result trp_family_add(trp_family *family, trp_pool *pool, size_t size, size_t offset)
{
    const char *call = TRP__TEXT("trp_family_add");
    const char *detail = TRP__TEXT("the pool is NULL");
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_ERR_NULL;
    if (pool == NULL)
        return trp__misuse(family->world, NULL, NULL, call, TRP_ERR_NULL, detail);
    if (pool->world != family->world)
        return trp__misuse(family->world, NULL, NULL, call, TRP_ERR_FOREIGN,
                           TRP__TEXT("the pool is another world's"));
    if (family->world->drawing || family->world->ending)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           family->world->drawing ? TRP__TEXT("the world is being drawn")
                                                  : TRP__TEXT("the world ends"));
    result = check_place(family, pool, size, offset, &detail);
    if (result == TRP_OK)
        result = join(family, pool, offset);
    return result == TRP_OK ? TRP_OK : trp__misuse(family->world, pool, NULL, call, result, detail);
}
