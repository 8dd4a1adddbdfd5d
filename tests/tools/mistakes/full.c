/* A full space reports once that newborns stay outside. An overwritten node of an adopted actor is
 * repaired and reported. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
} rock;

int main(void)
{
    static rock guest;
    trp_world *world = trp_world_create(NULL);
    trp_pool *rocks =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 8});
    trp_space *field = trp_space_create(world, &(trp_space_desc){.name = "field", .capacity = 2});
    trp_space_add_pool(field, rocks,
                       &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height)});
    for (int i = 0; i < 6; i++)
        trp_create(rocks, NULL);
    printf("rocks: %u, in the space: %u\n", (unsigned)trp_pool_count(rocks),
           (unsigned)trp_space_info(field).count);

    trp_pool *guests = trp_pool_create(world, &(trp_pool_desc){.name = "guest",
                                                               .type = TRP_TYPE(rock, actor),
                                                               .capacity = 2,
                                                               .external = TRP_EXTERNAL});
    trp_handle handle = trp_handle_of(world, trp_adopt(guests, &guest.actor));
    guest = (rock){.x = 3};
    trp_update_all(world, 1);
    printf("the guest: %s\n", trp_get(world, handle) != NULL ? "here" : "gone");
    trp_world_destroy(world);
    return 0;
}
