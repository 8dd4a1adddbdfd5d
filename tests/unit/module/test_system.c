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

SCRIPT("created before a tick is updated in it, created after is not",
       "system 0 updated; system 1; go; at s0b: new 1; at s0a: new 2; tick;"
       "= s0b +1 s0+1 s1+1 s1b 1 s0*1 s0a +2 s0+2 s1+2 s1a; still; tick;"
       "memory oldest = s0b s1b 1 s0*1 2 s0*2 s0a s1a;"
       "newest = s0b s1b 2 s0*2 1 s0*1 s0a s1a");
SCRIPT("removed is called once per life, with every reason",
       "in newest oldest; pool 1 steal still; system 0; go; new 1 2;"
       "= +1 s0+1 s0-1s -1s +2 s0+2; recycle 2; recycle 2 !FREE; = s0-2 -2; new 3;"
       "expire 3 3; go; tick; = s0b s0-3e -3e s0a; new 4; go; clear; = s0-4c -4c;"
       "new 5; sleep 5; go; destroy; = s0-5x -5x s0d");
SCRIPT("added for those that live already, if it wants",
       "pool; pool; new 1; new b 2; go; system 0 existing; = s0+1 s0+2;"
       "system 1 existing of b; = s1+2; system 2 existing deaf; =");
SCRIPT("changed is called for active and sleeping actors, not for dead ones",
       "system 0 updated; new 1; sleep 1; go; mark 1; = s0^1; tick; = s0b s0a;"
       "wake 1; expire 1; mark 1 !EXPIRED; =; tick; = s0b s0-1e -1e s0a;"
       "mark 1 !FREE; mark 0 ?GONE; =");
SCRIPT("updated is not called for an actor that left in its update",
       "in memory; system 0 updated silent; new 1-4; go;"
       "at 1: recycle 1, new 5, slot 5 0; at 2: expire 2; at 3: sleep 3; tick;"
       "= 1 s0-1 -1 +5 s0+5 2 s0-2e -2e 3 s0*3 4 s0*4; still; tick; = 5 s0*5 4 s0*4");
SCRIPT("after an end in a role, later systems get only removed",
       "system 0 silent; system 1 silent; system 2 silent; go; at s1+1: recycle 1;"
       "new 1 ?GONE; = +1 s0+1 s1+1 s0-1 s1-1 s2-1 -1; live 0");
SCRIPT("... in `changed`", "system 0 silent; system 1 silent; system 2 silent; new 1; go;"
                           "at s1^1: recycle 1, new 2; mark 1;"
                           "= s0^1 s1^1 s0-1 s1-1 s2-1 -1 +2 s0+2 s1+2 s2+2");
SCRIPT("... in `updated`",
       "system 0 silent updated; system 1 silent updated; system 2 silent updated;"
       "new 1; go; at s1*1: recycle 1, new 2; tick;"
       "= 1 s0*1 s1*1 s0-1 s1-1 s2-1 -1 +2 s0+2 s1+2 s2+2");
SCRIPT("after an expiry in a role there are no more calls until pruning",
       "system 0 silent; system 1 silent; system 2 silent; go; at s1+1: expire 1;"
       "new 1 ?GONE; = +1 s0+1 s1+1; tick; = s0-1e s1-1e s2-1e -1e");
SCRIPT("... in `changed`: no more calls until pruning",
       "system 0 silent; system 1 silent; system 2 silent; new 1; go;"
       "at s1^1: expire 1; mark 1; = s0^1 s1^1");
SCRIPT("... in `updated`: pruned at once",
       "system 0 silent updated; system 1 silent updated; system 2 silent updated;"
       "new 1; go; at s1*1: expire 1; tick; = 1 s0*1 s1*1 s0-1e s1-1e s2-1e -1e");
SCRIPT("after an end in on_create there is only removed",
       "system 0; go; at +1: recycle 1; new 1 ?GONE; = +1 s0-1 -1");
SCRIPT("spawning in added goes on while there are slots",
       "pool 3; system 0; go; at s0+1: new 2; at s0+2: new 3; at s0+3: new 4 ?FULL;"
       "new 1; = +1 s0+1 +2 s0+2 +3 s0+3; refused 1");
SCRIPT("roles create, recycle and clear",
       "in memory; pool; pool; system 0; system 1; new 1 2; go; at s0-1: new b 3; "
       "at s0-2: new b 4; at s0b: clear; at s1a: recycle 3; tick; = s0b s0-1c +3 s0+3 s1+3 s1-1c "
       "-1c s0-2c +4 s0+4 s1+4 s1-2c -2c s1b 3 4 s0a s1a s0-3 s1-3 -3; live 1 b");
SCRIPT("the dead are readable, and cannot be touched",
       "system 0; system 1; new 1; go;"
       "at s0-1: recycle 1 !BUSY, expire 1 !BUSY, mark 1 !BUSY;"
       "at s1-1: recycle 1 !BUSY; recycle 1; = s0-1 s1-1 -1");
