/*
 * Ticks of pools with update_pool and is_expired; walks while drawing; systems that lose their
 * functions.
 */
#include "../script.h"

SITUATIONS(tick_limits);

/* 3 and 4 are over before the update, 2 after it. */
SCRIPT("is_expired is asked before and after an update_pool",
       "pool mortal whole; new 1-4; old 3 4; at u2: old 2; go; tick; "
       "memory oldest = -3e -4e 500 1 2 -2e; newest = -4e -3e 500 2 1 -2e; live 1");

/* The visited actor stays until the visit is over. */
SCRIPT("a visited actor outlives a tick that would end it",
       "pool mortal whole; new 1-4; at v4: still, old 3 4, tick, is active 4; for; live 3; "
       "is active 4; tick; live 2; is active 1 2");

/* It is checked like all others. */
SCRIPT("one that zeroes its own node is asked is_expired",
       "pool mortal; new 1-3; at u2: old 2, harm 2 zeros; go; tick; memory oldest = 1 2 -2e 3; "
       "newest = 3 2 -2e 1;"
       "active 2; repair");
SCRIPT("a free slot with a zeroed node is skipped, and used",
       "in memory; pool 61; new 0-59; recycle 20; harm 20 zeros; go; tick; = 0-19 21-59;"
       "new 70 ~CORRUPT; slot 70 20; repair");

/* The next reading of links is what repairs them. */
SCRIPT(
    "a walk in a drawing meets all, whatever the links say",
    "in oldest; new 1-4; harm 3 nolinks; at d1: each; go; draw; = d1 1-4 d2-4; repair; list 1-4");
SCRIPT("pools without draw are not drawn, beside one that is",
       "in oldest; pool; pool unseen joins a; new 1-4; new b 11 12; go; draw; = d1 d2 d3 d4");

/* An overwritten one is not repaired either. */
SCRIPT("a drawing recycles, creates and repairs nothing",
       "in memory; new 1-3; recycle 3; at d1: recycle 2 !BUSY, crowd 8-9 !BUSY; draw; live 2; "
       "harm 2 zeros; draw; recycle 2 ~CORRUPT; live 1; repair");

/* A system's functions may change: none is called that was removed. */
SCRIPT("a system takes its functions away",
       "system 0 updated; new 1; mark 1; tick; recycle 1; = +1 s0+1 s0^1 s0b 1 s0*1 s0a s0-1 -1; "
       "hush 0; new 1; mark 1; tick; recycle 1; = +1 1 -1; unsystem 0; = s0d");
SCRIPT("around a tick no pool and no layer is named",
       "layers 2; pool layer 1; new 1; scaleworld 2; scalelayer 1 5; system 0; at s0b: dt 6;"
       "at 1: dt 30; at s0a: dt 6; go; tick 3; = s0b 1 s0a");
SCRIPT("the expired have neighbours", "in oldest; new 1-4; expire 2; list 1 3 4; neighbours 2 1 3");
SCRIPT("a pool created ahead of the tick is updated in it",
       "layers 2; pool; new 1; go; tick; = 1; at 1: still, pool layer 1 whole; tick;"
       "= 1 500");
