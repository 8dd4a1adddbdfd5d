/*
 * When a space sorts, settles boxes, and chooses other cells. Only speed depends on it, so nothing
 * but the counts shows it.
 */
#include "../space_walled.h"

/* after as many queries as cost about as much as it does */
static void queries_that_sort(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    space_put_apart(walled.pool, 100, 0);
    CHECK_EQ(walled_look().loose, 100);
    for (uint32_t i = 1; i <= 20; i++)
    {
        CHECK_EQ(trp_space_query(walled.space, trp_rectangle(1, 1, 0, 0), 0, NULL, NULL), 1);
        CHECK_EQ(walled_look().sorts, i >= 9);
        CHECK_EQ(walled_look().questions, i);
        CHECK_EQ(walled_look().hits, i);
        if (i <= 8)
            CHECK_EQ(walled_look().candidates, 100 * i);
        CHECK_EQ(walled_look().loose, i >= 9 ? 0 : 100);
    }
    for (uint32_t i = 0; i < 50; i++)
    {
        walled_at(i)->box.x += 1;
        CHECK_RESULT(trp_space_moved(walled.space, &walled_at(i)->actor), TRP_OK);
    }
    for (uint32_t i = 1; i <= 20; i++)
    {
        CHECK_EQ(walled_look().loose, i <= 18 ? 50 : 0);
        CHECK_EQ(trp_space_query(walled.space, trp_rectangle(2, 1, 0, 0), 0, NULL, NULL), 1);
    }
    CHECK_EQ(walled_look().sorts, 2);
    CHECK_VALID(walled.world);
}

static void move_all(void)
{
    for (uint32_t slot = 0; slot < trp_pool_info(walled.pool).slots; slot++)
        if (trp_space_has(walled.space, trp_pool_at(walled.pool, slot)))
            walled_at(slot)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    (void)trp_space_pairs(walled.space, NULL, NULL);
}

/* 32, and twice as many as move, of which none is in vain */
static void enough_to_settle(void)
{
    for (uint32_t more = 0; more < 2; more++)
    {
        if (!walled_begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walled.walls, 31 + more, 0);
        walled_ask_often();
        CHECK_EQ(walled_look().settled, more != 0 ? 32 : 0);
        CHECK_VALID(walled.world);
        walled_begin(128, (trp_space_desc){0});
        space_put_apart(walled.walls, 64, 0);
        space_put_apart(walled.pool, 33 - more, 100);
        move_all();
        CHECK_EQ(walled_look().settled, more != 0 ? 64 : 0);
        CHECK_VALID(walled.world);
    }
}

/* if more move than lie still */
static void settled_ones_dissolve(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    space_put_apart(walled.walls, 40, 0);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 40);
    space_put_apart(walled.pool, 40, 100);
    move_all();
    CHECK_EQ(walled_look().settled, 40);
    space_put_apart(walled.pool, 1, 300);
    move_all();
    CHECK_EQ(walled_look().settled, 0);
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(-9, -9, 500, 500), 0, NULL, NULL), 81);
    CHECK_VALID(walled.world);
}

static uint64_t examined_everywhere(void)
{
    const uint64_t before = walled_look().candidates;

    (void)trp_space_query(walled.space, trp_rectangle(-9, -9, 500, 500), 0, NULL, NULL);
    return walled_look().candidates - before;
}

/* more than 32, and a quarter of those that still lie there */
static void too_many_stale_copies(void)
{
    for (uint32_t gone = 38; gone <= 39; gone++)
    {
        if (!walled_begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walled.walls, 64, 0);
        walled_ask_often();
        space_put_apart(walled.pool, 10, 100);
        for (uint32_t slot = 0; slot < gone; slot++)
            CHECK_RESULT(trp_recycle(walled.world, trp_pool_at(walled.walls, slot)), TRP_OK);
        move_all();
        CHECK_EQ(walled_look().settled, 64 - gone);
        CHECK_EQ(examined_everywhere(), gone == 38 ? 74 : 35);
        CHECK_VALID(walled.world);
    }
}

/* Cells */

static void squeeze(float factor)
{
    for (uint32_t slot = 0; slot < trp_pool_info(walled.pool).slots; slot++)
        if (trp_space_has(walled.space, trp_pool_at(walled.pool, slot)))
        {
            walled_at(slot)->box.x *= factor;
            walled_at(slot)->box.y *= factor;
            walled_at(slot)->box.width *= factor;
            walled_at(slot)->box.height *= factor;
        }
}

/* the world shrinks, and its cells do not, for some time */
static void cells_are_chosen_again(void)
{
    if (!walled_begin(100, (trp_space_desc){0}))
        return;
    space_put_apart(walled.pool, 100, 0);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    CHECK_EQ(walled_look().cell_most, 1);
    squeeze(1.0f / 128);
    for (uint32_t sort = 2; sort < 70; sort++)
    {
        move_all();
        CHECK_EQ(walled_look().sorts, sort);
        CHECK_EQ(walled_look().cell_most >= 25, sort <= 64);
    }
    CHECK_VALID(walled.world);
}

