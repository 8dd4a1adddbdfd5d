#include "layer_scene.h"

layer_scene stack;

void layer_scene_begin(void)
{
    stack.world = stage_world_as((trp_world_desc){.layers = 3});
    for (uint32_t i = 0; i < 4; i++) {
        trp_pool_desc desc = stage_desc(5, i == 1 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY);
        desc.layer = i < 3 ? i : 2;
        stack.pools[i] = stage_pool_as(stack.world, desc);
        stage_thing(stack.pools[i], i);
    }
    stage_log_clear();
}

void layer_scene_tick(void)
{
    CHECK_OK(trp_update_all(stack.world, 1));
}
