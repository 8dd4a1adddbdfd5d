/*
 * Shapes at their limits: infinite boxes, infinite circles, numbers near the limits of floats,
 * movements so long that other distances vanish in comparison. Also how touching actors touch.
 */
#include "../../../src/space/space_shape.h" /* both ways to take a root */
#include "../space_stage.h"

SITUATIONS(space_shapes);

static bool is_near(float value, float expected)
{
    return value > expected - 1e-6f && value < expected + 1e-6f;
}

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void begin_as(space_kind kind, trp_space_desc desc, trp_space_pool_desc in)
{
    world = stage_world();
    pool = space_pool(world, 64);
    desc.index = space_index(kind);
    desc.capacity = 64;
    space = MADE(trp_space_create(world, &desc));
    in.box = TRP_BOX_AT(boxed, box);
    CHECK_OK(trp_space_add_pool(space, pool, &in));
    stage_log_clear();
}

static void with_each_kind_as(trp_space_desc desc, trp_space_pool_desc in, void (*play)(void))
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        begin_as((space_kind)kind, desc, in);
        play();
        CHECK_VALID(world);
    }
}

static boxed *box(uint32_t id, float x, float y, float width, float height)
{
    return space_box(pool, id, x, y, width, height);
}

static void move_to(boxed *it, trp_box to)
{
    it->box = to;
    CHECK_OK(trp_space_moved(space, &it->actor));
}

static void circles_without_end(void)
{
    box(1, -INFINITY, 0, INFINITY, 4); /* these stay boxes */
    box(2, 0, -INFINITY, 4, INFINITY);
    box(3, -INFINITY, -INFINITY, INFINITY, INFINITY);
    box(4, 100, 100, 8, 8);
    CHECK_EQ(
        trp_space_query(space, &(trp_query){.area = trp_rectangle(1e9f, 2, 0, 0)}, space_log, NULL),
        2);
    CHECK_LOG(1, 3);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(2, -1e9f, 0, 0)}, space_log,
                             NULL),
             2);
    CHECK_LOG(2, 3);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(100, 100, 0, 0)}, space_log,
                             NULL),
             1);
    CHECK_LOG(3);
    box(5, 500, 300, INFINITY, 4);
    box(6, 300, 500, 4, INFINITY);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(600, 302, 0, 0)}, space_log,
                             NULL),
             2);
    CHECK_LOG(3, 5);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(302, 600, 0, 0)}, space_log,
                             NULL),
             2);
    CHECK_LOG(3, 6);
    /* their edges touch */
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(-9, 4, 3, 3)}, NULL, NULL),
             2);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(-9, -3, 3, 3)}, NULL, NULL),
             2);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(4, -90, 3, 3)}, NULL, NULL),
             2);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(-3, -90, 3, 3)}, NULL, NULL),
             2);
}

SITUATION("circles of infinite size are boxes")
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){.is_round = true},
                      circles_without_end);
}

/* a box at an infinite place is infinitely far away, in no direction */
static void at_infinity(void)
{
    trp_hit hits[4];
    trp_query query = {.area = trp_circle(0, 0, INFINITY), .order = TRP_SPACE_NEAREST_FIRST};

    box(1, INFINITY, 0, 1, 1);
    box(2, 3, 4, 0, 0);
    box(3, 0, INFINITY, 1, 1);
    CHECK_EQ(trp_space_find(space, &query, hits, 4), 3);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK(hits[0].at == 5);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 1);
    CHECK(hits[1].at == INFINITY && hits[1].normal_x == 0 && hits[1].normal_y == 0);
    CHECK(hits[2].at == INFINITY && hits[2].normal_x == 0 && hits[2].normal_y == 0);
    /* by number: without a middle there are no distances */
    query.order = TRP_SPACE_BY_SLOT;
    query.area = trp_rectangle(-INFINITY, 0, INFINITY, 9);
    CHECK_EQ(trp_space_find(space, &query, hits, 4), 2);
    CHECK(hits[0].at == 0 && hits[1].at == 0 && hits[1].normal_x == 0);
    query.area = trp_rectangle(0, -INFINITY, 9, INFINITY);
    CHECK_EQ(trp_space_find(space, &query, hits, 4), 2);
    CHECK(hits[0].at == 0 && hits[1].at == 0 && hits[1].normal_y == 0);
    query.order = TRP_SPACE_NEAREST_FIRST;
    CHECK_EQ(trp_space_find(space, &query, hits, 4), 0);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
}

SITUATION("boxes at infinite places, and infinite questions")
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){0}, at_infinity);
}

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(space, NULL));
    return trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL);
}

