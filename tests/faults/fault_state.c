#include "faults.h"

#include "../unit/stage.h"

enum { FEW = 20, PEAK = 20000 };

static trp_world *world;
static trp_pool *pool;

/* After a peak, few actors live, spread over the slots. */
static size_t bytes_after(uint32_t peak, trp_order order)
{
    size_t bytes;
    uint32_t number = 0;

    world = trp_world_create(&(trp_world_desc){.on_misuse = trp_ignore_misuse});
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                   .order = order,
                                                   .capacity = 1024,
                                                   .max_capacity = 2 * PEAK,
                                                   .when_full = TRP_FULL_GROW});
    for (uint32_t i = 0; i < peak; i++)
        stage_thing(pool, i);
    trp_each (thing, it, pool)
        if (number++ % (peak / FEW) != 0)
            (void)trp_recycle(world, &it->actor);
    bytes = trp_snapshot_bytes(world, NULL);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    return bytes;
}

static void a_peak_costs_nothing_afterwards(void)
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        CHECK(bytes_after(PEAK, stage_orders[order]) <= 16 * bytes_after(FEW, stage_orders[order]));
}

const fault state_faults[] = {
    {"State pages", "a snapshot of few actors is small after a peak",
     a_peak_costs_nothing_afterwards},
    FAULT_END,
};