static void recycle_from(uint32_t slot, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK_RESULT(trp_recycle(walled.world, &walled_at(slot + i)->actor), TRP_OK);
}

static void cells_for_more_boxes_and_for_fewer(void)
{
    if (!walled_begin(100, (trp_space_desc){0}))
        return;
    space_put_apart(walled.pool, 40, 0);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    for (uint32_t i = 0; i < 40; i++)
        space_box(walled.pool, i, 1000 * (float)i, 0, 300, 300);
    move_all();
    CHECK_EQ(walled_look().large, 40); /* twice as many */
    space_put_apart(walled.pool, 1, 90);
    move_all();
    CHECK_EQ(walled_look().large, 0);
    CHECK_EQ(walled_look().levels, 2);
    recycle_from(40, 40);
    squeeze(1.0f / 128);
    recycle_from(0, 21);
    move_all();
    CHECK(walled_look().cell_most > 10); /* a quarter */
    recycle_from(21, 1);
    move_all();
    CHECK(walled_look().cell_most < 3);
    CHECK_VALID(walled.world);
}

/* as many as there were when boxes were last sorted need */
static void cells_for_as_many_as_before(void)
{
    static const uint32_t cells[] = {64, 64, 128, 128, 128, 64};

    if (!walled_begin(100, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    for (uint32_t sort = 0; sort < 6; sort++)
    {
        for (uint32_t i = 0; i < 40 && sort < 2; i++)
            space_box(walled.pool, i, 1000 * (float)i, 900 * (float)i, 4, 4);
        if (sort == 4)
            recycle_from(0, 40);
        move_all();
        CHECK_EQ(walled_look().cells, cells[sort]);
    }
    CHECK_VALID(walled.world);
}

/* of 64, more than 18 that fit no cell; of 62, more than 17 */
static void cells_for_large_boxes(void)
{
    for (uint32_t i = 0; i < 4; i++)
    {
        const uint32_t count = i < 2 ? 64 : 62;
        const uint32_t most = i < 2 ? 18 : 17;
        const uint32_t large = most + i % 2;
        if (!walled_begin(64, (trp_space_desc){0}))
            return;
        space_put_apart(walled.pool, count, 0);
        (void)trp_space_pairs(walled.space, NULL, NULL);
        for (uint32_t slot = 0; slot < large; slot++)
            walled_at(slot)->box = (trp_box){1000 * (float)slot, 0, 300, 300};
        for (uint32_t sort = 2; sort < 60; sort++)
        {
            move_all();
            CHECK_EQ(walled_look().large, large == most || sort <= 4 ? large : 0);
        }
        CHECK_VALID(walled.world);
    }
}

/* three in one cell, one in another, and 40 settled ones in cells of their own */
static void what_is_in_the_cells(void)
{
    float mean;

    if (!walled_begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    CHECK(walled_look().cell_mean == 0);
    for (uint32_t i = 0; i < 4; i++)
        space_box(walled.pool, i, i != 0 ? 101 : 141, 101, 4, 4);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    CHECK_EQ(walled_look().levels, 1);
    CHECK_EQ(walled_look().cells_used, 2);
    CHECK_EQ(walled_look().cell_most, 3);
    mean = walled_look().cell_mean;
    CHECK(mean == 2);
    for (uint32_t i = 0; i < 40; i++)
        space_box(walled.walls, i, 10 * (float)(i % 10) + 1, 10 * (float)(i / 10) + 1, 4, 4);
    for (uint32_t i = 0; i < 4; i++)
        walled_at(i)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 40);
    CHECK_EQ(walled_look().levels, 2);
    CHECK_EQ(walled_look().cells_used, 42);
    mean = walled_look().cell_mean * 42;
    CHECK(mean > 43.99f && mean < 44.01f);
    CHECK_VALID(walled.world);
}

/* hidden and settled ones are not loose, and a box that is read again in vain is not either */
static void which_are_loose(void)
{
    if (!walled_begin(64, (trp_space_desc){0}))
        return;
    space_put_apart(walled.walls, 40, 0);
    space_put_apart(walled.pool, 20, 100);
    (void)trp_space_pairs(walled.space, NULL, NULL);
    CHECK_EQ(walled_look().settled, 40);
    CHECK_RESULT(trp_space_moved(walled.space, &walled_at(5)->actor), TRP_OK);
    CHECK_EQ(walled_look().loose, 0);
    CHECK_RESULT(trp_deactivate(walled.world, &walled_at(0)->actor), TRP_OK);
    for (uint32_t frame = 0; frame < 2; frame++)
    {
        (void)trp_space_pairs(walled.space, NULL, NULL);
        for (uint32_t i = 1; i < 20; i++)
            walled_at(i)->box.x += 1;
        CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
        CHECK_EQ(walled_look().loose, 19);
    }
    CHECK_VALID(walled.world);
}

/* Worlds by chance: boxes of two sizes in rows, of which some move, leave and enter */

typedef struct by_chance
{
    uint32_t seed;
    uint64_t sums[8];
} by_chance;

static float chance(by_chance *it, uint32_t limit)
{
    return (float)stage_random(&it->seed, limit) / 2;
}

static void put_by_chance(by_chance *it, trp_pool *in, uint32_t count)
{
    static const float sizes[] = {1, 2, 3, 4, 6, 8, 12, 16, 30, 40};
    const uint32_t columns = 1 + stage_random(&it->seed, 20);
    const float x = chance(it, 60) - 15, y = chance(it, 60) - 15;
    const float step_x = chance(it, 30), step_y = chance(it, 30);
    const float width = sizes[stage_random(&it->seed, 10)];
    const float height =
        stage_random(&it->seed, 3) != 0 ? width : sizes[stage_random(&it->seed, 10)];

    for (uint32_t i = 0; i < count; i++)
        space_box(in, i, x + step_x * (float)(i % columns), y + step_y * (float)(i / columns),
                  width, height);
}

/* some by one call each, or all by one call */
static void move_by_chance(by_chance *it, uint32_t count)
{
    const uint32_t first = stage_random(&it->seed, 40);
    const bool is_all = stage_random(&it->seed, 3) == 0;

    for (uint32_t slot = first; slot < first + count; slot++)
    {
        boxed *one;
        if (!trp_space_has(walled.space, trp_pool_at(walled.pool, slot % 40)))
            continue;
        one = walled_at(slot % 40);
        one->box.x += chance(it, 20) - 5;
        one->box.y += chance(it, 20) - 5;
        if (!is_all)
            CHECK_RESULT(trp_space_moved(walled.space, &one->actor), TRP_OK);
    }
    if (is_all)
        CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
}

static void ask_by_chance(by_chance *it)
{
    const float x = chance(it, 400), y = chance(it, 400), size = chance(it, 100);
    trp_actor *found[4];

    (void)trp_space_query(walled.space, trp_rectangle(x, y, size, 2 * size), 0, NULL, NULL);
    (void)trp_space_query(walled.space, trp_segment(x, y, size, -size), 0, NULL, NULL);
    (void)trp_space_nearest(walled.space, x, y, 4 * size, 0, found, 4);
}

static void add_counts(uint64_t *sums)
{
    const trp_space_stats now = walled_look();

    sums[0] += now.levels;
    sums[1] += now.cells;
    sums[2] += now.cells_used + now.cell_most + now.large;
    sums[3] += now.settled + now.loose;
    sums[4] += now.sorts;
    sums[5] += now.questions;
    sums[6] += now.candidates;
    sums[7] += now.hits;
}

/* A change that makes a space choose otherwise changes the sums. */
static void worlds_by_chance(void)
{
    static const uint64_t expected[] = {3262,  187564, 72910,    50316,
                                        10970, 728100, 13075641, 3101574};
    static const float cells[] = {0, 5, 12};
    by_chance it = {.seed = 11};

    for (uint32_t round = 0; round < 120; round++)
    {
        if (!walled_begin(
                144, (trp_space_desc){.kind = round % 4 == 3 ? TRP_SPACE_GRID : TRP_SPACE_LEVELS,
                                      .cell = round % 4 == 3 ? 9 : cells[round % 3],
                                      .cell_height = round % 8 == 7 ? 27 : 0}))
            return;
        put_by_chance(&it, walled.pool, 20 + stage_random(&it.seed, 40));
        put_by_chance(&it, round % 2 != 0 ? walled.pool : walled.walls,
                      10 + stage_random(&it.seed, 50));
        for (uint32_t frame = 0; frame < 12; frame++)
        {
            move_by_chance(&it, stage_random(&it.seed, 2) != 0 ? 40 : 5);
            ask_by_chance(&it);
            (void)trp_space_pairs(walled.space, NULL, NULL);
            if (frame == 6 && trp_space_has(walled.space, trp_pool_at(walled.pool, round % 20)))
                CHECK_RESULT(trp_recycle(walled.world, &walled_at(round % 20)->actor), TRP_OK);
            if (frame == 9)
                put_by_chance(&it, walled.pool, 15);
            add_counts(it.sums);
        }
    }
    for (uint32_t i = 0; i < 8; i++)
        CHECK_EQ(it.sums[i], expected[i]);
}

const situation space_sorts_situations[] = {
    {"after some queries boxes are sorted", queries_that_sort},
    {"enough that lie still settle", enough_to_settle},
    {"settled ones dissolve among more that move", settled_ones_dissolve},
    {"too many stale copies are swept out", too_many_stale_copies},
    {"cells are chosen again after some time", cells_are_chosen_again},
    {"cells are chosen for more boxes, and for fewer", cells_for_more_boxes_and_for_fewer},
    {"cells are as many as were needed before", cells_for_as_many_as_before},
    {"cells are chosen for large boxes", cells_for_large_boxes},
    {"what is in the cells", what_is_in_the_cells},
    {"which are loose", which_are_loose},
    {"worlds by chance have the same counts on all machines", worlds_by_chance},
};
const unsigned space_sorts_situation_count =
    sizeof space_sorts_situations / sizeof space_sorts_situations[0];
