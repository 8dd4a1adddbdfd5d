/* What has settled falls asleep, wakes and leaves. */
#include "../space_walled.h"

/* Settled ones that sleep, leave or move; no call notifies the space of moves */

static uint32_t found_at(float x, float y)
{
    return trp_space_query(walled.space, trp_rectangle(x, y, 0, 0), 0, NULL, NULL);
}

static void sort_now(void)
{
    for (uint32_t i = 0; i < 20; i++)
        (void)found_at(-9, -9);
}

static void settled_ones_that_sleep(void)
{
    if (!walled_begin(64, (trp_space_desc){0}))
        return;
    space_put_apart(walled.walls, 40, 0);
    sort_now();
    CHECK_EQ(trp_space_measure(walled.space).settled, 40);
    CHECK_RESULT(trp_deactivate(walled.world, trp_pool_at(walled.walls, 13)), TRP_OK);
    CHECK_EQ(trp_space_measure(walled.space).settled, 39);
    CHECK_EQ(found_at(31, 11), 0);
    CHECK_EQ(space_log_all(walled.space), 39);
    CHECK_RESULT(trp_activate(walled.world, trp_pool_at(walled.walls, 13)), TRP_OK);
    CHECK_EQ(found_at(31, 11), 1);
    CHECK_EQ(space_log_all(walled.space), 40);
    stage_log_clear();
}

/* ten that have settled stay, and twice as many of 32 that move leave */
static void as_many_leave_as_settled(void)
{
    if (!walled_begin(72, (trp_space_desc){0}))
        return;
    space_put_apart(walled.walls, 32, 0);
    sort_now();
    CHECK_EQ(trp_space_measure(walled.space).settled, 32);
    space_put_apart(walled.pool, 32, 100);
    sort_now();
    CHECK_EQ(trp_space_measure(walled.space).settled, 32);
    CHECK_EQ(trp_space_measure(walled.space).loose, 0);
    for (uint32_t slot = 0; slot < 22; slot++)
        CHECK_RESULT(trp_recycle(walled.world, trp_pool_at(walled.walls, slot)), TRP_OK);
    for (uint32_t slot = 0; slot < 20; slot++)
        CHECK_RESULT(trp_recycle(walled.world, trp_pool_at(walled.pool, slot)), TRP_OK);
    CHECK_EQ(found_at(11, 101), 0);
    CHECK_EQ(found_at(91, 111), 0);
    CHECK_EQ(found_at(1, 121), 1);
    CHECK_EQ(space_log_all(walled.space), 22);
    stage_log_clear();
    CHECK_VALID(walled.world);
}

/* There is room for an eighth more copies than boxes. Before it is full, stale ones are kept. */
static void stale_copies_take_the_room(void)
{
    for (uint32_t stale = 16; stale <= 17; stale++)
    {
        uint64_t before;

        if (!walled_begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walled.walls, 128, 0);
        sort_now();
        CHECK_EQ(trp_space_measure(walled.space).settled, 128);
        for (uint32_t slot = 0; slot < stale; slot++)
        {
            boxed *it = trp_as(boxed, trp_pool_at(walled.walls, slot));
            it->box.x += 0.5f;
            CHECK_RESULT(trp_space_moved(walled.space, &it->actor), TRP_OK);
        }
        sort_now();
        CHECK_EQ(trp_space_measure(walled.space).loose, 0);
        before = trp_space_measure(walled.space).candidates;
        CHECK_EQ(trp_space_query(walled.space, trp_rectangle(-9, -9, 999, 999), 0, NULL, NULL),
                 128);
        CHECK_EQ(trp_space_measure(walled.space).candidates - before, stale == 16 ? 144 : 128);
    }
}

/* Queries within passes that have little room */

static uint32_t inner;

static void ask_for_those_around(boxed *self)
{
    (void)self;
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(0, 0, 4, 4), 0, NULL, NULL), inner);
}

static void in_the_smallest_space(void)
{
    for (uint32_t count = 2; count <= 6; count++)
    {
        if (!walled_begin(count, (trp_space_desc){.hits = count - 1}))
            return;
        for (uint32_t id = 0; id < count; id++)
            space_square(walled.pool, id, (float)id / 2);
        inner = count;
        space_when_found = ask_for_those_around;
        stage_log_clear();
        CHECK_EQ(trp_space_query(walled.space, trp_rectangle(0, 0, 9, 4), 0, space_log, NULL),
                 count);
        if (count == 3)
            CHECK_LOG(0, 1, 2);
        if (count == 6)
            CHECK_LOG(0, 1, 2, 3, 4, 5);
    }
    stage_log_clear();
}

static void note_and_ask(trp_actor *self, const trp_context *in)
{
    space_note(self, in);
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(-15, 0, 17, 295), 0, NULL, NULL), 230);
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(1, 0, 84, 85), 0, NULL, NULL), 230);
}

/* 230 of 256 lie in one cell of a large world. Cells 3 to the left and 29 below it, or 8 to the
 * right and 8 below it, share its counter, so they are examined twice. */
static void a_crowd_asked_for_in_a_pass(void)
{
    static answer found;

    if (!walled_begin(256, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10, .hits = 12}) ||
        SPACE_ANSWERS < 256u)
        return;
    for (uint32_t id = 0; id < 256; id++)
        space_box(walled.pool, id, id < 230 ? 1 : 5000 * (float)id - 1212500,
                  id < 230 ? 1 : 5000 * (float)id - 1212500, 2, 2);
    found.count = 0;
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(-1e9f, -1e9f, 2e9f, 2e9f), 0, note_and_ask,
                             &found),
             256);
    for (uint32_t id = 0; id < 256; id++)
        CHECK_EQ(found.ids[id], id);
    CHECK_VALID(walled.world);
}

const situation space_resting_situations[] = {
    {"settled ones fall asleep, and wake", settled_ones_that_sleep},
    {"as many leave as have settled", as_many_leave_as_settled},
    {"stale copies take the room that there is", stale_copies_take_the_room},
    {"queries in a pass that has little room, in the smallest space", in_the_smallest_space},
    {"a crowd is asked for in a pass that has little room", a_crowd_asked_for_in_a_pass},
};
const unsigned space_resting_situation_count =
    sizeof space_resting_situations / sizeof space_resting_situations[0];
