/* Spaces compared with a grid written by hand: all pairs, rectangles, the nearest, bullets and
 * enemies. */
#include "space_games.h"

#include <stdio.h>

#define QUESTIONS 2000
#define SIDE_OF_BOX 8.0f

enum { BULLET = 1, ENEMY = 2 };

/* A world in a space, and the same boxes in an array for the code by hand. */
typedef struct stage {
    uint32_t n;
    float side;
    trp_world *world;
    trp_pool *pool;
    trp_space *space;
    piece **pieces;
    thing *things;
    hand grid;
} stage;

static void hand_take_pair(uint32_t a, uint32_t b, void *user)
{
    tally *t = user;
    t->count++;
    t->sum += (uint64_t)t->stage->things[a].identity * t->stage->things[b].identity;
}

static void hand_take_hit(uint32_t question, uint32_t a, void *user)
{
    tally *t = user;
    t->count++;
    t->sum += (uint64_t)t->stage->things[a].identity * (2 * question + 1);
}

/* Creates n boxes of side 8, with half a pair per box, for a space of this kind. */
static void stage_open(stage *s, uint32_t n, const trp_space_desc *like, float cell)
{
    trp_space_desc desc = *like;
    games_random_state = n;
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
    trp_space_add_pool(s->space, s->pool,
                       &(trp_space_pool_desc){.box = TRP_BOX(piece, x, y, w, h)});
    for (uint32_t i = 0; i < n; i++) {
        const piece init = {.x = games_some(s->side - 8),
                            .y = games_some(s->side - 8),
                            .w = SIDE_OF_BOX,
                            .h = SIDE_OF_BOX,
                            .vx = games_some(4) - 2,
                            .vy = games_some(4) - 2,
                            .identity = (uint32_t)(games_random_state >> 33) | 1};
        s->pieces[i] = trp_as(piece, trp_create(s->pool, &init));
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

/* Moves all boxes by a step, in both. */
static void stage_step(stage *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
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

/* Cell sizes of the grid by hand; the best result counts. */
static const float cells[] = {8.25f, 12, 16};
#define CELLS (sizeof cells / sizeof *cells)

void games_play_pairs(uint32_t n)
{
    double manual_add = 0;
    double ours = 0;
    double any = 0;
    for (uint32_t c = 0; c < CELLS; c++) {
        stage s;
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < 2 * ROUNDS; round++) {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            begin = games_now();
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            hand_pairs(&s.grid, hand_take_pair, &a);
            games_lowest(&manual_add, begin, n);
            begin = games_now();
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, NULL, games_take_pair, &b);
            if (round > 3)
                games_lowest(&ours, begin, n);
            space_check(a.count == b.count && a.sum == b.sum, "pairs differ");
            stage_step(&s);
            begin = games_now();
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, &(trp_pairing){}, games_take_pair, &d);
            if (round > 3)
                games_lowest(&any, begin, n);
        }
        stage_close(&s);
    }
    games_print("move and all pairs, per box", n, manual_add, ours);
    games_print("... in any order", n, manual_add, any);
}

void games_play_rectangles(uint32_t n)
{
    double manual_add = 0;
    double ours = 0;
    double any = 0;
    for (uint32_t c = 0; c < CELLS; c++) {
        stage s;
        float at[QUESTIONS][2];
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < ROUNDS; round++) {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, NULL, NULL, NULL);
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            for (uint32_t q = 0; q < QUESTIONS; q++) {
                at[q][0] = games_some(s.side - 64);
                at[q][1] = games_some(s.side - 64);
            }
            /* twice: either all find their boxes in the caches, or none does */
            for (int again = 0; again < 2; again++) {
                a.count = a.sum = b.count = b.sum = d.count = d.sum = 0;
                begin = games_now();
                for (uint32_t q = 0; q < QUESTIONS; q++)
                    hand_query(&s.grid, at[q][0], at[q][1], 64, 64, q, hand_take_hit, &a);
                games_lowest(&manual_add, begin, QUESTIONS);
                begin = games_now();
                for (b.question = 0; b.question < QUESTIONS; b.question++)
                    trp_space_query(s.space,
                                    &(trp_query){.area = trp_rectangle(at[b.question][0],
                                                                       at[b.question][1], 64, 64)},
                                    games_take_hit, &b);
                games_lowest(&ours, begin, QUESTIONS);
                begin = games_now();
                for (d.question = 0; d.question < QUESTIONS; d.question++)
                    trp_space_query(
                        s.space,
                        &(trp_query){
                            .area = trp_rectangle(at[d.question][0], at[d.question][1], 64, 64),
                        },
                        games_take_hit, &d);
                games_lowest(&any, begin, QUESTIONS);
            }
            space_check(a.count == b.count && a.sum == b.sum && a.sum == d.sum, "answers differ");
        }
        stage_close(&s);
    }
    games_print("a rectangle of 64 by 64", n, manual_add, ours);
    games_print("... in any order", n, manual_add, any);
}

