/*
 * Mistakes that do not compile in C++, with the compiler's error. Without a mistake the program
 * compiles.
 *
 * 1 refused: this member is no trp_actor
 * 2 refused: Do not inherit from a struct with a node
 * 3 refused: Do not inherit from a struct with a node
 * 4 refused: a box is four floats
 * 5 refused: a box is four floats
 * 6 refused: trp_create takes a pointer to a struct
 * 7 refused: the member of a lifetime is a trp_time
 */
#include "troupe/troupe.hpp"

#ifndef MISTAKE
#define MISTAKE 0
#endif

namespace {

struct body {
    trp_actor actor;
    float x, y, width, height;
};

struct missile {
    body base;
    float fuel;
    float corner[4];
    trp_time until;
};

struct heir : body {
    float fuel;
};

struct thing {
    trp_actor *actor;
    double x;
};

} // namespace

void *look(trp_world *world, trp_actor *self);

void *look(trp_world *world, trp_actor *self)
{
    trp_pool_desc desc = {};
    desc.type = TRP_TYPE(body, actor);
    desc.type = TRP_TYPE(missile, base.actor);
    desc.lifetime = TRP_LIFETIME(missile, until);
    trp_pool *pool = trp_pool_create(world, &desc);
    missile init = {}, *pointer = &init;
    trp_create(pool, pointer);
    trp_create(pool, nullptr);
    trp_create(pool, static_cast<const void *>(pointer));
    std::size_t boxes = TRP_BOX(body, x, y, width, height) + TRP_BOX_AT(missile, corner) +
                        TRP_BOX(body, x, y, width, height);
#if MISTAKE == 1
    return trp_as(thing, self);
#elif MISTAKE == 2
    desc.type = TRP_TYPE(heir, actor);
#elif MISTAKE == 3
    troupe::pool_desc<heir> wrong("heir", 3);
#elif MISTAKE == 4
    boxes += TRP_BOX_AT(thing, x);
#elif MISTAKE == 5
    boxes += TRP_BOX(body, x, y, height, width);
#elif MISTAKE == 6
    trp_create(pool, &pointer);
#elif MISTAKE == 7
    desc.lifetime = TRP_LIFETIME(missile, fuel);
#endif
    return boxes != 0 ? trp_as(body, self) : nullptr;
}
