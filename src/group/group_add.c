/*
 * Adding to groups.
 */
#include "group.h"

/* Whether this actor can be a member. */
static trp_result group_add_check_actor(const trp_group *group, const trp_actor *actor,
                                        trp__place *place)
{
    const trp_type *type = &group->desc.type;
    trp_result result = trp__locate(group->world, actor, place);
    uint32_t stamp;

    if (result != TRP_OK)
        return result;
    stamp = trp__cell_of(place->pool, place->slot)->stamp;
    if (!trp__is_alive(stamp))
        return trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED;
    if (type->size != 0 && (type->size != place->pool->desc.type.size ||
                            type->offset != place->pool->desc.type.offset))
        return TRP_ERR_TYPE;
    return TRP_OK;
}

/* The number of serials after which entries are renumbered; while walks are in progress, twice as
 * many. */
#define GROUP_ADD_SERIALS 0x80000000u

/* Renumbers the entries if no walk is in progress. If all serials are used up, walks in progress
 * end. */
TRP__COLD static void group_add_renumber(trp_group *group)
{
    if (group->walks != 0 && group->serial < UINT32_MAX)
        return;
    group->serial = 1;
    for (uint32_t place = 0; place < trp__group_size(group); place++)
        trp__group_entry_at(group, place)->serial = group->serial++;
    group->origin = ++group->moves;
}

static void group_add_append(trp_group *group, trp_actor *actor, const trp__place *place)
{
    trp_group_entry *entry = &group->items[group->used++];

    entry->cell = trp__cell_of(place->pool, place->slot);
    entry->actor = actor;
    entry->generation = entry->cell->generation;
    entry->serial = group->serial++;
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

/* Adds an actor that can be a member. TRP_ERR_LINKED: it was added meanwhile, and must not be in
 * the group twice. */
static trp_result group_add_put(trp_group *group, trp_actor *actor, const trp__place *place)
{
    if (!TRP__LIKELY(trp__group_has_room(group)))
    {
        const uint32_t generation = trp__cell_of(place->pool, place->slot)->generation;
        const trp_result result = trp__group_make_room(group);
        if (result != TRP_OK)
            return result;
        /* on_pruned may have ended its life */
        if (trp__cell_of(place->pool, place->slot)->generation != generation)
            return TRP_GONE;
        if (group->desc.unique && trp_group_has(group, actor))
            return TRP_ERR_LINKED; /* ... or have added it */
    }
    if (!TRP__LIKELY(group->serial < GROUP_ADD_SERIALS))
        group_add_renumber(group);
    group_add_append(group, actor, place);
    if (group->desc.on_added != NULL)
        group_add_tell_added(group, actor);
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

/* Adds an actor and counts it. */
TRP__INLINE trp_result group_add(trp_group *group, trp_actor *actor, const char *call,
                                 uint32_t *count)
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
    result = group_add_put(group, actor, &place);
    *count += result == TRP_OK;
    return result == TRP_ERR_LINKED ? TRP_OK : result;
}

trp_result trp_group_add(trp_group *group, trp_actor *actor)
{
    uint32_t count = 0;

    return group_add(group, actor, TRP__TEXT("trp_group_add"), &count);
}

/* Whether no other actor can be added either. */
static bool group_add_is_final(trp_result result)
{
    return result == TRP_ERR_FULL || result == TRP_ERR_MEMORY;
}

uint32_t trp_group_add_many(trp_group *group, trp_actor *const *actors, uint32_t count)
{
    uint32_t added = 0;
    trp__group_life life;

    if (actors == NULL || count == 0 ||
        trp__group_enter(group, TRP__TEXT("trp_group_add_many")) != TRP_OK)
        return 0;
    life = trp__group_life_of(group);
    for (uint32_t i = 0; i < count && trp__group_is_same(group, life); i++)
        if (group_add_is_final(
                group_add(group, actors[i], TRP__TEXT("trp_group_add_many"), &added)))
            break;
    return added;
}

/* Adds the members of `from` after one serial and before another. */
static uint32_t add_between(trp_group *group, const trp_group *from, const char *call,
                            uint32_t behind, uint32_t limit)
{
    trp__group_life life;
    trp_group_walk walk;
    trp_actor *actor;
    uint32_t added = 0;

    if (trp__group_enter(group, call) != TRP_OK || from->world == NULL)
        return 0;
    if (from->world != group->world)
    {
        trp__group_misuse(group, call, TRP_ERR_FOREIGN,
                          TRP__TEXT("the groups are of different worlds"));
        return 0;
    }
    life = trp__group_life_of(group);
    walk = trp__group_walk_from(from, behind, limit);
    while ((actor = trp__group_next(&walk, false)) != NULL)
        if (!trp__group_is_same(group, life) ||
            group_add_is_final(group_add(group, actor, call, &added)))
        {
            trp__group_walk_end(from);
            break;
        }
    return added;
}

uint32_t trp_group_add_group(trp_group *group, const trp_group *from)
{
    if (from == NULL)
        return 0;
    return add_between(group, from, TRP__TEXT("trp_group_add_group"), 0, from->serial);
}

uint32_t trp_group_add_slice(trp_group *group, const trp_group *from, uint32_t first,
                             uint32_t count)
{
    const uint32_t size = trp_group_size(from);
    uint32_t limit;

    if (first >= size || count == 0)
        return 0;
    limit = from->serial;
    if (count < size - first)
        limit = trp__group_entry_at(from, first + count)->serial;
    return add_between(group, from, TRP__TEXT("trp_group_add_slice"),
                       first != 0 ? trp__group_entry_at(from, first - 1)->serial : 0, limit);
}
