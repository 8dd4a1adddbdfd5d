#include "internal.h"

#define ALL_EVENTS (2u * TRP_EVENT_SHUTDOWN - 1)

static unsigned events_of(const trp_watcher *watcher)
{
    return watcher->events != 0 ? watcher->events : ALL_EVENTS & ~(unsigned)TRP_EVENT_UPDATED;
}

static uint32_t heard_by(const trp_watcher *watcher)
{
    uint32_t events = 0;

    for (; watcher != NULL; watcher = watcher->next)
        events |= events_of(watcher);
    return events;
}

static void update_pool(trp_pool *pool)
{
    pool->hears = pool->world->hears | heard_by(pool->watchers);
    trp__update_plain(pool);
}

static void update_world(trp_world *world)
{
    world->hears = heard_by(world->watchers);
    for (uint32_t i = 0; i < world->pool_count; i++)
        update_pool(world->pools[i]);
}

/* Whether the life that is being told of has ended meanwhile. */
static bool is_over(const trp_pool *pool, trp_actor *actor, uint32_t slot, uint32_t generation,
                    trp_event event)
{
    if (event == TRP_EVENT_RECYCLED || actor == NULL)
        return false;
    if (trp__actor_at(pool, slot) != actor || *trp__generation(pool, actor, slot) != generation)
        return true;
    return event == TRP_EVENT_EXPIRED && !trp__is_expired(actor);
}

/* Tells a chain; false if the life that is told of is over. */
static bool tell_chain(trp__telling *telling, trp_watcher *first, trp_pool *pool, trp_actor *actor,
                       uint32_t slot, uint32_t generation, trp_event event, trp_reason reason)
{
    telling->next = first;
    while (telling->next != NULL)
    {
        trp_watcher *watcher = telling->next;
        telling->next = watcher->next;
        if ((events_of(watcher) & (unsigned)event) == 0)
            continue;
        watcher->function(pool, actor, event, reason, watcher->context);
        if (is_over(pool, actor, slot, generation, event))
            return false;
    }
    return true;
}

void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason)
{
    trp_world *world = pool->world;
    trp__telling telling;
    uint32_t slot = 0;
    uint32_t generation = 0;

    if (actor != NULL)
    {
        slot = trp__slot_of(pool, actor);
        generation = *trp__generation(pool, actor, slot);
    }
    telling.up = world->tellings;
    world->tellings = &telling;
    world->calls++;
    if (tell_chain(&telling, pool->watchers, pool, actor, slot, generation, event, reason))
        tell_chain(&telling, world->watchers, pool, actor, slot, generation, event, reason);
    world->calls--;
    world->tellings = telling.up;
}

void trp__tell_shutdown(trp_world *world)
{
    trp__telling telling;

    telling.up = NULL;
    world->tellings = &telling;
    tell_chain(&telling, world->watchers, NULL, NULL, 0, 0, TRP_EVENT_SHUTDOWN, TRP_REASON_NONE);
}

/* What is wrong with a call on a chain; `world` is not NULL. */
static trp_result check(trp_world *world, trp_pool *pool, const char *call,
                        const trp_watcher *watcher)
{
    if (world->drawing)
        return trp__misuse(world, pool, NULL, call, TRP_BUSY, "the world is being drawn");
    if (watcher == NULL || watcher->function == NULL)
        return trp__misuse(world, pool, NULL, call, TRP_ERR_NULL,
                           "the watcher or its function is NULL");
    if (watcher->events > ALL_EVENTS)
        return trp__misuse(world, pool, NULL, call, TRP_ERR_VALUE,
                           "watcher.events must be TRP_EVENT_*, ored together");
    return TRP_OK;
}

static trp_result add(trp_world *world, trp_pool *pool, const char *call, trp_watcher **chain,
                      trp_watcher *watcher)
{
    const trp_result result = check(world, pool, call, watcher);

    if (result != TRP_OK)
        return result;
    for (const trp_watcher *at = *chain; at != NULL; at = at->next)
        if (at == watcher)
            return trp__misuse(world, pool, NULL, call, TRP_ERR_LINKED, "the watcher");
    /* in front, where no telling that is under way comes by */
    watcher->next = *chain;
    *chain = watcher;
    return TRP_OK;
}

static trp_result take(trp_world *world, trp_pool *pool, const char *call, trp_watcher **chain,
                       const trp_watcher *watcher)
{
    if (world->drawing)
        return trp__misuse(world, pool, NULL, call, TRP_BUSY, "the world is being drawn");
    for (trp_watcher **at = chain; *at != NULL; at = &(*at)->next)
        if (*at == watcher)
        {
            for (trp__telling *told = world->tellings; told != NULL; told = told->up)
                if (told->next == watcher)
                    told->next = watcher->next;
            *at = watcher->next;
            return TRP_OK;
        }
    return trp__misuse(world, pool, NULL, call, TRP_ERR_UNLINKED, "the watcher");
}

trp_result trp_watch(trp_pool *pool, trp_watcher *watcher)
{
    trp_result result;

    if (pool == NULL)
        return TRP_ERR_NULL;
    result = add(pool->world, pool, "trp_watch", &pool->watchers, watcher);
    if (result == TRP_OK)
        update_pool(pool);
    return result;
}

trp_result trp_unwatch(trp_pool *pool, trp_watcher *watcher)
{
    trp_result result;

    if (pool == NULL)
        return TRP_ERR_NULL;
    result = take(pool->world, pool, "trp_unwatch", &pool->watchers, watcher);
    if (result == TRP_OK)
        update_pool(pool);
    return result;
}

trp_result trp_watch_all(trp_world *world, trp_watcher *watcher)
{
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    result = add(world, NULL, "trp_watch_all", &world->watchers, watcher);
    if (result == TRP_OK)
        update_world(world);
    return result;
}

trp_result trp_unwatch_all(trp_world *world, trp_watcher *watcher)
{
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    result = take(world, NULL, "trp_unwatch_all", &world->watchers, watcher);
    if (result == TRP_OK)
        update_world(world);
    return result;
}
