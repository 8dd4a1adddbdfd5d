/*
 * Queries with further settings: an asker, a filter, an order, a ray, a circle on its way, stopped
 * passes. Each situation is played with every kind of space.
 */
#include "../space_kinds.h"

SITUATIONS(space_where);

static void asker(void)
{
    trp_hit hits[4];
    boxed *a = space_kinds_box(1, 0, 0, 8, 8);
    boxed *stranger = space_kinds_box(4, 500, 0, 8, 8);
    space_kinds_box(2, 4, 0, 8, 8);
    space_kinds_box(3, 40, 0, 8, 8);
    CHECK_EQ(space_kinds_ask(
                 (trp_query){.area = trp_rectangle(a->box.x, a->box.y, a->box.width, a->box.height),
                             .asker = &a->actor}),
             1);
    CHECK_LOG(2);
    CHECK_EQ(trp_space_query(field.space,
                             &(trp_query){.area = trp_rectangle(a->box.x, a->box.y, a->box.width,
                                                                a->box.height),
                                          .asker = &a->actor},
                             NULL, NULL),
             1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = space_sweep(a->box, 100, 0), .asker = &a->actor}),
             2);
    CHECK_LOG(2, 3);
    CHECK_EQ(trp_space_find(field.space,
                            &(trp_query){.area = trp_circle(4, 4, 1000),
                                         .order = TRP_SPACE_NEAREST_FIRST,
                                         .asker = &a->actor},
                            hits, 1),
             1);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_OK(trp_space_remove(field.space, &stranger->actor));
    CHECK_EQ(space_kinds_ask(
                 (trp_query){.area = trp_rectangle(a->box.x, a->box.y, a->box.width, a->box.height),
                             .asker = &stranger->actor}),
             2);
    CHECK_EQ(told.count, 0);
}

SITUATION("the asker is left out")
{
    space_kinds_play(asker);
}

static unsigned asked;

static bool is_odd(const trp_actor *actor, const trp_context *in)
{
    asked++;
    return trp_as(boxed, actor)->id % 2 == 1;
}

static void filter(void)
{
    trp_hit hits[4];
    for (uint32_t id = 1; id <= 6; id++)
        space_kinds_box(id, 20 * (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_ask((trp_query){.accept = is_odd}), 3);
    CHECK_LOG(1, 3, 5);
    asked = 0;
    CHECK_EQ(trp_space_query(field.space, &(trp_query){.accept = is_odd}, NULL, NULL), 3);
    CHECK_EQ(asked, 6);
    CHECK_EQ(trp_space_find(field.space,
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

SITUATION("a filter is asked")
{
    space_kinds_play(filter);
}

static bool takes_it_away(const trp_actor *actor, const trp_context *in)
{
    if (trp_as(boxed, actor)->id == 2)
        CHECK_MISUSE(field.world, trp_space_remove(field.space, trp_pool_at(field.pool, 1)),
                     TRP_BUSY);
    return true;
}

static void filter_that_removes(void)
{
    for (uint32_t id = 1; id <= 3; id++)
        space_kinds_box(id, 2 * (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_ask((trp_query){.accept = takes_it_away}), 3);
    CHECK_LOG(1, 2, 3);
}

SITUATION("nothing leaves while the filter is asked")
{
    space_kinds_play(filter_that_removes);
}

static void along_a_ray(void)
{
    trp_hit hits[8];
    space_kinds_box(1, 90, -4, 8, 8);
    space_kinds_box(2, 10, -4, 8, 8);
    space_kinds_box(3, 50, 20, 8, 8); /* beside it */
    space_kinds_box(4, 1e6f, -4, 8, 8);
    space_kinds_box(5, -20, -4, 8, 8); /* after it */
    space_kinds_box(6, 40, -4, 8, 8);
    CHECK_EQ(
        trp_space_find(field.space,
                       &(trp_query){.area = trp_ray(0, 0, 2, 0), .order = TRP_SPACE_NEAREST_FIRST},
                       hits, 8),
        4);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 6);
    CHECK_EQ(trp_as(boxed, hits[2].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[3].actor)->id, 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK(trp_get(field.world, hits[i].handle) == hits[i].actor);
    CHECK(hits[0].at == 5 && hits[1].at == 20 && hits[2].at == 45 && hits[3].at == 500000);
    CHECK(hits[0].normal_x == -1 && hits[0].normal_y == 0);
    /* up to the end of a segment, by number */
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_segment(0, 0, 91, 0)}), 3);
    CHECK_LOG(1, 2, 6);
    CHECK(space_first(field.space, trp_segment(0, 0, 100, 0), 0, NULL) == hits[0].actor);
}

SITUATION("all along a ray, in order")
{
    space_kinds_play(along_a_ray);
}

static void circle_on_its_way(void)
{
    trp_hit hit;
    const trp_query query = {.area = trp_sweep(trp_circle(0, 0, 5), 100, 0),
                             .order = TRP_SPACE_NEAREST_FIRST};
    space_kinds_box(1, 50, 3, 10, 10); /* its corner is 3 above the way */
    CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 1);
    CHECK(hit.at > 0.45999f && hit.at < 0.46001f); /* 4 before the corner: 3, 4, 5 */
    CHECK(hit.normal_x > -0.80001f && hit.normal_x < -0.79999f);
    CHECK(hit.normal_y > -0.60001f && hit.normal_y < -0.59999f);
    space_kinds_move(trp_as(boxed, hit.actor), 50, 5.5f);
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 0);
}

SITUATION("a circle on its way goes round corners")
{
    space_kinds_play(circle_on_its_way);
}

static void stops_at_once(boxed *self)
{
    if (self->id == 2)
        CHECK_OK(trp_space_stop(field.space));
}

