/* Homing missiles: code that refers to an actor that may end keeps a handle, never a pointer. */
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct enemy {
    trp_actor actor;
    int x;
} enemy;

typedef struct missile {
    trp_actor actor;
    int x, speed;
    trp_handle target;
} missile;

static void missile_update(trp_actor *self, const trp_context *in)
{
    missile *m = trp_as(missile, self);
    enemy *target = trp_as(enemy, trp_get(in->world, m->target));
    m->x += m->speed;
    if (!target) {
        printf("  missile at %d: my target is gone\n", m->x);
    } else if (m->x >= target->x) {
        printf("  missile at %d: hit\n", m->x);
        trp_recycle(in->world, &target->actor);
        trp_recycle(in->world, self);
    } else {
        printf("  missile at %d: %d to go\n", m->x, target->x - m->x);
    }
}

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *enemies =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(enemy, actor), .capacity = 16});
    trp_pool *missiles = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(missile, actor),
                                                                 .capacity = 16,
                                                                 .update = missile_update});
    trp_actor *prey = trp_create(enemies, &(enemy){.x = 25});
    trp_handle target = trp_handle_of(world, prey);
    trp_create(missiles, &(missile){.speed = 10, .target = target});
    trp_create(missiles, &(missile){.speed = 8, .target = target});

    for (int frame = 1; frame <= 3; ++frame) {
        printf("frame %d\n", frame);
        trp_update_all(world, 1.0f / 60);
    }

    /* The next enemy takes the same slot, at the same address. The old handle does not refer to it.
     * */
    trp_actor *next = trp_create(enemies, &(enemy){.x = 99});
    printf("same address: %s\n", next == prey ? "yes" : "no");
    printf("the old handle: %s\n",
           trp_get(world, target) ? "refers to an actor" : "refers to no actor");
    trp_world_destroy(world);
    return 0;
}
