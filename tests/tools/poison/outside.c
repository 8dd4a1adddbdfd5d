/* An actor in the game's own memory: the library does not access it after its end. No mistake. */
#include "mistake.h"

int main(void)
{
    static bullet player = {.damage = 5};
    trp_world *world = trp_world_create(NULL);
    trp_pool *players = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(bullet, actor), .capacity = 2, .external = TRP_EXTERNAL});

    trp_adopt(players, &player.actor);
    trp_recycle(world, &player.actor);
    player.x = 4;
    printf("damage %d at %g\n", player.damage, (double)player.x);
    return trp_world_destroy(world) != TRP_OK;
}
