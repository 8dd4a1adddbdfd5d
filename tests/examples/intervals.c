/* Intervals: enemies that think every fourth tick, a quarter of them in each tick. */
#include "troupe/interval.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct enemy {
    trp_actor actor;
    unsigned number;
} enemy;

static void enemy_think(trp_actor *self, const trp_context *in)
{
    printf(" %u (dt %.2f)", trp_as(enemy, self)->number, in->dt);
}

static void run(trp_world *world, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        printf("tick %u:", (unsigned)trp_world_ticks(world) + 1);
        trp_update_all(world, 0.25f);
        printf("\n");
    }
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *enemies = trp_pool_create(world, &(trp_pool_desc){.name = "enemy",
                                                                .type = TRP_TYPE(enemy, actor),
                                                                .capacity = 6,
                                                                .update = enemy_think});
    for (unsigned i = 0; i < 6; i++)
        trp_create(enemies, &(enemy){.number = i});

    trp_pool_set_interval(enemies, 4, TRP_INTERVAL_STAGGERED);
    run(world, 4);
    printf("near the player, every second one:\n");
    trp_pool_set_interval(enemies, 2, TRP_INTERVAL_TOGETHER);
    run(world, 2);
    trp_world_destroy(world);
    return 0;
}
