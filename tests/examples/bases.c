/* Base structs: types of actor that begin with the same struct share its code. */
#include "troupe/fields.h"
#include "troupe/troupe.h"

#include <stdio.h>

/* the base struct: contains the node */
typedef struct body {
    trp_actor actor;
    float x, speed;
    int energy;
} body;

typedef struct missile {
    body base;
    float fuel;
} missile;

typedef struct drone {
    body base;
    int orders;
} drone;

/* What a save contains of a missile (fields.h): members of the base are named with their path. */
static const trp_field missile_fields[] = {
    TRP_FIELD(missile, base.x), TRP_FIELD(missile, base.speed), TRP_FIELD(missile, base.energy),
    TRP_FIELD(missile, fuel), TRP_FIELDS_END};
static const trp_fields missile_type = TRP_FIELDS(missile, 1, missile_fields);

/* The update of all types. The base is the first member, so its node is the node of the whole
 * struct. */
static void move(trp_actor *self, const trp_context *in)
{
    body *b = trp_as(body, self);
    b->x += b->speed * in->dt;
}

/* The update of one type: its own part, then the common part. */
static void burn(trp_actor *self, const trp_context *in)
{
    missile *m = trp_as_in(missile, base.actor, self);
    move(self, in);
    m->fuel -= in->dt;
    if (m->fuel <= 0)
        trp_recycle(in->world, self);
}

/* Takes an actor of any pool whose structs begin with a body. */
static void damage(trp_world *world, trp_actor *target, int points)
{
    body *b = trp_as(body, target);
    b->energy -= points;
    if (b->energy <= 0)
        trp_recycle(world, target);
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *missiles =
        trp_pool_create(world, &(trp_pool_desc){.name = "missile",
                                                .type = TRP_TYPE(missile, base.actor),
                                                .capacity = 64,
                                                .fields = &missile_type,
                                                .update = burn});
    trp_pool *drones = trp_pool_create(world, &(trp_pool_desc){.name = "drone",
                                                               .type = TRP_TYPE(drone, base.actor),
                                                               .capacity = 64,
                                                               .update = move});
    trp_create(missiles, &(missile){.base = {.speed = 60, .energy = 1}, .fuel = 1.5f});
    trp_create(drones, &(drone){.base = {.x = 50, .speed = 2, .energy = 3}});

    for (int second = 1; second <= 2; second++) {
        trp_update_all(world, 1);
        trp_each_of (missile, base.actor, m, missiles)
            printf("second %d: a missile at %.0f, fuel %.1f\n", second, m->base.x, m->fuel);
        trp_each_of (drone, base.actor, d, drones) {
            printf("second %d: a drone at %.0f\n", second, d->base.x);
            damage(world, &d->base.actor, 2);
        }
    }
    for (trp_gap gap = {0, 0}; /* members that were forgotten in the table, or padding */
         trp_fields_check(&missile_type, offsetof(missile, base.actor), &gap) == TRP_OK &&
         gap.count != 0;)
        printf("missile: %u bytes at %u are in no field\n", (unsigned)gap.count,
               (unsigned)gap.first);
    printf("missiles: %u, drones: %u\n", trp_pool_count(missiles), trp_pool_count(drones));
    trp_world_destroy(world);
    return 0;
}
