/*
 * What spaces find: edges, infinite boxes, circles, sweeps, the nearest, categories. Each situation
 * is played with every kind of space. Kinds with cells have cells of 10 by 10.
 */
#include "../script.h"
#include "../space_kinds.h"

SITUATIONS(space);

static uint32_t query(trp_area area)
{
    return trp_space_query(field.space, &(trp_query){.area = area}, space_log, NULL);
}

static uint32_t pairs(void)
{
    return trp_space_pairs(field.space, NULL, space_log_pair, NULL);
}

static void without_end(void)
{
    space_kinds_box(1, -INFINITY, 100, INFINITY, 10); /* a floor */
    space_kinds_box(2, -INFINITY, -INFINITY, INFINITY, INFINITY);
    space_kinds_box(3, 1e30f, 105, 1, 1);
    space_kinds_box(4, -1e6f, -1e6f, 2, 2);
    space_kinds_box(5, 0, 0, INFINITY, INFINITY);
    for (uint32_t i = 0; i < 20; i++)
        space_kinds_box(10 + i, 1000 + 20 * (float)i, -5, 1, 1);
    CHECK_EQ(query(trp_rectangle(3e30f, 105, 0, 0)), 3);
    CHECK_LOG(1, 2, 5);
    CHECK_EQ(query(trp_rectangle(1e30f, 105, 0, 0)), 4);
    CHECK_LOG(1, 2, 3, 5);
    CHECK_EQ(query(trp_rectangle(-1e6f, -1e6f, 0, 0)), 2);
    CHECK_LOG(2, 4);
    CHECK_EQ(query(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 25);
    stage_log_clear();
    CHECK_EQ(pairs(), 4 + 20 + 3);
    stage_log_clear();
}

static void no_end_by_our_constant(void)
{
    space_kinds_box(1, -TRP_INFINITY, 100, TRP_INFINITY, 10);
    space_kinds_box(2, 1e30f, 105, 1, 1);
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK_EQ(query(trp_rectangle(-TRP_INFINITY, 0, TRP_INFINITY, 102)), 1);
    CHECK_LOG(1);
}

SITUATION("there is no edge of the world, and boxes may be infinite")
{
    space_kinds_play(without_end);
}

SITUATION("TRP_INFINITY is INFINITY, and a constant")
{
    static const trp_box sky = {0, 0, TRP_INFINITY, TRP_INFINITY};

    CHECK(sky.width == INFINITY && -sky.height == -INFINITY);
    space_kinds_play(no_end_by_our_constant);
}

static void refused_boxes(void)
{
    const trp_box bad[] = {{NAN, 0, 1, 1}, {0, NAN, 1, 1}, {0, 0, NAN, 1},      {0, 0, 1, NAN},
                           {0, 0, -1, 1},  {0, 0, 1, -1},  {0, 0, -INFINITY, 1}};
    boxed *it = space_kinds_box(1, 5, 5, 4, 4);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        it->box = bad[i];
        CHECK_MISUSE(field.world, trp_space_moved(field.space, &it->actor), TRP_ERR_VALUE);
        CHECK_MISUSE(field.world, trp_space_moved_all(field.space, NULL), TRP_ERR_VALUE);
        CHECK_EQ(query(trp_rectangle(6, 6, 0, 0)), 1);
        CHECK_LOG(1);
        CHECK_EQ(trp_space_query(field.space,
                                 &(trp_query){.area = trp_rectangle(bad[i].x, bad[i].y,
                                                                    bad[i].width, bad[i].height)},
                                 NULL, NULL),
                 0);
        CHECK_RESULT(told.result, TRP_ERR_VALUE);
    }
    space_kinds_box(2, NAN, 0, 1, 1); /* at birth */
    CHECK_EQ(trp_space_info(field.space).count, 1);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
}

SITUATION("not-a-number and negative sizes are refused, and change nothing")
{
    space_kinds_play(refused_boxes);
}

static void sweeps(void)
{
    float at;
    boxed *wall = space_kinds_box(1, 50, 0, 1, 100);
    space_kinds_box(2, 80, 0, 1, 100);
    space_kinds_box(3, 0, 200, 5, 5);
    CHECK_EQ(query(trp_segment(0, 10, 100, 20)), 2);
    CHECK_LOG(1, 2);
    CHECK_EQ(query(trp_segment(0, 10, 49, 10)), 0);
    CHECK_EQ(query(trp_segment(60, 0, 60, 90)), 0);
    CHECK(space_first(field.space, trp_segment(0, 10, 100, 10), 0, &at) == &wall->actor);
    CHECK(at == 0.5f);
    CHECK(space_first(field.space, trp_segment(100, 10, 0, 10), 0, &at) != &wall->actor);
    /* a bullet of 4 by 4 that would jump over the wall */
    CHECK(space_first(field.space, space_sweep((trp_box){6, 0, 4, 4}, 80, 0), 0, &at) ==
          &wall->actor);
    CHECK(at == 0.5f);
    CHECK(space_first(field.space, space_sweep((trp_box){6, 101, 4, 4}, 80, 0), 0, &at) == NULL);
    CHECK(at == 1);
    CHECK(space_first(field.space, trp_segment(50, 50, 50, 50), 0, &at) == &wall->actor);
    CHECK(at == 0);
}

