/*
 * Spaces beside what a good programmer writes by hand for one game: the same worlds, the same answers (checked), ns per
 * box or per question, the lowest of some interleaved rounds, and how many times as long the library takes.
 *
 *     space_games [PART...]    pairs rectangles nearest drawing cells sides still worlds crowds
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "space_hand.h"

#include <troupe/troupe.h>

#include <stdio.h>
#include <time.h>

#define ROUNDS 9
#define QUESTIONS 2000
#define SIDE_OF_BOX 8.0f

enum
{
    BULLET = 1,
    ENEMY = 2,
    TILE = 4
};

typedef struct piece
{
    trp_actor actor;
    float x, y, w, h, vx, vy;
    uint32_t identity;
} piece;

/* A world in a space, and by hand the same boxes in an array. */
typedef struct stage
{
    uint32_t n;
    float side;
    trp_world *world;
    trp_pool *pool;
    trp_space *space;
    piece **pieces;
    thing *things;
    hand grid;
} stage;

typedef struct tally
{
    uint64_t count, sum;
    stage *stage;
    uint32_t question;
} tally;

static uint64_t random_state;

static float some(float below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(random_state >> 40) / 16777216 * below;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void lowest(double *best, double begin, uint32_t units)
{
    const double time = (now() - begin) / units;

    if (*best == 0 || time < *best)
        *best = time;
}

void space_check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "space_games: %s\n", what);
    exit(2);
}

void *space_room(size_t count, size_t size)
{
    const size_t bytes = (count * size + 64) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    space_check(memory != NULL, "out of memory");
    memset(memory, 0, bytes);
    return memory;
}

/* Answers, both ways */

static void take_pair(trp_actor *a, trp_actor *b, const trp_pair *pair)
{
    tally *t = pair->user;
    t->count++;
    t->sum += (uint64_t)trp_as(piece, a)->identity * trp_as(piece, b)->identity;
}

static void hand_take_pair(uint32_t a, uint32_t b, void *user)
{
    tally *t = user;
    t->count++;
    t->sum += (uint64_t)t->stage->things[a].identity * t->stage->things[b].identity;
}

static void take_hit(trp_actor *a, const trp_found *found)
{
    tally *t = found->user;
    t->count++;
    t->sum += (uint64_t)trp_as(piece, a)->identity * (2 * t->question + 1);
}

static void hand_take_hit(uint32_t question, uint32_t a, void *user)
{
    tally *t = user;
    t->count++;
    t->sum += (uint64_t)t->stage->things[a].identity * (2 * question + 1);
}

/* Worlds */

/* n boxes of 8, half a pair per box; for a space of that kind. */
static void stage_open(stage *s, uint32_t n, const trp_space_desc *like, float cell)
{
    trp_space_desc desc = *like;
    random_state = n;
    s->n = n;
    s->side = 16 * sqrtf((float)n);
    s->world = trp_world_create(NULL);
    s->pool =
        trp_pool_create(s->world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor), .capacity = n});
    desc.capacity = n;
    s->space = trp_space_create(s->world, &desc);
    space_check(s->pool != NULL && s->space != NULL, "no world");
    s->pieces = space_room(n, sizeof *s->pieces);
    s->things = space_room(n, sizeof *s->things);
    trp_space_add_pool(s->space, s->pool, &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    for (uint32_t i = 0; i < n; i++)
    {
        const piece init = {.x = some(s->side - 8),
                            .y = some(s->side - 8),
                            .w = SIDE_OF_BOX,
                            .h = SIDE_OF_BOX,
                            .vx = some(4) - 2,
                            .vy = some(4) - 2,
                            .identity = (uint32_t)(random_state >> 33) | 1};
        s->pieces[i] = trp_as(piece, trp_create_from(s->pool, &init));
        s->things[i] =
            (thing){.x = init.x, .y = init.y, .w = init.w, .h = init.h, .identity = init.identity};
    }
    s->grid = hand_open(n, 0, s->side, cell);
}

