/*
 * What spaces find: edges, infinite boxes, circles, sweeps, the nearest, categories. Each situation
 * is played with every kind of space. Kinds with cells have cells of 10 by 10.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space);

SCRIPT(
    "there is no edge of the world, and boxes may be infinite",
    "pool 25; space room 32; put 1 -inf 100 inf 10; put 2 -inf -inf inf; put 3 4000000000 105 1;"
    "put 4 -1000000 -1000000 2; put 5 0 0 inf; row 10-29 1000 20 1 1 -5; go;"
    "query 4200000000 105 0 0; = 1 2 5; query 4000000000 105 0 0; = 1 2 3 5;"
    "query -1000000 -1000000 0 0; = 2 4; query -inf -inf inf inf; answers 25; pairs; answers 27");

SITUATION("TRP_INFINITY is INFINITY, and a constant")
{
    static const trp_box sky = {0, 0, TRP_INFINITY, TRP_INFINITY};

    CHECK(sky.width == INFINITY && -sky.height == -INFINITY);
}

SCRIPT("not-a-number and negative sizes are refused, and change nothing",
       "space; put 1 5 5 4; shape 1 nan 0 1 1; moved 1 !VALUE; reread !VALUE;"
       "query nan 0 1 1 !VALUE; shape 1 0 nan 1 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 nan 1 1 !VALUE; shape 1 0 0 nan 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 nan 1 !VALUE; shape 1 0 0 1 nan; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 1 nan !VALUE; shape 1 0 0 -1 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 -1 1 !VALUE; shape 1 0 0 1 -1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 1 -1 !VALUE; shape 1 0 0 -inf 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 -inf 1 !VALUE; go; query 6 6 0 0; = 1; put 2 nan 0 1 ~VALUE; count 1");
SCRIPT("a box of the last slot is refused as well",
       "pool 2; space; put 1 5 5 4; put 2 9 9 4; shape 2 nan 0 1 1; reread !VALUE");
SCRIPT("a corner that a search around finds first is not nearer",
       "pool 40; row 3-32 30 0.5 8 8 40; put 1 9.9 9.9 8; put 2 12 -10 1 20; space room 64; go; "
       "circle 0 0 900 nearest first 1; circle -2 -2 900 nearest first 1; "
       "circle -4 -4 900 nearest first 1; circle -6 -6 900 nearest first 1; "
       "circle -8 -8 900 nearest first 1; = 2 2 2 2 2");
SCRIPT("segments and sweeps find what they come by, and what first",
       "space; put 1 50 0 1 100; put 2 80 0 1 100; put 3 0 200 5; go; segment 0 10 100 20; = 1 2;"
       "segment 0 10 49 10; =; segment 60 0 60 90; =; segment 0 10 100 10 nearest first 1; = 1;"
       "hit 0 0.5 -1 0; segment 100 10 0 10 nearest first 1; = 2;"
       "query 6 0 4 4 along 80 0 nearest first 1; = 1; hit 0 0.5 -1 0;"
       "query 6 101 4 4 along 80 0 nearest first 1; =; segment 50 50 50 50 nearest first 1; = 1;"
       "hit 0 0 0 0");
SCRIPT("the nearest, in order",
       "space; put 1 100 0 10; put 2 20 0 10; put 3 -10 0 10; put 4 20 0 10; go;"
       "circle 10 5 inf nearest first 4; = 2 3 4 1; circle 10 5 90 nearest first 4; = 2 3 4 1;"
       "circle 10 5 89 nearest first 4; = 2 3 4; circle 105 5 900 nearest first 2; = 1 2;"
       "circle 105 5 nan nearest first 2 !VALUE; =");

/* Distances are distinguished even if their squares round to zero. */
SCRIPT("the nearest, however near",
       "pool 27; space; put 2 1e-24 0 0; put 3 0 0 0; row 5-29 1005 1 1e-26 1e-26; pairs; "
       "answers 0; go; circle 0 0 1 nearest first 2; = 3 2");

