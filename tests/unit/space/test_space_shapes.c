/*
 * Shapes at their limits: infinite boxes, infinite circles, numbers near the limits of floats,
 * movements so long that other distances vanish in comparison. Also how touching actors touch.
 */
#include "../../../src/space/space_shape.h" /* both ways to take a root */
#include "../script.h"
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

SCRIPT("circles of infinite size are boxes",
       "space empty; enter a round; put 1 -inf 0 inf 4; put 2 0 -inf 4 inf; put 3 -inf -inf inf;"
       "put 4 100 100 8; go; query 1000000 2 0 0; = 1 3; query 2 -1000000 0 0; = 2 3;"
       "query 100 100 0 0; = 3; put 5 500 300 inf 4; put 6 300 500 4 inf; go; query 600 302 0 0;"
       "= 3 5; query 302 600 0 0; = 3 6; query -9 4 3 3; answers 2; query -9 -3 3 3; answers 2;"
       "query 4 -90 3 3; answers 2; query -3 -90 3 3; answers 2");
SCRIPT("boxes at infinite places, and infinite questions",
       "space; put 1 inf 0 1; put 2 3 4 0; put 3 0 inf 1; go; circle 0 0 inf nearest first 4;"
       "= 2 1 3; hit 0 5 -0.6 -0.8; hit 1 inf 0 0; hit 2 inf 0 0; query -inf 0 inf 9 first 4;"
       "= 1 2; hit 0 0 0 0; hit 1 0 0 0; query 0 -inf 9 inf first 4; = 2 3; hit 0 0 0 0;"
       "hit 1 0 0 0; query 0 -inf 9 inf nearest first 4 !VALUE");

static uint32_t swept(void)
{
    CHECK_OK(trp_space_moved_all(space, NULL));
    return trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL);
}

SCRIPT("what is infinite does not sweep",
       "space sweeps manual; put 1 -inf 100 inf 10; put 2 0 0 4; reread; pairs swept; answers 0;"
       "box 2 8 196 4; reread; pairs swept; answers 1; touch 1 2 100 0 -1 0.4898;"
       "box 1 -inf 100 5; reread; pairs swept; answers 0; box 1 0 300 5; reread; pairs swept;"
       "answers 0");

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

SCRIPT("a mask is enough to care for nothing",
       "space empty; enter a mask 4; put 1 0 0 8; put 2 4 0 8; pairs; answers 0");
SCRIPT("how two touch that did, do or have",
       "pool; pool; space sweeps manual empty; enter a; put 1 0 0 10; put 2 5 0 10; put b 3 0 0 10;"
       "reread; pairs swept; answers 1; box 2 100 0 10; reread; pairs swept; answers 1;"
       "touch 1 2 0 0 0 0; reread; pairs swept; answers 0; apart 1 2; box 2 8 0 10;"
       "touch 1 2 2 1 0; reread; pairs swept; answers 1; touch 2 1 2 -1 0; apart 1 3; apart 3 1;"
       "apart 0 2; apart 1 0; sleep 1; apart 1 2; apart 2 1");
SCRIPT(
    "how two touch is the same after a shift",
    "space sweeps manual; put 1 0 0 8; put 2 32 0 8; reread; pairs swept; answers 0; box 2 0 0 8;"
    "reread; pairs swept; answers 1; touch 1 2 8 1 0 0.75; shift 64 -16; touch 1 2 8 1 0 0.75;"
    "put 3 30 -16 8; apart 1 3");

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
