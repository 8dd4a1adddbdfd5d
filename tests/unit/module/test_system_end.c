#include "../script.h"
#include "../system_scene.h"

SITUATIONS(system_end);

/* the layer is checked only for a system of a layer */
SITUATION("a layer counts only for systems of a layer")
{
    system_scene_begin();
    on.systems[0].layer = 99;
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    on.systems[1].layer = 99;
    on.systems[1].in_layer = true;
    CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[1]), TRP_ERR_VALUE);
}

static void ordered(void)
{
    static const int32_t orders[] = {2, 1, 2, 0};
    system_scene_begin();
    for (uint32_t i = 0; i < 4; i++)
        on.systems[i].order = orders[i];
    system_scene_add(4);
}

SITUATION("a system goes from world to world")
{
    ordered();
    CHECK_OK(trp_world_destroy(on.world));
    stage_log_clear();
    on.world = stage_second_world(1);
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    CHECK_OK(trp_update_all(on.world, 1));
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(0, AFTER, 0));
    CHECK_OK(trp_world_destroy(on.world));
    CHECK_LOG(CALL(0, DISPOSE, 0));
}

SCRIPT("a world cannot end in what happens before and after a tick",
       "system 0; go; at s0b: destroy !BUSY; at s0a: destroy !BUSY; tick; = s0b s0a;"
       "destroy; = s0d");
SCRIPT("dispose in reverse order, after the end of all actors",
       "system 0 order 2; system 1 order 1; system 2 order 2; system 3; new 1; go;"
       "destroy; = s3-1x s1-1x s0-1x s2-1x -1x s2d s0d s1d s3d");
SCRIPT("at the end of the world nothing is added",
       "in memory oldest; system 0; system 1; system 2; new 1 2; go;"
       "at s0-1: system 3 !BUSY, new 9 ?BUSY, unsystem 1;"
       "at s2d: live 0, destroy !BUSY; destroy;"
       "= s0-1x s1d s2-1x -1x s0-2x s2-2x -2x s2d s0d");
