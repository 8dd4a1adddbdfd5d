/* Worlds in which the cost of spaces could rise sharply, compared with an even world with as many
 * boxes and pairs. */
#include "space_games.h"

#include <stdio.h>

typedef void place_fn(piece *p, uint32_t i, uint32_t n, float side);

static void place_even(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)n;
    p->x = games_some(side);
    p->y = games_some(side);
}

static void place_line(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)side;
    p->x = games_some(16.0f * (float)n);
}

static void place_faller(piece *p, uint32_t i, uint32_t n, float side)
{
    place_line(p, i, n, side);
    p->y = i == 5 ? 1e7f : 0;
}

static void place_diagonal(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)side;
    p->x = p->y = games_some(8.0f * (float)n);
}

static void place_tenth_large(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, 1.6f * side);
    if (i % 10 == 0)
        p->w = p->h = 48;
}

static void place_floors(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i % 100 == 0) {
        p->x = 0;
        p->w = side;
        p->h = 2;
    }
}

static void place_clusters(piece *p, uint32_t i, uint32_t n, float side)
{
    const uint32_t cluster = i % (n / 100);
    const float x = (float)(cluster * 7919u % 10007) / 10007 * 100 * side;
    const float y = (float)(cluster * 104729u % 10009) / 10009 * 100 * side;
    p->x = x + games_some(80);
    p->y = y + games_some(80);
}

static void place_ring(piece *p, uint32_t i, uint32_t n, float side)
{
    const float angle = games_some(6.2831853f);
    (void)i;
    p->x = side + 1.3f * (float)n * cosf(angle);
    p->y = side + 1.3f * (float)n * sinf(angle);
}

static void place_spiral(piece *p, uint32_t i, uint32_t n, float side)
{
    const float turn = sqrtf((float)i) / 4;
    (void)n;
    (void)side;
    p->x = 8 * turn * cosf(6.2831853f * turn);
    p->y = 8 * turn * sinf(6.2831853f * turn);
}

static void place_giant(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i == 7) {
        p->x = p->y = -5e5f;
        p->w = 1e6f;
        p->h = 1e6f;
    }
}

static void place_point(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)n;
    p->x = p->y = side;
}

static void place_far(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->x += 1e7f;
    p->y -= 1e7f;
}

static void place_stray(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i == 3)
        p->x = 1e12f;
}

static void place_thin(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i % 2 == 0)
        p->h = 0.25f;
    else
        p->w = 0.25f;
    if (i % 16 == 0)
        p->w = 200;
    if (i % 16 == 1)
        p->h = 200;
}

static void place_powers(piece *p, uint32_t i, uint32_t n, float side)
{
    const float u = 0.0001f + games_some(1);
    place_even(p, i, n, side);
    p->w = p->h = fminf(1 / u, side);
}

static void place_points(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->w = p->h = 0;
}

static void place_two_scales(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i % 2 == 0) {
        p->x *= 0.01f;
        p->y *= 0.01f;
        p->w = p->h = 0.08f;
    }
}

/* Tiles of 8 that touch along all their edges. */
static void place_lattice(piece *p, uint32_t i, uint32_t n, float side)
{
    const uint32_t columns = (uint32_t)sqrtf((float)n);
    (void)side;
    p->x = 8 * (float)(i % columns);
    p->y = 8 * (float)(i / columns);
}

/* Along both axes in the outer thirds, recursively: crowded at all scales. */
static void place_dust(piece *p, uint32_t i, uint32_t n, float side)
{
    float step = 1000 * side;
    (void)i;
    (void)n;
    p->x = p->y = 0;
    for (int depth = 0; depth < 12; depth++, step /= 3) {
        p->x += games_some(1) < 0.5f ? 0 : step;
        p->y += games_some(1) < 0.5f ? 0 : step;
    }
}

/* A random walk: each box is one step from the last, in any direction. */
static void place_walk(piece *p, uint32_t i, uint32_t n, float side)
{
    static float x, y;
    (void)n;
    (void)side;
    x = i == 0 ? 0 : x + games_some(24) - 12;
    y = i == 0 ? 0 : y + games_some(24) - 12;
    p->x = x;
    p->y = y;
}

/* A hundred nests of boxes inside boxes; the largest is a hundred times as wide as the smallest. */
static void place_nests(piece *p, uint32_t i, uint32_t n, float side)
{
    const uint32_t nest = i % 1000;
    const float size = 8 * powf(1.5f, (float)(i / 1000 % 8));
    (void)n;
    p->x = (float)(nest % 32) * side / 8 - size / 2;
    p->y = (float)(nest / 32) * side / 8 + (float)(i / 8000) * 200 - size / 2;
    p->w = p->h = size;
}

/* A curve that is many times as long as it is high. */
static void place_wave(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    p->x = games_some(8 * (float)n);
    p->y = side * sinf(p->x / 50);
}

