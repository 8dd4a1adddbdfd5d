#include "../script.h"

SITUATIONS(layer);

SITUATION("layers at the start: enabled, visible, scale 1")
{
    trp_world *world = stage_world();

    CHECK_EQ(trp_world_info(world).layers, 1);
    world = stage_world_as((trp_world_desc){.layers = 3});
    CHECK_EQ(trp_world_info(world).layers, 3);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(trp_layer_enabled(world, i));
        CHECK(trp_layer_visible(world, i));
        CHECK(trp_layer_info(world, i).time_scale == 1.0f);
    }
}

SITUATION("no such layer is TRP_ERR_VALUE")
{
    trp_world *const world = stage_world_as((trp_world_desc){.layers = 3});

    CHECK_MISUSE(world, trp_layer_set_enabled(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_visible(world, 3, true), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_layer_set_time_scale(world, UINT32_MAX, 1), TRP_ERR_VALUE);
    CHECK_EQ(trp_layer_enabled(world, 3), false);
    CHECK_EQ(trp_layer_visible(world, 3), false);
    CHECK(trp_layer_info(world, 3).time_scale == 0.0f);
}

SCRIPT("layers are updated in order",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go; tick; = 0 1 2");
SCRIPT("a birth after a tick has its dt, times the scales of world, layer and pool",
       "layers 2; pool layer 1; scaleworld 2; scalelayer 1 3; scale a 5; at +1: dt 15 0.5; "
       "tick 0.5; new 1");
SCRIPT("time scales, also changed in a tick",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; scalelayer 0 0;"
       "scalelayer 2 0.25; at 0: dt 0, scalelayer 1 4; at 1: dt 2; at 2: dt 0.125; go; tick 0.5;"
       "= 0 1 2");
SCRIPT(
    "a time scale is 0 or more, and finite",
    "new 1; scalelayer 0 -1 !VALUE; scalelayer 0 nan !VALUE; scalelayer 0 inf !VALUE;"
    "scaleworld -1 !VALUE; scaleworld nan !VALUE; scaleworld inf !VALUE; scaleworld -inf !VALUE;"
    "scale a -1 !VALUE; scale a nan !VALUE; scale a inf !VALUE; scale a -inf !VALUE; says things;"
    "tick; dt 1");

SITUATION("NULL instead of a world")
{
    CHECK_RESULT(trp_layer_set_enabled(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_visible(NULL, 0, true), TRP_ERR_NULL);
    CHECK_RESULT(trp_layer_set_time_scale(NULL, 0, 1), TRP_ERR_NULL);
}

SCRIPT("a disabled layer is not updated, but pruned",
       "layers 3; pool layer 2; pool layer 1; pool layer 0; new 2; new b 1; new c 0;"
       "disable 1; go; tick; = 0 2; new b 11; expire 11; go; tick; = 0 -11e 2;"
       "for b; = 1; enable 1; tick; = 0 1 2");
SCRIPT("nor is update_pool called there",
       "layers 2; pool; pool layer 1 whole; new 0; new b 5 6; disable 1; expire 5;"
       "go; tick; = 0 -5e; enable 1; tick; = 0 500 6");
SCRIPT("switched in a tick, where it has not been yet",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go;"
       "at 1: disable 2, disable 0; tick; = 0 1; tick; = 1; still; enable 2; tick;"
       "= 1 2");
SCRIPT("a pool made in a tick is reached if it lies ahead",
       "layers 3; pool layer 2; pool layer 1; pool; new 2; new b 1; new c 0; go;"
       "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole; tick;"
       "= 0 1 500 2 500; tick; = 0 500 1 500 2 500");
