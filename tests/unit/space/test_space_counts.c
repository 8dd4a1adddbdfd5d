/*
 * What a space counts: who searches, how much is examined, and what is found. Only speed depends on
 * it, so nothing but the counts shows it.
 */
#include "../space_walled.h"

enum
{
    BULLET = 1,
    ENEMY = 2,
    WALL = 4
};

static void put_with(uint32_t count, uint32_t category, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++)
    {
        boxed *it = space_box(walled.pool, i, 10 * (float)i, (float)category, 4, 4);
        CHECK_RESULT(trp_space_set_bits(walled.space, &it->actor, category, mask), TRP_OK);
    }
}

static uint64_t searching(void)
{
    const uint64_t before = walled_look().questions;

    (void)trp_space_pairs(walled.space, NULL, NULL);
    return walled_look().questions - before;
}

/* of two groups that accept each other, the smaller one; none of groups whose masks are empty */
static void only_the_few_search(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
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
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(6, BULLET, ENEMY); /* the same if they come first */
    put_with(80, ENEMY, BULLET);
    CHECK_EQ(searching(), 6);
    CHECK_VALID(walled.world);
}

/* the first of three groups as large as each other, since it accepts both others */
static void one_of_equals_searches(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(5, BULLET, ENEMY | WALL);
    put_with(5, ENEMY, BULLET);
    put_with(5, WALL, BULLET);
    put_with(90, 8, 16);
    CHECK_EQ(searching(), 5);
    CHECK_VALID(walled.world);
}

static void hide(uint32_t slot)
{
    CHECK_RESULT(trp_deactivate(walled.world, trp_pool_at(walled.pool, slot)), TRP_OK);
}

/* of those that are found: the others neither search nor are compared */
static void sleepers_do_not_count(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(100, WALL, BULLET);
    for (uint32_t slot = 0; slot < 40; slot++)
        hide(slot);
    put_with(20, BULLET, WALL);
    CHECK_EQ(searching(), 20);
    put_with(1, BULLET, WALL);
    CHECK_EQ(searching(), 81);
    CHECK_VALID(walled.world);
}

/* those that accept each other search anyway: the others, even if they are fewer, need not */
static void who_searches_for_its_like(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(90, WALL, 8);
    put_with(4, BULLET, ENEMY);
    put_with(10, ENEMY, BULLET | ENEMY);
    CHECK_EQ(searching(), 10);
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(10, ENEMY, BULLET | ENEMY);
    put_with(90, WALL, 8);
    put_with(4, BULLET, ENEMY);
    CHECK_EQ(searching(), 10);
    CHECK_VALID(walled.world);
}

/* a quarter of all may search; if more had to, all are compared */
static void when_many_would_search(void)
{
    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(60, WALL, BULLET);
    put_with(20, BULLET, WALL);
    CHECK_EQ(searching(), 20);
    put_with(1, BULLET, WALL);
    CHECK_EQ(searching(), 81);
    CHECK_RESULT(trp_recycle(walled.world, &walled_at(80)->actor), TRP_OK);
    CHECK_EQ(searching(), 20);
    CHECK_VALID(walled.world);
}

/* none of which accepts another; with one more, they are told apart one by one */
static void thirty_combinations_of_bits(void)
{
    for (uint32_t is_last_different = 0; is_last_different < 2; is_last_different++)
    {
        if (!walled_begin(64, (trp_space_desc){0}))
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
        CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), 0);
        CHECK_VALID(walled.world);
    }
}

/* Sixty that lie apart, except that those who search touch number 59. These keep the bits by
 * default, which are those of the first class, or get others, which make another class. */