static void stops_a_pass_within(boxed *self)
{
    if (self->id != 1)
        return;
    space_when_found = stops_at_once;
    CHECK_EQ(trp_space_query(field.space, &(trp_query){.area = trp_rectangle(0, 0, 99, 99)},
                             space_log, NULL),
             2);
    space_when_found = NULL;
}

static void stopping(void)
{
    for (uint32_t id = 1; id <= 4; id++)
        space_kinds_box(id, 2 * (float)id, 0, 8, 8);
    CHECK_RESULT(trp_space_stop(field.space), TRP_GONE);
    space_when_found = stops_at_once;
    CHECK_EQ(space_kinds_ask((trp_query){0}), 2);
    CHECK_LOG(1, 2);
    CHECK_EQ(space_kinds_ask(
                 (trp_query){.order = TRP_SPACE_NEAREST_FIRST, .area = trp_rectangle(0, 0, 0, 0)}),
             0);
    CHECK_EQ(space_kinds_ask(
                 (trp_query){.order = TRP_SPACE_NEAREST_FIRST, .area = trp_circle(0, 0, 99)}),
             2);
    space_when_found = stops_a_pass_within;
    CHECK_EQ(space_kinds_ask((trp_query){0}), 4);
    CHECK_LOG(1, 1, 2, 2, 3, 4);
    space_when_found = NULL;
}

SITUATION("only the innermost pass is stopped")
{
    space_kinds_play(stopping);
}

static void questions_that_are_none(void)
{
    trp_hit hit;
    space_kinds_box(1, 0, 0, 8, 8);
    CHECK_EQ(trp_space_query(field.space, NULL, NULL, NULL), 1);
    CHECK_MISUSE(field.world,
                 (space_kinds_ask((trp_query){.order = (trp_space_order)3}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world,
                 (trp_space_find(field.space,
                                 &(trp_query){.area = trp_rectangle(-INFINITY, 0, INFINITY, 1),
                                              .order = TRP_SPACE_NEAREST_FIRST},
                                 &hit, 1),
                  told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world,
                 (space_kinds_ask((trp_query){.area = trp_ray(0, 0, 0, 0)}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world, (space_kinds_pairs((trp_pairing){.care = (trp_care)2}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world, (space_kinds_pairs((trp_pairing){.swept = true}), told.result),
                 TRP_ERR_DESC);
    CHECK_MISUSE(field.world, trp_space_shift(field.space, INFINITY, 0), TRP_ERR_VALUE);
    CHECK_EQ(trp_space_find(NULL, NULL, &hit, 1), 0);
    CHECK_EQ(trp_space_pairs(NULL, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(NULL, &(trp_pairing){.a = 1, .b = 2}, NULL, NULL), 0);
    CHECK_RESULT(trp_space_stop(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_shift(NULL, 0, 0), TRP_ERR_NULL);
}

SITUATION("what is no question")
{
    space_kinds_play(questions_that_are_none);
}

/* everywhere has no middle: each actor is at the distance 0 */
static void everywhere(void)
{
    trp_hit hits[2];

    space_kinds_box(1, 50, 60, 8, 8);
    space_kinds_box(2, -500, 0, 8, 8);
    CHECK_EQ(trp_space_find(field.space, NULL, hits, 2), 2);
    for (uint32_t i = 0; i < 2; i++)
        CHECK(hits[i].at == 0 && hits[i].normal_x == 0 && hits[i].normal_y == 0);
}

SITUATION("all are everywhere")
{
    space_kinds_play(everywhere);
}

/* what a segment to the left touches by less than 1 */
static void short_ways(void)
{
    space_kinds_box(1, 0, 0, 1, 1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_segment(1.25f, 0.5f, 0.75f, 0.5f)}), 1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_segment(0.5f, 1.25f, 0.5f, 0.75f)}), 1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_segment(1.5f, 0.5f, 1.25f, 0.5f)}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_segment(-0.25f, 0.5f, 0.25f, 0.5f)}), 1);
}

SITUATION("ways that are shorter than one")
{
    space_kinds_play(short_ways);
}

/* What earlier calls have left on the stack (here large numbers) changes no question. */
static void spoil_the_stack(void)
{
    volatile unsigned char bytes[2048];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = 0x7E;
}

static void (*volatile const spoil)(void) = spoil_the_stack;

/* circles, and boxes beside them, of another pool */
static void round_and_not(void)
{
    trp_pool *balls = stage_pool_as(field.world, space_pool_desc(4, TRP_ORDER_MEMORY));
    trp_context tick = {0};

    CHECK_OK(trp_space_add_pool(
        field.space, balls,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = true}));
    space_kinds_box(1, 0, 0, 10, 10);
    space_box(balls, 2, 100, 0, 10, 10);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(1, 1, 0, 0)}), 1);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(101, 1, 0, 0)}), 0);
    CHECK_EQ(space_kinds_ask((trp_query){.area = trp_rectangle(105, 0, 0, 0)}), 1);
    tick.world = field.world;
    tick.pool = balls;
    spoil();
    CHECK_EQ(trp_space_update(field.space, trp_rectangle(101, 1, 0, 0), stage_do_nothing, &tick),
             0);
    spoil();
    CHECK_EQ(trp_space_update(field.space, trp_rectangle(105, 0, 0, 0), stage_do_nothing, &tick),
             1);
    space_kinds_box(3, 9, 9, 10, 10); /* they touch with their corners */
    space_box(balls, 4, 109, 9, 10, 10);
    CHECK_EQ(space_kinds_pairs((trp_pairing){0}), 1);
    CHECK_LOG(PAIR(1, 3));
}

SITUATION("circles beside boxes")
{
    space_kinds_play(round_and_not);
}
