/*
 * Debug builds: finds watchers, groups, families, systems and regions whose memory was freed or
 * reused while they were registered. They lie in the game's memory, so their names are kept here,
 * in a table that all worlds share.
 */
#include "../../include/troupe/snapshot.h"
#include "core.h"

#if TRP__NAMES_WATCHERS

enum
{
    LOST_MEMORY_NAMES = 256,
    LOST_MEMORY_REGIONS = 64
};

#define LOST_MEMORY_TEXT                                                                           \
    "it was not called, and the struct is gone (freed, or its function returned) or overwritten. " \
    "Make the struct static, or call it before the memory is freed"

typedef struct lost_name
{
    void *volatile watcher; /* NULL: free */
    const char *noun;
    const char *name;
    const char *remover;    /* the call that removes it */
    trp_watch_fn *function; /* content of the watcher when it was added */
    uint64_t since;
    bool is_reported;
} lost_name;

static lost_name lost_memory_names[LOST_MEMORY_NAMES];

static lost_name *lost_find(const trp_watcher *watcher)
{
    for (uint32_t i = 0; i < LOST_MEMORY_NAMES; i++)
        if (trp__look(&lost_memory_names[i].watcher) == watcher)
            return &lost_memory_names[i];
    return NULL;
}

/* The entry for a watcher: a new one, or the one that it has from a world that has ended. */
static lost_name *lost_take(trp_watcher *watcher)
{
    lost_name *entry = lost_find(watcher);

    for (uint32_t i = 0; i < LOST_MEMORY_NAMES && entry == NULL; i++)
        if (trp__put_once(&lost_memory_names[i].watcher, watcher) == NULL)
            entry = &lost_memory_names[i];
    return entry;
}

void trp__watcher_added(trp_watcher *watcher)
{
    lost_name *entry = lost_take(watcher);

    if (entry == NULL)
        return;
    entry->noun = "watcher";
    entry->name = NULL;
    entry->remover = "trp_unwatch";
    entry->function = watcher->function;
    entry->since = watcher->since;
    entry->is_reported = false;
}

void trp__watcher_named(const trp_watcher *watcher, const char *noun, const char *name,
                        const char *remover)
{
    lost_name *entry = lost_find(watcher);

    if (entry == NULL)
        return;
    entry->noun = noun;
    entry->name = name;
    entry->remover = remover;
}

void trp__watcher_removed(const trp_watcher *watcher)
{
    lost_name *entry = lost_find(watcher);

    if (entry != NULL)
        trp__set(&entry->watcher, NULL);
}

TRP__UNWATCHED static bool lost_is_there(const lost_name *entry, const trp_watcher *watcher)
{
#if TRP__ASAN
    if (trp__asan_closed(watcher, sizeof *watcher))
        return false;
#endif
    return entry == NULL ||
           (watcher->function == entry->function && watcher->since == entry->since);
}

void trp__look_for_lost(const trp_world *world, const trp_watcher *watcher)
{
    while (watcher != NULL)
    {
        lost_name *entry = lost_find(watcher);
        if (!lost_is_there(entry, watcher))
        {
            if (entry == NULL || entry->is_reported)
                return;
            entry->is_reported = true;
            trp__misuse_named(world->self, entry->noun, entry->name, entry->remover,
                              TRP_ERR_CORRUPT, LOST_MEMORY_TEXT);
            return;
        }
        watcher = watcher->next;
    }
}

/* Regions. They are found by the table, since the list of a world's parts leads through them. */

typedef struct lost_region
{
    void *volatile region; /* NULL: free */
    const trp_world *world;
    const char *name;
    const void *start; /* content of the region when it was added */
    size_t bytes;
} lost_region;

static lost_region lost_memory_regions[LOST_MEMORY_REGIONS];

void trp__region_added(trp_region *region)
{
    lost_region *entry = NULL;

    trp__region_removed(region); /* of a world that has ended */
    for (uint32_t i = 0; i < LOST_MEMORY_REGIONS && entry == NULL; i++)
        if (trp__put_once(&lost_memory_regions[i].region, region) == NULL)
            entry = &lost_memory_regions[i];
    if (entry == NULL)
        return;
    entry->name = region->name;
    entry->start = region->start;
    entry->bytes = region->bytes;
    entry->world = region->world;
}

void trp__region_removed(const trp_region *region)
{
    for (uint32_t i = 0; i < LOST_MEMORY_REGIONS; i++)
        if (trp__look(&lost_memory_regions[i].region) == region)
        {
            lost_memory_regions[i].world = NULL;
            trp__set(&lost_memory_regions[i].region, NULL);
        }
}

void trp__regions_ended(const trp_world *world)
{
    for (uint32_t i = 0; i < LOST_MEMORY_REGIONS; i++)
        if (lost_memory_regions[i].world == world)
        {
            lost_memory_regions[i].world = NULL;
            trp__set(&lost_memory_regions[i].region, NULL);
        }
}

TRP__UNWATCHED static bool lost_region_is_there(lost_region *entry)
{
    const trp_region *region = (const trp_region *)trp__look(&entry->region);

#if TRP__ASAN
    if (trp__asan_closed(region, sizeof *region))
        return false;
#endif
    return region->world == entry->world && region->start == entry->start &&
           region->bytes == entry->bytes;
}

void trp__look_for_lost_regions(const trp_world *world)
{
    for (uint32_t i = 0; i < LOST_MEMORY_REGIONS; i++)
    {
        lost_region *entry = &lost_memory_regions[i];
        if (entry->world != world || lost_region_is_there(entry))
            continue;
        entry->world = NULL; /* reported once */
        trp__misuse_named(world->self, "region", entry->name, "trp_region_remove", TRP_ERR_CORRUPT,
                          LOST_MEMORY_TEXT);
    }
}

#if TRP__ASAN
static void lost_actors(trp_pool *pool, const char *call)
{
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
    {
        trp_actor *actor = pool->actors[slot];
        if (!trp__is_listed(trp__cell_of(pool, slot)->stamp) ||
            !trp__asan_closed(actor, sizeof *actor))
            continue;
        trp__misuse(pool->world, pool, NULL, call, TRP_ERR_CORRUPT,
                    "the memory of an adopted actor was freed while it lives. Recycle it before "
                    "its memory is freed");
        return;
    }
}
#endif

void trp__look_for_lost_actors(trp_world *world, const char *call)
{
#if TRP__ASAN
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->actors != NULL)
            lost_actors(world->pools[i], call);
#else
    (void)world;
    (void)call;
#endif
}

#endif
