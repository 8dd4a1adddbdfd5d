/* Bullets without damage are recycled, including the hero's last shot. */
#include "mistake.h"

static bool is_spent(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return trp_as(bullet, actor)->damage == 0;
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 50, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *shot = shoot(bullets, 0); /* it began here */

    shoot(bullets, 2);
    trp_pool_recycle_if(bullets, NULL, is_spent, NULL); /* it ended here */
    if (MISTAKE)
        shot->damage++; /* the mistake */
    printf("%u bullets\n", (unsigned)trp_pool_count(bullets));
    return trp_world_destroy(world) != TRP_OK;
}
