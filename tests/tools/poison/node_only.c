/* A marker consists only of its node, and is assigned after its end. (Nodes are not marked for
 * Memcheck.) */
#include "mistake.h"

typedef struct marker
{
    trp_actor actor;
} marker;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *markers =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(marker, actor), .capacity = 10});
    marker *m = trp_as(marker, trp_create(markers, NULL));

    trp_recycle(world, &m->actor);
    if (MISTAKE)
        *m = (marker){0}; /* the mistake for asan */
    printf("%u markers, %s\n", (unsigned)trp_pool_count(markers),
           trp_result_name(trp_recycle(world, &m->actor)));
    return trp_world_destroy(world) != TRP_OK;
}
