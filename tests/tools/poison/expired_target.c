/* A missile keeps a pointer to its target. The target expires, and the next tick prunes it. */
#include "mistake.h"

typedef struct missile {
    trp_actor actor;
    bullet *target;
    trp_handle handle;
    float x;
} missile;

static void update(trp_actor *self, const trp_context *in)
{
    missile *m = trp_as(missile, self);
    const bullet *target = m->target;

    if (!MISTAKE)
        target = trp_as(bullet, trp_get(in->world, m->handle));
    if (target != NULL)
        m->x = target->x; /* the mistake */
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *targets = bullet_pool(world, 100, TRP_ORDER_MEMORY, TRP_FULL_FAIL);
    trp_pool *missiles = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(missile, actor), .capacity = 10, .update = update});
    bullet *target = shoot(targets, 1); /* it began here */
    missile init = {.target = target, .handle = trp_handle_of(world, &target->actor)};

    trp_create(missiles, &init);
    trp_update_all(world, 1);
    trp_expire(world, &target->actor);
    trp_update_all(world, 1); /* it ended here */
    printf("%u live\n", (unsigned)trp_world_info(world).live);
    return trp_world_destroy(world) != TRP_OK;
}
