/*
 * Many boxes: more combinations of bits than room for them, more sizes than levels, more boxes than
 * are counted individually, more ranks than members.
 */
#include "../space_twins.h"

/* Bits */

static void set_bits(boxed *it, uint32_t category, uint32_t mask)
{
    CHECK_RESULT(trp_space_set_bits(twins.space, &it->actor, category, mask), TRP_OK);
    CHECK_RESULT(trp_space_set_bits(twins.plain, &it->actor, category, mask), TRP_OK);
}

static uint32_t category_of(uint32_t i)
{
    return 1u << i % 7;
}

static uint32_t mask_of(uint32_t i)
{
    return 1 + i * 37 % 127;
}

/* 48 combinations, some of them of static actors; some of the others change */
static void many_bits(void)
{
    trp_pool *walls;
    uint32_t cares = 0;
    boxed *all[48];

    if (!space_twins_begin(64, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    walls = stage_pool_as(twins.world, space_twins_pool_of(64));
    CHECK_RESULT(
        trp_space_add_pool(twins.space, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    CHECK_RESULT(
        trp_space_add_pool(twins.plain, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    for (uint32_t i = 0; i < 48; i++)
    {
        all[i] = space_box(i < 24 ? walls : twins.pool, i, (float)i / 8, 0, 20, 20);
        set_bits(all[i], category_of(i), mask_of(i));
    }
    for (uint32_t i = 24; i < 48; i++)
        for (uint32_t k = 0; k < i; k++)
            cares += (category_of(i) & mask_of(k)) != 0 && (category_of(k) & mask_of(i)) != 0;
    CHECK_EQ(space_twins_pairs_agree(), cares);
    CHECK(cares > 50 && cares < 48 * 47 / 2);
    for (uint32_t i = 24; i < 48; i++)
        set_bits(all[i], 1, i % 3 == 0 ? 1 : 2);
    CHECK_EQ(trp_space_pairs_between(twins.space, 1, 1, NULL, NULL),
             trp_space_pairs_between(twins.plain, 1, 1, NULL, NULL));
    CHECK(space_twins_pairs_agree() != cares);
    space_twins_end();
}

/* Sizes */

/* more sizes than levels, all in one place; some sizes have too few boxes for a sample */
static void many_sizes(void)
{
    uint32_t seed = 5;
    float side = 1;

    if (!space_twins_begin(3000, (trp_space_desc){.hits = 600000}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 2600; i++)
    {
        const float x = (float)stage_random(&seed, 1000);
        const float y = (float)stage_random(&seed, 1000);
        if (i % 200 == 0)
            side *= 4;
        space_box(twins.pool, i, x, y, i % 3 == 0 ? side : 1, i % 3 == 1 ? side : 1);
    }
    for (uint32_t i = 0; i < 30; i++)
        space_box(twins.pool, 2600 + i, 5e6f * (float)i, 3, (float)(1 << i % 20),
                  1 + (float)(i * i));
    CHECK(space_twins_agree(trp_rectangle(300, 300, 200, 200)) > 48);
    CHECK(space_twins_agree(trp_rectangle(0, 0, 1000, 1000)) > 2500);
    CHECK_EQ(space_twins_agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 2630);
    (void)space_twins_agree(trp_circle(500, 500, 20));
    (void)space_twins_agree(trp_segment(0, 0, 1000, 900));
    (void)space_twins_pairs_agree();
    for (uint32_t i = 0; i < 2630; i++)
        space_twins_at(i)->box.x += 1;
    space_twins_all_moved();
    (void)space_twins_pairs_agree();
    space_twins_end();
}

/* Many in one place and some far away: cells of a world so large that they share numbers. With
 * little room for answers. */
static void a_crowd_in_a_large_world(void)
{
    if (!space_twins_begin(1020, (trp_space_desc){.hits = 64}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 1000; i++)
        space_box(twins.pool, i, 0, 0, 8, 8);
    for (uint32_t i = 0; i < 20; i++)
        space_box(twins.pool, 1000 + i, 1e5f * (float)i, 7e4f * (float)i, 8, 8);
    for (uint32_t columns = 4; columns < 26;
         columns++) /* some are in a row with cells that have the crowd's number */
        for (uint32_t corner = 0; corner < 4; corner++)
        {
            const float width = 8 * (float)columns;
            const float height = 8 * (float)(500 / columns);
            CHECK_EQ(
                space_twins_agree(trp_rectangle(corner % 2 == 0 ? -1 : 9 - width,
                                                corner / 2 == 0 ? -1 : 9 - height, width, height)),
                1001);
        }
    space_twins_end();
}

/* pairs fill half of the room, all of it, slightly more than it, and far more */
static void from_few_pairs_to_many(void)
{
    for (uint32_t hits = 0; hits <= 3000; hits += 3000)
    {
        uint32_t last = 0;

        if (!space_twins_begin(150, (trp_space_desc){.hits = hits}, (trp_space_pool_desc){0}))
            return;
        for (uint32_t i = 0; i < 150; i++) /* numbers are not in the order of places */
            space_box(twins.pool, i, (float)(i * 37 % 150), (float)(i % 2), 0, 3);
        for (uint32_t width = 0; width < 9; width++)
        {
            for (uint32_t i = 0; i < 150; i++)
                space_twins_at(i)->box.width = (float)width + 0.5f;
            space_twins_all_moved();
            CHECK_EQ(space_twins_pairs_agree() >= last + 100, width != 0);
            last = trp_space_pairs(twins.space, NULL, NULL);
        }
        CHECK_EQ(last, 8 * 150 - 36);
        space_twins_end();
    }
}

static uint64_t expected_pair;

static void expect_pair(trp_actor *a, trp_actor *b, const trp_pair *pair)
{
    const uint64_t low = trp_as(boxed, a)->id;
    const uint64_t high = trp_as(boxed, b)->id;

    (void)pair;
    CHECK_EQ(low << 32 | high, expected_pair);
    expected_pair +=
        high + 1 < trp_space_count(twins.space) ? 1 : ((uint64_t)1 << 32) - high + low + 2;
}

/* each touches all others; what is found is stored before it is full, whatever their number */
static void all_touch_all(void)
{
    for (uint32_t count = 400; count < 440; count++)
    {
        if (situation_leaves_out(count))
            continue;
        if (!space_twins_begin(count, (trp_space_desc){.hits = count * count},
                               (trp_space_pool_desc){0}))
            return;
        for (uint32_t i = 0; i < count; i++)
            space_box(twins.pool, i, 0, 0, 1, 1);
        expected_pair = 1;
        CHECK_EQ(trp_space_pairs(twins.space, expect_pair, NULL), count * (count - 1) / 2);
        space_twins_end();
    }
}

/* Flights of stairs, each twice as large and twice as far away as the last. Seen at a coarse scale,
 * the crowd is in few cells. It must not be considered sparse because a sample of cells contains
 * none of them. */
static void boxes_at_all_scales(void)
{
    trp_space_stats stats;
    uint32_t seed = 3;

    if (!space_twins_begin(20000, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 20000; i++)
    {
        const float scale = (float)(1u << i % 16);
        const float x = 2000 + (float)stage_random(&seed, 500000) / 1000;
        const float y = 2000 + (float)stage_random(&seed, 500000) / 1000;
        space_box(twins.pool, i, scale * x, scale * y, 8 * scale, 8 * scale);
    }
    CHECK(trp_space_pairs(twins.space, NULL, NULL) > 5000);
    stats = trp_space_get_stats(twins.space);
    CHECK(stats.candidates < 60 * stats.questions);
    space_twins_end();
}

/* Ranks: the places in the list of those in age orders, which are computed when it has changed */

static trp_world *world;
static trp_space *space;

static void draw_it(const trp_actor *self, const trp_view *view)
{
    (void)view;
    stage_log(trp_as_const(boxed, self)->id);
}

/* False: no memory for it. */
static bool begin(uint32_t capacity, trp_space_sleepers sleepers)
{
    if (STAGE_BYTES < 32u * 1024u)
        return false;
    world = stage_world();
    space = trp_space_create(world, &(trp_space_desc){.capacity = capacity, .sleepers = sleepers});
    CHECK(space != NULL);
    stage_log_clear();
    return true;
}

static trp_pool *drawn_pool(uint32_t capacity, trp_order order, trp_pool *joins)
{
    trp_pool_desc desc = space_pool_desc(capacity, order);

    desc.draw = draw_it;
    desc.joins = joins;
    return stage_pool_as(world, desc);
}

static trp_pool *enter(trp_pool *pool, bool by_hand)
{
    CHECK_RESULT(
        trp_space_add_pool(space, pool,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .by_hand = by_hand}),
        TRP_OK);
    return pool;
}

static trp_actor *put(trp_pool *pool, uint32_t id)
{
    return &space_box(pool, id, 0, 0, 4, 4)->actor;
}

/* all except what is far away */
static void draw(void)
{
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, -100, 200, 200), NULL, 0), TRP_OK);
}

/* two have woken, which only their pool counts, and one was born */
static void ranks_after_wakes(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_NEWEST, NULL), false);
    space_box(pool, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 2)), TRP_OK);
    draw();
    CHECK_LOG(4, 3);
    CHECK_RESULT(trp_activate(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_activate(world, trp_pool_at(pool, 2)), TRP_OK);
    put(pool, 5);
    draw();
    CHECK_LOG(5, 2, 1, 4, 3);
}

/* one that has been there enters; one of two pools leaves, and as many enter as had left */
static void ranks_after_entries(void)
{
    trp_pool *pool;
    trp_pool *joined;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    joined = drawn_pool(4, TRP_ORDER_NEWEST, NULL);
    pool = enter(drawn_pool(8, TRP_ORDER_NEWEST, joined), true);
    (void)enter(joined, false);
    CHECK_RESULT(trp_space_add(space, &space_box(pool, 9, 1000, 0, 4, 4)->actor), TRP_OK);
    for (uint32_t id = 1; id <= 4; id++)
        (void)put(pool, id);
    for (uint32_t slot = 1; slot <= 3; slot++)
        CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, slot)), TRP_OK);
    draw();
    CHECK_LOG(3, 2, 1);
    CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, 4)), TRP_OK);
    draw();
    CHECK_LOG(4, 3, 2, 1);
    put(joined, 5);
    draw();
    CHECK_LOG(5, 4, 3, 2, 1);
    CHECK_RESULT(trp_space_remove_pool(space, joined), TRP_OK);
    CHECK_RESULT(trp_space_add(space, put(pool, 6)), TRP_OK);
    draw();
    CHECK_LOG(6, 4, 3, 2, 1);
}

