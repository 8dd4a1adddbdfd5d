/* Base structs in C++. The base is the first member, not a base class, so that the structs keep
 * standard layout. */
#include "troupe/troupe.hpp"

#include "troupe/fields.h"

#include <cstdio>

struct body {
    trp_actor actor;
    float x, speed;
    int energy;

    void move(float dt)
    {
        x += speed * dt;
    }
};

struct missile {
    body base;
    float fuel;
};

struct drone {
    body base;
    int orders;
};

// The update of all types: troupe::as finds the base by its node.
static void move(trp_actor *self, const trp_context *in)
{
    troupe::as<body>(self)->move(in->dt);
}

// The update of one type: it names the path to the node, as in C.
static void burn(trp_actor *self, const trp_context *in)
{
    missile *m = trp_as_in(missile, base.actor, self);
    m->base.move(in->dt);
    m->fuel -= in->dt;
    if (m->fuel <= 0)
        trp_recycle(in->world, self);
}

static void damage(trp_world *world, body &target, int points)
{
    target.energy -= points;
    if (target.energy <= 0)
        trp_recycle(world, &target.actor);
}

static trp_pool *make_pool(trp_world *world, const char *name, trp_type type, trp_actor_fn *update,
                           const trp_fields *fields = nullptr)
{
    trp_pool_desc desc = {};
    desc.name = name;
    desc.type = type;
    desc.capacity = 64;
    desc.fields = fields;
    desc.update = update;
    return trp_pool_create(world, &desc);
}

// What a save contains of a missile (fields.h): members of the base are named with their path.
static const trp_field missile_fields[] = {
    TRP_FIELD(missile, base.x), TRP_FIELD(missile, base.speed), TRP_FIELD(missile, base.energy),
    TRP_FIELD(missile, fuel), TRP_FIELDS_END};
static const trp_fields missile_type = TRP_FIELDS(missile, 1, missile_fields);

int main()
{
    trp_world *world = trp_world_create(nullptr);
    trp_pool *missiles =
        make_pool(world, "missile", TRP_TYPE(missile, base.actor), burn, &missile_type);
    trp_pool *drones = make_pool(world, "drone", TRP_TYPE(drone, base.actor), move);
    const missile new_missile = {{{}, 0, 60, 1}, 1.5f};
    const drone new_drone = {{{}, 50, 2, 3}, 0};
    trp_create(missiles, &new_missile);
    trp_create(drones, &new_drone);

    for (int second = 1; second <= 2; second++) {
        trp_update_all(world, 1);
        trp_each_of (missile, base.actor, m, missiles)
            std::printf("second %d: a missile at %.0f, fuel %.1f\n", second, double(m->base.x),
                        double(m->fuel));
        trp_each_of (drone, base.actor, d, drones) {
            std::printf("second %d: a drone at %.0f\n", second, double(d->base.x));
            damage(world, d->base, 2);
        }
    }
    for (trp_gap gap{}; // members that were forgotten in the table, or padding
         trp_fields_check(&missile_type, offsetof(missile, base.actor), &gap) == TRP_OK &&
         gap.count != 0;)
        std::printf("missile: %u bytes at %u are in no field\n", unsigned(gap.count),
                    unsigned(gap.first));
    std::printf("missiles: %u, drones: %u\n", trp_pool_count(missiles), trp_pool_count(drones));
    trp_world_destroy(world);
}
