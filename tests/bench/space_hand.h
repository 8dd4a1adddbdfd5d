/* The reference for the cost of spaces: code that a good programmer writes by hand for boxes of one
 * size in a world of known bounds. It has one grid of cells slightly larger than the boxes, sorted
 * again in each frame by counting. Boxes are in arrays in the order of their cells, and are
 * compared four at once. Ids are stable. Nothing is checked, kept in order or safe against change,
 * and the action for an answer is inlined. */
#ifndef BENCH_SPACE_HAND_H
#define BENCH_SPACE_HAND_H

#include "space_scan.h"

#include <string.h>

typedef struct hand {
    uint32_t n, columns, rows; /* cells, including a margin of one cell on each side */
    float low, inverse;        /* the corner of the world, 1 / side of a cell */
    uint32_t *starts, *cell_of, *ids, *cells;
    edges sorted;
} hand;

/* The action for a pair, or for an answer (`b` is the number of the query). */
typedef void hand_fn(uint32_t a, uint32_t b, void *user);

static inline hand hand_open(uint32_t n, float low, float side, float cell)
{
    hand h = {.n = n, .low = low, .inverse = 1 / cell};
    h.columns = h.rows = (uint32_t)(side / cell) + 4;
    h.starts = space_room((size_t)h.columns * h.rows + 4, sizeof *h.starts);
    h.cell_of = space_room(n, sizeof *h.cell_of);
    h.cells = space_room(n, sizeof *h.cells);
    h.ids = space_room(n + 4, sizeof *h.ids);
    h.sorted = edges_open(n);
    return h;
}

static inline void hand_close(hand *h)
{
    free(h->starts);
    free(h->cell_of);
    free(h->cells);
    free(h->ids);
    edges_close(&h->sorted);
}

static inline int32_t hand_index(const hand *h, float x)
{
    return (int32_t)((x - h->low) * h->inverse) + 1;
}

/* Sorts all boxes: four floats x, y, w, h at `first` and every `stride` bytes. */
static inline void hand_sort(hand *h, const void *first, size_t stride)
{
    const char *at = first;
    uint32_t sum = 0;
    memset(h->starts, 0, ((size_t)h->columns * h->rows + 4) * sizeof *h->starts);
    for (uint32_t i = 0; i < h->n; i++, at += stride) {
        const float *box = (const float *)(const void *)at;
        uint32_t cell =
            (uint32_t)hand_index(h, box[1]) * h->columns + (uint32_t)hand_index(h, box[0]);
        h->cell_of[i] = cell;
        h->starts[cell + 1]++;
    }
    for (uint32_t i = 1; i < h->columns * h->rows + 2; i++) {
        uint32_t count = h->starts[i];
        h->starts[i] = sum;
        sum += count;
    }
    at = first;
    for (uint32_t i = 0; i < h->n; i++, at += stride) {
        const float *box = (const float *)(const void *)at;
        uint32_t place = h->starts[h->cell_of[i] + 1]++;
        h->sorted.left[place] = box[0];
        h->sorted.right[place] = box[0] + box[2];
        h->sorted.top[place] = box[1];
        h->sorted.bottom[place] = box[1] + box[3];
        h->ids[place] = i;
        h->cells[place] = h->cell_of[i];
    }
}

/* The places from `from` to `to` that touch. */
static inline void hand_run(const hand *h, uint32_t from, uint32_t to, const edge4 *mine,
                            uint32_t id, hand_fn *fn, void *user)
{
    for (; from < to; from += 4) {
        unsigned int reached;
        unsigned int bits = edges_touch4(&h->sorted, from, mine, &reached);
        bits &= to - from < 4 ? (1u << (to - from)) - 1 : 15;
        for (; bits != 0; bits &= bits - 1)
            fn(id, h->ids[from + lowest_bit(bits)], user);
    }
}

static inline void hand_pairs(const hand *h, hand_fn *fn, void *user)
{
    for (uint32_t place = 0; place < h->n; place++) {
        const uint32_t *beside = h->starts + h->cells[place];
        const uint32_t *below = beside + h->columns;
        const edge4 mine = edges_get(&h->sorted, place);
        hand_run(h, place + 1, beside[2], &mine, h->ids[place], fn, user);
        hand_run(h, below[-1], below[2], &mine, h->ids[place], fn, user);
    }
}

static inline int32_t hand_clamp(int32_t cell, uint32_t cells)
{
    return cell < 0 ? 0 : cell >= (int32_t)cells - 1 ? (int32_t)cells - 2 : cell;
}

/* Finds what touches a rectangle; `id` is the query's. Boxes are no larger than cells. */
static inline void hand_query(const hand *h, float x, float y, float w, float height, uint32_t id,
                              hand_fn *fn, void *user)
{
    const edge4 mine = edge4_of(x, y, w, height);
    const int32_t left = hand_clamp(hand_index(h, x) - 1, h->columns);
    const int32_t right = hand_clamp(hand_index(h, x + w), h->columns);
    const int32_t bottom = hand_clamp(hand_index(h, y + height), h->rows);
    for (int32_t row = hand_clamp(hand_index(h, y) - 1, h->rows); row <= bottom; row++) {
        const uint32_t *starts = h->starts + (size_t)row * h->columns;
        hand_run(h, starts[left], starts[right + 1], &mine, id, fn, user);
    }
}

/* Finds the nearest box to a point, in rings of cells around it, until no box can be nearer. */
static inline uint32_t hand_nearest(const hand *h, float x, float y)
{
    const int32_t column = hand_index(h, x);
    const int32_t row = hand_index(h, y);
    float best = INFINITY;
    uint32_t found = UINT32_MAX;
    for (int32_t ring = 1;; ring++) {
        const float sure = (float)(ring - 1) / h->inverse; /* all nearer boxes have been seen */
        for (int32_t r = row - ring; r <= row + ring; r++) {
            /* the first ring is a block of nine cells; later rings are only the border */
            const int32_t step = ring == 1 || r == row - ring || r == row + ring ? 1 : 2 * ring;
            if (r < 0 || r >= (int32_t)h->rows - 1)
                continue;
            for (int32_t c = column - ring; c <= column + ring; c += step) {
                const uint32_t *starts;
                const int32_t last = step == 1 ? hand_clamp(column + ring, h->columns) : c;
                if (c < 0 || c >= (int32_t)h->columns - 1) {
                    if (step != 1 || c >= 0)
                        continue;
                    c = 0;
                }
                starts = h->starts + (size_t)r * h->columns;
                for (uint32_t i = starts[c]; i < starts[last + 1]; i++) {
                    const float dx = fmaxf(fmaxf(h->sorted.left[i] - x, x - h->sorted.right[i]), 0);
                    const float dy = fmaxf(fmaxf(h->sorted.top[i] - y, y - h->sorted.bottom[i]), 0);
                    const float d = dx * dx + dy * dy;
                    const uint32_t id = h->ids[i];
                    if (d < best || (d == best && id < found)) {
                        best = d;
                        found = id;
                    }
                }
                if (step == 1)
                    break;
            }
        }
        if (best < sure * sure || ring > (int32_t)h->columns)
            return found;
    }
}

#endif