static void stage_close(stage *s)
{
    trp_world_destroy(s->world);
    hand_close(&s->grid);
    free(s->pieces);
    free(s->things);
}

/* Moves all by a step: of both. */
static void stage_step(stage *s)
{
    for (uint32_t i = 0; i < s->n; i++)
    {
        piece *p = s->pieces[i];
        if (p->x + p->vx < 0 || p->x + p->vx > s->side - 8)
            p->vx = -p->vx;
        if (p->y + p->vy < 0 || p->y + p->vy > s->side - 8)
            p->vy = -p->vy;
        p->x += p->vx;
        p->y += p->vy;
        s->things[i].x = p->x;
        s->things[i].y = p->y;
    }
}

static void print(const char *what, uint32_t n, double by_hand, double ours)
{
    printf("%-44s %9u %9.2f %9.2f %7.2f\n", what, n, by_hand, ours, ours / by_hand);
}

/* Cells of the grid by hand; the best is what counts. */
static const float cells[] = {8.25f, 12, 16};
#define CELLS (sizeof cells / sizeof *cells)

static void play_pairs(uint32_t n)
{
    double by_hand = 0;
    double ours = 0;
    double any = 0;
    for (uint32_t c = 0; c < CELLS; c++)
    {
        stage s;
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < 2 * ROUNDS; round++)
        {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            begin = now();
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            hand_pairs(&s.grid, hand_take_pair, &a);
            lowest(&by_hand, begin, n);
            begin = now();
            trp_space_moved_all(s.space);
            trp_space_pairs(s.space, take_pair, &b);
            if (round > 3)
                lowest(&ours, begin, n);
            space_check(a.count == b.count && a.sum == b.sum, "pairs differ");
            stage_step(&s);
            begin = now();
            trp_space_moved_all(s.space);
            trp_space_pairs_where(s.space, &(trp_pairing){.order = TRP_SPACE_ANY_ORDER}, take_pair,
                                  &d);
            if (round > 3)
                lowest(&any, begin, n);
        }
        stage_close(&s);
    }
    print("move and all pairs, per box", n, by_hand, ours);
    print("... in any order", n, by_hand, any);
}

static void play_rectangles(uint32_t n)
{
    double by_hand = 0;
    double ours = 0;
    double any = 0;
    for (uint32_t c = 0; c < CELLS; c++)
    {
        stage s;
        float at[QUESTIONS][2];
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < ROUNDS; round++)
        {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            trp_space_moved_all(s.space);
            trp_space_pairs(s.space, NULL, NULL);
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            for (uint32_t q = 0; q < QUESTIONS; q++)
            {
                at[q][0] = some(s.side - 64);
                at[q][1] = some(s.side - 64);
            }
            /* twice: all find the boxes that they look at in the caches, or none does */
            for (int again = 0; again < 2; again++)
            {
                a.count = a.sum = b.count = b.sum = d.count = d.sum = 0;
                begin = now();
                for (uint32_t q = 0; q < QUESTIONS; q++)
                    hand_query(&s.grid, at[q][0], at[q][1], 64, 64, q, hand_take_hit, &a);
                lowest(&by_hand, begin, QUESTIONS);
                begin = now();
                for (b.question = 0; b.question < QUESTIONS; b.question++)
                    trp_space_query(s.space,
                                    trp_rectangle(at[b.question][0], at[b.question][1], 64, 64), 0,
                                    take_hit, &b);
                lowest(&ours, begin, QUESTIONS);
                begin = now();
                for (d.question = 0; d.question < QUESTIONS; d.question++)
                    trp_space_query_where(
                        s.space,
                        &(trp_query){
                            .area = trp_rectangle(at[d.question][0], at[d.question][1], 64, 64),
                            .order = TRP_SPACE_ANY_ORDER},
                        take_hit, &d);
                lowest(&any, begin, QUESTIONS);
            }
            space_check(a.count == b.count && a.sum == b.sum && a.sum == d.sum, "answers differ");
        }
        stage_close(&s);
    }
    print("a rectangle of 64 by 64", n, by_hand, ours);
    print("... in any order", n, by_hand, any);
}

