/*
 * Spaces compared with what a good programmer writes by hand for one game. The worlds are the same,
 * and the answers are checked to be the same. It prints ns per box or per query (the lowest of
 * several interleaved rounds) and the ratio to the code by hand.
 *
 *     space_games [PART...]    pairs rectangles nearest drawing cells sides still worlds crowds
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "space_games.h"

#include <stdio.h>
#include <time.h>

enum { BULLET = 1, TILE = 4 };

uint64_t games_random_state;

float games_some(float below)
{
    games_random_state =
        games_random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(games_random_state >> 40) / 16777216 * below;
}

double games_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void games_lowest(double *best, double begin, uint32_t units)
{
    const double time = (games_now() - begin) / units;

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

void games_print(const char *what, uint32_t n, double manual_add, double ours)
{
    printf("%-44s %9u %9.2f %9.2f %7.2f\n", what, n, manual_add, ours, ours / manual_add);
}

void games_take_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    tally *t = in->arg;
    t->count++;
    t->sum += (uint64_t)trp_as(piece, a)->identity * trp_as(piece, b)->identity;
}

void games_take_hit(trp_actor *a, const trp_context *in)
{
    tally *t = in->arg;
    t->count++;
    t->sum += (uint64_t)trp_as(piece, a)->identity * (2 * t->question + 1);
}

/* Still tiles and movers in one space, compared with the former solution, two spaces. */
static void play_still(uint32_t tiles, uint32_t movers, bool is_static)
{
    const float side = 8 * sqrtf((float)tiles);
    const uint32_t columns = (uint32_t)sqrtf((float)tiles);
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool[2];
    trp_space *one, *still, *moving;
    double in_two = 0, in_one = 0;
    piece **all = space_room(movers, sizeof *all);
    games_random_state = tiles;
    for (int i = 0; i < 2; i++)
        pool[i] = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(piece, actor),
                                                          .capacity = i == 0 ? tiles : movers});
    one = trp_space_create(world, &(trp_space_desc){.capacity = tiles + movers});
    still = trp_space_create(world, &(trp_space_desc){.capacity = tiles});
    moving = trp_space_create(world, &(trp_space_desc){.capacity = movers});
    trp_space_add_pool(one, pool[0],
                       &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h),
                                              .category = TILE,
                                              .mask = BULLET,
                                              .is_static = is_static});
    trp_space_add_pool(one, pool[1], &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    trp_space_add_pool(still, pool[0], &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    trp_space_add_pool(moving, pool[1], &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    for (uint32_t i = 0; i < tiles; i++)
        trp_create(pool[0], &(piece){.x = 8 * (float)(i % columns),
                                     .y = 8 * (float)(i / columns),
                                     .w = 7,
                                     .h = 7,
                                     .identity = 2 * i + 1});
    for (uint32_t i = 0; i < movers; i++)
        all[i] = trp_as(piece, trp_create(pool[1], &(piece){.x = games_some(side),
                                                            .y = games_some(side),
                                                            .w = 8,
                                                            .h = 8,
                                                            .identity = 2 * i + 1,
                                                            .vx = games_some(4) - 2,
                                                            .vy = games_some(4) - 2}));
    for (int round = 0; round < 4 * ROUNDS; round++) {
        tally a = {0}, b = {0};
        double begin;
        for (uint32_t i = 0; i < movers; i++) {
            all[i]->x += round % 20 < 10 ? all[i]->vx : -all[i]->vx;
            all[i]->y += round % 20 < 10 ? all[i]->vy : -all[i]->vy;
        }
        begin = games_now();
        trp_space_moved_all(moving, NULL);
        trp_space_pairs(moving, NULL, games_take_pair, &a);
        for (uint32_t i = 0; i < movers; i++) {
            tally hits = {.question = 0};
            trp_space_query(
                still,
                &(trp_query){.area = trp_rectangle(all[i]->x, all[i]->y, all[i]->w, all[i]->h)},
                games_take_hit, &hits);
            a.count += hits.count;
            a.sum += hits.sum * all[i]->identity;
        }
        if (round > 3)
            games_lowest(&in_two, begin, 1000);
        begin = games_now();
        trp_space_moved_all(one, NULL);
        trp_space_pairs(one, NULL, games_take_pair, &b);
        if (round > 3)
            games_lowest(&in_one, begin, 1000);
        space_check(a.count == b.count && a.sum == b.sum, "the contacts differ");
    }
    games_print(is_static ? "tiles (static) and 500 movers, us: two | one"
                          : "tiles and 500 movers, us: two | one",
                tiles, in_two, in_one);
    trp_world_destroy(world);
    free(all);
}

/* Drawing */

static void draw_piece(const trp_actor *self, const trp_view *view)
{
    tally *t = view->target;
    t->count++;
    t->sum += trp_as(piece, self)->identity;
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
    games_random_state = n;
    trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    for (uint32_t i = 0; i < n; i++)
        trp_create(
            pool,
            &(piece){.x = games_some(side), .y = games_some(side), .w = 8, .h = 8, .identity = i});
    for (int round = 0; round < 4 * ROUNDS; round++) {
        tally a = {0}, b = {0}, c = {0};
        double begin;
        trp_each (piece, p, pool)
            p->x += (round & 1) != 0 ? 0.5f : -0.5f;
        trp_space_moved_all(space, NULL);
        trp_space_pairs(space, NULL, NULL, NULL);
        begin = games_now();
        trp_draw_all(world, &a, 0);
        games_lowest(&all, begin, n);
        begin = games_now();
        trp_space_draw(space, trp_rectangle(-100, -100, side + 200, side + 200), &b, 0);
        games_lowest(&everything, begin, n);
        begin = games_now();
        for (int view = 0; view < 16; view++) /* the clock takes as long as drawing some actors */
            trp_space_draw(space,
                           trp_rectangle(games_some(side * 0.9f), games_some(side * 0.9f),
                                         side / 10, side / 10),
                           &c, 0);
        games_lowest(&part, begin, (uint32_t)c.count);
        space_check(a.count == n && a.sum == b.sum && a.count == b.count,
                    "the drawn actors differ");
    }
    games_print(order == TRP_ORDER_MEMORY ? "drawing everything | culled" : "... oldest first", n,
                all, everything);
    games_print("drawing all, per actor | a hundredth, per drawn", n, all, part);
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
    for (uint32_t n = 1000; n <= 100000; n *= 10) {
        if (plays(argc, argv, "pairs"))
            games_play_pairs(n);
        if (plays(argc, argv, "rectangles"))
            games_play_rectangles(n);
        if (plays(argc, argv, "nearest"))
            games_play_nearest(n);
        if (plays(argc, argv, "drawing"))
            play_drawing(n, TRP_ORDER_MEMORY);
        if (plays(argc, argv, "drawing"))
            play_drawing(n, TRP_ORDER_OLDEST);
    }
    if (plays(argc, argv, "sides")) {
        games_play_sides(20000, 200, 2263, "20,000 bullets, 200 enemies: between");
        games_play_sides(10000, 4, 200, "10,000 bullets in a crowd, 4 enemies");
    }
    if (plays(argc, argv, "still")) {
        play_still(200000, 500, true);
        play_still(200000, 500, false);
    }
    for (uint32_t n = 1000; n <= 100000; n *= 10) {
        if (plays(argc, argv, "worlds"))
            games_play_worlds(n);
        if (plays(argc, argv, "crowds"))
            games_play_crowds(n);
    }
    return 0;
}
