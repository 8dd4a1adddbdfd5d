/* A C program outside the tree: see test_packages.sh. */
#include <troupe/troupe.h>

#include <stdio.h>

typedef struct bullet {
    trp_actor actor;
    int number;
} bullet;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *bullets = trp_pool_create(
        world, &(trp_pool_desc){.name = "bullet", .type = TRP_TYPE(bullet, actor), .capacity = 10});
    for (int i = 0; i < 10; i++)
        trp_create(bullets, &(bullet){.number = i});
    trp_each (bullet, it, bullets)
        if (it->number % 3 == 0)
            trp_recycle(world, &it->actor);
    printf("%s: %u bullets\n", TRP_VERSION_STRING, (unsigned)trp_pool_count(bullets));
    trp_world_destroy(world);
    return 0;
}
