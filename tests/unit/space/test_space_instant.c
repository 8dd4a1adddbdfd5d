/*
 * Spaces: touches that last only an instant, and answers with the same bits on all machines.
 */
#include "../space_stage.h"

#include <string.h>

SITUATIONS(space_instant);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(int kind, bool is_round)
{
    world = stage_world();
    pool = space_pool(world, 64);
    space = MADE(trp_space_create(world, &(trp_space_desc){.index = space_index((space_kind)kind),
                                                           .capacity = 64,
                                                           .sweeps = true,
                                                           .manual_moves = true}));
    CHECK_QUIET(world,
                trp_space_add_pool(
                    space, pool,
                    &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = is_round}),
                TRP_OK);
}

SITUATION("a way past a corner touches it")
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        trp_query query = {.area = trp_segment(0, 2, 2, 0)};
        trp_hit hit;
        set_up(kind, false);
        space_box(pool, 1, 1, 1, 1, 1);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 0.5f);
        query.area = trp_segment(0, 1.75f, 1.75f, 0);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
    }
}

SITUATION("a way that ends at an edge touches it")
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        trp_query query = {.area = space_sweep((trp_box){0, 0, 1, 1}, 9, 0)};
        trp_hit hit;
        set_up(kind, false);
        space_box(pool, 1, 10, 0, 1, 1);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 1 && hit.normal_x == -1);
        query.area = space_sweep((trp_box){0, 0, 1, 1}, 8.75f, 0);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
    }
}

SITUATION("one that comes past another's corner has touched it")
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        boxed *moved;
        set_up(kind, false);
        space_box(pool, 1, 1, 1, 1, 1);
        moved = space_box(pool, 2, 0, 2, 0, 0);
        CHECK_OK(trp_space_moved_all(space, NULL));
        CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL), 0);
        moved->box = (trp_box){2, 0, 0, 0};
        CHECK_OK(trp_space_moved_all(space, NULL));
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
        CHECK_EQ(trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL), 1);
    }
}

/* How deep */

static bool is_near(float value, float expected)
{
    return value > expected - 0.01f && value < expected + 0.01f;
}

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(space, NULL));
    return trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL);
}

static void move_to(boxed *it, float x, float y, float side)
{
    it->box = (trp_box){x, y, side, side};
    CHECK_OK(trp_space_moved(space, &it->actor));
}

static bool touch_is(const boxed *a, const boxed *b, float depth, float x, float y)
{
    trp_touch touch;

    return trp_space_touch(space, &a->actor, &b->actor, &touch) && is_near(touch.depth, depth) &&
           is_near(touch.normal_x, x) && is_near(touch.normal_y, y);
}

/* the least of the four ways out; of equal ones the first */
SITUATION("how deep two touch at rest")
{
    for (int is_round = 0; is_round < 2; is_round++) {
        boxed *a;
        boxed *b;
        set_up(SPACE_GRIDS, is_round != 0);
        a = space_box(pool, 1, 0, 0, 10, 10);
        b = space_box(pool, 2, 2, 2, 6, 6); /* the same middle */
        CHECK(touch_is(a, b, 8, 1, 0));
        CHECK(touch_is(b, a, 8, 1, 0));
        b = space_box(pool, 3, 7, 7.5f, 10, 10);
        CHECK_EQ(touch_is(a, b, 2.5f, 0, 1), is_round == 0);
    }
}

/* by its upper edge, by less than 1, at the very end, and while both move */
SITUATION("how deep two touch after their ways")
{
    trp_touch touch;

    set_up(SPACE_GRIDS, false);
    boxed *a = space_box(pool, 1, 0, 0, 4, 4);
    boxed *b = space_box(pool, 2, 20, 0, 4, 4);
    CHECK_EQ(swept(), 0);
    move_to(b, 3.5f, 0, 4);
    CHECK_EQ(swept(), 1);
    CHECK(touch_is(a, b, 0.5f, 1, 0));
    move_to(b, 4, -20, 4);
    CHECK_EQ(swept(), 1);
    move_to(b, 4, -4, 4); /* its corner comes down along an edge */
    CHECK_EQ(swept(), 1);
    CHECK(touch_is(a, b, 0, 0, -1));
    move_to(b, 0, 50, 4);
    (void)swept();
    CHECK_EQ(swept(), 0);
    move_to(b, 0, 20, 4);
    move_to(a, 0, 30, 4);
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(is_near(touch.at, 46.0f / 60) && touch.normal_y == 1);
}

static trp_pool *balls;

static void set_up_balls(void)
{
    set_up(SPACE_GRIDS, false);
    balls = stage_pool_as(world, space_pool_desc(4, TRP_ORDER_MEMORY));
    CHECK_OK(trp_space_add_pool(
        space, balls, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = true}));
}

