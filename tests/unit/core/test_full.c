#include "../script.h"

SITUATIONS(full);

SCRIPT("overwritten ones are repaired before they are stolen",
       "pool 4 steal; new 1-4; harm 1 copy 2; new 5-9 ~; live 4; repair; clear; new 1-4;"
       "harm 1 copy 3; new 5-9 ~; live 4; repair; clear; new 1-4; harm 1 copy 4; new 5-9 ~; live 4;"
       "repair");
SCRIPT("TRP_FULL_STEAL_OLDEST takes the one longest in the list",
       "in newest oldest; pool 3 steal; new 1-3; go; new 4; = -1s +4; new 5; = -2s +5;"
       "stolen 2; recycled 2; created 5; refused 0; live 3; peak 3; tick;"
       "newest = 5 4 3; oldest = 3 4 5");
SCRIPT("a woken one is young again",
       "in newest oldest; pool 3 steal; new 1-3; sleep 1; wake 1; go; new 4; = -2s +4");
SCRIPT("TRP_FULL_STEAL_NEXT goes round the slots",
       "in memory; pool 4 steal; new 1-4; go; new 5 6 7 8 9 10; slot 5 0; slot 8 3;"
       "slot 9 0; slot 10 1; = -1s +5 -2s +6 -3s +7 -4s +8 -5s +9 -6s +10; stolen 6");
SCRIPT("a free slot is taken before any is stolen",
       "pool 4 steal; new 1-4; recycle 3; go; new 5; = +5; stolen 0");
SCRIPT("where all sleep nothing can be stolen",
       "pool 2 steal; new 1 2; sleep 1 2; new 3 ?FULL; refused 1; live 2");
SCRIPT("an optional birth does not steal",
       "pool 2 steal; new 1 2; go; optional 3 ?FULL; = ; stolen 0; refused 1");
SCRIPT("joined pools steal their own",
       "in oldest; pool 2 steal; pool 2 steal joins a; new 1; new b 2; new 3; new b 4; save;"
       "new b 5; new b 6; restore; go;"
       "new b 5; = -2s +5; new 6; = -1s +6; tick; = 3 4 5 6");
SCRIPT("stolen ahead of the walk: the newborn must wait",
       "in memory; pool 3 steal; new 1-3; go; at 1: new 10; tick; = 1 -2s +10 3; still;"
       "tick; = 1 10 3; stolen 1");
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
