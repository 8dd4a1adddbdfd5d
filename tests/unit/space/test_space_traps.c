/*
 * Common mistakes in grids. Each situation is played with every kind of space. Kinds with cells
 * have cells of 10 by 10.
 */
#include "../script.h"

SITUATIONS(space_traps);

SCRIPT(
    "trap: an overlap test that compares an edge with a width",
    "space; put 1 100 100 10; put 2 105 105 10; put 3 50 100 20 10; put 4 100 50 10 20; go; pairs;"
    "= 1&2; query 100 100 1 1; = 1; query 60 60 20 20; =");
SCRIPT("trap: an object tested against itself",
       "space; put 1 5 5 10; pairs; answers 0; put 2 5 50 0; pairs; answers 0");
SCRIPT("trap: a query that throws its results away",
       "pool 9; space; row 1-9 4 4 2 2; go; query 0 0 100 100; = 1-9; answers 9; query 15 0 10 10;"
       "= 4 5 6; answers 3");
SCRIPT("trap: cells x-major here and y-major there",
       "pool 50; space room 64; row 1-10 4 10 2 2 4; row 11-20 4 10 2 2 14; row 21-30 4 10 2 2 24;"
       "row 31-40 4 10 2 2 34; row 41-50 4 10 2 2 44; go; query 0 0 100 50; = 1-50; query 95 5 0 0;"
       "= 10; query 5 45 0 0; = 41; query 45 25 0 0; = 25; query 25 45 0 0; = 43; pairs; =");
SCRIPT("trap: the clamp of y by the width",
       "pool 30; space room 32; row 1-3 4 10 2 2 4; row 4-6 4 10 2 2 14; row 7-9 4 10 2 2 24;"
       "row 10-12 4 10 2 2 34; row 13-15 4 10 2 2 44; row 16-18 4 10 2 2 54; go; query 0 0 30 60;"
       "= 1-18; query 25 5 0 0; = 3; query 5 55 0 0; = 16; query 25 45 0 0; = 15; pairs; =");
SCRIPT("trap: no margin on the left and the top",
       "space; put 1 8 15 9 1; put 2 15 8 1 9; put 3 8 8 8 8; go; query 14 14 3 3; = 1 2 3;"
       "query 2 15 5 5; =; query 3 15 5 5; = 1 3; query 9 15 5 5; = 1 3; query 10 15 5 5; = 1 2 3;"
       "query 16 15 5 5; = 1 2 3; query 17 15 5 5; = 1; query 18 15 5 5; =");

/* Two touching boxes, in any two neighbouring cells. */
SCRIPT("trap: the neighbour below-left that is never visited",
       "space; put 1 100 200 10; put 2 0 0 10;"
       "box 2 90 190 10; pairs; answers 1; box 2 100 190 10; pairs; answers 1; box 2 110 190 10; "
       "pairs; answers 1;"
       "box 2 90 200 10; pairs; answers 1; box 2 100 200 10; pairs; answers 1; box 2 110 200 10; "
       "pairs; answers 1;"
       "box 2 90 210 10; pairs; answers 1; box 2 100 210 10; pairs; answers 1; box 2 110 210 10; "
       "pairs; answers 1");
SCRIPT("trap: pairs within a cell twice and across cells once",
       "space; put 1 2 2 3; put 2 3 3 3; put 3 4 4 8 3; put 4 11 5 3; go; pairs;"
       "= 1&2 1&3 2&3 3&4");
SCRIPT(
    "trap: an object larger than a cell",
    "pool 29; space room 32; put 1 3 3 35 2; put 2 36 4 1; put 3 21 1 2 40; put 4 -500 -500 1000;"
    "row 5-29 300 20 1 1 7; go; query 37 4 0 0; = 1 2 4; query 22 39 0 0; = 3 4; pairs;"
    "= 1&2 1&3 1&4 2&4 3&4 4&5 4&6 4&7 4&8 4&9 4&10 4&11 4&12 4&13 4&14 4&15");

/* In list order, each once. */
SCRIPT(
    "trap: an object that moves on during the walk and is updated twice",
    "in memory; pool 20 around 0 0 50 50; space; put 4 10 5; put 3 20 5; put 2 30 5; put 1 40 5; "
    "put 9 70 5; go;"
    "at u4: box 4 20 5; at u3: box 3 30 5; at u2: box 2 40 5; at u1: box 1 50 5; tick; = 4 3 2 1");
SCRIPT(
    "trap: one that removed itself and is put back by the mover",
    "space; put 1 5 5 4; put 2 8 5 4; go; at 1: part me; query 6 6 0 0; = 1; still; shape 1 15 5;"
    "reread; moved 1 !UNLINKED; outside 1; query 0 0 100 100; = 2; pairs; =; join 1;"
    "query 16 6 0 0; = 1");
