#include "../script.h"

SITUATIONS(layer_change);

/* Each of the layers 0 to 2 has a pool with one actor, 0 to 2. */
#define IN_THREE_LAYERS(sentence, script)                                                          \
    SCRIPT(sentence, "layers 3; pool; pool layer 1; pool layer 2; "                                \
                     "new 0; new b 1; new c 2; " script)

/* Layers: changes by callbacks to their order and to pools, during a call for a whole layer or a
 * tick. */

SCRIPT("those born while a layer expires are spared",
       "layers 3; pool; pool layer 1; pool layer 2; new a 1; new b 2; new b 4; sleep 4; listen b; "
       "at w!2: new b 8 9, sleep 9; go; fadelayer 1; = +8 +9 -4e; is active 8 1; is asleep 9; "
       "is expired 2");

/* Serials are renumbered in the meantime; up to the last slot. */
SCRIPT("sleepers expire however long they have slept",
       "in memory; pool 5; new 1; stamps floor 10; new 11-14; sleep 11-14; stamps first -100; "
       "fadelayer 0; live 1;"
       "active 0");

IN_THREE_LAYERS("what is moved from a disabled layer is updated once",
                "disable 0; go; at 1: move a 2; tick; = 1 2 0; tick; = 1 2 0");
IN_THREE_LAYERS("... to its own layer, which is enabled",
                "disable 0; go; at 1: enable 0, move a 0; tick; = 1 0 2");
IN_THREE_LAYERS("... if its layer is moved",
                "disable 0; go; at 1: enable 0, place 0 2; tick; = 1 2 0");
IN_THREE_LAYERS("a pool that is moved from an enabled layer has had its update",
                "go; at 1: move a 2; tick; = 0 1 2");
IN_THREE_LAYERS("what is enabled where the tick has been waits",
                "disable 0; go; at 1: enable 0, place 2 2; tick; = 1 2; tick; = 0 1 2");
IN_THREE_LAYERS("a pool made where the tick has been waits",
                "go; at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole; tick; "
                "= 0 1 500 2 500; tick; = 0 500 1 500 2 500");
IN_THREE_LAYERS("... though layers are put in order",
                "tick; go; "
                "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole, place 2 2; "
                "tick; = 0 1 500 2 500; tick; = 0 500 1 500 2 500");
IN_THREE_LAYERS("... unless it is moved there from ahead",
                "go; "
                "at 1: still, pool whole, pool layer 1 whole, pool layer 2 whole, move f 0; "
                "tick; = 0 1 500 500 2");
IN_THREE_LAYERS("... or its layer is ahead again",
                "go; "
                "at 1: still, place 0 2, pool whole, pool layer 1 whole, pool layer 2 whole; "
                "tick; = 0 1 500 2 500 500");
SCRIPT("the sleeper in the last slot expires with the others",
       "pool 5; new 1 11-14; sleep 13 14; fadelayer 0; live 3; tick; live 0");
SCRIPT("the sleeper in the first slot as well",
       "pool 5; new 1 11 12; sleep 1; recycle 11; fadelayer 0; live 1");
SCRIPT("nothing is moved while the world ends",
       "layers 3; pool; pool layer 1; new 0; new b 1;"
       "at -*: move a 1 !BUSY, move b 1 !BUSY, place 0 2 !BUSY; destroy");
