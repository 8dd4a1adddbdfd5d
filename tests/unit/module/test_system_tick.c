/* Which ticks and updates systems are notified of, and only if they subscribe. */
#include "../script.h"
#include "../system_scene.h"

SITUATIONS(system_tick);

static void slow_down(uint32_t number, system_role role, thing *it)
{
    if (role == BEFORE || role == AFTER) {
        CHECK(on.tick->pool == NULL && on.tick->user == NULL && on.tick->world == on.world);
        CHECK_EQ(on.tick->layer, 0);
        CHECK(on.tick->unscaled_dt == 8);
        CHECK_EQ(on.tick->tick, trp_world_ticks(on.world));
        CHECK(on.tick->dt == 8 * trp_world_info(on.world).time_scale);
    }
    if (role == BEFORE && number == 0)
        CHECK_OK(trp_world_set_time_scale(on.world, 0.5f));
    if (role == AFTER && number == 0)
        CHECK_OK(trp_world_set_time_scale(on.world, 2));
}

static void see_slow(thing *self, const trp_context *in)
{
    CHECK(in->dt == 4);
}

SITUATION("ticks are no pool's, with the world's time scale")
{
    system_scene_begin();
    system_scene_add(2);
    stage_thing(on.pool, 1);
    on.when_called = slow_down;
    stage_when_updated = see_slow;
    stage_log_clear();
    CHECK_OK(trp_update_all(on.world, 8));
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(1, BEFORE, 0), 1, CALL(0, AFTER, 0), CALL(1, AFTER, 0));
    CHECK(trp_world_info(on.world).time_scale == 2);
    CHECK_RESULT(trp_update_all(on.world, -1), TRP_ERR_VALUE);
    CHECK_LOG();
}

/* dt and layer that each system saw last */
static float seen_dt[2];
static uint32_t seen_layer[2];

static void note_tick(uint32_t number, system_role role, thing *it)
{
    if (number > 1 || (role != BEFORE && role != AFTER))
        return;
    seen_dt[number] = on.tick->dt;
    seen_layer[number] = on.tick->layer;
}

/* the first lives in layer 1, the second in none */
SITUATION("a system in a layer stops with it, and has its time")
{
    system_scene_begin();
    trp_world *world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    on.world = world;
    trp_pool_desc desc = stage_silent_desc(4, TRP_ORDER_MEMORY);
    on.pool = stage_pool_as(world, desc); /* in layer 0 */
    on.systems[0].in_layer = true;
    on.systems[0].layer = 2;
    CHECK_MISUSE(world, trp_system_add(world, &on.systems[0]), TRP_ERR_VALUE);
    stage_log_clear();
    on.systems[0].layer = 1;
    on.systems[0].updated = system_scene_updated;
    system_scene_add(2);
    on.when_called = note_tick;
    trp_world_set_time_scale(world, 0.5f);
    trp_layer_set_time_scale(world, 1, 0.5f);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(1, BEFORE, 0), CALL(0, AFTER, 0), CALL(1, AFTER, 0));
    CHECK(seen_dt[0] == 0.25f);
    CHECK_EQ(seen_layer[0], 1);
    CHECK(seen_dt[1] == 0.5f);
    CHECK_EQ(seen_layer[1], 0);
    /* paused: it is notified of no ticks, but of births and deaths */
    trp_layer_set_enabled(world, 1, false);
    thing *it = stage_thing(on.pool, 1);
    CHECK_LOG(CALL(0, ADDED, 1), CALL(1, ADDED, 1));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(CALL(1, BEFORE, 0), 1, CALL(1, AFTER, 0));
    trp_layer_set_enabled(world, 1, true);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(CALL(0, BEFORE, 0), CALL(1, BEFORE, 0), 1, CALL(0, UPDATED, 1), CALL(0, AFTER, 0),
              CALL(1, AFTER, 0));
    trp_layer_set_enabled(world, 1, false);
    CHECK_OK(trp_recycle(world, &it->actor));
    CHECK_LOG(LOST(0, TRP_REASON_RECYCLED, 1), LOST(1, TRP_REASON_RECYCLED, 1));
    on.when_called = NULL;
}

SCRIPT("a system in no layer ticks though the first one is disabled",
       "system 0; go; disable 0; tick; = s0b s0a");
SCRIPT("systems are notified of updates if they have the role",
       "pool; pool; pool still; system 0; system 1 updated of a; new b 1; new 2;"
       "new c 3; go; tick; = s0b s1b 2 s1*2 1 s0a s1a");
