#include "../script.h"

SITUATIONS(full);

SCRIPT("overwritten ones are repaired before they are stolen",
       "pool 4 steal; new 1-4; harm 1 copy 2; new 5-9 ~; live 4; mend; clear; new 1-4;"
       "harm 1 copy 3; new 5-9 ~; live 4; mend; clear; new 1-4; harm 1 copy 4; new 5-9 ~; live 4;"
       "mend");
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
SCRIPT("sleepers are not stolen", "pool 3 steal; new 1-3; sleep 1; go; new 4; = -2s +4");
SCRIPT("where all sleep nothing can be stolen",
       "pool 2 steal; new 1 2; sleep 1 2; new 3 ?FULL; refused 1; live 2");
SCRIPT("an optional birth does not steal",
       "pool 2 steal; new 1 2; go; optional 3 ?FULL; = ; stolen 0; refused 1");
SCRIPT("an optional birth does not grow",
       "grows; pool 2 grow 8; new 1 2; optional 3 ?FULL; slots 2; new 3; slots 4;"
       "optional 4; live 4");
SCRIPT("joined pools steal their own",
       "in oldest; pool 2 steal; pool 2 steal joins a; new 1; new b 2; new 3; new b 4; go;"
       "new b 5; = -2s +5; new 6; = -1s +6; tick; = 3 4 5 6");
SCRIPT("stolen ahead of the walk: the newborn must wait",
       "in memory; pool 3 steal; new 1-3; go; at 1: new 10; tick; = 1 -2s +10 3; still;"
       "tick; = 1 10 3; stolen 1");
