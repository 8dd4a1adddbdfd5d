/*
 * Many boxes: more combinations of bits than there is room for, more sizes than levels, more boxes than are counted one by
 * one; boxes that lie still, move again, and lie still elsewhere. What is found is compared with a space that looks at every box.
 * Worlds for which a small machine has no memory are left out.
 */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static trp_space *plain;

static trp_space *make(trp_space_desc desc, trp_space_pool_desc in)
{
    trp_space *made = trp_space_create(world, &desc);

    in.box = TRP_BOX(boxed, box);
    CHECK(made != NULL);
    CHECK_RESULT(trp_space_add_pool(made, pool, &in), TRP_OK);
    return made;
}

static trp_pool_desc pool_of(uint32_t capacity)
{
    space_when_found = NULL;
    space_when_paired = NULL;
    return space_pool_desc(capacity, TRP_ORDER_MEMORY);
}

static bool begin(uint32_t capacity, trp_space_desc desc, trp_space_pool_desc in)
{
    if (STAGE_HEAP_BYTES / 1024 < capacity)
        return false;
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (world == NULL)
        return false;
    pool = stage_pool_as(world, pool_of(capacity));
    desc.capacity = capacity;
    space = make(desc, in);
    desc.kind = TRP_SPACE_BRUTE;
    desc.hits = 0;
    plain = make(desc, in);
    stage_forget();
    return true;
}

