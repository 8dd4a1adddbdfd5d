/* Clones a dead bullet: the library reads it, and the report contains the caller. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 100, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    bullet *model = shoot(bullets, 3);
    bullet *b = shoot(bullets, 4);
    trp_actor *clone;

    if (MISTAKE)
        trp_recycle(world, &model->actor);
    clone = trp_create(bullets, model); /* the mistake */
    printf("damage %d, then %d\n", b->damage, trp_as(bullet, clone)->damage);
    return trp_world_destroy(world) != TRP_OK;
}
