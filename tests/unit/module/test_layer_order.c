/* The order of layers and pools, and their time. */
#include "../layer_scene.h"

static void names(void)
{
    layer_scene_begin();
    CHECK(trp_layer_info(stack.world, 1).name == NULL);
    stage_name_layer(stack.world, 1, "enemies");
    CHECK(situation_text_equal(trp_layer_info(stack.world, 1).name, "enemies"));
    CHECK(trp_layer_info(stack.world, 0).name == NULL);
    CHECK(trp_layer_info(stack.world, 3).name == NULL);
}

static void every_place(void)
{
    static const uint32_t from_to[][3] = {
        {0, 2, 120}, {2, 0, 201}, {1, 0, 102}, {1, 2, 21}, {1, 1, 12}};
    for (unsigned i = 0; i < sizeof from_to / sizeof from_to[0]; i++)
    {
        layer_scene_begin();
        uint32_t layer = from_to[i][0];
        CHECK_RESULT(trp_layer_set_place(stack.world, layer, from_to[i][1]), TRP_OK);
        CHECK_EQ(trp_layer_info(stack.world, layer).place, from_to[i][1]);
        uint32_t order = 0;
        for (uint32_t place = 0; place < 3; place++)
        {
            order = order * 10 + stage_layer_at(stack.world, place);
            CHECK_EQ(trp_layer_info(stack.world, stage_layer_at(stack.world, place)).place, place);
        }
        CHECK_EQ(order, from_to[i][2]);
        CHECK_VALID(stack.world);
        uint32_t met = 0;
        for (trp_actor *it = trp_first(stack.world); it; it = trp_next(stack.world, it))
            if (trp_as(thing, it)->id != 3)
                met = met * 10 + trp_as(thing, it)->id;
        CHECK_EQ(met, order);
    }
    CHECK_LOG();
}

static void the_tick_follows(void)
{
    layer_scene_begin();
    CHECK_RESULT(trp_layer_set_place(stack.world, 2, 0), TRP_OK);
    layer_scene_tick();
    CHECK_LOG(2, 3, 0, 1);
    /* a pool created later gets its place, too */
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_MEMORY);
    desc.layer = 0;
    stage_thing(stage_pool_as(stack.world, desc), 9);
    stage_log_clear();
    layer_scene_tick();
    CHECK_LOG(2, 3, 0, 9, 1);
    CHECK_VALID(stack.world);
}

static void a_pool_moves(void)
{
    layer_scene_begin();
    thing *first = stage_find(stack.pools[2], 2);
    trp_handle handle = trp_handle_of(stack.world, &first->actor);
    CHECK_RESULT(trp_pool_set_layer(stack.pools[2], 0), TRP_OK);
    CHECK_EQ(trp_pool_info(stack.pools[2]).layer, 0);
    CHECK(trp_as(thing, trp_get(stack.world, handle)) == first);
    CHECK_VALID(stack.world);
    layer_scene_tick();
    CHECK_LOG(0, 2, 1, 3);
    CHECK_EQ(trp_layer_info(stack.world, 0).live, 2);
    CHECK_EQ(trp_layer_info(stack.world, 2).live, 1);
    CHECK_RESULT(trp_pool_set_layer(stack.pools[2], 0),
                 TRP_OK); /* to its present place: after the others */
    CHECK_RESULT(trp_pool_set_layer(stack.pools[0], 0), TRP_OK);
    CHECK_VALID(stack.world);
    layer_scene_tick();
    CHECK_LOG(2, 0, 1, 3);
}

static void joined_pools_move_together(void)
{
    layer_scene_begin();
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.joins = stack.pools[1];
    trp_pool *joined = stage_pool_as(stack.world, desc);
    stage_thing(joined, 11);
    stage_thing(stack.pools[1], 12);
    CHECK_RESULT(trp_pool_set_layer(joined, 0), TRP_OK);
    CHECK_EQ(trp_pool_info(stack.pools[1]).layer, 0);
    CHECK_EQ(trp_layer_info(stack.world, 0).live, 4);
    CHECK_VALID(stack.world);
    stage_log_clear();
    layer_scene_tick();
    CHECK_LOG(0, 1, 11, 12, 2, 3);
}

static void (*move)(void);
static uint32_t updates[12];

