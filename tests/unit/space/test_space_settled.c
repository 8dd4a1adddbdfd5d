/* Boxes that do not move settle, move again, and settle elsewhere. Static ones settle at once. */
#include "../space_twins.h"

static trp_space_stats look(void)
{
    return trp_space_measure(twins.space);
}

static void fill(uint32_t count, uint32_t columns, float step, float size)
{
    for (uint32_t i = 0; i < count; i++)
        space_box(twins.pool, i, step * (float)(i % columns), step * (float)(i / columns), size,
                  size);
}

/* often enough that boxes are sorted */
static void ask_often(void)
{
    for (uint32_t i = 0; i < 20; i++)
        (void)space_twins_agree(trp_rectangle(0, 0, 100, 100));
}

/* enough frames that boxes are sorted, and those without a notification are found not to move */
static void play(uint32_t frames)
{
    for (uint32_t frame = 0; frame < frames; frame++)
    {
        space_twins_moved(space_twins_at(0), (float)frame, 500);
        (void)space_twins_pairs_agree();
    }
}

static void settles_and_dissolves(void)
{
    if (!space_twins_begin(400, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    fill(300, 20, 10, 12);
    play(4);
    CHECK_EQ(look().settled, 299);
    for (uint32_t i = 100; i < 140; i++) /* some move, and stop elsewhere */
        space_twins_moved(space_twins_at(i), 300 + 10 * (float)i, 40);
    play(12);
    CHECK_EQ(look().settled, 299);
    CHECK(space_twins_agree(trp_rectangle(1400, 40, 20, 9)) > 0);
    for (uint32_t frame = 0; frame < 3; frame++) /* nearly all move */
    {
        for (uint32_t i = 20; i < 300; i++)
            space_twins_at(i)->box.x += 3;
        space_twins_all_moved();
        (void)space_twins_pairs_agree();
        CHECK((frame == 0) | (look().settled == 0));
    }
    for (uint32_t i = 0; i < 300; i += 7) /* some leave: stale entries remain */
        CHECK_RESULT(trp_recycle(twins.world, &space_twins_at(i)->actor), TRP_OK);
    (void)space_twins_pairs_agree();
    CHECK_EQ(space_twins_agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 257);
    space_twins_end();
}

/* stale copies must not fill the sheet */
static void stale_copies_are_swept_out(void)
{
    if (!space_twins_begin(300, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    fill(300, 20, 10, 12);
    play(4);
    CHECK_EQ(look().settled, 299);
    for (uint32_t frame = 0; frame < 40; frame++)
    {
        const uint32_t first = frame * 7 % 290;
        for (uint32_t i = first + 1; i < first + 9; i++)
            space_twins_moved(space_twins_at(i), (float)(frame * 5), (float)i);
        (void)space_twins_pairs_agree();
        (void)space_twins_agree(trp_rectangle(0, 0, 60, 300));
    }
    for (uint32_t i = 100; i < 160; i++) /* more than there is room for beside the others */
        space_twins_moved(space_twins_at(i), (float)i, 500);
    play(12);
    CHECK_EQ(look().settled, 299);
    for (uint32_t i = 150; i < 270; i++) /* many leave, and few move */
        CHECK_RESULT(trp_recycle(twins.world, &space_twins_at(i)->actor), TRP_OK);
    play(3);
    CHECK_EQ(look().settled, 179);
    space_twins_end();
}

/* 40 that do not move, and 60 that do: settling the few is not worth its cost */
static void static_ones_among_more_that_move(void)
{
    trp_pool *walls;

    if (!space_twins_begin(100, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    walls = stage_pool_as(twins.world, space_twins_pool_of(40));
    for (int i = 0; i < 2; i++)
        CHECK_RESULT(trp_space_add_pool(
                         i == 0 ? twins.space : twins.plain, walls,
                         &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_static = true}),
                     TRP_OK);
    fill(60, 10, 10, 12);
    for (uint32_t i = 0; i < 40; i++)
        space_box(walls, 100 + i, 12 * (float)i, 7, 12, 12);
    for (uint32_t frame = 0; frame < 8; frame++)
    {
        for (uint32_t i = 0; i < 60; i++)
            space_twins_at(i)->box.x += 2;
        space_twins_all_moved();
        (void)space_twins_pairs_agree();
        ask_often();
    }
    CHECK_EQ(look().settled, 0);
    space_twins_end();
}

static uint32_t swept(void)
{
    const trp_pairing which = {.swept = true};
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    uint32_t hits;

    space_twins_all_moved();
    hits = trp_space_pairs_where(twins.space, &which, space_twins_sum_up, &sum);
    CHECK_EQ(hits, trp_space_pairs_where(twins.plain, &which, space_twins_sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

/* where all passes are swept: static actors settle at once, others after some time without
 * movement */
static void what_lies_still_settles_in_swept_passes(void)
{
    for (int is_static = 0; is_static < 2; is_static++)
    {
        uint32_t hits = 0;

        if (!space_twins_begin(100, (trp_space_desc){.sweeps = true, .manual_moves = true},
                               (trp_space_pool_desc){.is_static = is_static != 0}))
            return;
        fill(80, 80, 10, 8);
        space_twins_all_moved();
        space_twins_moved(space_twins_at(0), 5, 100); /* its swept box begins at its former place */
        CHECK_EQ(swept(), 0);
        CHECK_EQ(look().settled, is_static != 0 ? 79 : 0);
        for (uint32_t frame = 0; frame < 9; frame++)
        {
            space_twins_moved(space_twins_at(0), 20 * (float)frame, frame % 2 == 0 ? 0 : 400);
            hits += swept();
            (void)space_twins_agree(trp_rectangle(0, 0, 300, 300));
        }
        CHECK_EQ(look().settled, 79);
        CHECK_EQ(hits != 0, is_static == 0);
        space_twins_end();
    }
}

/* static ones settle at once, and fill a list with room for fewer */
static void static_ones_settle_at_once(void)
{
    if (!space_twins_begin(100, (trp_space_desc){.hits = 8, .sweeps = true, .manual_moves = true},
                           (trp_space_pool_desc){.is_static = true}))
        return;
    fill(80, 80, 10, 12);
    ask_often();
    CHECK_EQ(look().settled, 80);
    CHECK_EQ(space_twins_pairs_agree(), 0); /* two static ones are never a pair */
    space_twins_moved(space_twins_at(3), 25, 5);
    CHECK_EQ(space_twins_agree(trp_rectangle(0, 0, 600, 9)), 61);
    CHECK_EQ(trp_space_pairs_where(twins.space, &(trp_pairing){.swept = true}, NULL, NULL), 0);
    CHECK_EQ(space_twins_agree(trp_rectangle(0, 0, 600, 9)), 61);
    space_twins_end();
}

/* 1200 settled boxes use nearly all cells. Moving boxes get the rest: as many cells as requested,
 * fewer, or none. */
static void few_cells_are_left(void)
{
    if (!space_twins_begin(1200, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10},
                           (trp_space_pool_desc){.is_static = true}))
        return;
    for (uint32_t i = 0; i < 1200; i++) /* 59 columns, 60 rows */
        space_box(twins.pool, i, 10 * (float)(i * 3 % 59) + 1, 10 * (float)(i / 20) + 1, 5, 5);
    ask_often();
    CHECK_EQ(look().settled, 1200);
    for (uint32_t frame = 0; frame < 3; frame++)
    {
        for (uint32_t i = 0; i < 150; i++)
            if (frame == 0)
                space_twins_moved(space_twins_at(i), 10 * (float)(i % 19) + 2,
                                  10 * (float)(i * 5 % 20) + 2);
            else
                space_twins_moved(space_twins_at(i), 1000 * (float)(i % 19) + (float)frame,
                                  900 * (float)(i * 5 % 20));
        ask_often();
        (void)space_twins_agree(trp_rectangle(900, 800, 1100, 1000));
    }
    space_twins_end();
}

/* Two sizes that have settled, and what fits no level */

#define SMALL 60u
#define SETTLED 83u
#define ALL 121u

static void place_at_random(boxed *it, uint32_t *seed)
{
    space_twins_moved(it, (float)stage_random(seed, 400), (float)stage_random(seed, 400));
}

static void put_two_sizes(uint32_t *seed)
{
    for (uint32_t i = 0; i < ALL; i++)
    {
        const float side = i < SMALL || i >= 103 ? 12 : i < 80 ? 90 : i < SETTLED ? 3000 : 70;
        place_at_random(space_box(twins.pool, i, 0, 0, side, i >= 80 && i < SETTLED ? 3 : side),
                        seed);
    }
}

/* 38 move in each frame, also of two sizes; sometimes a settled one moves, sleeps or wakes */
static void some_move(uint32_t frame, uint32_t *seed)
{
    boxed *it = space_twins_at(stage_random(seed, SETTLED));

    for (uint32_t i = SETTLED; i < ALL; i++)
        place_at_random(space_twins_at(i), seed);
    if (frame % 4 == 0)
        place_at_random(it, seed);
    else if (frame % 8 == 2 && trp_state_of(twins.world, &it->actor) == TRP_STATE_ACTIVE)
        CHECK_RESULT(trp_deactivate(twins.world, &it->actor), TRP_OK);
    else if (trp_state_of(twins.world, &it->actor) != TRP_STATE_ACTIVE)
        CHECK_RESULT(trp_activate(twins.world, &it->actor), TRP_OK);
}

/* settled and moving ones meet, but none meets the copy of one that has left its place */
static void two_sizes_settle(void)
{
    for (uint32_t round = 0; round < 6; round++)
    {
        uint32_t seed = round + 1;
        uint32_t frames_settled = 0;

        if (!space_twins_begin(200, (trp_space_desc){.hits = round % 3 == 2 ? 90 : 0},
                               (trp_space_pool_desc){0}))
            return;
        put_two_sizes(&seed);
        for (uint32_t frame = 0; frame < 30; frame++)
        {
            some_move(frame, &seed);
            CHECK(space_twins_pairs_agree() > 50);
            frames_settled += look().settled > 60;
            (void)space_twins_agree(trp_rectangle(100, 100, 50, 150));
            (void)space_twins_agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY));
        }
        CHECK(frames_settled > 10);
        space_twins_end();
    }
}

/* of 40 that have settled, all but one leave */
static void one_that_has_settled(void)
{
    if (!space_twins_begin(100, (trp_space_desc){0}, (trp_space_pool_desc){.is_static = false}))
        return;
    fill(41, 41, 10, 8);
    play(6);
    CHECK_EQ(look().settled, 40);
    for (uint32_t i = 2; i < 41; i++)
        CHECK_RESULT(trp_recycle(twins.world, &space_twins_at(i)->actor), TRP_OK);
    space_twins_moved(space_twins_at(0), 12, 3);
    CHECK_EQ(space_twins_pairs_agree(), 1);
    CHECK_EQ(look().settled, 1);
    CHECK_EQ(space_twins_agree(trp_rectangle(10, 0, 5, 5)), 2);
    space_twins_end();
}

/* when the settled ones have filled the room, the others are not compared any more */
static void as_many_as_wanted_have_settled(void)
{
    const trp_query query = {.area = trp_rectangle(0, 0, 9, 9), .order = TRP_SPACE_ANY_ORDER};
    trp_hit hits[10];
    uint64_t before;

    if (!space_twins_begin(100, (trp_space_desc){.hits = 10}, (trp_space_pool_desc){0}))
        return;
    fill(60, 1, 0, 8);
    for (uint32_t frame = 0; frame < 6; frame++)
    {
        for (uint32_t i = 0; i < 5; i++)
            space_twins_moved(space_twins_at(i), 0.25f * (float)frame, 0);
        CHECK_EQ(trp_space_pairs(twins.space, NULL, NULL), 60 * 59 / 2);
    }
    CHECK_EQ(look().settled, 55);
    before = look().candidates;
    CHECK_EQ(trp_space_find(twins.space, &query, hits, 10), 10);
    CHECK_EQ(look().candidates - before, 55);
    space_twins_end();
}

/* what settles between two swept passes is still met on its way: 40 pass two each */
static void settles_after_its_way(void)
{
    if (!space_twins_begin(100, (trp_space_desc){.sweeps = true, .manual_moves = true},
                           (trp_space_pool_desc){0}))
        return;
    fill(60, 10, 10, 8);
    space_box(twins.pool, 60, 0, 500, 8, 8);
    CHECK_EQ(swept(), 0);
    for (uint32_t i = 20; i < 60; i++)
        space_twins_moved(space_twins_at(i), 10 * (float)(i % 10), 10 * (float)(i / 10) - 1000);
    for (uint32_t frame = 0; frame < 9; frame++)
    {
        space_twins_moved(space_twins_at(60), (float)frame, 500);
        (void)space_twins_pairs_agree();
    }
    CHECK_EQ(look().settled, 60);
    CHECK_EQ(swept(), 80);
    CHECK_EQ(space_twins_agree(trp_rectangle(0, -500, 100, 400)), 0);
    CHECK_EQ(swept(), 0);
    CHECK_EQ(space_twins_agree(trp_rectangle(0, -500, 100, 400)), 0);
    space_twins_end();
}

const situation space_settled_situations[] = {
    {"what lies still settles, moves, and settles again", settles_and_dissolves},
    {"stale copies do not fill the room", stale_copies_are_swept_out},
    {"static actors among more that move", static_ones_among_more_that_move},
    {"what lies still settles where all passes are swept", what_lies_still_settles_in_swept_passes},
    {"static actors settle at once", static_ones_settle_at_once},
    {"two sizes settle, and move", two_sizes_settle},
    {"one that has settled, of many", one_that_has_settled},
    {"as many as are wanted have settled", as_many_as_wanted_have_settled},
    {"what settles after its way is met on its way", settles_after_its_way},
    {"what moves takes the cells that are left", few_cells_are_left},
};
const unsigned space_settled_situation_count =
    sizeof space_settled_situations / sizeof space_settled_situations[0];
