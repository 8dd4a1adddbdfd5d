/*
 * Rosters: their creation, their memory, queries. roster_add.c adds, roster_walk.c walks and
 * prunes.
 */
#include "roster.h"

#define ROSTER_MOST_ENTRIES (1u << 28)

_Static_assert(sizeof(trp_roster_entry) <= 2 * sizeof(void *) + 8, "entries have no padding");

trp_result trp__roster_misuse(const trp_roster *roster, const char *call, trp_result result,
                              const char *detail)
{
    return trp__misuse_named(roster->world, TRP__TEXT("roster"), roster->desc.name, call, result,
                             detail);
}

trp_result trp__roster_missing(const trp_roster *roster, const char *call)
{
    if (roster != NULL && roster->watcher.function == NULL)
        return trp__uninitialised(call, "roster");
    return TRP_ERR_NULL;
}

trp_result trp__roster_enter(const trp_roster *roster, const char *call)
{
    if (roster == NULL || roster->world == NULL)
        return trp__roster_missing(roster, call);
    if (roster->world->drawing)
        return trp__roster_misuse(roster, call, TRP_BUSY, TRP__TEXT("the world is being drawn"));
    if (trp__roster_self(roster) != roster)
        return trp__roster_misuse(
            roster, call, TRP_ERR_UNLINKED,
            TRP__TEXT("the roster was copied or moved. Pass a pointer to the original"));
    return TRP_OK;
}

/* Memory */

static bool roster_is_own(const trp_roster *roster)
{
    return roster->desc.array == NULL && roster->items != NULL;
}

/* Whether the array was the last memory taken from a caller's block: then its end can be moved
 * there. */
static bool roster_is_last_piece(const trp_roster *roster)
{
    const trp_world *world = roster->world;
    const size_t bytes = TRP_ROSTER_BYTES(roster->held) + TRP_ALIGNMENT - 1;

    return roster_is_own(roster) && world->allocator.allocate == NULL &&
           (unsigned char *)roster->items + bytes / TRP_ALIGNMENT * TRP_ALIGNMENT == world->block;
}

/* Moves the end of an array that was taken last: members do not move. */
static bool roster_resize_in_place(trp_roster *roster, uint32_t room, size_t bytes)
{
    const size_t old_bytes = TRP_ROSTER_BYTES(roster->held);
    trp_roster_entry *items;

    trp__release(roster->world, roster->items, old_bytes);
    items = trp__take(roster->world, bytes);
    if (items == NULL)
    {
        roster->items = trp__take(roster->world, old_bytes);
        return false;
    }
    roster->items = items;
    roster->room = room;
    roster->held = room;
    return true;
}

/* Moves the members to an array of this many entries, which has room for them. */
static bool roster_resize(trp_roster *roster, uint32_t room)
{
    const size_t bytes = trp__bytes(room, sizeof(trp_roster_entry), 0);
    trp_roster_entry *items = NULL;

    if (room != 0)
    {
        if (roster_is_last_piece(roster))
            return roster_resize_in_place(roster, room, bytes);
        items = trp__take(roster->world, bytes);
        if (items == NULL)
            return false;
    }
    for (uint32_t place = 0; place < trp__roster_size(roster); place++)
        items[place] = *trp__roster_entry_at(roster, place);
    if (roster_is_own(roster))
        trp__release(roster->world, roster->items, TRP_ROSTER_BYTES(roster->held));
    roster->items = items;
    roster->used -= roster->gap;
    roster->gap = 0;
    roster->gap_at = 0;
    roster->room = room;
    roster->held = room;
    roster->moves++;
    return true;
}

/* The same, unless a restored roster still has the memory. */
static bool roster_widen(trp_roster *roster, uint32_t room)
{
    if (room > roster->held)
        return roster_resize(roster, room);
    roster->room = room;
    return true;
}

/* Grows by half, at least to `least`. */
static trp_result roster_grow(trp_roster *roster, uint32_t least)
{
    const uint32_t most = roster->desc.max != 0 ? roster->desc.max : ROSTER_MOST_ENTRIES;
    uint32_t room = roster->room + roster->room / 2;

    if (roster->desc.array != NULL || least > most)
        return TRP_ERR_FULL;
    if (room < 8)
        room = 8;
    if (room < least)
        room = least;
    if (room > most)
        room = most;
    return roster_widen(roster, room) || roster_widen(roster, least) ? TRP_OK : TRP_ERR_MEMORY;
}

bool trp__roster_has_room(const trp_roster *roster)
{
    return roster->used < roster->room &&
           (roster->desc.max == 0 || trp__roster_size(roster) < roster->desc.max);
}

