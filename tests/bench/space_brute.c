/* `brute`: compares each box with each other box. */
#include "space_subjects.h"

#include "space_scan.h"

typedef struct brute {
    scene *s;
    edges all;
} brute;

static void *brute_open(scene *s, double setting)
{
    brute *b = space_room(1, sizeof *b);
    (void)setting;
    b->s = s;
    b->all = edges_open(s->n);
    return b;
}

static void brute_close(void *state)
{
    brute *b = state;
    edges_close(&b->all);
    free(b);
}

static void moved(brute *b)
{
    for (uint32_t i = 0; i < b->s->n; i++)
        edges_set(&b->all, i, &b->s->boxes[i]);
}

static void brute_pairs(void *state)
{
    brute *b = state;
    scene *s = b->s;
    moved(b);
    for (uint32_t i = 0; i < s->n; i++) {
        edge4 mine = edges_get(&b->all, i);
        for (uint32_t j = i + 1; j < s->n; j += 4) {
            unsigned int reached;
            unsigned int bits = edges_touch4(&b->all, j, &mine, &reached);
            for (; bits != 0; bits &= bits - 1)
                s->pair(s, i, j + lowest_bit(bits));
        }
    }
}

static void brute_queries(void *state)
{
    brute *b = state;
    scene *s = b->s;
    moved(b);
    for (uint32_t q = 0; q < SPACE_QUERIES; q++) {
        const rectangle *r = &s->queries[q];
        edge4 mine = edge4_of(r->x, r->y, r->w, r->h);
        for (uint32_t j = 0; j < s->n; j += 4) {
            unsigned int reached;
            unsigned int bits = edges_touch4(&b->all, j, &mine, &reached);
            for (; bits != 0; bits &= bits - 1)
                s->hit(s, q, j + lowest_bit(bits));
        }
    }
}

const space_subject space_subject_brute = {
    .name = "brute",
    .slow = true,
    .open = brute_open,
    .close = brute_close,
    .pairs = brute_pairs,
    .queries = brute_queries,
};
