/*
 * Adding to groups, and dropping what is dead. Only entries are counted, never memory, so that a
 * restored or mirrored group prunes when the original does.
 */
#include "../base/text.h"
#include "group.h"

enum {
    GROUP_LEAST = 8, /* the first room that is taken */
    GROUP_SLACK = 16 /* entries that may be added without a look for dead ones */
};

/* Pruning */

/* Drops void and dead entries. Returns how many dead ones are still to be told of; they follow the
 * others. */
static uint32_t group_add_compact(trp_group *group)
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
    return dead;
}

/* Calls on_pruned for the last `dead` entries behind the others. Until then they lie at the end of
 * the array; meanwhile adds take the room between, and do not prune. */
static void group_add_tell_pruned(trp_group *group, uint32_t dead)
{
    trp_world *world = group->world;
    const trp_handle *from = group->items + group->size;
    trp_handle *to = group->items + group->room - dead;
    trp_context in = trp__context(world, NULL, group->desc.user, NULL);

    in.group = group;
    for (uint32_t i = dead; i-- > 0;)
        to[i] = from[i];
    group->pending = dead;
    world->calls++;
    while (group->pending != 0) {
        group->desc.on_pruned(group->items[group->room - group->pending], &in);
        if (group->pending != 0) /* it was not cleared, and not freed */
            group->pending--;
    }
    world->calls--;
}

static bool group_add_can_prune(const trp_group *group)
{
    return group->walks == 0 && group->pending == 0;
}

static void group_add_prune(trp_group *group)
{
    const uint32_t dead = group_add_compact(group);

    trp__group_end_walks(group, group->world);
    if (dead != 0)
        group_add_tell_pruned(group, dead);
}

trp_result trp_group_prune(trp_group *group)
{
    const char *call = TRP__TEXT("trp_group_prune");
    const trp_result result = trp__group_enter(group, call);

    if (result != TRP_OK)
        return result;
    if (!group_add_can_prune(group))
        return TRP_BUSY;
    group_add_prune(group);
    return TRP_OK;
}

/* Adding */

