/* The pool was full, and a shot stole the slot of the bullet that is read. That shot has ended as
 * well. (While the shot lives, a stale pointer reads its data: a stolen slot is reused at once, and
 * only a handle distinguishes the two lives.) */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = bullet_pool(world, 8, TRP_ORDER_OLDEST, TRP_FULL_STEAL_OLDEST);
    bullet *first = shoot(bullets, 7); /* it began here */
    trp_handle handle = trp_handle_of(world, &first->actor);
    bullet *last = NULL;
    int damage = 0;

    for (int i = 0; i < 8; i++)
        last = shoot(bullets, i); /* it ended here */
    trp_recycle(world, &last->actor);
    if (MISTAKE)
        damage = first->damage; /* the mistake */
    else if (trp_get(world, handle) != NULL)
        damage = trp_as(bullet, trp_get(world, handle))->damage;
    printf("damage %d, stolen %u\n", damage, (unsigned)trp_pool_info(bullets).stolen);
    return trp_world_destroy(world) != TRP_OK;
}
