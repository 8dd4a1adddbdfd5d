/* A C++ program outside the tree: see test_packages.sh. */
#include <troupe/troupe.hpp>

#include <cstdio>

struct bullet {
    trp_actor actor;
    int number;
};

int main()
{
    trp_world *world = trp_world_create(nullptr);
    troupe::pool<bullet> bullets(world, troupe::pool_desc<bullet>("bullet", 10));
    for (int i = 0; i < 10; i++)
        bullets.create({{}, i});
    for (bullet &it : bullets)
        if (it.number % 3 == 0)
            trp_recycle(world, &it.actor);
    std::printf("%s: %u bullets\n", TRP_VERSION_STRING, unsigned(bullets.count()));
    trp_world_destroy(world);
}