SITUATION("segments and sweeps find what they come by, and what first")
{
    space_kinds_play(sweeps);
}

static void nearest(void)
{
    trp_actor *found[4];
    boxed *a = space_kinds_box(1, 100, 0, 10, 10);
    boxed *b = space_kinds_box(2, 20, 0, 10, 10);
    boxed *c = space_kinds_box(3, -10, 0, 10, 10);
    boxed *d = space_kinds_box(4, 20, 0, 10, 10); /* as far as 2 */
    CHECK_EQ(space_nearest(field.space, 10, 5, INFINITY, 0, found, 4), 4);
    CHECK(found[0] == &b->actor && found[1] == &c->actor && found[2] == &d->actor &&
          found[3] == &a->actor);
    CHECK_EQ(space_nearest(field.space, 10, 5, 90, 0, found, 4), 4);
    CHECK_EQ(space_nearest(field.space, 10, 5, 89, 0, found, 4), 3);
    CHECK_EQ(space_nearest(field.space, 105, 5, 1000, 0, found, 2), 2);
    CHECK(found[0] == &a->actor && found[1] == &b->actor);
    CHECK_EQ(space_nearest(field.space, 105, 5, NAN, 0, found, 2), 0);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
    CHECK_EQ(space_nearest(field.space, 105, 5, 10, 0, found, 0), 0);
    /* distances are distinguished even if their squares round to zero */
    for (uint32_t i = 5; i < 30; i++)
        space_kinds_box(i, 1000 + (float)i, 0, 1e-26f, 1e-26f);
    b->box = (trp_box){1e-24f, 0, 0, 0};
    c->box = (trp_box){0, 0, 0, 0};
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    CHECK_EQ(trp_space_pairs(field.space, NULL, NULL, NULL), 0);
    CHECK_EQ(space_nearest(field.space, 0, 0, 1, 0, found, 2), 2);
    CHECK(found[0] == &c->actor && found[1] == &b->actor);
}

SITUATION("the nearest, in order")
{
    space_kinds_play(nearest);
}

static void the_nearest_of_many(void)
{
    const trp_query all = {.area = trp_circle(0, 2, 16 * 59), .order = TRP_SPACE_NEAREST_FIRST};
    static answer found;

    for (uint32_t id = 0; id < 61; id++)
        space_kinds_box(id, 16 * (float)(id * 7 % 61), 0, 4, 4);
    for (uint32_t round = 0; round < 2; round++) {
        found.count = 0;
        CHECK_EQ(trp_space_query(field.space, &all, space_note, &found), 60);
        for (uint32_t i = 0; i < 60; i++)
            CHECK_EQ(found.ids[i] * 7 % 61, i);
        CHECK_EQ(pairs(), 0);
    }
}

SITUATION("all in reach, the nearest first")
{
    space_kinds_play(the_nearest_of_many);
}

SCRIPT("boxes that touch at an edge or a corner touch",
       "put 1 0 0 10; put 2 10 0 10; put 3 20 10 10; put 4 10 5 0; space; go; pairs;"
       "= 1&2 1&4 2&3 2&4; query 20 10 0 0; = 2 3");
SCRIPT("a circle reaches to corners",
       "put 1 10 10 10; put 2 30 30 10; space; go; circle 0 15 10; = 1;"
       "circle 4 2 10; = 1; circle 3 2 10; =; circle 15 15 0; = 1; circle 25 25 8;"
       "= 1 2");
SCRIPT("actors whose masks exclude each other are no pair",
       "put 1 0 0 10; put 2 5 0 10; put 3 5 5 10; space; bits 1 4 2; bits 2 2 4; go;"
       "pairs; = 2&1; bits 2 2 0; pairs; = 2&1 3&2; query 7 7 0 0 mask 5; = 1 3;"
       "query 7 7 0 0 mask 8; =; part 1; join 1; pairs; = 1&2 1&3 3&2; bits 3 0 8;"
       "pairs; = 1&2");