/* a sleeper that stays has a rank that is now that of another */
static void ranks_of_sleepers(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_STAY))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_OLDEST, NULL), false);
    space_box(pool, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    draw();
    CHECK_LOG(1, 2, 3, 4);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 3)), TRP_OK);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 2)), TRP_OK);
    put(pool, 5);
    put(pool, 6); /* in the place of 3, with a lower number */
    draw();
    CHECK_LOG(4, 5, 6);
}

/* beside a pool in memory order with free slots */
static void ranks_beside_slots(void)
{
    trp_pool *slots;
    trp_pool *ages;

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    slots = enter(drawn_pool(8, TRP_ORDER_MEMORY, NULL), false);
    ages = enter(drawn_pool(8, TRP_ORDER_NEWEST, NULL), false);
    space_box(ages, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 8; id++)
        put(id % 2 != 0 ? slots : ages, id);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(slots, 0)), TRP_OK);
    for (int again = 0; again < 2; again++)
    {
        draw();
        CHECK_LOG(3, 5, 7, 8, 6, 4, 2);
    }
}

/* 16 segments of one each, with others between that are not in the space */
static void ranks_of_many_segments(void)
{
    trp_pool *pools[16];

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    for (uint32_t i = 0; i < 16; i++)
    {
        pools[i] = enter(drawn_pool(1, TRP_ORDER_OLDEST, NULL), false);
        if (i < 12)
            put(drawn_pool(1, TRP_ORDER_OLDEST, NULL), 99);
    }
    for (uint32_t i = 0; i < 15; i++)
        put(pools[i], i + 1);
    space_box(pools[15], 16, 1000, 0, 4, 4);
    draw();
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* 16 of one pool had ranks; now there are 15 of another */
static void ranks_of_those_that_left(void)
{
    trp_pool *first;
    trp_pool *second;

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    first = enter(drawn_pool(16, TRP_ORDER_OLDEST, NULL), false);
    second = enter(drawn_pool(16, TRP_ORDER_OLDEST, NULL), false);
    space_box(first, 99, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 15; id++)
        put(first, id);
    for (int again = 0; again < 2; again++)
    {
        draw();
        CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        for (uint32_t slot = 1; slot <= 15 && again == 0; slot++)
        {
            CHECK_RESULT(trp_recycle(world, trp_pool_at(first, slot)), TRP_OK);
            put(second, slot);
        }
    }
}

const situation space_many_situations[] = {
    {"more combinations of bits than there is room for", many_bits},
    {"more sizes than levels", many_sizes},
    {"a crowd in a large world, with little room for answers", a_crowd_in_a_large_world},
    {"all touch all", all_touch_all},
    {"boxes at all scales", boxes_at_all_scales},
    {"ranks after wakes and a birth", ranks_after_wakes},
    {"ranks after entries, and after a pool has left", ranks_after_entries},
    {"sleepers that stay have no rank", ranks_of_sleepers},
    {"ranks beside free slots", ranks_beside_slots},
    {"ranks of many segments", ranks_of_many_segments},
    {"ranks of those that have left", ranks_of_those_that_left},
    {"from few pairs to more than there is room for", from_few_pairs_to_many},
};
const unsigned space_many_situation_count =
    sizeof space_many_situations / sizeof space_many_situations[0];
