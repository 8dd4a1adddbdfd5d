/* Boxes that do not move, boxes that move fast, and an origin that moves. Each situation is played
 * with every kind of space. */
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

static void still_ones(void)
{
    trp_pool *walls = stage_pool_as(field.world, space_pool_desc(32, TRP_ORDER_MEMORY));
    boxed *mover = space_kinds_box(100, 3, 0, 8, 8);
    CHECK_OK(trp_space_add_pool(
        field.space, walls,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_static = true}));
    for (uint32_t id = 1; id <= 32; id++)
        space_box(walls, id, 5 * (float)id, 0, 8, 8); /* they touch each other */
    boxed *wall = trp_as(boxed, trp_pool_at(walls, 0));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 2);
    CHECK_LOG(PAIR(100, 1), PAIR(100, 2));
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(12, 0, 0, 0)}), 2);
    CHECK_LOG(1, 2);
    for (int frame = 0; frame < 4; frame++) {
        space_kinds_move(mover, 103, (float)frame);
        CHECK_OK(trp_space_moved_all(field.space, NULL));
        CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 4);
    }
    space_kinds_move(wall, 1000, 0);
    CHECK_OK(trp_space_moved_all(field.space, NULL)); /* does not apply to the wall */
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1001, 1, 0, 0)}), 0);
    CHECK_OK(trp_space_moved(field.space, &wall->actor));
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1001, 1, 0, 0)}), 1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(6, 1, 0, 0)}), 0);
    space_kinds_move(wall, 103, 0);
    CHECK_OK(trp_space_moved_all(field.space, walls));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 5);
    CHECK_EQ(told.count, 0);
}

SITUATION("static actors are passed by")
{
    space_kinds_play(still_ones);
}

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    return space_kinds_pairs((trp_pairing){.swept = true});
}

static void passing(void)
{
    trp_touch touch;
    boxed *wall = space_kinds_box(1, 50, -20, 2, 40);
    boxed *bullet = space_kinds_box(2, 0, 0, 4, 4);
    boxed *other = space_kinds_box(3, 200, 0, 4, 4);
    CHECK_EQ(swept(), 0);
    space_kinds_move(bullet, 96, 0); /* its front meets the wall after 46 of 96 */
    CHECK_EQ(swept(), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK(trp_space_touch(field.space, &wall->actor, &bullet->actor, &touch));
    CHECK(space_is_near(touch.at, 46.0f / 96));
    CHECK(touch.normal_x == -1 && touch.normal_y == 0);
    CHECK(touch.depth == 50); /* the way back to the first touch */
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 0);
    CHECK_EQ(swept(), 0);
    space_kinds_move(bullet, 200, 0); /* they change places */
    space_kinds_move(other, 96, 0);
    CHECK_EQ(swept(), 1);
    CHECK_LOG(PAIR(2, 3));
    CHECK_OK(trp_recycle(field.world, &bullet->actor));
    /* in the slot of 2, but it has not moved from there */
    bullet = space_kinds_box(4, -500, 0, 4, 4);
    CHECK_EQ(swept(), 0);
    wall->box.x += 1000;
    bullet->box.x += 1000;
    other->box.x += 1000;
    CHECK_OK(trp_space_shift(field.space, 1000, 0));
    CHECK_EQ(swept(), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1050, 0, 1, 1)}), 1);
    CHECK_LOG(1);
}

SITUATION("boxes that pass through each other")
{
    space_kinds_play_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                        (trp_space_pool_desc){0}, passing);
}

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

static void shifting(void)
{
    trp_pool *walls = stage_pool_as(field.world, space_pool_desc(4, TRP_ORDER_MEMORY));
    boxed *a = space_kinds_box(1, 1e6f, 0, 8, 8);
    boxed *b = space_kinds_box(2, 1e6f + 4, 0, 8, 8);
    CHECK_OK(trp_space_add_pool(
        field.space, walls,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_static = true}));
    boxed *wall = space_box(walls, 3, 1e6f, 4, 8, 8);
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 3);
    CHECK_OK(trp_deactivate(field.world, &b->actor));
    a->box.x -= 1e6f;
    b->box.x -= 1e6f;
    wall->box.x -= 1e6f;
    CHECK_OK(trp_space_shift(field.space, -1e6f, 0));
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1, 5, 0, 0)}), 2);
    CHECK_OK(trp_activate(field.world, &b->actor));
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 3);
}

