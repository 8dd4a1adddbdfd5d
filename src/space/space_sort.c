/*
 * Sorts copies of boxes into cells, by counting.
 *
 * Whether a box fits a level is decided by the numbers of cells, not by sizes, so rounding cannot
 * make it wrong. The boxes that touch it have their corners in the cells from one before it up to
 * its last one.
 *
 * Boxes are processed in their former order, new ones last. They usually move little, so each is
 * read from and written to a place near the one before it.
 */
#include "space_pairing.h"

static float sort_inverse(float side)
{
    const float inverse = 1 / side;

    return !(inverse < 1e30f) ? 1e30f : inverse > 1e-37f ? inverse : 1e-37f;
}

/* The range of finite corners of boxes. Other boxes fit a level of one row or column, or none. */
TRP__COLD static void sort_find_bounds(const trp__edges *edges, uint32_t count, trp__edges *least,
                                       trp__edges *most)
{
    const trp__edges highest = {TRP__FINITE_MOST, TRP__FINITE_MOST, 0, 0};
    const trp__edges lowest = {-TRP__FINITE_MOST, -TRP__FINITE_MOST, 0, 0};

    *least = highest;
    *most = lowest;
    for (uint32_t i = 0; i < count; i++)
    {
        const float left = edges[i].left;
        const float top = edges[i].top;
        const float sum = left + top;
        if (sum - sum != 0)
            continue;
        least->left = left < least->left ? left : least->left;
        least->top = top < least->top ? top : least->top;
        most->left = left > most->left ? left : most->left;
        most->top = top > most->top ? top : most->top;
    }
    if (!(least->left <= most->left))
        *least = *most;
}

