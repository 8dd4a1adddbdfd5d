/* Steps past the last bullet, to a slot that was never used. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 16, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    const bullet *first = shoot(bullets, 5);
    int sum = 0;

    shoot(bullets, 6);
    for (int i = 0; i < (MISTAKE ? 3 : 2); i++)
        sum += first[i].damage; /* the mistake */
    printf("sum %d\n", sum);
    return trp_world_destroy(world) != TRP_OK;
}