static void play_nearest(uint32_t n)
{
    double by_hand = 0;
    double ours = 0;
    for (uint32_t c = 0; c < CELLS; c++)
    {
        stage s;
        static float at[QUESTIONS][2];
        static uint32_t first[QUESTIONS];
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < ROUNDS; round++)
        {
            double begin;
            bool same = true;
            stage_step(&s);
            trp_space_moved_all(s.space);
            trp_space_pairs(s.space, NULL, NULL);
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            for (uint32_t q = 0; q < QUESTIONS; q++)
            {
                at[q][0] = some(s.side);
                at[q][1] = some(s.side);
            }
            for (int again = 0; again < 2; again++)
            {
                begin = now();
                for (uint32_t q = 0; q < QUESTIONS; q++)
                    first[q] = hand_nearest(&s.grid, at[q][0], at[q][1]);
                lowest(&by_hand, begin, QUESTIONS);
                begin = now();
                for (uint32_t q = 0; q < QUESTIONS; q++)
                {
                    trp_actor *found = NULL;
                    trp_space_nearest(s.space, at[q][0], at[q][1], TRP_INFINITY, 0, &found, 1);
                    same = same && found == &s.pieces[first[q]]->actor;
                }
                lowest(&ours, begin, QUESTIONS);
            }
            space_check(same, "the nearest differ");
        }
        stage_close(&s);
    }
    print("the nearest", n, by_hand, ours);
}

/* Bullets and enemies: by hand the enemies ask one by one in a grid of bullets. */
static void play_sides(uint32_t bullets, uint32_t enemies, float crowd, const char *what)
{
    double by_hand = 0;
    double between = 0;
    double masks = 0;
    for (uint32_t c = 0; c < CELLS; c++)
    {
        stage s;
        hand grid;
        stage_open(&s, bullets + enemies, &(trp_space_desc){0}, 8.25f);
        s.side = crowd;
        grid = hand_open(bullets, 0, crowd, cells[c]);
        for (uint32_t i = 0; i < s.n; i++)
        {
            const bool is_enemy = i >= bullets;
            s.pieces[i]->x = some(crowd - 8);
            s.pieces[i]->y = some(crowd - 8);
            trp_space_set_bits(s.space, &s.pieces[i]->actor, is_enemy ? ENEMY : BULLET,
                               is_enemy ? BULLET : ENEMY);
        }
        for (int round = 0; round < 2 * ROUNDS; round++)
        {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            begin = now();
            hand_sort(&grid, &s.things->x, sizeof *s.things);
            for (uint32_t i = bullets; i < s.n; i++)
            {
                const thing *e = &s.things[i];
                hand_query(&grid, e->x, e->y, e->w, e->h, i, hand_take_pair, &a);
            }
            lowest(&by_hand, begin, bullets);
            begin = now();
            trp_space_moved_all(s.space);
            trp_space_pairs_between(s.space, BULLET, ENEMY, take_pair, &b);
            if (round > 3)
                lowest(&between, begin, bullets);
            stage_step(&s);
            begin = now();
            trp_space_moved_all(s.space);
            trp_space_pairs(s.space, take_pair, &d);
            if (round > 3)
                lowest(&masks, begin, bullets);
            space_check(a.count == b.count && a.sum == b.sum, "hits differ");
        }
        hand_close(&grid);
        stage_close(&s);
    }
    print(what, bullets, by_hand, between);
    print("... all pairs, with masks", bullets, by_hand, masks);
}