/* Copies the boxes of the listed members, and computes the range of their corners. */
static void sort_gather(trp_space *space, uint32_t count, trp__edges *least, trp__edges *most)
{
    const trp__edges *edges = space->edges;
    const uint32_t *listed = space->listed;
    trp__edges *found = space->found;
    trp__four low = TRP__FOUR(TRP__FINITE_MOST, TRP__FINITE_MOST, 0, 0);
    trp__four high = TRP__FOUR(-TRP__FINITE_MOST, -TRP__FINITE_MOST, 0, 0);

    if (space->is_swept)
    {
        for (uint32_t i = 0; i < count; i++)
            trp__swept_edges(space, listed[i], &found[i]);
        sort_find_bounds(found, count, least, most);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
    {
        const trp__four box = trp__load_four(&edges[listed[i]]);
        low = trp__least_four(low, box);
        high = trp__most_four(high, box);
        memcpy(&found[i], &box, sizeof box);
    }
    memcpy(least, &low, sizeof low);
    memcpy(most, &high, sizeof high);
    if (!(least->left > -TRP__FINITE_MOST && least->top > -TRP__FINITE_MOST &&
          most->left < TRP__FINITE_MOST && most->top < TRP__FINITE_MOST &&
          least->left <= most->left))
        sort_find_bounds(found, count, least, most);
}

static uint32_t sort_power_from(uint32_t number)
{
    uint32_t power = TRP__LEVEL_CELLS;

    while (power < number)
        power *= 2;
    return power;
}

/* The number of cells of a level, out of this many: all that exist if these are not many more than
 * its boxes. */
static void sort_shape_level(trp__level *level, uint32_t boxes, uint32_t room)
{
    const uint64_t columns = (uint64_t)level->last_x + 1;
    const uint64_t cells = (columns + 1) * ((uint64_t)level->last_y + 2) + 1;
    uint32_t count = sort_power_from(boxes);

    level->mask = UINT32_MAX;
    if (cells <= 3 * (uint64_t)boxes + 4 * TRP__LEVEL_CELLS && cells <= room)
    {
        level->cell_count = (uint32_t)cells;
        level->stride = (uint32_t)columns + 1;
        return;
    }
    while (count > room)
        count /= 2;
    level->cell_count = count;
    level->mask = count - 1;
    /* the golden section: neighbouring rows are far apart. With 16 cells it is 11, since with 9 the
     * cell before the one below would be half way round, in both directions */
    level->stride = ((uint32_t)((count * UINT64_C(0x9E3779B9)) >> 32) + 1) | 1;
}

/* The range of its cells along an axis, and the range of those with corners. */
static void sort_place_level(trp__level *level, const trp__plan *plan, uint32_t number,
                             const trp__edges *least, const trp__edges *most)
{
    level->flat_x = !(plan->widths[number] <= TRP__FINITE_MOST);
    level->flat_y = !(plan->heights[number] <= TRP__FINITE_MOST);
    level->height = plan->heights[number];
    level->inverses[0] = level->flat_x ? 1 : sort_inverse(plan->widths[number]);
    level->inverses[1] = level->flat_y ? 1 : sort_inverse(plan->heights[number]);
    level->inverses[2] = -level->inverses[0];
    level->inverses[3] = -level->inverses[1];
    level->origin_x = level->flat_x ? 0 : trp__cell_at(least->left, level->inverses[0]);
    level->origin_y = level->flat_y ? 0 : trp__cell_at(least->top, level->inverses[1]);
    level->last_x =
        level->flat_x ? 0 : trp__cell_at(most->left, level->inverses[0]) - level->origin_x;
    level->last_y =
        level->flat_y ? 0 : trp__cell_at(most->top, level->inverses[1]) - level->origin_y;
}

/* The last level is the pile, with one cell. */
static void sort_lay_levels(const trp_space *space, trp__sheet *sheet, const trp__edges *least,
                            const trp__edges *most)
{
    const trp__plan *plan = &sheet->plan;
    const uint32_t other = sheet == &space->sheets[TRP__SETTLED] ? TRP__SPACE_CELLS_KEPT / 2 : 0;
    uint32_t room = trp__space_cell_room(space->capacity) - sheet->cells - other - 3;
    trp__level *pile = &sheet->levels[plan->level_count];
    uint32_t cells = sheet->cells;

    for (uint32_t i = 0; i < plan->level_count; i++)
    {
        trp__level *level = &sheet->levels[i];
        const uint32_t kept = TRP__LEVEL_CELLS * (plan->level_count - i); /* for the others */
        sort_place_level(level, plan, i, least, most);
        sort_shape_level(level, plan->expected[i], room - kept);
        level->cells = cells;
        cells += level->cell_count;
        room -= level->cell_count;
    }
    memset(pile, 0, sizeof *pile);
    pile->mask = UINT32_MAX;
    pile->cells = cells;
    pile->cell_count = 1;
    sheet->level_count = plan->level_count + 1;
    sheet->cell_count = cells + 1 - sheet->cells;
}

/* The cell of a box on a level; TRP__NONE: it does not fit. */
TRP__INLINE uint32_t sort_cell_on(const trp__level *level, const trp__edges *edges)
{
    trp__cells cells = trp__cells_of(level, edges);
    uint32_t x;
    uint32_t y;

    if (level->flat_x)
        cells.left = cells.right = 0;
    if (level->flat_y)
        cells.top = cells.bottom = 0;
    x = (uint32_t)(cells.left - level->origin_x);
    y = (uint32_t)(cells.top - level->origin_y);
    if (TRP__LIKELY(((uint32_t)(cells.right - cells.left) | (uint32_t)(cells.bottom - cells.top)) <=
                        1 &&
                    x <= (uint32_t)level->last_x && y <= (uint32_t)level->last_y))
        return level->cells + ((y * level->stride + x + 1) & level->mask);
    return TRP__NONE;
}

/* The same for a box of unknown level. */
static uint32_t sort_cell_of(const trp__sheet *sheet, const trp__edges *edges)
{
    const uint32_t pile = sheet->level_count - 1;
    uint32_t level = trp__plan_level(&sheet->plan, edges);

    for (; level < pile; level = sheet->plan.next[level])
    {
        const uint32_t cell = sort_cell_on(&sheet->levels[level], edges);
        if (TRP__LIKELY(cell != TRP__NONE))
            return cell;
    }
    return sheet->levels[pile].cells;
}

/* Records the cell of each listed member, and counts members per cell, two cells further on. */
static void sort_count(trp_space *space, const trp__sheet *sheet, uint32_t count)
{
    const trp__edges *edges = space->found;
    uint32_t *cells = space->chosen;
    uint32_t *counts = space->starts + 2;
    const trp__level first = sheet->levels[0]; /* a copy, so that no other store can change it */
    const bool is_simple = sheet->level_count == 2; /* with the pile */

    memset(space->starts + sheet->cells, 0, (sheet->cell_count + 2) * sizeof *counts);
    for (uint32_t i = 0; i < count; i++)
    {
        uint32_t cell = is_simple ? sort_cell_on(&first, &edges[i]) : TRP__NONE;
        if (!TRP__LIKELY(cell != TRP__NONE))
            cell = sort_cell_of(sheet, &edges[i]);
        cells[i] = cell;
        counts[cell]++;
    }
}

/* Converts counts of cells to starts of cells, one cell further on. */
static void sort_sum(uint32_t *starts, uint32_t count, uint32_t sum)
{
    starts[0] = sum;
    for (uint32_t i = 1; i < count + 2; i++)
    {
        sum += starts[i];
        starts[i] = sum;
    }
}

/* Copies the listed members to their places. */
static void sort_copy(trp_space *space, uint32_t count)
{
    const trp__edges *edges = space->found;
    const uint32_t *cells = space->chosen;
    const uint32_t *listed = space->listed;
    const trp__copies copies = space->copies;
    uint32_t *who = space->who;
    uint32_t *cell_of = space->cell;
    uint32_t *next = space->starts + 1;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t cell = cells[i];
        const uint32_t place = next[cell];
        next[cell] = place + 1;
        copies.left[place] = edges[i].left;
        copies.top[place] = edges[i].top;
        copies.right[place] = edges[i].right;
        copies.bottom[place] = edges[i].bottom;
        who[place] = listed[i];
        cell_of[place] = cell;
    }
}

void trp__space_sort_sheet(trp_space *space, trp__sheet *sheet, uint32_t count)
{
    const uint32_t *starts = space->starts;
    trp__edges least;
    trp__edges most;

    sort_gather(space, count, &least, &most);
    trp__space_plan(space, sheet, count, &least, &most);
    sort_lay_levels(space, sheet, &least, &most);
    sort_count(space, sheet, count);
    sort_sum(space->starts + sheet->cells, sheet->cell_count, sheet->first);
    sort_copy(space, count);
    sheet->end = sheet->first + count;
    sheet->stale = 0;
    for (uint32_t i = 0; i < sheet->level_count; i++)
    {
        trp__level *level = &sheet->levels[i];
        level->first = starts[level->cells];
        level->end = starts[level->cells + level->cell_count];
        if (i + 1 < sheet->level_count)
            sheet->plan.expected[i] = level->end - level->first;
    }
    space->sorts++;
}
