/* Calls for all of a layer: it is walked, cleared, expired. */
#include "../script.h"

SITUATIONS(layer_all);

SCRIPT("trp_layer_for_each is one walk over all its pools",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0; new b 1;"
       "new c 2 22; new d 3; go; expire 2; layer 2; = -2e 22 3; live 1 c;"
       "at *: new me+10, new b me+11, new c me+12, new d me+13; layer 2;"
       "= 22 +32 +33 +34 +35 3 +13 +14 +15 +16");
SCRIPT("clearing a layer clears all of it, and nothing is created meanwhile",
       "layers 2; pool memory; pool memory 8 layer 1; pool memory layer 1; new 0;"
       "new b 2 21-24; new c 3; sleep 22; expire 23; go; clearlayer 1;"
       "= -2c -21c -23c -24c -22c -3c; live 0 b; live 0 c; live 1");
SCRIPT("... whatever its callbacks do",
       "layers 2; pool; pool layer 1; pool layer 1; new 0; new b 2 21-24;"
       "new c 31-33;"
       "at -*: new b 9 ?BUSY, new c 9 ?BUSY, move b 0 !BUSY, place 1 0 !BUSY, "
       "clearlayer 1;"
       "at -2: new 9; clearlayer 1; live 0 b; live 0 c; live 2; still; new b 10");
SCRIPT("a layer is cleared in an update of one of its actors",
       "layers 2; pool memory; pool memory layer 1; pool memory layer 1; new 0;"
       "new b 2 21 22; new c 3; go; at 21: clearlayer 1; tick;"
       "= 0 2 21 -2c -21c -22c -3c; live 0 b; live 0 c");
SCRIPT("expiring a layer ends all its lives, softly",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
       "new b 1; new c 2 21 22 23; new d 3; sleep 22; go; fadelayer 2; = -22e;"
       "is expired 23; live 3 c; live 1 d; fadelayer 2; tick;"
       "= 0 1 -2e -21e -23e -3e; live 0 c; live 0 d; new c 5; go; tick; = 0 1 5");
SCRIPT("a layer is expired in an update of one of its actors",
       "layers 3; pool; pool layer 1; pool memory layer 2; pool layer 2; new 0;"
       "new b 1; new c 2 21 22; new d 3; go; at 21: fadelayer 2; tick;"
       "= 0 1 2 21 -21e -22e -3e; live 1 c; tick; live 0 c");
SCRIPT("layers stay at their places while all of one is gone through",
       "layers 3; pool; pool layer 2; pool layer 2; new 0; new b 2; new c 3; watch;"
       "at v2: place 0 1 !BUSY; layer 2; place 2 0; at w!2: place 0 1 !BUSY;"
       "fadelayer 2; place 2 1; clearlayer 2; place 2 2; still; new b 4;"
       "at -4: place 0 1 !BUSY; destroy");
