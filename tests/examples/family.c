/* A train: an engine, its cars, and the load of each. A list within a list is a family. */
#include "troupe/family.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct car {
    trp_actor actor;
    const char *name;
} car;

typedef struct goods {
    trp_actor actor;
    const char *name;
} goods;

static trp_family train;

static void car_gone(trp_actor *actor, const trp_end_context *in)
{
    printf("  %s%s\n", trp_as(car, actor)->name, in->reason == TRP_REASON_PARENT ? ", too" : "");
}

static void goods_gone(trp_actor *actor, const trp_end_context *in)
{
    printf("  %s%s\n", trp_as(goods, actor)->name, in->reason == TRP_REASON_PARENT ? ", too" : "");
}

static void count(trp_actor *actor, const trp_context *in)
{
    (void)actor;
    ++*(int *)in->arg;
}

static void print_cars(const trp_actor *engine)
{
    for (trp_actor *c = trp_family_first(&train, engine); c; c = trp_family_next(&train, c)) {
        printf("  %s:", trp_as(car, c)->name);
        for (trp_actor *g = trp_family_first(&train, c); g; g = trp_family_next(&train, g))
            printf(" %s", trp_as(goods, g)->name);
        printf("\n");
    }
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *cars = trp_pool_create(
        world, &(trp_pool_desc){.type = TRP_TYPE(car, actor), .capacity = 16, .on_end = car_gone});
    trp_pool *freight = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(goods, actor), .capacity = 64, .on_end = goods_gone});
    trp_family_init(&train, world, NULL);
    trp_family_add(&train, cars);
    trp_family_add(&train, freight);

    trp_actor *engine = trp_create(cars, &(car){.name = "engine"});
    trp_actor *mail = trp_create(cars, &(car){.name = "mail car"});
    trp_actor *flat = trp_create(cars, &(car){.name = "flat car"});
    trp_family_attach(&train, engine, mail);
    trp_family_attach(&train, engine, flat);
    trp_family_attach(&train, mail, trp_create(freight, &(goods){.name = "letters"}));
    trp_family_attach(&train, flat, trp_create(freight, &(goods){.name = "timber"}));
    trp_family_attach(&train, flat, trp_create(freight, &(goods){.name = "tractor"}));
    printf("the train:\n");
    print_cars(engine);

    int sum = 0;
    trp_family_for_each(&train, engine, count, &sum);
    printf("all in all: %d\n", sum);

    trp_family_detach(&train, mail);
    printf("the mail car is uncoupled, and the engine blows up:\n");
    trp_recycle(world, engine);
    printf("left: %u\n", (unsigned)trp_world_info(world).live);

    printf("the world ends:\n");
    trp_world_destroy(world);
    return 0;
}
