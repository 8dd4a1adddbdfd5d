/*
 * Many boxes: more combinations of bits than room for them, more sizes than levels, more boxes than
 * are counted individually.
 * Two spaces that the same pool enters, one of cells and one that compares every box, give the same
 * answers in the same order.
 */
#include "../space_stage.h"

SITUATIONS(space_many);

static struct {
    trp_world *world;
    trp_pool *pool;
    trp_space *space;
    trp_space *plain; /* TRP_SPACE_BRUTE */
} twins;

static trp_pool_desc twins_pool_of(uint32_t capacity)
{
    space_when_found = NULL;
    space_when_paired = NULL;
    return space_pool_desc(capacity, TRP_ORDER_MEMORY);
}

static void check_twins(void)
{
    CHECK_VALID(twins.world);
    CHECK_EQ(told.count, 0);
}

static void twins_begin(uint32_t capacity, trp_space_desc desc)
{
    twins.world = stage_large_world((size_t)capacity * 1024);
    twins.pool = stage_pool_as(twins.world, twins_pool_of(capacity));
    desc.capacity = capacity;
    twins.space = space_made(twins.pool, desc);
    desc.index = TRP_SPACE_BRUTE;
    desc.hits = 0;
    twins.plain = space_made(twins.pool, desc);
    stage_forget();
    stage_ends_with(check_twins);
}

/* Hash of the answers and their order. */
static void sum_up_one(const trp_actor *self, uint64_t *sum)
{
    *sum = (*sum ^ trp_as(boxed, self)->id) * 1099511628211u + 1;
}

static void sum_up(trp_actor *self, const trp_context *in)
{
    sum_up_one(self, in->arg);
}

static void sum_up_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    sum_up_one(a, in->arg);
    sum_up_one(b, in->arg);
}