SITUATION("the origin moves")
{
    space_kinds_play(shifting);
}

/* How many boxes have moved */

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(field.pool, slot));
}

/* Boxes that are refused */

static void a_box_that_is_refused(void)
{
    boxed *a = space_kinds_box(1, 0, 0, 4, 4);
    boxed *outside = space_kinds_box(3, 20, 0, 4, 4);
    boxed *b = space_kinds_box(2, 10, 0, 4, 4);
    trp_box box;

    CHECK_OK(trp_space_remove(field.space, &outside->actor));
    outside->box.x = NAN; /* it is not read */
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    a->box.x = NAN;
    CHECK_MISUSE(field.world, trp_space_moved_all(field.space, NULL), TRP_ERR_VALUE);
    CHECK(told.actor == &a->actor);
    b->box.x = 110;
    CHECK_MISUSE(field.world, trp_space_shift(field.space, 100, 0), TRP_ERR_VALUE);
    CHECK(space_box_of(field.space, &a->actor, &box) && box.x == 0);
    CHECK(space_box_of(field.space, &b->actor, &box) && box.x == 110);
    a->box.x = 100;
    b->box.x = NAN;
    CHECK_MISUSE(field.world, trp_space_moved_all(field.space, NULL), TRP_ERR_VALUE); /* only one */
    CHECK(told.actor == &b->actor);
    CHECK_QUIET(field.world, trp_space_destroy(field.space), TRP_OK);
}

SITUATION("a refused box is reported once")
{
    space_kinds_play(a_box_that_is_refused);
}

/* Former boxes */

static void shift(float dx, float dy)
{
    trp_each (boxed, it, field.pool) {
        it->box.x += dx;
        it->box.y += dy;
    }
    CHECK_OK(trp_space_shift(field.space, dx, dy));
}

/* all numbers are taken; afterwards one enters where the others would have passed by */
SITUATION("former boxes are shifted")
{
    field.world = stage_world();
    field.pool = space_pool(field.world, 8);
    field.space = trp_space_create(
        field.world, &(trp_space_desc){.capacity = 8, .sweeps = true, .manual_moves = true});
    CHECK_OK(trp_space_add_pool(field.space, field.pool,
                                &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
    for (uint32_t i = 0; i < 8; i++)
        space_kinds_box(i, 500 * (float)i, 0, 4, 4);
    for (int again = 0; again < 2; again++) {
        CHECK_EQ(swept(), 0);
        shift(1000, 0);
        CHECK_EQ(swept(), 0);
    }
    for (int i = 0; i < 4; i++) {
        static const float ways[][2] = {{0, 100}, {100, 0}, {0, -100}, {-100, 0}};
        const float *way = ways[i];
        CHECK_OK(trp_recycle(field.world, &at(0)->actor));
        shift(way[0], way[1]);
        space_kinds_box(0, at(7)->box.x - way[0] / 2, at(7)->box.y - way[1] / 2, 4, 4);
        CHECK_EQ(swept(), 0);
    }
    CHECK_VALID(field.world);
    stage_log_clear();
}

/* what has woken has not come from where it slept */
static void waking(void)
{
    boxed *it = space_kinds_box(1, 0, 0, 2, 2);

    space_kinds_box(2, 50, 0, 2, 2);
    CHECK_EQ(swept(), 0);
    CHECK_OK(trp_deactivate(field.world, &it->actor));
    it->box.x = 100;
    CHECK_OK(trp_activate(field.world, &it->actor));
    CHECK_EQ(swept(), 0);
}

SITUATION("a sleeper wakes elsewhere")
{
    space_kinds_play_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                        (trp_space_pool_desc){0}, waking);
}

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
