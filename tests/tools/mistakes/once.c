/* A world without a hook prints each kind of misuse once, wherever it occurs, and counts each
 * misuse. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct shot {
    trp_actor actor;
    int energy;
} shot;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *shots =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(shot, actor), .capacity = 8});
    trp_pool *others = trp_pool_create(
        world, &(trp_pool_desc){.name = "other", .type = TRP_TYPE(shot, actor), .capacity = 8});
    trp_actor *first = trp_create(shots, NULL), *other = trp_create(others, NULL);
    trp_recycle(world, first);
    trp_recycle(world, other);
    for (int i = 0; i < 3; i++) {
        trp_recycle(world, first); /* the first of a kind */
        trp_recycle(world, other); /* the same kind in another pool */
        trp_expire(world, first);  /* another kind: another call */
    }
    printf("misuses: %u\n", (unsigned)trp_world_info(world).misuse);
    trp_world_destroy(world);
    return 0;
}
