/*
 * Groups: their creation, their memory, queries. group_add.c adds, group_walk.c walks and
 * prunes.
 */
#include "group.h"

#define GROUP_MOST_ENTRIES (1u << 28)

_Static_assert(sizeof(trp_group_entry) <= 2 * sizeof(void *) + 8, "entries have no padding");

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
    if (trp__group_self(group) != group)
        return trp__group_misuse(
            group, call, TRP_ERR_UNLINKED,
            TRP__TEXT("the group was copied or moved. Pass a pointer to the original"));
    return TRP_OK;
}

/* Memory */

static bool group_is_own(const trp_group *group)
{
    return group->desc.array == NULL && group->items != NULL;
}

/* Whether the array was the last memory taken from a caller's block: then its end can be moved
 * there. */
static bool group_is_last_piece(const trp_group *group)
{
    const trp_world *world = group->world;
    const size_t bytes = TRP_GROUP_BYTES(group->held) + TRP_ALIGNMENT - 1;

    return group_is_own(group) && world->allocator.allocate == NULL &&
           (unsigned char *)group->items + bytes / TRP_ALIGNMENT * TRP_ALIGNMENT == world->block;
}

/* Moves the end of an array that was taken last: members do not move. */
static bool group_resize_in_place(trp_group *group, uint32_t room, size_t bytes)
{
    const size_t old_bytes = TRP_GROUP_BYTES(group->held);
    trp_group_entry *items;

    trp__release(group->world, group->items, old_bytes);
    items = trp__take(group->world, bytes);
    if (items == NULL)
    {
        group->items = trp__take(group->world, old_bytes);
        return false;
    }
    group->items = items;
    group->room = room;
    group->held = room;
    return true;
}

/* Moves the members to an array of this many entries, which has room for them. */
static bool group_resize(trp_group *group, uint32_t room)
{
    const size_t bytes = trp__bytes(room, sizeof(trp_group_entry), 0);
    trp_group_entry *items = NULL;

    if (room != 0)
    {
        if (group_is_last_piece(group))
            return group_resize_in_place(group, room, bytes);
        items = trp__take(group->world, bytes);
        if (items == NULL)
            return false;
    }
    for (uint32_t place = 0; place < trp__group_size(group); place++)
        items[place] = *trp__group_entry_at(group, place);
    if (group_is_own(group))
        trp__release(group->world, group->items, TRP_GROUP_BYTES(group->held));
    group->items = items;
    group->used -= group->gap;
    group->gap = 0;
    group->gap_at = 0;
    group->room = room;
    group->held = room;
    group->moves++;
    return true;
}

/* The same, unless a restored group still has the memory. */
static bool group_widen(trp_group *group, uint32_t room)
{
    if (room > group->held)
        return group_resize(group, room);
    group->room = room;
    return true;
}

/* Grows by half, at least to `least`. */
static trp_result group_grow(trp_group *group, uint32_t least)
{
    const uint32_t most = group->desc.max != 0 ? group->desc.max : GROUP_MOST_ENTRIES;
    uint32_t room = group->room + group->room / 2;

    if (group->desc.array != NULL || least > most)
        return TRP_ERR_FULL;
    if (room < 8)
        room = 8;
    if (room < least)
        room = least;
    if (room > most)
        room = most;
    return group_widen(group, room) || group_widen(group, least) ? TRP_OK : TRP_ERR_MEMORY;
}

bool trp__group_has_room(const trp_group *group)
{
    return group->used < group->room &&
           (group->desc.max == 0 || trp__group_size(group) < group->desc.max);
}

trp_result trp__group_make_room(trp_group *group)
{
    const trp__group_life life = trp__group_life_of(group);

    trp__group_close_gap(group);
    if (trp__group_has_room(group))
        return TRP_OK;
    trp__group_drop_dead(group);
    if (!trp__group_is_same(group, life))
        return TRP_ERR_NULL;
    trp__group_close_gap(group);
    if (trp__group_has_room(group))
        return TRP_OK;
    return group_grow(group, trp__group_size(group) + 1);
}

trp_result trp_group_reserve(trp_group *group, uint32_t capacity)
{
    const trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_reserve"));

    if (result != TRP_OK || capacity <= group->room)
        return result;
    return group_grow(group, capacity);
}

trp_result trp_group_shrink(trp_group *group)
{
    trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_shrink"));
    uint32_t room;

    if (result == TRP_OK && group->world->histories != 0)
        return trp__group_misuse(group, TRP__TEXT("trp_group_shrink"), TRP_BUSY,
                                 TRP__TEXT("a history of the world needs the memory"));
    if (result == TRP_OK)
        result = trp_group_prune(group);
    if (result != TRP_OK || group->world == NULL || !group_is_own(group))
        return result;
    trp__group_close_gap(group);
    room = trp__group_size(group);
    if (room < group->desc.capacity)
        room = group->desc.capacity;
    if (room >= group->held)
        return TRP_OK;
    if (group_is_last_piece(group) || group->world->allocator.allocate != NULL)
        (void)group_resize(group, room);
    return TRP_OK;
}

/* Life */

/* Removes members, memory and world; walks end. */
static void group_end(trp_group *group)
{
    if (group_is_own(group))
        trp__release(group->world, group->items, TRP_GROUP_BYTES(group->held));
    trp__part_remove(group->world, &group->part);
    group->origin = ++group->moves;
    if (group->moves - group->world->moves < UINT32_MAX / 2)
        group->world->moves = group->moves;
    group->world = NULL;
    group->items = NULL;
    group->used = 0;
    group->room = 0;
    group->held = 0;
    group->gap = 0;
    group->walks = 0;
}

