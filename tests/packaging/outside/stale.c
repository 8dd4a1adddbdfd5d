/* A mistake, which the debug library stops at its line: see test_packages.sh. */
#include <troupe/troupe.h>

typedef struct bullet {
    trp_actor actor;
    int number;
} bullet;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor), .capacity = 10});
    bullet *gone = trp_as(bullet, trp_create(bullets, &(bullet){.number = 1}));
    trp_recycle(world, &gone->actor);
    return gone->number == 1;
}
