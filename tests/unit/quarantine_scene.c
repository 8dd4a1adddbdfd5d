#include "quarantine_scene.h"

trp_pool *quarantine_pool(trp_world *world, uint32_t capacity, trp_order order, uint32_t slots)
{
    trp_pool *pool = stage_pool(world, capacity, order);

    stage_set_quarantine(pool, slots);
    return pool;
}

void quarantine_end(trp_pool *pool, uint32_t id)
{
    CHECK_OK(trp_recycle(trp_pool_info(pool).world, &stage_find(pool, id)->actor));
}