static void choose_who_searches(uint32_t first, uint32_t count, bool by_default)
{
    for (uint32_t i = 0; i < 60; i++)
        space_box(walled.pool, i, i >= first && i < first + count ? 590 : 10 * (float)i, 0, 4, 4);
    for (uint32_t i = 0; i < 60; i++)
        if ((i < first || i >= first + count) && (by_default || i != 58))
            CHECK_RESULT(trp_space_set_bits(walled.space, &walled_at(i)->actor, WALL, BULLET),
                         TRP_OK);
    for (uint32_t i = first; i < first + count && !by_default; i++)
        CHECK_RESULT(trp_space_set_bits(walled.space, &walled_at(i)->actor, BULLET, WALL), TRP_OK);
    if (!by_default)
        CHECK_RESULT(trp_space_set_bits(walled.space, &walled_at(58)->actor, 8, 16), TRP_OK);
}

/* one, or several in a row, anywhere among those that do not search */
static void none_that_searches_is_passed_by(void)
{
    for (uint32_t first = 0; first < 18; first++)
        for (uint32_t round = 0; round < 3; round++)
        {
            const uint32_t count = round == 2 ? 9 : 1;

            if (!walled_begin(64, (trp_space_desc){0}))
                return;
            choose_who_searches(first, count, round != 1);
            CHECK_EQ(searching(), count);
            CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), count * (count + 1) / 2);
        }
}

/* as queries do: after as many of them as cost about as much as it does */
static void searches_for_pairs_that_sort(void)
{
    uint64_t examined;

    if (!walled_begin(128, (trp_space_desc){0}))
        return;
    put_with(100, WALL, BULLET);
    put_with(5, BULLET, WALL);
    CHECK_EQ(searching(), 5);
    CHECK_EQ(walled_look().sorts, 0);
    CHECK_EQ(walled_look().candidates, 5 * 105);
    examined = walled_look().candidates;
    CHECK_EQ(searching(), 5);
    CHECK_EQ(walled_look().sorts, 1);
    CHECK(walled_look().candidates - examined < 5 * 20);
    CHECK_VALID(walled.world);
}

/* Each searches among 40 settled ones, then among 5 that move. The first finds two pairs: with
 * room for one, it and the others search no further, and the pairs are found in another way. */
static void searches_end_where_there_is_no_room(void)
{
    for (uint32_t hits = 4; hits >= 2; hits -= 2)
    {
        trp_space_stats before;

        if (!walled_begin(64, (trp_space_desc){.hits = hits}))
            return;
        space_put_apart(walled.walls, 40, 0);
        for (uint32_t i = 0; i < 5; i++)
        {
            boxed *it = space_box(walled.pool, 100 + i, 20 * (float)i, i != 0 ? 90 : 0, 14, 4);
            CHECK_RESULT(trp_space_set_bits(walled.space, &it->actor, ENEMY, 1), TRP_OK);
        }
        for (uint32_t i = 0; i < 20; i++)
            (void)trp_space_query(walled.space, trp_rectangle(-9, -9, 0, 0), 0, NULL, NULL);
        CHECK_EQ(walled_look().settled, 40);
        CHECK_EQ(walled_look().loose, 0);
        before = walled_look();
        stage_log_clear();
        CHECK_EQ(trp_space_pairs(walled.space, space_log_pair, NULL), 2);
        CHECK_LOG(PAIR(0, 100), PAIR(1, 100));
        CHECK_EQ(walled_look().questions - before.questions, hits == 4 ? 5 : 46);
        CHECK_EQ(walled_look().candidates - before.candidates, hits == 4 ? 28 : 364);
    }
}

/* the last number is that of the last member, and 13 of 16 do not search */
static void all_numbers_of_a_full_space(void)
{
    if (!walled_begin(16, (trp_space_desc){0}))
        return;
    for (uint32_t i = 0; i < 16; i++)
        space_box(walled.pool, i, 10 * (float)i, 0, 4, 4);
    for (uint32_t i = 0; i < 13; i++)
        CHECK_RESULT(trp_space_set_bits(walled.space, &walled_at(i)->actor, WALL, BULLET), TRP_OK);
    CHECK_EQ(searching(), 3);
    for (uint32_t i = 0; i < 16; i++)
        walled_at(i)->box.x += 1;
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(155, 0, 0, 0), 0, NULL, NULL), 1);
    CHECK_VALID(walled.world);
}

