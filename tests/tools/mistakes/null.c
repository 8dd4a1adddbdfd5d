/* Objects that were never created: calls with a NULL world or pool report it once. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct shot {
    trp_actor actor;
} shot;

int main(void)
{
    trp_world *world = NULL;
    trp_pool *shots = trp_pool_create(world, NULL);
    for (int i = 0; i < 2; i++) {
        trp_create(shots, NULL);
        trp_recycle(world, NULL);
        trp_update_all(world, 1);
        trp_get(world, (trp_handle){0, 0});
        printf("%u\n", (unsigned)trp_pool_count(shots));
        trp_each (shot, it, shots)
            return 1;
    }
    return 0;
}
