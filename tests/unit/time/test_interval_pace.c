/* Limits of clocks, lifetimes and intervals: very short times, pools without an update, changes
 * during a tick. */
#include "../script.h"

SITUATIONS(interval_pace);

SCRIPT("time that is far less than a unit is none",
       "pool lifetime seconds; new 1; life 1 seconds 1; tick 0.000000000001; lifeleft 1 seconds 1; "
       "tick 0.5; lifeleft 1 seconds 0.5; life 1 seconds -0; go; tick 0.25; = -1e");

SCRIPT("lives end in a pool without an update",
       "in memory; pool lifetime ticks still; new 1-4; tick; go; at -1: recycle 2; life 1 ticks 1; "
       "expire 4; tick; = -1e -2 -4e; live 1; clear; new 11-14; together 2; tick; tick; at -11: "
       "recycle 12; life 11 ticks 1; expire 14; go; tick; tick; = -14e -11e -12");

/* Actors that the first run does not visit: expired before, ended meanwhile, born meanwhile, in the
 * slot after it and past its end. */
SCRIPT("what is no part of a walk is left alone",
       "in memory; pool lifetime ticks still; new 1-4; recycle 4; expire 3; at -3: new 9, moment 9 "
       "1; go; tick; tick; = -3e +9 -9e; live 2");

SCRIPT("the other kind of interval begins again",
       "in memory; pool lifetime ticks; new 0-3; stagger 4; go; tick; = 1; together 4; pass 3; =; "
       "tick; = 0 1 2 3");

/* Lives of another time are over too: of one that has ended, and of one that has just begun. */
SCRIPT("over in a slot whose turn it is",
       "in memory; pool lifetime ticks; new 0-5; moment 3 1; moment 5 1; recycle 4; stagger 2; at "
       "1: recycle 3, new 9, moment 9 1; go; tick; = 1 -3 +9 -5e; live 4");
SCRIPT("over in a slot whose turn does not come",
       "in memory; pool lifetime ticks; new 0-5; moment 3 1; moment 5 1; recycle 4; stagger 70; at "
       "1: recycle 3, new 9, moment 9 1; go; tick; = 1 -3 +9; live 5");

/* Turns as long as a word or longer, and several words. */
SCRIPT("lives end in long turns and in many words",
       "try 7 70; in memory; pool 140 lifetime ticks; new 0-139; moment 71 1; stagger $; tick; is "
       "free 71; live 139");

SCRIPT("no turn comes in a disabled layer",
       "in oldest; pool lifetime world; new 1-3; life 1 world 1; together 2; go; tick; tick; = -1e "
       "2 3; life 2 world 1; expire 3; disable 0; tick; = -3e; enable 0; tick; tick; = -2e");

/* No callback of the pool before is in progress any more. */
SCRIPT("a walk in the next pool's update prunes",
       "try 1 2; in memory; pool; pool; new a 1 2; new b 9; together a $; tick; go; at 9: expire "
       "2, for a; tick; = 1 2 9 1 -2e");

SCRIPT("slots of further chunks have turns",
       "in memory; grows; pool 8 grow 160; new 0-19; stagger 8; go; tick; = 1 9 17");
SCRIPT("slots of two chunks in a word have turns",
       "in memory; grows; pool 63 grow 160; new 0-79; stagger 21; pass 19; go; tick; = 20 41 62; "
       "tick; = 0 21 42 63; tick; = 1 22 43 64");
SCRIPT("set for a joined pool, it begins in the next tick",
       "in oldest; pool; pool joins a; new 1; new b 7; go; at 1: together b 2; tick 0.25; = 1 7; "
       "dt 0.25; still; tick 0.25; = 1; tick 0.25; = 1 7");
SCRIPT("a disabled layer prunes and no more",
       "in memory oldest; new 1-3; go; stagger 2; tick; = 2; expire 2; disable 0; tick; = -2e; "
       "enable 0; tick; = 1 3");
SCRIPT("a tick in a walk leaves the walk's actor",
       "new 1; together 2; go; at v1: expire 1, tick; for; = 1 -1e");
SCRIPT("born in a slot whose turn it is",
       "in memory; pool lifetime ticks; new 0-2; stagger 2; go; at 1: new 5, life 5 ticks 1; tick; "
       "= 1 +5; still; tick; = 0 2; tick; = 1 -5e");
SCRIPT("gone in a slot whose turn it is",
       "in memory oldest; new 0-5; stagger 2; go; at 1: recycle 3; tick; = 1 -3 5");
