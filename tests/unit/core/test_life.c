#include "../script.h"

SITUATIONS(life);

SCRIPT("at shutdown nothing is created",
       "in memory; pool 8; pool 3 oldest; new 1 2; new b 3 4; go;"
       "at -*: new 9 ?BUSY, new b 9 ?BUSY, destroy !BUSY; destroy; = -1x -2x -3x -4x");

SITUATION("NULL is TRP_GONE and no mistake")
{
    trp_world *const world = stage_world();

    CHECK_QUIET(world, trp_recycle(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_expire(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_activate(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_deactivate(world, NULL), TRP_GONE);
    CHECK_RESULT(trp_world_destroy(NULL), TRP_GONE);
    CHECK_EQ(trp_state_of(world, NULL), TRP_STATE_NONE);
    CHECK(trp_pool_of(world, NULL) == NULL);
    CHECK_EQ(trp_slot_of(world, NULL), TRP_NO_SLOT);
    CHECK(trp_handle_is_null(trp_handle_of(world, NULL)));
    CHECK(trp_as_in(thing, actor, NULL) == NULL);
    CHECK(trp_as(thing, NULL) == NULL);
}

SCRIPT("recycled: notified once, handle dead, data readable, slot not yet free",
       "new 1; go; at -1: is expired 1, live 1, list, new 50, slot 50 1; recycle 1;"
       "= -1 +50; is free 1; live 1");
SCRIPT("expired: the handle dies now, the rest when a walk comes by",
       "new 1; go; at -1: is expired 1, new 50, slot 50 1; expire 1; = ; is expired 1; list;"
       "live 1; tick; = -1e +50; is free 1; expire 50; for; = -50e");
SCRIPT("expiring twice does nothing",
       "new 1; expire 1 1 1; expired 1; go; tick; = -1e; tick; = ; expired 0; recycled 1");
SCRIPT("a sleeper that is expired or recycled goes at once",
       "new 1 2; sleep 1 2; go; expire 1; = -1e; is free 1; recycle 2; = -2; is free 2");
SCRIPT("what has expired can be recycled, once",
       "new 1; expire 1; recycle 1; is free 1; recycled 1; tick; recycled 1");
SCRIPT("sleepers keep slot, data and handle",
       "new 1-3; go; sleep 2; is asleep 2; slot 2 1; live 3; active 2;"
       "memory oldest list 1 3; newest list 3 1; tick; for; memory oldest = 1 3 1 3;"
       "newest = 3 1 3 1; wake 2; is active 2; slot 2 1; active 3; tick; memory = 1 2 3;"
       "newest = 2 3 1; oldest = 1 3 2");
SCRIPT("on_end may do anything but to its actor",
       "new 1-3; go; recycled 0; live 3; at -2: recycle 2 !BUSY, expire 2 !BUSY,"
       "wake 2 !BUSY, sleep 2 !BUSY, is expired 2; recycle 2; = -2; live 2; recycled 1");
SCRIPT("on_end recycles others",
       "new 1-8; go; at -5: recycle 6; at -6: recycle 7; at -7: recycle 8; recycle 5;"
       "= -5 -6 -7 -8; live 4");
SCRIPT("a clear goes in list order, then through sleepers",
       "new 1-4; sleep 2; go; clear; memory oldest = -1c -3c -4c -2c;"
       "newest = -4c -3c -1c -2c; live 0; recycled 4; list");
SCRIPT("nothing is created in a pool that is being cleared",
       "new 1-4; at -*: new 9 ?BUSY, optional 9 ?BUSY; clear; live 0; refused 0; still;"
       "new 5-12; live 8");
SCRIPT("a clear goes on whatever on_end does",
       "in oldest; new 1-6; go; at -1: recycle 3; at -4: sleep 5; clear;"
       "= -1c -3 -2c -4c -6c -5c; live 0");
SCRIPT("a clear ends the first of its list, also one that on_end woke",
       "in newest oldest; new 1-4; sleep 2; go; at -3: wake 2; clear;"
       "newest = -4c -3c -2c -1c; oldest = -1c -3c -4c -2c; live 0");
SCRIPT("a clear goes round again for a sleeper that was woken, also to the last slot",
       "new 1-8; sleep 2 3 8; at -2: wake 3; clear; live 0");
SCRIPT("shutdown recycles all, in every state",
       "pool; pool 3 oldest; new b 11 12; new 1 2; sleep 11; expire 1; go; destroy;"
       "memory oldest = -1x -2x -12x -11x; newest = -2x -1x -12x -11x");
SCRIPT("shutdown goes layer by layer, pool by pool",
       "in newest; layers 2; pool layer 1; pool; pool memory layer 1; pool memory;"
       "new 0 1; new b 10 11; new c 20 21; new d 30 31; go; destroy;"
       "= -11x -10x -30x -31x -1x -0x -20x -21x");
SCRIPT("sleepers come last when they wake",
       "in newest oldest; pool 40; new 1-6; go; sleep 1 6 3; oldest list 2 4 5;"
       "newest list 5 4 2; each; oldest = 2 4 5; newest = 5 4 2; new 7; wake 3;"
       "oldest list 2 4 5 7 3; newest list 3 7 5 4 2; wake 6 1; go; joined;"
       "oldest = 2 4 5 7 3 6 1; newest = 1 6 3 7 5 4 2");
SCRIPT("sleepers of joined pools come last when they wake",
       "in newest oldest; pool; pool joins a; new b 1; new 2; new b 3; new 4; new b 5;"
       "new 6; go; sleep 1 6 3; joined; oldest = 2 4 5; newest = 5 4 2; new 7; wake 3;"
       "oldest list 2 4 5 7 3; newest list 3 7 5 4 2; wake 6 1; go; tick;"
       "oldest = 2 4 5 7 3 6 1; newest = 1 6 3 7 5 4 2");
SCRIPT("sleepers leave while they sleep",
       "in newest oldest; pool; pool joins a; new b 1; new 2; new b 3; new 4; new b 5;"
       "new 6; sleep 1 6 3; recycle 1; expire 6; recycle 3; oldest list 2 4 5;"
       "newest list 5 4 2; sleep 2 4 5; list; new 9; list 9; clear; clear b; live 0;"
       "live 0 b");
SCRIPT("sleepers are not stolen",
       "in newest oldest; pool 3 steal; new 1-3; sleep 1; new 4; oldest list 3 4;"
       "newest list 4 3; wake 1; oldest list 3 4 1; newest list 1 4 3");
SCRIPT("a clear comes back for sleepers that hooks wake",
       "pool 2; new 1 2; sleep 1 2; go; at -1: wake 2; clear; = -1c -2c");
SCRIPT("... and put to sleep when the clear has passed it",
       "in memory; pool 3; new 1-3; sleep 1-3; go; at -1: wake 2; at -3: sleep 2; clear;"
       "= -1c -3c -2c");