static void end(void)
{
    CHECK_VALID(world);
    CHECK_EQ(told.count, 0);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* What was handed out, and in what order. */
static void sum_up_one(const trp_actor *self, uint64_t *sum)
{
    *sum = (*sum ^ trp_as_const(boxed, self)->id) * 1099511628211u + 1;
}

static void sum_up(trp_actor *self, const trp_found *found)
{
    sum_up_one(self, found->user);
}

static void sum_up_pair(trp_actor *a, trp_actor *b, const trp_pair *pair)
{
    sum_up_one(a, pair->user);
    sum_up_one(b, pair->user);
}

/* Both spaces answer alike, and in the same order. */
static uint32_t agree(trp_area area)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_query(space, area, 0, sum_up, &sum);

    CHECK_EQ(hits, trp_space_query(plain, area, 0, sum_up, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

static uint32_t pairs_agree(void)
{
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_pairs(space, sum_up_pair, &sum);

    CHECK_EQ(hits, trp_space_pairs(plain, sum_up_pair, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(pool, slot));
}

static void moved(boxed *it, float x, float y)
{
    it->box.x = x;
    it->box.y = y;
    CHECK_RESULT(trp_space_moved(space, &it->actor), TRP_OK);
    CHECK_RESULT(trp_space_moved(plain, &it->actor), TRP_OK);
}

static void all_moved(void)
{
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_RESULT(trp_space_moved_all(plain), TRP_OK);
}

/* Bits */

static void set_bits(boxed *it, uint32_t category, uint32_t mask)
{
    CHECK_RESULT(trp_space_set_bits(space, &it->actor, category, mask), TRP_OK);
    CHECK_RESULT(trp_space_set_bits(plain, &it->actor, category, mask), TRP_OK);
}

static uint32_t category_of(uint32_t i)
{
    return 1u << i % 7;
}

static uint32_t mask_of(uint32_t i)
{
    return 1 + i * 37 % 127;
}

/* 48 combinations, of static ones and others; of those that are not static, some change */
static void many_bits(void)
{
    trp_pool *walls;
    uint32_t cares = 0;
    boxed *all[48];

    if (!begin(64, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    walls = stage_pool_as(world, pool_of(64));
    CHECK_RESULT(
        trp_space_add_pool(space, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    CHECK_RESULT(
        trp_space_add_pool(plain, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    for (uint32_t i = 0; i < 48; i++)
    {
        all[i] = space_box(i < 24 ? walls : pool, i, (float)i / 8, 0, 20, 20);
        set_bits(all[i], category_of(i), mask_of(i));
    }
    for (uint32_t i = 24; i < 48; i++)
        for (uint32_t k = 0; k < i; k++)
            cares += (category_of(i) & mask_of(k)) != 0 && (category_of(k) & mask_of(i)) != 0;
    CHECK_EQ(pairs_agree(), cares);
    CHECK(cares > 50 && cares < 48 * 47 / 2);
    for (uint32_t i = 24; i < 48; i++)
        set_bits(all[i], 1, i % 3 == 0 ? 1 : 2);
    CHECK_EQ(trp_space_pairs_between(space, 1, 1, NULL, NULL),
             trp_space_pairs_between(plain, 1, 1, NULL, NULL));
    CHECK(pairs_agree() != cares);
    end();
}

/* Sizes */

/* more sizes than levels, all in one place; and of some too few for a sample */
static void many_sizes(void)
{
    uint32_t seed = 5;
    float side = 1;

    if (!begin(3000, (trp_space_desc){.hits = 600000}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 2600; i++)
    {
        const float x = (float)stage_random(&seed, 1000);
        const float y = (float)stage_random(&seed, 1000);
        if (i % 200 == 0)
            side *= 4;
        space_box(pool, i, x, y, i % 3 == 0 ? side : 1, i % 3 == 1 ? side : 1);
    }
    for (uint32_t i = 0; i < 30; i++)
        space_box(pool, 2600 + i, 5e6f * (float)i, 3, (float)(1 << i % 20), 1 + (float)(i * i));
    CHECK(agree(trp_rectangle(300, 300, 200, 200)) > 48);
    CHECK(agree(trp_rectangle(0, 0, 1000, 1000)) > 2500);
    CHECK_EQ(agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 2630);
    (void)agree(trp_circle(500, 500, 20));
    (void)agree(trp_segment(0, 0, 1000, 900));
    (void)pairs_agree();
    for (uint32_t i = 0; i < 2630; i++)
        at(i)->box.x += 1;
    all_moved();
    (void)pairs_agree();
    end();
}

/* Many in one place and some far away: cells of a world so large share numbers. With little room for answers. */
static void a_crowd_in_a_large_world(void)
{
    if (!begin(1020, (trp_space_desc){.hits = 64}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 1000; i++)
        space_box(pool, i, 0, 0, 8, 8);
    for (uint32_t i = 0; i < 20; i++)
        space_box(pool, 1000 + i, 1e5f * (float)i, 7e4f * (float)i, 8, 8);
    for (uint32_t columns = 4; columns < 26;
         columns++) /* some have a row with cells of the crowd's number */
        for (uint32_t corner = 0; corner < 4; corner++)
        {
            const float width = 8 * (float)columns;
            const float height = 8 * (float)(500 / columns);
            CHECK_EQ(agree(trp_rectangle(corner % 2 == 0 ? -1 : 9 - width,
                                         corner / 2 == 0 ? -1 : 9 - height, width, height)),
                     1001);
        }
    end();
}

/* pairs that fit in half of what there is room for, in all of it, beside it, and not at all */
static void from_few_pairs_to_many(void)
{
    for (uint32_t hits = 0; hits <= 3000; hits += 3000)
    {
        uint32_t last = 0;

        if (!begin(150, (trp_space_desc){.hits = hits}, (trp_space_pool_desc){0}))
            return;
        for (uint32_t i = 0; i < 150; i++) /* numbers are not in the order of places */
            space_box(pool, i, (float)(i * 37 % 150), (float)(i % 2), 0, 3);
        for (uint32_t width = 0; width < 9; width++)
        {
            for (uint32_t i = 0; i < 150; i++)
                at(i)->box.width = (float)width + 0.5f;
            all_moved();
            CHECK_EQ(pairs_agree() >= last + 100, width != 0);
            last = trp_space_pairs(space, NULL, NULL);
        }
        CHECK_EQ(last, 8 * 150 - 36);
        end();
    }
}

/* Flights of stairs, each twice as large and twice as far away as the last: what is crowded in few cells, seen from afar, is not
 * taken for lonely because a sample of cells has none of these. */
static void boxes_at_all_scales(void)
{
    trp_space_stats stats;
    uint32_t seed = 3;

    if (!begin(20000, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    for (uint32_t i = 0; i < 20000; i++)
    {
        const float scale = (float)(1u << i % 16);
        const float x = 2000 + (float)stage_random(&seed, 500000) / 1000;
        const float y = 2000 + (float)stage_random(&seed, 500000) / 1000;
        space_box(pool, i, scale * x, scale * y, 8 * scale, 8 * scale);
    }
    CHECK(trp_space_pairs(space, NULL, NULL) > 5000);
    stats = trp_space_get_stats(space);
    CHECK(stats.candidates < 60 * stats.questions);
    end();
}

/* What lies still */

static trp_space_stats look(void)
{
    return trp_space_get_stats(space);
}

static void fill(uint32_t count, uint32_t columns, float step, float size)
{
    for (uint32_t i = 0; i < count; i++)
        space_box(pool, i, step * (float)(i % columns), step * (float)(i / columns), size, size);
}

/* so often that boxes are sorted */
static void ask_often(void)
{
    for (uint32_t i = 0; i < 20; i++)
        (void)agree(trp_rectangle(0, 0, 100, 100));
}

/* so that they are sorted, and found to lie still where they were not told of */
static void play(uint32_t frames)
{
    for (uint32_t frame = 0; frame < frames; frame++)
    {
        moved(at(0), (float)frame, 500);
        (void)pairs_agree();
    }
}

static void settles_and_dissolves(void)
{
    if (!begin(400, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    fill(300, 20, 10, 12);
    play(4);
    CHECK_EQ(look().settled, 299);
    for (uint32_t i = 100; i < 140; i++) /* some move, and come to lie elsewhere */
        moved(at(i), 300 + 10 * (float)i, 40);
    play(12);
    CHECK_EQ(look().settled, 299);
    CHECK(agree(trp_rectangle(1400, 40, 20, 9)) > 0);
    for (uint32_t frame = 0; frame < 3; frame++) /* nearly all move */
    {
        for (uint32_t i = 20; i < 300; i++)
            at(i)->box.x += 3;
        all_moved();
        (void)pairs_agree();
        CHECK((frame == 0) | (look().settled == 0));
    }
    for (uint32_t i = 0; i < 300; i += 7) /* some leave: what is stale stays behind */
        CHECK_RESULT(trp_recycle(world, &at(i)->actor), TRP_OK);
    (void)pairs_agree();
    CHECK_EQ(agree(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 257);
    end();
}

/* stale copies are not left to fill the sheet */
static void stale_copies_are_swept_out(void)
{
    if (!begin(300, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    fill(300, 20, 10, 12);
    play(4);
    CHECK_EQ(look().settled, 299);
    for (uint32_t frame = 0; frame < 40; frame++)
    {
        const uint32_t first = frame * 7 % 290;
        for (uint32_t i = first + 1; i < first + 9; i++)
            moved(at(i), (float)(frame * 5), (float)i);
        (void)pairs_agree();
        (void)agree(trp_rectangle(0, 0, 60, 300));
    }
    for (uint32_t i = 100; i < 160; i++) /* more than there are places for beside the others */
        moved(at(i), (float)i, 500);
    play(12);
    CHECK_EQ(look().settled, 299);
    for (uint32_t i = 150; i < 270; i++) /* many leave, and few move */
        CHECK_RESULT(trp_recycle(world, &at(i)->actor), TRP_OK);
    play(3);
    CHECK_EQ(look().settled, 179);
    end();
}

/* 40 that do not move, and 60 that do: not worth it to settle the few */
static void static_ones_among_more_that_move(void)
{
    trp_pool *walls;

    if (!begin(100, (trp_space_desc){0}, (trp_space_pool_desc){0}))
        return;
    walls = stage_pool_as(world, pool_of(40));
    for (int i = 0; i < 2; i++)
        CHECK_RESULT(trp_space_add_pool(
                         i == 0 ? space : plain, walls,
                         &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
                     TRP_OK);
    fill(60, 10, 10, 12);
    for (uint32_t i = 0; i < 40; i++)
        space_box(walls, 100 + i, 12 * (float)i, 7, 12, 12);
    for (uint32_t frame = 0; frame < 8; frame++)
    {
        for (uint32_t i = 0; i < 60; i++)
            at(i)->box.x += 2;
        all_moved();
        (void)pairs_agree();
        ask_often();
    }
    CHECK_EQ(look().settled, 0);
    end();
}

static uint32_t swept(void)
{
    const trp_pairing which = {.swept = true};
    uint64_t sum = 0;
    uint64_t plain_sum = 0;
    const uint32_t hits = trp_space_pairs_where(space, &which, sum_up_pair, &sum);

    CHECK_EQ(hits, trp_space_pairs_where(plain, &which, sum_up_pair, &plain_sum));
    CHECK(sum == plain_sum);
    return hits;
}

/* where all passes are swept: static actors settle at once, others when they have not moved for some time */
static void what_lies_still_settles_in_swept_passes(void)
{
    for (int is_static = 0; is_static < 2; is_static++)
    {
        uint32_t hits = 0;

        if (!begin(100, (trp_space_desc){.sweeps = true},
                   (trp_space_pool_desc){.is_static = is_static != 0}))
            return;
        fill(80, 80, 10, 8);
        moved(at(0), 5, 100); /* it reaches from where it was */
        CHECK_EQ(swept(), 0);
        CHECK_EQ(look().settled, is_static != 0 ? 79 : 0);
        for (uint32_t frame = 0; frame < 9; frame++)
        {
            moved(at(0), 20 * (float)frame, frame % 2 == 0 ? 0 : 400);
            hits += swept();
            (void)agree(trp_rectangle(0, 0, 300, 300));
        }
        CHECK_EQ(look().settled, 79);
        CHECK_EQ(hits != 0, is_static == 0);
        end();
    }
}

/* static ones are settled at once, and fill a list that has room for fewer */
static void static_ones_settle_at_once(void)
{
    if (!begin(100, (trp_space_desc){.hits = 8, .sweeps = true},
               (trp_space_pool_desc){.is_static = true}))
        return;
    fill(80, 80, 10, 12);
    ask_often();
    CHECK_EQ(look().settled, 80);
    CHECK_EQ(pairs_agree(), 0); /* no two static ones are a pair */
    moved(at(3), 25, 5);
    CHECK_EQ(agree(trp_rectangle(0, 0, 600, 9)), 61);
    CHECK_EQ(trp_space_pairs_where(space, &(trp_pairing){.swept = true}, NULL, NULL), 0);
    CHECK_EQ(agree(trp_rectangle(0, 0, 600, 9)), 61);
    end();
}

/* 1200 that have settled have taken nearly all cells; what moves has the rest: as many as it asks for, fewer, none of its own */
static void few_cells_are_left(void)
{
    if (!begin(1200, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10},
               (trp_space_pool_desc){.is_static = true}))
        return;
    for (uint32_t i = 0; i < 1200; i++) /* 59 columns, 60 rows */
        space_box(pool, i, 10 * (float)(i * 3 % 59) + 1, 10 * (float)(i / 20) + 1, 5, 5);
    ask_often();
    CHECK_EQ(look().settled, 1200);
    for (uint32_t frame = 0; frame < 3; frame++)
    {
        for (uint32_t i = 0; i < 150; i++)
            if (frame == 0)
                moved(at(i), 10 * (float)(i % 19) + 2, 10 * (float)(i * 5 % 20) + 2);
            else
                moved(at(i), 1000 * (float)(i % 19) + (float)frame, 900 * (float)(i * 5 % 20));
        ask_often();
        (void)agree(trp_rectangle(900, 800, 1100, 1000));
    }
    end();
}

const situation space_many_situations[] = {
    {"more combinations of bits than there is room for", many_bits},
    {"more sizes than levels", many_sizes},
    {"a crowd in a large world, with little room for answers", a_crowd_in_a_large_world},
    {"boxes at all scales", boxes_at_all_scales},
    {"from few pairs to more than there is room for", from_few_pairs_to_many},
    {"what lies still settles, moves, and settles again", settles_and_dissolves},
    {"stale copies do not fill the room", stale_copies_are_swept_out},
    {"static actors among more that move", static_ones_among_more_that_move},
    {"what lies still settles where all passes are swept", what_lies_still_settles_in_swept_passes},
    {"static actors settle at once", static_ones_settle_at_once},
    {"what moves takes the cells that are left", few_cells_are_left},
};
const unsigned space_many_situation_count =
    sizeof space_many_situations / sizeof space_many_situations[0];
