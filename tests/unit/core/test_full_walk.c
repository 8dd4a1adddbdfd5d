/* A full pool steals while it is walked. */
#include "../script.h"

SITUATIONS(full_walk);

SCRIPT("many expired ones cost one each",
       "pool 90 steal; new 1-90; expire 1-80; new 101; expired 79; new 102-150; expired 30;"
       "new 151-180; expired 0; stolen 0; live 90; new 181-185; stolen 5; recycled 85");
SCRIPT("stealing in an update takes the oldest that is not the current one",
       "in memory oldest; pool 3 steal; new 1-3; go; at 1-3: new me+20, is active me;"
       "tick; = 1 -2s +21 3 -1s +23; stolen 2");
SCRIPT("stealing in a trp_for_each",
       "pool 5 steal; new 1-5; at 1-5: new me+20; for; live 5; refused 0");
SCRIPT("the only one, being updated, is not stolen",
       "pool 1 steal; new 1; go; at 1: new 2 ?FULL, is active 1; tick; = 1; stolen 0;"
       "refused 1; still; new 2; = -1s +2");
SCRIPT("in nested walks all current ones are spared",
       "pool 2 steal; new 1 2; at u1: for, is active 1 2; at v2: new 3 4 ?FULL, is active 1 2;"
       "tick; stolen 0; refused 2");
SCRIPT("on_end of the stolen one may not create there",
       "pool 3 steal; new 1-3; go; at -*: live 3, new me+30 ?BUSY, live 3; new 4;"
       "= -1s +4; new 5; = -2s +5; live 3; stolen 2; still");
SCRIPT("but elsewhere, and steal there",
       "pool 3 steal; pool 2 steal; new 1-3; new b 21 22; go; at -1: new b 11; new 4;"
       "= -1s -21s +11 +4");
SCRIPT("on_end of the stolen one makes more room",
       "pool 3 steal; new 1-3; go; at -1: recycle 2; new 4; = -1s -2 +4; new 5; = +5;"
       "live 3");
SCRIPT("stealing comes to an end, though each end creates",
       "pool 3 steal; new 1-3; at -*: new me+10 ?BUSY; new 4; live 3; still; clear;"
       "new 1-3; live 3");
SCRIPT("expired ones make room, in their turn, and with the right reason",
       "pool 3 steal; new 1-3; expire 1 3; go; new 4; = -1e +4; expired 1; stolen 0;"
       "live 3; recycled 1; refused 0");
SCRIPT("but not the current one, expired in its own update",
       "pool 3 steal; new 1-3; at 1: expire 1, new 4, is expired 1; tick; stolen 1;"
       "live 2");
SCRIPT("one whose update has returned may be stolen when the next is pruned",
       "pool 2 steal; new 1 2; memory oldest expire 2; newest expire 1; go;"
       "at -*: still, new 9; tick; memory oldest = 1 -2e -1s +9; newest = 2 -1e -2s +9");
