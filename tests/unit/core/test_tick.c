#include "../stage.h"

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
    (void)self;
    last_tick = *in;
    CHECK_EQ(trp_world_ticks(in->world), in->tick);
}

static void what_a_tick_says(void)
{
    static int user;
    world = stage_world_as((trp_world_desc){.layers = 3});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.user = &user;
    desc.layer = 2;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_RESULT(trp_layer_set_time_scale(world, 2, 0.5f), TRP_OK);
    stage_when_updated = keep_tick;
    for (uint64_t number = 1; number <= 3; number++)
    {
        CHECK_RESULT(trp_update_all(world, 0.25f), TRP_OK);
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

static void joined_pools_get_their_own_tick(void)
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
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK(last_tick.pool == joined);
    CHECK(last_tick.user == &users[1]);
    stage_thing(pool, 3);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK(last_tick.pool == pool);
    CHECK(last_tick.user == &users[0]);
}

static void dt_must_be_a_number(void)
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

static void tick_again(thing *self, const trp_context *in)
{
    (void)self;
    CHECK_MISUSE(in->world, trp_update_all(in->world, 1), TRP_BUSY);
    CHECK_MISUSE(in->world, trp_draw_all(in->world, NULL, 0), TRP_BUSY);
    CHECK_MISUSE(in->world, trp_world_destroy(in->world), TRP_BUSY);
    CHECK_EQ(trp_world_ticks(in->world), 1);
}

/* the name of what is in progress */
static unsigned refusals;

static void tick_twice(thing *self, const trp_context *in)
{
    (void)self;
    CHECK_MISUSE(in->world, trp_update_all(in->world, 1), TRP_BUSY);
    CHECK(situation_text_has(told.message, "a tick is in progress"));
    refusals++;
}

static void tick_in_a_draw(const trp_actor *self, const trp_view *view)
{
    (void)self, (void)view;
    CHECK_MISUSE(world, trp_update_all(world, 1), TRP_BUSY);
    CHECK(situation_text_has(told.message, "the world is being drawn"));
    CHECK_MISUSE(world, trp_draw_all(world, NULL, 0), TRP_BUSY);
    CHECK(situation_text_has(told.message, "the world is being drawn"));
    refusals++;
}

static void draw_in_an_update(thing *self, const trp_context *in)
{
    (void)self;
    CHECK_MISUSE(in->world, trp_draw_all(in->world, NULL, 0), TRP_BUSY);
    CHECK(situation_text_has(told.message, "a tick is in progress"));
    refusals++;
}

static void refusals_say_what_is_in_progress(void)
{
    set_up(TRP_ORDER_MEMORY, 1);
    refusals = 0;
    stage_when_updated = tick_twice;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    stage_when_updated = draw_in_an_update;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(refusals, 2);
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);
    desc.draw = tick_in_a_draw;
    (void)stage_thing(stage_pool_as(world, desc), 9);
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_EQ(refusals, 3);
}

static float dts[8];
static uint32_t dt_count;

static void rescale(thing *self, const trp_context *in)
{
    dts[dt_count++] = in->dt;
    if (self->id == 1)
        CHECK_RESULT(trp_pool_set_time_scale(pool, 4), TRP_OK);
}

static bool never_expires(const trp_actor *self, const trp_context *in)
{
    (void)in;
    (void)self;
    return false;
}

/* in every order, with callbacks around updates and without */
static void a_scale_set_in_an_update(void)
{
    for (int order = 0; order < 3; order++)
        for (int silent = 0; silent < 2; silent++)
        {
            situation_begin(silent != 0);
            trp_pool_desc desc = stage_desc(3, stage_orders[order]);
            world = stage_world();
            desc.is_expired = silent != 0 ? NULL : never_expires;
            pool = stage_pool_as(world, desc);
            stage_things(pool, 1, 3);
            stage_when_updated = rescale;
            dt_count = 0;
            CHECK_RESULT(trp_update_all(world, 2), TRP_OK);
            CHECK_EQ(dt_count, 3);
            for (uint32_t i = 0; i < 3; i++)
                CHECK(dts[i] == 2);
            CHECK_RESULT(trp_update_all(world, 2), TRP_OK);
            CHECK(dts[3] == 8 && dts[5] == 8);
        }
    situation_begin(false);
}

static void a_tick_in_a_tick(void)
{
    set_up(TRP_ORDER_MEMORY, 2);
    stage_when_updated = tick_again;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(trp_world_ticks(world), 2);
}

static void destroy_in_visit(thing *self)
{
    (void)self;
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
}

static void destroy_in_callback(trp_world *in, thing *self)
{
    (void)self;
    CHECK_MISUSE(in, trp_world_destroy(in), TRP_BUSY);
}

static void the_end_of_the_world_in_a_walk(void)
{
    set_up(TRP_ORDER_OLDEST, 2);
    stage_when_visited = destroy_in_visit;
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
    CHECK_LOG(1, 2);
    stage_when_created = destroy_in_callback;
    stage_thing(pool, 3);
    CHECK_EQ(trp_pool_count(pool), 3);
}

static void update_pool(trp_pool *self, const trp_context *in)
{
    CHECK(self == in->pool);
    stage_log(500);
    trp_each (thing, it, self)
    {
        stage_log(it->id);
        if (it->id == 2)
            CHECK_RESULT(trp_recycle(in->world, &it->actor), TRP_OK);
    }
}

static void a_pool_is_updated_whole(void)
{
    for (int order = 0; order < 3; order++)
    {
        world = stage_world();
        trp_pool_desc desc = stage_desc(9, stage_orders[order]);
        desc.update = NULL;
        desc.update_pool = update_pool;
        pool = stage_pool_as(world, desc);
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(500);
        stage_things(pool, 1, 3);
        CHECK_RESULT(trp_expire(world, &stage_find(pool, 3)->actor), TRP_OK);
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_EQ(trp_pool_count(pool), 1);
        CHECK_EQ(trp_pool_info(pool).expired, 0);
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(500, 1);
        CHECK_VALID(world);
    }
}

