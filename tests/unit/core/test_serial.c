/*
 * Serials distinguish newborns from older actors. They decrease, and are renumbered when half of
 * them are used up and no walk is in progress, or three quarters although a trp_each seems open. No
 * actor is affected visibly.
 */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(serial);

/* The order stays, also for sleepers and for actors that wait in it. */
SCRIPT("serials: a walk renumbers them",
       "try tick for each; in memory; pool 40; new 1-6; stamps half -1; sleep 2; expire 3; "
       "recycle 5; renumbered 0; $; renumbered 1; wake 2; tick; go; tick; = 1 2 4 6");
SCRIPT("serials: a walk renumbers those of joined pools",
       "try tick for each; in newest oldest; pool 40; pool 40 joins a; deal 1-6; stamps half -1; "
       "sleep 2; expire 3; recycle 5; renumbered 0; $; renumbered 1; wake 2; tick; go; tick; "
       "newest = 2 6 4 1; oldest = 1 4 6 2");

/* ... or a callback, or a drawing. */
SCRIPT(
    "serials: not while a walk may remember one",
    "pool 40; new 1-6; at v1: still, stamps quarter 9, for, each, renumbered 0; each; renumbered 0;"
    "at d*: each, renumbered 0, destroy !BUSY; draw; still; for; renumbered 1;"
    "at u1: still, stamps quarter 9, for, each, renumbered 0; go; tick; go; tick;"
    "memory oldest = 1-6; newest = 6 5 4 3 2 1");
SCRIPT(
    "serials: not within on_create",
    "pool 40; new 1-6; at +7: for, each, renumbered 0; stamps half -1; new 7; for; renumbered 1");

SITUATION("serials: not while the world is read")
{
    trp_world *const world = stage_world();
    trp_pool *const pool = stage_pool(world, 4, TRP_ORDER_OLDEST);

    stage_things(pool, 1, 3);
    trp__set_newest(world, TRP__STAMP_FLOOR + (1u << 28) - 1);
    const bool has_begun = trp__begin_reading(world);
    trp_each (thing, it, pool)
        CHECK(world->state.newest < TRP__STAMP_FLOOR + (1u << 28));
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    trp__end_reading(world, has_begun);
    CHECK_OK(trp_for_each(pool, stage_visit, NULL));
    CHECK(world->state.newest > TRP__STAMP_FLOOR + (1u << 29));
}

/* As longjmp() does, and `return` where compilers cannot end a walk then. */
SCRIPT("serials: later if a trp_each was left by longjmp",
       "pool 40; new 1-6; abandon; stamps half -1; for; renumbered 0; stamps quarter -1; for; "
       "renumbered 1; go; tick;"
       "memory oldest = 1-6; newest = 6 5 4 3 2 1");

/* No more actors enter an age order in it; everything else continues. */
SCRIPT("serials: all used up in one tick",
       "in newest oldest; pool 40; new 1-6; at u1: stamps floor 2, new 11-13, new 14 ?LIMIT; tick; "
       "live 9; still;"
       "new 15; renumbered 1; go; tick; oldest = 1-6 11-13 15; newest = 15 13 12 11 6 5 4 3 2 1");
SCRIPT("serials: all used up in one tick in memory order",
       "in memory; pool 40; new 1-6; at u1: stamps floor 2, new 11-14; tick; live 10; still; "
       "new 15; go; tick; = 1-6 11-15");

/* Without one it stays asleep. */
SCRIPT("serials: all used up when an actor wakes",
       "in newest oldest; pool 40; pool 40 joins a; deal 1-6; sleep 2; "
       "at u1: stamps floor 0, wake 2 !LIMIT; tick; is asleep 2; still; wake 2; go; tick; "
       "oldest = 1 3 4 5 6 2; newest = 2 6 5 4 3 1");

/* What is born then is younger than all that were renumbered. */
SCRIPT("serials: births after a renumbering",
       "try 1 2 3; pool 40; new 1-$; stamps half -1; for; renumbered 1; new 9; new 10; go; tick;"
       "memory oldest = 1-$ 9 10");
SCRIPT("serials: births after a renumbering, beside a sleeper",
       "try 1 3; pool 40; new 1-$; sleep 1; stamps half -1; for; renumbered 1; new 9; wake 1; "
       "new 10; is active 1 9 10");
