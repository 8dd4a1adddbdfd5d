/*
 * Choosing levels.
 *
 * A level more costs each smaller box a look into its cells; a level less puts small boxes into large cells, where they
 * meet many others. So sizes share a level as long as a box meets few there. How many that would be is counted on a
 * sample: positions say it better than sizes and numbers could.
 */
#include "space_internal.h"

#define CROWD 10.0f /* others in a cell that are no worse than another level */
#define SAMPLE 2048 /* boxes that are looked at, about */

/* The class number is 1 or more. */
static float power_of_two(uint32_t class_number)
{
    const uint32_t bits = (class_number > 254 ? 254 : class_number) << 23;
    float power;

    memcpy(&power, &bits, sizeof power);
    return power;
}

static void count_classes(trp_space *space)
{
    memset(space->classes, 0, sizeof space->classes);
    for (uint32_t i = 0; i < space->top; i++)
        if (trp__is_found(space, i))
            space->classes[trp__class_of(&space->edges[i])]++;
}

/* Points have no size that would say how large cells should be: about one a cell, if they are spread evenly. */
static uint32_t class_of_points(const trp_space *space)
{
    const float width = space->most.left - space->least.left;
    const float height = space->most.top - space->least.top;
    const trp__edges area = {0, 0, -(width > height ? width : height), 0};
    uint32_t side = trp__class_of(&area);

    for (uint32_t number = space->count; number > 3 && side > 1; number /= 4)
        side--;
    return side;
}

/* The lowest of the classes, from the largest on, that are so few that they are better compared one by one. There are
 * boxes in the class below it. */
static uint32_t skip_large(const trp_space *space)
{
    const uint32_t most = 8 + (space->count < 1024 ? space->count / 8 : 128 + space->count / 1024);
    uint32_t large = 0;
    uint32_t at = 256;

    while (at > 0 && large + space->classes[at - 1] <= most)
        large += space->classes[--at];
    return at;
}

/* A count of boxes in cells; two cells may share one. */
typedef struct crowd
{
    uint32_t *cells;
    uint32_t bits;
    float inverse;
    uint32_t boxes;
    uint32_t met; /* sum of the squares */
} crowd;

static void begin_crowd(trp_space *space, crowd *in, float width)
{
    in->cells = space->starts;
    in->bits = 6;
    while (in->bits < 15 && (2u << in->bits) <= trp__space_cell_room(space->capacity))
        in->bits++;
    memset(in->cells, 0, sizeof(uint32_t) << in->bits);
    in->inverse = 1 / width;
    in->boxes = 0;
    in->met = 0;
}

/* Counts the boxes of a class, one in `step`. */
static void add_class(const trp_space *space, crowd *in, uint32_t class_number, uint32_t step)
{
    for (uint32_t i = 0; i < space->top; i += step)
    {
        const trp__edges *edges = &space->edges[i];
        uint32_t cell;
        if (!trp__is_found(space, i) || trp__class_of(edges) != class_number)
            continue;
        cell = (uint32_t)trp__cell_at(edges->left, in->inverse) * 2654435761u +
               (uint32_t)trp__cell_at(edges->top, in->inverse) * 2246822519u;
        cell >>= 32 - in->bits;
        in->met += 2 * in->cells[cell]++ + 1;
        in->boxes++;
    }
}

/* How many others a box meets in its cell, without those that it meets since cells share a count. */
static float crowd_of(const crowd *in, uint32_t step)
{
    const float by_chance = (float)in->boxes / (float)(1u << in->bits);

    if (in->boxes == 0)
        return 0;
    return ((float)in->met / (float)in->boxes - 1 - by_chance) * (float)step;
}

/* The lowest class that shares a level with those up to `top`, not included. There are boxes in the class below it. */
static uint32_t find_lowest(trp_space *space, uint32_t top, float width, bool takes_all)
{
    const uint32_t step = 1 + space->top / SAMPLE;
    uint32_t at = top;
    bool is_first = true;
    crowd all;

    if (takes_all)
        return 0;
    begin_crowd(space, &all, width);
    for (; at > 0; at--)
    {
        if (space->classes[at - 1] == 0)
            continue;
        add_class(space, &all, at - 1, step);
        if (!is_first && crowd_of(&all, step) > CROWD)
            break;
        is_first = false;
    }
    return at;
}

/* From the largest class down; then turned round, so that the finest level comes first. */
static void plan_levels(trp_space *space)
{
    uint8_t levels_of[256];
    float widths[TRP__SPACE_LEVELS];
    uint32_t boxes[TRP__SPACE_LEVELS] = {0};
    uint32_t at = skip_large(space);
    uint32_t count = 0;

    memset(levels_of, TRP__SPACE_LEVELS, sizeof levels_of);
    for (; at > 0; count++)
    {
        const bool is_last = count == TRP__SPACE_LEVELS - 1 || power_of_two(at) <= space->desc.cell;
        uint32_t lowest;
        widths[count] = is_last && space->desc.cell > 0 ? space->desc.cell : power_of_two(at);
        lowest = find_lowest(space, at, widths[count], is_last);
        while (at > lowest)
        {
            levels_of[--at] = (uint8_t)count;
            boxes[count] += space->classes[at];
        }
    }
    for (uint32_t i = 0; i < count; i++)
    {
        space->widths[i] = widths[count - 1 - i];
        space->expected[i] = boxes[count - 1 - i];
    }
    for (uint32_t c = 0; c < 256; c++)
        space->levels_of[c] =
            levels_of[c] < count ? (uint8_t)(count - 1 - levels_of[c]) : TRP__SPACE_LEVELS;
    space->level_count = count;
}

/* How many boxes are larger than a cell. */
static uint32_t count_larger(const trp_space *space, float width, float height)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < space->top; i++)
    {
        const trp__edges *edges = &space->edges[i];
        count += trp__is_found(space, i) &&
                 (-edges->right - edges->left > width || -edges->bottom - edges->top > height);
    }
    return count;
}

/* Cells as the desc says, doubled while many boxes are larger; a few giants must not make them so. */
static void plan_grid(trp_space *space)
{
    const uint32_t most = 8 + space->count / 8;
    float width = space->desc.cell;
    float height = space->desc.cell_height != 0 ? space->desc.cell_height : width;

    for (int step = 0; step < 16 && count_larger(space, width, height) > most; step++)
    {
        width *= 2;
        height *= 2;
    }
    space->level_count = 1;
    space->widths[0] = width;
    space->grid_height = height;
    space->expected[0] = space->count - space->hidden;
    memset(space->levels_of, 0, sizeof space->levels_of);
}

void trp__space_plan(trp_space *space)
{
    uint32_t points;
    uint32_t class_of_them;

    space->level_count = 0;
    if (space->desc.kind == TRP_SPACE_GRID)
        plan_grid(space);
    if (space->desc.kind != TRP_SPACE_LEVELS)
        return;
    count_classes(space);
    points = space->classes[0];
    class_of_them = points != 0 ? class_of_points(space) : 0;
    space->classes[0] = 0;
    space->classes[class_of_them] += points;
    plan_levels(space);
    if (points != 0)
        space->levels_of[0] = space->levels_of[class_of_them];
}
