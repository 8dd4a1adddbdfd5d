/*
 * Questions and pairs with more to them: an asker, a filter, an order, sides, one way, circles, what lies still, what moves
 * fast. Each situation is played with every kind of space.
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
static trp_space *space;

static void begin_as(trp_space_kind kind, trp_space_desc desc, trp_space_pool_desc in)
{
    world = stage_world();
    pool = space_pool(world, 64);
    desc.kind = kind;
    desc.capacity = 128;
    desc.cell = kind == TRP_SPACE_GRID ? 10 : 0;
    desc.contacts = 16;
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    in.box = TRP_BOX(boxed, box);
    CHECK_RESULT(trp_space_add_pool(space, pool, &in), TRP_OK);
    stage_log_clear();
}

static void with_each_kind_as(trp_space_desc desc, trp_space_pool_desc in, void (*play)(void))
{
    for (int kind = TRP_SPACE_LEVELS; kind <= TRP_SPACE_BRUTE; kind++)
    {
        begin_as((trp_space_kind)kind, desc, in);
        play();
        CHECK_VALID(world);
    }
}

static void with_each_kind(void (*play)(void))
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){0}, play);
}

static bool is_near(float value, float expected)
{
    return value > expected - 1e-5f && value < expected + 1e-5f;
}

static boxed *box(uint32_t id, float x, float y, float width, float height)
{
    return space_box(pool, id, x, y, width, height);
}

static uint32_t ask(trp_query query)
{
    stage_log_clear();
    return trp_space_query_where(space, &query, space_log, NULL);
}

static uint32_t pairs(trp_pairing which)
{
    stage_log_clear();
    return trp_space_pairs_where(space, &which, space_log_pair, NULL);
}

static void set_bits(boxed *it, uint32_t category, uint32_t mask)
{
    CHECK_RESULT(trp_space_set_bits(space, &it->actor, category, mask), TRP_OK);
}

static void move_to(boxed *it, float x, float y)
{
    it->box.x = x;
    it->box.y = y;
}

/* Questions */

static void asker(void)
{
    trp_hit hits[4];
    boxed *a = box(1, 0, 0, 8, 8);
    boxed *stranger = box(4, 500, 0, 8, 8);
    box(2, 4, 0, 8, 8);
    box(3, 40, 0, 8, 8);
    CHECK_EQ(ask((trp_query){.area = trp_around(a->box), .asker = &a->actor}), 1);
    CHECK_LOG(2);
    CHECK_EQ(trp_space_query_where(
                 space, &(trp_query){.area = trp_around(a->box), .asker = &a->actor}, NULL, NULL),
             1);
    CHECK_EQ(ask((trp_query){.area = trp_sweep(a->box, 100, 0), .asker = &a->actor}), 2);
    CHECK_LOG(2, 3);
    CHECK_EQ(trp_space_find(space,
                            &(trp_query){.area = trp_circle(4, 4, 1000),
                                         .order = TRP_SPACE_NEAREST_FIRST,
                                         .asker = &a->actor},
                            hits, 1),
             1);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_RESULT(trp_space_remove(space, &stranger->actor), TRP_OK);
    CHECK_EQ(ask((trp_query){.area = trp_around(a->box), .asker = &stranger->actor}), 2);
    CHECK_EQ(told.count, 0);
}

static void the_asker_is_left_out(void)
{
    with_each_kind(asker);
}

static unsigned asked;

static bool is_odd(const trp_actor *actor, const trp_found *found)
{
    (void)found;
    asked++;
    return trp_as_const(boxed, actor)->id % 2 == 1;
}