/* Whether this actor can be a member. */
static trp_result group_add_check_actor(const trp_group *group, const trp_actor *actor,
                                        trp__place *place)
{
    const trp_type *wanted = &group->desc.type;
    const trp_type *type;
    trp_result result = trp__locate(group->world, actor, place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    stamp = trp__cell_of(place->pool, place->slot)->stamp;
    if (stamp == TRP__STAMP_LEAVING)
        return TRP_BUSY;
    if (!trp__is_alive(stamp))
        return trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED;
    type = &place->pool->desc.type;
    if (wanted->size != 0 && (type->size != wanted->size || type->offset != wanted->offset ||
                              !trp__is_same_type_name(type->name, wanted->name)))
        return TRP_ERR_TYPE;
    return TRP_OK;
}

/* The group is named, too: the pool is that of the actor. */
TRP__COLD static trp_result group_add_refuse(const trp_group *group, trp_pool *pool,
                                             const trp_actor *actor, const char *call,
                                             trp_result result)
{
    char text[TRP__BYTES_TEXT];

    return trp__misuse(group->world, pool, actor, call, result,
                       trp__named_text(text, TRP__TEXT("group"), group->desc.name,
                                       result == TRP_ERR_TYPE
                                           ? TRP__TEXT("accepts another type. See its desc.type")
                                           : TRP__TEXT("does not accept it")));
}

/* Grows by half, or by one. */
static trp_result group_add_grow(trp_group *group)
{
    const uint32_t least = group->size + group->pending + 1;
    uint32_t room = group->room + group->room / 2;

    if (group->desc.array != NULL)
        return TRP_ERR_FULL;
    if (room < GROUP_LEAST)
        room = GROUP_LEAST;
    if (room > group->most)
        room = group->most;
    if (room < least)
        room = least;
    return trp__group_resize(group, room) || trp__group_resize(group, least) ? TRP_OK
                                                                             : TRP_ERR_MEMORY;
}

/* Whether there is room for one more entry, if need be in more memory. */
static trp_result group_add_room(trp_group *group)
{
    if (group->size >= group->most)
        return TRP_ERR_FULL;
    return TRP__LIKELY(group->size + group->pending < group->room) ? TRP_OK : group_add_grow(group);
}

/* Makes room for an entry, by pruning or growing; may call on_pruned. */
static trp_result group_add_make_room(trp_group *group)
{
    const bool is_due =
        group->size >= group->most || group->size >= group->kept + group->kept / 2 + GROUP_SLACK;
    const bool prunes = is_due && group_add_can_prune(group);
    trp_result result;

    if (prunes)
        group_add_prune(group);
    if (group->world == NULL)
        return TRP_ERR_NULL;
    result = group_add_room(group);
    if (result != TRP_ERR_MEMORY || prunes || !group_add_can_prune(group))
        return result;
    group_add_prune(group);
    if (group->world == NULL)
        return TRP_ERR_NULL;
    return group->size + group->pending < group->room ? TRP_OK : result;
}

static void group_add_tell_added(trp_group *group, trp_actor *actor)
{
    trp_world *world = group->world;
    trp_context in = trp__context(world, trp_pool_of(world, actor), group->desc.user, NULL);

    in.group = group;
    world->calls++;
    group->desc.on_added(actor, &in);
    world->calls--;
}

/* Whether a struct has still the group that it had, which hooks may have freed. */
static bool group_add_is_same(const trp_group *group, const trp_world *world, uint64_t since)
{
    return group->world == world && group->watcher.since == since;
}

/* Adds an actor that can be a member, and counts it. */
static trp_result group_add_put(trp_group *group, trp_actor *actor, const trp__place *place,
                                uint32_t *count)
{
    const trp_world *world = group->world;
    const uint64_t since = group->watcher.since;
    const uint32_t epoch = group->epoch;
    trp_handle entry;
    trp_result result;

    entry.index = trp__handle_index(place->pool, place->slot);
    entry.generation = trp__cell_of(place->pool, place->slot)->generation;
    result = group_add_make_room(group);
    if (!group_add_is_same(group, world, since))
        return TRP_ERR_NULL;
    if (TRP__RARELY(group->epoch != epoch)) {
        trp__place now; /* on_pruned may have ended this life, or added it */
        if (result == TRP_OK && !trp__group_lives(group, entry, &now))
            return TRP_GONE;
        if (result == TRP_OK && group->desc.unique && trp_group_has(group, actor))
            return TRP_OK;
    }
    if (result != TRP_OK)
        return result;
    group->items[group->size++] = entry;
    ++*count;
    if (group->desc.on_added != NULL)
        group_add_tell_added(group, actor);
    return TRP_OK;
}

static trp_result group_add(trp_group *group, trp_actor *actor, const char *call, uint32_t *count)
{
    trp_result result = trp__group_enter(group, call);
    trp__place place;

    if (result != TRP_OK)
        return result;
    if (actor == NULL)
        return TRP_GONE;
    result = group_add_check_actor(group, actor, &place);
    if (!TRP__LIKELY(result == TRP_OK))
        return group_add_refuse(group, place.pool, actor, call, result);
    if (group->desc.unique && trp_group_has(group, actor))
        return TRP_OK;
    return group_add_put(group, actor, &place, count);
}

trp_result trp_group_add(trp_group *group, trp_actor *actor)
{
    uint32_t count = 0;

    return group_add(group, actor, TRP__TEXT("trp_group_add"), &count);
}

/* Adds one of several. Whether the next one can be added to the same group. */
static bool group_add_one(trp_group *group, trp_actor *actor, const char *call, uint32_t *count)
{
    const trp_world *world = group->world;
    const uint64_t since = group->watcher.since;
    const trp_result result = group_add(group, actor, call, count);

    return result != TRP_ERR_FULL && result != TRP_ERR_MEMORY &&
           group_add_is_same(group, world, since);
}

uint32_t trp_group_add_many(trp_group *group, trp_actor *const *actors, uint32_t count)
{
    const char *call = TRP__TEXT("trp_group_add_many");
    uint32_t added = 0;

    if (actors == NULL || count == 0 || trp__group_enter(group, call) != TRP_OK)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!group_add_one(group, actors[i], call, &added))
            break;
    return added;
}

uint32_t trp_group_add_from(trp_group *group, const trp_group *from, uint32_t first, uint32_t count)
{
    const char *call = TRP__TEXT("trp_group_add_from");
    const uint32_t size = trp_group_size(from);
    trp_group_walk walk;
    trp_actor *actor;
    uint32_t added = 0;

    if (count == 0 || trp__group_enter(group, call) != TRP_OK || first >= size)
        return 0;
    if (from->world != group->world) {
        trp__group_misuse(group, call, TRP_ERR_FOREIGN,
                          TRP__TEXT("the groups are of different worlds"));
        return 0;
    }
    walk = trp__group_walk_from(from, first, count < size - first ? first + count : size);
    while ((actor = trp__group_next(&walk)) != NULL)
        if (!group_add_one(group, actor, call, &added))
            break;
    trp__group_left(&walk);
    return added;
}