/* an infinite box does not move, whatever is subtracted from it */
static void infinite_ways(void)
{
    trp_touch touch;
    boxed *floor = box(1, -INFINITY, 100, INFINITY, 10);
    boxed *ball = box(2, 0, 0, 4, 4);

    CHECK_EQ(swept(), 0);
    move_to(ball, (trp_box){8, 196, 4, 4});
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(space, &floor->actor, &ball->actor, &touch));
    CHECK(touch.normal_x == 0 && touch.normal_y == -1);
    CHECK(is_near(touch.at, 96.0f / 196));
    move_to(floor, (trp_box){-INFINITY, 100, 5, 5}); /* of no size, at minus infinity */
    CHECK_EQ(swept(), 0);
    move_to(floor, (trp_box){0, 300, 5, 5}); /* it did not pass there on its way */
    CHECK_EQ(swept(), 0);
}

SITUATION("what is infinite does not sweep")
{
    with_each_kind_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                      (trp_space_pool_desc){0}, infinite_ways);
}

/* former boxes are kept when a space grows */
SITUATION("a space grows between swept passes")
{
    trp_touch touch;

    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (world == NULL)
        return;
    pool = space_pool(world, 64);
    space = trp_space_create(
        world,
        &(trp_space_desc){.capacity = 2, .max_capacity = 64, .sweeps = true, .manual_moves = true});
    CHECK_OK(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
    boxed *wall = box(1, 50, 0, 4, 4);
    boxed *bullet = box(2, 0, 0, 4, 4);
    CHECK_EQ(swept(), 0);
    for (uint32_t id = 3; id < 20; id++)
        box(id, 0, 100 * (float)id, 4, 4);
    move_to(bullet, (trp_box){100, 0, 4, 4});
    CHECK_EQ(swept(), 1);
    for (uint32_t id = 20; id < 50; id++)
        box(id, 0, 100 * (float)id, 4, 4);
    CHECK(trp_space_touch(space, &wall->actor, &bullet->actor, &touch));
    CHECK(is_near(touch.at, 0.46f));
    CHECK_EQ(swept(), 0);
    CHECK_OK(trp_world_destroy(world));
}

/* A bullet comes from each side, and stops 3 deep in a box; then it leaves it by less than 1, and
 * has touched it. */
static void from_all_sides(void)
{
    const float ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    boxed *target = box(1, 0, 0, 10, 10);
    boxed *bullet = box(2, 500, 500, 4, 4);

    for (int i = 0; i < 4; i++) {
        const float x = ways[i][0];
        const float y = ways[i][1];
        trp_touch touch;
        CHECK_EQ(swept(), 0);
        CHECK_OK(trp_space_remove(space, &bullet->actor));
        bullet->box = (trp_box){3 - 40 * x, 3 - 40 * y, 4, 4};
        CHECK_OK(trp_space_add(space, &bullet->actor));
        CHECK_EQ(swept(), 0);
        move_to(bullet, (trp_box){3 - 4 * x, 3 - 4 * y, 4, 4}); /* its front is at 3 */
        CHECK_EQ(swept(), 1);
        CHECK(trp_space_touch(space, &target->actor, &bullet->actor, &touch));
        CHECK(touch.depth == 3 && touch.normal_x == -x && touch.normal_y == -y);
        CHECK(is_near(touch.at, 33.0f / 36));
        move_to(bullet, (trp_box){3 - 7 * x, 3 - 7 * y, 4, 4}); /* the edges touch */
        CHECK_EQ(swept(), 1);
        move_to(bullet, (trp_box){3 - 7.5f * x, 3 - 7.5f * y, 4, 4});
        CHECK_EQ(swept(), 1);
        CHECK(!trp_space_touch(space, &target->actor, &bullet->actor, &touch) || touch.at == 0);
        move_to(bullet, (trp_box){3 - 8 * x, 3 - 8 * y, 4, 4});
    }
}

SITUATION("a swept box comes from all sides, and leaves by less than 1")
{
    with_each_kind_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                      (trp_space_pool_desc){0}, from_all_sides);
}

/* a mask alone, without a category */
static void masks_alone(void)
{
    box(1, 0, 0, 8, 8);
    box(2, 4, 0, 8, 8);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
}

SITUATION("a mask is enough to care for nothing")
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){.mask = 4}, masks_alone);
}

