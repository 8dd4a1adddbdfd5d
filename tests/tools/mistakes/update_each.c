/* A debug build repairs an overwritten node before the walk of update_pool, which would pass over
 * the actor. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct bullet {
    trp_actor actor;
    float x;
} bullet;

static void bullet_update(bullet *self, const trp_context *in)
{
    self->x += in->dt;
}
TRP_UPDATE_EACH(bullet_update_all, bullet, actor, bullet_update);

static void update(trp_order order, const char *name)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.name = name,
                                                                .type = TRP_TYPE(bullet, actor),
                                                                .capacity = 200,
                                                                .order = order,
                                                                .update_pool = bullet_update_all});
    bullet *b = NULL;

    for (int i = 0; i < 100; i++)
        b = trp_as(bullet, trp_create(bullets, NULL));
    trp_recycle(world, trp_pool_at(bullets, 50));
    *b = (bullet){.x = 10};
    for (int i = 0; i < 5; i++)
        trp_update_all(world, 1);
    printf("%s: x = %.0f, misuses: %u\n", name, (double)b->x,
           (unsigned)trp_world_info(world).misuse);
    trp_world_destroy(world);
}

int main(void)
{
    update(TRP_ORDER_MEMORY, "by memory");
    update(TRP_ORDER_OLDEST, "by age");
    return 0;
}
