/*
 * Objects of the game whose memory was freed or reused while the world knows them.
 *
 * Objects of the game that the world knows lie in the game's memory. So what there was, and their
 * names, are kept here, in a table that all worlds share.
 */
#include "../../include/troupe/snapshot.h"
#include "../core/core.h"

#if TRP__FINDS_LOST

enum { LOST_MEMORY_THINGS = 320 };

#define LOST_MEMORY_TEXT                                                                           \
    "it was not called, and the struct is gone (freed, or its function returned) or overwritten. " \
    "Make the struct static, or call it before the memory is freed"

typedef struct lost_thing {
    void *volatile object; /* a watcher or a region; NULL: free */
    const trp_world *world;
    const char *noun;
    const char *name;
    const char *remover; /* the call that removes it */
    bool is_region;
    bool is_reported;
    uint64_t content; /* of the object when it was added */
} lost_thing;

static lost_thing lost_memory_things[LOST_MEMORY_THINGS];

static lost_thing *lost_find(const void *object)
{
    for (uint32_t i = 0; i < LOST_MEMORY_THINGS; i++)
        if (trp__look(&lost_memory_things[i].object) == object)
            return &lost_memory_things[i];
    return NULL;
}

/* What an object has until it is removed. */
static uint64_t lost_content(bool is_region, const void *object)
{
    const trp_region *region = (const trp_region *)object;
    const trp_watcher *watcher = (const trp_watcher *)object;

    return is_region ? ((uintptr_t)region->start + region->bytes) * 31 + (uintptr_t)region->world
                     : (uintptr_t)watcher->function * (uint64_t)31 + watcher->since;
}

/* A new entry, or the one that the object has from its last time. */
static void lost_note(const trp_world *world, void *object, const char *noun, const char *name,
                      const char *remover)
{
    lost_thing *thing = lost_find(object);

    for (uint32_t i = 0; i < LOST_MEMORY_THINGS && thing == NULL; i++)
        if (trp__put_once(&lost_memory_things[i].object, object) == NULL)
            thing = &lost_memory_things[i];
    if (thing == NULL)
        return;
    thing->world = world;
    thing->noun = noun;
    thing->name = name;
    thing->remover = remover;
    thing->is_region = noun[0] == 'r';
    thing->is_reported = false;
    thing->content = lost_content(thing->is_region, object);
}

void trp__watcher_added(const trp_world *world, const trp_watcher *watcher)
{
    lost_note(world, (void *)(uintptr_t)watcher, "watcher", NULL, "trp_unwatch");
}

void trp__region_added(const trp_region *region)
{
    lost_note(region->world, (void *)(uintptr_t)region, "region", region->name,
              "trp_region_remove");
}

void trp__watcher_named(const trp_watcher *watcher, const char *noun, const char *name,
                        const char *remover)
{
    lost_thing *thing = lost_find(watcher);

    if (thing == NULL)
        return;
    thing->noun = noun;
    thing->name = name;
    thing->remover = remover;
}

void trp__memory_back(const void *object)
{
    lost_thing *thing = lost_find(object);

    if (thing == NULL)
        return;
    thing->world = NULL;
    trp__set(&thing->object, NULL);
}

void trp__all_memory_back(const trp_world *world)
{
    for (uint32_t i = 0; i < LOST_MEMORY_THINGS; i++)
        if (lost_memory_things[i].world == world)
            trp__memory_back(trp__look(&lost_memory_things[i].object));
}

/* Whether an object is as it was. Otherwise this is reported, once. */
static bool lost_is_there(const trp_world *world, lost_thing *thing, const void *object,
                          size_t size)
{
    if (!trp__is_marked(object, size) &&
        (thing == NULL || lost_content(thing->is_region, object) == thing->content))
        return true;
    if (thing == NULL || thing->is_reported)
        return false;
    thing->is_reported = true;
    trp__misuse_named(world->self, thing->noun, thing->name, thing->remover, TRP_ERR_CORRUPT,
                      LOST_MEMORY_TEXT);
    return false;
}

void trp__look_for_lost(const trp_world *world, const trp_watcher *watcher)
{
    while (watcher != NULL && lost_is_there(world, lost_find(watcher), watcher, sizeof *watcher))
        watcher = watcher->next;
}

/* They are found by the table, since the list of a world's parts leads through them. */
void trp__look_for_lost_regions(const trp_world *world)
{
    for (uint32_t i = 0; i < LOST_MEMORY_THINGS; i++) {
        lost_thing *thing = &lost_memory_things[i];
        if (thing->world == world && thing->is_region)
            (void)lost_is_there(world, thing, trp__look(&thing->object), sizeof(trp_region));
    }
}

static void lost_actors(trp_pool *pool, const char *call)
{
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_listed(trp__cell_of(pool, slot)->stamp) &&
            trp__is_marked(trp__node_at(pool, slot), sizeof(trp_actor))) {
            trp__misuse(pool->world, pool, NULL, call, TRP_ERR_CORRUPT,
                        "the memory of an adopted actor was freed while it lives. Recycle it "
                        "before its memory is freed");
            return;
        }
}

void trp__look_for_lost_actors(const trp_world *world, const char *call)
{
    for (uint32_t i = 0; i < world->pool_count && TRP__POISONS; i++)
        if (world->pools[i]->actors != NULL)
            lost_actors(world->pools[i], call);
}

#endif
