/*
 * Regions: where they may lie, and what of them belongs to snapshots.
 */
#include "../delta_scene.h"
#include "../snapshot_scene.h"

static unsigned char field[256];
static trp_region regions[2];

static trp_result add(unsigned number, void *start, size_t bytes)
{
    regions[number] = (trp_region){.start = start, .bytes = bytes};
    return trp_region_add(delta_world, &regions[number]);
}

static void check_beside(size_t from, size_t bytes, trp_result expected)
{
    if (expected == TRP_OK)
    {
        CHECK_RESULT(add(1, field + from, bytes), TRP_OK);
        CHECK_RESULT(trp_region_remove(delta_world, &regions[1]), TRP_OK);
    }
    else
        CHECK_MISUSE(delta_world, add(1, field + from, bytes), expected);
}

static void lie_beside_each_other(void)
{
    delta_begin(1);
    CHECK_RESULT(add(0, field + 100, 50), TRP_OK);
    check_beside(90, 10, TRP_OK);
    check_beside(90, 11, TRP_ERR_VALUE);
    check_beside(150, 10, TRP_OK);
    check_beside(149, 10, TRP_ERR_VALUE);
    check_beside(149, 1, TRP_ERR_VALUE);
    check_beside(100, 1, TRP_ERR_VALUE);
    check_beside(99, 1, TRP_OK);
    check_beside(0, 200, TRP_ERR_VALUE);
}

/* Of each pool, in each chunk. */
static void do_not_overlap_slots(void)
{
    delta_begin_growing();
    for (unsigned i = 0; i < 3; i++)
    {
        trp_pool *pool = stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(wide, actor),
                                                                    .capacity = 4,
                                                                    .when_full = TRP_FULL_GROW,
                                                                    .max_capacity = 40});
        for (unsigned k = 0; k < 20; k++)
            CHECK_MISUSE(delta_world, add(1, trp_as(wide, delta_create(pool)), 8), TRP_ERR_VALUE);
    }
    CHECK_RESULT(trp_world_destroy(delta_world), TRP_OK);
}

/* A roster in a region is no part of it: in its middle, and where it ends. */
static void have_holes(void)
{
    static struct
    {
        unsigned char before[40];
        trp_roster middle;
        unsigned char after[40];
        trp_roster last;
    } game;
    unsigned char *const saved = &snapshot_memory[0][0];
    size_t differing = 0;
    delta_begin(1);
    trp_pool *pool = delta_wide_pool(4, TRP_ORDER_MEMORY);
    game.middle = game.last = (trp_roster){0};
    CHECK_RESULT(trp_roster_init(&game.middle, delta_world, NULL), TRP_OK);
    CHECK_RESULT(trp_roster_init(&game.last, delta_world, NULL), TRP_OK);
    CHECK_RESULT(add(0, &game, sizeof game), TRP_OK);
    trp_actor *actor = delta_create(pool);
    CHECK_RESULT(trp_roster_add(&game.middle, actor), TRP_OK);
    CHECK_RESULT(trp_roster_add(&game.last, actor), TRP_OK);
    for (unsigned i = 0; i < 40; i++)
        game.before[i] = game.after[i] = (unsigned char)(i + 1);
    for (size_t i = 0; i < 20000; i++)
    {
        saved[i] = 0x11;
        snapshot_memory[1][i] = 0xEE;
    }
    const size_t bytes = snapshot_save_to(delta_world, 0);
    CHECK_EQ(snapshot_save_to(delta_world, 1), bytes);
    for (size_t i = 0; i < bytes; i++)
        differing += saved[i] != snapshot_memory[1][i];
    CHECK_EQ(differing, 0);
    for (size_t i = bytes; i < 20000; i++)
        differing += saved[i] != 0x11;
    CHECK_EQ(differing, 0);
    CHECK_RESULT(trp_roster_remove(&game.middle, actor), TRP_OK);
    for (unsigned i = 0; i < 40; i++)
        game.before[i] = game.after[i] = 0;
    CHECK_RESULT(trp_snapshot_restore(delta_world, saved, bytes), TRP_OK);
    CHECK_VALID(delta_world);
    CHECK(trp_roster_has(&game.middle, actor) && trp_roster_has(&game.last, actor));
    for (unsigned i = 0; i < 40; i++)
        CHECK(game.before[i] == i + 1 && game.after[i] == i + 1);
}

const situation region_situations[] = {
    {"regions may lie right beside each other", lie_beside_each_other},
    {"regions do not overlap slots of any chunk", do_not_overlap_slots},
    {"regions have holes where rosters lie", have_holes},
};
const unsigned region_situation_count = sizeof region_situations / sizeof *region_situations;
