/*
 * Without malloc: the world and its pools are in a static block whose size the compiler knows. A
 * mistake, recycling twice, is refused and reported.
 */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct drop {
    trp_actor actor;
    short height;
} drop;

enum { DROPS = 32 };

static _Alignas(
    TRP_ALIGNMENT) unsigned char memory[TRP_WORLD_BYTES_FOR(1, 1) + TRP_POOL_BYTES(drop, DROPS)];

static void tell(trp_world *world, const trp_misuse *misuse)
{
    (void)world;
    printf("misuse: %s\n", misuse->message);
}

static void drop_update(trp_actor *self, const trp_context *in)
{
    drop *d = trp_as(drop, self);
    if (--d->height == 0)
        trp_recycle(in->world, self);
}

int main(void)
{
    trp_world *world =
        trp_world_init(memory, sizeof memory, &(trp_world_desc){.max_pools = 1, .on_misuse = tell});
    trp_pool *rain = trp_pool_create(world, &(trp_pool_desc){.name = "rain",
                                                             .type = TRP_TYPE(drop, actor),
                                                             .capacity = DROPS,
                                                             .update = drop_update});
    for (short height = 1; height <= DROPS; ++height)
        trp_create(rain, &(drop){.height = height});
    for (int tick = 0; tick < 10; ++tick)
        trp_update_all(world, 0.01f);
    printf("drops in the air: %u\n", (unsigned)trp_pool_count(rain));

    trp_actor *first = trp_first(world);
    trp_recycle(world, first);
    trp_result twice = trp_recycle(world, first);
    printf("the second time: %s\n", trp_result_name(twice));
    printf("drops in the air: %u\n", (unsigned)trp_pool_count(rain));
    trp_world_destroy(world);
    return 0;
}
