/* The world has ended, and one of its bullets is read. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 16, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    const bullet *b = shoot(bullets, 5);
    int damage = b->damage;

    trp_world_destroy(world);
    if (MISTAKE)
        damage = b->damage; /* the mistake */
    printf("damage %d\n", damage);
    return 0;
}