/* Two cities, and travellers between them. */
static void place_cities(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->x += i % 2 == 0 ? 0 : 3e6f;
    if (i % 20 == 0)
        p->x = games_some(3e6f);
}

/* Rain: each box is very thin, and of any length. */
static void place_rain(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->w = 0.1f;
    p->h = powf(2, games_some(8));
}

/* Stairs: each flight twice as large and twice as far away as the last. */
static void place_stairs(piece *p, uint32_t i, uint32_t n, float side)
{
    const float scale = powf(2, (float)(i % 16));
    place_even(p, i, n, side / 4);
    p->x = scale * (p->x + side);
    p->y = scale * (p->y + side);
    p->w = p->h = 8 * scale;
}

/* Streets and houses: long boxes that cross in both directions, and small ones between them. */
static void place_streets(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i % 500 == 0)
        p->x = 0, p->w = side, p->h = 4;
    else if (i % 500 == 1)
        p->y = 0, p->h = side, p->w = 4;
}

/* A heap: its density increases with the square towards the middle. */
static void place_heap(piece *p, uint32_t i, uint32_t n, float side)
{
    const float angle = games_some(6.2831853f);
    const float u = games_some(1);
    (void)i;
    (void)n;
    p->x = side * u * u * u * cosf(angle);
    p->y = side * u * u * u * sinf(angle);
}

/* ns per box for moving all boxes and finding their pairs, which are counted. */
static double measure_world(uint32_t n, place_fn *place, float side, uint64_t *pairs)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor), .capacity = n});
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = n});
    double best = 0;
    games_random_state = n;
    trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    for (uint32_t i = 0; i < n; i++) {
        piece p = {.w = 8, .h = 8, .identity = 1};
        place(&p, i, n, side);
        trp_create(pool, &p);
    }
    for (int round = 0; round < 7; round++) {
        tally t = {0};
        double begin;
        trp_each (piece, p, pool)
            p->x += (round & 1) != 0 ? 0.5f : -0.5f;
        begin = games_now();
        trp_space_moved_all(space, NULL);
        trp_space_pairs(space, NULL, games_take_pair, &t);
        if (round > 1)
            games_lowest(&best, begin, n);
        *pairs = t.count;
    }
    trp_world_destroy(world);
    return best;
}

static void play_world(const char *name, uint32_t n, place_fn *place)
{
    const float side = 16 * sqrtf((float)n);
    uint64_t pairs;
    uint64_t as_many = 0;
    double even_side = 0;
    double ours = measure_world(n, place, side, &pairs);
    double even;
    char text[64];
    even_side = sqrt(128.0 * (double)n * (double)n / (double)(pairs + 1));
    even_side = even_side > 1e6 ? 1e6 : even_side;
    even = measure_world(n, place_even, (float)even_side, &as_many);
    snprintf(text, sizeof text, "%s, %.2f pairs (%.2f)", name, (double)pairs / n,
             (double)as_many / n);
    games_print(text, n, even, ours);
}

void games_play_worlds(uint32_t n)
{
    play_world("even", n, place_even);
    play_world("line", n, place_line);
    play_world("line and a faller", n, place_faller);
    play_world("diagonal", n, place_diagonal);
    play_world("a tenth large", n, place_tenth_large);
    play_world("1% floors", n, place_floors);
    play_world("clusters", n, place_clusters);
    play_world("ring", n, place_ring);
    play_world("spiral", n, place_spiral);
    play_world("one of 10^6", n, place_giant);
    play_world("at 10^7", n, place_far);
    play_world("one far stray", n, place_stray);
    play_world("thin both ways", n, place_thin);
    play_world("sizes by a power law", n, place_powers);
    play_world("points", n, place_points);
    play_world("two scales", n, place_two_scales);
    play_world("a lattice that touches", n, place_lattice);
    play_world("dust at all scales", n, place_dust);
    play_world("a random walk", n, place_walk);
    play_world("nests", n, place_nests);
    play_world("a wave", n, place_wave);
    play_world("two cities", n, place_cities);
    play_world("rain", n, place_rain);
    play_world("stairs of scales", n, place_stairs);
    play_world("streets and houses", n, place_streets);
    if (n <= 10000)
        play_world("a heap", n, place_heap);
    if (n <= 10000)
        play_world("all in one point", n / 10, place_point);
}

/* Even worlds that get narrower, from pairs that fit in a quarter of the default of hits to four
 * times as many as fit in it: ns per pair, compared with half as many pairs. */
void games_play_crowds(uint32_t n)
{
    double last = 0;
    for (double wanted = 1; wanted < 20; wanted *= 1.41421356) {
        const double side = sqrt(128.0 * (double)n / wanted);
        uint64_t pairs;
        const double ns = measure_world(n, place_even, (float)side, &pairs);
        const double per_pair = ns * n / (double)pairs;
        char text[64];
        snprintf(text, sizeof text, "an even world, %.2f pairs per box", (double)pairs / n);
        games_print(text, n, last != 0 ? last : per_pair, per_pair);
        last = per_pair;
    }
}
