/*
 * Sorting boxes into cells, by counting.
 *
 * A box stands in the cell of its left upper corner, on a level where it reaches no further than into the next cell
 * along either axis. That is asked of the cells' numbers, not of sizes, so that no rounding can make it wrong: what
 * touches it has its corner in the cells from one before it up to the one that it reaches.
 */
#include "space_internal.h"

static float inverse_of(float side)
{
    const float inverse = 1 / side;

    return !(inverse < 1e30f) ? 1e30f : inverse > 1e-37f ? inverse : 1e-37f;
}

static uint32_t power_from(uint32_t number)
{
    uint32_t power = 1;

    while (power < number)
        power *= 2;
    return power;
}

/*
 * Columns and rows: as many as there are, but not more cells than twice the boxes. Who is halved is the larger of two whose
 * product is above 16, so where cells wrap there are at least 4, and a cell's neighbours are all different ones.
 */
static void shape(trp__level *level, uint32_t boxes)
{
    const uint32_t most = power_from(boxes < TRP__LEVEL_CELLS ? TRP__LEVEL_CELLS : boxes + 1);

    level->columns = power_from((uint32_t)level->last_x + 1);
    level->rows = power_from((uint32_t)level->last_y + 1);
    while (level->columns * (uint64_t)level->rows > most)
    {
        if (level->columns > level->rows)
            level->columns /= 2;
        else
            level->rows /= 2;
    }
    level->column_bits = trp__lowest_bit(level->columns);
}

static void set_inverses(trp__level *level, float width, float height)
{
    level->inverses[0] = inverse_of(width);
    level->inverses[1] = inverse_of(height);
    level->inverses[2] = -level->inverses[0];
    level->inverses[3] = -level->inverses[1];
}

static void lay_levels(trp_space *space)
{
    const bool is_grid = space->desc.kind == TRP_SPACE_GRID;
    uint32_t cells = 0;

    if (!(space->least.left <= space->most.left))
        space->level_count = 0; /* nothing that is finite */
    for (uint32_t i = 0; i < space->level_count; i++)
    {
        trp__level *level = &space->levels[i];
        set_inverses(level, space->widths[i], is_grid ? space->grid_height : space->widths[i]);
        level->origin_x = trp__cell_at(space->least.left, level->inverses[0]);
        level->origin_y = trp__cell_at(space->least.top, level->inverses[1]);
        level->last_x = trp__cell_at(space->most.left, level->inverses[0]) - level->origin_x;
        level->last_y = trp__cell_at(space->most.top, level->inverses[1]) - level->origin_y;
        shape(level, space->expected[i]);
        level->cells = cells;
        cells += level->columns * level->rows;
    }
    space->cell_count = cells;
}

/* The cell of a box: on this level or the first coarser one where it fits; the number of cells if on none. */
TRP__INLINE uint32_t cell_of(const trp__level *level, const trp__level *end, uint32_t none,
                             const trp__edges *edges)
{
    for (; level != end; level++)
    {
        const trp__cells cells = trp__cells_of(level, edges);
        const uint32_t x = (uint32_t)(cells.left - level->origin_x);
        const uint32_t y = (uint32_t)(cells.top - level->origin_y);
        if (TRP__LIKELY(cells.right - cells.left <= 1 && cells.bottom - cells.top <= 1 &&
                        x <= (uint32_t)level->last_x && y <= (uint32_t)level->last_y))
            return level->cells + ((y & (level->rows - 1)) << level->column_bits) +
                   (x & (level->columns - 1));
    }
    return none;
}

/* Notes each member's cell, and how many there are in each, two places further on. */
static void count_boxes(trp_space *space)
{
    const uint32_t count = space->level_count;
    const uint32_t none = space->cell_count;
    uint32_t *counts = space->starts + 2;
    uint32_t *cells = space->work;
    trp__level levels[TRP__SPACE_LEVELS]; /* copies: that nobody else can write to */

    memcpy(levels, space->levels, sizeof levels);
    memset(space->starts, 0, (none + 3) * sizeof *space->starts);
    for (uint32_t i = 0; i < space->top; i++)
    {
        const trp__edges *edges = &space->edges[i];
        uint32_t first = 0;
        if (!trp__is_found(space, i))
        {
            cells[i] = TRP__NONE;
            continue;
        }
        if (count > 1)
            first = space->levels_of[trp__class_of(edges)];
        cells[i] = cell_of(levels + (first < count ? first : count), levels + count, none, edges);
        counts[cells[i]]++;
    }
}

/* Copies the boxes to their cells. In a cell they stand by number. */
static void place_boxes(trp_space *space)
{
    uint32_t *next = space->starts + 1;

    for (uint32_t i = 0; i < space->top; i++)
    {
        const uint32_t cell = space->work[i];
        uint32_t place = TRP__NONE;
        if (cell != TRP__NONE)
        {
            place = next[cell]++;
            space->cell_edges[place] = space->edges[i];
            space->who[place] = i;
            space->cell[place] = cell;
        }
        space->at[i] = place;
    }
}

static void sort_boxes(trp_space *space)
{
    uint32_t *starts = space->starts;
    uint32_t sum = 0;

    count_boxes(space);
    for (uint32_t cell = 2; cell < space->cell_count + 3; cell++)
    {
        sum += starts[cell];
        starts[cell] = sum;
    }
    place_boxes(space);
    space->large = starts[space->cell_count];
    space->placed = starts[space->cell_count + 1];
    for (uint32_t i = 0; i < space->level_count; i++)
    {
        trp__level *level = &space->levels[i];
        level->first = starts[level->cells];
        level->end = starts[level->cells + level->columns * level->rows];
        space->expected[i] = level->end - level->first;
    }
}

void trp__space_sort(trp_space *space)
{
    const uint32_t large = space->placed - space->large;

    for (uint32_t i = 0; i < space->loose_count; i++)
        space->flags[space->loose[i]] &= TRP__IN | TRP__HIDDEN;
    space->loose_count = 0;
    if (space->sorts % TRP__REPLAN == 0 || large > 16 + space->count / 4 ||
        space->count > 2 * space->placed)
        trp__space_plan(space);
    lay_levels(space);
    sort_boxes(space);
    space->sorted = true;
    space->debt = 0;
    space->sorts++;
}
