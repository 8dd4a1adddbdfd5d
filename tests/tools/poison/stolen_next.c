/* on_end keeps a pointer to an actor whose slot is stolen. Its data is valid only until
 * on_end returns. */
#include "mistake.h"

static const bullet *last;

static void on_end(trp_actor *self, const trp_end_context *in)
{
    last = trp_as(bullet, self);
    printf("damage %d%s\n", last->damage, in->reason == TRP_REASON_STOLEN ? ", stolen" : "");
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
                                                                .capacity = 4,
                                                                .when_full = TRP_FULL_STEAL_NEXT,
                                                                .on_end = on_end});
    int sum = 0;

    for (int i = 0; i < 5; i++)
        shoot(bullets, i);
    trp_recycle(world, trp_pool_at(bullets, 2)); /* it ended here */
    if (MISTAKE)
        sum += last->damage; /* the mistake */
    printf("sum %d\n", sum);
    return trp_world_destroy(world) != TRP_OK;
}
