/* When boxes are sorted and settle: as soon as it costs less than not to. */
#include "../space_past.h"
#include "../space_walled.h"

/* more than eight times all boxes, and 64 more */
static void as_many_compares_as_a_sort_costs(void)
{
    for (uint32_t count = 64; count <= 65; count++)
    {
        if (!walled_begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walled.pool, count, 0);
        for (uint32_t i = 1; i <= 10; i++)
        {
            CHECK_EQ(trp_space_query(walled.space, trp_rectangle(1, 1, 0, 0), 0, NULL, NULL), 1);
            CHECK_EQ(walled_look().sorts, i * count > 8 * count + 64);
        }
    }
}

static void move_all(void)
{
    for (uint32_t slot = 0; slot < trp_pool_info(walled.pool).slots; slot++)
        if (trp_space_has(walled.space, trp_pool_at(walled.pool, slot)))
            walled_at(slot)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    (void)trp_space_pairs(walled.space, NULL, NULL);
}

static void nothing_settles_without_cells(void)
{
    if (!walled_begin(128, (trp_space_desc){.kind = TRP_SPACE_BRUTE}))
        return;
    space_put_apart(walled.walls, 64, 0);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 0);
}

static void move_one(void)
{
    walled_at(0)->box.x -= 1;
    CHECK_RESULT(trp_space_moved(walled.space, &walled_at(0)->actor), TRP_OK);
    (void)trp_space_pairs(walled.space, NULL, NULL);
}

/* Those that settled before are sorted again as well. So this waits for as many vain sorts. */
static void settling_again_has_its_cost(void)
{
    for (uint32_t first = 63; first <= 64; first++)
    {
        if (!walled_begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(walled.pool, first + 1, 0);
        move_one();
        move_one();
        CHECK_EQ(walled_look().settled, first);
        space_put_apart(walled.pool, 32, 100);
        move_one();
        for (uint32_t sort = 1; sort <= 3; sort++)
        {
            CHECK_EQ(walled_look().settled, first);
            move_one();
            if (32 * sort > first)
                break;
        }
        CHECK_EQ(walled_look().settled, first + 32);
        CHECK_VALID(walled.world);
    }
}

static uint64_t examined_everywhere(void)
{
    const uint64_t before = walled_look().candidates;

    (void)trp_space_query(walled.space, trp_rectangle(-9, -9, 500, 500), 0, NULL, NULL);
    return walled_look().candidates - before;
}

/* stale copies take room from those that move */
static void as_many_copies_as_there_is_room_for(void)
{
    for (uint32_t moving = 12; moving <= 13; moving++)
    {
        if (!walled_begin(64, (trp_space_desc){0}))
            return;
        space_put_apart(walled.walls, 60, 0);
        walled_ask_often();
        for (uint32_t slot = 0; slot < 10; slot++)
            CHECK_RESULT(trp_recycle(walled.world, trp_pool_at(walled.walls, slot)), TRP_OK);
        space_put_apart(walled.pool, moving, 100);
        move_all();
        CHECK_EQ(walled_look().settled, 50);
        CHECK_EQ(examined_everywhere(), moving == 12 ? 72 : 63);
        CHECK_VALID(walled.world);
    }
}

/* After a restore */

/* a world in which many walls settle; snapshots are of this world */
static bool begin_walled(trp_space_desc desc, uint32_t rocks, uint32_t walls)
{
    if (!walled_begin(48, desc))
        return false;
    past.world = walled.world;
    past.space = walled.space;
    space_put_apart(walled.walls, walls, 0);
    space_put_apart(walled.pool, rocks, 100);
    return true;
}

/* since boxes were restored, nothing is sorted, and nothing rests */
static void check_unsorted(uint32_t loose)
{
    const trp_space_stats stats = walled_look();

    CHECK_EQ(stats.settled, 0);
    CHECK_EQ(stats.loose, loose);
    CHECK_EQ(stats.levels, 0);
    CHECK_EQ(stats.cells, 0);
    CHECK_EQ(stats.large, 0);
}

/* whatever comparing them has cost before */
static void sorted_after_a_restore(void)
{
    if (!begin_walled((trp_space_desc){0}, 0, 32))
        return;
    past_save(0);
    for (uint32_t round = 0; round < 3; round++)
    {
        check_unsorted(32);
        for (uint32_t i = 1; i <= 12; i++)
        {
            const uint64_t sorts = walled_look().sorts;
            CHECK_EQ(trp_space_query(walled.space, trp_rectangle(1, 1, 0, 0), 0, NULL, NULL), 1);
            CHECK_EQ(walled_look().sorts != sorts, i == 11); /* more than 8 * 32 + 64 */
            if (round == 1 && i == 5)
                break;
        }
        CHECK_EQ(walled_look().settled, round == 1 ? 0 : 32);
        past_restore(0);
    }
}

/* how many are examined shows which numbers have members */
static void examined_after_a_restore(void)
{
    boxed *it[7];
    uint64_t before;

    past_set_up(false);
    past_fill(it);
    past_save(0);
    for (uint32_t id = 10; id < 13; id++)
        space_square(past.rocks, id, 3 * (float)id);
    for (uint32_t i = 0; i < 30; i++)
        (void)trp_space_query(past.space, trp_rectangle(-9, -9, 0, 0), 0, NULL, NULL);
    past_restore(0);
    before = trp_space_measure(past.space).candidates;
    CHECK_EQ(trp_space_query(past.space, trp_rectangle(-9, -9, 0, 0), 0, NULL, NULL), 0);
    CHECK_EQ(trp_space_measure(past.space).candidates - before, 6);
    for (uint32_t id = 6; id > 3; id--) /* the highest number, and below it one that is free */
        past_end(it[id]);
    before = trp_space_measure(past.space).candidates;
    CHECK_EQ(trp_space_query(past.space, trp_rectangle(-9, -9, 0, 0), 0, NULL, NULL), 0);
    CHECK_EQ(trp_space_measure(past.space).candidates - before, 2);
}

/* 32 lie still, or one less; each counts once, even if it moves before all are sorted */
static void settled_after_a_restore(void)
{
    for (uint32_t walls = 31; walls <= 32; walls++)
    {
        if (!begin_walled((trp_space_desc){0}, 12, walls))
            return;
        past_save(0);
        past_restore(0);
        walled_ask_often();
        CHECK_EQ(walled_look().settled, walls == 32 ? 32 : 0);
    }
    if (!begin_walled((trp_space_desc){0}, 25, 20))
        return;
    past_save(0);
    past_restore(0);
    for (uint32_t slot = 1; slot < 13; slot++)
    {
        boxed *it = trp_as(boxed, trp_pool_at(walled.walls, slot));
        past_move(it, it->box.x + 1);
    }
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 0);
    CHECK_VALID(walled.world);
}

