#include "internal.h"

/* Whether the life that is being told of has ended meanwhile. */
static bool is_over(const trp_pool *pool, trp_actor *actor, uint32_t slot, uint32_t generation,
                    trp_event event)
{
    if (event == TRP_EVENT_RECYCLED || event == TRP_EVENT_REFUSED)
        return false;
    if (trp__actor_at(pool, slot) != actor || *trp__generation(pool, actor, slot) != generation)
        return true;
    return event == TRP_EVENT_EXPIRED && !trp__is_expired(actor);
}

void trp__tell(trp_pool *pool, trp_actor *actor, trp_event event, trp_reason reason)
{
    trp_world *world = pool->world;
    trp__telling telling;
    uint32_t slot = 0;
    uint32_t generation = 0;

    if (pool->watchers == NULL)
        return;
    if (actor != NULL)
    {
        slot = trp__slot_of(pool, actor);
        generation = *trp__generation(pool, actor, slot);
    }
    telling.up = world->tellings;
    telling.next = pool->watchers;
    world->tellings = &telling;
    world->calls++;
    while (telling.next != NULL)
    {
        trp_watcher *watcher = telling.next;
        telling.next = watcher->next;
        watcher->function(pool, actor, event, reason, watcher->context);
        if (is_over(pool, actor, slot, generation, event))
            break;
    }
    world->calls--;
    world->tellings = telling.up;
}

trp_result trp_watch(trp_pool *pool, trp_watcher *watcher)
{
    if (pool == NULL)
        return TRP_ERR_NULL;
    if (pool->world->drawing)
        return trp__misuse(pool->world, pool, NULL, "trp_watch", TRP_BUSY,
                           "the world is being drawn");
    if (watcher == NULL || watcher->function == NULL)
        return trp__misuse(pool->world, pool, NULL, "trp_watch", TRP_ERR_NULL,
                           "the watcher or its function is NULL");
    for (const trp_watcher *at = pool->watchers; at != NULL; at = at->next)
        if (at == watcher)
            return trp__misuse(pool->world, pool, NULL, "trp_watch", TRP_ERR_LINKED, "the watcher");
    /* in front, where no telling that is under way comes by */
    watcher->next = pool->watchers;
    pool->watchers = watcher;
    trp__update_plain(pool);
    return TRP_OK;
}

trp_result trp_unwatch(trp_pool *pool, trp_watcher *watcher)
{
    trp_watcher **at;

    if (pool == NULL)
        return TRP_ERR_NULL;
    if (pool->world->drawing)
        return trp__misuse(pool->world, pool, NULL, "trp_unwatch", TRP_BUSY,
                           "the world is being drawn");
    for (at = &pool->watchers; *at != NULL; at = &(*at)->next)
        if (*at == watcher)
        {
            for (trp__telling *told = pool->world->tellings; told != NULL; told = told->up)
                if (told->next == watcher)
                    told->next = watcher->next;
            *at = watcher->next;
            trp__update_plain(pool);
            return TRP_OK;
        }
    return trp__misuse(pool->world, pool, NULL, "trp_unwatch", TRP_ERR_UNLINKED, "the watcher");
}
