/* Moves a bullet that has ended. */
#include "mistake.h"

static void move(bullet *b, float dx)
{
    b->x += dx; /* the mistake */
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 100, TRP_ORDER_NEWEST, TRP_FULL_FAIL);
    bullet *first = shoot(bullets, 1); /* it began here */
    bullet *second = shoot(bullets, 2);

    trp_recycle(world, &first->actor); /* it ended here */
    move(MISTAKE ? first : second, 5);
    printf("second at %g\n", (double)second->x);
    return trp_world_destroy(world) != TRP_OK;
}
