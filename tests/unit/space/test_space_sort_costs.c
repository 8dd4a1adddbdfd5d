/* When boxes are sorted and settle: as soon as it costs less than not to. */
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
            CHECK_EQ(trp_space_query(walled.space, trp_point(1, 1), 0, NULL, NULL), 1);
            CHECK_EQ(walled_look().sorts, i * count > 8 * count + 64);
        }
    }
}

static void move_all(void)
{
    for (uint32_t slot = 0; slot < trp_pool_capacity(walled.pool); slot++)
        if (trp_space_has(walled.space, trp_pool_at(walled.pool, slot)))
            walled_at(slot)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(walled.space), TRP_OK);
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

const situation space_sort_costs_situations[] = {
    {"boxes are sorted when comparing them has cost as much", as_many_compares_as_a_sort_costs},
    {"nothing settles in a space without cells", nothing_settles_without_cells},
    {"more settle after as many vain sorts", settling_again_has_its_cost},
    {"stale copies are swept out if there is no room beside them",
     as_many_copies_as_there_is_room_for},
};
const unsigned space_sort_costs_situation_count =
    sizeof space_sort_costs_situations / sizeof space_sort_costs_situations[0];
