/* A first game: bullets that fly, and end after a set time. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct bullet {
    trp_actor actor; /* makes this struct an actor */
    float x, y, vx, vy;
    trp_time until; /* end of its life */
} bullet;

static void bullet_update(bullet *self, const trp_context *in)
{
    self->x += self->vx * in->dt;
    self->y += self->vy * in->dt;
}
TRP_UPDATE_EACH(bullet_update_all, bullet, actor, bullet_update);

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets =
        trp_pool_create(world, &(trp_pool_desc){.name = "bullet",
                                                .type = TRP_TYPE(bullet, actor),
                                                .capacity = 4096,
                                                .lifetime = TRP_LIFETIME(bullet, until),
                                                .update_pool = bullet_update_all});
    bullet *b = trp_as(bullet, trp_create(bullets, &(bullet){.x = 3, .vx = 60}));
    if (!b)
        return 1;
    trp_expire_in(world, &b->actor, trp_seconds(2));

    /* A pointer is valid while the bullet lives. A handle tells later whether it still does. */
    trp_handle h = trp_handle_of(world, &b->actor);
    trp_update_all(world, 1.0f / 60);
    printf("after one frame: x = %.1f\n", b->x);

    trp_each (bullet, it, bullets)
        it->x += 1;
    printf("after some wind: x = %.1f\n", b->x);

    for (int frame = 0; frame < 180; ++frame)
        trp_update_all(world, 1.0f / 60);
    bullet *again = trp_as(bullet, trp_get(world, h));
    printf("after three seconds: %s\n", again ? "it still flies" : "it is gone");
    printf("bullets: %u\n", (unsigned)trp_pool_count(bullets));

    /* A mistake changes nothing, and is printed to stderr. */
    trp_recycle(world, &b->actor);
    trp_world_destroy(world);
    return 0;
}
