#include "../system_scene.h"

static const trp_result failures[] = {TRP_GONE, TRP_BUSY, TRP_ERR_MEMORY};

static void init_fails(void)
{
    system_scene_begin();
    system_scene_add(1);
    for (unsigned i = 0; i < 3; i++)
    {
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
    CHECK_RESULT(trp_system_add(on.world, &on.systems[1]), TRP_OK);
    CHECK_LOG(CALL(1, INIT, 0));
    CHECK_EQ(stage_system_count(on.world), 2);
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    CHECK_LOG(CALL(1, DISPOSE, 0), CALL(0, DISPOSE, 0));
}

/* the layer is checked only for a system of a layer */
static void a_layer_that_does_not_count(void)
{
    system_scene_begin();
    on.systems[0].layer = 99;
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    on.systems[1].layer = 99;
    on.systems[1].in_layer = true;
    CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[1]), TRP_ERR_VALUE);
}

/* a world cannot end in the middle of a tick, not even before or after all pools */
static void end_the_world(uint32_t number, system_role role, thing *it)
{
    (void)number, (void)it;
    if (role != BEFORE && role != AFTER)
        return;
    CHECK_MISUSE(on.world, trp_world_destroy(on.world), TRP_BUSY);
    stage_log(80 + role);
}

static void the_end_around_a_tick(void)
{
    system_scene_begin();
    system_scene_add(1);
    on.when_called = end_the_world;
    CHECK_RESULT(trp_update_all(on.world, 1), TRP_OK);
    CHECK_LOG(CALL(0, BEFORE, 0), 80 + BEFORE, CALL(0, AFTER, 0), 80 + AFTER);
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
}

/* 0 adds 1 and 3, 1 adds 2 */
static void add_others(uint32_t number, system_role role, thing *it)
{
    (void)it;
    if (role != INIT)
        return;
    if (number < 2)
        (void)trp_system_add(on.world, &on.systems[number + 1]);
    if (number == 0)
        (void)trp_system_add(on.world, &on.systems[3]);
    stage_log(80 + number);
}

/* systems that an init adds come before the system, so they exist as long as it does */
static void init_adds_others(void)
{
    system_scene_begin();
    on.when_called = add_others;
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, INIT, 0), CALL(2, INIT, 0), 82, 81, CALL(3, INIT, 0), 83,
              80);
    on.when_called = NULL;
    stage_thing(on.pool, 1);
    CHECK_LOG(CALL(2, ADDED, 1), CALL(1, ADDED, 1), CALL(3, ADDED, 1), CALL(0, ADDED, 1));
    stage_clear_systems(on.world);
    CHECK_LOG(CALL(0, DISPOSE, 0), CALL(3, DISPOSE, 0), CALL(1, DISPOSE, 0), CALL(2, DISPOSE, 0));
}

static void init_that_added_others_fails(void)
{
    system_scene_begin();
    CHECK_RESULT(trp_system_add(on.world, &on.systems[4]), TRP_OK);
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
    (void)it;
    if (role == DISPOSE && number == 1)
    {
        CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_LINKED);
        CHECK_RESULT(trp_system_add(on.world, &on.systems[1]), TRP_OK);
    }
    if (role == INIT && number == 0)
        CHECK_RESULT(trp_system_add(on.world, &on.systems[1]), TRP_OK);
}

/* undoing ends, whatever is added meanwhile */
static void added_while_undone(void)
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
    (void)it;
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
static void not_registered_while_init_runs(void)
{
    system_scene_begin();
    CHECK_RESULT(trp_system_add(on.world, &on.systems[1]), TRP_OK);
    on.when_called = meddle;
    stage_log_clear();
    CHECK_RESULT(trp_system_add(on.world, &on.systems[0]), TRP_OK);
    CHECK_LOG(CALL(0, INIT, 0), CALL(1, ADDED, 1), CALL(1, BEFORE, 0), 1, CALL(1, AFTER, 0));
    stage_thing(on.pool, 2);
    stage_thing(on.other, 3);
    CHECK_LOG(CALL(1, ADDED, 2), CALL(0, ADDED, 3), CALL(1, ADDED, 3));
}

static trp_pool *foreign;

