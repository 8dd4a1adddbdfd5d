/* Reuses a bullet by assigning the whole struct, after it has been recycled. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 100, TRP_ORDER_OLDEST, TRP_FULL_FAIL);
    bullet *b = shoot(bullets, 3); /* it began here */

    trp_recycle(world, &b->actor); /* it ended here */
    if (MISTAKE)
        *b = (bullet){.damage = 4}; /* the mistake */
    else
        b = shoot(bullets, 4);
    printf("%u bullets\n", (unsigned)trp_pool_count(bullets));
    return trp_world_destroy(world) != TRP_OK;
}
