#include "../stage.h"

static trp_world *world;
static trp_pool *pools[3];

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.layers = 3});
    for (uint32_t i = 0; i < 3; i++)
    {
        trp_pool_desc desc = stage_desc(5, TRP_ORDER_MEMORY);
        desc.layer = 2 - i;
        pools[i] = stage_pool_as(world, desc);
        stage_thing(pools[i], 2 - i);
    }
    stage_log_clear();
}

static void at_the_start(void)
{
    world = stage_world();
    CHECK_EQ(trp_world_info(world).layers, 1);
    set_up();
    CHECK_EQ(trp_world_info(world).layers, 3);
    for (uint32_t i = 0; i < 3; i++)
    {
        CHECK(trp_layer_enabled(world, i));
        CHECK(trp_layer_visible(world, i));
        CHECK(trp_layer_info(world, i).time_scale == 1.0f);
    }
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 1, 2);
}

static void no_such_layer(void)
{
    set_up();
    CHECK_MISUSE(world, trp_layer_set_enabled(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_visible(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, UINT32_MAX, 1), TRP_ERR_VALUE);
    CHECK_EQ(trp_layer_enabled(world, 3), false);
    CHECK_EQ(trp_layer_visible(world, 3), false);
    CHECK(trp_layer_info(world, 3).time_scale == 0.0f);
}

static void disabled_is_not_updated_but_pruned(void)
{
    set_up();
    CHECK_RESULT(trp_layer_set_enabled(world, 1, false), TRP_OK);
    CHECK(!trp_layer_enabled(world, 1));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 2);
    stage_thing(pools[1], 11);
    CHECK_RESULT(trp_expire(world, &stage_find(pools[1], 11)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, GONE(TRP_REASON_EXPIRED, 11), 2);
    CHECK_RESULT(trp_for_each(pools[1], stage_visit, NULL), TRP_OK);
    CHECK_LOG(1);
    CHECK_RESULT(trp_layer_set_enabled(world, 1, true), TRP_OK);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 1, 2);
}

static void count_whole(trp_pool *pool, const trp_context *in)
{
    (void)pool;
    (void)in;
    stage_log(500);
}

static void disabled_update_pool(void)
{
    set_up();
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.update = NULL;
    desc.update_pool = count_whole;
    desc.layer = 1;
    trp_pool *whole = stage_pool_as(world, desc);
    CHECK_RESULT(trp_layer_set_enabled(world, 1, false), TRP_OK);
    stage_things(whole, 5, 6);
    CHECK_RESULT(trp_expire(world, &stage_find(whole, 5)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, GONE(TRP_REASON_EXPIRED, 5), 2);
}

static void switch_layers(thing *self, const trp_context *in)
{
    if (self->id == 1)
    {
        CHECK_RESULT(trp_layer_set_enabled(in->world, 2, false), TRP_OK);
        CHECK_RESULT(trp_layer_set_enabled(in->world, 0, false), TRP_OK);
    }
}

static void switched_in_a_tick(void)
{
    set_up();
    stage_when_updated = switch_layers;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1);
    CHECK_RESULT(trp_layer_set_enabled(world, 2, true), TRP_OK);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2);
}

static float seen_dt[3];

static void keep_dt(thing *self, const trp_context *in)
{
    seen_dt[self->id] = in->dt;
    CHECK(in->unscaled_dt == 0.5f);
    CHECK_EQ(in->layer, self->id);
    if (self->id == 0)
        CHECK_RESULT(trp_layer_set_time_scale(in->world, 1, 4), TRP_OK);
}

static void time_scales(void)
{
    set_up();
    CHECK_RESULT(trp_layer_set_time_scale(world, 0, 0), TRP_OK);
    CHECK_RESULT(trp_layer_set_time_scale(world, 2, 0.25f), TRP_OK);
    CHECK(trp_layer_info(world, 2).time_scale == 0.25f);
    stage_when_updated = keep_dt;
    CHECK_RESULT(trp_update_all(world, 0.5f), TRP_OK);
    CHECK_LOG(0, 1, 2);
    CHECK(seen_dt[0] == 0.0f);
    CHECK(seen_dt[1] == 2.0f);
    CHECK(seen_dt[2] == 0.125f);
}

static void time_scale_must_be_a_number(void)
{
    volatile float zero = 0.0f, big = 3e38f;
    set_up();
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, 0, -1), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, 0, zero / zero), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, 0, big * 10), TRP_ERR_VALUE);
    CHECK(trp_layer_info(world, 0).time_scale == 1.0f);
}

static void make_pools(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    for (uint32_t layer = 0; layer < 3; layer++)
    {
        trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
        desc.update = NULL;
        desc.update_pool = count_whole;
        desc.layer = layer;
        stage_pool_as(in->world, desc);
    }
}

/* in layer 0 it comes too late, in 1 and 2 it is in time */
static void pools_made_in_a_tick(void)
{
    set_up();
    stage_when_updated = make_pools;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 1, 500, 2, 500);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(0, 500, 1, 500, 2, 500);
    CHECK_VALID(world);
}

static void null_world(void)
{
    CHECK_RESULT(trp_layer_set_enabled(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_visible(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_time_scale(NULL, 0, 1), TRP_ERR_NULL);
}

const situation layer_situations[] = {
    {"layers at the start: enabled, visible, scale 1, in order", at_the_start},
    {"no such layer is TRP_ERR_VALUE", no_such_layer},
    {"a disabled layer is not updated, but pruned", disabled_is_not_updated_but_pruned},
    {"nor is update_pool called there", disabled_update_pool},
    {"switched in a tick, where it has not been yet", switched_in_a_tick},
    {"time scales, also changed in a tick", time_scales},
    {"a time scale is 0 or more, and finite", time_scale_must_be_a_number},
    {"a pool made in a tick is reached if it lies ahead", pools_made_in_a_tick},
    {"NULL instead of a world", null_world},
};
const unsigned layer_situation_count = sizeof layer_situations / sizeof layer_situations[0];
