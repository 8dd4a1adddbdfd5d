/* Which systems are notified of what, and in which order. */
#include "../../../src/core/core.h" /* what a pool notifies, whether it is plain */
#include "../script.h"
#include "../system_scene.h"

SITUATIONS(system);

SITUATION("a system without roles is never called")
{
    trp_system nothing = {0};
    system_scene_begin();
    CHECK_QUIET(on.world, trp_system_add(on.world, &nothing), TRP_OK);
    CHECK_EQ(stage_system_count(on.world), 1);
    system_scene_cause(ADDED);
    system_scene_cause(BEFORE);
    CHECK_OK(trp_world_destroy(on.world));
    CHECK(nothing.world == NULL);
    CHECK_LOG();
}

SCRIPT("lower numbers first, for the world as for a pool",
       "system 0 updated of a order 5; system 1 deaf updated order -3; system 2 of a order 5;"
       "system 3 order 2147483647; system 4 of a order -2147483648; system 5; new 1;"
       "= +1 s4+1 s5+1 s0+1 s2+1 s3+1; mark 1; = s4^1 s1^1 s5^1 s0^1 s2^1 s3^1; tick;"
       "= s4b s1b s5b s0b s2b s3b 1 s1*1 s0*1 s4a s1a s5a s0a s2a s3a; recycle 1;"
       "= s4-1 s1-1 s5-1 s0-1 s2-1 s3-1 -1");

static void watch(trp_actor *actor, const trp_event_context *in)
{
    if (in->event == TRP_EVENT_CREATED)
        stage_log(*(const uint32_t *)in->user);
    else
        CHECK(in->event == TRP_EVENT_RECYCLED || in->event == TRP_EVENT_SHUTDOWN);
}

SCRIPT("systems are notified after the watchers",
       "in memory; watch 0 only born ended; system 0 of a; system 1; watch 1 only born ended; "
       "watch 2 of a only born ended; go; new 1; = +1 w2+1 w1+1 w0+1 s0+1 s1+1; tick; = s0b s1b 1 "
       "s0a s1a");

static void hears_only(const trp_pool *pool, unsigned events)
{
    CHECK_EQ(pool->hears & (TRP_EVENT_SHUTDOWN - 1u), events);
}

/* a pool notifies only systems that subscribe to its births or deaths */
SITUATION("roles that no system has cost nothing")
{
    system_scene_begin();
    for (uint32_t i = 0; i < SYSTEMS; i++) {
        on.systems[i].added = NULL;
        on.systems[i].removed = NULL;
        on.systems[i].changed = NULL;
    }
    on.systems[1].pool = on.pool;
    on.systems[1].updated = system_scene_updated;
    system_scene_add(2);
    hears_only(on.pool, TRP_EVENT_UPDATED);
    hears_only(on.other, 0);
    system_scene_make(2);
    on.systems[2].pool = on.other;
    on.systems[2].changed = NULL;
    on.systems[2].added = NULL;
    CHECK_OK(trp_system_add(on.world, &on.systems[2]));
    hears_only(on.pool, TRP_EVENT_UPDATED);
    hears_only(on.other, TRP_EVENT_RECYCLED);
    system_scene_make(3);
    on.systems[3].changed = NULL;
    on.systems[3].removed = NULL;
    CHECK_OK(trp_system_add(on.world, &on.systems[3]));
    hears_only(on.pool, TRP_EVENT_CREATED | TRP_EVENT_UPDATED);
    hears_only(on.other, TRP_EVENT_CREATED | TRP_EVENT_RECYCLED);
    CHECK_OK(trp_system_remove(on.world, &on.systems[3]));
    CHECK_OK(trp_system_remove(on.world, &on.systems[2]));
    hears_only(on.pool, TRP_EVENT_UPDATED);
    hears_only(on.other, 0);
    stage_clear_systems(on.world);
    hears_only(on.pool, 0);
}

static void visit(trp_system *system, const trp_context *in)
{
    stage_log(system_scene_number(system));
    if (in->arg == NULL)
        return;
    if (system == in->arg) {
        CHECK_OK(trp_system_remove(on.world, system));
        CHECK_OK(trp_system_remove(on.world, &on.systems[2]));
        CHECK_OK(trp_system_add(on.world, &on.systems[2]));
        CHECK_OK(trp_system_add(on.world, &on.systems[4]));
    }
}

static void clear_in_visit(trp_system *system, const trp_context *in)
{
    stage_log(system_scene_number(system));
    stage_clear_systems(on.world);
}

