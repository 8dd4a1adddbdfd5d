/* A pool grows in a battle and returns its memory some time after it. */
#include "troupe/shrink.h"
#include "troupe/troupe.h"

#include <stdio.h>

typedef struct soldier {
    trp_actor actor;
    float x, y;
} soldier;

static void report(const trp_pool *pool, const char *when)
{
    trp_pool_facts stats = trp_pool_info(pool);
    printf("%s: %u of %u slots taken\n", when, stats.live, stats.capacity);
}

int main(void)
{
    /* if less than a quarter of the slots is taken for five seconds */
    const trp_shrinking rule = {.shrink_below = 25, .shrink_after = 5};
    trp_world *world = trp_world_create(NULL);
    trp_pool *soldiers = trp_pool_create(world, &(trp_pool_desc){.name = "soldier",
                                                                 .type = TRP_TYPE(soldier, actor),
                                                                 .capacity = 100,
                                                                 .max_capacity = 1600,
                                                                 .when_full = TRP_FULL_GROW,
                                                                 .shrink = TRP_SHRINK(&rule)});
    if (!soldiers)
        return 1;

    trp_create_many(soldiers, 1000, NULL, NULL);
    report(soldiers, "in the battle");
    for (uint32_t slot = 40; slot < 1000; slot++)
        trp_recycle(world, trp_pool_at(soldiers, slot));
    report(soldiers, "right after it");
    for (int second = 0; second < 5; second++)
        trp_update_all(world, 1);
    report(soldiers, "five seconds later");

    trp_pool_clear(soldiers, NULL);
    trp_pool_trim(soldiers); /* or at once, between ticks */
    report(soldiers, "trimmed");
    trp_world_destroy(world);
    return 0;
}
