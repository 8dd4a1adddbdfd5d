#include "snapshot_small.h"

snapshot_small small;

void snapshot_small_begin(void)
{
    stage_world();
    small.world = stage_world_as((trp_world_desc){.max_pools = 4});
    small.pool = stage_pool(small.world, 10, TRP_ORDER_MEMORY);
    small.queue = stage_pool(small.world, 6, TRP_ORDER_NEWEST);
    small.group = (trp_group){0};
    CHECK_OK(trp_group_init(&small.group, small.world, &(trp_group_desc){.capacity = 4}));
    small.region =
        (trp_region){.name = "number", .start = &small.number, .bytes = sizeof small.number};
    CHECK_OK(trp_region_add(small.world, &small.region));
    small.number = 5;
    stage_things(small.pool, 1, 6);
    stage_things(small.queue, 11, 14);
    trp_group_add(&small.group, &stage_find(small.pool, 2)->actor);
    CHECK_OK(trp_recycle(small.world, &stage_find(small.pool, 3)->actor));
    CHECK_OK(trp_recycle(small.world, &stage_find(small.queue, 12)->actor));
    stage_log_clear();
}

size_t snapshot_small_save(void)
{
    return snapshot_save_to(small.world, 0);
}

trp_result snapshot_small_restore(size_t bytes)
{
    return trp_snapshot_restore(small.world, snapshot_memory[0], bytes);
}

void snapshot_small_go_on(void)
{
    small.number = 6;
    stage_thing(small.pool, 7);
    trp_recycle(small.world, &stage_find(small.pool, 1)->actor);
    trp_recycle(small.world, &stage_find(small.queue, 14)->actor);
    CHECK_OK(trp_update_all(small.world, 1));
}