static void pruned_without_update(void)
{
    for (int order = 0; order < 3; order++)
    {
        world = stage_world();
        trp_pool_desc desc = stage_desc(9, stage_orders[order]);
        desc.update = NULL;
        pool = stage_pool_as(world, desc);
        stage_things(pool, 1, 3);
        CHECK_RESULT(trp_expire(world, &stage_find(pool, 2)->actor), TRP_OK);
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(GONE(TRP_REASON_EXPIRED, 2));
        CHECK_EQ(trp_pool_count(pool), 2);
    }
}

static void expire_self(thing *self, const trp_context *in)
{
    if (self->id != 2)
        return;
    CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
    stage_log(700);
}

static void pruned_right_after_its_update(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(stage_orders[order], 3);
        stage_when_updated = expire_self;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == NEWEST_FIRST)
            CHECK_LOG(3, 2, 700, GONE(TRP_REASON_EXPIRED, 2), 1);
        else
            CHECK_LOG(1, 2, 700, GONE(TRP_REASON_EXPIRED, 2), 3);
    }
}

static void expire_next(thing *self, const trp_context *in)
{
    if (self->id == 1)
        CHECK_RESULT(trp_expire(in->world, &stage_find(in->pool, 3)->actor), TRP_OK);
    if (self->id == 4)
        CHECK_RESULT(trp_expire(in->world, &stage_find(in->pool, 2)->actor), TRP_OK);
}

static void pruned_when_reached(void)
{
    set_up(TRP_ORDER_OLDEST, 4);
    stage_when_updated = expire_next;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, GONE(TRP_REASON_EXPIRED, 3), 4);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(TRP_REASON_EXPIRED, 2), 4);
}

static void visit_all(thing *self, const trp_context *in)
{
    if (self->id != 2)
        return;
    CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
    CHECK_RESULT(trp_for_each(in->pool, stage_visit, NULL), TRP_OK);
    CHECK_EQ(trp_state_of(in->world, &self->actor), TRP_STATE_EXPIRED);
    CHECK_EQ(self->id, 2);
    stage_log(700);
}

static void not_while_its_update_runs(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(stage_orders[order], 3);
        stage_when_updated = visit_all;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == NEWEST_FIRST)
            CHECK_LOG(3, 2, 3, 1, 700, GONE(TRP_REASON_EXPIRED, 2), 1);
        else
            CHECK_LOG(1, 2, 1, 3, 700, GONE(TRP_REASON_EXPIRED, 2), 3);
    }
}

static bool data_is_nine(const trp_actor *self, const trp_context *in)
{
    (void)in;
    return trp_as(thing, self)->data == 9;
}

static void set_data(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id == 3)
        self->data = 9;
    if (self->id == 2)
        CHECK_RESULT(trp_recycle(in->world, &self->actor), TRP_OK);
}

static void is_expired_is_asked(void)
{
    for (int order = 0; order < 3; order++)
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
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == NEWEST_FIRST)
            CHECK_LOG(4, 3, GONE(2, 3), 2, GONE(1, 2), GONE(2, 1));
        else
            CHECK_LOG(GONE(2, 1), 2, GONE(1, 2), 3, GONE(2, 3), 4);
        CHECK(trp_get(world, handle) == NULL);
        CHECK_EQ(trp_pool_count(pool), 1);
        CHECK_VALID(world);
    }
}

static void count_in_update(thing *self, const trp_context *in)
{
    (void)in;
    self->data++;
}

static void each_once(void)
{
    set_up(TRP_ORDER_MEMORY, 20);
    stage_when_updated = count_in_update;
    for (int i = 0; i < 5; i++)
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    trp_each (thing, it, pool)
        CHECK_EQ(it->data, 5);
}

static void tick_in_visit(thing *self)
{
    if (self->id == 2)
        CHECK_QUIET(world, trp_update_all(world, 1), TRP_OK);
}

static void a_tick_in_a_for_each(void)
{
    set_up(TRP_ORDER_MEMORY, 3);
    stage_when_visited = tick_in_visit;
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
    CHECK_LOG(1, 2, 1, 2, 3, 3);
}

const situation tick_situations[] = {
    {"what a tick says to its callbacks", what_a_tick_says},
    {"joined pools get their own tick", joined_pools_get_their_own_tick},
    {"dt is 0 or more, and finite", dt_must_be_a_number},
    {"a tick, a drawing or the end in a tick is TRP_BUSY", a_tick_in_a_tick},
    {"what is refused with TRP_BUSY says what is in progress", refusals_say_what_is_in_progress},
    {"a pool's time scale that an update sets counts from the next tick on",
     a_scale_set_in_an_update},
    {"the end in a trp_for_each or a callback is TRP_BUSY", the_end_of_the_world_in_a_walk},
    {"update_pool is called once, expired ones are pruned", a_pool_is_updated_whole},
    {"pools without update are pruned", pruned_without_update},
    {"an actor that expires in its own update is pruned right after it",
     pruned_right_after_its_update},
    {"an actor that expires elsewhere is pruned when reached", pruned_when_reached},
    {"no actor is pruned while its update runs", not_while_its_update_runs},
    {"is_expired is asked around each update", is_expired_is_asked},
    {"each once a tick", each_once},
    {"a tick in a trp_for_each", a_tick_in_a_for_each},
};
const unsigned tick_situation_count = sizeof tick_situations / sizeof tick_situations[0];