SCRIPT("ticks are no pool's, with the world's time scale",
       "system 0; system 1; new 1; at s0b: dt 8, scaleworld 0.5; at s1b: dt 4; at 1: dt 4;"
       "at s0a: dt 4, scaleworld 2; at s1a: dt 16; go; tick 8; = s0b s1b 1 s0a s1a;"
       "tick -1 !VALUE; =");
SCRIPT(
    "a system in a layer stops with it, and has its time",
    "layers 2; pool; system 0 layer 2 !VALUE; system 0 updated layer 1; system 1; scaleworld 0.5;"
    "scalelayer 1 0.5; at s0b: dt 0.25; at s1b: dt 0.5; go; tick; = s0b s1b s0a s1a; disable 1;"
    "new 1; = +1 s0+1 s1+1; tick; = s1b 1 s1a; enable 1; tick; = s0b s1b 1 s0*1 s0a s1a;"
    "disable 1; recycle 1; = s0-1 s1-1 -1");
SCRIPT("a system in no layer ticks though the first one is disabled",
       "system 0; go; disable 0; tick; = s0b s0a");
SCRIPT("systems are notified of updates if they have the role",
       "pool; pool; pool still; system 0; system 1 updated of a; new b 1; new 2;"
       "new c 3; go; tick; = s0b s1b 2 s1*2 1 s0a s1a");

/* the layer is checked only for a system of a layer */
SITUATION("a layer counts only for systems of a layer")
{
    trp_system none = {.layer = 99}, wrong = {.layer = 99, .in_layer = true};
    world = stage_world();

    CHECK_QUIET(world, trp_system_add(world, &none), TRP_OK);
    CHECK_MISUSE(world, trp_system_add(world, &wrong), TRP_ERR_VALUE);
    CHECK_OK(trp_world_destroy(world));
}

static void log_tick(trp_system *self, const trp_context *in)
{
    stage_log(self->world != NULL);
}

SITUATION("a system goes from world to world")
{
    trp_system traveller = {.dispose = log_tick, .before = log_tick};

    for (unsigned i = 0; i < 2; i++) {
        world = i == 0 ? stage_world() : stage_second_world(1);
        CHECK_QUIET(world, trp_system_add(world, &traveller), TRP_OK);
        CHECK_OK(trp_update_all(world, 1));
        CHECK_OK(trp_world_destroy(world));
        CHECK_LOG(1, 0);
    }
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

/*
 * System 1 does something in its role, among 0, 1 and 2: who is notified of that event, in order,
 * and who of the next one.
 */
#define IN_ANY_ROLE(sentence, calls, of_that, of_the_next)                                         \
    SCRIPT(sentence " in any role",                                                                \
           "try b a + - ^ *; pool mute; system 0 only $; system 1 only $; system 2 only $; "       \
           "at s1$: still, " calls "; new 0; mark 0; tick; recycle 0; = " of_that                  \
           "; new 0; mark 0; tick; recycle 0; = " of_the_next)

IN_ANY_ROLE("a system removes itself", "unsystem 1", "s0$ s1$ s2$", "s0$ s2$");
IN_ANY_ROLE("a system removes the next one", "unsystem 2", "s0$ s1$", "s0$ s1$");
IN_ANY_ROLE("a system removes the one before", "unsystem 0", "s0$ s1$ s2$", "s1$ s2$");
IN_ANY_ROLE("a system removes itself and the next one", "unsystem 1, unsystem 2", "s0$ s1$", "s0$");
IN_ANY_ROLE("a system removes all", "unsystem 2, unsystem 1, unsystem 0", "s0$ s1$", "");
IN_ANY_ROLE("a system adds one after itself", "system 3 only $ order 1", "s0$ s1$ s2$",
            "s0$ s1$ s2$ s3$");
IN_ANY_ROLE("a system adds one in front", "system 3 only $ order -1", "s0$ s1$ s2$",
            "s3$ s0$ s1$ s2$");
IN_ANY_ROLE("a system adds itself again", "unsystem 1, system 1 only $", "s0$ s1$ s2$",
            "s0$ s2$ s1$");
IN_ANY_ROLE("a system puts the next one in front", "unsystem 2, system 2 only $ order -1",
            "s0$ s1$", "s2$ s0$ s1$");
IN_ANY_ROLE("a system puts the first one after itself", "unsystem 0, system 0 only $ order 7",
            "s0$ s1$ s2$", "s1$ s2$ s0$");
IN_ANY_ROLE("a system replaces all",
            "unsystem 2, unsystem 1, unsystem 0, system 2 only $, system 1 only $", "s0$ s1$",
            "s2$ s1$");

SCRIPT("systems go in an event within an event",
       "system 0; system 1; system 2; new 1; go; at s0^1: recycle 1;"
       "at s1-1: unsystem 2, unsystem 1, unsystem 0; mark 1; = s0^1 s0-1 s1-1 s2d s1d s0d -1; tick;"
       "=");
SCRIPT("systems come and go in an actor's update",
       "in memory; pool; pool; system 0; new 1 2; new b 4; go; at 1: system 1 updated of b;"
       "at 2: unsystem 0; tick; = s0b 1 2 s0d 4 s1*4 s1a; still; clear a; new b 3; go;"
       "at 3: unsystem 1; tick; = s1b 4 s1*4 3 s1d");
