/*
 * The same walks by trp_each() and by range-for, to count their instructions: see test_wrapper.sh.
 *
 *     wrapper_cost each|range move|sweep|find N
 */
#include "troupe/troupe.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct bullet {
    trp_actor actor;
    float x, speed, life;
    uint32_t id;
};

/* callgrind counts the instructions inside functions of these names */
extern "C" uint32_t counted_each_move(trp_pool *bullets, float dt);
extern "C" uint32_t counted_range_move(trp_pool *bullets, float dt);
extern "C" uint32_t counted_each_sweep(trp_pool *bullets, float dt);
extern "C" uint32_t counted_range_sweep(trp_pool *bullets, float dt);
extern "C" uint32_t counted_each_find(trp_pool *bullets, float dt);
extern "C" uint32_t counted_range_find(trp_pool *bullets, float dt);

uint32_t counted_each_move(trp_pool *bullets, float dt)
{
    trp_each (bullet, it, bullets)
        it->x += it->speed * dt;
    return 0;
}

uint32_t counted_range_move(trp_pool *bullets, float dt)
{
    for (bullet &it : troupe::pool<bullet>(bullets))
        it.x += it.speed * dt;
    return 0;
}

uint32_t counted_each_sweep(trp_pool *bullets, float dt)
{
    trp_world *world = trp_pool_info(bullets).world;
    trp_each (bullet, it, bullets) {
        float life = it->life - dt;
        if (life <= 0) {
            trp_recycle(world, &it->actor);
            continue;
        }
        it->life = life;
        it->x += it->speed * dt;
    }
    return 0;
}

uint32_t counted_range_sweep(trp_pool *bullets, float dt)
{
    trp_world *world = trp_pool_info(bullets).world;
    for (bullet &it : troupe::pool<bullet>(bullets)) {
        float life = it.life - dt;
        if (life <= 0) {
            trp_recycle(world, &it.actor);
            continue;
        }
        it.life = life;
        it.x += it.speed * dt;
    }
    return 0;
}

uint32_t counted_each_find(trp_pool *bullets, float dt)
{
    trp_each (bullet, it, bullets)
        if (it->life < dt)
            return it->id;
    return 0;
}

uint32_t counted_range_find(trp_pool *bullets, float dt)
{
    for (bullet &it : troupe::pool<bullet>(bullets))
        if (it.life < dt)
            return it.id;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const bool is_range = std::strcmp(argv[1], "range") == 0;
    const uint32_t n = static_cast<uint32_t>(std::atoi(argv[3]));
    trp_world *world = trp_world_create(nullptr);
    troupe::pool<bullet> bullets(world, troupe::pool_desc<bullet>("bullet", n));
    uint32_t result = 0;

    for (uint32_t i = 0; i < n; i++)
        bullets.create({{}, 0, 1, i % 100 == 99 ? 0.25f : 1e9f, i});
    bullets.recycle_if([](const bullet &b) { return b.id % 10 == 3; }); // free slots between
    if (std::strcmp(argv[2], "move") == 0)
        result = (is_range ? counted_range_move : counted_each_move)(bullets.raw(), 0.5f);
    else if (std::strcmp(argv[2], "sweep") == 0)
        result = (is_range ? counted_range_sweep : counted_each_sweep)(bullets.raw(), 0.5f);
    else {
        bullets.recycle_if([n](const bullet &b) { return b.life < 1 && b.id + 1 < n; });
        result = (is_range ? counted_range_find : counted_each_find)(bullets.raw(), 0.5f);
    }
    std::printf("%u %u\n", result, bullets.count());
    trp_world_destroy(world);
}
