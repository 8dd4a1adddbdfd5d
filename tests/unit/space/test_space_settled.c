/* Boxes that do not move settle, move again, and settle elsewhere. Static ones settle at once. */
#include "../space_twins.h"

static trp_space_stats look(void)
{
    return trp_space_get_stats(twins.space);
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
                         &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
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
    const uint32_t hits = trp_space_pairs_where(twins.space, &which, space_twins_sum_up, &sum);

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

        if (!space_twins_begin(100, (trp_space_desc){.sweeps = true},
                               (trp_space_pool_desc){.is_static = is_static != 0}))
            return;
        fill(80, 80, 10, 8);
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
    if (!space_twins_begin(100, (trp_space_desc){.hits = 8, .sweeps = true},
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
    CHECK_EQ(look().cells, 3666);
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

/* Settled ones that sleep, leave or move; nobody notifies the moving ones */

static trp_world *world;
static trp_pool *pool;
static trp_pool *walls; /* static */
static trp_space *space;

static bool begin(uint32_t capacity, trp_space_desc desc)
{
    if (STAGE_BYTES < 64u * 1024u)
        return false;
    space = space_with_walls(capacity, desc, &pool, &walls);
    world = trp_pool_world(pool);
    return true;
}

static uint32_t found_at(float x, float y)
{
    return trp_space_query(space, trp_point(x, y), 0, NULL, NULL);
}

static void sort_now(void)
{
    for (uint32_t i = 0; i < 20; i++)
        (void)found_at(-9, -9);
}

static void settled_ones_that_sleep(void)
{
    if (!begin(64, (trp_space_desc){0}))
        return;
    space_put_apart(walls, 40, 0);
    sort_now();
    CHECK_EQ(trp_space_get_stats(space).settled, 40);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(walls, 13)), TRP_OK);
    CHECK_EQ(trp_space_get_stats(space).settled, 39);
    CHECK_EQ(found_at(31, 11), 0);
    CHECK_EQ(space_log_all(space), 39);
    CHECK_RESULT(trp_activate(world, trp_pool_at(walls, 13)), TRP_OK);
    CHECK_EQ(found_at(31, 11), 1);
    CHECK_EQ(space_log_all(space), 40);
    stage_log_clear();
}

/* ten that have settled stay, and twice as many of 32 that move leave */
static void as_many_leave_as_settled(void)
{
    if (!begin(72, (trp_space_desc){0}))
        return;
    space_put_apart(walls, 32, 0);
    sort_now();
    CHECK_EQ(trp_space_get_stats(space).settled, 32);
    space_put_apart(pool, 32, 100);
    sort_now();
    CHECK_EQ(trp_space_get_stats(space).settled, 32);
    CHECK_EQ(trp_space_get_stats(space).loose, 0);
    for (uint32_t slot = 0; slot < 22; slot++)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(walls, slot)), TRP_OK);
    for (uint32_t slot = 0; slot < 20; slot++)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, slot)), TRP_OK);
    CHECK_EQ(found_at(11, 101), 0);
    CHECK_EQ(found_at(91, 111), 0);
    CHECK_EQ(found_at(1, 121), 1);
    CHECK_EQ(space_log_all(space), 22);
    stage_log_clear();
    CHECK_VALID(world);
}

/* There is room for an eighth more copies than boxes. Before it is full, stale ones are kept. */
static void stale_copies_take_the_room(void)
{
    for (uint32_t stale = 16; stale <= 17; stale++)
    {
        uint64_t before;

        if (!begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walls, 128, 0);
        sort_now();
        CHECK_EQ(trp_space_get_stats(space).settled, 128);
        for (uint32_t slot = 0; slot < stale; slot++)
        {
            boxed *it = trp_as(boxed, trp_pool_at(walls, slot));
            it->box.x += 0.5f;
            CHECK_RESULT(trp_space_moved(space, &it->actor), TRP_OK);
        }
        sort_now();
        CHECK_EQ(trp_space_get_stats(space).loose, 0);
        before = trp_space_get_stats(space).candidates;
        CHECK_EQ(trp_space_query(space, trp_rectangle(-9, -9, 999, 999), 0, NULL, NULL), 128);
        CHECK_EQ(trp_space_get_stats(space).candidates - before, stale == 16 ? 144 : 128);
    }
}

/* Queries within passes that have little room */

static uint32_t inner;

static void ask_for_those_around(boxed *self)
{
    (void)self;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 4, 4), 0, NULL, NULL), inner);
}

static void in_the_smallest_space(void)
{
    for (uint32_t count = 2; count <= 6; count++)
    {
        if (!begin(count, (trp_space_desc){.hits = count - 1}))
            return;
        for (uint32_t id = 0; id < count; id++)
            space_square(pool, id, (float)id / 2);
        inner = count;
        space_when_found = ask_for_those_around;
        stage_log_clear();
        CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 9, 4), 0, space_log, NULL), count);
        if (count == 3)
            CHECK_LOG(0, 1, 2);
        if (count == 6)
            CHECK_LOG(0, 1, 2, 3, 4, 5);
    }
    stage_log_clear();
}

static void note_and_ask(trp_actor *self, const trp_found *info)
{
    space_note(self, info);
    CHECK_EQ(trp_space_query(space, trp_rectangle(-15, 0, 17, 295), 0, NULL, NULL), 230);
    CHECK_EQ(trp_space_query(space, trp_rectangle(1, 0, 84, 85), 0, NULL, NULL), 230);
}

/* 230 of 256 lie in one cell of a large world. Cells 3 to the left and 29 below it, or 8 to the
 * right and 8 below it, share its counter, so they are examined twice. */
static void a_crowd_asked_for_in_a_pass(void)
{
    static answer found;

    if (!begin(256, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10, .hits = 12}) ||
        SPACE_ANSWERS < 256u)
        return;
    for (uint32_t id = 0; id < 256; id++)
        space_box(pool, id, id < 230 ? 1 : 5000 * (float)id - 1212500,
                  id < 230 ? 1 : 5000 * (float)id - 1212500, 2, 2);
    found.count = 0;
    CHECK_EQ(
        trp_space_query(space, trp_rectangle(-1e9f, -1e9f, 2e9f, 2e9f), 0, note_and_ask, &found),
        256);
    for (uint32_t id = 0; id < 256; id++)
        CHECK_EQ(found.ids[id], id);
    CHECK_VALID(world);
}

const situation space_settled_situations[] = {
    {"what lies still settles, moves, and settles again", settles_and_dissolves},
    {"stale copies do not fill the room", stale_copies_are_swept_out},
    {"static actors among more that move", static_ones_among_more_that_move},
    {"what lies still settles where all passes are swept", what_lies_still_settles_in_swept_passes},
    {"static actors settle at once", static_ones_settle_at_once},
    {"settled ones fall asleep, and wake", settled_ones_that_sleep},
    {"as many leave as have settled", as_many_leave_as_settled},
    {"stale copies take the room that there is", stale_copies_take_the_room},
    {"queries in a pass that has little room, in the smallest space", in_the_smallest_space},
    {"a crowd is asked for in a pass that has little room", a_crowd_asked_for_in_a_pass},
    {"what moves takes the cells that are left", few_cells_are_left},
};
const unsigned space_settled_situation_count =
    sizeof space_settled_situations / sizeof space_settled_situations[0];
