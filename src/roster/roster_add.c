/*
 * Adding to rosters.
 */
#include "roster.h"

/* Whether this actor can be a member. */
static trp_result roster_add_check_actor(const trp_roster *roster, const trp_actor *actor,
                                         trp__place *place)
{
    const trp_type *type = &roster->desc.type;
    trp_result result = trp__locate(roster->world, actor, place);
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
#define ROSTER_ADD_SERIALS 0x80000000u

/* Renumbers the entries if no walk is in progress. If all serials are used up, walks in progress
 * end. */
TRP__COLD static void roster_add_renumber(trp_roster *roster)
{
    if (roster->walks != 0 && roster->serial < UINT32_MAX)
        return;
    roster->serial = 1;
    for (uint32_t place = 0; place < trp__roster_size(roster); place++)
        trp__roster_entry_at(roster, place)->serial = roster->serial++;
    roster->origin = ++roster->moves;
}

static void roster_add_append(trp_roster *roster, trp_actor *actor, const trp__place *place)
{
    trp_roster_entry *entry = &roster->items[roster->used++];

    entry->cell = trp__cell_of(place->pool, place->slot);
    entry->actor = actor;
    entry->generation = entry->cell->generation;
    entry->serial = roster->serial++;
}

static void roster_add_tell_added(trp_roster *roster, trp_actor *actor)
{
    trp_world *world = roster->world;

    trp_context in = trp__context(world, trp_pool_of(world, actor), roster->desc.user, NULL);

    in.roster = roster;
    world->calls++;
    roster->desc.on_added(actor, &in);
    world->calls--;
}

/* Adds an actor that can be a member. TRP_ERR_LINKED: it was added meanwhile, and must not be in
 * the roster twice. */
static trp_result roster_add_put(trp_roster *roster, trp_actor *actor, const trp__place *place)
{
    if (!TRP__LIKELY(trp__roster_has_room(roster)))
    {
        const uint32_t generation = trp__cell_of(place->pool, place->slot)->generation;
        const trp_result result = trp__roster_make_room(roster);
        if (result != TRP_OK)
            return result;
        /* on_pruned may have ended its life */
        if (trp__cell_of(place->pool, place->slot)->generation != generation)
            return TRP_GONE;
        if (roster->desc.unique && trp_roster_has(roster, actor))
            return TRP_ERR_LINKED; /* ... or have added it */
    }
    if (!TRP__LIKELY(roster->serial < ROSTER_ADD_SERIALS))
        roster_add_renumber(roster);
    roster_add_append(roster, actor, place);
    if (roster->desc.on_added != NULL)
        roster_add_tell_added(roster, actor);
    return TRP_OK;
}

/* The roster is named, too: the pool is that of the actor. */
TRP__COLD static trp_result roster_add_refuse(const trp_roster *roster, trp_pool *pool,
                                              const trp_actor *actor, const char *call,
                                              trp_result result)
{
    char text[TRP__BYTES_TEXT];

    return trp__misuse(roster->world, pool, actor, call, result,
                       trp__named_text(text, TRP__TEXT("roster"), roster->desc.name,
                                       result == TRP_ERR_TYPE
                                           ? TRP__TEXT("accepts another type. See its desc.type")
                                           : TRP__TEXT("does not accept it")));
}

/* Adds an actor and counts it. */
TRP__INLINE trp_result roster_add(trp_roster *roster, trp_actor *actor, const char *call,
                                  uint32_t *count)
{
    trp_result result = trp__roster_enter(roster, call);
    trp__place place;

    if (result != TRP_OK)
        return result;
    if (actor == NULL)
        return TRP_GONE;
    result = roster_add_check_actor(roster, actor, &place);
    if (!TRP__LIKELY(result == TRP_OK))
        return roster_add_refuse(roster, place.pool, actor, call, result);
    if (roster->desc.unique && trp_roster_has(roster, actor))
        return TRP_OK;
    result = roster_add_put(roster, actor, &place);
    *count += result == TRP_OK;
    return result == TRP_ERR_LINKED ? TRP_OK : result;
}

trp_result trp_roster_add(trp_roster *roster, trp_actor *actor)
{
    uint32_t count = 0;

    return roster_add(roster, actor, TRP__TEXT("trp_roster_add"), &count);
}

/* Whether no other actor can be added either. */
static bool roster_add_is_final(trp_result result)
{
    return result == TRP_ERR_FULL || result == TRP_ERR_MEMORY;
}

uint32_t trp_roster_add_many(trp_roster *roster, trp_actor *const *actors, uint32_t count)
{
    uint32_t added = 0;
    trp__roster_life life;

    if (actors == NULL || count == 0 ||
        trp__roster_enter(roster, TRP__TEXT("trp_roster_add_many")) != TRP_OK)
        return 0;
    life = trp__roster_life_of(roster);
    for (uint32_t i = 0; i < count && trp__roster_is_same(roster, life); i++)
        if (roster_add_is_final(
                roster_add(roster, actors[i], TRP__TEXT("trp_roster_add_many"), &added)))
            break;
    return added;
}

/* Adds the members of `from` after one serial and before another. */
static uint32_t add_between(trp_roster *roster, const trp_roster *from, const char *call,
                            uint32_t behind, uint32_t limit)
{
    trp__roster_life life;
    trp_roster_walk walk;
    trp_actor *actor;
    uint32_t added = 0;

    if (trp__roster_enter(roster, call) != TRP_OK || from->world == NULL)
        return 0;
    if (from->world != roster->world)
    {
        trp__roster_misuse(roster, call, TRP_ERR_FOREIGN,
                           TRP__TEXT("the rosters are of different worlds"));
        return 0;
    }
    life = trp__roster_life_of(roster);
    walk = trp__roster_walk_from(from, behind, limit);
    while ((actor = trp__roster_next(&walk, false)) != NULL)
        if (!trp__roster_is_same(roster, life) ||
            roster_add_is_final(roster_add(roster, actor, call, &added)))
        {
            trp__roster_walk_end(from);
            break;
        }
    return added;
}

uint32_t trp_roster_add_roster(trp_roster *roster, const trp_roster *from)
{
    if (from == NULL)
        return 0;
    return add_between(roster, from, TRP__TEXT("trp_roster_add_roster"), 0, from->serial);
}

uint32_t trp_roster_add_slice(trp_roster *roster, const trp_roster *from, uint32_t first,
                              uint32_t count)
{
    const uint32_t size = trp_roster_size(from);
    uint32_t limit;

    if (first >= size || count == 0)
        return 0;
    limit = from->serial;
    if (count < size - first)
        limit = trp__roster_entry_at(from, first + count)->serial;
    return add_between(roster, from, TRP__TEXT("trp_roster_add_slice"),
                       first != 0 ? trp__roster_entry_at(from, first - 1)->serial : 0, limit);
}
