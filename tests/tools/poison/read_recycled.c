/* Reads a bullet that it recycled itself. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 100, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *b = shoot(bullets, 3); /* it began here */
    int damage = b->damage;

    trp_recycle(world, &b->actor); /* it ended here */
    if (MISTAKE)
        damage += b->damage; /* the mistake */
    printf("damage %d\n", damage);
    return trp_world_destroy(world) != TRP_OK;
}
