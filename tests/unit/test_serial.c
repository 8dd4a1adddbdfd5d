/*
 * The serial that tells newborns from those who were there before has 20 bits. Here it starts just
 * below its end, and nobody may notice how it goes over it.
 */
#include "../../src/core/internal.h"
#include "stage.h"
#include "walk_storm.h"

static trp_world *world;
static trp_pool *pool;
static trp_pool *elsewhere;
static uint32_t left;

static void set_up(trp_order order, uint32_t below)
{
    world = stage_world();
    pool = stage_pool(world, 250, order);
    left = below;
    trp__set_serial(world, TRP__SERIAL_MAX - below);
    world
        ->open_walks++; /* as if a trp_each had been left by `return`: then it cannot be done early */
}

static void nothing(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
}

/* each walk that begins after a birth uses up a serial */
static void use_serials(trp_pool *of, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
    {
        trp_actor *brief = trp_create_from(of, &(thing){.id = 999});
        CHECK(brief != NULL);
        CHECK_RESULT(trp_for_each(of, nothing, NULL), TRP_OK);
        CHECK_RESULT(trp_recycle(world, brief), TRP_OK);
    }
}

static void give_birth(thing *self, const trp_tick *tick)
{
    CHECK(self->id < 100);
    use_serials(tick->pool, 2);
    stage_thing(tick->pool, 100 + self->id);
    use_serials(tick->pool, 2);
}

static void check_visits(uint32_t count, uint32_t sum)
{
    uint32_t visits = 0, ids = 0;
    trp_each (thing, it, pool)
    {
        visits++;
        ids += it->id;
    }
    CHECK_EQ(visits, count);
    CHECK_EQ(ids, sum);
    CHECK_VALID(world);
}

static void over_the_end_in_a_tick(void)
{
    for (int order = 0; order < 3; order++)
        for (uint32_t below = 0; below < 24; below++)
        {
            set_up((trp_order)order, below);
            stage_things(pool, 1, 5);
            stage_when_updated = give_birth;
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            check_visits(10, 15 + 515);
        }
}

static void give_birth_when_visited(thing *self)
{
    CHECK(self->id < 100);
    use_serials(pool, 2);
    stage_thing(pool, 100 + self->id);
    use_serials(pool, 2);
}

static void over_the_end_in_a_for_each(void)
{
    for (int order = 0; order < 3; order++)
        for (uint32_t below = 0; below < 24; below++)
        {
            set_up((trp_order)order, below);
            stage_things(pool, 1, 5);
            stage_when_visited = give_birth_when_visited;
            CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
            check_visits(10, 15 + 515);
        }
}

/* holes everywhere, so that newborns come to stand ahead of the walk, in its very run */
static void over_the_end_in_a_trp_each(void)
{
    for (uint32_t below = 0; below < 24; below++)
    {
        uint32_t visits = 0;
        set_up(TRP_ORDER_MEMORY, below);
        stage_things(pool, 0, 199);
        for (uint32_t i = 0; i < 200; i += 3)
            CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, i)), TRP_OK);
        trp_each (thing, it, pool)
        {
            visits++;
            CHECK(it->id < 1000);
            if (visits > 5 && visits < 12)
            {
                stage_thing(pool, 1000);
                use_serials(pool, 2);
                stage_thing(pool, 1000);
            }
        }
        CHECK_EQ(visits, 133);
        CHECK_VALID(world);
    }
}

static void over_the_end_in_a_trp_each_by_age(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (uint32_t below = 0; below < 24; below++)
        {
            uint32_t sum = 0;
            set_up((trp_order)order, below);
            trp_pool *other = stage_pool(world, 50, (trp_order)order);
            stage_things(pool, 1, 20);
            trp_each (thing, it, pool)
            {
                sum += it->id;
                use_serials(other, 2);
            }
            CHECK_EQ(sum, 210);
            CHECK_VALID(world);
        }
}

/*
 * A trp_each may have a long run in its hand while serials are numbered anew, once or often: outside of
 * callbacks or in one, from low, higher and highest serials on, and with a trp_each left by `return` before.
 */