/* Tiles that lie still and movers, in one space; and the way that one had to go before: a space of each. */
static void play_still(uint32_t tiles, uint32_t movers, bool is_static)
{
    const float side = 8 * sqrtf((float)tiles);
    const uint32_t columns = (uint32_t)sqrtf((float)tiles);
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool[2];
    trp_space *one, *still, *moving;
    double in_two = 0, in_one = 0;
    piece **all = space_room(movers, sizeof *all);
    random_state = tiles;
    for (int i = 0; i < 2; i++)
        pool[i] = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor),
                                                          .capacity = i == 0 ? tiles : movers});
    one = trp_space_create(world, &(trp_space_desc){.capacity = tiles + movers});
    still = trp_space_create(world, &(trp_space_desc){.capacity = tiles});
    moving = trp_space_create(world, &(trp_space_desc){.capacity = movers});
    trp_space_add_pool(
        one, pool[0],
        &(trp_space_pool_desc){
            .box = TRP_BOX(piece, x), .category = TILE, .mask = BULLET, .is_static = is_static});
    trp_space_add_pool(one, pool[1], &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    trp_space_add_pool(still, pool[0], &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    trp_space_add_pool(moving, pool[1], &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    for (uint32_t i = 0; i < tiles; i++)
        trp_create_from(pool[0], &(piece){.x = 8 * (float)(i % columns),
                                          .y = 8 * (float)(i / columns),
                                          .w = 7,
                                          .h = 7,
                                          .identity = 2 * i + 1});
    for (uint32_t i = 0; i < movers; i++)
        all[i] = trp_as(piece, trp_create_from(pool[1], &(piece){.x = some(side),
                                                                 .y = some(side),
                                                                 .w = 8,
                                                                 .h = 8,
                                                                 .identity = 2 * i + 1,
                                                                 .vx = some(4) - 2,
                                                                 .vy = some(4) - 2}));
    for (int round = 0; round < 4 * ROUNDS; round++)
    {
        tally a = {0}, b = {0};
        double begin;
        for (uint32_t i = 0; i < movers; i++)
        {
            all[i]->x += round % 20 < 10 ? all[i]->vx : -all[i]->vx;
            all[i]->y += round % 20 < 10 ? all[i]->vy : -all[i]->vy;
        }
        begin = now();
        trp_space_moved_all(moving);
        trp_space_pairs(moving, take_pair, &a);
        for (uint32_t i = 0; i < movers; i++)
        {
            tally hits = {.question = 0};
            trp_space_query(still, trp_rectangle(all[i]->x, all[i]->y, all[i]->w, all[i]->h), 0,
                            take_hit, &hits);
            a.count += hits.count;
            a.sum += hits.sum * all[i]->identity;
        }
        if (round > 3)
            lowest(&in_two, begin, 1000);
        begin = now();
        trp_space_moved_all(one);
        trp_space_pairs(one, take_pair, &b);
        if (round > 3)
            lowest(&in_one, begin, 1000);
        space_check(a.count == b.count && a.sum == b.sum, "what touches differs");
    }
    print(is_static ? "tiles (static) and 500 movers, us: two | one"
                    : "tiles and 500 movers, us: two | one",
          tiles, in_two, in_one);
    trp_world_destroy(world);
    free(all);
}

/* Worlds in which spaces could fall off a cliff, beside an even one with as many boxes and pairs. */

typedef void place_fn(piece *p, uint32_t i, uint32_t n, float side);

static void place_even(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)n;
    p->x = some(side);
    p->y = some(side);
}

static void place_line(piece *p, uint32_t i, uint32_t n, float side)
{
    (void)i;
    (void)side;
    p->x = some(16.0f * (float)n);
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
    p->x = p->y = some(8.0f * (float)n);
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
    if (i % 100 == 0)
    {
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
    p->x = x + some(80);
    p->y = y + some(80);
}

static void place_ring(piece *p, uint32_t i, uint32_t n, float side)
{
    const float angle = some(6.2831853f);
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
    if (i == 7)
    {
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
    const float u = 0.0001f + some(1);
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
    if (i % 2 == 0)
    {
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

/* Along both axes in the thirds of thirds of thirds: crowded at all scales. */
static void place_dust(piece *p, uint32_t i, uint32_t n, float side)
{
    float step = 1000 * side;
    (void)i;
    (void)n;
    p->x = p->y = 0;
    for (int depth = 0; depth < 12; depth++, step /= 3)
    {
        p->x += some(1) < 0.5f ? 0 : step;
        p->y += some(1) < 0.5f ? 0 : step;
    }
}

/* Each a step further than the last, in any direction. */
static void place_walk(piece *p, uint32_t i, uint32_t n, float side)
{
    static float x, y;
    (void)n;
    (void)side;
    x = i == 0 ? 0 : x + some(24) - 12;
    y = i == 0 ? 0 : y + some(24) - 12;
    p->x = x;
    p->y = y;
}

/* A hundred nests of boxes in boxes, the largest a hundred times as wide as the smallest. */
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
    p->x = some(8 * (float)n);
    p->y = side * sinf(p->x / 50);
}

/* Two cities and what travels between them. */
static void place_cities(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->x += i % 2 == 0 ? 0 : 3e6f;
    if (i % 20 == 0)
        p->x = some(3e6f);
}

/* Rain: each as thin as a hair, at any length. */
static void place_rain(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    p->w = 0.1f;
    p->h = powf(2, some(8));
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

/* Streets and houses: long boxes both ways that cross, and small ones between them. */
static void place_streets(piece *p, uint32_t i, uint32_t n, float side)
{
    place_even(p, i, n, side);
    if (i % 500 == 0)
        p->x = 0, p->w = side, p->h = 4;
    else if (i % 500 == 1)
        p->y = 0, p->h = side, p->w = 4;
}

/* A heap: denser by the square towards its middle. */
static void place_heap(piece *p, uint32_t i, uint32_t n, float side)
{
    const float angle = some(6.2831853f);
    const float u = some(1);
    (void)i;
    (void)n;
    p->x = side * u * u * u * cosf(angle);
    p->y = side * u * u * u * sinf(angle);
}

/* ns per box of moving all and of their pairs, which are counted. */
static double measure_world(uint32_t n, place_fn *place, float side, trp_space_kind kind,
                            uint64_t *pairs)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor), .capacity = n});
    trp_space *space = trp_space_create(
        world,
        &(trp_space_desc){.capacity = n, .kind = kind, .cell = kind == TRP_SPACE_GRID ? 16 : 0});
    double best = 0;
    random_state = n;
    trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    for (uint32_t i = 0; i < n; i++)
    {
        piece p = {.w = 8, .h = 8, .identity = 1};
        place(&p, i, n, side);
        trp_create_from(pool, &p);
    }
    for (int round = 0; round < 7; round++)
    {
        tally t = {0};
        double begin;
        trp_each (piece, p, pool)
            p->x += (round & 1) != 0 ? 0.5f : -0.5f;
        begin = now();
        trp_space_moved_all(space);
        trp_space_pairs(space, take_pair, &t);
        if (round > 1)
            lowest(&best, begin, n);
        *pairs = t.count;
    }
    trp_world_destroy(world);
    return best;
}

static void play_world(const char *name, uint32_t n, place_fn *place, trp_space_kind kind)
{
    const float side = 16 * sqrtf((float)n);
    uint64_t pairs;
    uint64_t as_many = 0;
    double even_side = 0;
    double ours = measure_world(n, place, side, kind, &pairs);
    double even;
    char text[64];
    even_side = sqrt(128.0 * (double)n * (double)n / (double)(pairs + 1));
    even_side = even_side > 1e6 ? 1e6 : even_side;
    even = measure_world(n, place_even, (float)even_side, TRP_SPACE_LEVELS, &as_many);
    snprintf(text, sizeof text, "%s, %.2f pairs (%.2f)", name, (double)pairs / n,
             (double)as_many / n);
    print(text, n, even, ours);
}

static void play_worlds(uint32_t n)
{
    play_world("even", n, place_even, TRP_SPACE_LEVELS);
    play_world("line", n, place_line, TRP_SPACE_LEVELS);
    play_world("line and a faller", n, place_faller, TRP_SPACE_LEVELS);
    play_world("diagonal", n, place_diagonal, TRP_SPACE_LEVELS);
    play_world("a tenth large", n, place_tenth_large, TRP_SPACE_LEVELS);
    play_world("a tenth large, grid", n, place_tenth_large, TRP_SPACE_GRID);
    play_world("1% floors", n, place_floors, TRP_SPACE_LEVELS);
    play_world("1% floors, grid", n, place_floors, TRP_SPACE_GRID);
    play_world("clusters", n, place_clusters, TRP_SPACE_LEVELS);
    play_world("ring", n, place_ring, TRP_SPACE_LEVELS);
    play_world("spiral", n, place_spiral, TRP_SPACE_LEVELS);
    play_world("one of 10^6", n, place_giant, TRP_SPACE_LEVELS);
    play_world("at 10^7", n, place_far, TRP_SPACE_LEVELS);
    play_world("one far stray", n, place_stray, TRP_SPACE_LEVELS);
    play_world("thin both ways", n, place_thin, TRP_SPACE_LEVELS);
    play_world("sizes by a power law", n, place_powers, TRP_SPACE_LEVELS);
    play_world("points", n, place_points, TRP_SPACE_LEVELS);
    play_world("two scales", n, place_two_scales, TRP_SPACE_LEVELS);
    play_world("a lattice that touches", n, place_lattice, TRP_SPACE_LEVELS);
    play_world("dust at all scales", n, place_dust, TRP_SPACE_LEVELS);
    play_world("a random walk", n, place_walk, TRP_SPACE_LEVELS);
    play_world("nests", n, place_nests, TRP_SPACE_LEVELS);
    play_world("a wave", n, place_wave, TRP_SPACE_LEVELS);
    play_world("two cities", n, place_cities, TRP_SPACE_LEVELS);
    play_world("rain", n, place_rain, TRP_SPACE_LEVELS);
    play_world("stairs of scales", n, place_stairs, TRP_SPACE_LEVELS);
    play_world("streets and houses", n, place_streets, TRP_SPACE_LEVELS);
    if (n <= 10000)
        play_world("a heap", n, place_heap, TRP_SPACE_LEVELS);
    if (n <= 10000)
        play_world("all in one point", n / 10, place_point, TRP_SPACE_LEVELS);
}

/* Even worlds that get narrower, from pairs that fit in a quarter of the default of hits to four times as many as fit in it: ns
 * per pair, beside half as many pairs. */
static void play_crowds(uint32_t n)
{
    double last = 0;
    for (double wanted = 1; wanted < 20; wanted *= 1.41421356)
    {
        const double side = sqrt(128.0 * (double)n / wanted);
        uint64_t pairs;
        const double ns = measure_world(n, place_even, (float)side, TRP_SPACE_LEVELS, &pairs);
        const double per_pair = ns * n / (double)pairs;
        char text[64];
        snprintf(text, sizeof text, "an even world, %.2f pairs per box", (double)pairs / n);
        print(text, n, last != 0 ? last : per_pair, per_pair);
        last = per_pair;
    }
}

/* Cells of a grid that are named: what they cost, and how many boxes a question looks at. As rows of the README's table. */
static void play_cells(uint32_t n)
{
    static const float sides[] = {8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 0};
    double ns[10];
    double candidates[10];
    for (int i = 0; sides[i] > 0; i++)
    {
        stage s;
        trp_space_stats before, after;
        stage_open(&s, n, &(trp_space_desc){.kind = TRP_SPACE_GRID, .cell = sides[i]}, 16);
        ns[i] = 0;
        before = trp_space_get_stats(s.space);
        for (int round = 0; round < 8 * ROUNDS; round++)
        {
            tally t = {0};
            double begin;
            stage_step(&s);
            begin = now();
            trp_space_moved_all(s.space);
            trp_space_pairs(s.space, take_pair, &t);
            if (round > 3)
                lowest(&ns[i], begin, n);
        }
        after = trp_space_get_stats(s.space);
        candidates[i] = (double)(after.candidates - before.candidates) /
                        (double)(after.questions - before.questions);
        stage_close(&s);
    }
    printf("| ns |");
    for (int i = 0; sides[i] > 0; i++)
        printf(" %.0f |", ns[i]);
    printf("\n| candidates |");
    for (int i = 0; sides[i] > 0; i++)
        printf(" %.0f |", candidates[i]);
    printf("\n");
}

/* Drawing */

static void draw_piece(const trp_actor *self, const trp_view *view)
{
    tally *t = view->target;
    t->count++;
    t->sum += trp_as_const(piece, self)->identity;
}

static void play_drawing(uint32_t n, trp_order order)
{
    const float side = 16 * sqrtf((float)n);
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor),
                                                             .capacity = n,
                                                             .order = order,
                                                             .draw = draw_piece});
    trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = n});
    double all = 0, everything = 0, part = 0;
    random_state = n;
    trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(piece, x)});
    for (uint32_t i = 0; i < n; i++)
        trp_create_from(pool,
                        &(piece){.x = some(side), .y = some(side), .w = 8, .h = 8, .identity = i});
    for (int round = 0; round < 4 * ROUNDS; round++)
    {
        tally a = {0}, b = {0}, c = {0};
        double begin;
        trp_each (piece, p, pool)
            p->x += (round & 1) != 0 ? 0.5f : -0.5f;
        trp_space_moved_all(space);
        trp_space_pairs(space, NULL, NULL);
        begin = now();
        trp_draw_all(world, &a, 0);
        lowest(&all, begin, n);
        begin = now();
        trp_space_draw(space, trp_rectangle(-100, -100, side + 200, side + 200), &b, 0);
        lowest(&everything, begin, n);
        begin = now();
        trp_space_draw(space,
                       trp_rectangle(some(side * 0.9f), some(side * 0.9f), side / 10, side / 10),
                       &c, 0);
        lowest(&part, begin, (uint32_t)c.count);
        space_check(a.count == n && a.sum == b.sum && a.count == b.count, "what is drawn differs");
    }
    print(order == TRP_ORDER_MEMORY ? "drawing everything | culled" : "... oldest first", n, all,
          everything);
    print("drawing all, per actor | a hundredth, per drawn", n, all, part);
    trp_world_destroy(world);
}

