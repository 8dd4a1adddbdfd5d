/**
 * @file mistake.h Shared by these programs. Each makes one mistake: at the line with the comment
 * "the mistake" it uses a pointer that it has kept too long. With MISTAKE=0 it is the same program
 * without the mistake, usually with a handle.
 */
#ifndef TROUPE_TESTS_MISTAKE_H
#define TROUPE_TESTS_MISTAKE_H

#include "troupe/troupe.h"

#include <stdio.h>

#ifndef MISTAKE
#define MISTAKE 1
#endif

typedef struct bullet {
    trp_actor actor;
    float x, y;
    int damage;
} bullet;

static inline trp_pool *bullet_pool(trp_world *world, uint32_t capacity, trp_order order,
                                    trp_full when_full)
{
    return trp_pool_create(world, &(trp_pool_desc){.name = "bullet",
                                                   .type = TRP_TYPE(bullet, actor),
                                                   .capacity = capacity,
                                                   .order = order,
                                                   .when_full = when_full});
}

static inline bullet *shoot(trp_pool *pool, int damage)
{
    return trp_as(bullet, trp_create(pool, &(bullet){.damage = damage}));
}

#endif
