/* All bullets are cleared at the end of a level, and the boss still writes to one. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 50, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *seen;

    trp_create_many(bullets, 20, NULL, NULL); /* it began here */
    seen = trp_as(bullet, trp_pool_at(bullets, 11));
    trp_pool_clear(bullets, NULL); /* it ended here */
    if (!MISTAKE)
        seen = shoot(bullets, 1);
    seen->y = 3; /* the mistake */
    printf("%u bullets\n", (unsigned)trp_pool_count(bullets));
    return trp_world_destroy(world) != TRP_OK;
}
