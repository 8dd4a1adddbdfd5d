/* `sweep`: sort and sweep. The order along x is kept from frame to frame and repaired by insertion,
 * since it is nearly right. Then each box is compared with those that begin before it ends. */
#include "space_subjects.h"

#include "space_scan.h"

typedef struct entry {
    float left;
    uint32_t number;
} entry;

typedef struct sweep {
    scene *s;
    float widest;
    entry *order; /* by left edge */
    edges sorted; /* in that order */
} sweep;

static int by_left(const void *a, const void *b)
{
    float x = ((const entry *)a)->left, y = ((const entry *)b)->left;
    return (x > y) - (x < y);
}

static void *sweep_open(scene *s, double setting)
{
    sweep *w = space_room(1, sizeof *w);
    (void)setting;
    w->s = s;
    w->order = space_room(s->n, sizeof *w->order);
    w->sorted = edges_open(s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        w->order[i] = (entry){s->boxes[i].x, i};
        w->widest = s->boxes[i].w > w->widest ? s->boxes[i].w : w->widest;
    }
    qsort(w->order, s->n, sizeof *w->order, by_left);
    return w;
}

static void sweep_close(void *state)
{
    sweep *w = state;
    edges_close(&w->sorted);
    free(w->order);
    free(w);
}

static void moved(sweep *w)
{
    entry *order = w->order;
    const thing *boxes = w->s->boxes;
    uint32_t n = w->s->n;
    for (uint32_t i = 0; i < n; i++)
        order[i].left = boxes[order[i].number].x;
    for (uint32_t i = 1; i < n; i++) {
        entry e = order[i];
        uint32_t j = i;
        for (; j > 0 && order[j - 1].left > e.left; j--)
            order[j] = order[j - 1];
        order[j] = e;
    }
    for (uint32_t i = 0; i < n; i++)
        edges_set(&w->sorted, i, &boxes[order[i].number]);
}

static void sweep_pairs(void *state)
{
    sweep *w = state;
    scene *s = w->s;
    moved(w);
    for (uint32_t i = 0; i < s->n; i++) {
        edge4 mine = edges_get(&w->sorted, i);
        unsigned int reached = 15;
        for (uint32_t j = i + 1; reached == 15 && j < s->n; j += 4) {
            unsigned int bits = edges_touch4(&w->sorted, j, &mine, &reached);
            for (; bits != 0; bits &= bits - 1)
                s->pair(s, w->order[i].number, w->order[j + lowest_bit(bits)].number);
        }
    }
}

/* The first in order that does not begin left of x. */
static uint32_t first_from(const sweep *w, float x)
{
    uint32_t low = 0, high = w->s->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->sorted.left[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void sweep_queries(void *state)
{
    sweep *w = state;
    scene *s = w->s;
    moved(w);
    for (uint32_t q = 0; q < SPACE_QUERIES; q++) {
        const rectangle *r = &s->queries[q];
        edge4 mine = edge4_of(r->x, r->y, r->w, r->h);
        unsigned int reached = 15;
        for (uint32_t j = first_from(w, r->x - w->widest); reached == 15 && j < s->n; j += 4) {
            unsigned int bits = edges_touch4(&w->sorted, j, &mine, &reached);
            for (; bits != 0; bits &= bits - 1)
                s->hit(s, q, w->order[j + lowest_bit(bits)].number);
        }
    }
}

const space_subject space_subject_sweep = {
    .name = "sweep",
    .open = sweep_open,
    .close = sweep_close,
    .pairs = sweep_pairs,
    .queries = sweep_queries,
};
