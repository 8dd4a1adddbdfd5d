/*
 * The serial that tells newborns from those who were there before has 20 bits. Here it starts just
 * below its end, and nobody may notice how it goes over it.
 */
#include "../../src/internal.h"
#include "stage.h"
#include "walk_storm.h"

static trp_world *world;
static trp_pool *pool;
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

static trp_pool *elsewhere;

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
    {"over the end in walks in walks", over_the_end_in_depth},
    {"over the end with same-walk newborns", over_the_end_with_same_walk_newborns},
    {"storms of ticks and trp_for_each over the end", storms_of_callbacks},
    {"storms of all walks over the end", storms_of_all_walks},
};
const unsigned serial_situation_count = sizeof serial_situations / sizeof serial_situations[0];
