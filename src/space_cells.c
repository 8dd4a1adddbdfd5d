/*
 * Sorting boxes into cells, by counting.
 *
 * A box stands in the cell of its left upper corner, on a level where it reaches no further than into the next cell
 * along either axis. That is asked of the cells' numbers, not of sizes, so that no rounding can make it wrong: what
 * touches it has its corner in the cells from one before it up to the one that it reaches.
 */
#include "space_internal.h"

#define FACTOR 3 /* exponents that share a level */

/* What all boxes are like. */
typedef struct census
{
    trp__edges least; /* of the corners: left and top */
    trp__edges most;
} census;

/* The exponent of a size, 0 up to 255: sizes of class c are below 2^(c - 126). */
static uint32_t class_of(const trp__edges *edges)
{
    const float width = -edges->right - edges->left;
    const float height = -edges->bottom - edges->top;
    const float size = width > height ? width : height;
    uint32_t bits;

    memcpy(&bits, &size, sizeof bits);
    return bits >> 23 & 255;
}

static float power_of_two(uint32_t class_number)
{
    const uint32_t bits = (class_number < 1 ? 1 : class_number > 254 ? 254 : class_number) << 23;
    float power;

    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Whether a box is like others: infinite ones say nothing about where the cells should be. */
static bool is_common(uint32_t class_number)
{
    return class_number < 250;
}

static void count_corner(census *all, const trp__edges *edges)
{
    all->least.left = edges->left < all->least.left ? edges->left : all->least.left;
    all->least.top = edges->top < all->least.top ? edges->top : all->least.top;
    all->most.left = edges->left > all->most.left ? edges->left : all->most.left;
    all->most.top = edges->top > all->most.top ? edges->top : all->most.top;
}

static census take_census(trp_space *space)
{
    const trp__edges highest = {3.4e38f, 3.4e38f, 0, 0};
    const trp__edges lowest = {-3.4e38f, -3.4e38f, 0, 0};
    census all = {highest, lowest};

    memset(space->classes, 0, sizeof space->classes);
    for (uint32_t i = 0; i < space->top; i++)
    {
        uint32_t class_number;
        if (!trp__is_found(space, i))
            continue;
        class_number = class_of(&space->edges[i]);
        space->classes[class_number]++;
        if (is_common(class_number))
            count_corner(&all, &space->edges[i]);
    }
    return all;
}

/* The level of each class while sorting; TRP__SPACE_LEVELS: none. */
typedef struct plan
{
    uint32_t count;
    uint32_t boxes[TRP__SPACE_LEVELS]; /* about how many there will be */
    float width[TRP__SPACE_LEVELS];    /* of a cell */
    float height[TRP__SPACE_LEVELS];
    uint8_t level[256];
} plan;

static void plan_grid(const trp_space *space, plan *out)
{
    memset(out->level, 0, sizeof out->level);
    out->count = 1;
    out->boxes[0] = space->count - space->hidden;
    out->width[0] = space->desc.cell;
    out->height[0] = space->desc.cell_height != 0 ? space->desc.cell_height : space->desc.cell;
}

/* Points have no size that would say how large cells should be: about one a cell, if they are spread evenly. */
static uint32_t class_of_points(const trp_space *space, const census *all)
{
    const float width = all->most.left - all->least.left;
    const float height = all->most.top - all->least.top;
    const trp__edges area = {0, 0, -(width > height ? width : height), 0};
    uint32_t side = class_of(&area);
    uint32_t number = space->count;

    for (; number > 3 && side > 1; number /= 4)
        side--;
    return side;
}

/* The classes from the largest on that are so few that they are better compared one by one. */
static uint32_t skip_large(const trp_space *space, plan *out)
{
    const uint32_t most = 8 + space->count / 1024;
    uint32_t large = 0;
    uint32_t at = 256;

    while (at > 0 && large + space->classes[at - 1] <= most)
    {
        large += space->classes[--at];
        out->level[at] = TRP__SPACE_LEVELS;
    }
    return at;
}

/* From the largest class down: a level takes FACTOR classes, unless a smaller one is much more numerous. Levels come out
 * the coarsest first. */
static void plan_classes(const trp_space *space, plan *out, uint32_t at, float least)
{
    while (at > 0)
    {
        const uint32_t top = at;
        const bool is_last = out->count == TRP__SPACE_LEVELS - 1 || power_of_two(top) <= least;
        uint32_t boxes = 0;
        if (space->classes[at - 1] == 0)
        {
            at--;
            continue;
        }
        for (; at > 0 && (is_last || top - at < FACTOR); at--)
        {
            if (!is_last && boxes != 0 && space->classes[at - 1] / 4 > boxes)
                break;
            boxes += space->classes[at - 1];
            out->level[at - 1] = (uint8_t)out->count;
        }
        out->boxes[out->count] = boxes;
        out->width[out->count] = is_last && least > 0 ? least : power_of_two(top);
        out->height[out->count] = out->width[out->count];
        out->count++;
    }
}

/* The finest level first. */
static void turn_round(plan *out)
{
    plan old = *out;

    for (uint32_t i = 0; i < out->count; i++)
    {
        out->boxes[i] = old.boxes[out->count - 1 - i];
        out->width[i] = old.width[out->count - 1 - i];
        out->height[i] = out->width[i];
    }
    for (uint32_t c = 0; c < 256; c++)
        if (out->level[c] < TRP__SPACE_LEVELS)
            out->level[c] = (uint8_t)(out->count - 1 - out->level[c]);
}

static void plan_levels(trp_space *space, const census *all, plan *out)
{
    const uint32_t points = space->classes[0];

    memset(out, 0, sizeof *out);
    if (points != 0)
    {
        space->classes[0] = 0;
        space->classes[class_of_points(space, all)] += points;
    }
    plan_classes(space, out, skip_large(space, out), space->desc.cell);
    if (out->count != 0)
    {
        turn_round(out);
        out->level[0] = points != 0 ? out->level[class_of_points(space, all)] : 0;
    }
}

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

static void lay_levels(trp_space *space, const plan *planned, const census *all)
{
    uint32_t cells = 0;

    space->level_count = all->least.left <= all->most.left ? planned->count : 0;
    for (uint32_t i = 0; i < space->level_count; i++)
    {
        trp__level *level = &space->levels[i];
        level->inverse_x = inverse_of(planned->width[i]);
        level->inverse_y = inverse_of(planned->height[i]);
        level->origin_x = trp__cell_at(all->least.left, level->inverse_x);
        level->origin_y = trp__cell_at(all->least.top, level->inverse_y);
        level->last_x = trp__cell_at(all->most.left, level->inverse_x) - level->origin_x;
        level->last_y = trp__cell_at(all->most.top, level->inverse_y) - level->origin_y;
        shape(level, planned->boxes[i]);
        level->cells = cells;
        cells += level->columns * level->rows;
    }
    space->cell_count = cells;
}

/* The cell of a box: on this level or the first coarser one where it fits; the number of cells if on none. */
TRP__INLINE uint32_t cell_of(const trp_space *space, const trp__edges *edges, uint32_t i)
{
    for (; i < space->level_count; i++)
    {
        const trp__level *level = &space->levels[i];
        const int32_t left = trp__cell_at(edges->left, level->inverse_x);
        const int32_t top = trp__cell_at(edges->top, level->inverse_y);
        const uint32_t x = (uint32_t)(left - level->origin_x);
        const uint32_t y = (uint32_t)(top - level->origin_y);
        if (TRP__LIKELY(trp__cell_at(-edges->right, level->inverse_x) - left <= 1 &&
                        trp__cell_at(-edges->bottom, level->inverse_y) - top <= 1 &&
                        x <= (uint32_t)level->last_x && y <= (uint32_t)level->last_y))
            return level->cells + ((y & (level->rows - 1)) << level->column_bits) +
                   (x & (level->columns - 1));
    }
    return space->cell_count;
}

/* Notes each member's cell, and how many there are in each, two places further on. */
static void count_boxes(trp_space *space, const plan *planned)
{
    uint32_t *counts = space->starts + 2;

    memset(space->starts, 0, (space->cell_count + 3) * sizeof *space->starts);
    for (uint32_t i = 0; i < space->top; i++)
    {
        const trp__edges *edges = &space->edges[i];
        if (!trp__is_found(space, i))
        {
            space->work[i] = TRP__NONE;
            continue;
        }
        space->work[i] = cell_of(space, edges, planned->level[class_of(edges)]);
        counts[space->work[i]]++;
    }
}

/* Copies the boxes to their cells. In a cell they stand by number. */
static void place_boxes(trp_space *space)
{
    uint32_t *next = space->starts + 1;

    for (uint32_t i = 0; i < space->top; i++)
    {
        uint32_t place = TRP__NONE;
        if (space->work[i] != TRP__NONE)
        {
            place = next[space->work[i]]++;
            space->cell_edges[place] = space->edges[i];
            space->who[place] = i;
        }
        space->at[i] = place;
    }
}

static void sort_boxes(trp_space *space, const plan *planned)
{
    uint32_t *starts = space->starts;

    count_boxes(space, planned);
    for (uint32_t cell = 2; cell < space->cell_count + 3; cell++)
        starts[cell] += starts[cell - 1];
    place_boxes(space);
    space->large = starts[space->cell_count];
    space->placed = starts[space->cell_count + 1];
    for (uint32_t i = 0; i < space->level_count; i++)
    {
        trp__level *level = &space->levels[i];
        level->first = starts[level->cells];
        level->end = starts[level->cells + level->columns * level->rows];
    }
}

void trp__space_sort(trp_space *space)
{
    plan planned;
    census all;

    for (uint32_t i = 0; i < space->loose_count; i++)
        space->flags[space->loose[i]] &= TRP__IN | TRP__HIDDEN;
    space->loose_count = 0;
    planned.count = 0;
    memset(planned.level, 0, sizeof planned.level);
    all = take_census(space);
    if (space->desc.kind == TRP_SPACE_GRID)
        plan_grid(space, &planned);
    else if (space->desc.kind == TRP_SPACE_LEVELS)
        plan_levels(space, &all, &planned);
    lay_levels(space, &planned, &all);
    sort_boxes(space, &planned);
    space->sorted = true;
    space->debt = 0;
    space->sorts++;
}
