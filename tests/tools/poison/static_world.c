/* A world in static memory, which no allocator marks. */
#include "mistake.h"

static _Alignas(
    TRP_ALIGNMENT) unsigned char memory[TRP_WORLD_BYTES + TRP_AGE_POOL_BYTES(bullet, 16)];

int main(void)
{
    trp_world *world = trp_world_init(memory, sizeof memory, NULL);
    trp_pool *bullets = bullet_pool(world, 16, TRP_ORDER_NEWEST, TRP_FULL_FAIL);
    bullet *b = shoot(bullets, 1); /* it began here */

    trp_recycle(world, &b->actor); /* it ended here */
    if (MISTAKE)
        b->y = 1; /* the mistake */
    printf("%u bullets\n", (unsigned)trp_pool_count(bullets));
    trp_world_destroy(world);
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = 0xFF; /* it is no longer marked */
    world = trp_world_init(memory, sizeof memory, NULL);
    bullets = bullet_pool(world, 16, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    printf("%u again\n", (unsigned)trp_create_many(bullets, 20, NULL, NULL));
    return trp_world_destroy(world) != TRP_OK;
}
