/*
 * Groups. Only entries are counted, never memory, so that a restored or mirrored group prunes when
 * the original does.
 */
#include "group.h"
#include "../base/text.h"

#define GROUP_MOST_ENTRIES (1u << 28)

enum {
    GROUP_LEAST = 8,  /* the first room that is taken */
    GROUP_SLACK = 16, /* entries that may be added without a look for dead ones */
    GROUP_LEAD = 16   /* prefetch distance of walks, in entries */
};

static trp_result group_misuse(const trp_group *group, const char *call, trp_result result,
                               const char *detail)
{
    return trp__misuse_named(group->world, TRP__TEXT("group"), group->desc.name, call, result,
                             detail);
}

/* Whether a group may be changed now. */
static trp_result group_enter(const trp_group *group, const char *call)
{
    if (group == NULL)
        return TRP_ERR_NULL;
    return trp__object_enter(group->world, &group->watcher, group, TRP__TEXT("group"),
                             group->desc.name, call);
}

/* Memory */

static void group_release(trp_group *group)
{
    if (group->desc.array == NULL && group->items != NULL)
        trp__release(group->world, group->items, TRP_GROUP_BYTES(group->room));
    group->items = NULL;
    group->room = 0;
}

/* Moves the entries to an array with this room, which they fit in. */
static bool group_resize(trp_group *group, uint32_t room)
{
    trp_handle *items = NULL;

    if (room != 0) {
        items = trp__take(group->world, trp__bytes(room, sizeof *items, 0));
        if (items == NULL)
            return false;
        if (group->items != NULL)
            memcpy(items, group->items, TRP_GROUP_BYTES(group->size + group->pending));
    }
    group_release(group);
    group->items = items;
    group->room = room;
    return true;
}

trp_result trp_group_reserve(trp_group *group, uint32_t capacity)
{
    const char *call = TRP__TEXT("trp_group_reserve");
    const trp_result result = group_enter(group, call);

    if (result != TRP_OK)
        return result;
    if (capacity > group->most)
        return TRP_ERR_FULL;
    if (capacity < group->size + group->pending)
        capacity = group->size + group->pending;
    if (capacity < group->room && group->world->histories != 0)
        return group_misuse(group, call, TRP_BUSY,
                            TRP__TEXT("a history of the world needs the memory"));
    /* a smaller array in a caller's block would only take more of it */
    if (group->desc.array != NULL || capacity == group->room ||
        (capacity < group->room && group->world->allocator.release == NULL))
        return TRP_OK;
    return group_resize(group, capacity) ? TRP_OK : TRP_ERR_MEMORY;
}

/* Life */

static void group_end(trp_group *group)
{
    trp_world *world = group->world;

    group_release(group);
    trp__object_end(world, &group->watcher, &group->part);
    trp__group_empty(group, world);
    group->world = NULL;
}

static void group_world_ends(trp_actor *actor, const trp_event_context *in)
{
    (void)actor;
    group_end(in->user);
}

static bool group_is_bad_desc(trp__call *call, const trp_group_desc *desc)
{
    const bool has_array = desc->array != NULL;

    return trp__refuses(call, desc->capacity > GROUP_MOST_ENTRIES || desc->max > GROUP_MOST_ENTRIES,
                        TRP_ERR_LIMIT,
                        TRP__TEXT("a capacity or max above 2^28 entries. Lower it")) ||
           trp__refuses(call, !has_array && desc->max != 0 && desc->capacity > desc->max,
                        TRP_ERR_DESC, TRP__TEXT("a capacity above max")) ||
           trp__refuses(call, (uintptr_t)desc->array % sizeof(uint32_t) != 0, TRP_ERR_ALIGN,
                        NULL) ||
           trp__refuses(
               call, has_array && desc->array_bytes < TRP_GROUP_BYTES(1), TRP_ERR_MEMORY,
               TRP__TEXT("the array is smaller than TRP_GROUP_BYTES(1). Give a larger one")) ||
           trp__refuses(call, has_array && desc->capacity != 0, TRP_ERR_DESC,
                        TRP__TEXT("a capacity beside an array"));
}

/* Sets all fields but those of an object of the world, and takes the first memory. */
static bool group_make(trp_group *group, trp_world *world, const trp_group_desc *desc)
{
    const size_t room = desc->array_bytes / sizeof *group->items;

    memset(group, 0, sizeof *group);
    group->world = world;
    group->desc = *desc;
    if (group->desc.name == NULL)
        group->desc.name = "group";
    /* walks over a former group in this struct may be in progress */
    trp__group_empty(group, world);
    group->most = desc->max != 0 ? desc->max : GROUP_MOST_ENTRIES;
    if (desc->array != NULL) {
        group->items = desc->array;
        group->room = room < GROUP_MOST_ENTRIES ? (uint32_t)room : GROUP_MOST_ENTRIES;
        group->most = group->most < group->room ? group->most : group->room;
    } else if (desc->capacity != 0 && !group_resize(group, desc->capacity))
        group->world = NULL;
    return group->world != NULL;
}

