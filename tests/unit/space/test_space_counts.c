/*
 * What a space counts: who searches, how much is examined, and what is found. Only speed depends on
 * it, so nothing but the counts shows it.
 */
#include "../space_stage.h"

enum
{
    BULLET = 1,
    ENEMY = 2,
    WALL = 4
};

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

static boxed *at(uint32_t slot)
{
    return trp_as(boxed, trp_pool_at(pool, slot));
}

static void put_with(uint32_t count, uint32_t category, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++)
    {
        boxed *it = space_box(pool, i, 10 * (float)i, (float)category, 4, 4);
        CHECK_RESULT(trp_space_set_bits(space, &it->actor, category, mask), TRP_OK);
    }
}

static uint64_t searching(void)
{
    const uint64_t before = look().questions;

    (void)trp_space_pairs(space, NULL, NULL);
    return look().questions - before;
}

/* of two groups that accept each other, the smaller one; none of groups whose masks are empty */
static void only_the_few_search(void)
{
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(80, WALL, 8);
    put_with(6, BULLET, ENEMY);
    CHECK_EQ(searching(), 0);
    put_with(5, ENEMY, BULLET);
    CHECK_EQ(searching(), 5);
    put_with(1, ENEMY, BULLET);
    CHECK_EQ(searching(), 6);
    put_with(1, ENEMY, BULLET); /* now there are fewer bullets */
    CHECK_EQ(searching(), 6);
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(6, BULLET, ENEMY); /* the same if they come first */
    put_with(80, ENEMY, BULLET);
    CHECK_EQ(searching(), 6);
    CHECK_VALID(world);
}

/* those that accept each other search anyway: the others, even if they are fewer, need not */
static void who_searches_for_its_like(void)
{
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(90, WALL, 8);
    put_with(4, BULLET, ENEMY);
    put_with(10, ENEMY, BULLET | ENEMY);
    CHECK_EQ(searching(), 10);
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(10, ENEMY, BULLET | ENEMY);
    put_with(90, WALL, 8);
    put_with(4, BULLET, ENEMY);
    CHECK_EQ(searching(), 10);
    CHECK_VALID(world);
}

/* a quarter of all may search; if more had to, all are compared */
static void when_many_would_search(void)
{
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(60, WALL, BULLET);
    put_with(20, BULLET, WALL);
    CHECK_EQ(searching(), 20);
    put_with(1, BULLET, WALL);
    CHECK_EQ(searching(), 81);
    CHECK_RESULT(trp_recycle(world, &at(80)->actor), TRP_OK);
    CHECK_EQ(searching(), 20);
    CHECK_VALID(world);
}

/* none of which accepts another; with one more, they are told apart one by one */
static void thirty_combinations_of_bits(void)
{
    for (uint32_t is_last_different = 0; is_last_different < 2; is_last_different++)
    {
        if (!begin(64, (trp_space_desc){0}))
            return;
        for (uint32_t i = 0; i < 29; i++)
            put_with(1, 1, 2 + 4 * i);
        if (is_last_different != 0)
            put_with(1, 256, ~256u);
        else
            put_with(1, ~256u, 256);
        CHECK_EQ(searching(), 0);
        put_with(1, 512, 1024);
        CHECK_EQ(searching(), 1);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
        CHECK_VALID(world);
    }
}

/* Sixty that lie apart, except that those who search touch number 59. These keep the bits by
 * default, which are those of the first class, or get others, which make another class. */
static void choose_who_searches(uint32_t first, uint32_t count, bool by_default)
{
    for (uint32_t i = 0; i < 60; i++)
        space_box(pool, i, i >= first && i < first + count ? 590 : 10 * (float)i, 0, 4, 4);
    for (uint32_t i = 0; i < 60; i++)
        if ((i < first || i >= first + count) && (by_default || i != 58))
            CHECK_RESULT(trp_space_set_bits(space, &at(i)->actor, WALL, BULLET), TRP_OK);
    for (uint32_t i = first; i < first + count && !by_default; i++)
        CHECK_RESULT(trp_space_set_bits(space, &at(i)->actor, BULLET, WALL), TRP_OK);
    if (!by_default)
        CHECK_RESULT(trp_space_set_bits(space, &at(58)->actor, 8, 16), TRP_OK);
}

/* one, or several in a row, anywhere among those that do not search */
static void none_that_searches_is_passed_by(void)
{
    for (uint32_t first = 0; first < 18; first++)
        for (uint32_t round = 0; round < 3; round++)
        {
            const uint32_t count = round == 2 ? 9 : 1;

            if (!begin(64, (trp_space_desc){0}))
                return;
            choose_who_searches(first, count, round != 1);
            CHECK_EQ(searching(), count);
            CHECK_EQ(trp_space_pairs(space, NULL, NULL), count * (count + 1) / 2);
        }
}