trp_result trp__roster_make_room(trp_roster *roster)
{
    const trp__roster_life life = trp__roster_life_of(roster);

    trp__roster_close_gap(roster);
    if (trp__roster_has_room(roster))
        return TRP_OK;
    trp__roster_drop_dead(roster);
    if (!trp__roster_is_same(roster, life))
        return TRP_ERR_NULL;
    trp__roster_close_gap(roster);
    if (trp__roster_has_room(roster))
        return TRP_OK;
    return roster_grow(roster, trp__roster_size(roster) + 1);
}

trp_result trp_roster_reserve(trp_roster *roster, uint32_t capacity)
{
    const trp_result result = trp__roster_enter(roster, TRP__TEXT("trp_roster_reserve"));

    if (result != TRP_OK || capacity <= roster->room)
        return result;
    return roster_grow(roster, capacity);
}

trp_result trp_roster_shrink(trp_roster *roster)
{
    trp_result result = trp__roster_enter(roster, TRP__TEXT("trp_roster_shrink"));
    uint32_t room;

    if (result == TRP_OK && roster->world->histories != 0)
        return trp__roster_misuse(roster, TRP__TEXT("trp_roster_shrink"), TRP_BUSY,
                                  TRP__TEXT("a history of the world needs the memory"));
    if (result == TRP_OK)
        result = trp_roster_prune(roster);
    if (result != TRP_OK || roster->world == NULL || !roster_is_own(roster))
        return result;
    trp__roster_close_gap(roster);
    room = trp__roster_size(roster);
    if (room < roster->desc.capacity)
        room = roster->desc.capacity;
    if (room >= roster->held)
        return TRP_OK;
    if (roster_is_last_piece(roster) || roster->world->allocator.allocate != NULL)
        (void)roster_resize(roster, room);
    return TRP_OK;
}

/* Life */

/* Removes members, memory and world; walks end. */
static void roster_end(trp_roster *roster)
{
    if (roster_is_own(roster))
        trp__release(roster->world, roster->items, TRP_ROSTER_BYTES(roster->held));
    trp__part_remove(roster->world, &roster->part);
    roster->origin = ++roster->moves;
    if (roster->moves - roster->world->moves < UINT32_MAX / 2)
        roster->world->moves = roster->moves;
    roster->world = NULL;
    roster->items = NULL;
    roster->used = 0;
    roster->room = 0;
    roster->held = 0;
    roster->gap = 0;
    roster->walks = 0;
}

static void roster_watch(trp_actor *actor, const trp_event_context *in)
{
    trp_roster *roster = in->user;
    (void)actor;
    if (in->event == TRP_EVENT_SHUTDOWN)
    {
        trp__take_watcher(roster->world, &roster->watcher);
        roster_end(roster);
    }
    else
        trp__roster_drop_dead(roster);
}

static trp_result roster_check_array(const trp_roster_desc *desc, const char **detail)
{
    *detail = NULL;
    if (desc->capacity > ROSTER_MOST_ENTRIES || desc->max > ROSTER_MOST_ENTRIES)
        return TRP_ERR_LIMIT;
    if (desc->array == NULL)
    {
        *detail = TRP__TEXT("a capacity above max");
        return desc->max != 0 && desc->capacity > desc->max ? TRP_ERR_DESC : TRP_OK;
    }
    if ((uintptr_t)desc->array % TRP_ALIGNMENT != 0)
        return TRP_ERR_ALIGN;
    *detail = TRP__TEXT("the array is smaller than TRP_ROSTER_BYTES(1). Give a larger one");
    if (desc->array_bytes < TRP_ROSTER_BYTES(1))
        return TRP_ERR_MEMORY;
    *detail = TRP__TEXT("a capacity beside an array");
    return desc->capacity != 0 ? TRP_ERR_DESC : TRP_OK;
}

