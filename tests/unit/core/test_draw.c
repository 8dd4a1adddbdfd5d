#include "../script.h"

SITUATIONS(draw);

/* World, pool, layer, target, alpha and the user's pointer are checked in each drawing. */
SCRIPT("what a view says to its callbacks", "layers 2; pool memory; pool layer 1 newest; new 1-3; "
                                            "new b 9; go; draw; = d1 d2 d3 d9; ticks 0");
SCRIPT("a layer is drawn with its number, wherever it stands",
       "layers 2; pool memory; pool layer 1 newest; new 1-3; new b 9; place 0 1; go; draw; "
       "= d9 d1 d2 d3");
SCRIPT("looking is free", "in memory oldest; new 1-3; at d*: list 1-3, is active 1-3, live 3, "
                          "each; go; draw; = d1 1-3 d2 1-3 d3 1-3");

SITUATION("no world is not drawn")
{
    CHECK_RESULT(trp_draw_all(NULL, NULL, 0), TRP_ERR_NULL);
}

SCRIPT("drawing goes in list order",
       "pool memory; pool oldest; pool newest; pool oldest joins b; new 1-3;"
       "new d 11; new b 12; new d 13; new c 21 22; go; draw;"
       "= d1 d2 d3 d11 d12 d13 d22 d21");
SCRIPT("an order with many holes is drawn as it is",
       "in newest oldest; pool 30; new 1-30; recycle 2-29; go; draw; oldest = d1 d30;"
       "newest = d30 d1");
SCRIPT("what has expired or sleeps is not drawn, nor pruned",
       "new 11-13 1-3; expire 12; sleep 11; recycle 1; go; draw; oldest = d13 d2 d3;"
       "newest = d3 d2 d13; memory = d13 d2 d3; expired 1");
SCRIPT("invisible layers and pools without draw",
       "layers 2; pool; pool layer 1; pool unseen; new 1-3; new b 9; new c 10;"
       "hide 0; go; draw; = d9; tick; memory oldest = 1 2 3 10 9;"
       "newest = 3 2 1 10 9; show 0; disable 1; draw; memory oldest = d1 d2 d3 d9;"
       "newest = d3 d2 d1 d9");
