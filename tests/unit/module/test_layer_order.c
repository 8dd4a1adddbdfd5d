/* The order of layers and pools, and their time. */
#include "../layer_scene.h"
#include "../script.h"

SITUATIONS(layer_order);

SITUATION("a layer may have a name")
{
    layer_scene_begin();
    CHECK(trp_layer_info(stack.world, 1).name == NULL);
    stage_name_layer(stack.world, 1, "enemies");
    CHECK(situation_text_equal(trp_layer_info(stack.world, 1).name, "enemies"));
    CHECK(trp_layer_info(stack.world, 0).name == NULL);
    CHECK(trp_layer_info(stack.world, 3).name == NULL);
}

SITUATION("a layer can be put at every place")
{
    static const uint32_t from_to[][3] = {
        {0, 2, 120}, {2, 0, 201}, {1, 0, 102}, {1, 2, 21}, {1, 1, 12}};
    for (unsigned i = 0; i < sizeof from_to / sizeof from_to[0]; i++) {
        layer_scene_begin();
        uint32_t layer = from_to[i][0];
        CHECK_OK(trp_layer_set_place(stack.world, layer, from_to[i][1]));
        CHECK_EQ(trp_layer_info(stack.world, layer).place, from_to[i][1]);
        uint32_t order = 0;
        for (uint32_t place = 0; place < 3; place++) {
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

static float seen_dt[4];

static void keep_dt(thing *self, const trp_context *in)
{
    seen_dt[self->id] = in->dt;
    CHECK(in->unscaled_dt == 0.5f);
    if (self->id == 1)
        CHECK_OK(trp_world_set_time_scale(stack.world, 16));
}

SITUATION("time scales of world, layer and pool are multiplied")
{
    layer_scene_begin();
    CHECK(trp_world_info(stack.world).time_scale == 1.0f);
    CHECK(trp_pool_info(stack.pools[0]).time_scale == 1.0f);
    CHECK_OK(trp_world_set_time_scale(stack.world, 2));
    CHECK_OK(trp_layer_set_time_scale(stack.world, 2, 4));
    CHECK_OK(trp_pool_set_time_scale(stack.pools[3], 8));
    CHECK_OK(trp_pool_set_time_scale(stack.pools[0], 0));
    trp_pool_desc desc = stage_desc(5, TRP_ORDER_OLDEST);
    desc.joins = stack.pools[1];
    trp_pool *joined = stage_pool_as(stack.world, desc);
    CHECK_OK(trp_pool_set_time_scale(joined, 0.5f));
    stage_thing(joined, 2); /* its dt is seen first, then that of pools[2] */
    stage_when_updated = keep_dt;
    CHECK_OK(trp_update_all(stack.world, 0.5f));
    CHECK(seen_dt[0] == 0.0f);
    CHECK(seen_dt[1] == 1.0f);
    CHECK(seen_dt[2] == 0.5f * 16 * 4);
    CHECK(seen_dt[3] == 0.5f * 16 * 4 * 8);
    CHECK_OK(trp_pool_clear(stack.pools[2], NULL));
    CHECK_OK(trp_world_set_time_scale(stack.world, 1));
    stage_when_updated = NULL;
    CHECK_OK(trp_pool_clear(stack.pools[1], NULL));
    stage_when_updated = keep_dt;
    CHECK_OK(trp_update_all(stack.world, 0.5f));
    CHECK(seen_dt[2] == 0.25f);
}

SITUATION("bad numbers change nothing")
{
    volatile float zero = 0.0f;
    const float bad[] = {-1, zero / zero, 1 / zero, -1 / zero};
    layer_scene_begin();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_MISUSE(stack.world, trp_world_set_time_scale(stack.world, bad[i]), TRP_ERR_VALUE);
        CHECK_MISUSE_SAYS(stack.world, trp_pool_set_time_scale(stack.pools[0], bad[i]),
                          TRP_ERR_VALUE, "thing");
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

SCRIPT("the tick follows the order, and so do pools made later",
       "layers 3; pool; pool layer 1; pool layer 2; pool layer 2; new 0; new b 1;"
       "new c 2; new d 3; go; place 2 0; tick; = 2 3 0 1; pool; new e 9; go; tick;"
       "= 2 3 0 9 1");
SCRIPT("a pool moves to another layer, its actors and handles stay",
       "layers 3; pool; pool layer 1; pool layer 2; pool layer 2; new 0; new b 1;"
       "new c 2; new d 3; go; move c 0; is active 2; tick; = 0 2 1 3; move c 0;"
       "move a 0; tick; = 2 0 1 3");
SCRIPT("pools that share a segment move together",
       "in oldest; layers 3; pool; pool layer 1; pool layer 2; pool joins b; new 0;"
       "new b 1; new c 2; new d 11; new b 12; go; move d 0; tick; = 0 1 11 12 2");
SCRIPT("a layer that is moved to the end in a tick is updated once",
       "layers 3; pool; pool layer 1; pool layer 2; new 0; new b 1; new c 2; go;"
       "at 1: place 0 2; tick; = 0 1 2; still; tick; = 1 2 0");
SCRIPT("... and one that is moved to the front",
       "layers 3; pool; pool layer 1; pool layer 2; new 0; new b 1; new c 2; go;"
       "at 1: place 2 0; tick; = 0 1 2; still; tick; = 2 0 1");
SCRIPT("... and the one that is being updated",
       "layers 3; pool; pool memory layer 1; pool layer 2; new 0; new b 1 11;"
       "new c 2; go; at 1: place 1 2; tick; = 0 1 11 2; still; tick; = 0 2 1 11");
SCRIPT("... and the pool that is being updated",
       "layers 3; pool; pool memory layer 1; pool layer 2; new 0; new b 1 11;"
       "new c 2; go; at 1: move b 2; tick; = 0 1 11 2; still; tick; = 0 2 1 11");
SCRIPT("... and the next pool",
       "layers 3; pool; pool layer 1; pool layer 2; new 0; new b 1; new c 2; go;"
       "at 1: move c 0; tick; = 0 1 2; still; tick; = 0 2 1");
SCRIPT("... and a pool that was updated before",
       "layers 3; pool; pool layer 1; pool layer 2; new 0; new b 1; new c 2; go;"
       "at 1: move a 2; tick; = 0 1 2; still; tick; = 1 2 0");
SCRIPT("... and all of them at once",
       "layers 3; pool; pool layer 1; pool layer 2; new 0; new b 1; new c 2; go;"
       "at 1: move a 2, move b 1, move c 0, place 2 0; tick; = 0 1 2; still; tick;"
       "= 0 2 1");
SCRIPT("nothing of it while drawing",
       "layers 3; pool; new 1;"
       "at d1: place 0 1 !BUSY, move a 1 !BUSY, clearlayer 0 !BUSY, fadelayer 0 "
       "!BUSY, layer 0 !BUSY, scaleworld 2 !BUSY, scale a 2 !BUSY;"
       "draw; live 1");
