/* Two bullets hit each other and end while a walk is at one of them. Then that one is read. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 30, TRP_ORDER_OLDEST, TRP_FULL_FAIL);
    int sum = 0;

    for (int i = 0; i < 20; i++)
        shoot(bullets, i);
    trp_each (bullet, it, bullets) {
        if (it->damage % 5 == 0) {
            trp_recycle(world, &it->actor); /* it ended here */
            if (!MISTAKE)
                continue;
        }
        sum += it->damage; /* the mistake */
    }
    printf("sum %d\n", sum);
    return trp_world_destroy(world) != TRP_OK;
}
