/*
 * The gap of a group's array, and the pruning of dead entries that a walk has found.
 */
#include "group.h"

/* Moves the gap up or down, past existing entries. */
static void group_prune_slide_gap(trp_group *group, uint32_t place)
{
    trp_group_entry *to = &group->items[group->gap_at];
    trp_group_entry *from = to + group->gap;
    trp_group_entry *stop = &group->items[place];

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
    group->moves++;
}

void trp__group_move_gap(trp_group *group, uint32_t place)
{
    if (group->gap != 0 && group->gap_at != place)
        group_prune_slide_gap(group, place);
    group->gap_at = place;
}

void trp__group_close_gap(trp_group *group)
{
    trp__group_move_gap(group, trp__group_size(group));
    group->used -= group->gap;
    group->gap = 0;
}

void trp__group_take_out(trp_group *group, uint32_t place)
{
    trp__group_move_gap(group, place);
    group->gap++;
    group->moves++;
    if (group->gap_at + group->gap == group->used)
    {
        group->used = group->gap_at;
        group->gap = 0;
    }
}

uint32_t trp__group_place_after(const trp_group *group, uint32_t serial)
{
    uint32_t low = 0;
    uint32_t high = trp__group_size(group);

    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        if (trp__group_entry_at(group, middle)->serial <= serial)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void trp__group_replace(trp_group_entry *entry, const trp_group_entry *by)
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
static void group_prune_fill(trp_group *group, uint32_t place, uint32_t behind, uint32_t limit)
{
    const uint32_t old = trp__group_place_after(group, limit - 1);

    if (old <= behind)
    {
        trp__group_take_out(group, place);
        return;
    }
    for (; place + 1 < behind; place++)
        trp__group_replace(trp__group_entry_at(group, place),
                           trp__group_entry_at(group, place + 1));
    trp__group_replace(trp__group_entry_at(group, place), trp__group_entry_at(group, old - 1));
    trp__group_take_out(group, old - 1);
}

/* The handle of the ended life of an entry. */
static trp_handle group_prune_handle_of(const trp_group *group, const trp_group_entry *entry)
{
    const trp__place place = trp__find_by_cell(group->world, entry->cell);
    trp_handle handle = {0, 0};

    handle.index = trp__handle_index(place.pool, place.slot);
    handle.generation = entry->generation;
    return handle;
}

static void group_prune_tell_pruned(trp_group *group, const trp_handle *handles, uint32_t count)
{
    trp_world *world = group->world;
    const trp__group_life life = trp__group_life_of(group);

    trp_context in = trp__context(world, NULL, group->desc.user, NULL);

    in.group = group;
    world->calls++;
    for (uint32_t i = 0; i < count && trp__group_is_same(group, life); i++)
        group->desc.on_pruned(handles[i], &in);
    world->calls--;
}

/* Copies the dead entries among these. */
static void group_prune_note_dead(const trp_group *group, uint32_t from, uint32_t to,
                                  trp_handle *handles)
{
    for (; from < to; from++)
    {
        const trp_group_entry *entry = trp__group_entry_at(group, from);
        if (!trp__group_lives(entry))
            *handles++ = group_prune_handle_of(group, entry);
    }
}

/* Removes dead entries between two places; there is one at the first place. Returns how many. */
static uint32_t group_prune_compact(trp_group *group, uint32_t from, uint32_t to)
{
    trp_group_entry *kept = group->items + from;
    const trp_group_entry *entry;
    const trp_group_entry *end;

    trp__group_move_gap(group, from);
    entry = kept + group->gap;
    for (end = group->items + to + group->gap; entry != end; entry++)
    {
        *kept = *entry; /* without a branch: which are dead is not predictable */
        kept += trp__group_lives(entry);
    }
    group->gap_at = (uint32_t)(kept - group->items);
    group->gap += to - group->gap_at;
    group->moves++;
    if (group->gap_at + group->gap == group->used)
        trp__group_close_gap(group);
    return (uint32_t)(group->items + to - kept);
}

/* The same for an unordered group with a single walk in progress: last entries move into the
 * holes. */
static uint32_t group_prune_replace(trp_group *group, uint32_t from, uint32_t to, uint32_t limit)
{
    uint32_t count = 0;

    while (from < to)
    {
        const trp_group_entry *entry = trp__group_entry_at(group, from);
        if (trp__group_lives(entry))
        {
            from++;
            continue;
        }
        count++;
        group_prune_fill(group, from, to--, limit);
    }
    return count;
}

uint32_t trp__group_prune_run(trp_group *group, uint32_t from, uint32_t to, uint32_t limit)
{
    trp_handle handles[TRP__GROUP_RUN];
    uint32_t count;
    uint32_t serial;

    if (group->desc.on_pruned != NULL)
        group_prune_note_dead(group, from, to, handles);
    if (group->desc.unordered && group->walks == 1)
        count = group_prune_replace(group, from, to, limit);
    else
        count = group_prune_compact(group, from, to);
    to -= count;
    if (group->desc.on_pruned == NULL)
        return to;
    serial = to != 0 ? trp__group_entry_at(group, to - 1)->serial : 0;
    group_prune_tell_pruned(group, handles, count);
    return trp__group_place_after(group, serial);
}