trp_result trp_group_init(trp_group *group, trp_world *world, const trp_group_desc *desc)
{
    const trp_group_desc defaults = {0};
    trp__call call = trp__call_on(world, TRP__TEXT("group"), desc != NULL ? desc->name : NULL,
                                  TRP__TEXT("trp_group_init"));

    if (desc == NULL)
        desc = &defaults;
    if (trp__is_no_object(&call, group != NULL ? &group->watcher : NULL) ||
        group_is_bad_desc(&call, desc) ||
        trp__refuses(&call, !group_make(group, world, desc), TRP_ERR_MEMORY, NULL))
        return call.result;
    trp__object_begin(world, &group->watcher, group_world_ends, group, &group->part,
                      TRP__PART_GROUP);
    trp__watcher_named(&group->watcher, "group", group->desc.name, "trp_group_free");
    return TRP_OK;
}

trp_result trp_group_free(trp_group *group)
{
    trp_result result;

    if (group == NULL || group->world == NULL)
        return TRP_GONE;
    result = group_enter(group, TRP__TEXT("trp_group_free"));
    if (result == TRP_OK)
        group_end(group);
    return result;
}

trp_result trp_group_clear(trp_group *group)
{
    const trp_result result = group_enter(group, TRP__TEXT("trp_group_clear"));

    if (result == TRP_OK)
        trp__group_empty(group, group->world);
    return result;
}

/* Finding and removing */

bool trp_group_has(const trp_group *group, const trp_actor *actor)
{
    const uint32_t size = trp_group_size(group);
    uint32_t place = 0;
    trp_handle handle;

    if (size == 0)
        return false;
    handle = trp_handle_of(group->world, actor);
    while (place < size && !trp_handle_equal(group->items[place], handle))
        place++;
    return handle.generation != 0 && place < size;
}

/* Removes the entry at a place, if it is this one. */
TRP__INLINE bool group_void(trp_group *group, uint32_t place, trp_handle entry)
{
    if (!trp_handle_equal(group->items[place], entry))
        return false;
    group->items[place].generation = 0;
    group->ends = UINT64_MAX;
    group->found = place;
    return true;
}

trp_result trp_group_remove(trp_group *group, const trp_actor *actor)
{
    const trp_result result = group_enter(group, TRP__TEXT("trp_group_remove"));
    bool is_found = false;
    trp_handle handle;
    uint32_t up;
    uint32_t down;

    if (result != TRP_OK)
        return result;
    handle = trp_handle_of(group->world, actor);
    if (handle.generation == 0 || group->size == 0)
        return TRP_GONE;
    /* many are often removed in order, or against it: the search goes both ways from the last one */
    up = down = group->found < group->size ? group->found : 0;
    for (uint32_t left = group->size / 2 + 1; left > 0 && !(is_found && group->desc.unique);
         left--) {
        is_found |= group_void(group, up, handle);
        is_found |= group_void(group, down, handle);
        up = up + 1 < group->size ? up + 1 : 0;
        down = (down > 0 ? down : group->size) - 1;
    }
    return is_found ? TRP_OK : TRP_GONE;
}

/* Pruning */

/* The number of actors that have ended. Only restores and loads lower it, and they refill groups. */
static uint64_t group_ends(const trp_world *world)
{
    uint64_t ends = 0;

    for (uint32_t i = 0; i < world->pool_count; i++) {
        const trp__pool_state *state = &world->pools[i]->state;
        ends += state->created - (state->live - state->leaving - state->expired);
    }
    return ends;
}

/* Drops void and dead entries. Those to be told of are `pending`, behind the others. */
static void group_compact(trp_group *group)
{
    trp_handle *items = group->items;
    uint32_t kept = 0;
    uint32_t dead = 0;
    trp__place place;

    for (uint32_t i = 0; i < group->size; i++) {
        const trp_handle entry = items[i];
        if (trp__group_lives(group, entry, &place)) {
            items[kept + dead] = items[kept];
            items[kept++] = entry;
        } else if (entry.generation != 0 && group->desc.on_pruned != NULL)
            items[kept + dead++] = entry;
    }
    group->size = kept;
    group->kept = kept;
    group->pending = dead;
    group->ends = group_ends(group->world);
}

/* No walk is in progress. Telling counts as one, so meanwhile nothing is pruned. */
static void group_prune(trp_group *group)
{
    trp_world *world = group->world;
    const uint32_t epoch = group->epoch;
    trp_context in = trp__context(world, NULL, group->desc.user, NULL);

    in.group = group;
    group_compact(group);
    group->walks = 1;
    world->calls++;
    while (group->pending != 0) {
        group->pending--;
        group->desc.on_pruned(group->items[group->size + group->pending], &in);
    }
    world->calls--;
    if (group->world == world && group->epoch == epoch) /* neither cleared nor freed */
        group->walks--;
}

