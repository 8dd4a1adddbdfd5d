/*
 * Who touches whom: all pairs at once, into memory, before anybody is told.
 *
 * In a level each box is compared with those behind it in its own cell and those in the cell to its right, which stand
 * in one stretch, and with those in the three cells below, another. The cells in front have done the same with it.
 * Between two levels each box of the finer one asks the coarser one. What is in no level asks all levels.
 *
 * What is found are places in the cells; numbers, and the order by numbers, come afterwards.
 */
#include "space_internal.h"

/* Makes room: leaves those that care for each other, of which there may be few among many that touch. */
static void leave_caring(const trp_space *space, trp__pairs *out)
{
    uint32_t count = out->caring;

    for (uint32_t i = count; i < out->count; i++)
    {
        const uint64_t pair = out->pairs[i];
        out->pairs[count] = pair;
        count += trp__care(space, space->who[pair >> 32], space->who[(uint32_t)pair]);
    }
    out->count = count;
    out->caring = count;
}

/* Where there is hardly room left. */
TRP__COLD static void find_carefully(const trp_space *space, uint32_t place, uint32_t from,
                                     uint32_t to, trp__pairs *out)
{
    leave_caring(space, out);
    for (; from < to && !out->overflown; from++)
        if (trp__touch(&space->cell_edges[place], &space->cell_edges[from]) &&
            trp__care(space, space->who[place], space->who[from]))
        {
            if (out->count == out->room)
                out->overflown = true;
            else
                out->pairs[out->count++] = (uint64_t)place << 32 | from;
        }
    out->caring = out->count;
}

/* Notes a box if it touches: it is stored in any case, and stays if it does. */
TRP__INLINE uint32_t note(const trp__edges *edges, uint64_t *pairs, uint32_t count, uint32_t place,
                          uint32_t from, uint32_t to, trp__four limits)
{
    pairs[count] = (uint64_t)place << 32 | from;
    return count + (trp__at_most(&edges[from], limits) & (uint32_t)(from < to));
}

/*
 * Which boxes of a stretch touch the one at `place`. Stretches are mostly as short as a step is long, and how short cannot
 * be foreseen: so what is behind the end is looked at too, rather than asked for.
 */
TRP__INLINE void find_in(const trp_space *space, uint32_t place, trp__four limits, uint32_t from,
                         uint32_t to, trp__pairs *out)
{
    const trp__edges *edges = space->cell_edges;
    uint64_t *pairs = out->pairs;
    uint32_t count = out->count;

    if (!TRP__LIKELY(to - from + TRP__SPACE_BEHIND < out->room - count))
    {
        find_carefully(space, place, from, to, out);
        return;
    }
    for (; from < to; from += 4)
    {
        count = note(edges, pairs, count, place, from, to, limits);
        count = note(edges, pairs, count, place, from + 1, to, limits);
        count = note(edges, pairs, count, place, from + 2, to, limits);
        count = note(edges, pairs, count, place, from + 3, to, limits);
    }
    out->count = count;
}

/* A box in a cell at the side of its level: like any other, but what is beside it may be on the other side. */
TRP__APART static void find_at_side(trp_space *space, const trp__level *level, uint32_t place,
                                    trp__pairs *out)
{
    const uint32_t last = level->columns - 1;
    const uint32_t column = (space->cell[place] - level->cells) & last;
    const uint32_t row_number = (space->cell[place] - level->cells) >> level->column_bits;
    const uint32_t *first = space->starts + level->cells;
    const uint32_t *row = first + ((size_t)row_number << level->column_bits);
    const uint32_t *next = row + level->columns;
    const trp__four limits = trp__limits(&space->cell_edges[place]);
    const bool wraps = level->columns <= (uint32_t)level->last_x;

    find_in(space, place, limits, place + 1, row[column == last ? last + 1 : column + 2], out);
    if (wraps && column == last)
        find_in(space, place, limits, row[0], row[1], out);
    if (row_number == level->rows - 1)
    {
        if (level->rows > (uint32_t)level->last_y)
            return; /* nothing is below */
        next = first;
    }
    find_in(space, place, limits, next[column == 0 ? 0 : column - 1],
            next[column == last ? last + 1 : column + 2], out);
    if (wraps && column == 0)
        find_in(space, place, limits, next[last], next[last + 1], out);
    if (wraps && column == last)
        find_in(space, place, limits, next[0], next[1], out);
}

static void find_in_level(trp_space *space, const trp__level *level, trp__pairs *out)
{
    const uint32_t first = level->cells;
    const uint32_t columns = level->columns;
    const uint32_t last_row = first + columns * (level->rows - 1);
    const uint32_t *starts = space->starts;
    uint64_t candidates = 0;
    trp__pairs found = *out;

    for (uint32_t place = level->first; place < level->end; place++)
    {
        const uint32_t cell = space->cell[place];
        const uint32_t column = (cell - first) & (columns - 1);
        if (TRP__LIKELY(column - 1 < columns - 2 && cell < last_row))
        {
            const trp__four limits = trp__limits(&space->cell_edges[place]);
            const uint32_t *below = starts + cell + columns;
            find_in(space, place, limits, place + 1, starts[cell + 2], &found);
            find_in(space, place, limits, below[-1], below[2], &found);
            candidates += starts[cell + 2] - place - 1 + below[2] - below[-1];
        }
        else
            find_at_side(space, level, place, &found);
    }
    space->candidates += candidates;
    *out = found;
}