void games_play_nearest(uint32_t n)
{
    double manual_add = 0;
    double ours = 0;
    for (uint32_t c = 0; c < CELLS; c++) {
        stage s;
        static float at[QUESTIONS][2];
        static uint32_t first[QUESTIONS];
        stage_open(&s, n, &(trp_space_desc){0}, cells[c]);
        for (int round = 0; round < ROUNDS; round++) {
            double begin;
            bool same = true;
            stage_step(&s);
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, NULL, NULL, NULL);
            hand_sort(&s.grid, &s.things->x, sizeof *s.things);
            for (uint32_t q = 0; q < QUESTIONS; q++) {
                at[q][0] = games_some(s.side);
                at[q][1] = games_some(s.side);
            }
            for (int again = 0; again < 2; again++) {
                begin = games_now();
                for (uint32_t q = 0; q < QUESTIONS; q++)
                    first[q] = hand_nearest(&s.grid, at[q][0], at[q][1]);
                games_lowest(&manual_add, begin, QUESTIONS);
                begin = games_now();
                for (uint32_t q = 0; q < QUESTIONS; q++) {
                    const trp_handle found =
                        trp_space_nearest(s.space, at[q][0], at[q][1], TRP_INFINITY, 0);
                    same = same && trp_get(s.world, found) == &s.pieces[first[q]]->actor;
                }
                games_lowest(&ours, begin, QUESTIONS);
            }
            space_check(same, "the nearest differ");
        }
        stage_close(&s);
    }
    games_print("the nearest", n, manual_add, ours);
}

/* Bullets and enemies. By hand: the enemies query a grid of bullets one by one. */
void games_play_sides(uint32_t bullets, uint32_t enemies, float crowd, const char *what)
{
    double manual_add = 0;
    double between = 0;
    double masks = 0;
    for (uint32_t c = 0; c < CELLS; c++) {
        stage s;
        hand grid;
        stage_open(&s, bullets + enemies, &(trp_space_desc){0}, 8.25f);
        s.side = crowd;
        grid = hand_open(bullets, 0, crowd, cells[c]);
        for (uint32_t i = 0; i < s.n; i++) {
            const bool is_enemy = i >= bullets;
            s.pieces[i]->x = games_some(crowd - 8);
            s.pieces[i]->y = games_some(crowd - 8);
            trp_space_set_bits(s.space, &s.pieces[i]->actor, is_enemy ? ENEMY : BULLET,
                               is_enemy ? BULLET : ENEMY);
        }
        for (int round = 0; round < 2 * ROUNDS; round++) {
            tally a = {.stage = &s}, b = {.stage = &s}, d = {.stage = &s};
            double begin;
            stage_step(&s);
            begin = games_now();
            hand_sort(&grid, &s.things->x, sizeof *s.things);
            for (uint32_t i = bullets; i < s.n; i++) {
                const thing *e = &s.things[i];
                hand_query(&grid, e->x, e->y, e->w, e->h, i, hand_take_pair, &a);
            }
            games_lowest(&manual_add, begin, bullets);
            begin = games_now();
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, &(trp_pairing){.a = BULLET, .b = ENEMY}, games_take_pair, &b);
            if (round > 3)
                games_lowest(&between, begin, bullets);
            stage_step(&s);
            begin = games_now();
            trp_space_moved_all(s.space, NULL);
            trp_space_pairs(s.space, NULL, games_take_pair, &d);
            if (round > 3)
                games_lowest(&masks, begin, bullets);
            space_check(a.count == b.count && a.sum == b.sum, "hits differ");
        }
        hand_close(&grid);
        stage_close(&s);
    }
    games_print(what, bullets, manual_add, between);
    games_print("... all pairs, with masks", bullets, manual_add, masks);
}