/* one of the few that search flies through a wall: only a swept pass sees it there */
static void the_few_that_fly(void)
{
    const trp_pairing swept = {.swept = true};
    boxed *bullet;

    if (!walled_begin(64, (trp_space_desc){.sweeps = true, .manual_moves = true}))
        return;
    put_with(40, WALL, BULLET);
    put_with(1, BULLET, WALL);
    bullet = walled_at(40);
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    for (uint32_t i = 0; i < 3; i++)
    {
        static const float way[] = {-50, WALL, 50};
        bullet->box.y = way[i];
        CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
        CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), i == 1);
        CHECK_EQ(trp_space_pairs_where(walled.space, &swept, NULL, NULL), 1);
        CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), i == 1);
    }
    bullet->box.y = -50;
    CHECK_RESULT(trp_space_moved_all(walled.space, NULL), TRP_OK);
    CHECK_EQ(trp_space_pairs_where(walled.space, &swept, NULL, NULL), 1);
    CHECK_VALID(walled.world);
}

/* Numbers */

/* a query that compares all boxes examines each number up to the highest one */
static void examined_by_a_query(uint32_t expected)
{
    const uint64_t before = walled_look().candidates;

    CHECK_EQ(trp_space_query(walled.space, trp_rectangle(-9, -9, 0, 0), 0, NULL, NULL), 0);
    CHECK_EQ(walled_look().candidates - before, expected);
}

static void the_highest_number(void)
{
    static const uint32_t gone[] = {7, 8, 3, 6, 5, 4};
    static const uint32_t numbers[] = {9, 7, 7, 6, 5, 3};

    if (!walled_begin(64, (trp_space_desc){0}))
        return;
    put_with(9, WALL, BULLET);
    examined_by_a_query(9);
    for (uint32_t i = 0; i < 6; i++)
    {
        CHECK_RESULT(trp_recycle(walled.world, &walled_at(gone[i])->actor), TRP_OK);
        examined_by_a_query(numbers[i]);
    }
    CHECK_VALID(walled.world);
}

/* Rooms */

/* 2 per pair; with one less, they are found a few at a time, by each box for itself */
static void room_for_all_pairs(void)
{
    for (uint32_t hits = 12; hits >= 11; hits--)
    {
        if (!walled_begin(16, (trp_space_desc){.hits = hits}))
            return;
        for (uint32_t id = 0; id < 4; id++)
            space_square(walled.pool, id, (float)id);
        for (int again = 0; again < 3; again++) /* the room is free again */
        {
            const trp_space_stats before = walled_look();
            stage_log_clear();
            CHECK_EQ(trp_space_pairs(walled.space, space_log_pair, NULL), 6);
            CHECK_LOG(PAIR(0, 1), PAIR(0, 2), PAIR(0, 3), PAIR(1, 2), PAIR(1, 3), PAIR(2, 3));
            CHECK_EQ(walled_look().questions - before.questions == 4, hits == 12);
            CHECK_EQ(walled_look().hits - before.hits, 6);
        }
        CHECK_VALID(walled.world);
    }
}

static void stop(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    CHECK_RESULT(trp_space_stop(walled.space), TRP_OK);
}

