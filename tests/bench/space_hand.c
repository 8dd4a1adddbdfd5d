/* `hand`: the grid that a programmer writes for one game (space_hand.h). */
#include "space_hand.h"
#include "space_subjects.h"

typedef struct manual_add {
    scene *s;
    hand grid;
} manual_add;

/* No cell is smaller than a box. */
static void *by_hand_open(scene *s, double setting)
{
    manual_add *b = space_room(1, sizeof *b);
    float cell = s->typical * (float)setting;
    for (uint32_t i = 0; i < s->n; i++)
        cell = fmaxf(cell, 1.01f * fmaxf(s->boxes[i].w, s->boxes[i].h));
    b->s = s;
    b->grid = hand_open(s->n, 0, s->side, cell);
    return b;
}

static void by_hand_close(void *state)
{
    manual_add *b = state;
    hand_close(&b->grid);
    free(b);
}

static void take_pair(uint32_t a, uint32_t b, void *user)
{
    scene_take_pair(user, a, b);
}

static void take_hit(uint32_t query, uint32_t a, void *user)
{
    scene_take_hit(user, query, a);
}

static void by_hand_pairs(void *state)
{
    manual_add *b = state;
    hand_sort(&b->grid, &b->s->boxes->x, sizeof *b->s->boxes);
    hand_pairs(&b->grid, take_pair, b->s);
}

static void by_hand_queries(void *state)
{
    manual_add *b = state;
    hand_sort(&b->grid, &b->s->boxes->x, sizeof *b->s->boxes);
    for (uint32_t q = 0; q < SPACE_QUERIES; q++) {
        const rectangle *r = &b->s->queries[q];
        hand_query(&b->grid, r->x, r->y, r->w, r->h, q, take_hit, b->s);
    }
}

/* Sides of the cells. */
static const double settings[] = {9, 6, 4, 3, 2, 1.5, 1, 0};

const space_subject space_subject_hand = {
    .name = "hand",
    .settings = settings,
    .open = by_hand_open,
    .close = by_hand_close,
    .pairs = by_hand_pairs,
    .queries = by_hand_queries,
};