/* many copies were stale, of members that there were not yet then */
static void stale_copies_and_a_restore(void)
{
    if (!begin_walled((trp_space_desc){0}, 0, 10))
        return;
    past_save(0);
    space_put_apart(walled.walls, 30, 100);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 40);
    for (uint32_t slot = 0; slot < 40; slot++)
    {
        boxed *it = trp_as(boxed, trp_pool_at(walled.walls, slot));
        past_move(it, it->box.x + 1);
    }
    past_restore(0);
    check_unsorted(10);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 0);
    CHECK_EQ(walled_look().large, 10);
}

static void without_cells_after_a_restore(void)
{
    if (!begin_walled((trp_space_desc){.kind = TRP_SPACE_BRUTE}, 0, 40))
        return;
    past_save(0);
    past_restore(0);
    walled_ask_often();
    CHECK_EQ(walled_look().settled, 0);
}

const situation space_sort_costs_situations[] = {
    {"boxes are sorted when comparing them has cost as much", as_many_compares_as_a_sort_costs},
    {"nothing settles in a space without cells", nothing_settles_without_cells},
    {"more settle after as many vain sorts", settling_again_has_its_cost},
    {"stale copies are swept out if there is no room beside them",
     as_many_copies_as_there_is_room_for},
    {"boxes are sorted as late after a restore as before", sorted_after_a_restore},
    {"what a query examines after a restore", examined_after_a_restore},
    {"as many settle after a restore as before", settled_after_a_restore},
    {"copies that were stale before a restore", stale_copies_and_a_restore},
    {"nothing settles without cells after a restore", without_cells_after_a_restore},
};
const unsigned space_sort_costs_situation_count =
    sizeof space_sort_costs_situations / sizeof space_sort_costs_situations[0];
