/* Several mistakes in calls that set something up: each is printed once. */
#include "troupe/troupe.h"

typedef struct rock {
    trp_actor actor;
    int size;
} rock;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    for (int i = 0; i < 2; i++) {
        trp_pool_create(world, &(trp_pool_desc){.capacity = 3});
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor)});
        trp_pool_create(world,
                        &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 3, .layer = 2});
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor),
                                                .capacity = 3,
                                                .when_full = TRP_FULL_GROW});
        trp_update_all(world, -1);
    }
    trp_world_destroy(world);
    return 0;
}
