/* Other bullets are created after the bullet has ended. Without a quarantine one of them would have
 * its slot, and would be hit instead. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 100, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *b = shoot(bullets, 1); /* it began here */
    bool is_reused = false;

    trp_recycle(world, &b->actor); /* it ended here */
    for (int i = 0; i < 20; i++)
        is_reused |= shoot(bullets, i) == b;
    if (MISTAKE)
        b->damage = 9; /* the mistake */
    printf("%u bullets, %s\n", (unsigned)trp_pool_count(bullets),
           is_reused ? "one in its slot" : "none in its slot");
    return trp_world_destroy(world) != TRP_OK;
}