/* as queries do: after as many of them as cost about as much as it does */
static void searches_for_pairs_that_sort(void)
{
    uint64_t examined;

    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(100, WALL, BULLET);
    put_with(5, BULLET, WALL);
    CHECK_EQ(searching(), 5);
    CHECK_EQ(look().sorts, 0);
    CHECK_EQ(look().candidates, 5 * 105);
    examined = look().candidates;
    CHECK_EQ(searching(), 5);
    CHECK_EQ(look().sorts, 1);
    CHECK(look().candidates - examined < 5 * 20);
    CHECK_VALID(world);
}

/* Each searches among 40 settled ones, then among 5 that move. The first finds two pairs: with
 * room for one, it and the others search no further, and the pairs are found in another way. */
static void searches_end_where_there_is_no_room(void)
{
    for (uint32_t hits = 4; hits >= 2; hits -= 2)
    {
        trp_space_stats before;

        if (!begin(64, (trp_space_desc){.hits = hits}))
            return;
        space_put_apart(walls, 40, 0);
        for (uint32_t i = 0; i < 5; i++)
        {
            boxed *it = space_box(pool, 100 + i, 20 * (float)i, i != 0 ? 90 : 0, 14, 4);
            CHECK_RESULT(trp_space_set_bits(space, &it->actor, ENEMY, 1), TRP_OK);
        }
        for (uint32_t i = 0; i < 20; i++)
            (void)trp_space_query(space, trp_point(-9, -9), 0, NULL, NULL);
        CHECK_EQ(look().settled, 40);
        CHECK_EQ(look().loose, 0);
        before = look();
        stage_log_clear();
        CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 2);
        CHECK_LOG(PAIR(0, 100), PAIR(1, 100));
        CHECK_EQ(look().questions - before.questions, hits == 4 ? 5 : 46);
        CHECK_EQ(look().candidates - before.candidates, hits == 4 ? 28 : 364);
    }
}

/* the last number is that of the last member, and 13 of 16 do not search */
static void all_numbers_of_a_full_space(void)
{
    if (!begin(16, (trp_space_desc){0}))
        return;
    for (uint32_t i = 0; i < 16; i++)
        space_box(pool, i, 10 * (float)i, 0, 4, 4);
    for (uint32_t i = 0; i < 13; i++)
        CHECK_RESULT(trp_space_set_bits(space, &at(i)->actor, WALL, BULLET), TRP_OK);
    CHECK_EQ(searching(), 3);
    for (uint32_t i = 0; i < 16; i++)
        at(i)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(trp_space_query(space, trp_point(155, 0), 0, NULL, NULL), 1);
    CHECK_VALID(world);
}

/* one of the few that search flies through a wall: only a swept pass sees it there */
static void the_few_that_fly(void)
{
    const trp_pairing swept = {.swept = true};
    boxed *bullet;

    if (!begin(64, (trp_space_desc){.sweeps = true}))
        return;
    put_with(40, WALL, BULLET);
    put_with(1, BULLET, WALL);
    bullet = at(40);
    for (uint32_t i = 0; i < 3; i++)
    {
        static const float way[] = {-50, WALL, 50};
        bullet->box.y = way[i];
        CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), i == 1);
        CHECK_EQ(trp_space_pairs_where(space, &swept, NULL, NULL), 1);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), i == 1);
    }
    bullet->box.y = -50;
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(trp_space_pairs_where(space, &swept, NULL, NULL), 1);
    CHECK_VALID(world);
}

/* Numbers */

/* a query that compares all boxes examines each number up to the highest one */
static void examined_by_a_query(uint32_t expected)
{
    const uint64_t before = look().candidates;

    CHECK_EQ(trp_space_query(space, trp_point(-9, -9), 0, NULL, NULL), 0);
    CHECK_EQ(look().candidates - before, expected);
}

static void the_highest_number(void)
{
    static const uint32_t gone[] = {7, 8, 3, 6, 5, 4};
    static const uint32_t numbers[] = {9, 7, 7, 6, 5, 3};

    if (!begin(64, (trp_space_desc){0}))
        return;
    put_with(9, WALL, BULLET);
    examined_by_a_query(9);
    for (uint32_t i = 0; i < 6; i++)
    {
        CHECK_RESULT(trp_recycle(world, &at(gone[i])->actor), TRP_OK);
        examined_by_a_query(numbers[i]);
    }
    CHECK_VALID(world);
}

/* Rooms */

/* 2 per pair; with one less, they are found a few at a time, by each box for itself */
static void room_for_all_pairs(void)
{
    for (uint32_t hits = 12; hits >= 11; hits--)
    {
        if (!begin(16, (trp_space_desc){.hits = hits}))
            return;
        for (uint32_t id = 0; id < 4; id++)
            space_square(pool, id, (float)id);
        for (int again = 0; again < 3; again++) /* the room is free again */
        {
            const trp_space_stats before = look();
            stage_log_clear();
            CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 6);
            CHECK_LOG(PAIR(0, 1), PAIR(0, 2), PAIR(0, 3), PAIR(1, 2), PAIR(1, 3), PAIR(2, 3));
            CHECK_EQ(look().questions - before.questions == 4, hits == 12);
            CHECK_EQ(look().hits - before.hits, 6);
        }
        CHECK_VALID(world);
    }
}

