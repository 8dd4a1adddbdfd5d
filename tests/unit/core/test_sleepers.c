/* Sleepers: they leave the list, and come last in an age order when they wake. */
#include "../script.h"

SITUATIONS(sleepers);

SCRIPT("sleepers come last when they wake",
       "in newest oldest; pool 40; new 1-6; go; sleep 1 6 3; oldest list 2 4 5;"
       "newest list 5 4 2; each; oldest = 2 4 5; newest = 5 4 2; new 7; wake 3;"
       "oldest list 2 4 5 7 3; newest list 3 7 5 4 2; wake 6 1; go; joined;"
       "oldest = 2 4 5 7 3 6 1; newest = 1 6 3 7 5 4 2");
SCRIPT("sleepers of joined pools come last when they wake",
       "in newest oldest; pool; pool joins a; new b 1; new 2; new b 3; new 4; new b 5;"
       "new 6; go; sleep 1 6 3; joined; oldest = 2 4 5; newest = 5 4 2; new 7; wake 3;"
       "oldest list 2 4 5 7 3; newest list 3 7 5 4 2; wake 6 1; go; tick;"
       "oldest = 2 4 5 7 3 6 1; newest = 1 6 3 7 5 4 2");
SCRIPT("sleepers leave while they sleep",
       "in newest oldest; pool; pool joins a; new b 1; new 2; new b 3; new 4; new b 5;"
       "new 6; sleep 1 6 3; recycle 1; expire 6; recycle 3; oldest list 2 4 5;"
       "newest list 5 4 2; sleep 2 4 5; list; new 9; list 9; clear; clear b; live 0;"
       "live 0 b");
SCRIPT("sleepers are not stolen",
       "in newest oldest; pool 3 steal; new 1-3; sleep 1; new 4; oldest list 3 4;"
       "newest list 4 3; wake 1; oldest list 3 4 1; newest list 1 4 3");
SCRIPT("a clear comes back for sleepers that hooks wake",
       "pool 2; new 1 2; sleep 1 2; go; at -1: wake 2; clear; = -1c -2c");
SCRIPT("... and put to sleep when the clear has passed it",
       "in memory; pool 3; new 1-3; sleep 1-3; go; at -1: wake 2; at -3: sleep 2; clear;"
       "= -1c -3c -2c");
