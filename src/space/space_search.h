/*
 * Searching sheets: what touches a box. Nothing is written but by the function that takes what is
 * found, so any number of threads may search.
 */
#ifndef TROUPE_SRC_SPACE_SEARCH_H
#define TROUPE_SRC_SPACE_SEARCH_H

#include "space.h"

/* Takes the copies at these four places that touch, as bits. */
typedef void trp__touch_fn(void *to, const trp__sheet *sheet, uint32_t place, uint32_t bits);

/* space_sheet.c: the column or row of a coordinate. */
int32_t trp__column(float at, float inverse);

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

TRP__INLINE void trp__search_run(const trp_space *space, const trp__sheet *sheet, uint32_t from,
                                 uint32_t to, const trp__fours *limits, trp__touch_fn *take,
                                 void *out)
{
    for (; from < to; from += 4)
    {
        const uint32_t bits = trp__touches(space, from, to, limits);
        if (bits != 0)
            take(out, sheet, from, bits);
    }
}

/* Of a hashed level, in which rows share cells: only what lies in this row. */
TRP__INLINE void trp__search_row(const trp_space *space, const trp__sheet *sheet,
                                 const trp__level *level, int32_t row, uint32_t from, uint32_t to,
                                 const trp__fours *limits, trp__touch_fn *take, void *out)
{
    for (; from < to; from += 4)
    {
        uint32_t bits = trp__touches(space, from, to, limits);
        for (uint32_t rest = bits; rest != 0; rest &= rest - 1)
        {
            const uint32_t place = from + trp__lowest_bit(rest);
            if (trp__column(space->top[place], level->inverses[1]) - level->origin_y != row)
                bits &= ~(rest & (0 - rest));
        }
        if (bits != 0)
            take(out, sheet, from, bits);
    }
}

/* The cells of one level that boxes which touch an area may lie in. */
typedef struct trp__cells
{
    int32_t left;
    int32_t right;
    int32_t top;
    int32_t bottom;
    bool is_whole; /* reading all boxes of the level is less work */
} trp__cells;

TRP__INLINE trp__cells trp__cells_of(const trp__level *level, const trp__edges *edges)
{
    trp__cells out;
    uint32_t rows;
    uint32_t columns;

    out.left = trp__column(edges->left, level->inverses[0]) - level->origin_x - 1;
    out.right = trp__column(-edges->right, level->inverses[0]) - level->origin_x;
    out.top = trp__column(edges->top, level->inverses[1]) - level->origin_y - 1;
    out.bottom = trp__column(-edges->bottom, level->inverses[1]) - level->origin_y;
    out.left = out.left < 0 ? 0 : out.left;
    out.top = out.top < 0 ? 0 : out.top;
    out.right = out.right > level->last_x ? level->last_x : out.right;
    out.bottom = out.bottom > level->last_y ? level->last_y : out.bottom;
    out.is_whole = false;
    if (out.left > out.right || out.top > out.bottom)
        return out;
    rows = (uint32_t)(out.bottom - out.top) + 1;
    columns = (uint32_t)(out.right - out.left) + 1;
    out.is_whole = rows > 3 + (level->end - level->first) / 8 ||
                   (level->mask != UINT32_MAX &&
                    (uint64_t)rows * columns > level->cell_count / 2);
    return out;
}

TRP__INLINE void trp__search_level(const trp_space *space, const trp__sheet *sheet,
                                   const trp__level *level, const trp__edges *edges,
                                   const trp__fours *limits, trp__touch_fn *take, void *out)
{
    const uint32_t *starts = space->starts + sheet->cells + level->cells;
    trp__cells cells;
    uint32_t width;

    if (level->first == level->end)
        return;
    if (level->cell_count == 1)
    {
        trp__search_run(space, sheet, level->first, level->end, limits, take, out);
        return;
    }
    cells = trp__cells_of(level, edges);
    if (cells.is_whole)
    {
        trp__search_run(space, sheet, level->first, level->end, limits, take, out);
        return;
    }
    width = (uint32_t)(cells.right - cells.left) + 1;
    for (int32_t row = cells.top; row <= cells.bottom && cells.left <= cells.right; row++)
    {
        const uint32_t first =
            ((uint32_t)row * level->stride + (uint32_t)cells.left + 1) & level->mask;
        if (level->mask == UINT32_MAX)
            trp__search_run(space, sheet, starts[first], starts[first + width], limits, take, out);
        else if (first + width <= level->cell_count)
            trp__search_row(space, sheet, level, row, starts[first], starts[first + width], limits,
                            take, out);
        else
        {
            trp__search_row(space, sheet, level, row, starts[first], starts[level->cell_count],
                            limits, take, out);
            trp__search_row(space, sheet, level, row, starts[0],
                            starts[width - (level->cell_count - first)], limits, take, out);
        }
    }
}

/* Everything in a sheet that touches. */
TRP__INLINE void trp__search_sheet(const trp_space *space, const trp__sheet *sheet,
                                   const trp__edges *edges, trp__touch_fn *take, void *out)
{
    const trp__fours limits = trp__limits(edges);

    for (uint32_t i = 0; i < sheet->level_count; i++)
        trp__search_level(space, sheet, &sheet->levels[i], edges, &limits, take, out);
    trp__search_run(space, sheet, sheet->levels[TRP__SPACE_LEVELS].first,
                    sheet->levels[TRP__SPACE_LEVELS].end, &limits, take, out);
}

/* Whether a sheet has members with one of these categories. */
TRP__INLINE bool trp__sheet_has(const trp__sheet *sheet, uint32_t categories)
{
    return sheet->is_mixed || (sheet->category & categories) != 0;
}

/*
 * Collecting keys: the lowest ones above those that were collected last, as many as there is room
 * for. So a pass finds any number of answers in any room, some at a time.
 */
typedef struct trp__keys
{
    uint64_t *keys;
    uint32_t room;
    uint32_t depth; /* passes around it */
    uint32_t most; /* no more are wanted */
    uint32_t count;
    bool has_after;
    bool is_last;  /* there are no more */
    uint64_t after; /* only keys above this one: the last of those before */
    uint64_t limit; /* only keys below this one; more are there */
    uint32_t *buckets; /* for many keys; or NULL */
    uint32_t *ends;
    uint32_t bucket_count;
} trp__keys;

/* space_keys.c */
/* Keys in the space's stack, beside the answers of the passes in progress. False: no room. */
bool trp__keys_begin(trp__keys *keys, const trp_space *space);
/* Forgets what was collected, to collect what comes next; `space`: in its stack again. */
void trp__keys_next(trp__keys *keys, const trp_space *space);
/* Sorts what was collected. */
void trp__keys_end(trp__keys *keys);
/* There is no room for this key: keeps the lower half, and the key, if it belongs to it. */
void trp__keys_cut(trp__keys *keys, uint64_t key);

TRP__INLINE void trp__keys_take(trp__keys *keys, uint64_t key)
{
    if (TRP__RARELY((keys->has_after && key <= keys->after) || key >= keys->limit))
        return;
    if (TRP__RARELY(keys->count == keys->room))
        trp__keys_cut(keys, key);
    else
        keys->keys[keys->count++] = key;
}

#endif