/* 2 per answer, if more than a few are put in order; with one less, they are refused */
static void room_for_all_of_the_nearest(void)
{
    static trp_actor *found[20];

    for (uint32_t hits = 40; hits >= 39; hits--)
    {
        if (!begin(32, (trp_space_desc){.hits = hits}))
            return;
        space_put_apart(pool, 20, 0);
        CHECK_EQ(trp_space_nearest(space, 0, 0, 500, 0, found, 20), hits == 40 ? 20 : 0);
        CHECK_EQ(told.count, hits == 40 ? 0 : 1);
        stage_forget();
        CHECK_VALID(world);
    }
}

/* Searches in circles */

static uint64_t examined(float middle, float radius, uint32_t most)
{
    const uint64_t before = look().candidates;
    trp_actor *found[16];

    CHECK_EQ(trp_space_nearest(space, middle, middle, radius, 0, found, most), most);
    return look().candidates - before;
}

/* 64 in cells of their own, which are 10 wide times `scale` */
static bool begin_in_cells(float scale)
{
    if (!begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10 * scale}))
        return false;
    for (uint32_t i = 0; i < 64; i++)
        space_box(pool, i, scale * (10 * (float)(i % 8) + 3), scale * (10 * (float)(i / 8) + 3),
                  4 * scale, 4 * scale);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    return true;
}

/* The first circle is as wide as a cell: five touch it, and four more the box around it, which a
 * second circle confirms. For further ones it must be twice as wide. */
static void circles_around_the_nearest(void)
{
    trp_query query = {0};
    trp_hit hit;

    for (int step = 0; step < 2; step++)
    {
        const float scale = step == 0 ? 1 : 0.0625f;
        if (!begin_in_cells(scale))
            return;
        for (uint32_t most = 1; most <= 16; most++)
        {
            const uint64_t before = look().questions;
            CHECK_EQ(examined(45 * scale, INFINITY, most), most <= 5 ? 16 : most <= 9 ? 32 : 52);
            CHECK_EQ(look().questions - before, most <= 5 ? 1 : 2);
        }
    }
    query.area = trp_circle(3, 3, INFINITY);
    query.order = TRP_SPACE_NEAREST_FIRST;
    query.asker = &at(0)->actor;
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
    CHECK(hit.actor != query.asker);
    CHECK_VALID(world);
}

static void skips(trp_actor *self, const trp_tick *tick)
{
    (void)self;
    (void)tick;
}

static void ignores(const trp_contact *contact)
{
    (void)contact;
}

static void expect_hits(uint64_t *before, uint64_t answers, uint64_t expected)
{
    CHECK_EQ(answers, expected);
    CHECK_EQ(look().hits, *before + expected);
    *before += expected;
}

/* whatever they are for */
static void hits_are_counted(void)
{
    const trp_area area = trp_rectangle(0, 0, 10, 10);
    const trp_query ordered = {.area = area};
    const trp_query nearest = {.area = area, .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hits[8];
    trp_tick tick = {0};
    uint64_t before = 0;

    if (!begin(16, (trp_space_desc){.hits = 10, .contacts = 16}))
        return;
    for (uint32_t id = 0; id < 4; id++)
        space_square(pool, id, (float)id);
    tick.world = world;
    tick.pool = pool;
    expect_hits(&before, trp_space_query(space, area, 0, NULL, NULL), 4);
    expect_hits(&before, trp_space_query(space, area, 0, space_log, NULL), 4);
    expect_hits(&before, trp_space_find(space, &ordered, hits, 8), 4);
    expect_hits(&before, trp_space_find(space, &nearest, hits, 8), 4);
    for (int i = 0; i < 9; i++) /* the room is free again after each */
        expect_hits(&before, trp_space_update(space, area, skips, &tick), 4);
    expect_hits(&before, trp_space_pairs(space, NULL, NULL), 6);
    CHECK_RESULT(trp_space_remove(space, &at(0)->actor), TRP_OK);
    expect_hits(&before, trp_space_pairs(space, space_log_pair, NULL), 3);
    expect_hits(&before, trp_space_contacts(space, ignores, NULL), 3);
    CHECK_VALID(world);
}

const situation space_counts_situations[] = {
    {"only the few search for pairs", only_the_few_search},
    {"who searches for its like, searches for others too", who_searches_for_its_like},
    {"when many would search for pairs, all are compared", when_many_would_search},
    {"thirty combinations of bits are told apart", thirty_combinations_of_bits},
    {"none that searches for pairs is passed by", none_that_searches_is_passed_by},
    {"searches for pairs that sort", searches_for_pairs_that_sort},
    {"searches for pairs end where there is no room", searches_end_where_there_is_no_room},
    {"all numbers of a full space, and no more", all_numbers_of_a_full_space},
    {"the few that search for pairs may fly", the_few_that_fly},
    {"the highest number is that of a member", the_highest_number},
    {"room for all pairs", room_for_all_pairs},
    {"room for all of the nearest", room_for_all_of_the_nearest},
    {"circles around the nearest", circles_around_the_nearest},
    {"hits are counted", hits_are_counted},
};
const unsigned space_counts_situation_count =
    sizeof space_counts_situations / sizeof space_counts_situations[0];