static uint32_t began_at;
static uint32_t goes_over;
static bool must_be_exact;

static const uint32_t beginnings[] = {10,
                                      TRP__SERIAL_UPPER - 10,
                                      TRP__SERIAL_UPPER + 10,
                                      TRP__SERIAL_TOP - 10,
                                      TRP__SERIAL_TOP + 10,
                                      TRP__SERIAL_MAX - 10};

/* brings the serials to their end, with a newborn and a nested walk each time */
static void go_over_the_end(trp_pool *where)
{
    for (uint32_t i = 0; i < goes_over; i++)
    {
        uint32_t count = 0;
        stage_thing(where, 1000);
        if (world->serial < TRP__SERIAL_MAX - 3)
            trp__set_serial(world, TRP__SERIAL_MAX - 3);
        use_serials(where, 3);
        stage_thing(where, 1000);
        trp_each (thing, it, where)
            count++;
        CHECK_EQ(count, trp_pool_get_stats(where).active);
        use_serials(where, 3);
    }
}

static void each_over_the_end(trp_pool *walked, trp_pool *where, uint32_t expected)
{
    uint32_t visits = 0;

    trp__set_serial(world, began_at);
    trp_each (thing, it, walked)
    {
        CHECK(it->id < 1000);
        visits++;
        if (visits == 2 || visits == 20)
            go_over_the_end(where);
    }
    if (must_be_exact)
        CHECK_EQ(visits, expected);
    CHECK(visits <= expected);
    CHECK_VALID(world);
}

static void prepare(trp_order order)
{
    set_up(order, 0);
    trp__set_serial(world, 2);
    world->open_walks = 0;
    stage_things(pool, 0, 149);
    for (uint32_t i = 0; i < 150; i += 3)
        CHECK_RESULT(trp_recycle(world, &stage_find(pool, i)->actor), TRP_OK);
    elsewhere = stage_pool(world, 50, order);
}

static void each_in_a_callback(thing *self)
{
    if (self->id == 1)
        each_over_the_end(pool, pool->desc.order == TRP_ORDER_MEMORY ? pool : elsewhere, 100);
}

static void runs_in_hand(trp_order order, bool in_a_callback, bool one_is_left_open)
{
    for (unsigned from = 0; from < sizeof beginnings / sizeof beginnings[0]; from++)
        for (goes_over = 1; goes_over <= 4; goes_over++)
        {
            prepare(order);
            began_at = beginnings[from];
            must_be_exact = began_at < TRP__SERIAL_UPPER ||
                            (in_a_callback && began_at < TRP__SERIAL_TOP && !one_is_left_open);
            world->open_walks = one_is_left_open;
            stage_when_visited = each_in_a_callback;
            if (in_a_callback)
                CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
            else
                each_over_the_end(pool, order == TRP_ORDER_MEMORY ? pool : elsewhere, 100);
            stage_when_visited = NULL;
            use_serials(elsewhere, 3); /* and for all others it is as if nothing had been */
            uint32_t count = 0;
            trp_each (thing, it, pool)
                count++;
            CHECK_EQ(count, trp_pool_count(pool));
        }
}

static void over_the_end_with_a_run_in_hand(void)
{
    for (int order = 0; order < 3; order++)
        for (int how = 0; how < 4; how++)
            runs_in_hand((trp_order)order, (how & 1) != 0, (how & 2) != 0);
}

static void look_at_runs(thing *self)
{
    const trp_run none = {NULL, 0, 0};
    const trp_limit limit = trp__walk_begin(pool, sizeof(thing), offsetof(thing, actor));
    if (self->id == 1)
        CHECK(trp__next_run(pool, none, limit.stamp, limit.epoch).count > 1);
    trp__walk_end(pool);
}

