/*
 * Cells: the cell of a box's corner, and the cells of a level with boxes that may touch a box.
 */
#ifndef TROUPE_SRC_SPACE_CELLS_H
#define TROUPE_SRC_SPACE_CELLS_H

#include "space_internal.h"

#define TRP__CELLS_MOST 536870912.0f /* 2^29 */
#define TRP__FINITE_MOST 3.4e38f

/* The number of a cell along one axis; increases with x. */
TRP__INLINE int32_t trp__cell_at(float x, float inverse)
{
    float scaled = x * inverse;
    int32_t cell;

    if (!(scaled < TRP__CELLS_MOST))
        scaled = TRP__CELLS_MOST;
    if (!(scaled > -TRP__CELLS_MOST))
        scaled = -TRP__CELLS_MOST;
    cell = (int32_t)scaled;
    return cell - (scaled < (float)cell);
}

/* The row of an upper edge, relative to the level's origin. */
TRP__INLINE int32_t trp__row_of(const trp__level *level, float top)
{
    return level->flat_y ? 0 : trp__cell_at(top, level->inverses[1]) - level->origin_y;
}

/* A range of cells, both ends included. */
typedef struct trp__cells
{
    int32_t left, top, right, bottom;
} trp__cells;

/* The cells of a box's edges. */
TRP__INLINE trp__cells trp__cells_of(const trp__level *level, const trp__edges *edges)
{
    trp__cells out;

#ifdef TRP__FLOORS_FOUR
    trp__floor_four(edges, level->inverses, TRP__CELLS_MOST, &out);
#else
    out.left = trp__cell_at(edges->left, level->inverses[0]);
    out.top = trp__cell_at(edges->top, level->inverses[1]);
    out.right = trp__cell_at(edges->right, level->inverses[2]);
    out.bottom = trp__cell_at(edges->bottom, level->inverses[3]);
#endif
    return out;
}

/* The rows of a level that a query must search, and their columns: corners may be one cell before
 * it. No rows: nothing to search. */
typedef struct trp__rows
{
    int32_t row;    /* the next one, relative to the origin */
    uint32_t rows;  /* number of remaining rows */
    int32_t column; /* the first, relative to the origin */
    uint32_t width; /* number of columns */
    bool is_whole;  /* the whole level is searched: cell by cell would take longer */
} trp__rows;

TRP__INLINE bool trp__is_pile(const trp__level *level)
{
    return level->cell_count == 1;
}

TRP__INLINE trp__rows trp__rows_of(const trp__level *level, const trp__edges *edges)
{
    trp__rows out = {0, 0, 0, 0, trp__is_pile(level)};
    const trp__cells cells = trp__cells_of(level, edges);
    int32_t left = cells.left - level->origin_x - 1;
    int32_t top = cells.top - level->origin_y - 1;
    int32_t right = cells.right - level->origin_x;
    int32_t bottom = cells.bottom - level->origin_y;

    if (out.is_whole)
        return out;
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    right = right > level->last_x ? level->last_x : right;
    bottom = bottom > level->last_y ? level->last_y : bottom;
    if (level->flat_x)
        left = right = 0;
    if (level->flat_y)
        top = bottom = 0;
    if (left > right || top > bottom)
        return out;
    out.row = top;
    out.rows = (uint32_t)(bottom - top) + 1;
    out.column = left;
    out.width = (uint32_t)(right - left) + 1;
    out.is_whole =
        out.rows > 2 + (level->end - level->first) / 8 ||
        (level->mask != UINT32_MAX && out.rows * (uint64_t)out.width > level->cell_count / 2);
    return out;
}

/* The form of a box and the class of its larger side. */
typedef struct trp__size
{
    uint32_t form;
    uint32_t number;
} trp__size;

TRP__INLINE trp__size trp__size_of(const trp__edges *edges)
{
    const float width = -edges->right - edges->left;
    const float height = -edges->bottom - edges->top;
    uint32_t across;
    uint32_t down;
    trp__size out = {TRP__SQUARE, 0};

    memcpy(&across, &width, sizeof across);
    memcpy(&down, &height, sizeof down);
    across = across >> 23 & 255; /* exponents */
    down = down >> 23 & 255;
    if (across > down + 2)
        out.form = TRP__WIDE;
    else if (down > across + 2)
        out.form = TRP__TALL;
    out.number = (across > down ? across : down) / 2;
    return out;
}

/* The level of a box, if it fits. */
TRP__INLINE uint32_t trp__plan_level(const trp__plan *plan, const trp__edges *edges)
{
    trp__size size;

    if (-edges->right - edges->left <= plan->fine_width &&
        -edges->bottom - edges->top <= plan->fine_height)
        return 0;
    size = trp__size_of(edges);
    return plan->level_of[size.form][size.number];
}

/* Places, as one run or, in a hashed level, as two. */
typedef struct trp__runs
{
    uint32_t from, to;
    uint32_t again_from, again_to;
} trp__runs;

/* The places of this many cells from this one on; a hashed cell may have any number. */
TRP__INLINE trp__runs trp__runs_of(const uint32_t *starts, const trp__level *level, uint32_t cell,
                                   uint32_t width)
{
    const uint32_t *cells = starts + level->cells;
    const uint32_t first = cell & level->mask;
    trp__runs out = {cells[first], 0, 0, 0};

    if (TRP__LIKELY(first + width <= level->cell_count))
    {
        out.to = cells[first + width];
        return out;
    }
    out.to = cells[level->cell_count];
    out.again_from = cells[0];
    out.again_to = cells[width - (level->cell_count - first)];
    return out;
}

/* The runs of the next row. */
TRP__INLINE trp__runs trp__next_row(const uint32_t *starts, const trp__level *level, trp__rows *at)
{
    const uint32_t cell = (uint32_t)at->row * level->stride + (uint32_t)at->column + 1;

    at->row++;
    at->rows--;
    return trp__runs_of(starts, level, cell, at->width);
}

#endif
