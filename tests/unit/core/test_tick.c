#include "../script.h"

SITUATIONS(tick);

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order, uint32_t count)
{
    world = stage_world();
    pool = stage_pool(world, 20, order);
    if (count > 0)
        stage_things(pool, 1, count);
    stage_log_clear();
}

static trp_context last_tick;

static void keep_tick(thing *self, const trp_context *in)
{
    last_tick = *in;
    CHECK_EQ(trp_world_ticks(in->world), in->tick);
}

SITUATION("what a tick says to its callbacks")
{
    static int user;
    world = stage_world_as((trp_world_desc){.layers = 3});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.user = &user;
    desc.layer = 2;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_OK(trp_layer_set_time_scale(world, 2, 0.5f));
    stage_when_updated = keep_tick;
    for (uint64_t number = 1; number <= 3; number++) {
        CHECK_OK(trp_update_all(world, 0.25f));
        CHECK(last_tick.world == world);
        CHECK(last_tick.pool == pool);
        CHECK_EQ(last_tick.layer, 2);
        CHECK(last_tick.dt == 0.125f);
        CHECK(last_tick.unscaled_dt == 0.25f);
        CHECK_EQ(last_tick.tick, number);
        CHECK(last_tick.user == &user);
        CHECK_EQ(trp_world_ticks(world), number);
    }
}

SITUATION("joined pools get their own tick")
{
    static int users[2];
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    desc.user = &users[0];
    pool = stage_pool_as(world, desc);
    desc.user = &users[1];
    desc.joins = pool;
    trp_pool *joined = stage_pool_as(world, desc);
    stage_when_updated = keep_tick;
    stage_thing(pool, 1);
    stage_thing(joined, 2);
    CHECK_OK(trp_update_all(world, 1));
    CHECK(last_tick.pool == joined);
    CHECK(last_tick.user == &users[1]);
    stage_thing(pool, 3);
    CHECK_OK(trp_update_all(world, 1));
    CHECK(last_tick.pool == pool);
    CHECK(last_tick.user == &users[0]);
}

SITUATION("dt is 0 or more, and finite")
{
    set_up(TRP_ORDER_MEMORY, 1);
    volatile float zero = 0.0f, big = 3e38f;
    CHECK_MISUSE(world, trp_update_all(world, -1.0f), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_update_all(world, zero / zero), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_update_all(world, big * 10), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_update_all(world, -big * 10), TRP_ERR_VALUE);
    CHECK_LOG();
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_QUIET(world, trp_update_all(world, 0.0f), TRP_OK);
    CHECK_LOG(1);
    CHECK_RESULT(trp_update_all(NULL, 1.0f), TRP_ERR_NULL);
}

/* the name of what is in progress */
static unsigned refusals;

static void tick_twice(thing *self, const trp_context *in)
{
    CHECK_MISUSE_SAYS(in->world, trp_update_all(in->world, 1), TRP_BUSY, "a tick is in progress");
    refusals++;
}

static void tick_in_a_draw(const trp_actor *self, const trp_view *view)
{
    CHECK_MISUSE_SAYS(world, trp_update_all(world, 1), TRP_BUSY, "the world is being drawn");
    CHECK_MISUSE_SAYS(world, trp_draw_all(world, NULL, 0), TRP_BUSY, "the world is being drawn");
    refusals++;
}

static void draw_in_an_update(thing *self, const trp_context *in)
{
    CHECK_MISUSE_SAYS(in->world, trp_draw_all(in->world, NULL, 0), TRP_BUSY,
                      "a tick is in progress");
    refusals++;
}

SITUATION("what is refused with TRP_BUSY says what is in progress")
{
    set_up(TRP_ORDER_MEMORY, 1);
    refusals = 0;
    stage_when_updated = tick_twice;
    CHECK_OK(trp_update_all(world, 1));
    stage_when_updated = draw_in_an_update;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(refusals, 2);
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);
    desc.draw = tick_in_a_draw;
    (void)stage_thing(stage_pool_as(world, desc), 9);
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(refusals, 3);
}

static float dts[8];
static uint32_t dt_count;