static void find_all_of_many(trp_pool *pool, trp_space *space)
{
    const trp_query all = {.area = trp_circle(0, 2, 16 * 59), .order = TRP_SPACE_NEAREST_FIRST};
    static answer found;

    for (uint32_t id = 0; id < 61; id++)
        space_box(pool, id, 16 * (float)(id * 7 % 61), 0, 4, 4);
    for (uint32_t round = 0; round < 2; round++) {
        found.count = 0;
        CHECK_EQ(trp_space_query(space, &all, space_note, &found), 60);
        for (uint32_t i = 0; i < 60; i++)
            CHECK_EQ(found.ids[i] * 7 % 61, i);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    }
}

SITUATION("all in reach, the nearest first")
{
    space_with_each_kind(find_all_of_many);
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

/*
 * Common mistakes in grids. Each situation is played with every kind of space. Kinds with cells
 * have cells of 10 by 10.
 */

SCRIPT(
    "trap: an overlap test that compares an edge with a width",
    "space; put 1 100 100 10; put 2 105 105 10; put 3 50 100 20 10; put 4 100 50 10 20; go; pairs;"
    "= 1&2; query 100 100 1 1; = 1; query 60 60 20 20; =");
SCRIPT("trap: an object tested against itself",
       "space; put 1 5 5 10; pairs; answers 0; put 2 5 50 0; pairs; answers 0");
SCRIPT("trap: a query that throws its results away",
       "pool 9; space; row 1-9 4 4 2 2; go; query 0 0 100 100; = 1-9; answers 9; query 15 0 10 10;"
       "= 4 5 6; answers 3");
SCRIPT("trap: cells x-major here and y-major there",
       "pool 50; space room 64; row 1-10 4 10 2 2 4; row 11-20 4 10 2 2 14; row 21-30 4 10 2 2 24;"
       "row 31-40 4 10 2 2 34; row 41-50 4 10 2 2 44; go; query 0 0 100 50; = 1-50; query 95 5 0 0;"
       "= 10; query 5 45 0 0; = 41; query 45 25 0 0; = 25; query 25 45 0 0; = 43; pairs; =");
SCRIPT("trap: the clamp of y by the width",
       "pool 30; space room 32; row 1-3 4 10 2 2 4; row 4-6 4 10 2 2 14; row 7-9 4 10 2 2 24;"
       "row 10-12 4 10 2 2 34; row 13-15 4 10 2 2 44; row 16-18 4 10 2 2 54; go; query 0 0 30 60;"
       "= 1-18; query 25 5 0 0; = 3; query 5 55 0 0; = 16; query 25 45 0 0; = 15; pairs; =");
SCRIPT("trap: no margin on the left and the top",
       "space; put 1 8 15 9 1; put 2 15 8 1 9; put 3 8 8 8 8; go; query 14 14 3 3; = 1 2 3;"
       "query 2 15 5 5; =; query 3 15 5 5; = 1 3; query 9 15 5 5; = 1 3; query 10 15 5 5; = 1 2 3;"
       "query 16 15 5 5; = 1 2 3; query 17 15 5 5; = 1; query 18 15 5 5; =");

/* Two touching boxes, in any two neighbouring cells. */
SCRIPT("trap: the neighbour below-left that is never visited",
       "space; put 1 100 200 10; put 2 0 0 10;"
       "box 2 90 190 10; pairs; answers 1; box 2 100 190 10; pairs; answers 1; box 2 110 190 10; "
       "pairs; answers 1;"
       "box 2 90 200 10; pairs; answers 1; box 2 100 200 10; pairs; answers 1; box 2 110 200 10; "
       "pairs; answers 1;"
       "box 2 90 210 10; pairs; answers 1; box 2 100 210 10; pairs; answers 1; box 2 110 210 10; "
       "pairs; answers 1");
SCRIPT("trap: pairs within a cell twice and across cells once",
       "space; put 1 2 2 3; put 2 3 3 3; put 3 4 4 8 3; put 4 11 5 3; go; pairs;"
       "= 1&2 1&3 2&3 3&4");
SCRIPT(
    "trap: an object larger than a cell",
    "pool 29; space room 32; put 1 3 3 35 2; put 2 36 4 1; put 3 21 1 2 40; put 4 -500 -500 1000;"
    "row 5-29 300 20 1 1 7; go; query 37 4 0 0; = 1 2 4; query 22 39 0 0; = 3 4; pairs;"
    "= 1&2 1&3 1&4 2&4 3&4 4&5 4&6 4&7 4&8 4&9 4&10 4&11 4&12 4&13 4&14 4&15");

/* In list order, each once. */
SCRIPT(
    "trap: an object that moves on during the walk and is updated twice",
    "in memory; pool 20 around 0 0 50 50; space; put 4 10 5; put 3 20 5; put 2 30 5; put 1 40 5; "
    "put 9 70 5; go;"
    "at u4: box 4 20 5; at u3: box 3 30 5; at u2: box 2 40 5; at u1: box 1 50 5; tick; = 4 3 2 1");
SCRIPT(
    "trap: one that removed itself and is put back by the mover",
    "space; put 1 5 5 4; put 2 8 5 4; go; at 1: part me; query 6 6 0 0; = 1; still; shape 1 15 5;"
    "reread; moved 1 !UNLINKED; outside 1; query 0 0 100 100; = 2; pairs; =; join 1;"
    "query 16 6 0 0; = 1");

/* Corners, edges and ways of shapes, at all scales of numbers. */

static void place(trp_space *space, boxed *it, float x, float y, float side)
{
    it->box = (trp_box){x, y, side, side};
    CHECK_OK(trp_space_moved(space, &it->actor));
}

/* a circle of radius 5 comes from each side, up to the middle between its start and its end */
static void meet_at_corner(trp_space *space, boxed *it, float scale)
{
    for (int side = 0; side < 4; side++) {
        const trp_query query = {.order = TRP_SPACE_NEAREST_FIRST,
                                 .area = trp_sweep(trp_circle(0, 0, 5 * scale),
                                                   side == 0   ? 20 * scale
                                                   : side == 1 ? -20 * scale
                                                               : 0,
                                                   side == 2   ? 20 * scale
                                                   : side == 3 ? -20 * scale
                                                               : 0)};
        const float far = side % 2 == 0 ? 14 * scale : -15 * scale;
        trp_hit hit;
        place(space, it, side < 2 ? far : 3 * scale, side < 2 ? 3 * scale : far, scale);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(space_is_near(hit.at, 0.5f));
        CHECK(space_is_near(side < 2 ? hit.normal_y : hit.normal_x, -0.6f));
        CHECK(space_is_near(side < 2 ? hit.normal_x : hit.normal_y, side % 2 == 0 ? -0.8f : 0.8f));
    }
}

/* A circle of radius 5 and the corner of a box. 3 and 4 away along the axes they touch, 4 and 4
 * away they do not, however small and large the numbers are. */
static void corners_of_any_size(trp_pool *pool, trp_space *space)
{
    trp_query query = {.order = TRP_SPACE_NEAREST_FIRST};
    boxed *it = space_box(pool, 1, 0, 0, 1, 1);
    float scale = 1;
    int power = 0;

    for (; power > -148; power--)
        scale /= 2;
    for (; power <= 125; power++, scale *= 2) {
        const trp_area circle = trp_circle(0, 0, 5 * scale);
        trp_hit hit;
        place(space, it, 4 * scale, 4 * scale, scale);
        CHECK_EQ(space_touching(space, circle), 0);
        place(space, it, 3 * scale, 4 * scale, scale);
        CHECK_EQ(space_touching(space, circle), 1);
        query.area = circle;
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 5 * scale);
        CHECK(space_is_near(hit.normal_x, -0.6f) && space_is_near(hit.normal_y, -0.8f));
        if (power >= -126 && power <= 123)
            meet_at_corner(space, it, scale);
    }
}