/* the attempt to find all at once, then a step for each time the room is full */
static void steps_without_room(void)
{
    const trp_area area = trp_rectangle(0, 0, 10, 10);
    trp_query query = {.area = area, .order = TRP_SPACE_ANY_ORDER};
    trp_hit hits[3];
    trp_space_stats before;

    if (!walled_begin(16, (trp_space_desc){.hits = 3}))
        return;
    for (uint32_t id = 0; id < 6; id++)
        space_square(walled.pool, id, (float)id);
    CHECK_EQ(trp_space_pairs(walled.space, NULL, NULL), 14);
    before = walled_look();
    CHECK_EQ(trp_space_query(walled.space, area, 0, space_log, NULL), 6);
    CHECK_EQ(walled_look().questions - before.questions, 3);
    before = walled_look(); /* in any order as many as there is room for will do */
    CHECK_EQ(trp_space_find(walled.space, &query, hits, 3), 3);
    CHECK_EQ(walled_look().questions - before.questions, 1);
    before = walled_look(); /* after a stop nothing is searched for */
    space_when_paired = stop;
    CHECK_EQ(trp_space_pairs(walled.space, space_log_pair, NULL), 1);
    space_when_paired = NULL;
    CHECK_EQ(walled_look().questions - before.questions, 6 + 1);
    before = walled_look();
    query.order = (trp_space_order)3;
    CHECK_EQ(trp_space_query_where(walled.space, &query, NULL, NULL), 0);
    CHECK_EQ(walled_look().questions, before.questions);
    CHECK_VALID(walled.world);
}

/* 2 per answer, if more than a few are put in order; with one less, they are refused */
static void room_for_all_of_the_nearest(void)
{
    static trp_actor *found[20];

    for (uint32_t hits = 40; hits >= 39; hits--)
    {
        if (!walled_begin(32, (trp_space_desc){.hits = hits}))
            return;
        space_put_apart(walled.pool, 20, 0);
        CHECK_EQ(trp_space_nearest(walled.space, 0, 0, 500, 0, found, 20), hits == 40 ? 20 : 0);
        CHECK_EQ(told.count, hits == 40 ? 0 : 1);
        stage_forget();
        CHECK_VALID(walled.world);
    }
}

static void skips(trp_actor *self, const trp_context *in)
{
    (void)self;
    (void)in;
}

static void ignores(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    (void)a;
    (void)b;
    (void)in;
}

static void expect_hits(uint64_t *before, uint64_t answers, uint64_t expected)
{
    CHECK_EQ(answers, expected);
    CHECK_EQ(walled_look().hits, *before + expected);
    *before += expected;
}

/* whatever they are for */
static void hits_are_counted(void)
{
    const trp_area area = trp_rectangle(0, 0, 10, 10);
    const trp_query ordered = {.area = area};
    const trp_query nearest = {.area = area, .order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hits[8];
    trp_context tick = {0};
    uint64_t before = 0;

    if (!walled_begin(16, (trp_space_desc){.hits = 10, .contacts = 16}))
        return;
    for (uint32_t id = 0; id < 4; id++)
        space_square(walled.pool, id, (float)id);
    tick.world = walled.world;
    tick.pool = walled.pool;
    expect_hits(&before, trp_space_query(walled.space, area, 0, NULL, NULL), 4);
    expect_hits(&before, trp_space_query(walled.space, area, 0, space_log, NULL), 4);
    expect_hits(&before, trp_space_find(walled.space, &ordered, hits, 8), 4);
    expect_hits(&before, trp_space_find(walled.space, &nearest, hits, 8), 4);
    for (int i = 0; i < 9; i++) /* the room is free again after each */
        expect_hits(&before, trp_space_update(walled.space, area, skips, &tick), 4);
    expect_hits(&before, trp_space_pairs(walled.space, NULL, NULL), 6);
    CHECK_RESULT(trp_space_remove(walled.space, &walled_at(0)->actor), TRP_OK);
    expect_hits(&before, trp_space_pairs(walled.space, space_log_pair, NULL), 3);
    expect_hits(&before, trp_space_contacts(walled.space, ignores, NULL), 3);
    CHECK_VALID(walled.world);
}

const situation space_counts_situations[] = {
    {"only the few search for pairs", only_the_few_search},
    {"one of equal groups searches for pairs", one_of_equals_searches},
    {"sleepers do not count when pairs are searched for", sleepers_do_not_count},
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
    {"steps without room for all answers", steps_without_room},
    {"room for all of the nearest", room_for_all_of_the_nearest},
    {"hits are counted", hits_are_counted},
};
const unsigned space_counts_situation_count =
    sizeof space_counts_situations / sizeof space_counts_situations[0];
