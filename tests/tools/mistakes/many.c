/* After sixteen kinds of misuse a world prints no more. */
#include "troupe/troupe.h"

typedef struct shot {
    trp_actor actor;
} shot;

static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                    "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};

int main(void)
{
    trp_world *world = trp_world_create(NULL);
    for (int i = 0; i < 20; i++) {
        trp_pool *pool = trp_pool_create(
            world,
            &(trp_pool_desc){.name = names[i], .type = TRP_TYPE(shot, actor), .capacity = 1});
        trp_actor *actor = trp_create(pool, NULL);
        trp_activate(world, actor);
    }
    trp_world_destroy(world);
    trp_world_destroy(
        trp_world_create(&(trp_world_desc){.layers = 70000})); /* before there is a world */
    return 0;
}
