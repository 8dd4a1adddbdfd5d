/* Walks over a pool whose slots are freed before the walk and by it: the walk skips them and reads
 * no marked byte. No mistake. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 200, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *all[200];
    int sum = 0;

    for (int i = 0; i < 200; i++)
        all[i] = shoot(bullets, i);
    for (int i = 0; i < 200; i += 7)
        trp_recycle(world, &all[i]->actor);
    trp_each (bullet, it, bullets) {
        const int damage = it->damage;
        if (damage % 5 == 1)
            trp_recycle(world, &it->actor);
        if (damage % 5 == 2 && damage % 7 != 6)
            trp_recycle(world, &all[damage + 1]->actor);
        sum += damage;
    }
    trp_update_all(world, 1);
    printf("sum %d, %u left\n", sum, (unsigned)trp_pool_count(bullets));
    return trp_world_destroy(world) != TRP_OK;
}