SITUATION("corners at all scales of numbers")
{
    space_with_each_kind(corners_of_any_size);
}

SCRIPT("circles reach to corners by the distance, also if one of its parts is 1",
       "space; put 1 1 1 1; circle 0 0 1.25; answers 0; box 1 1 0.75 1; "
       "circle 0 0 1.25 nearest first 1; answers 1; hit 0 1.25 -0.8 -0.6; box 1 0.75 1 1; "
       "circle 0 0 1.25 nearest first 1; answers 1; hit 0 1.25 -0.6 -0.8");
SCRIPT("circles of radius 1 go round corners as well",
       "space; put 1 10 0.9 1; circle 0 0 1 along 9.2 0; answers 0; circle 0 0 1 along 9.6 0; "
       "answers 1");

/* ways that end in corners, whatever is rounded */
static void ends_in_corners(trp_pool *pool, trp_space *space)
{
    boxed *it = space_box(pool, 1, 0, 0, 1, 1);

    for (uint32_t at = 1; at < 40; at++) {
        place(space, it, (float)at, (float)at, 1);
        for (uint32_t end = 41; end < 70; end++) {
            CHECK_EQ(space_touching(space, trp_segment(0, 0, (float)end, (float)end)), 1);
            CHECK_EQ(
                space_touching(space, space_sweep((trp_box){-1, -1, 1, 1}, (float)end, (float)end)),
                1);
        }
    }
}