SITUATION("each and count")
{
    static trp_watcher watcher = {.function = watch};
    system_scene_begin();
    for (uint32_t i = 0; i < SYSTEMS; i++)
        on.systems[i] = (trp_system){.order = i == 0 ? 1 : 0};
    CHECK_EQ(stage_system_count(on.world), 0);
    CHECK_QUIET(on.world, trp_system_for_each(on.world, visit, NULL), TRP_OK);
    CHECK_OK(trp_watch(on.world, &watcher));
    system_scene_add(4);
    CHECK_EQ(stage_system_count(on.world), 4);
    CHECK_QUIET(on.world, trp_system_for_each(on.world, visit, NULL), TRP_OK);
    CHECK_LOG(1, 2, 3, 0);
    CHECK_QUIET(on.world, trp_system_for_each(on.world, visit, &on.systems[1]), TRP_OK);
    CHECK_LOG(1, 3, 0);
    CHECK_QUIET(on.world, trp_system_for_each(on.world, visit, NULL), TRP_OK);
    CHECK_LOG(3, 2, 4, 0);
    CHECK_QUIET(on.world, trp_system_for_each(on.world, clear_in_visit, NULL), TRP_OK);
    CHECK_LOG(3);
    CHECK_EQ(stage_system_count(on.world), 0);
    CHECK_RESULT(trp_system_for_each(NULL, visit, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(on.world, trp_system_for_each(on.world, NULL, NULL), TRP_ERR_NULL);
}

static void lists_systems(const trp_actor *self, const trp_view *view)
{
    CHECK_MISUSE(on.world, trp_system_for_each(on.world, visit, NULL), TRP_BUSY);
}

SITUATION("systems are not listed in a drawing")
{
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);

    desc.draw = lists_systems;
    on.world = stage_world();
    stage_thing(stage_pool_as(on.world, desc), 1);
    CHECK_OK(trp_draw_all(on.world, NULL, 0));
}

SITUATION("misuse changes nothing")
{
    system_scene_begin();
    system_scene_add(1);
    trp_world *second = stage_second_world(1);
    trp_pool *foreign = stage_pool(second, 2, TRP_ORDER_MEMORY);
    CHECK_MISUSE_SAYS(on.world, trp_system_add(on.world, &on.systems[0]), TRP_ERR_LINKED,
                      "trp_system_add: system 'a system': ");
    CHECK_MISUSE(second, trp_system_add(second, &on.systems[0]), TRP_ERR_LINKED);
    CHECK_MISUSE(second, trp_system_remove(second, &on.systems[0]), TRP_ERR_UNLINKED);
    CHECK_MISUSE(on.world, trp_system_remove(on.world, &on.systems[1]), TRP_ERR_UNLINKED);
    on.systems[1].pool = foreign;
    on.systems[1].name = NULL;
    CHECK_MISUSE(on.world, trp_system_add(on.world, &on.systems[1]), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_pool_info(foreign).misuse, 0);
    CHECK_MISUSE(on.world, trp_system_add(on.world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(on.world, trp_system_remove(on.world, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_system_add(NULL, &on.systems[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_system_remove(NULL, &on.systems[0]), TRP_ERR_NULL);
    CHECK_LOG();
    CHECK_EQ(stage_system_count(on.world), 1);
    CHECK_EQ(stage_system_count(second), 0);
    stage_thing(on.pool, 1);
    CHECK_LOG(CALL(0, ADDED, 1));
    CHECK_OK(trp_world_destroy(second));
}

SCRIPT("one struct, many roles, each called in its time",
       "system 0 updated; =; new 1; = +1 s0+1; mark 1; = s0^1; tick;"
       "= s0b 1 s0*1 s0a; recycle 1; = s0-1 -1; unsystem 0; = s0d; new 2; recycle 2;"
       "go; tick; =");
SCRIPT("equal numbers in the order of registration",
       "system 0; system 1; system 2; unsystem 1; system 1; go; new 1;"
       "= +1 s0+1 s2+1 s1+1");
SCRIPT("a system for a pool is notified only of its actors",
       "pool; pool; system 0 updated of a; system 1 updated; pool; go; new 1;"
       "= +1 s0+1 s1+1; new b 2; = +2 s1+2; new c 3; = +3 s1+3; mark 1 2;"
       "= s0^1 s1^1 s1^2; tick; = s0b s1b 1 s0*1 s1*1 2 s1*2 3 s1*3 s0a s1a;"
       "clear b; = s1-2c -2c");
SCRIPT("adopting is adding; sleep is neither adding nor removing",
       "in newest oldest; pool external; system 0; go; new 7; = +7 s0+7; sleep 7;"
       "wake 7; =; recycle 7; = s0-7 -7");
SCRIPT("systems are not changed while drawing",
       "system 0; new 1; go; at d1: system 1 !BUSY, unsystem 0 !BUSY; draw; = d1");