static void count_and_move(thing *self, const trp_context *in)
{
    void (*now_or_never)(void) = self->id == 1 ? move : NULL;
    CHECK(in->layer == trp_pool_info(in->pool).layer || self->id == 11); /* 1 moved its own pool */
    updates[self->id]++;
    if (now_or_never)
    {
        move = NULL;
        now_or_never();
    }
}

static void first_layer_to_the_end(void)
{
    CHECK_RESULT(trp_layer_set_place(stack.world, 0, 2), TRP_OK);
}

static void last_layer_to_the_front(void)
{
    CHECK_RESULT(trp_layer_set_place(stack.world, 2, 0), TRP_OK);
}

static void own_layer_to_the_end(void)
{
    CHECK_RESULT(trp_layer_set_place(stack.world, 1, 2), TRP_OK);
}

static void own_pool_to_the_end(void)
{
    CHECK_RESULT(trp_pool_set_layer(stack.pools[1], 2), TRP_OK);
}

static void next_pool_to_the_front(void)
{
    CHECK_RESULT(trp_pool_set_layer(stack.pools[2], 0), TRP_OK);
}

static void visited_pool_to_the_end(void)
{
    CHECK_RESULT(trp_pool_set_layer(stack.pools[0], 2), TRP_OK);
}

static void all_round(void)
{
    for (uint32_t i = 0; i < 4; i++)
        CHECK_RESULT(trp_pool_set_layer(stack.pools[i], 2 - i % 3), TRP_OK);
    CHECK_RESULT(trp_layer_set_place(stack.world, 2, 0), TRP_OK);
}

/* whatever moves while layer 1 is updated, the tick updates each actor once */
static void moved_in_a_tick(void)
{
    void (*moves[])(void) = {first_layer_to_the_end,
                             last_layer_to_the_front,
                             own_layer_to_the_end,
                             own_pool_to_the_end,
                             next_pool_to_the_front,
                             visited_pool_to_the_end,
                             all_round};
    for (unsigned i = 0; i < sizeof moves / sizeof moves[0]; i++)
    {
        layer_scene_begin();
        stage_thing(stack.pools[1], 11);
        stage_when_updated = count_and_move;
        move = moves[i];
        for (uint32_t ticks = 1; ticks <= 2; ticks++)
        {
            layer_scene_tick();
            for (uint32_t id = 0; id < 12; id++)
                CHECK_EQ(updates[id], id < 4 || id == 11 ? ticks : 0);
        }
        for (uint32_t id = 0; id < 12; id++)
            updates[id] = 0;
        CHECK_VALID(stack.world);
    }
}

static float seen_dt[4];

static void keep_dt(thing *self, const trp_context *in)
{
    seen_dt[self->id] = in->dt;
    CHECK(in->unscaled_dt == 0.5f);
    if (self->id == 1)
        CHECK_RESULT(trp_world_set_time_scale(stack.world, 16), TRP_OK);
}

static void scales_are_multiplied(void)
{
    layer_scene_begin();
    CHECK(trp_world_info(stack.world).time_scale == 1.0f);
    CHECK(trp_pool_info(stack.pools[0]).time_scale == 1.0f);
    CHECK_RESULT(trp_world_set_time_scale(stack.world, 2), TRP_OK);
    CHECK_RESULT(trp_layer_set_time_scale(stack.world, 2, 4), TRP_OK);
    CHECK_RESULT(trp_pool_set_time_scale(stack.pools[3], 8), TRP_OK);
    CHECK_RESULT(trp_pool_set_time_scale(stack.pools[0], 0), TRP_OK);
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.joins = stack.pools[1];
    trp_pool *joined = stage_pool_as(stack.world, desc);
    CHECK_RESULT(trp_pool_set_time_scale(joined, 0.5f), TRP_OK);
    stage_thing(joined, 2); /* its dt is seen first, then that of pools[2] */
    stage_when_updated = keep_dt;
    CHECK_RESULT(trp_update_all(stack.world, 0.5f), TRP_OK);
    CHECK(seen_dt[0] == 0.0f);
    CHECK(seen_dt[1] == 1.0f);
    CHECK(seen_dt[2] == 0.5f * 16 * 4);
    CHECK(seen_dt[3] == 0.5f * 16 * 4 * 8);
    CHECK_RESULT(trp_pool_clear(stack.pools[2], NULL), TRP_OK);
    CHECK_RESULT(trp_world_set_time_scale(stack.world, 1), TRP_OK);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_pool_clear(stack.pools[1], NULL), TRP_OK);
    stage_when_updated = keep_dt;
    CHECK_RESULT(trp_update_all(stack.world, 0.5f), TRP_OK);
    CHECK(seen_dt[2] == 0.25f);
}

