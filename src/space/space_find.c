/*
 * Finding the boxes that touch a question's.
 */
#include "space_internal.h"

TRP__COLD static void find_carefully(const trp_space *space, uint32_t from, uint32_t to,
                                     trp__four limits, trp__found *found)
{
    for (; from < to && !found->overflown; from++)
        if (trp__at_most(&space->cell_edges[from], limits) != 0)
        {
            if (found->count == found->room)
                found->overflown = true;
            else
                found->places[found->count++] = from;
        }
}

/* Notes a box if it touches: it is stored in any case, and stays if it does. */
TRP__INLINE uint32_t note(const trp__edges *edges, uint32_t *places, uint32_t count, uint32_t from,
                          uint32_t to, trp__four limits)
{
    places[count] = from;
    return count + (trp__at_most(&edges[from], limits) & (uint32_t)(from < to));
}

/* In steps of four, be there fewer left: see space_touch.c. */
void trp__find_in_stretch(trp_space *space, uint32_t from, uint32_t to, trp__four limits,
                          trp__found *found)
{
    const trp__edges *edges = space->cell_edges;
    uint32_t *places = found->places;
    uint32_t count = found->count;

    space->candidates += to - from;
    if (!TRP__LIKELY(to - from + TRP__SPACE_BEHIND < found->room - count))
    {
        find_carefully(space, from, to, limits, found);
        return;
    }
    for (; from < to; from += 4)
    {
        count = note(edges, places, count, from, to, limits);
        count = note(edges, places, count, from + 1, to, limits);
        count = note(edges, places, count, from + 2, to, limits);
        count = note(edges, places, count, from + 3, to, limits);
    }
    found->count = count;
}

void trp__find_in_level(trp_space *space, const trp__level *level, const trp__edges *edges,
                        trp__found *found)
{
    const trp__four limits = trp__limits(edges);
    trp__stretches at = trp__stretches_of(level, edges);

    if (at.rows == level->rows && at.from == 0 && at.to == level->columns)
    {
        trp__find_in_stretch(space, level->first, level->end, limits, found);
        return;
    }
    while (at.rows != 0)
    {
        const uint32_t *row = space->starts + trp__next_row(level, &at);
        trp__find_in_stretch(space, row[at.from], row[at.to], limits, found);
        if (at.again != 0)
            trp__find_in_stretch(space, row[0], row[at.again], limits, found);
    }
}

bool trp__space_settle(trp_space *space)
{
    const uint32_t found = space->count - space->hidden;

    if (trp__is_clean(space))
        return false;
    if (space->desc.kind == TRP_SPACE_BRUTE)
        return true;
    space->debt += space->sorted ? space->loose_count : found;
    if (space->held == 0 && space->debt > 8 * (uint64_t)found + 64)
        trp__space_sort(space);
    return !space->sorted;
}

/* The boxes themselves, one by one. */
static bool find_in_boxes(trp_space *space, const trp__question *question, trp__found *found)
{
    const trp__four limits = trp__limits(&question->edges);

    space->candidates += space->top;
    for (uint32_t i = 0; i < space->top; i++)
        if (trp__at_most(&space->edges[i], limits) != 0 && trp__is_found(space, i))
        {
            if (found->count == found->room)
                return false;
            found->places[found->count++] = i;
        }
    return true;
}

/* From places in the cells to the members that are still there. */
static void turn_to_members(const trp_space *space, trp__found *found)
{
    const bool is_clean = trp__is_clean(space);
    uint32_t count = 0;

    for (uint32_t i = 0; i < found->count; i++)
    {
        const uint32_t place = found->places[i];
        found->places[count] = space->who[place];
        count += is_clean || trp__is_current_cell(space, place);
    }
    found->count = count;
}

static bool find_loose(trp_space *space, const trp__question *question, trp__found *found)
{
    space->candidates += space->loose_count;
    for (uint32_t i = 0; i < space->loose_count; i++)
    {
        const uint32_t member = space->loose[i];
        if ((space->flags[member] & TRP__LOOSE) == 0 || !trp__is_found(space, member) ||
            !trp__touch(&space->edges[member], &question->edges))
            continue;
        if (found->count == found->room)
            return false;
        found->places[found->count++] = member;
    }
    return true;
}

static bool find_in_cells(trp_space *space, const trp__question *question, trp__found *found)
{
    for (uint32_t i = 0; i < space->level_count; i++)
        trp__find_in_level(space, &space->levels[i], &question->edges, found);
    trp__find_in_stretch(space, space->large, space->placed, trp__limits(&question->edges), found);
    if (found->overflown)
        return false;
    turn_to_members(space, found);
    return space->loose_count == 0 || find_loose(space, question, found);
}

/* Leaves those that the box around the question touches, but not the question itself. */
static void filter(const trp_space *space, const trp__question *question, trp__found *found)
{
    uint32_t count = 0;

    if (question->mask == UINT32_MAX && question->area.shape == TRP_SHAPE_BOX)
        return;
    for (uint32_t i = 0; i < found->count; i++)
    {
        const uint32_t member = found->places[i];
        if ((space->category[member] & question->mask) != 0 &&
            trp__answers(question, &space->edges[member]))
            found->places[count++] = member;
    }
    found->count = count;
}

bool trp__space_find(trp_space *space, const trp__question *question, uint32_t *count)
{
    trp__found found = {NULL, 0, 0, false};
    bool fits;

    found.places = space->stack + space->stack_top;
    found.room = space->stack_size - space->stack_top;
    space->questions++;
    if (trp__space_settle(space))
        fits = find_in_boxes(space, question, &found);
    else
        fits = find_in_cells(space, question, &found);
    if (!fits)
        return false;
    filter(space, question, &found);
    trp__sort_numbers(space, found.places, found.count);
    space->hits += found.count;
    *count = found.count;
    return true;
}