/* a trp_each left by `return` costs those in callbacks nothing, and none where there was none */
static void runs_stay_long(void)
{
    for (int round = 0; round < 6; round++)
    {
        prepare(TRP_ORDER_MEMORY);
        world->open_walks = (uint32_t)round % 2;
        for (int turn = 0; turn < 3; turn++)
        {
            trp__set_serial(world, TRP__SERIAL_MAX - 3);
            use_serials(elsewhere, 5);
            CHECK(world->serial < TRP__SERIAL_TOP);
            stage_when_visited = look_at_runs;
            CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
        }
        CHECK_EQ(world->open_walks, round % 2);
        if (round % 2 == 0)
            CHECK(world->serial < TRP__SERIAL_UPPER);
    }
}

static void visit_deeper(thing *self)
{
    if (left == 0)
        return;
    left--;
    CHECK(self->id < 1000);
    stage_thing(pool, 500 + left);
    uint32_t count = 0, expected = trp_pool_get_stats(pool).active;
    trp_each (thing, it, pool)
        count += it != NULL;
    CHECK_EQ(count, expected);
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
}

static void over_the_end_in_depth(void)
{
    for (int order = 0; order < 3; order++)
        for (uint32_t below = 0; below < 12; below++)
        {
            set_up((trp_order)order, below);
            left = 10;
            stage_things(pool, 1, 3);
            stage_when_visited = visit_deeper;
            CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
            stage_log_clear();
            stage_when_visited = NULL;
            check_visits(13, 6 + 5000 + 45);
        }
}

static void same_walk_newborn(thing *self, const trp_tick *tick)
{
    use_serials(elsewhere, 1);
    if (self->id < 8)
        stage_thing(tick->pool, self->id + 1);
    use_serials(elsewhere, 1);
}

static void over_the_end_with_same_walk_newborns(void)
{
    for (uint32_t below = 0; below < 24; below++)
    {
        set_up(TRP_ORDER_MEMORY, below);
        elsewhere = pool;
        trp_pool_desc desc = stage_desc(20, TRP_ORDER_OLDEST);
        desc.newborns = TRP_NEWBORNS_SAME_WALK;
        desc.on_create = NULL;
        trp_pool *same = stage_pool_as(world, desc);
        stage_thing(same, 1);
        stage_log_clear();
        stage_when_updated = same_walk_newborn;
        elsewhere =
            stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 5});
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8);
        CHECK_VALID(world);
    }
}

static void start_below_the_end(trp_world *in, uint32_t *seed)
{
    trp__set_serial(in, TRP__SERIAL_MAX - stage_random(seed, 12));
    in->open_walks = stage_random(seed, 4) != 0; /* if not, it is done early */
}

static void storms(bool without_each)
{
    unsigned long visits = 0;
    for (unsigned kind = 0; kind < SCENE_KINDS; kind++)
        for (uint32_t density = 10; density <= 40; density += 15)
            visits += storm_run(&(storm_desc){.kind = &scene_kinds[kind],
                                              .seed = 5 + kind + density,
                                              .walks = 300,
                                              .density = density,
                                              .without_each = without_each,
                                              .before = start_below_the_end});
    situation_cases("visits in storms over the end of the serial", visits);
}

static void storms_of_callbacks(void)
{
    storms(true);
}

static void storms_of_all_walks(void)
{
    storms(false);
}

const situation serial_situations[] = {
    {"over the end in a tick", over_the_end_in_a_tick},
    {"over the end in a trp_for_each", over_the_end_in_a_for_each},
    {"over the end in a trp_each in memory order", over_the_end_in_a_trp_each},
    {"over the end in a trp_each in age orders", over_the_end_in_a_trp_each_by_age},
    {"over the end with a run in a trp_each's hand", over_the_end_with_a_run_in_hand},
    {"runs stay long after a trp_each was left by return", runs_stay_long},
    {"over the end in walks in walks", over_the_end_in_depth},
    {"over the end with same-walk newborns", over_the_end_with_same_walk_newborns},
    {"storms of ticks and trp_for_each over the end", storms_of_callbacks},
    {"storms of all walks over the end", storms_of_all_walks},
};
const unsigned serial_situation_count = sizeof serial_situations / sizeof serial_situations[0];