static void filter(void)
{
    trp_hit hits[4];
    for (uint32_t id = 1; id <= 6; id++)
        box(id, 20 * (float)id, 0, 8, 8);
    CHECK_EQ(ask((trp_query){.accept = is_odd}), 3);
    CHECK_LOG(1, 3, 5);
    asked = 0;
    CHECK_EQ(trp_space_query_where(space, &(trp_query){.accept = is_odd}, NULL, NULL), 3);
    CHECK_EQ(asked, 6);
    CHECK_EQ(trp_space_find(space,
                            &(trp_query){.area = trp_circle(44, 4, 1000),
                                         .order = TRP_SPACE_NEAREST_FIRST,
                                         .accept = is_odd},
                            hits, 2),
             2);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 3);
    CHECK(hits[0].at == 16 && hits[1].at == 16);
    CHECK(hits[0].normal_x == 1 && hits[1].normal_x == -1);
}

static void a_filter_is_asked(void)
{
    with_each_kind(filter);
}

static bool takes_it_away(const trp_actor *actor, const trp_found *found)
{
    (void)found;
    if (trp_as_const(boxed, actor)->id == 2)
        CHECK_RESULT(trp_space_remove(space, trp_pool_at(pool, 1)), TRP_OK);
    return true;
}

static void filter_that_removes(void)
{
    for (uint32_t id = 1; id <= 3; id++)
        box(id, 2 * (float)id, 0, 8, 8);
    CHECK_EQ(ask((trp_query){.accept = takes_it_away}), 2);
    CHECK_LOG(1, 3);
}

static void who_leaves_while_asked_is_not_handed_out(void)
{
    with_each_kind(filter_that_removes);
}

static void along_a_ray(void)
{
    trp_hit hits[8];
    box(1, 90, -4, 8, 8);
    box(2, 10, -4, 8, 8);
    box(3, 50, 20, 8, 8); /* beside it */
    box(4, 1e6f, -4, 8, 8);
    box(5, -20, -4, 8, 8); /* behind it */
    box(6, 40, -4, 8, 8);
    CHECK_EQ(trp_space_find(
                 space, &(trp_query){.area = trp_ray(0, 0, 2, 0), .order = TRP_SPACE_NEAREST_FIRST},
                 hits, 8),
             4);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 6);
    CHECK_EQ(trp_as(boxed, hits[2].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[3].actor)->id, 4);
    CHECK(hits[0].at == 5 && hits[1].at == 20 && hits[2].at == 45 && hits[3].at == 500000);
    CHECK(hits[0].normal_x == -1 && hits[0].normal_y == 0);
    /* as far as a segment goes, by number */
    CHECK_EQ(ask((trp_query){.area = trp_segment(0, 0, 91, 0)}), 3);
    CHECK_LOG(1, 2, 6);
    CHECK(trp_space_first(space, trp_segment(0, 0, 100, 0), 0, NULL) == hits[0].actor);
}

static void all_along_a_ray_in_order(void)
{
    with_each_kind(along_a_ray);
}

static void circle_on_its_way(void)
{
    trp_hit hit;
    const trp_query query = {.area = trp_sweep_circle(0, 0, 5, 100, 0),
                             .order = TRP_SPACE_NEAREST_FIRST};
    box(1, 50, 3, 10, 10); /* its corner is 3 above the way */
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
    CHECK(hit.at > 0.45999f && hit.at < 0.46001f); /* 4 before the corner: 3, 4, 5 */
    CHECK(hit.normal_x > -0.80001f && hit.normal_x < -0.79999f);
    CHECK(hit.normal_y > -0.60001f && hit.normal_y < -0.59999f);
    move_to(trp_as(boxed, hit.actor), 50, 5.5f);
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(trp_space_find(space, &query, &hit, 1), 0);
}

static void a_circle_goes_round_corners(void)
{
    with_each_kind(circle_on_its_way);
}

static void stops_at_once(boxed *self)
{
    if (self->id == 2)
        CHECK_RESULT(trp_space_stop(space), TRP_OK);
}

static void stops_a_pass_within(boxed *self)
{
    if (self->id != 1)
        return;
    space_when_found = stops_at_once;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 99, 99), 0, space_log, NULL), 2);
    space_when_found = NULL;
}

