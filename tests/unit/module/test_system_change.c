#include "../script.h"

SITUATIONS(system_change);

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
