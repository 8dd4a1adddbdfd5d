/* A turret ends with its ship, and the menu still points to it. */
#include "mistake.h"

#include "troupe/family.h"

typedef struct part {
    trp_actor actor;
    int armour;
} part;

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *parts =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(part, actor), .capacity = 10});
    trp_family family;
    part *ship = trp_as(part, trp_create(parts, NULL));
    part *turret = trp_as(part, trp_create(parts, NULL)); /* it began here */
    trp_handle handle = trp_handle_of(world, &turret->actor);

    trp_family_init(&family, world, NULL);
    trp_family_add(&family, parts);
    trp_family_attach(&family, &ship->actor, &turret->actor);
    trp_recycle(world, &ship->actor); /* it ended here */
    if (MISTAKE || trp_get(world, handle) != NULL)
        turret->armour = 0; /* the mistake */
    printf("%u parts\n", (unsigned)trp_pool_count(parts));
    return trp_world_destroy(world) != TRP_OK;
}