trp_result trp_group_prune(trp_group *group)
{
    const trp_result result = group_enter(group, TRP__TEXT("trp_group_prune"));

    if (result != TRP_OK)
        return result;
    if (group->walks != 0)
        return TRP_BUSY;
    group_prune(group);
    return TRP_OK;
}

/* Adding */

/* Whether this actor can be a member. */
static trp_result group_check_actor(const trp_group *group, const trp_actor *actor,
                                    trp__place *place)
{
    const trp_type *wanted = &group->desc.type;
    const trp_type *type;
    trp_result result = trp__locate(group->world, actor, place);

    if (result == TRP_OK)
        result = trp__living(trp__cell_of(place->pool, place->slot)->stamp);
    if (result != TRP_OK)
        return result;
    type = &place->pool->desc.type;
    if (wanted->size != 0 && (type->size != wanted->size || type->offset != wanted->offset ||
                              !trp__is_same_type_name(type->name, wanted->name)))
        return TRP_ERR_TYPE;
    return TRP_OK;
}

/* The group is named, too: the pool is that of the actor. */
TRP__COLD static trp_result group_refuse(const trp_group *group, trp_pool *pool,
                                         const trp_actor *actor, const char *call,
                                         trp_result result)
{
    char text[TRP__BYTES_TEXT];
    const char *detail = result == TRP_ERR_TYPE
                             ? TRP__TEXT("accepts another type. See its desc.type")
                             : TRP__TEXT("does not accept it");

    return trp__misuse(group->world, pool, actor, call, result,
                       trp__named_text(text, TRP__TEXT("group"), group->desc.name, detail));
}

/* Whether there is room for one more entry, if need be in more memory: half as much, or for one. */
static trp_result group_make_room(trp_group *group)
{
    const uint32_t least = group->size + group->pending + 1;
    uint32_t room = group->room + group->room / 2;

    if (group->size >= group->most)
        return TRP_ERR_FULL;
    if (TRP__LIKELY(least <= group->room))
        return TRP_OK;
    if (group->desc.array != NULL)
        return TRP_ERR_FULL;
    if (room < GROUP_LEAST)
        room = GROUP_LEAST;
    if (room > group->most)
        room = group->most;
    if (room < least)
        room = least;
    return group_resize(group, room) || group_resize(group, least) ? TRP_OK : TRP_ERR_MEMORY;
}

/* Adds an entry that there is room for. Those still to be told of make way. */
static void group_put(trp_group *group, trp_handle entry)
{
    if (group->pending != 0)
        group->items[group->size + group->pending] = group->items[group->size];
    group->items[group->size++] = entry;
}

static void group_tell_added(trp_group *group, trp_actor *actor, trp_pool *pool)
{
    trp_world *world = group->world;
    trp_context in = trp__context(world, pool, group->desc.user, NULL);

    in.group = group;
    world->calls++;
    group->desc.on_added(actor, &in);
    world->calls--;
}

/* Adds an actor, and counts it. A hook may have freed the group meanwhile. */
static trp_result group_add(trp_group *group, trp_actor *actor, const char *call, uint32_t *count,
                            bool prunes)
{
    const trp_world *world = group->world;
    trp__place place;
    trp_handle entry;
    trp_result result;

    if (world == NULL)
        return TRP_ERR_NULL;
    if (actor == NULL)
        return TRP_GONE;
    result = group_check_actor(group, actor, &place);
    if (!TRP__LIKELY(result == TRP_OK))
        return group_refuse(group, place.pool, actor, call, result);
    if (group->desc.unique && trp_group_has(group, actor))
        return TRP_OK;
    entry.index = trp__handle_index(place.pool, place.slot);
    entry.generation = trp__cell_of(place.pool, place.slot)->generation;
    prunes = prunes && group->walks == 0;
    result = TRP_ERR_FULL;
    if (!prunes || group->size < group->kept + group->kept / 2 + GROUP_SLACK)
        result = group_make_room(group);
    if (result != TRP_OK && prunes &&
        (group->size != group->kept || group->ends != group_ends(world))) {
        group_prune(group);
        return trp_get(world, entry) != NULL ? group_add(group, actor, call, count, false)
                                             : TRP_GONE;
    }
    if (result != TRP_OK)
        return result;
    group_put(group, entry);
    ++*count;
    if (group->desc.on_added != NULL)
        group_tell_added(group, actor, place.pool);
    return TRP_OK;
}

