/*
 * All calls that take memory fail for lack of it: at the first call of the allocator, at the
 * second, and so on until a script succeeds; once only, or from then on until the call has failed.
 * After each failure nothing has changed, nothing is lost, and the same call succeeds when there is
 * memory again.
 */
#include "../script.h"

SITUATIONS(faults);

SCRIPT(
    "no memory for a world or a pool of any kind",
    "faults; in memory; layers 2; pool 70; pool newest 5 like; pool oldest 5 steal layer 1; pool "
    "oldest 5 joins c; pool external 5; pool oldest external 5 joins c; pool 5 steal; pool 2 "
    "grow 20; pool newest 2 grow 20; pool oldest 2 grow 20; new a 1; tick");

SCRIPT("no memory for a pool that grows", "faults; pool 2 grow 20; new 1-20; new 21 ?FULL");

/* An external pool takes three blocks per growth: cells, order and addresses. */
SCRIPT("no memory for an external pool that grows",
       "faults; in newest oldest; pool external 2 grow 20; pool external 2 grow 20 ends; new 1-20; "
       "clear; new b 1-20");

SCRIPT("nor for one that grows by a span", "faults; pool 2 grow 20; crowd 1-20; live 20");

SCRIPT(
    "nor for chunks that were given back",
    "faults; in memory; pool 2 grow 20; new 1-20; clear; trim; capacity 2; new 1-20; clear; trim; "
    "capacity 2");

SCRIPT("nor in the middle of a walk",
       "faults; pool 2 grow 20; new 1; at v*: new me+1; for; live 2; still; at v*: new me+2; for; "
       "live 4; still; at v*: new me+4; for; live 8; still; at v*: new me+8; for; live 16");

/* What is dead gives room back, which may need memory. */
SCRIPT(
    "no memory for groups",
    "faults; in memory; pool 40; group room 3; use 1; group; new 1-40; use 0; add 1-40; places "
    "1-40; use 1; grant 10; slice 0 0 40; fitted 40; places 1-40; clear; new 41; use 0; grant 0; "
    "use 1; add 41; grant 0; go; walk; = 41; freegroup");

SCRIPT(
    "no memory for families",
    "faults; in memory; pool 4; pool oldest 2 grow 20; family; new a 1; new b 2-9; attach 1 2-9; "
    "recycle 1; live 0 b");

/* A newborn is outside of a space that has no memory, and may be added later. */
SCRIPT("no memory for spaces of any kind",
       "try grid brute; faults; in memory; pool 2 grow 20; pool 30; space empty room 2 most 60 $; "
       "enter a; new 1-20; admit 1-20; count 20; go; everything; = 1-20; new b 31-60; clear a; "
       "freespace");

SCRIPT(
    "nor for members up to the last slot of their pool",
    "faults; in memory; pool 2 grow 3; space empty room 8; enter a; new 1-3; admit 1-3; count 3");

SCRIPT("nor for what enters them",
       "faults; in memory; pool 30; new 1-30; space empty room 4 most 60; enter a; count 30; go; "
       "everything; = 1-30");
