#include "../script.h"

SITUATIONS(system_life);

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
    trp_world *const world = stage_world();

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
        trp_world *const world = i == 0 ? stage_world() : stage_second_world(1);
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
