/* Which ticks and updates systems are notified of, and only if they subscribe. */
#include "../script.h"

SITUATIONS(system_tick);

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