static bool plays(int argc, char **argv, const char *part)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], part) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    printf("%-44s %9s %9s %9s %7s\n", "ns per box or question", "n", "rival", "troupe", "ratio");
    for (uint32_t n = 1000; n <= 100000; n *= 10)
    {
        if (plays(argc, argv, "pairs"))
            play_pairs(n);
        if (plays(argc, argv, "rectangles"))
            play_rectangles(n);
        if (plays(argc, argv, "nearest"))
            play_nearest(n);
        if (plays(argc, argv, "drawing"))
            play_drawing(n, TRP_ORDER_MEMORY);
        if (plays(argc, argv, "drawing"))
            play_drawing(n, TRP_ORDER_OLDEST);
    }
    if (plays(argc, argv, "cells"))
        play_cells(10000);
    if (plays(argc, argv, "sides"))
    {
        play_sides(20000, 200, 2263, "20,000 bullets, 200 enemies: between");
        play_sides(10000, 4, 200, "10,000 bullets in a crowd, 4 enemies");
    }
    if (plays(argc, argv, "still"))
    {
        play_still(200000, 500, true);
        play_still(200000, 500, false);
    }
    for (uint32_t n = 1000; n <= 100000; n *= 10)
    {
        if (plays(argc, argv, "worlds"))
            play_worlds(n);
        if (plays(argc, argv, "crowds"))
            play_crowds(n);
    }
    return 0;
}