static uint32_t twins_agree(trp_area area)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_query(twins.space, &(trp_query){.area = area}, sum_up, &sum);

    CHECK_EQ(hits, trp_space_query(twins.plain, &(trp_query){.area = area}, sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

static uint32_t twins_pairs_agree(void)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_pairs(twins.space, NULL, sum_up_pair, &sum);

    CHECK_EQ(hits, trp_space_pairs(twins.plain, NULL, sum_up_pair, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

static boxed *twins_at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(twins.pool, slot));
}

static void twins_all_moved(void)
{
    CHECK_OK(trp_space_moved_all(twins.space, NULL));
    CHECK_OK(trp_space_moved_all(twins.plain, NULL));
}

/* Bits */

static void set_bits(boxed *it, uint32_t category, uint32_t mask)
{
    CHECK_OK(trp_space_set_bits(twins.space, &it->actor, category, mask));
    CHECK_OK(trp_space_set_bits(twins.plain, &it->actor, category, mask));
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
SITUATION("more combinations of bits than there is room for")
{
    const trp_space_pool_desc still = {.box = TRP_BOX_AT(boxed, box), .is_static = true};
    uint32_t cares = 0;
    boxed *all[48];

    twins_begin(64, (trp_space_desc){.hits = 3000});
    trp_pool *walls = stage_pool_as(twins.world, twins_pool_of(64));
    CHECK_OK(trp_space_add_pool(twins.space, walls, &still));
    CHECK_OK(trp_space_add_pool(twins.plain, walls, &still));
    for (uint32_t i = 0; i < 48; i++) {
        all[i] = space_box(i < 24 ? walls : twins.pool, i, (float)i / 8, 0, 20, 20);
        set_bits(all[i], category_of(i), mask_of(i));
    }
    for (uint32_t i = 24; i < 48; i++)
        for (uint32_t k = 0; k < i; k++)
            cares += (category_of(i) & mask_of(k)) != 0 && (category_of(k) & mask_of(i)) != 0;
    CHECK_EQ(twins_pairs_agree(), cares);
    CHECK(cares > 50 && cares < 48 * 47 / 2);
    for (uint32_t i = 24; i < 48; i++)
        set_bits(all[i], 1, i % 3 == 0 ? 1 : 2);
    CHECK_EQ(trp_space_pairs(twins.space, &(trp_pairing){.a = 1, .b = 1}, NULL, NULL),
             trp_space_pairs(twins.plain, &(trp_pairing){.a = 1, .b = 1}, NULL, NULL));
    CHECK(twins_pairs_agree() != cares);
}

/* Sizes */

/* more sizes than levels, all in one place; some sizes have too few boxes for a sample */
SITUATION("more sizes than levels")
{
    uint32_t seed = 5;
    float side = 1;

    twins_begin(3000, (trp_space_desc){.hits = 600000});
    for (uint32_t i = 0; i < 2600; i++) {
        const float x = (float)stage_random(&seed, 1000);
        const float y = (float)stage_random(&seed, 1000);
        if (i % 200 == 0)
            side *= 4;
        space_box(twins.pool, i, x, y, i % 3 == 0 ? side : 1, i % 3 == 1 ? side : 1);
    }
    for (uint32_t i = 0; i < 30; i++)
        space_box(twins.pool, 2600 + i, 5e6f * (float)i, 3, (float)(1 << i % 20),
                  1 + (float)(i * i));
    CHECK(twins_agree(trp_rectangle(300, 300, 200, 200)) > 48);
    CHECK(twins_agree(trp_rectangle(0, 0, 1000, 1000)) > 2500);
    CHECK_EQ(twins_agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 2630);
    (void)twins_agree(trp_circle(500, 500, 20));
    (void)twins_agree(trp_segment(0, 0, 1000, 900));
    (void)twins_pairs_agree();
    for (uint32_t i = 0; i < 2630; i++)
        twins_at(i)->box.x += 1;
    twins_all_moved();
    (void)twins_pairs_agree();
}

/* Many in one place and some far away: cells of a world so large that they share numbers. With
 * little room for answers. */
SITUATION("a crowd in a large world, with little room for answers")
{
    twins_begin(1020, (trp_space_desc){.hits = 64});
    for (uint32_t i = 0; i < 1000; i++)
        space_box(twins.pool, i, 0, 0, 8, 8);
    for (uint32_t i = 0; i < 20; i++)
        space_box(twins.pool, 1000 + i, 1e5f * (float)i, 7e4f * (float)i, 8, 8);
    for (uint32_t columns = 4; columns < 26;
         columns++) /* some are in a row with cells that have the crowd's number */
        for (uint32_t corner = 0; corner < 4; corner++) {
            const float width = 8 * (float)columns;
            const float height = 8 * (float)(500 / columns);
            CHECK_EQ(twins_agree(trp_rectangle(corner % 2 == 0 ? -1 : 9 - width,
                                               corner / 2 == 0 ? -1 : 9 - height, width, height)),
                     1001);
        }
}

/* pairs fill half of the room, all of it, slightly more than it, and far more */
SITUATION("from few pairs to more than there is room for")
{
    for (uint32_t hits = 0; hits <= 3000; hits += 3000) {
        uint32_t last = 0;

        twins_begin(150, (trp_space_desc){.hits = hits});
        for (uint32_t i = 0; i < 150; i++) /* numbers are not in the order of places */
            space_box(twins.pool, i, (float)(i * 37 % 150), (float)(i % 2), 0, 3);
        for (uint32_t width = 0; width < 9; width++) {
            for (uint32_t i = 0; i < 150; i++)
                twins_at(i)->box.width = (float)width + 0.5f;
            twins_all_moved();
            CHECK_EQ(twins_pairs_agree() >= last + 100, width != 0);
            last = trp_space_pairs(twins.space, NULL, NULL, NULL);
        }
        CHECK_EQ(last, 8 * 150 - 36);
    }
}

static uint64_t expected_pair;

static void expect_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const uint64_t low = trp_as(boxed, a)->id;
    const uint64_t high = trp_as(boxed, b)->id;
    CHECK_EQ(low << 32 | high, expected_pair);
    expected_pair +=
        high + 1 < trp_space_info(twins.space).count ? 1 : ((uint64_t)1 << 32) - high + low + 2;
}

/* each touches all others; what is found is stored before it is full, whatever their number */
SITUATION_FOR("all touch all", uint32_t, count, 400, 439)
{
    if (situation_leaves_out(count))
        return;
    twins_begin(count, (trp_space_desc){.hits = count * count});
    for (uint32_t i = 0; i < count; i++)
        space_box(twins.pool, i, 0, 0, 1, 1);
    expected_pair = 1;
    CHECK_EQ(trp_space_pairs(twins.space, NULL, expect_pair, NULL), count * (count - 1) / 2);
}

/* Flights of stairs, each twice as large and twice as far away as the last. Seen at a coarse scale,
 * the crowd is in few cells. It must not be considered sparse because a sample of cells contains
 * none of them. */
SITUATION("boxes at all scales")
{
    uint32_t seed = 3;

    twins_begin(20000, (trp_space_desc){0});
    for (uint32_t i = 0; i < 20000; i++) {
        const float scale = (float)(1u << i % 16);
        const float x = 2000 + (float)stage_random(&seed, 500000) / 1000;
        const float y = 2000 + (float)stage_random(&seed, 500000) / 1000;
        space_box(twins.pool, i, scale * x, scale * y, 8 * scale, 8 * scale);
    }
    CHECK(trp_space_pairs(twins.space, NULL, NULL, NULL) > 5000);
    CHECK(trp_space_measure(twins.space).large < 100);
}

/* Places in a world so large that cells share numbers */

typedef struct crowds {
    uint32_t seed;
    uint32_t count;
    float x[8];
    float y[8];
} crowds;

static float random_to(crowds *at, uint32_t limit)
{
    return (float)stage_random(&at->seed, limit);
}

/* Small ones, larger ones, and a third kind: wide, high, or without an end along an axis. */
static void put_crowds(crowds *at, uint32_t kind)
{
    for (uint32_t i = 0; i < at->count; i++) {
        at->x[i] = random_to(at, 4000);
        at->y[i] = random_to(at, 4000);
    }
    for (uint32_t i = 0; i < 66; i++) {
        const uint32_t where = i % at->count;
        const float x = at->x[where] + random_to(at, 60);
        const float y = at->y[where] + random_to(at, 60);
        if (i % 3 < 2)
            space_box(twins.pool, i, x, y, i % 3 == 0 ? 6 : 40, i % 3 == 0 ? 6 : 32);
        else if (kind < 2)
            space_box(twins.pool, i, x, y, kind == 0 ? 64 : 6, kind == 0 ? 6 : 64);
        else if (kind == 2)
            space_box(twins.pool, i, -INFINITY, y, INFINITY, 4);
        else
            space_box(twins.pool, i, x, -INFINITY, 4, INFINITY);
    }
}

static void crowds_agree(const crowds *at)
{
    (void)twins_pairs_agree();
    for (uint32_t i = 0; i < at->count; i++) {
        (void)twins_agree(trp_rectangle(at->x[i] + 20, at->y[i], 30, 50));
        (void)twins_agree(trp_rectangle(at->x[i], at->y[i] - 40, 7, 150));
        (void)twins_agree(trp_rectangle(at->x[i] - 9, at->y[i] - 9, 90, 90));
        (void)twins_agree(trp_rectangle(at->x[i] + 200, at->y[i], 30, 50));
    }
}

/* with room for all answers, and for few */
SITUATION_FOR("small crowds in large worlds", uint32_t, number, 0, 47)
{
    crowds at = {.seed = number + 1, .count = 1 + number % 8};
    trp_space_desc desc = {.hits = number % 5 == 4 ? 50 : 0};

    twins_begin(66, desc);
    put_crowds(&at, number / 8 % 4);
    crowds_agree(&at);
    for (uint32_t i = 0; i < 66; i += 2)
        twins_at(i)->box.y += 30;
    twins_all_moved();
    crowds_agree(&at);
}

/* two sizes need two levels; later one is enough, and the other one is not looked at */
SITUATION("fewer levels than before")
{
    twins_begin(80, (trp_space_desc){0});
    for (uint32_t i = 0; i < 80; i++)
        space_box(twins.pool, i, 9 * (float)(i % 9), 9 * (float)(i / 9), i < 40 ? 10 : 160,
                  i < 40 ? 10 : 120);
    (void)twins_pairs_agree();
    CHECK(trp_space_measure(twins.space).levels > 1);
    for (uint32_t i = 0; i < 80; i++)
        twins_at(i)->box.width = twins_at(i)->box.height = 10;
    for (uint32_t frame = 0; frame < 70; frame++) {
        for (uint32_t i = 0; i < 80; i++)
            twins_at(i)->box.x += 1;
        twins_all_moved();
        (void)twins_pairs_agree();
        (void)twins_agree(trp_rectangle(20, 20, 40, 40));
    }
    CHECK_EQ(trp_space_measure(twins.space).levels, 1);
}
