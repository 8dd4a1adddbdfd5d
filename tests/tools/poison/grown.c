/* A pool that has grown has a quarter of all its slots in quarantine, not of its initial ones. */
#include "mistake.h"

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
                                                                .capacity = 8,
                                                                .max_capacity = 1024,
                                                                .when_full = TRP_FULL_GROW});
    bullet *b = shoot(bullets, 0);
    bool is_reused = false;

    for (int i = 1; i < 128; i++)
        shoot(bullets, i);
    for (uint32_t slot = 1; slot <= 40; slot++)
        trp_recycle(world, trp_pool_at(bullets, slot));
    trp_recycle(world, &b->actor);
    for (uint32_t slot = 41; slot <= 43; slot++)
        trp_recycle(world, trp_pool_at(bullets, slot));
    for (int i = 0; i < 5; i++)
        is_reused |= shoot(bullets, i) == b;
    if (MISTAKE)
        b->damage = 9; /* the mistake */
    printf("%u bullets, %s\n", (unsigned)trp_pool_count(bullets),
           is_reused ? "one in its slot" : "none in its slot");
    return trp_world_destroy(world) != TRP_OK;
}
