/*
 * The gap of a roster's array, and the pruning of dead entries that a walk has found.
 */
#include "roster.h"

/* Moves the gap up or down, past existing entries. */
static void roster_prune_slide_gap(trp_roster *roster, uint32_t place)
{
    trp_roster_entry *to = &roster->items[roster->gap_at];
    trp_roster_entry *from = to + roster->gap;
    trp_roster_entry *stop = &roster->items[place];

    for (; stop - to >= 4; to += 4, from += 4)
    {
        TRP__OPAQUE(to); /* no memmove */
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
    }
    while (to < stop)
    {
        TRP__OPAQUE(to);
        *to++ = *from++;
    }
    while (to > stop)
    {
        TRP__OPAQUE(to);
        *--from = *--to;
    }
    roster->moves++;
}

void trp__roster_move_gap(trp_roster *roster, uint32_t place)
{
    if (roster->gap != 0 && roster->gap_at != place)
        roster_prune_slide_gap(roster, place);
    roster->gap_at = place;
}

void trp__roster_close_gap(trp_roster *roster)
{
    trp__roster_move_gap(roster, trp__roster_size(roster));
    roster->used -= roster->gap;
    roster->gap = 0;
}

void trp__roster_take_out(trp_roster *roster, uint32_t place)
{
    trp__roster_move_gap(roster, place);
    roster->gap++;
    roster->moves++;
    if (roster->gap_at + roster->gap == roster->used)
    {
        roster->used = roster->gap_at;
        roster->gap = 0;
    }
}

uint32_t trp__roster_place_after(const trp_roster *roster, uint32_t serial)
{
    uint32_t low = 0;
    uint32_t high = trp__roster_size(roster);

    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        if (trp__roster_entry_at(roster, middle)->serial <= serial)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void trp__roster_replace(trp_roster_entry *entry, const trp_roster_entry *by)
{
    const uint32_t serial = entry->serial;

    *entry = *by;
    entry->serial = serial;
}

/*
 * Unordered: removes the entry at `place`, which is before `behind`, the place that the only walk
 * has reached. The last of the visited entries fills the hole, and the last entry of the array
 * comes to the place where the walk continues.
 */
static void roster_prune_fill(trp_roster *roster, uint32_t place, uint32_t behind, uint32_t limit)
{
    const uint32_t old = trp__roster_place_after(roster, limit - 1);

    if (old <= behind)
    {
        trp__roster_take_out(roster, place);
        return;
    }
    for (; place + 1 < behind; place++)
        trp__roster_replace(trp__roster_entry_at(roster, place),
                            trp__roster_entry_at(roster, place + 1));
    trp__roster_replace(trp__roster_entry_at(roster, place), trp__roster_entry_at(roster, old - 1));
    trp__roster_take_out(roster, old - 1);
}

/* The handle of the ended life of an entry. */
static trp_handle roster_prune_handle_of(const trp_roster *roster, const trp_roster_entry *entry)
{
    const trp__place place = trp__find_by_cell(roster->world, entry->cell);
    trp_handle handle = {0, 0};

    handle.index = trp__handle_index(place.pool, place.slot);
    handle.generation = entry->generation;
    return handle;
}

static void roster_prune_tell_pruned(trp_roster *roster, const trp_handle *handles, uint32_t count)
{
    trp_world *world = roster->world;
    const trp__roster_life life = trp__roster_life_of(roster);

    trp_context in = trp__context(world, NULL, roster->desc.user, NULL);

    in.roster = roster;
    world->calls++;
    for (uint32_t i = 0; i < count && trp__roster_is_same(roster, life); i++)
        roster->desc.on_pruned(handles[i], &in);
    world->calls--;
}

/* Copies the dead entries among these. */
static void roster_prune_note_dead(const trp_roster *roster, uint32_t from, uint32_t to,
                                   trp_handle *handles)
{
    for (; from < to; from++)
    {
        const trp_roster_entry *entry = trp__roster_entry_at(roster, from);
        if (!trp__roster_lives(entry))
            *handles++ = roster_prune_handle_of(roster, entry);
    }
}

/* Removes dead entries between two places; there is one at the first place. Returns how many. */
static uint32_t roster_prune_compact(trp_roster *roster, uint32_t from, uint32_t to)
{
    trp_roster_entry *kept = roster->items + from;
    const trp_roster_entry *entry;
    const trp_roster_entry *end;

    trp__roster_move_gap(roster, from);
    entry = kept + roster->gap;
    for (end = roster->items + to + roster->gap; entry != end; entry++)
    {
        *kept = *entry; /* without a branch: which are dead is not predictable */
        kept += trp__roster_lives(entry);
    }
    roster->gap_at = (uint32_t)(kept - roster->items);
    roster->gap += to - roster->gap_at;
    roster->moves++;
    if (roster->gap_at + roster->gap == roster->used)
        trp__roster_close_gap(roster);
    return (uint32_t)(roster->items + to - kept);
}

/* The same for an unordered roster with a single walk in progress: last entries move into the
 * holes. */
static uint32_t roster_prune_replace(trp_roster *roster, uint32_t from, uint32_t to, uint32_t limit)
{
    uint32_t count = 0;

    while (from < to)
    {
        const trp_roster_entry *entry = trp__roster_entry_at(roster, from);
        if (trp__roster_lives(entry))
        {
            from++;
            continue;
        }
        count++;
        roster_prune_fill(roster, from, to--, limit);
    }
    return count;
}

uint32_t trp__roster_prune_run(trp_roster *roster, uint32_t from, uint32_t to, uint32_t limit)
{
    trp_handle handles[TRP__ROSTER_RUN];
    uint32_t count;
    uint32_t serial;

    if (roster->desc.on_pruned != NULL)
        roster_prune_note_dead(roster, from, to, handles);
    if (roster->desc.unordered && roster->walks == 1)
        count = roster_prune_replace(roster, from, to, limit);
    else
        count = roster_prune_compact(roster, from, to);
    to -= count;
    if (roster->desc.on_pruned == NULL)
        return to;
    serial = to != 0 ? trp__roster_entry_at(roster, to - 1)->serial : 0;
    roster_prune_tell_pruned(roster, handles, count);
    return trp__roster_place_after(roster, serial);
}
