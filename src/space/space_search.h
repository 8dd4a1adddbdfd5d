/*
 * Searching sheets: what touches a box. Nothing is written but by the function that takes what is
 * found, so any number of threads may search.
 */
#ifndef TROUPE_SRC_SPACE_SEARCH_H
#define TROUPE_SRC_SPACE_SEARCH_H

#include "space.h"

/* Takes the copies at these eight places that touch, as bits. */
typedef void trp__touch_fn(void *to, const trp__sheet *sheet, uint32_t place, uint32_t bits);

#define TRP__COLUMN_LIMIT 536870912.0f /* coordinates in cells are limited to this */

/* The column or row of a coordinate. */
TRP__INLINE int32_t trp__column(float at, float inverse)
{
    float cells = at * inverse;
    int32_t column;

    cells = cells < TRP__COLUMN_LIMIT ? cells : TRP__COLUMN_LIMIT;
    cells = cells > -TRP__COLUMN_LIMIT ? cells : -TRP__COLUMN_LIMIT;
    column = (int32_t)cells;
    return column - (cells < (float)column);
}

/* The columns and rows of all edges of a box. */
TRP__INLINE void trp__columns(const trp__level *level, const trp__edges *box, int32_t at[4])
{
#if defined(TRP__FLOORS_FOUR)
    trp__floor_four(box, level->inverses, TRP__COLUMN_LIMIT, at);
#else
    at[0] = trp__column(box->left, level->inverses[0]);
    at[1] = trp__column(box->top, level->inverses[1]);
    at[2] = trp__column(box->right, level->inverses[2]);
    at[3] = trp__column(box->bottom, level->inverses[3]);
#endif
}

/* The limits of a box, each four times. */
TRP__INLINE trp__fours trp__limits(const trp__edges *edges)
{
    const trp__fours out = {TRP__SAME_FOUR(-edges->right), TRP__SAME_FOUR(-edges->bottom),
                            TRP__SAME_FOUR(-edges->left), TRP__SAME_FOUR(-edges->top)};

    return out;
}

/* Which of the four places from this one on touch, as bits; none from `to` on. A table, since a
 * branch would often be mispredicted. */
TRP__INLINE uint32_t trp__touches(const trp_space *space, uint32_t from, uint32_t to,
                                  const trp__fours *limits)
{
    static const uint8_t first[] = {0, 1, 3, 7, 15};
    const uint32_t bits = trp__four_at_most(space->left + from, space->top + from,
                                            space->right + from, space->bottom + from, limits);

    return bits & first[to - from < 4 ? to - from : 4];
}

/* Of these, only what lies in this row of a hashed level, in which rows share cells. */
TRP__INLINE uint32_t trp__of_row(const trp_space *space, const trp__level *level, int32_t row,
                                 uint32_t place, uint32_t bits)
{
    for (uint32_t rest = bits; rest != 0; rest &= rest - 1)
        if (trp__column(space->top[place + trp__lowest_bit(rest)], level->inverses[1]) -
                level->origin_y !=
            row)
            bits &= ~(rest & (0 - rest));
    return bits;
}

/* `level`: a hashed one, of which this row is asked; or NULL. */
TRP__INLINE void trp__search_run(const trp_space *space, const trp__sheet *sheet,
                                 const trp__level *level, int32_t row, uint32_t from, uint32_t to,
                                 const trp__fours *limits, trp__touch_fn *take, void *out)
{
    for (; from < to; from += 8) {
        const uint32_t next = from + 4 < to ? from + 4 : to;
        uint32_t bits = trp__touches(space, from, to, limits);
        bits |= trp__touches(space, next, to, limits) << 4;
        if (level != NULL)
            bits = trp__of_row(space, level, row, from, bits);
        take(out, sheet, from, bits); /* of none, too: one branch less to predict */
    }
}

/* The cells of one level that boxes which touch an area may lie in. */
typedef struct trp__cells {
    int32_t left;
    int32_t right;
    int32_t top;
    int32_t bottom;
    bool is_whole; /* reading all boxes of the level is less work */
} trp__cells;

TRP__INLINE trp__cells trp__cells_of(const trp__level *level, const trp__edges *edges)
{
    trp__cells out;
    int32_t at[4];
    uint32_t rows;
    uint32_t columns;

    trp__columns(level, edges, at);
    out.left = at[0] - level->origin_x - 1;
    out.top = at[1] - level->origin_y - 1;
    out.right = at[2] - level->origin_x;
    out.bottom = at[3] - level->origin_y;
    out.left = out.left < 0 ? 0 : out.left;
    out.top = out.top < 0 ? 0 : out.top;
    out.right = out.right > level->last_x ? level->last_x : out.right;
    out.bottom = out.bottom > level->last_y ? level->last_y : out.bottom;
    out.is_whole = level->cell_count == 1;
    if (out.is_whole || out.left > out.right || out.top > out.bottom)
        return out;
    rows = (uint32_t)(out.bottom - out.top) + 1;
    columns = (uint32_t)(out.right - out.left) + 1;
    out.is_whole = rows > 3 + (level->end - level->first) / 8 ||
                   (level->mask != UINT32_MAX && (uint64_t)rows * columns > level->cell_count / 2);
    return out;
}

TRP__INLINE void trp__search_level(const trp_space *space, const trp__sheet *sheet,
                                   const trp__level *level, const trp__edges *edges,
                                   const trp__fours *limits, trp__touch_fn *take, void *out)
{
    const uint32_t *starts = space->starts + sheet->cells + level->cells;
    const uint32_t count = level->cell_count;
    const trp__level *shared = level->mask == UINT32_MAX ? NULL : level;
    trp__cells cells;
    uint32_t width;

    if (level->first == level->end)
        return;
    cells = trp__cells_of(level, edges);
    if (cells.is_whole) {
        trp__search_run(space, sheet, NULL, 0, level->first, level->end, limits, take, out);
        return;
    }
    width = (uint32_t)(cells.right - cells.left) + 1;
    for (int32_t row = cells.top; row <= cells.bottom && cells.left <= cells.right; row++) {
        const uint32_t first =
            ((uint32_t)row * level->stride + (uint32_t)cells.left + 1) & level->mask;
        const uint32_t beyond = first + width <= count ? first + width : count;
        trp__search_run(space, sheet, shared, row, starts[first], starts[beyond], limits, take,
                        out);
        if (TRP__RARELY(beyond < first + width)) /* hashed cells continue at the first one */
            trp__search_run(space, sheet, shared, row, starts[0], starts[first + width - count],
                            limits, take, out);
    }
}

/* Everything in a sheet that touches. */
TRP__INLINE void trp__search_sheet(const trp_space *space, const trp__sheet *sheet,
                                   const trp__edges *edges, trp__touch_fn *take, void *out)
{
    const trp__fours limits = trp__limits(edges);

    for (uint32_t i = 0; i < sheet->level_count; i++)
        trp__search_level(space, sheet, &sheet->levels[i], edges, &limits, take, out);
    trp__search_run(space, sheet, NULL, 0, sheet->levels[TRP__SPACE_LEVELS].first,
                    sheet->levels[TRP__SPACE_LEVELS].end, &limits, take, out);
}

#endif
