/*
 * List order: by layer, segment, and place in the segment. All that spaces need to know of the list
 * is in this file.
 *
 * In memory order a place is a slot: the slots of answers are marked in their pool's table. In an
 * age order it is a rank. A walk along the segment gives a rank to every member. Ranks stay valid
 * until an actor is created or woken there, since an actor that leaves does not change the order of
 * the others. The ranks of all such segments together are marked in the space's table.
 */
#include "space_list.h"

/* An upper bound of the number of entries into a segment. It uses the pools' own counts, because a
 * watcher may draw before the space is notified. */
static uint64_t list_entries_into(const trp_space *space, const trp_pool *segment)
{
    uint64_t count = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (space->by_number[pool->number] != NULL)
            count +=
                pool->state.created + pool->state.woken + space->by_number[pool->number]->entries;
    return count;
}

uint32_t trp__list_next(const trp_space *space, trp__position *position, const trp_pool *segment)
{
    const trp__entry *at;

    while ((at = segment->desc.order->next(segment->ages, position)) != NULL)
    {
        const trp__place place = trp__entry_place(segment, at);
        const trp__space_pool *entry = space->by_number[place.pool->number];
        if (entry != NULL && entry->members[place.slot] != 0 &&
            (at->index & TRP__ENTRY_EXPIRED) == 0)
            return entry->members[place.slot] - 1;
    }
    return TRP__NONE;
}

/* Ranks the members in a segment by their place in the list. Returns the number of ranks. */
static uint32_t list_rank(const trp_space *space, trp_pool *segment)
{
    trp__position position = trp__ages_start(segment->ages);
    uint32_t next = 0;
    uint32_t member;

    while ((member = trp__list_next(space, &position, segment)) != TRP__NONE)
        space->rank[member] = next++;
    return next;
}

/* The number of ranks in a segment. A member that left keeps its rank until members are ranked
 * again. */
static uint32_t list_ranks_of(const trp_space *space, trp_pool *segment, bool again)
{
    const uint64_t count = list_entries_into(space, segment);
    uint32_t ranks = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        const trp__space_pool *entry = space->by_number[pool->number];
        if (entry == NULL)
            continue;
        again = again || entry->ranked != count;
        ranks = entry->ranks;
    }
    if (!again)
        return ranks;
    ranks = list_rank(space, segment);
    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (space->by_number[pool->number] != NULL)
        {
            space->by_number[pool->number]->ranked = count;
            space->by_number[pool->number]->ranks = ranks;
        }
    return ranks;
}

/* Sets the first rank of each age-ordered segment. Returns the total. */
static uint32_t list_lay_ranks_as(const trp_space *space, bool again)
{
    uint32_t base = 0;

    for (trp_pool *segment = trp__first_segment(space->world); segment != NULL;
         segment = trp__beside_segment(segment, true))
    {
        if (trp__in_memory_order(segment))
            continue;
        for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
            if (space->by_number[pool->number] != NULL)
                space->by_number[pool->number]->base = base;
        base += list_ranks_of(space, segment, again);
    }
    return base;
}

/* The same, with as many ranks as there is room for. */
static void list_lay_ranks(const trp_space *space)
{
    if (list_lay_ranks_as(space, false) > space->capacity)
        (void)list_lay_ranks_as(space, true);
}

/* The first rank after those of an age-ordered segment. */
static uint32_t list_end_of(const trp_space *space, const trp_pool *segment, uint32_t base)
{
    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (space->by_number[pool->number] != NULL)
            return space->by_number[pool->number]->base + space->by_number[pool->number]->ranks;
    return base;
}

/* Marks the places of members. Returns whether some are in an age order. */
static bool list_mark(trp_space *space, const uint32_t *members, uint32_t count)
{
    uint32_t *by_rank = space->listed;
    bool has_ranks = false;
    bool is_laid = false;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = members[i];
        trp__space_pool *entry;
        if (i + TRP__AHEAD < count)
        {
            TRP__PREFETCH_READ(&space->rank[members[i + TRP__AHEAD]]);
            TRP__PREFETCH_READ(&space->pool[members[i + TRP__AHEAD]]);
        }
        entry = space->by_number[space->pool[member]];
        if (TRP__LIKELY(entry->marks.depth != 0))
        {
            trp__mark(&entry->marks, space->rank[member]);
            continue;
        }
        if (!trp__list_has(space, entry->pool, member))
            continue; /* it is not in the list, and its rank belongs to another member */
        if (!is_laid)
            list_lay_ranks(space);
        is_laid = true;
        has_ranks = true;
        by_rank[entry->base + space->rank[member]] = member;
        trp__mark(&space->marks, entry->base + space->rank[member]);
    }
    return has_ranks;
}

/* Writes the marked members of a pool in memory order. */
static uint32_t *list_take_slots(const trp_space *space, trp__space_pool *entry, uint32_t *to)
{
    const uint32_t count = trp__marks_take(&entry->marks, to);

    for (uint32_t i = 0; i < count; i++)
    {
        to[i] = entry->members[to[i]] - 1;
        TRP__PREFETCH_READ(&space->actor[to[i]]);
    }
    return to + count;
}

uint32_t trp__list_order(trp_space *space, uint32_t *members, uint32_t count)
{
    const bool has_ranks = list_mark(space, members, count);
    const uint32_t ranks = has_ranks ? trp__marks_take(&space->marks, space->chosen) : 0;
    uint32_t *to = members;
    uint32_t next = 0;
    uint32_t end = 0;

    for (const trp_pool *segment = trp__first_segment(space->world); segment != NULL;
         segment = trp__beside_segment(segment, true))
    {
        trp__space_pool *entry = space->by_number[segment->number];
        if (trp__in_memory_order(segment))
        {
            if (entry != NULL)
                to = list_take_slots(space, entry, to);
            continue;
        }
        if (has_ranks)
            end = list_end_of(space, segment, end);
        for (; next < ranks && space->chosen[next] < end; next++)
            *to++ = space->listed[space->chosen[next]];
    }
    return (uint32_t)(to - members);
}
