/* The pool has grown, its bullets have ended, and the chunk of one of them was returned. */
#include "mistake.h"

#include "troupe/shrink.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
                                                                .capacity = 8,
                                                                .max_capacity = 64,
                                                                .when_full = TRP_FULL_GROW});
    bullet *b = NULL;
    float x = 0;

    for (int i = 0; i < 20; i++)
        b = shoot(bullets, i);
    trp_pool_clear(bullets, NULL);
    trp_pool_trim(bullets);
    if (MISTAKE)
        x = b->x; /* the mistake */
    printf("%u slots, x %g\n", (unsigned)trp_pool_info(bullets).slots, (double)x);
    return trp_world_destroy(world) != TRP_OK;
}