static void rescale(thing *self, const trp_context *in)
{
    dts[dt_count++] = in->dt;
    if (self->id == 1)
        CHECK_OK(trp_pool_set_time_scale(pool, 4));
}

/* in every order, with callbacks around updates and without */
SITUATION("a pool's time scale that an update sets counts from the next tick on")
{
    for (int order = 0; order < 3; order++)
        for (int silent = 0; silent < 2; silent++) {
            situation_begin(silent != 0);
            trp_pool_desc desc = stage_desc(3, stage_orders[order]);
            world = stage_world();
            desc.is_expired = silent != 0 ? NULL : stage_is_never;
            pool = stage_pool_as(world, desc);
            stage_things(pool, 1, 3);
            stage_when_updated = rescale;
            dt_count = 0;
            CHECK_OK(trp_update_all(world, 2));
            CHECK_EQ(dt_count, 3);
            for (uint32_t i = 0; i < 3; i++)
                CHECK(dts[i] == 2);
            CHECK_OK(trp_update_all(world, 2));
            CHECK(dts[3] == 8 && dts[5] == 8);
        }
    situation_begin(false);
}

static bool data_is_nine(const trp_actor *self, const trp_context *in)
{
    return trp_as(thing, self)->data == 9;
}

static void set_data(thing *self, const trp_context *in)
{
    if (self->id == 3)
        self->data = 9;
    if (self->id == 2)
        CHECK_OK(trp_recycle(in->world, &self->actor));
}

SITUATION_IN_EACH_ORDER("is_expired is asked around each update")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(9, stage_orders[order]);
    desc.is_expired = data_is_nine;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    stage_find(pool, 1)->data = 9;
    trp_handle handle = trp_handle_of(world, &stage_find(pool, 3)->actor);
    stage_log_clear();
    stage_when_updated = set_data;
    CHECK_OK(trp_update_all(world, 1));
    if (order == NEWEST_FIRST)
        CHECK_LOG(4, 3, GONE(2, 3), 2, GONE(1, 2), GONE(2, 1));
    else
        CHECK_LOG(GONE(2, 1), 2, GONE(1, 2), 3, GONE(2, 3), 4);
    CHECK(trp_get(world, handle) == NULL);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_VALID(world);
}

SCRIPT("a tick, a drawing or the end in a tick is TRP_BUSY",
       "in memory; new 1 2; go;"
       "at *: tick !BUSY, draw !BUSY, destroy !BUSY, ticks 1; tick; = 1 2; still;"
       "tick; ticks 2");
SCRIPT("the end in a trp_for_each or a callback is TRP_BUSY",
       "new 1 2; at *: destroy !BUSY; at +3: destroy !BUSY; for; new 3; live 3");
SCRIPT("update_pool is called once, expired ones are pruned",
       "pool whole; tick; = 500; new 1-3; expire 3; at 2: recycle 2; tick; live 1;"
       "expired 0; go; tick; = 500 1");
SCRIPT("pools without update are pruned", "pool still; new 1-3; expire 2; go; tick; = -2e; live 2");
SCRIPT("an actor that expires in its own update is pruned right after it",
       "new 1-3; go; at 2: expire 2, log 700; tick; memory oldest = 1 2 700 -2e 3;"
       "newest = 3 2 700 -2e 1");
SCRIPT("an actor that expires elsewhere is pruned when reached",
       "in oldest; new 1-4; go; at 1: expire 3; at 4: expire 2; tick; = 1 2 -3e 4;"
       "still; tick; = 1 -2e 4");
SCRIPT("no actor is pruned while its update runs",
       "new 1-3; go; at 2: still, expire 2, for, is expired 2, log 700; tick;"
       "memory oldest = 1 2 1 3 700 -2e 3; newest = 3 2 3 1 700 -2e 1");
SCRIPT("each once a tick", "new 1-5; go; tick; tick; memory oldest = 1 2 3 4 5 1 2 3 4 5;"
                           "newest = 5 4 3 2 1 5 4 3 2 1");
SCRIPT("a tick in a trp_for_each", "in memory; new 1-3; go; at 2: still, tick; for; = 1 2 1 2 3 3");