SCRIPT(
    "ways along edges touch them",
    "space; put 1 1 7 1; segment 0 0 41 287; answers 1;" /* 41 times as far: both quotients are rounded */
    "box 1 0 0 8; segment 8 -10 8 20; answers 1; segment 0 -10 0 20; answers 1; segment -10 8 20 "
    "8; answers 1;"
    "segment -10 0 20 0; answers 1; segment 8.5 -10 8.5 20; answers 0");

SITUATION("ways that end in corners touch them")
{
    space_with_each_kind(ends_in_corners);
}

/* The one of the lowest number, not the one near the start; also if the start lies at -0. */
SCRIPT("what touches the start of a way comes first, by number",
       "space; put 1 1e-30 -0 1; put 2 30 0 1; put 3 0 0 1; go; segment 0 0 1e30 1 nearest first "
       "3; = 1 3 2; hit 0 0 0 0; hit 1 0 0 0; circle 0 0 50 along 100 0 nearest first 1; = 1; "
       "pairs; = 1&3; circle 0 0 50 along 100 0 nearest first 1; = 1; shape 1 35 0 1; reread; "
       "pairs; =; circle 0 0 50 along 100 0 nearest first 1; = 1; hit 0 0 0 0");
SCRIPT("what lies on a circle", "space empty; enter a round; put 1 0 0 10;"
                                "circle 10 5 3 nearest first 1; answers 1; hit 0 0 0 0");

SCRIPT("only some categories, in circles",
       "pool 20; pool 20; space room 64 empty; enter a category 1; enter b category 2; "
       "row a 1-4 1 20 5 5 1; row b 5-8 11 20 5 5 1; row a 9-12 1 20 5 5 11; "
       "row b 13-16 11 20 5 5 11; row a 17-20 1 20 5 5 21; row b 21-24 11 20 5 5 21; "
       "row a 25-28 1 20 5 5 31; row b 29-32 11 20 5 5 31; row a 33-36 1 20 5 5 41; "
       "row b 37-40 11 20 5 5 41; pairs; answers 0; go; circle 3 3 inf mask 4294967294 nearest "
       "first 2; = 5 13; query 0 0 40 9 mask 2; = 5 6; query 0 0 40 9; answers 4; circle 3 3 9; "
       "answers 3; circle 8 8 2; answers 0");