/* A ball comes from one place, by its middle, and goes to another; its normal at the corner of the
 * box points back. */
static void ball_through(float radius, const float way[4], float depth, float x, float y)
{
    set_up_balls();
    boxed *wall = space_box(pool, 1, 0, 0, 20, 20);
    boxed *ball = space_box(balls, 2, way[0] - radius, way[1] - radius, 2 * radius, 2 * radius);
    CHECK_EQ(swept(), 0);
    move_to(ball, way[2] - radius, way[3] - radius, 2 * radius);
    CHECK_EQ(swept(), 1);
    CHECK(touch_is(wall, ball, depth, x, y));
    CHECK(touch_is(ball, wall, depth, -x, -y));
}

/* the whole way back, however far it is */
SITUATION("how deep balls come into boxes and balls")
{
    const float deep[4] = {-10, -10, 19, 19};
    const float flat[4] = {-960, -280, 960, 280};
    const float steep[4] = {-280, -960, 280, 960};

    ball_through(1, deep, 27.87f, -0.7071f, -0.7071f);
    ball_through(10, flat, 1010, -0.96f, -0.28f);
    ball_through(10, steep, 1010, -0.28f, -0.96f);
    set_up_balls(); /* nearly the same middle */
    boxed *a = space_box(balls, 1, 45, 45, 10, 10);
    boxed *b = space_box(balls, 2, -5, -5, 10, 10);
    CHECK_EQ(swept(), 0);
    move_to(b, 44.9f, 44.9f, 10);
    CHECK_EQ(swept(), 1);
    CHECK(touch_is(a, b, 9.8586f, -0.7071f, -0.7071f));
}

/* Its box touches the other's at the end of its way, the ball would only do so later. If it has
 * grown, they touch at the end. */
SITUATION("balls that do not meet, though their boxes do")
{
    trp_touch touch;

    set_up_balls();
    boxed *a = space_box(balls, 1, 45, 45, 10, 10);
    boxed *b = space_box(balls, 2, -5, -5, 10, 10);
    CHECK_EQ(swept(), 0);
    move_to(b, 37, 37, 10);
    CHECK_EQ(swept(), 0);
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 0 && touch.depth == 0);
    move_to(b, -5, -5, 10);
    CHECK_EQ(swept(), 0);
    move_to(b, 37, 37, 20);
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 1 && is_near(touch.depth, 10.757f));
    move_to(b, 54, 54, 10); /* only their present places count in other passes */
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
}

/* Bits */

static uint32_t seed;

static float any(uint32_t most)
{
    return (float)stage_random(&seed, most * 1024) / 1024;
}

static void mix(uint64_t *hash, float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
}

static trp_area any_area(uint32_t which)
{
    /* one after the other: arguments have no defined order */
    const float x = any(400);
    const float y = any(400);
    const float a = any(400);
    const float b = any(400);

    const float right = a / 200; /* rounded, whatever precision the machine computes with */
    const float down = b / 200;

    switch (which % 4) {
    case 0:
        return trp_ray(x, y, right - 1, down - 1.5f);
    case 1:
        return trp_sweep(trp_circle(x, y, any(20)), a - 200, b - 200);
    case 2:
        return trp_circle(x, y, any(60));
    default:
        return trp_segment(x, y, a, b);
    }
}

/* also where the machine computes with more digits than a float has */
SITUATION("answers have the same bits on all machines")
{
    static const uint64_t expected[2] = {3060732421458845792u, 13992152188230006921u};

    for (int is_round = 0; is_round < 2; is_round++) {
        uint64_t hash = 14695981039346656037u;
        trp_hit hits[64];
        trp_touch touch;
        seed = 7;
        set_up(0, is_round != 0);
        for (uint32_t i = 0; i < 64; i++) {
            const float x = any(400), y = any(400), size = any(40);
            space_box(pool, i, x, y, size, size);
        }
        for (uint32_t i = 0; i < 2000; i++) {
            const trp_query query = {.area = any_area(i), .order = TRP_SPACE_NEAREST_FIRST};
            const uint32_t count = trp_space_find(space, &query, hits, 64);
            for (uint32_t k = 0; k < count; k++) {
                mix(&hash, (float)trp_slot_of(world, hits[k].actor));
                mix(&hash, hits[k].at);
                mix(&hash, hits[k].normal_x);
                mix(&hash, hits[k].normal_y);
            }
        }
        for (uint32_t i = 0; i < 64 * 64; i++)
            if (trp_space_touch(space, trp_pool_at(pool, i / 64), trp_pool_at(pool, i % 64),
                                &touch)) {
                mix(&hash, touch.depth);
                mix(&hash, touch.normal_x);
                mix(&hash, touch.normal_y);
            }
        CHECK_EQ(hash, expected[is_round]);
    }
}
