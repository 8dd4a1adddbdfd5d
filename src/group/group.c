/*
 * Groups: their life, their memory, queries and removal.
 */
#include "group.h"

#define GROUP_MOST_ENTRIES (1u << 28)

trp_result trp__group_misuse(const trp_group *group, const char *call, trp_result result,
                             const char *detail)
{
    return trp__misuse_named(group->world, TRP__TEXT("group"), group->desc.name, call, result,
                             detail);
}

trp_result trp__group_missing(const trp_group *group, const char *call)
{
    if (group != NULL && group->watcher.function == NULL)
        return trp__uninitialised(call, "group");
    return TRP_ERR_NULL;
}

trp_result trp__group_enter(const trp_group *group, const char *call)
{
    if (group == NULL || group->world == NULL)
        return trp__group_missing(group, call);
    if (group->world->drawing)
        return trp__group_misuse(group, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    if (group->watcher.user != group)
        return trp__group_misuse(
            group, call, TRP_ERR_UNLINKED,
            TRP__TEXT("the group was copied or moved. Pass a pointer to the original"));
    return TRP_OK;
}

/* Memory */

static void group_release(const trp_group *group)
{
    if (group->desc.array == NULL && group->items != NULL)
        trp__release(group->world, group->items, TRP_GROUP_BYTES(group->room));
}

bool trp__group_resize(trp_group *group, uint32_t room)
{
    const uint32_t pending = group->pending;
    trp_handle *items = NULL;

    if (room != 0) {
        items = trp__take(group->world, trp__bytes(room, sizeof *items, 0));
        if (items == NULL)
            return false;
    }
    if (group->items != NULL && items != NULL) {
        memcpy(items, group->items, group->size * sizeof *items);
        memcpy(items + room - pending, group->items + group->room - pending,
               pending * sizeof *items);
    }
    group_release(group);
    group->items = items;
    group->room = room;
    return true;
}

trp_result trp_group_reserve(trp_group *group, uint32_t capacity)
{
    const char *call = TRP__TEXT("trp_group_reserve");
    const trp_result result = trp__group_enter(group, call);
    uint32_t least;

    if (result != TRP_OK)
        return result;
    least = group->size + group->pending;
    if (capacity > group->most)
        return TRP_ERR_FULL;
    if (capacity < least)
        capacity = least;
    if (capacity < group->room && group->world->histories != 0)
        return trp__group_misuse(group, call, TRP_BUSY,
                                 TRP__TEXT("a history of the world needs the memory"));
    /* a smaller array in a caller's block would only take more of it */
    if (group->desc.array != NULL || capacity == group->room ||
        (capacity < group->room && group->world->allocator.release == NULL))
        return TRP_OK;
    return trp__group_resize(group, capacity) ? TRP_OK : TRP_ERR_MEMORY;
}

/* Life */

/* Removes entries, memory and world; walks end. */
static void group_end(trp_group *group)
{
    trp_world *world = group->world;

    group_release(group);
    trp__part_remove(world, &group->part);
    trp__group_end_walks(group, world);
    group->world = NULL;
    group->items = NULL;
    group->room = 0;
    group->size = 0;
}

static void group_watch(trp_actor *actor, const trp_event_context *in)
{
    trp_group *group = in->user;

    (void)actor;
    trp__take_watcher(group->world, &group->watcher);
    group_end(group);
}

static trp_result group_check_array(const trp_group_desc *desc, const char **detail)
{
    *detail = NULL;
    if (desc->capacity > GROUP_MOST_ENTRIES || desc->max > GROUP_MOST_ENTRIES)
        return TRP_ERR_LIMIT;
    if (desc->array == NULL) {
        *detail = TRP__TEXT("a capacity above max");
        return desc->max != 0 && desc->capacity > desc->max ? TRP_ERR_DESC : TRP_OK;
    }
    if ((uintptr_t)desc->array % sizeof(uint32_t) != 0)
        return TRP_ERR_ALIGN;
    *detail = TRP__TEXT("the array is smaller than TRP_GROUP_BYTES(1). Give a larger one");
    if (desc->array_bytes < TRP_GROUP_BYTES(1))
        return TRP_ERR_MEMORY;
    *detail = TRP__TEXT("a capacity beside an array");
    return desc->capacity != 0 ? TRP_ERR_DESC : TRP_OK;
}

static trp_result group_check_init(const trp_group *group, const trp_world *world,
                                   const trp_group_desc *desc, const char **detail)
{
    *detail = TRP__TEXT("the group is NULL");
    if (group == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn, or ends");
    if (world->drawing || world->ending)
        return TRP_BUSY;
    *detail = TRP__TEXT("the group is initialised already");
    trp__look_for_lost(world, world->watchers);
    for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
        if (at == &group->watcher)
            return TRP_ERR_LINKED;
    return group_check_array(desc, detail);
}

/* Sets a group's array, or takes its first memory. */
static bool group_has_memory(trp_group *group)
{
    const trp_group_desc *desc = &group->desc;
    const size_t room = desc->array_bytes / sizeof *group->items;

    group->most = desc->max != 0 ? desc->max : GROUP_MOST_ENTRIES;
    if (desc->array == NULL)
        return desc->capacity == 0 || trp__group_resize(group, desc->capacity);
    group->items = desc->array;
    group->room = room < GROUP_MOST_ENTRIES ? (uint32_t)room : GROUP_MOST_ENTRIES;
    if (group->most > group->room)
        group->most = group->room;
    return true;
}

trp_result trp_group_init(trp_group *group, trp_world *world, const trp_group_desc *desc)
{
    const trp_group_desc defaults = {0};
    const char *call = TRP__TEXT("trp_group_init");
    const char *detail;
    trp_result result;

    if (!trp__has_world(world, call))
        return TRP_ERR_NULL;
    if (desc == NULL)
        desc = &defaults;
    result = group_check_init(group, world, desc, &detail);
    if (result != TRP_OK)
        return trp__misuse_named(world, TRP__TEXT("group"), desc->name, call, result, detail);
    memset(group, 0, sizeof *group);
    group->world = world;
    group->desc = *desc;
    if (group->desc.name == NULL)
        group->desc.name = "group";
    /* walks over a former group in this struct may be in progress */
    trp__group_end_walks(group, world);
    if (!group_has_memory(group)) {
        result = trp__group_misuse(group, call, TRP_ERR_MEMORY, NULL);
        group->world = NULL;
        return result;
    }
    group->watcher.function = group_watch;
    group->watcher.user = group;
    group->watcher.events = TRP_EVENT_SHUTDOWN;
    trp__part_add(world, &group->part, TRP__PART_GROUP, NULL);
    result = trp_watch(world, &group->watcher);
    trp__watcher_named(&group->watcher, "group", group->desc.name, "trp_group_free");
    return result;
}

trp_result trp_group_free(trp_group *group)
{
    trp_result result;

    if (group == NULL || group->world == NULL)
        return TRP_GONE;
    result = trp__group_enter(group, TRP__TEXT("trp_group_free"));
    if (result == TRP_OK)
        result = trp_unwatch(group->world, &group->watcher);
    if (result == TRP_OK)
        group_end(group);
    return result;
}

/* Removal */

trp_result trp_group_clear(trp_group *group)
{
    const trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_clear"));

    if (result != TRP_OK)
        return result;
    group->size = 0;
    group->kept = 0;
    trp__group_end_walks(group, group->world);
    return TRP_OK;
}

/* The first entry of an actor among those from `from` to `to`; otherwise `to`. */
static uint32_t group_find(const trp_group *group, trp_handle handle, uint32_t from, uint32_t to)
{
    while (from < to && !trp_handle_equal(group->items[from], handle))
        from++;
    return from;
}

trp_result trp_group_remove(trp_group *group, const trp_actor *actor)
{
    const trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_remove"));
    bool is_found = false;
    trp_handle handle;
    uint32_t size;
    uint32_t first;

    if (result != TRP_OK)
        return result;
    handle = trp_handle_of(group->world, actor);
    if (handle.generation == 0)
        return TRP_GONE;
    size = group->size;
    /* many are often removed in order: so the search goes on where the last one has ended */
    first = group->found < size ? group->found : 0;
    for (int half = 0; half < 2; half++) {
        const uint32_t to = half == 0 ? size : first;
        uint32_t at = half == 0 ? first : 0;
        while ((at = group_find(group, handle, at, to)) < to) {
            group->items[at].generation = 0;
            group->found = at;
            is_found = true;
            if (group->desc.unique)
                return TRP_OK;
        }
    }
    return is_found ? TRP_OK : TRP_GONE;
}

/* Queries */

bool trp_group_has(const trp_group *group, const trp_actor *actor)
{
    const uint32_t size = trp_group_size(group);
    trp_handle handle;

    if (size == 0)
        return false;
    handle = trp_handle_of(group->world, actor);
    return handle.generation != 0 && group_find(group, handle, 0, size) < size;
}

trp_actor *trp_group_at(const trp_group *group, uint32_t place)
{
    trp__place at;

    if (place >= trp_group_size(group) || !trp__group_lives(group, group->items[place], &at))
        return NULL;
    return trp__node_at(at.pool, at.slot);
}

uint32_t trp_group_size(const trp_group *group)
{
    return group != NULL ? group->size : 0;
}

uint32_t trp_group_measure(const trp_group *group)
{
    const uint32_t size = trp_group_size(group);
    uint32_t count = 0;

    for (uint32_t place = 0; place < size; place++)
        count += trp_group_at(group, place) != NULL;
    return count;
}

trp_group_facts trp_group_info(const trp_group *group)
{
    trp_group_facts facts = {0, 0, 0};

    if (group == NULL || group->world == NULL)
        return facts;
    facts.size = group->size;
    facts.capacity = group->room;
    facts.available = (group->most < group->room ? group->most : group->room) - facts.size;
    return facts;
}
