/* The boxes of the spatial workloads and their motion, equal for all subjects. */
#include "space_cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The next random number from 0 to below 1. */
static double next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return (double)(mix(*state) >> 11) / 9007199254740992.0;
}

/* Rounds down to a multiple of the grain. */
static float grained(double value)
{
    return (float)(floor(value * SPACE_GRAIN) / SPACE_GRAIN);
}

/* A step of up to a quarter of the mean side, in either direction, and never zero: in all workloads
 * boxes are equally fast for their size. */
static float speed(const scene *s, uint64_t *random)
{
    float amount = grained((double)s->typical / 4 * (1 + floor(next(random) * 32)) / 32);
    return next(random) < 0.5 ? -amount : amount;
}

/* The side of a square in which each box touches about one other. Two boxes touch if the offset
 * from one to the other is in an area of (sum of widths) by (sum of heights); n/2 pairs are one per
 * box. */
static double side_of(space_workload kind, double n)
{
    double mean_area = 16.0 * 16;
    if (kind == SPACE_MIXED)
        mean_area = 36.0 * 36;
    if (kind ==
        SPACE_CLUSTERED) /* the inner ones among each other; the inner with the outer; those */
        mean_area *= 0.81 * 100 + 2 * 0.09 + 0.01;
    if (kind == SPACE_SIZES) /* squares, side 1000^u: E[(a + b)^2] = 2 E[a^2] + 2 E[a]^2 */
        mean_area = 2 * (1e6 - 1) / (2 * log(1000)) + 2 * pow(999 / log(1000), 2);
    return sqrt(mean_area * n);
}

static void choose_size(const scene *s, thing *b, uint64_t *random)
{
    b->w = b->h = 8;
    if (s->kind == SPACE_MIXED) {
        b->w = grained(4 + next(random) * 28);
        b->h = grained(4 + next(random) * 28);
    }
    if (s->kind == SPACE_SIZES)
        b->w = b->h = grained(pow(1000, next(random)));
}

static const room *room_of(const scene *s, uint32_t number)
{
    return number % 10 == 9 ? &s->all : &s->inner;
}

static float mean_side(space_workload kind)
{
    return kind == SPACE_MIXED ? 18 : kind == SPACE_SIZES ? (float)(999 / log(1000)) : 8;
}

static void take_pair(scene *s, uint32_t a, uint32_t b)
{
    scene_take_pair(s, a, b);
}

static void take_hit(scene *s, uint32_t query, uint32_t a)
{
    scene_take_hit(s, query, a);
}

void scene_open(scene *s, space_workload kind, uint32_t n)
{
    uint64_t random = n;
    *s = (scene){
        .kind = kind, .n = n, .typical = mean_side(kind), .pair = take_pair, .hit = take_hit};
    s->side = grained(side_of(kind, n));
    s->all = s->inner = (room){0, s->side};
    if (kind == SPACE_CLUSTERED)
        s->inner = (room){grained(s->side * 0.37), grained(s->side * 0.47)};
    s->boxes = space_room(n, sizeof *s->boxes);
    s->queries = space_room(SPACE_QUERIES, sizeof *s->queries);
    for (uint32_t i = 0; i < n; i++) {
        thing *b = &s->boxes[i];
        const room *r = room_of(s, i);
        choose_size(s, b, &random);
        b->x = r->low + grained(next(&random) * (r->high - r->low - b->w));
        b->y = r->low + grained(next(&random) * (r->high - r->low - b->h));
        b->vx = speed(s, &random);
        b->vy = speed(s, &random);
        b->identity = (uint32_t)mix(i + 1) | 1;
    }
}

void scene_copy(scene *to, const scene *from)
{
    *to = *from;
    to->boxes = space_room(from->n, sizeof *to->boxes);
    to->queries = space_room(SPACE_QUERIES, sizeof *to->queries);
    memcpy(to->boxes, from->boxes, from->n * sizeof *to->boxes);
    memcpy(to->queries, from->queries, SPACE_QUERIES * sizeof *to->queries);
}

void scene_close(scene *s)
{
    free(s->boxes);
    free(s->queries);
}

/* A hundredth of the area; the sides differ by a factor of up to two. */
static void choose_queries(scene *s)
{
    uint64_t random = (uint64_t)s->frame << 32;
    for (int i = 0; i < SPACE_QUERIES; i++) {
        rectangle *q = &s->queries[i];
        double stretch = pow(2, next(&random) - 0.5);
        q->w = grained(s->side / 10 * stretch);
        q->h = grained(s->side / 10 / stretch);
        q->x = grained(next(&random) * (s->side - q->w));
        q->y = grained(next(&random) * (s->side - q->h));
    }
}

/* A box in eight turns along x in each frame, and one along y; otherwise all boxes that started
 * together would leave the margins of trees together. */
void scene_step(scene *s)
{
    uint64_t random = s->frame;
    for (uint32_t i = 0; i < s->n; i++) {
        thing *b = &s->boxes[i];
        double turn = next(&random);
        if (turn < 0.125)
            b->vx = -b->vx;
        else if (turn > 0.875)
            b->vy = -b->vy;
        const room *r = room_of(s, i);
        if (b->x + b->vx < r->low || b->x + b->vx + b->w > r->high)
            b->vx = -b->vx;
        if (b->y + b->vy < r->low || b->y + b->vy + b->h > r->high)
            b->vy = -b->vy;
        b->x += b->vx;
        b->y += b->vy;
    }
    s->frame++;
    if (s->kind == SPACE_RECTANGLES)
        choose_queries(s);
}