static trp_result roster_check_init(const trp_roster *roster, const trp_world *world,
                                    const trp_roster_desc *desc, const char **detail)
{
    *detail = TRP__TEXT("the roster is NULL");
    if (roster == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn, or ends");
    if (world->drawing || world->ending)
        return TRP_BUSY;
    *detail = TRP__TEXT("the roster is initialised already");
    trp__look_for_lost(world, world->watchers);
    for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
        if (at == &roster->watcher)
            return TRP_ERR_LINKED;
    return roster_check_array(desc, detail);
}

trp_result trp_roster_init(trp_roster *roster, trp_world *world, const trp_roster_desc *desc)
{
    const trp_roster_desc defaults = {0};
    const char *detail;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_roster_init")))
        return TRP_ERR_NULL;
    if (desc == NULL)
        desc = &defaults;
    result = roster_check_init(roster, world, desc, &detail);
    if (result != TRP_OK)
        return trp__misuse_named(world, TRP__TEXT("roster"), desc->name,
                                 TRP__TEXT("trp_roster_init"), result, detail);
    memset(roster, 0, sizeof *roster);
    roster->world = world;
    roster->desc = *desc;
    if (roster->desc.name == NULL)
        roster->desc.name = "roster";
    roster->serial = 1;
    /* walks over a former roster in this struct may be in progress */
    roster->moves = world->moves + 1;
    roster->origin = roster->moves;
    roster->items = desc->array;
    if (desc->array != NULL)
        roster->room = desc->array_bytes / sizeof(trp_roster_entry) < ROSTER_MOST_ENTRIES
                           ? (uint32_t)(desc->array_bytes / sizeof(trp_roster_entry))
                           : ROSTER_MOST_ENTRIES;
    roster->held = roster->room;
    if (desc->array == NULL && desc->capacity != 0 && !roster_resize(roster, desc->capacity))
    {
        roster->world = NULL;
        return trp__misuse_named(world, TRP__TEXT("roster"), roster->desc.name,
                                 TRP__TEXT("trp_roster_init"), TRP_ERR_MEMORY, NULL);
    }
    roster->watcher.function = roster_watch;
    roster->watcher.user = roster;
    roster->watcher.events = TRP_EVENT_TRIMMED | TRP_EVENT_SHUTDOWN;
    trp__part_add(world, &roster->part, TRP__PART_ROSTER, NULL);
    result = trp_watch_all(world, &roster->watcher);
    trp__watcher_named(&roster->watcher, "roster", roster->desc.name);
    return result;
}

trp_result trp_roster_free(trp_roster *roster)
{
    trp_result result;

    if (roster == NULL || roster->world == NULL)
        return TRP_GONE;
    result = trp__roster_enter(roster, TRP__TEXT("trp_roster_free"));
    if (result == TRP_OK)
        result = trp_unwatch_all(roster->world, &roster->watcher);
    if (result == TRP_OK)
        roster_end(roster);
    return result;
}

/* Queries and removal */

trp_result trp_roster_clear(trp_roster *roster)
{
    const trp_result result = trp__roster_enter(roster, TRP__TEXT("trp_roster_clear"));

    if (result != TRP_OK)
        return result;
    roster->used = 0;
    roster->gap = 0;
    roster->walks = 0;
    roster->serial = 1;
    roster->origin = ++roster->moves;
    return TRP_OK;
}

trp_result trp_roster_prune(trp_roster *roster)
{
    const trp_result result = trp__roster_enter(roster, TRP__TEXT("trp_roster_prune"));

    if (result == TRP_OK)
        trp__roster_drop_dead(roster);
    return result;
}

/* Whether this entry is this actor, alive. Only its address is used. */
static bool roster_is_member(const trp_roster_entry *entry, const trp_actor *actor)
{
    return trp__roster_lives(entry) && entry->actor == actor;
}

bool trp_roster_has(const trp_roster *roster, const trp_actor *actor)
{
    const uint32_t size = trp_roster_size(roster);

    for (uint32_t place = 0; place < size; place++)
        if (roster_is_member(trp__roster_entry_at(roster, place), actor))
            return true;
    return false;
}

static void roster_take_out(trp_roster *roster, uint32_t place)
{
    if (roster->desc.unordered && roster->walks == 0)
    {
        const uint32_t last = trp__roster_size(roster) - 1;
        trp__roster_replace(trp__roster_entry_at(roster, place),
                            trp__roster_entry_at(roster, last));
        place = last;
    }
    trp__roster_take_out(roster, place);
}

trp_result trp_roster_remove(trp_roster *roster, const trp_actor *actor)
{
    trp_result result = trp__roster_enter(roster, TRP__TEXT("trp_roster_remove"));

    if (result != TRP_OK)
        return result;
    result = TRP_GONE;
    for (uint32_t place = 0; place < trp__roster_size(roster);)
    {
        if (roster_is_member(trp__roster_entry_at(roster, place), actor))
        {
            roster_take_out(roster, place);
            result = TRP_OK;
        }
        else
            place++;
    }
    return result;
}

trp_actor *trp_roster_at(const trp_roster *roster, uint32_t place)
{
    const trp_roster_entry *entry;

    if (place >= trp_roster_size(roster))
        return NULL;
    entry = trp__roster_entry_at(roster, place);
    return trp__roster_lives(entry) ? entry->actor : NULL;
}

uint32_t trp_roster_size(const trp_roster *roster)
{
    return roster != NULL ? trp__roster_size(roster) : 0;
}

uint32_t trp_roster_count(const trp_roster *roster)
{
    const uint32_t size = trp_roster_size(roster);
    uint32_t count = 0;

    for (uint32_t place = 0; place < size; place++)
        count += trp__roster_lives(trp__roster_entry_at(roster, place));
    return count;
}

uint32_t trp_roster_capacity(const trp_roster *roster)
{
    return roster != NULL ? roster->room : 0;
}

uint32_t trp_roster_available(const trp_roster *roster)
{
    const uint32_t size = trp_roster_size(roster);
    uint32_t room = trp_roster_capacity(roster);

    if (room != 0 && roster->desc.max != 0 && roster->desc.max < room)
        room = roster->desc.max;
    return room - size;
}