static void group_watch(trp_actor *actor, const trp_event_context *in)
{
    trp_group *group = in->user;
    (void)actor;
    if (in->event == TRP_EVENT_SHUTDOWN)
    {
        trp__take_watcher(group->world, &group->watcher);
        group_end(group);
    }
    else
        trp__group_drop_dead(group);
}

static trp_result group_check_array(const trp_group_desc *desc, const char **detail)
{
    *detail = NULL;
    if (desc->capacity > GROUP_MOST_ENTRIES || desc->max > GROUP_MOST_ENTRIES)
        return TRP_ERR_LIMIT;
    if (desc->array == NULL)
    {
        *detail = TRP__TEXT("a capacity above max");
        return desc->max != 0 && desc->capacity > desc->max ? TRP_ERR_DESC : TRP_OK;
    }
    if ((uintptr_t)desc->array % TRP_ALIGNMENT != 0)
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

trp_result trp_group_init(trp_group *group, trp_world *world, const trp_group_desc *desc)
{
    const trp_group_desc defaults = {0};
    const char *detail;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_group_init")))
        return TRP_ERR_NULL;
    if (desc == NULL)
        desc = &defaults;
    result = group_check_init(group, world, desc, &detail);
    if (result != TRP_OK)
        return trp__misuse_named(world, TRP__TEXT("group"), desc->name, TRP__TEXT("trp_group_init"),
                                 result, detail);
    memset(group, 0, sizeof *group);
    group->world = world;
    group->desc = *desc;
    if (group->desc.name == NULL)
        group->desc.name = "group";
    group->serial = 1;
    /* walks over a former group in this struct may be in progress */
    group->moves = world->moves + 1;
    group->origin = group->moves;
    group->items = desc->array;
    if (desc->array != NULL)
        group->room = desc->array_bytes / sizeof(trp_group_entry) < GROUP_MOST_ENTRIES
                          ? (uint32_t)(desc->array_bytes / sizeof(trp_group_entry))
                          : GROUP_MOST_ENTRIES;
    group->held = group->room;
    if (desc->array == NULL && desc->capacity != 0 && !group_resize(group, desc->capacity))
    {
        group->world = NULL;
        return trp__misuse_named(world, TRP__TEXT("group"), group->desc.name,
                                 TRP__TEXT("trp_group_init"), TRP_ERR_MEMORY, NULL);
    }
    group->watcher.function = group_watch;
    group->watcher.user = group;
    group->watcher.events = TRP_EVENT_TRIMMED | TRP_EVENT_SHUTDOWN;
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

/* Queries and removal */

trp_result trp_group_clear(trp_group *group)
{
    const trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_clear"));

    if (result != TRP_OK)
        return result;
    group->used = 0;
    group->gap = 0;
    group->walks = 0;
    group->serial = 1;
    group->origin = ++group->moves;
    return TRP_OK;
}

trp_result trp_group_prune(trp_group *group)
{
    const trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_prune"));

    if (result == TRP_OK)
        trp__group_drop_dead(group);
    return result;
}

/* Whether this entry is this actor, alive. Only its address is used. */
static bool group_is_member(const trp_group_entry *entry, const trp_actor *actor)
{
    return trp__group_lives(entry) && entry->actor == actor;
}

bool trp_group_has(const trp_group *group, const trp_actor *actor)
{
    const uint32_t size = trp_group_size(group);

    for (uint32_t place = 0; place < size; place++)
        if (group_is_member(trp__group_entry_at(group, place), actor))
            return true;
    return false;
}

static void group_take_out(trp_group *group, uint32_t place)
{
    if (group->desc.unordered && group->walks == 0)
    {
        const uint32_t last = trp__group_size(group) - 1;
        trp__group_replace(trp__group_entry_at(group, place), trp__group_entry_at(group, last));
        place = last;
    }
    trp__group_take_out(group, place);
}

trp_result trp_group_remove(trp_group *group, const trp_actor *actor)
{
    trp_result result = trp__group_enter(group, TRP__TEXT("trp_group_remove"));

    if (result != TRP_OK)
        return result;
    result = TRP_GONE;
    for (uint32_t place = 0; place < trp__group_size(group);)
    {
        if (group_is_member(trp__group_entry_at(group, place), actor))
        {
            group_take_out(group, place);
            result = TRP_OK;
        }
        else
            place++;
    }
    return result;
}

trp_actor *trp_group_at(const trp_group *group, uint32_t place)
{
    const trp_group_entry *entry;

    if (place >= trp_group_size(group))
        return NULL;
    entry = trp__group_entry_at(group, place);
    return trp__group_lives(entry) ? entry->actor : NULL;
}

uint32_t trp_group_size(const trp_group *group)
{
    return group != NULL ? trp__group_size(group) : 0;
}

uint32_t trp_group_measure(const trp_group *group)
{
    const uint32_t size = trp_group_size(group);
    uint32_t count = 0;

    for (uint32_t place = 0; place < size; place++)
        count += trp__group_lives(trp__group_entry_at(group, place));
    return count;
}

trp_group_facts trp_group_info(const trp_group *group)
{
    trp_group_facts facts = {0, 0, 0};

    if (group == NULL)
        return facts;
    facts.size = trp_group_size(group);
    facts.capacity = group->room;
    facts.available = group->room;
    if (group->room != 0 && group->desc.max != 0 && group->desc.max < group->room)
        facts.available = group->desc.max;
    facts.available -= facts.size;
    return facts;
}
