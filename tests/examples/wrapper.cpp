/* A first game in C++17: typed callbacks and handles, and a range-for. No casts. */
#include "troupe/troupe.hpp"

#include <cstdio>

struct bullet {
    trp_actor actor; // makes this struct an actor
    float x, speed, life;

    void fly(const trp_context &in)
    {
        x += speed * in.dt;
        if ((life -= in.dt) <= 0)
            trp_recycle(in.world, &actor);
    }
};

struct enemy {
    trp_actor actor;
    float x;
    troupe::handle<bullet> feared; // it may end at any time: a handle, not a pointer
};

static void look_round(enemy &self, const trp_context &in)
{
    const bullet *b = troupe::get(in.world, self.feared);
    std::printf("enemy at %.0f: %s\n", double(self.x), b ? "it approaches" : "it is gone");
}

int main()
{
    trp_world *world = trp_world_create(nullptr);
    troupe::pool_desc<bullet> shots("bullet", 4096);
    troupe::pool<bullet> bullets(world, shots.set_update_each<&bullet::fly>());
    troupe::pool_desc<enemy> foes("enemy", 64);
    troupe::pool<enemy> enemies(world, foes.set_update<look_round>());

    bullet *first = bullets.create({{}, 0, 60, 1.5f});
    if (!first)
        return 1;
    enemies.create({{}, 150, bullets.handle_of(*first)});
    for (int second = 0; second < 2; ++second)
        trp_update_all(world, 1);

    for (int i = 0; i < 10; ++i)
        bullets.create({{}, 10 * float(i), 60, 1});
    for (bullet &each : bullets) // the body may remove any actor, and use break
        if (each.x >= 50)
            trp_recycle(world, &each.actor);
    std::printf("bullets: %u\n", unsigned(bullets.count()));
    trp_world_destroy(world);
}