/* How two boxes touch in spaces with sweeps: on the way, only at the start, only now. */
static void touches(void)
{
    trp_touch touch = {9, 9, 9, 9};
    boxed *a = box(1, 0, 0, 10, 10);
    boxed *b = box(2, 5, 0, 10, 10);
    boxed *outside = space_box(space_pool(world, 1), 3, 0, 0, 10, 10);

    CHECK_EQ(swept(), 1);
    move_to(b, (trp_box){100, 0, 10, 10});
    CHECK_EQ(swept(), 1); /* it touched at first */
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 0 && touch.depth == 0 && touch.normal_x == 0 && touch.normal_y == 0);
    CHECK_EQ(swept(), 0);
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
    move_to(b, (trp_box){8, 0, 10, 10}); /* moved since the last reading */
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at > 0 && touch.at < 1 && touch.depth == 2 && touch.normal_x == 1);
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(space, &b->actor, &a->actor, &touch));
    CHECK(touch.at > 0 && touch.at < 1 && touch.normal_x == -1);
    /* two actors, one of which is not a member */
    CHECK(!trp_space_touch(NULL, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 0 && touch.depth == 0);
    CHECK(!trp_space_touch(space, NULL, &b->actor, &touch));
    CHECK(!trp_space_touch(space, &a->actor, NULL, NULL));
    CHECK(!trp_space_touch(space, &a->actor, &outside->actor, &touch));
    CHECK(!trp_space_touch(space, &outside->actor, &a->actor, &touch));
    CHECK_OK(trp_deactivate(world, &a->actor));
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(!trp_space_touch(space, &b->actor, &a->actor, &touch));
}

SITUATION("how two touch that did, do or have")
{
    with_each_kind_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                      (trp_space_pool_desc){0}, touches);
}

/* Former boxes are shifted with the present ones. */
static void touches_after_a_shift(void)
{
    trp_touch before;
    trp_touch touch;
    boxed *a = box(1, 0, 0, 8, 8);
    boxed *b = box(2, 32, 0, 8, 8);

    CHECK_EQ(swept(), 0);
    move_to(b, (trp_box){0, 0, 8, 8});
    CHECK_EQ(swept(), 1);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &before));
    CHECK(before.at == 0.75f && before.normal_x == 1 && before.normal_y == 0);
    a->box = (trp_box){64, -16, 8, 8};
    b->box = a->box;
    CHECK_OK(trp_space_shift(space, 64, -16));
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == before.at && touch.normal_x == 1 && touch.normal_y == 0);
    b = box(3, 30, -16, 8, 8); /* on no way: the shift was none */
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
}

SITUATION("how two touch is the same after a shift")
{
    with_each_kind_as((trp_space_desc){.sweeps = true, .manual_moves = true},
                      (trp_space_pool_desc){0}, touches_after_a_shift);
}

/* Ways */

static void ways(void)
{
    trp_hit hit;
    trp_query query = {.order = TRP_SPACE_NEAREST_FIRST};

    box(1, -4, 50, 8, 8);
    box(2, 50, -4, 8, 8);
    query.area = trp_ray(0, 0, 0, 2); /* straight down */
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
    CHECK_EQ(trp_as(boxed, hit.actor)->id, 1);
    CHECK(hit.at == 25 && hit.normal_x == 0 && hit.normal_y == -1);
    query.area = trp_sweep(trp_circle(0, 0, INFINITY), 1, 1);
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
    /* so long that the distance to the touched box vanishes in comparison: it touches at its
     * start */
    box(3, 1e-30f, 1000, 1, 1);
    query.area = trp_segment(0, 1000, 1e30f, 1000);
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
    CHECK_EQ(trp_as(boxed, hit.actor)->id, 3);
    CHECK(hit.at == 0 && hit.normal_x == 0 && hit.normal_y == 0);
}

SITUATION("rays straight down, and ways beside which distances vanish")
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){0}, ways);
}

/* Roots */

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Whether no other float is nearer to the root: the squares of the midpoints to its neighbours are
 * too small and too large. */
static bool is_nearest_root(float root, float square)
{
    uint32_t bits;

    memcpy(&bits, &root, sizeof bits);
    double below = ((double)root + (double)float_of(bits - 1)) / 2;
    double above = ((double)root + (double)float_of(bits + 1)) / 2;
    return below * below <= (double)square && (double)square <= above * above;
}

SITUATION("roots made of integers are the nearest")
{
    uint32_t seed = 1;

    CHECK(trp__root_by_integers(0) == 0);
    CHECK(trp__root_by_integers(INFINITY) == INFINITY);
    CHECK(trp__root_by_integers(9) == 3 && trp__root_by_integers(0.25f) == 0.5f);
    CHECK(trp__root_by_integers(1e-40f) > 0);
    CHECK(trp__root_by_integers(float_of(0x3F800001)) == 1); /* nearly the middle of two floats */
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t bits = stage_random(&seed, 0x7F800000u - 1) + 1;
        const float square = float_of(i % 8 == 0 ? bits >> 12 : bits); /* some are subnormal */
        CHECK(is_nearest_root(trp__root_by_integers(square), square));
        CHECK(trp__root_by_integers(square) == trp__root(square));
    }
}
