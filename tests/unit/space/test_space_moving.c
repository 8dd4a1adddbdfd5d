/* Boxes that do not move, boxes that move fast, and an origin that moves. Each situation is played
 * with every kind of space. */
#include "../script.h"
#include "../space_kinds.h"

SITUATIONS(space_moving);

/* walls that leave again before the space has sorted any */
SITUATION("still ones that leave before they are sorted")
{
    space_kinds_begin_as(SPACE_GRIDS, (trp_space_desc){0}, (trp_space_pool_desc){0});
    trp_pool *walls = stage_pool_as(field.world, space_pool_desc(40, TRP_ORDER_MEMORY));
    CHECK_OK(trp_space_add_pool(
        field.space, walls,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_static = true}));
    for (uint32_t id = 1; id <= 15; id++)
        space_kinds_box(100 + id, 100 * (float)id, 50, 8, 8);
    for (uint32_t id = 1; id <= 40; id++)
        space_box(walls, id, 5 * (float)id, 0, 8, 8); /* they touch each other */
    CHECK_OK(trp_recycle(field.world, trp_pool_at(walls, 20)));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){0}), 54);
    CHECK_VALID(field.world);
}

SCRIPT("static actors are passed by",
       "pool; pool; space empty; enter a; enter b static; put 100 3 0 8; row b 1-8 5 5 8 8; go;"
       "pairs; = 100&1 100&2; query 12 0 0 0; = 1 2; box 100 23 0 8; reread; pairs; answers 4;"
       "shape 1 1000 0 8; reread; query 1001 1 0 0; answers 0; moved 1; query 1001 1 0 0;"
       "answers 1; query 6 1 0 0; answers 0; shape 1 23 0 8; reread b; pairs; answers 5");

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    return space_kinds_pairs((trp_pairing){.swept = true});
}

SCRIPT("boxes that pass through each other",
       "space sweeps manual; put 1 50 -20 2 40; put 2 0 0 4; put 3 200 0 4; reread; pairs swept;"
       "answers 0; box 2 96 0 4; reread; go; pairs swept; = 1&2; touch 1 2 50 -1 0 0.4792; pairs;"
       "=; reread; pairs swept; =; box 2 200 0 4; box 3 96 0 4; reread; pairs swept; = 2&3;"
       "recycle 2; put 4 -500 0 4; reread; pairs swept; answers 0; shift 1000 0; reread;"
       "pairs swept; answers 0; go; query 1050 0 1 1; = 1");

static bool is_about(float value, float expected)
{
    return value > expected - 1e-3f && value < expected + 1e-3f;
}

static float toward(float from)
{
    return from < 0 ? -3.0f : from > 0 ? 3.0f : 0;
}

/* A ball comes from (x, y) and stops on its way to the middle of another, 3 before it along each
 * axis. The radii are 5 and 2. */
static void meeting(float middle, float x, float y)
{
    const bool is_diagonal = x != 0 && y != 0;
    const float length = is_diagonal ? 1.41421356f : 1.0f;
    const float depth = 7 - 3 * length;
    boxed *target = space_kinds_box(1, middle - 5, middle - 5, 10, 10);
    boxed *ball = space_kinds_box(2, middle + x - 2, middle + y - 2, 4, 4);
    trp_touch touch;

    CHECK_EQ(swept(), 0);
    space_kinds_move(ball, middle + toward(x) - 2, middle + toward(y) - 2);
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(field.space, &target->actor, &ball->actor, &touch));
    CHECK(is_about(touch.depth, depth));
    CHECK(is_about(touch.normal_x, toward(x) / 3 / length));
    CHECK(is_about(touch.normal_y, toward(y) / 3 / length));
    CHECK(is_about(touch.at, 1 - depth / (37 * length)));
    CHECK_OK(trp_recycle(field.world, &target->actor));
    CHECK_OK(trp_recycle(field.world, &ball->actor));
}

static void meetings(void)
{
    for (uint32_t i = 0; i < 27; i++)
        if (i % 9 != 4)
            meeting(100 * (float)(i / 9) - 100, 40 * (float)(i % 3) - 40,
                    40 * (float)(i / 3 % 3) - 40);
}

SITUATION("balls that meet from all sides")
{
    space_kinds_play_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                        (trp_space_pool_desc){.is_round = true}, meetings);
}

SCRIPT("the origin moves",
       "pool; pool; space empty; enter a; enter b static; put 1 900000 0 8; put 2 900004 0 8;"
       "put b 3 900000 4 8; pairs; answers 3; sleep 2; shift -900000 0; query 1 5 0 0; answers 2;"
       "wake 2; pairs; answers 3");

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(field.pool, slot));
}

/* Boxes that are refused */

SCRIPT("a refused box is reported once",
       "space; put 1 0 0 4; put 3 20 0 4; put 2 10 0 4; part 3; shape 3 nan 0 4; reread;"
       "shape 1 nan 0 4; reread !VALUE; shift 100 0 !VALUE; boxis 1 0 0 4 4; boxis 2 110 0 4 4;"
       "shape 1 100 0 4; shape 2 nan 0 4; reread !VALUE; freespace");

SCRIPT("former boxes are shifted",
       "space room 8 sweeps manual; row 0-7 0 500 4 4; reread; pairs swept; answers 0;"
       "shift 1000 0; reread; pairs swept; answers 0; recycle 0; shift 0 100; put 0 4500 50;"
       "reread; pairs swept; answers 0; recycle 0; shift 100 0; put 0 4550 100; reread;"
       "pairs swept; answers 0");
SCRIPT("a sleeper wakes elsewhere",
       "space sweeps manual; put 1 0 0 2; put 2 50 0 2; reread; pairs swept; answers 0; sleep 1;"
       "shape 1 100 0 2; wake 1; reread; pairs swept; answers 0");

/* Tables of pools that lie side by side; the last slot is used. */
SITUATION("the tables of pools lie side by side")
{
    for (uint32_t capacity = 1; capacity <= 8; capacity++) {
        trp_pool *beside;

        field.world = stage_world();
        space_pool(field.world, 1);
        field.pool = stage_pool_as(field.world, space_pool_desc(capacity, TRP_ORDER_OLDEST));
        beside = stage_pool_as(field.world, space_pool_desc(capacity, TRP_ORDER_OLDEST));
        field.space = space_of(field.world, field.pool, SPACE_GRIDS);
        CHECK_OK(trp_space_add_pool(field.space, beside,
                                    &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
        for (uint32_t i = 0; i < capacity; i++)
            space_kinds_box(i, 10 * (float)i, 0, 4, 4);
        at(capacity - 1)->box.x = 200;
        CHECK_OK(trp_space_moved_all(field.space, field.pool));
        CHECK_EQ(trp_space_query(field.space, &(trp_query){.area = trp_rectangle(201, 1, 0, 0)},
                                 NULL, NULL),
                 1);
        CHECK_OK(trp_space_remove_pool(field.space, field.pool));
        CHECK_EQ(trp_space_info(field.space).count, 0);
        CHECK_VALID(field.world);
    }
}
