/*
 * Mistakes that do not compile, with the compiler's error. Without a mistake the program compiles.
 *
 * 1 refused: this member is no trp_actor
 * 2 refused: this member is no trp_actor
 * 3 refused: this member is no trp_actor
 * 4 refused: a box is four floats
 * 5 refused: a box is four floats
 * 6 refused: a box is four floats
 * 7 refused: a box is four floats
 * 8 refused: trp_create takes a pointer to a struct
 * 9 refused: trp_create takes a pointer to a struct
 * 10 refused: the member of a lifetime is a trp_time
 * 11 refused: the member of a lifetime is a trp_time
 */
#include "troupe/troupe.h"

#ifndef MISTAKE
#define MISTAKE 0
#endif

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
    int energy;
    trp_box box;
    float corner[4];
    trp_time until;
} rock;

typedef struct thing {
    trp_actor *actor; /* a pointer */
    double x, y, width, height;
} thing;

typedef struct body {
    trp_actor actor;
    float x, y;
} body;

typedef struct missile {
    body base;
    float x;
    double y, width, height;
} missile;

typedef struct point {
    float x, y;
} point;

const trp_pool_desc desc = {
    .type = TRP_TYPE(rock, actor), .capacity = 1, .lifetime = TRP_LIFETIME(rock, until)};
const trp_pool_desc based = {.type = TRP_TYPE(missile, base.actor), .capacity = 1};
const trp_space_pool_desc boxes[] = {{.box = TRP_BOX(rock, x, y, width, height)},
                                     {.box = TRP_BOX_AT(rock, box)},
                                     {.box = TRP_BOX_AT(rock, corner)},
                                     {.box = TRP_BOX(rock, x, y, width, height)}};

#if MISTAKE == 1
const trp_pool_desc wrong = {.type = TRP_TYPE(thing, actor), .capacity = 1};
#elif MISTAKE == 4
const trp_space_pool_desc wrong = {.box = TRP_BOX_AT(thing, x)};
#elif MISTAKE == 5
const trp_space_pool_desc wrong = {.box = TRP_BOX(missile, x, y, width, height)};
#elif MISTAKE == 6
const trp_space_pool_desc wrong = {.box = TRP_BOX_AT(body, y)};
#elif MISTAKE == 7
const trp_space_pool_desc wrong = {.box = TRP_BOX(rock, x, y, height, width)};
#elif MISTAKE == 10
const trp_pool_desc wrong = {.lifetime = TRP_LIFETIME(rock, x)};
#elif MISTAKE == 11
const trp_pool_desc wrong = {.lifetime = TRP_LIFETIME_BY(thing, x, TRP_CLOCK_TICKS)};
#endif

const void *look(trp_actor *self, trp_pool *rocks, const void *any);

const void *look(trp_actor *self, trp_pool *rocks, const void *any)
{
    rock init = {.energy = 3}, *r = &init;
    trp_create(rocks, r);
    trp_create(rocks, any);
    trp_create(rocks, NULL);
    trp_create(rocks, &(rock){.x = 1, .energy = 2});
    trp_each (rock, it, rocks)
        it->x += 1;
#if MISTAKE == 2
    return trp_as(thing, self);
#elif MISTAKE == 3
    trp_each (thing, that, rocks)
        that->x += 1;
#elif MISTAKE == 8
    trp_create(rocks, &r);
#elif MISTAKE == 9
    point at = {1, 2};
    trp_create(rocks, &at);
#endif
    return trp_as(rock, self);
}
