/* When boxes are sorted and settle: as soon as it costs less than not to. */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_pool *walls; /* static */
static trp_space *space;

/* False: no memory for it. */
static bool begin(uint32_t capacity, trp_space_desc desc)
{
    if (STAGE_BYTES < 64u * 1024u)
        return false;
    space = space_with_walls(capacity, desc, &pool, &walls);
    world = trp_pool_world(pool);
    return true;
}

static trp_space_stats look(void)
{
    return trp_space_get_stats(space);
}

/* as often as boxes are compared one by one before they are sorted */
static void ask_often(void)
{
    for (uint32_t i = 0; i < 20; i++)
        CHECK_EQ(trp_space_query(space, trp_point(1, 1), 0, NULL, NULL), 1);
}

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(pool, slot));
}

/* more than eight times all boxes, and 64 more */
static void as_many_compares_as_a_sort_costs(void)
{
    for (uint32_t count = 64; count <= 65; count++)
    {
        if (!begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(pool, count, 0);
        for (uint32_t i = 1; i <= 10; i++)
        {
            CHECK_EQ(trp_space_query(space, trp_point(1, 1), 0, NULL, NULL), 1);
            CHECK_EQ(look().sorts, i * count > 8 * count + 64);
        }
    }
}

static void move_all(void)
{
    for (uint32_t slot = 0; slot < trp_pool_capacity(pool); slot++)
        if (trp_space_has(space, trp_pool_at(pool, slot)))
            at(slot)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    (void)trp_space_pairs(space, NULL, NULL);
}

static void nothing_settles_without_cells(void)
{
    if (!begin(128, (trp_space_desc){.kind = TRP_SPACE_BRUTE}))
        return;
    space_put_apart(walls, 64, 0);
    ask_often();
    CHECK_EQ(look().settled, 0);
}

static void move_one(void)
{
    at(0)->box.x -= 1;
    CHECK_RESULT(trp_space_moved(space, &at(0)->actor), TRP_OK);
    (void)trp_space_pairs(space, NULL, NULL);
}

/* Those that settled before are sorted again as well. So this waits for as many vain sorts. */
static void settling_again_has_its_cost(void)
{
    for (uint32_t first = 63; first <= 64; first++)
    {
        if (!begin(128, (trp_space_desc){0}))
            return;
        space_put_apart(pool, first + 1, 0);
        move_one();
        move_one();
        CHECK_EQ(look().settled, first);
        space_put_apart(pool, 32, 100);
        move_one();
        for (uint32_t sort = 1; sort <= 3; sort++)
        {
            CHECK_EQ(look().settled, first);
            move_one();
            if (32 * sort > first)
                break;
        }
        CHECK_EQ(look().settled, first + 32);
        CHECK_VALID(world);
    }
}

static uint64_t examined_everywhere(void)
{
    const uint64_t before = look().candidates;

    (void)trp_space_query(space, trp_rectangle(-9, -9, 500, 500), 0, NULL, NULL);
    return look().candidates - before;
}

/* stale copies take room from those that move */
static void as_many_copies_as_there_is_room_for(void)
{
    for (uint32_t moving = 12; moving <= 13; moving++)
    {
        if (!begin(64, (trp_space_desc){0}))
            return;
        space_put_apart(walls, 60, 0);
        ask_often();
        for (uint32_t slot = 0; slot < 10; slot++)
            CHECK_RESULT(trp_recycle(world, trp_pool_at(walls, slot)), TRP_OK);
        space_put_apart(pool, moving, 100);
        move_all();
        CHECK_EQ(look().settled, 50);
        CHECK_EQ(examined_everywhere(), moving == 12 ? 72 : 63);
        CHECK_VALID(world);
    }
}

/* Worlds by chance: boxes of two sizes in rows, of which some move, leave and enter */

typedef struct by_chance
{
    uint32_t seed;
    uint64_t sums[8];
} by_chance;

const situation space_sort_costs_situations[] = {
    {"boxes are sorted when comparing them has cost as much", as_many_compares_as_a_sort_costs},
    {"nothing settles in a space without cells", nothing_settles_without_cells},
    {"more settle after as many vain sorts", settling_again_has_its_cost},
    {"stale copies are swept out if there is no room beside them",
     as_many_copies_as_there_is_room_for},
};
const unsigned space_sort_costs_situation_count =
    sizeof space_sort_costs_situations / sizeof space_sort_costs_situations[0];