static void stopping(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        box(id, 2 * (float)id, 0, 8, 8);
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
    space_when_found = stops_at_once;
    CHECK_EQ(ask((trp_query){0}), 2);
    CHECK_LOG(1, 2);
    CHECK_EQ(ask((trp_query){.order = TRP_SPACE_NEAREST_FIRST, .area = trp_point(0, 0)}), 0);
    CHECK_EQ(ask((trp_query){.order = TRP_SPACE_NEAREST_FIRST, .area = trp_circle(0, 0, 99)}), 2);
    space_when_found = stops_a_pass_within;
    CHECK_EQ(ask((trp_query){0}), 4);
    CHECK_LOG(1, 1, 2, 2, 3, 4);
    space_when_found = NULL;
}

/* walls that leave again before the space has sorted any */
static void still_ones_that_leave_at_once(void)
{
    trp_pool *walls;

    begin_as(TRP_SPACE_LEVELS, (trp_space_desc){0}, (trp_space_pool_desc){0});
    walls = stage_pool_as(world, space_pool_desc(40, TRP_ORDER_MEMORY));
    CHECK_RESULT(
        trp_space_add_pool(space, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    for (uint32_t id = 1; id <= 15; id++)
        box(100 + id, 100 * (float)id, 50, 8, 8);
    for (uint32_t id = 1; id <= 40; id++)
        space_box(walls, id, 5 * (float)id, 0, 8, 8); /* they touch each other */
    CHECK_RESULT(trp_recycle(world, trp_pool_at(walls, 20)), TRP_OK);
    CHECK_EQ(pairs((trp_pairing){0}), 0);
    CHECK_EQ(ask((trp_query){0}), 54);
    CHECK_VALID(world);
}

/* in a space whose members all have the bits by default, each side alone leaves all pairs */
static void categories_of_one_side(void)
{
    begin_as(TRP_SPACE_LEVELS, (trp_space_desc){0}, (trp_space_pool_desc){0});
    for (uint32_t id = 1; id <= 3; id++)
        box(id, (float)id, 0, 8, 8);
    CHECK_EQ(pairs((trp_pairing){.a = 1}), 3);
    CHECK_EQ(pairs((trp_pairing){.b = 1}), 3);
    CHECK_EQ(pairs((trp_pairing){.a = 2}), 0);
    CHECK_EQ(pairs((trp_pairing){.b = 2}), 0);
}

static void only_the_innermost_pass_is_stopped(void)
{
    with_each_kind(stopping);
}

static void stops_pairs(boxed *a, boxed *b)
{
    (void)a;
    if (b->id == 3)
        CHECK_RESULT(trp_space_stop(space), TRP_OK);
}

/* also where there is only room for one pair at a time */
static void pairs_that_are_stopped(void)
{
    for (uint32_t hits = 2; hits < 100; hits += 90)
    {
        begin_as(TRP_SPACE_LEVELS, (trp_space_desc){.hits = hits}, (trp_space_pool_desc){0});
        for (uint32_t id = 1; id <= 5; id++)
            box(id, (float)id, 0, 8, 8);
        space_when_paired = stops_pairs;
        CHECK_EQ(pairs((trp_pairing){0}), 2);
        CHECK_LOG(PAIR(1, 2), PAIR(1, 3));
        space_when_paired = NULL;
        CHECK_EQ(pairs((trp_pairing){0}), 10);
    }
}

static void questions_that_are_none(void)
{
    trp_hit hit;
    box(1, 0, 0, 8, 8);
    CHECK_EQ(trp_space_query_where(space, NULL, NULL, NULL), 1);
    CHECK_MISUSE(world, (ask((trp_query){.order = (trp_space_order)3}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(world,
                 (trp_space_find(space,
                                 &(trp_query){.area = trp_rectangle(-INFINITY, 0, INFINITY, 1),
                                              .order = TRP_SPACE_NEAREST_FIRST},
                                 &hit, 1),
                  told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(world, (ask((trp_query){.area = trp_ray(0, 0, 0, 0)}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(world, (pairs((trp_pairing){.care = (trp_care)2}), told.result), TRP_ERR_VALUE);
    CHECK_MISUSE(world, (pairs((trp_pairing){.order = TRP_SPACE_NEAREST_FIRST}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(world, (pairs((trp_pairing){.swept = true}), told.result), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_space_shift(space, INFINITY, 0), TRP_ERR_VALUE);
    CHECK_EQ(trp_space_find(NULL, NULL, &hit, 1), 0);
    CHECK_EQ(trp_space_pairs_where(NULL, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs_between(NULL, 1, 2, NULL, NULL), 0);
    CHECK_RESULT(trp_space_stop(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_shift(NULL, 0, 0), TRP_ERR_NULL);
}

static void what_is_no_question(void)
{
    with_each_kind(questions_that_are_none);
}

/* Pairs */

/* 1 to 6 are bullets, 7 and 8 enemies; all in one place */
static void sides(void)
{
    const uint64_t before = trp_space_get_stats(space).questions;
    for (uint32_t id = 1; id <= 8; id++)
        set_bits(box(id, 2 * (float)id, 0, 30, 8), id <= 6 ? BULLET : ENEMY, 0);
    stage_log_clear();
    CHECK_EQ(trp_space_pairs_between(space, ENEMY, BULLET, space_log_pair, NULL), 12);
    CHECK_LOG(PAIR(7, 1), PAIR(8, 1), PAIR(7, 2), PAIR(8, 2), PAIR(7, 3), PAIR(8, 3), PAIR(7, 4),
              PAIR(8, 4), PAIR(7, 5), PAIR(8, 5), PAIR(7, 6), PAIR(8, 6));
    CHECK_EQ(trp_space_pairs_between(space, ENEMY, BULLET, NULL, NULL), 12);
    CHECK_EQ(trp_space_pairs_between(space, ENEMY, ENEMY, NULL, NULL), 1);
    CHECK_EQ(trp_space_pairs_between(space, WALL, 0, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 28);
    CHECK(trp_space_get_stats(space).questions > before);
}

static void pairs_of_one_side_with_the_other(void)
{
    with_each_kind(sides);
}

static void one_way(void)
{
    boxed *a = box(1, 0, 0, 8, 8);
    boxed *b = box(2, 4, 0, 8, 8);
    set_bits(a, BULLET, WALL);
    set_bits(b, ENEMY, BULLET); /* cares for 1, which does not care for it */
    CHECK_EQ(pairs((trp_pairing){0}), 0);
    CHECK_EQ(pairs((trp_pairing){.care = TRP_CARE_EITHER}), 1);
    CHECK_LOG(PAIR(2, 1));
    set_bits(a, BULLET, ENEMY);
    CHECK_EQ(pairs((trp_pairing){.care = TRP_CARE_EITHER}), 1);
    CHECK_LOG(PAIR(1, 2));
}

static void who_cares_for_the_other_comes_first(void)
{
    with_each_kind(one_way);
}

static bool is_even_sum(const trp_actor *a, const trp_actor *b, const trp_pair *pair)
{
    (void)pair;
    asked++;
    return (trp_as_const(boxed, a)->id + trp_as_const(boxed, b)->id) % 2 == 0;
}

static void filtered_pairs(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        box(id, (float)id, 0, 8, 8);
    CHECK_EQ(pairs((trp_pairing){.accept = is_even_sum}), 2);
    CHECK_LOG(PAIR(1, 3), PAIR(2, 4));
    asked = 0;
    CHECK_EQ(trp_space_pairs_where(space, &(trp_pairing){.accept = is_even_sum}, NULL, NULL), 2);
    CHECK_EQ(asked, 6);
}

static void a_filter_is_asked_about_pairs(void)
{
    with_each_kind(filtered_pairs);
}

static trp_contact contact_log[16];
static uint32_t contact_count;

static void log_contact(const trp_contact *contact)
{
    CHECK(contact_count < 16);
    contact_log[contact_count++] = *contact;
}

static uint32_t contacts(trp_pairing which)
{
    contact_count = 0;
    return trp_space_contacts_where(space, &which, log_contact, NULL);
}

static void filtered_contacts(void)
{
    boxed *b;
    set_bits(box(1, 0, 0, 8, 8), BULLET, 0);
    b = box(2, 1, 0, 8, 8);
    set_bits(b, ENEMY, 0);
    box(3, 2, 0, 8, 8);
    CHECK_EQ(contacts((trp_pairing){.accept = is_even_sum}), 1);
    CHECK_EQ(contacts((trp_pairing){.b = BULLET, .a = ENEMY}), 3); /* 1 and 3 end */
    CHECK_EQ(contact_log[0].phase, TRP_CONTACT_END);
    CHECK_EQ(contact_log[1].phase, TRP_CONTACT_BEGIN);
    CHECK(contact_log[1].a == &b->actor);
    CHECK_EQ(contact_log[1].a_category, ENEMY);
    CHECK_EQ(contact_log[1].b_category, BULLET);
    set_bits(b, WALL, 0); /* its contacts end: as what it was */
    CHECK_EQ(contacts((trp_pairing){.b = BULLET, .a = ENEMY}), 2);
    CHECK_EQ(contact_log[0].phase, TRP_CONTACT_END);
    CHECK_EQ(contact_log[0].a_category, ENEMY);
}

static void contacts_have_categories(void)
{
    with_each_kind(filtered_contacts);
}

/* Shapes */

static void circles(void)
{
    trp_touch touch;
    boxed *a = box(1, 0, 0, 10, 10);
    boxed *b = box(2, 8, 8, 10, 10); /* the boxes touch, the circles do not */
    CHECK_EQ(pairs((trp_pairing){0}), 0);
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK_EQ(ask((trp_query){.area = trp_point(1, 1)}), 0);
    CHECK_EQ(ask((trp_query){.area = trp_point(5, 0)}), 1);
    move_to(b, 6, 8); /* 6, 8, 10 */
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(pairs((trp_pairing){0}), 1);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.at == 1 && touch.depth == 0);
    CHECK(is_near(touch.normal_x, 0.6f) && is_near(touch.normal_y, 0.8f));
    move_to(b, 3, 4);
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(is_near(touch.depth, 5));
    CHECK(trp_space_touch(space, &a->actor, &b->actor, NULL));
    CHECK(!trp_space_touch(space, &a->actor, &a->actor, NULL));
    CHECK_RESULT(trp_deactivate(world, &b->actor), TRP_OK);
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 0);
}

static void circles_touch_by_distance(void)
{
    with_each_kind_as((trp_space_desc){0}, (trp_space_pool_desc){.is_round = true}, circles);
}

static void depths(void)
{
    trp_touch touch;
    boxed *a = box(1, 0, 0, 10, 10);
    boxed *b = box(2, 7, 1, 10, 10);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 3 && touch.normal_x == 1 && touch.normal_y == 0);
    CHECK(trp_space_touch(space, &b->actor, &a->actor, &touch));
    CHECK(touch.depth == 3 && touch.normal_x == -1 && touch.normal_y == 0);
    move_to(b, 1, -8);
    CHECK_RESULT(trp_space_moved(space, &b->actor), TRP_OK);
    CHECK(trp_space_touch(space, &a->actor, &b->actor, &touch));
    CHECK(touch.depth == 2 && touch.normal_x == 0 && touch.normal_y == -1);
    move_to(b, 11, 0);
    CHECK_RESULT(trp_space_moved(space, &b->actor), TRP_OK);
    CHECK(!trp_space_touch(space, &a->actor, &b->actor, NULL));
}

static void how_deep_boxes_touch(void)
{
    with_each_kind(depths);
}

/* What lies still */

static void still_ones(void)
{
    trp_pool *walls = stage_pool_as(world, space_pool_desc(32, TRP_ORDER_MEMORY));
    boxed *wall;
    boxed *mover = box(100, 3, 0, 8, 8);
    CHECK_RESULT(
        trp_space_add_pool(space, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    for (uint32_t id = 1; id <= 32; id++)
        space_box(walls, id, 5 * (float)id, 0, 8, 8); /* they touch each other */
    wall = trp_as(boxed, trp_pool_at(walls, 0));
    CHECK_EQ(pairs((trp_pairing){0}), 2);
    CHECK_LOG(PAIR(100, 1), PAIR(100, 2));
    CHECK_EQ(ask((trp_query){.area = trp_point(12, 0)}), 2);
    CHECK_LOG(1, 2);
    for (int frame = 0; frame < 4; frame++)
    {
        move_to(mover, 103, (float)frame);
        CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
        CHECK_EQ(pairs((trp_pairing){0}), 4);
    }
    move_to(wall, 1000, 0);
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK); /* passes it by */
    CHECK_EQ(ask((trp_query){.area = trp_point(1001, 1)}), 0);
    CHECK_RESULT(trp_space_moved(space, &wall->actor), TRP_OK);
    CHECK_EQ(ask((trp_query){.area = trp_point(1001, 1)}), 1);
    CHECK_EQ(ask((trp_query){.area = trp_point(6, 1)}), 0);
    move_to(wall, 103, 0);
    CHECK_RESULT(trp_space_moved_pool(space, walls), TRP_OK);
    CHECK_EQ(pairs((trp_pairing){0}), 5);
    CHECK_EQ(told.count, 0);
}

static void static_ones_are_passed_by(void)
{
    with_each_kind(still_ones);
}

/* sorted again: only what moves */
static void what_lies_still_settles(void)
{
    boxed *movers[4];
    begin_as(TRP_SPACE_LEVELS, (trp_space_desc){0}, (trp_space_pool_desc){0});
    for (uint32_t id = 0; id < 60; id++)
        box(id, 20 * (float)id, 0, 8, 8);
    for (uint32_t i = 0; i < 4; i++)
        movers[i] = box(100 + i, 20 * (float)i, 20, 8, 8);
    for (int frame = 0; frame < 20; frame++)
    {
        for (uint32_t i = 0; i < 4; i++)
            move_to(movers[i], 20 * (float)i + (float)frame, 20);
        CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
        CHECK_EQ(pairs((trp_pairing){0}), 0);
    }
    CHECK_EQ(trp_space_get_stats(space).settled, 60);
    move_to(trp_as(boxed, trp_pool_at(pool, 7)), 140, 15);
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(trp_space_get_stats(space).settled, 59);
    CHECK_EQ(ask((trp_query){.area = trp_rectangle(140, 0, 1, 9)}), 0);
    CHECK_EQ(ask((trp_query){.area = trp_rectangle(140, 20, 1, 1)}), 1);
    CHECK_VALID(world);
}

/* What moves fast */

static uint32_t swept(void)
{
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    return pairs((trp_pairing){.swept = true});
}

static void passing(void)
{
    trp_touch touch;
    boxed *wall = box(1, 50, -20, 2, 40);
    boxed *bullet = box(2, 0, 0, 4, 4);
    boxed *other = box(3, 200, 0, 4, 4);
    CHECK_EQ(swept(), 0);
    move_to(bullet, 96, 0); /* its front meets the wall after 46 of 96 */
    CHECK_EQ(swept(), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK(trp_space_touch(space, &wall->actor, &bullet->actor, &touch));
    CHECK(is_near(touch.at, 46.0f / 96));
    CHECK(touch.normal_x == -1 && touch.normal_y == 0);
    CHECK(touch.depth == 50); /* back to where it only just touches */
    CHECK_EQ(pairs((trp_pairing){0}), 0);
    CHECK_EQ(swept(), 0);
    move_to(bullet, 200, 0); /* they change places */
    move_to(other, 96, 0);
    CHECK_EQ(swept(), 1);
    CHECK_LOG(PAIR(2, 3));
    CHECK_RESULT(trp_recycle(world, &bullet->actor), TRP_OK);
    bullet = box(4, -500, 0, 4, 4); /* in the place of 2, but it has not come from there */
    CHECK_EQ(swept(), 0);
    wall->box.x += 1000;
    bullet->box.x += 1000;
    other->box.x += 1000;
    CHECK_RESULT(trp_space_shift(space, 1000, 0), TRP_OK);
    CHECK_EQ(swept(), 0);
    CHECK_EQ(ask((trp_query){.area = trp_rectangle(1050, 0, 1, 1)}), 1);
    CHECK_LOG(1);
}

static void boxes_that_pass_through_each_other(void)
{
    with_each_kind_as((trp_space_desc){.sweeps = true}, (trp_space_pool_desc){0}, passing);
}

static void shifting(void)
{
    trp_pool *walls = stage_pool_as(world, space_pool_desc(4, TRP_ORDER_MEMORY));
    boxed *a = box(1, 1e6f, 0, 8, 8);
    boxed *b = box(2, 1e6f + 4, 0, 8, 8);
    boxed *wall;
    CHECK_RESULT(
        trp_space_add_pool(space, walls,
                           &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .is_static = true}),
        TRP_OK);
    wall = space_box(walls, 3, 1e6f, 4, 8, 8);
    CHECK_EQ(pairs((trp_pairing){0}), 3);
    CHECK_RESULT(trp_deactivate(world, &b->actor), TRP_OK);
    a->box.x -= 1e6f;
    b->box.x -= 1e6f;
    wall->box.x -= 1e6f;
    CHECK_RESULT(trp_space_shift(space, -1e6f, 0), TRP_OK);
    CHECK_EQ(ask((trp_query){.area = trp_point(1, 5)}), 2);
    CHECK_RESULT(trp_activate(world, &b->actor), TRP_OK);
    CHECK_EQ(pairs((trp_pairing){0}), 3);
}

static void the_origin_moves(void)
{
    with_each_kind(shifting);
}

const situation space_where_situations[] = {
    {"the asker is left out", the_asker_is_left_out},
    {"a filter is asked", a_filter_is_asked},
    {"what leaves while the filter is asked is not handed out",
     who_leaves_while_asked_is_not_handed_out},
    {"all along a ray, in order", all_along_a_ray_in_order},
    {"a circle on its way goes round corners", a_circle_goes_round_corners},
    {"only the innermost pass is stopped", only_the_innermost_pass_is_stopped},
    {"pairs that are stopped, with room for all and for one", pairs_that_are_stopped},
    {"still ones that leave before they are sorted", still_ones_that_leave_at_once},
    {"categories of one side, where all have the bits by default", categories_of_one_side},
    {"what is no question", what_is_no_question},
    {"pairs of one side with the other", pairs_of_one_side_with_the_other},
    {"the one that cares for the other comes first", who_cares_for_the_other_comes_first},
    {"a filter is asked about pairs", a_filter_is_asked_about_pairs},
    {"contacts of some pairs, with their categories", contacts_have_categories},
    {"circles touch by distance", circles_touch_by_distance},
    {"how deep boxes touch", how_deep_boxes_touch},
    {"static actors are passed by", static_ones_are_passed_by},
    {"what lies still settles, until it moves", what_lies_still_settles},
    {"boxes that pass through each other", boxes_that_pass_through_each_other},
    {"the origin moves", the_origin_moves},
};
const unsigned space_where_situation_count =
    sizeof space_where_situations / sizeof space_where_situations[0];