static void bad_numbers(void)
{
    volatile float zero = 0.0f;
    const float bad[] = {-1, zero / zero, 1 / zero, -1 / zero};
    layer_scene_begin();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        CHECK_MISUSE(stack.world, trp_world_set_time_scale(stack.world, bad[i]), TRP_ERR_VALUE);
        CHECK_MISUSE(stack.world, trp_pool_set_time_scale(stack.pools[0], bad[i]), TRP_ERR_VALUE);
        CHECK(situation_text_has(told.message, "thing"));
    }
    CHECK(trp_world_info(stack.world).time_scale == 1.0f &&
          trp_pool_info(stack.pools[0]).time_scale == 1.0f);
    CHECK_MISUSE(stack.world, trp_layer_set_place(stack.world, 3, 0), TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_layer_set_place(stack.world, 0, 3), TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_pool_set_layer(stack.pools[0], 3), TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_layer_clear(stack.world, 3, NULL), TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_layer_clear(stack.world, 3, &(trp_ending){.later = true}),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_layer_for_each(stack.world, 3, stage_visit, NULL), TRP_ERR_VALUE);
    CHECK_MISUSE(stack.world, trp_layer_for_each(stack.world, 0, NULL, NULL), TRP_ERR_NULL);
    CHECK_EQ(trp_layer_info(stack.world, 3).live, 0);
    CHECK_EQ(trp_layer_info(stack.world, 3).place, TRP_MAX_LAYERS);
    CHECK_RESULT(trp_layer_clear(NULL, 0, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_pool_set_layer(NULL, 0), TRP_ERR_NULL);
    CHECK_RESULT(trp_pool_set_time_scale(NULL, 1), TRP_ERR_NULL);
    CHECK_RESULT(trp_world_set_time_scale(NULL, 1), TRP_ERR_NULL);
    layer_scene_tick();
    CHECK_LOG(0, 1, 2, 3);
}

static void try_all_while_drawing(const trp_actor *self, const trp_view *view)
{
    trp_world *in = stack.pools[0] ? trp_pool_info(stack.pools[0]).world : NULL;
    CHECK(self != NULL);
    CHECK_MISUSE(in, trp_layer_set_place(in, 0, 1), TRP_BUSY);
    CHECK_MISUSE(in, trp_pool_set_layer(stack.pools[0], 1), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_clear(in, 0, NULL), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_clear(in, 0, &(trp_ending){.later = true}), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_for_each(in, 0, stage_visit, NULL), TRP_BUSY);
    CHECK_MISUSE(in, trp_world_set_time_scale(in, 2), TRP_BUSY);
    CHECK_MISUSE(in, trp_pool_set_time_scale(stack.pools[0], 2), TRP_BUSY);
}

static void busy_while_drawing(void)
{
    layer_scene_begin();
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);
    desc.draw = try_all_while_drawing;
    stage_thing(stage_pool_as(stack.world, desc), 1);
    CHECK_RESULT(trp_draw_all(stack.world, NULL, 0), TRP_OK);
    CHECK_EQ(trp_layer_info(stack.world, 0).live, 2);
}

const situation layer_order_situations[] = {
    {"a layer may have a name", names},
    {"a layer can be put at every place", every_place},
    {"the tick follows the order, and so do pools made later", the_tick_follows},
    {"a pool moves to another layer, its actors and handles stay", a_pool_moves},
    {"pools that share a segment move together", joined_pools_move_together},
    {"what is moved in a tick is updated once in that tick", moved_in_a_tick},
    {"time scales of world, layer and pool are multiplied", scales_are_multiplied},
    {"bad numbers change nothing", bad_numbers},
    {"nothing of it while drawing", busy_while_drawing},
};
const unsigned layer_order_situation_count =
    sizeof layer_order_situations / sizeof layer_order_situations[0];
