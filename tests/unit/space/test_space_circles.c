/* Searches for the nearest, in circles that grow: what they examine, and what they find. */
#include "../space_walled.h"

static uint64_t examined(float middle, float radius, uint32_t most)
{
    const uint64_t before = walled_look().candidates;
    trp_actor *found[16];

    CHECK_EQ(trp_space_nearest(walled.space, middle, middle, radius, 0, found, most), most);
    return walled_look().candidates - before;
}

/* 64 in cells of their own, which are 10 wide times `scale` */
static bool begin_in_cells(float scale)
{
    if (!walled_begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10 * scale}))
        return false;
    for (uint32_t i = 0; i < 64; i++)
        space_box(walled.pool, i, scale * (10 * (float)(i % 8) + 3),
                  scale * (10 * (float)(i / 8) + 3), 4 * scale, 4 * scale);
    CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), 0);
    return true;
}

/* The first circle is as wide as a cell: five touch it, and four more the box around it, which a
 * second circle confirms. For further ones it must be twice as wide. */
static void circles_around_the_nearest(void)
{
    trp_query query = {0};
    trp_hit hit;

    for (int step = 0; step < 2; step++)
    {
        const float scale = step == 0 ? 1 : 0.0625f;
        if (!begin_in_cells(scale))
            return;
        for (uint32_t most = 1; most <= 16; most++)
        {
            const uint64_t before = walled_look().questions;
            CHECK_EQ(examined(45 * scale, INFINITY, most), most <= 5 ? 16 : most <= 9 ? 32 : 52);
            CHECK_EQ(walled_look().questions - before, most <= 5 ? 1 : 2);
        }
    }
    query.area = trp_circle(3, 3, INFINITY);
    query.order = TRP_SPACE_NEAREST_FIRST;
    query.asker = &walled_at(0)->actor;
    CHECK_EQ(trp_space_find(walled.space, &query, &hit, 1), 1);
    CHECK(hit.actor != query.asker);
    CHECK_VALID(walled.world);
}

/* a circle that is not twice as wide as a cell is searched at once; one that found too few is
 * followed by one twice as wide */
static void how_wide_circles_are(void)
{
    if (!begin_in_cells(1))
        return;
    CHECK_EQ(examined(45, 15, 1), 25);
    CHECK_EQ(examined(45, 20, 1), 36);
    CHECK_EQ(examined(45, 21, 1), 16);
    CHECK_EQ(examined(45, 25, 1), 16);
    CHECK_EQ(examined(49.9f, INFINITY, 4), 16);
    CHECK_EQ(examined(49.9f, INFINITY, 5), 16 + 36);
    CHECK_VALID(walled.world);
}

/* one in a corner of the box around a circle is further away than one beside it */
static void corners_of_circles(void)
{
    trp_actor *found[2];
    uint64_t before;
    float side = 9.9f;

    if (!walled_begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    space_box(walled.pool, 1, 7.1f, 7.1f, 1, 1);
    space_box(walled.pool, 2, 10.02f, -0.5f, 1, 1);
    CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), 0);
    CHECK_EQ(trp_space_nearest(walled.space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(trp_as(boxed, found[0])->id, 2);
    /* one near enough to be surely the nearest: 99 percent of the first radius, rounded */
    space_box(walled.pool, 3, side, 0, 1, 0);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    before = walled_look().questions;
    CHECK_EQ(trp_space_nearest(walled.space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(trp_as(boxed, found[0])->id, 3);
    CHECK_EQ(walled_look().questions - before, 1);
    /* two as far away as each other: the lower number first, wherever they are */
    space_box(walled.pool, 4, 6, 200, 4, 4);
    space_box(walled.pool, 5, -10, 200, 4, 4);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    CHECK_EQ(trp_space_nearest(walled.space, 0, 200, INFINITY, 0, found, 2), 2);
    CHECK_EQ(trp_as(boxed, found[0])->id, 4);
    CHECK_EQ(trp_as(boxed, found[1])->id, 5);
    CHECK_VALID(walled.world);
}

/* 16 circles, each twice as wide as the last; then everything */
static void circles_from_far_away(void)
{
    trp_actor *found[1];
    uint64_t before;

    if (!begin_in_cells(1))
        return;
    before = walled_look().questions;
    CHECK_EQ(trp_space_nearest(walled.space, 5e6f, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(walled_look().questions - before, 17);
    CHECK_VALID(walled.world);
}

/* While nothing is sorted there are no circles. Each question is counted twice towards sorting:
 * before the circles, and before the search. */
static void the_nearest_of_loose_boxes(void)
{
    trp_actor *found[16];
    trp_space_stats before;

    if (!walled_begin(32, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    for (uint32_t i = 0; i < 20; i++) /* each is nearer than the last */
        space_square(walled.pool, i, 500 - 10 * (float)i);
    before = walled_look();
    CHECK_EQ(trp_space_nearest(walled.space, 0, 0, INFINITY, 0, found, 3), 3);
    CHECK_EQ(walled_look().questions - before.questions, 1);
    CHECK_EQ(walled_look().hits - before.hits, 3);
    CHECK_EQ(trp_as(boxed, found[0])->id, 19);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(trp_space_nearest(walled.space, 0, 0, INFINITY, 0, found, 16), 16);
    CHECK_EQ(trp_as(boxed, found[15])->id, 4);
    CHECK_EQ(walled_look().sorts, before.sorts);
    CHECK_EQ(trp_space_nearest(walled.space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK(walled_look().sorts > before.sorts);
    CHECK_VALID(walled.world);
}

const situation space_circles_situations[] = {
    {"circles around the nearest", circles_around_the_nearest},
    {"how wide circles around the nearest are", how_wide_circles_are},
    {"what is in the corners of circles", corners_of_circles},
    {"circles from far away", circles_from_far_away},
    {"the nearest of loose boxes", the_nearest_of_loose_boxes},
};
const unsigned space_circles_situation_count =
    sizeof space_circles_situations / sizeof space_circles_situations[0];
