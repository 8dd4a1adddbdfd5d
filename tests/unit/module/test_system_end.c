#include "../script.h"
#include "../system_scene.h"

SITUATIONS(system_end);

static const trp_result failures[] = {TRP_GONE, TRP_BUSY, TRP_ERR_MEMORY};

SITUATION("a system whose init fails is not registered, and not disposed")
{
    system_scene_begin();
    system_scene_add(1);
    for (unsigned i = 0; i < 3; i++) {
        on.init_result[1] = failures[i];
        CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[1]), failures[i]);
        CHECK_LOG(CALL(1, INIT, 0));
        CHECK(on.systems[1].world == NULL);
        CHECK_EQ(stage_system_count(on.world), 1);
        system_scene_cause(ADDED);
        CHECK_LOG(CALL(0, ADDED, 9), LOST(0, TRP_REASON_RECYCLED, 9));
        CHECK_MISUSE(on.world, trp_system_remove(on.world, &on.systems[1]), TRP_ERR_UNLINKED);
    }
    on.init_result[1] = TRP_OK;
    CHECK_OK(trp_system_add(on.world, &on.systems[1]));
    CHECK_LOG(CALL(1, INIT, 0));
    CHECK_EQ(stage_system_count(on.world), 2);
    CHECK_OK(trp_world_destroy(on.world));
    CHECK_LOG(CALL(1, DISPOSE, 0), CALL(0, DISPOSE, 0));
}

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

/* 0 adds 1 and 3, 1 adds 2 */
static void add_others(uint32_t number, system_role role, thing *it)
{
    if (role != INIT)
        return;
    if (number < 2)
        (void)trp_system_add(on.world, &on.systems[number + 1]);
    if (number == 0)
        (void)trp_system_add(on.world, &on.systems[3]);
    stage_log(80 + number);
}

SITUATION("an init that fails takes with it what was added meanwhile")
{
    system_scene_begin();
    CHECK_OK(trp_system_add(on.world, &on.systems[4]));
    on.when_called = add_others;
    on.init_result[0] = TRP_ERR_FULL;
    stage_log_clear();
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_FULL);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, INIT, 0), CALL(2, INIT, 0), 82, 81, CALL(3, INIT, 0), 83,
              80, CALL(3, DISPOSE, 0), CALL(1, DISPOSE, 0), CALL(2, DISPOSE, 0));
    CHECK_EQ(stage_system_count(on.world), 1);
    /* one level deeper: systems added before it stay */
    on.init_result[0] = TRP_OK;
    on.init_result[1] = TRP_ERR_FULL;
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, INIT, 0), CALL(2, INIT, 0), 82, 81, CALL(2, DISPOSE, 0),
              CALL(3, INIT, 0), 83, 80);
    on.when_called = NULL;
    stage_thing(on.pool, 1);
    CHECK_LOG(CALL(4, ADDED, 1), CALL(3, ADDED, 1), CALL(0, ADDED, 1));
}

static void add_again(uint32_t number, system_role role, thing *it)
{
    if (role == DISPOSE && number == 1) {
        CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_LINKED);
        CHECK_OK(trp_system_add(on.world, &on.systems[1]));
    }
    if (role == INIT && number == 0)
        CHECK_OK(trp_system_add(on.world, &on.systems[1]));
}

/* undoing ends, whatever is added meanwhile */
SITUATION("undoing comes to an end")
{
    system_scene_begin();
    on.when_called = add_again;
    on.init_result[0] = TRP_ERR_FULL;
    CHECK_RESULT(trp_system_add(on.world, &on.systems[0]), TRP_ERR_FULL);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, INIT, 0), CALL(1, DISPOSE, 0), CALL(1, INIT, 0));
    CHECK_EQ(stage_system_count(on.world), 1);
}

static void meddle(uint32_t number, system_role role, thing *it)
{
    if (role != INIT || number != 0)
        return;
    CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_LINKED);
    CHECK_MISUSE(on.world, trp_system_remove(on.world, &on.systems[0]), TRP_BUSY);
    CHECK_MISUSE(on.world, trp_world_destroy(on.world), TRP_BUSY);
    CHECK_EQ(stage_system_count(on.world), 1);
    stage_thing(on.pool, 1);
    system_scene_cause(BEFORE);
    on.systems[0].order = -1;
    on.systems[0].pool = on.other;
}

/* it is not notified of events in its init, which may still set its pool */
SITUATION("a system is not registered while its init runs")
{
    system_scene_begin();
    CHECK_OK(trp_system_add(on.world, &on.systems[1]));
    on.when_called = meddle;
    stage_log_clear();
    CHECK_OK(trp_system_add(on.world, &on.systems[0]));
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, ADDED, 1), CALL(1, BEFORE, 0), 1, CALL(1, AFTER, 0));
    stage_thing(on.pool, 2);
    stage_thing(on.other, 3);
    CHECK_LOG(CALL(1, ADDED, 2), CALL(0, ADDED, 3), CALL(1, ADDED, 3));
}

static trp_pool *foreign;

static void go_abroad(uint32_t number, system_role role, thing *it)
{
    if (role != INIT || number != 0)
        return;
    on.systems[0].pool = foreign;
    CHECK_OK(trp_system_add(on.world, &on.systems[1]));
}

SITUATION("an init that sets a foreign pool has failed")
{
    system_scene_begin();
    foreign = stage_pool(stage_second_world(1), 2, TRP_ORDER_MEMORY);
    on.when_called = go_abroad;
    CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_FOREIGN);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, INIT, 0), CALL(1, DISPOSE, 0));
    CHECK_EQ(stage_system_count(on.world), 0);
    CHECK(on.systems[0].world == NULL);
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
    CHECK_LOG(CALL(0, INIT, 0), CALL(0, BEFORE, 0), CALL(0, AFTER, 0));
    CHECK_OK(trp_world_destroy(on.world));
    CHECK_LOG(CALL(0, DISPOSE, 0));
}

SCRIPT("a world cannot end in what happens before and after a tick",
       "system 0; go; at s0b: destroy !BUSY; at s0a: destroy !BUSY; tick; = s0b s0a;"
       "destroy; = s0d");
SCRIPT("systems that an init adds come before the system",
       "at s0i: system 1, system 3; at s1i: system 2; system 0; = s0i s1i s2i s3i;"
       "new 1; = +1 s2+1 s1+1 s3+1 s0+1; destroy;"
       "= s2-1x s1-1x s3-1x s0-1x -1x s0d s3d s1d s2d");
SCRIPT("dispose in reverse order, after the end of all actors",
       "system 0 order 2; system 1 order 1; system 2 order 2; system 3; new 1; go;"
       "destroy; = s3-1x s1-1x s0-1x s2-1x -1x s2d s0d s1d s3d");
SCRIPT("at the end of the world nothing is added",
       "in memory oldest; system 0; system 1; system 2; new 1 2; go;"
       "at s0-1: system 3 !BUSY, new 9 ?BUSY, unsystem 1;"
       "at s2d: live 0, destroy !BUSY; destroy;"
       "= s0-1x s1d s2-1x -1x s0-2x s2-2x -2x s2d s0d");