static void go_abroad(uint32_t number, system_role role, thing *it)
{
    (void)it;
    if (role != INIT || number != 0)
        return;
    on.systems[0].pool = foreign;
    CHECK_RESULT(trp_system_add(on.world, &on.systems[1]), TRP_OK);
}

static void init_sets_a_foreign_pool(void)
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

static void disposed_in_reverse_order(void)
{
    ordered();
    stage_clear_systems(on.world);
    CHECK_LOG(CALL(2, DISPOSE, 0), CALL(0, DISPOSE, 0), CALL(1, DISPOSE, 0), CALL(3, DISPOSE, 0));
    CHECK_EQ(stage_system_count(on.world), 0);
    stage_clear_systems(on.world);
    CHECK_LOG();
    ordered();
    stage_thing(on.pool, 1);
    stage_log_clear();
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    CHECK_LOG(LOST(3, TRP_REASON_SHUTDOWN, 1), LOST(1, TRP_REASON_SHUTDOWN, 1),
              LOST(0, TRP_REASON_SHUTDOWN, 1), LOST(2, TRP_REASON_SHUTDOWN, 1), CALL(2, DISPOSE, 0),
              CALL(0, DISPOSE, 0), CALL(1, DISPOSE, 0), CALL(3, DISPOSE, 0));
}

static void from_world_to_world(void)
{
    ordered();
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    stage_log_clear();
    on.world = stage_second_world(1);
    CHECK_QUIET(on.world, trp_system_add(on.world, &on.systems[0]), TRP_OK);
    CHECK_RESULT(trp_update_all(on.world, 1), TRP_OK);
    CHECK_LOG(CALL(0, INIT, 0), CALL(0, BEFORE, 0), CALL(0, AFTER, 0));
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    CHECK_LOG(CALL(0, DISPOSE, 0));
}

static void work_at_the_end(uint32_t number, system_role role, thing *it)
{
    (void)it;
    if (number == 0 && role == REMOVED)
    {
        CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[3]), TRP_BUSY);
        CHECK_NULL_QUIET(on.world, trp_create(on.other, NULL), TRP_BUSY);
        if (on.systems[1].world != NULL)
            CHECK_RESULT(trp_system_remove(on.world, &on.systems[1]), TRP_OK);
    }
    if (role == DISPOSE)
    {
        CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[number]), TRP_BUSY);
        CHECK_MISUSE(on.world, trp_world_destroy(on.world), TRP_BUSY);
    }
    if (number == 2 && role == DISPOSE)
        CHECK_EQ(trp_world_info(on.world).live, 0);
}

static void at_the_end_of_the_world(void)
{
    system_scene_begin();
    system_scene_add(3);
    stage_things(on.pool, 1, 2);
    on.when_called = work_at_the_end;
    stage_log_clear();
    CHECK_RESULT(trp_world_destroy(on.world), TRP_OK);
    CHECK_LOG(LOST(0, TRP_REASON_SHUTDOWN, 1), CALL(1, DISPOSE, 0), LOST(2, TRP_REASON_SHUTDOWN, 1),
              LOST(0, TRP_REASON_SHUTDOWN, 2), LOST(2, TRP_REASON_SHUTDOWN, 2), CALL(2, DISPOSE, 0),
              CALL(0, DISPOSE, 0));
}

const situation system_end_situations[] = {
    {"a layer counts only for systems of a layer", a_layer_that_does_not_count},
    {"a world cannot end in what happens before and after a tick", the_end_around_a_tick},
    {"a system whose init fails is not registered, and not disposed", init_fails},
    {"systems that an init adds come before the system", init_adds_others},
    {"an init that fails takes with it what was added meanwhile", init_that_added_others_fails},
    {"undoing comes to an end", added_while_undone},
    {"a system is not registered while its init runs", not_registered_while_init_runs},
    {"an init that sets a foreign pool has failed", init_sets_a_foreign_pool},
    {"dispose in reverse order, after the end of all actors", disposed_in_reverse_order},
    {"a system goes from world to world", from_world_to_world},
    {"at the end of the world nothing is added", at_the_end_of_the_world},
};
const unsigned system_end_situation_count =
    sizeof system_end_situations / sizeof system_end_situations[0];