trp_result trp_group_add(trp_group *group, trp_actor *actor)
{
    const char *call = TRP__TEXT("trp_group_add");
    const trp_result result = group_enter(group, call);
    uint32_t count = 0;

    return result == TRP_OK ? group_add(group, actor, call, &count, true) : result;
}

/* Adds one of several. Whether the next one can be added. */
static bool group_add_next(trp_group *group, trp_actor *actor, const char *call, uint32_t *count)
{
    const trp_result result = group_add(group, actor, call, count, true);

    return result != TRP_ERR_FULL && result != TRP_ERR_MEMORY;
}

uint32_t trp_group_add_many(trp_group *group, trp_actor *const *actors, uint32_t count)
{
    const char *call = TRP__TEXT("trp_group_add_many");
    uint32_t added = 0;
    uint32_t i = 0;

    if (actors == NULL || count == 0 || group_enter(group, call) != TRP_OK)
        return 0;
    while (i < count && group_add_next(group, actors[i], call, &added))
        i++;
    return added;
}

/* Queries */

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

/* Walks. They are counted, except while nothing can change and other threads may look. */

static trp_group_walk group_walk_from(const trp_group *group, uint32_t at, uint32_t limit)
{
    const trp_group_walk walk = {group, at, limit, group->epoch};

    if (!group->world->drawing)
        ((trp_group *)group->watcher.user)->walks++;
    return walk;
}

void trp__group_walk_end(const trp_group *group, uint32_t epoch)
{
    if (group->epoch == epoch && !group->world->drawing)
        ((trp_group *)group->watcher.user)->walks--;
}

trp_group_walk trp__group_walk(const trp_group *group, size_t size, size_t offset)
{
    const trp_group_walk none = {NULL, 0, 0, 0};

    if (group == NULL || group->world == NULL)
        return none;
    if (size != 0 && group->desc.type.size != 0 &&
        (size != group->desc.type.size || offset != group->desc.type.offset)) {
        group_misuse(group, TRP__TEXT("trp_group_each"), TRP_ERR_TYPE,
                     TRP__TEXT("the group is of another type: see its desc.type"));
        return none;
    }
    return group_walk_from(group, 0, group->size);
}

/* Prefetches a member that will be visited soon. */
TRP__INLINE void group_fetch(const trp_group *group, trp_handle entry)
{
    trp__place place;

    if (!trp__find_index(group->world, entry.index & (TRP_MAX_SLOTS - 1), &place))
        return;
    TRP__PREFETCH_READ(trp__cell_of(place.pool, place.slot));
    TRP__PREFETCH_WRITE(trp__node_at(place.pool, place.slot));
}

trp_actor *trp__group_next(trp_group_walk *walk)
{
    const trp_group *group = walk->group;

    while (walk->at < walk->limit && walk->epoch == group->epoch) {
        const trp_handle *entry = &group->items[walk->at++];
        trp__place place;
        if (walk->limit - walk->at >= GROUP_LEAD)
            group_fetch(group, entry[GROUP_LEAD]);
        if (trp__group_lives(group, *entry, &place))
            return trp__node_at(place.pool, place.slot);
    }
    return NULL;
}

trp_result trp_group_for_each(const trp_group *group, trp_actor_fn *visit, void *arg)
{
    const char *call = TRP__TEXT("trp_group_for_each");
    trp_group_walk walk;
    trp_world *world;
    trp_context in;
    trp_actor *actor;

    if (group == NULL || group->world == NULL)
        return group_enter(group, call);
    world = group->world;
    if (visit == NULL)
        return group_misuse(group, call, TRP_ERR_NULL, TRP__TEXT("visit is NULL"));
    if (world->in_parts)
        return group_misuse(group, call, TRP_BUSY, NULL);
    world->calls++;
    in = trp__context(world, NULL, NULL, arg);
    walk = group_walk_from(group, 0, group->size);
    while ((actor = trp__group_next(&walk)) != NULL) {
        trp__set_context_pool(&in, trp_pool_of(world, actor));
        visit(actor, &in);
    }
    trp__group_left(&walk);
    world->calls--;
    return TRP_OK;
}

uint32_t trp_group_add_from(trp_group *group, const trp_group *from, uint32_t first, uint32_t count)
{
    const char *call = TRP__TEXT("trp_group_add_from");
    const uint32_t size = trp_group_size(from);
    uint32_t added = 0;
    trp_group_walk walk;
    trp_actor *actor;

    if (count == 0 || group_enter(group, call) != TRP_OK || first >= size)
        return 0;
    if (from->world != group->world) {
        group_misuse(group, call, TRP_ERR_FOREIGN, TRP__TEXT("the groups are of different worlds"));
        return 0;
    }
    walk = group_walk_from(from, first, count < size - first ? first + count : size);
    do
        actor = trp__group_next(&walk);
    while (actor != NULL && group_add_next(group, actor, call, &added));
    trp__group_left(&walk);
    return added;
}