/* The box at `place`, which is in no or another level, with all of one. */
TRP__INLINE void find_across(trp_space *space, uint32_t place, const trp__level *level,
                             trp__pairs *out)
{
    const trp__edges *edges = &space->cell_edges[place];
    const trp__four limits = trp__limits(edges);
    trp__stretches at = trp__stretches_of(level, edges);

    while (at.rows != 0)
    {
        const uint32_t *row = space->starts + trp__next_row(level, &at);
        find_in(space, place, limits, row[at.from], row[at.to], out);
        space->candidates += row[at.to] - row[at.from];
        if (at.again != 0)
            find_in(space, place, limits, row[0], row[at.again], out);
    }
}

static void find_places(trp_space *space, trp__pairs *out)
{
    trp__pairs found = *out;

    for (uint32_t i = 0; i < space->level_count; i++)
    {
        const trp__level *level = &space->levels[i];
        find_in_level(space, level, &found);
        for (uint32_t k = i + 1; k < space->level_count; k++)
            for (uint32_t place = level->first; place < level->end; place++)
                find_across(space, place, &space->levels[k], &found);
    }
    for (uint32_t place = space->large; place < space->placed; place++)
    {
        for (uint32_t i = 0; i < space->level_count; i++)
            find_across(space, place, &space->levels[i], &found);
        find_in(space, place, trp__limits(&space->cell_edges[place]), place + 1, space->placed,
                &found);
        space->candidates += space->placed - place - 1;
    }
    *out = found;
}

/* From places to numbers, the lower one first; leaves those that care for each other. */
static void turn_to_members(const trp_space *space, trp__pairs *found)
{
    uint64_t *pairs = found->pairs;
    uint32_t count = 0;

    for (uint32_t i = 0; i < found->count; i++)
    {
        const uint32_t a = space->who[pairs[i] >> 32];
        const uint32_t b = space->who[(uint32_t)pairs[i]];
        pairs[count] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        count += trp__care(space, a, b);
    }
    found->count = count;
}

/* Puts the pairs of one lower number in order, of which the one at `at` is the first that is not. They are mostly few. */
static void sort_bucket(const uint32_t *ends, uint64_t *pairs, uint32_t at)
{
    const uint32_t low = (uint32_t)(pairs[at] >> 32);
    const uint32_t begin = low != 0 ? ends[low - 1] : 0;

    trp__sort_keys(pairs + begin, ends[low] - begin);
}

/* Sorts by counting the lower numbers, then those in order that have the same. */
static void sort_pairs(trp_space *space, const trp__pairs *from, uint64_t *to)
{
    uint32_t *next = space->work;
    uint32_t sum = 0;

    memset(next, 0, (space->top + 2) * sizeof *next);
    for (uint32_t i = 0; i < from->count; i++)
        next[(from->pairs[i] >> 32) + 1]++;
    for (uint32_t i = 0; i < space->top; i++)
    {
        sum += next[i];
        next[i] = sum;
    }
    for (uint32_t i = 0; i < from->count; i++)
        to[next[from->pairs[i] >> 32]++] = from->pairs[i];
    for (uint32_t i = 1; i < from->count; i++)
        if (to[i] < to[i - 1])
            sort_bucket(next, to, i);
}

/* The boxes themselves, each with those behind it: in order already. */
static void find_in_boxes(trp_space *space, trp__pairs *out)
{
    for (uint32_t i = 0; i < space->top; i++)
    {
        if (!trp__is_found(space, i))
            continue;
        const trp__four limits = trp__limits(&space->edges[i]);
        space->candidates += space->top - i - 1;
        for (uint32_t k = i + 1; k < space->top; k++)
        {
            if (trp__at_most(&space->edges[k], limits) == 0 || !trp__is_found(space, k) ||
                !trp__care(space, i, k))
                continue;
            if (out->count == out->room)
            {
                out->overflown = true;
                return;
            }
            out->pairs[out->count++] = (uint64_t)i << 32 | k;
        }
    }
}

bool trp__space_collect(trp_space *space, uint32_t *from, uint32_t *count)
{
    const uint32_t base = (space->stack_top + 1) / 2 * 2;
    const uint32_t room = space->stack_size > base ? (space->stack_size - base) / 2 : 0;
    uint64_t *stack = (uint64_t *)(void *)(space->stack + base);
    trp__pairs found = {stack, 0, room, 0, false};
    const bool has_cells = space->desc.kind != TRP_SPACE_BRUTE;

    if (has_cells && space->held == 0 && !trp__is_clean(space))
        trp__space_sort(space);
    space->questions += space->count;
    if (has_cells && trp__is_clean(space))
    {
        found.pairs = stack + room / 2;
        found.room = room / 2;
        find_places(space, &found);
        turn_to_members(space, &found);
        sort_pairs(space, &found, stack);
    }
    else
        find_in_boxes(space, &found);
    space->hits += found.count;
    *from = base;
    *count = found.count;
    return !found.overflown;
}
