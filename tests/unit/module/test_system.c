/* Which systems are notified of what, and in which order. */
#include "../../../src/core/core.h" /* what a pool notifies, whether it is plain */
#include "../script.h"

SITUATIONS(system);

static trp_world *world;
static trp_pool *pool, *other;

static void begin(void)
{
    const trp_pool_desc desc = stage_silent_desc(8, TRP_ORDER_MEMORY);

    world = stage_world();
    pool = stage_pool_as(world, desc);
    other = stage_pool_as(world, desc);
}

SITUATION("a system without roles is never called")
{
    trp_system nothing = {0};

    begin();
    CHECK_QUIET(world, trp_system_add(world, &nothing), TRP_OK);
    CHECK_EQ(stage_system_count(world), 1);
    CHECK_OK(trp_recycle(world, &stage_thing(pool, 1)->actor));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_world_destroy(world));
    CHECK(nothing.world == NULL);
    CHECK_LOG();
}

SCRIPT("lower numbers first, for the world as for a pool",
       "system 0 updated of a order 5; system 1 deaf updated order -3; system 2 of a order 5;"
       "system 3 order 2147483647; system 4 of a order -2147483648; system 5; new 1;"
       "= +1 s4+1 s5+1 s0+1 s2+1 s3+1; mark 1; = s4^1 s1^1 s5^1 s0^1 s2^1 s3^1; tick;"
       "= s4b s1b s5b s0b s2b s3b 1 s1*1 s0*1 s4a s1a s5a s0a s2a s3a; recycle 1;"
       "= s4-1 s1-1 s5-1 s0-1 s2-1 s3-1 -1");

SCRIPT("systems are notified after the watchers",
       "in memory; watch 0 only born ended; system 0 of a; system 1; watch 1 only born ended; "
       "watch 2 of a only born ended; go; new 1; = +1 w2+1 w1+1 w0+1 s0+1 s1+1; tick; "
       "= s0b s1b 1 s0a s1a");

static void hears_only(unsigned events, unsigned other_events)
{
    CHECK_EQ(pool->hears & (TRP_EVENT_SHUTDOWN - 1u), events);
    CHECK_EQ(other->hears & (TRP_EVENT_SHUTDOWN - 1u), other_events);
}

/* a pool notifies only systems that subscribe to its births or deaths */
SITUATION("roles that no system has cost nothing")
{
    begin();
    trp_system updated = {.updated = stage_hear_nothing, .pool = pool};
    trp_system removed = {.removed = stage_hear_nothing, .pool = other};
    trp_system added = {.added = stage_hear_nothing};
    CHECK_OK(trp_system_add(world, &updated));
    hears_only(TRP_EVENT_UPDATED, 0);
    CHECK_OK(trp_system_add(world, &removed));
    hears_only(TRP_EVENT_UPDATED, TRP_EVENT_RECYCLED);
    CHECK_OK(trp_system_add(world, &added));
    hears_only(TRP_EVENT_CREATED | TRP_EVENT_UPDATED, TRP_EVENT_CREATED | TRP_EVENT_RECYCLED);
    CHECK_OK(trp_system_remove(world, &added));
    CHECK_OK(trp_system_remove(world, &removed));
    hears_only(TRP_EVENT_UPDATED, 0);
    CHECK_OK(trp_system_remove(world, &updated));
    hears_only(0, 0);
}

static trp_system systems[5];

static void visit(trp_system *system, const trp_context *in)
{
    stage_log((uint32_t)(system - systems));
    if (in->arg == NULL)
        return;
    if (system == in->arg) {
        CHECK_OK(trp_system_remove(world, system));
        CHECK_OK(trp_system_remove(world, &systems[2]));
        CHECK_OK(trp_system_add(world, &systems[2]));
        CHECK_OK(trp_system_add(world, &systems[4]));
    }
}

static void clear_in_visit(trp_system *system, const trp_context *in)
{
    stage_log((uint32_t)(system - systems));
    stage_clear_systems(world);
}

SITUATION("each and count")
{
    begin();
    for (uint32_t i = 0; i < 5; i++)
        systems[i] = (trp_system){.order = i == 0 ? 1 : 0};
    CHECK_EQ(stage_system_count(world), 0);
    CHECK_QUIET(world, trp_system_for_each(world, visit, NULL), TRP_OK);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_OK(trp_system_add(world, &systems[i]));
    CHECK_EQ(stage_system_count(world), 4);
    CHECK_QUIET(world, trp_system_for_each(world, visit, NULL), TRP_OK);
    CHECK_LOG(1, 2, 3, 0);
    CHECK_QUIET(world, trp_system_for_each(world, visit, &systems[1]), TRP_OK);
    CHECK_LOG(1, 3, 0);
    CHECK_QUIET(world, trp_system_for_each(world, visit, NULL), TRP_OK);
    CHECK_LOG(3, 2, 4, 0);
    CHECK_QUIET(world, trp_system_for_each(world, clear_in_visit, NULL), TRP_OK);
    CHECK_LOG(3);
    CHECK_EQ(stage_system_count(world), 0);
    CHECK_RESULT(trp_system_for_each(NULL, visit, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_system_for_each(world, NULL, NULL), TRP_ERR_NULL);
}

static void lists_systems(const trp_actor *self, const trp_view *view)
{
    CHECK_MISUSE(world, trp_system_for_each(world, visit, NULL), TRP_BUSY);
}

SITUATION("systems are not listed in a drawing")
{
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);

    desc.draw = lists_systems;
    world = stage_world();
    stage_thing(stage_pool_as(world, desc), 1);
    CHECK_OK(trp_draw_all(world, NULL, 0));
}

SITUATION("misuse changes nothing")
{
    trp_system linked = {.name = "a system", .added = stage_hear_nothing};
    trp_system none = {0};

    begin();
    CHECK_OK(trp_system_add(world, &linked));
    trp_world *second = stage_second_world(1);
    trp_pool *foreign = stage_pool(second, 2, TRP_ORDER_MEMORY);
    CHECK_MISUSE_SAYS(world, trp_system_add(world, &linked), TRP_ERR_LINKED,
                      "trp_system_add: system 'a system': ");
    CHECK_MISUSE(second, trp_system_add(second, &linked), TRP_ERR_LINKED);
    CHECK_MISUSE(second, trp_system_remove(second, &linked), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_system_remove(world, &none), TRP_ERR_UNLINKED);
    none.pool = foreign;
    CHECK_MISUSE(world, trp_system_add(world, &none), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_pool_info(foreign).misuse, 0);
    CHECK_MISUSE(world, trp_system_add(world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_system_remove(world, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_system_add(NULL, &none), TRP_ERR_NULL);
    CHECK_RESULT(trp_system_remove(NULL, &linked), TRP_ERR_NULL);
    CHECK_EQ(stage_system_count(world), 1);
    CHECK_EQ(stage_system_count(second), 0);
    CHECK_OK(trp_world_destroy(second));
    CHECK_OK(trp_world_destroy(world));
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
