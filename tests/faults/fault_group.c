#include "faults.h"

#include "../unit/stage.h"
#include "troupe/parallel.h"

static trp_world *world;
static trp_pool *rain;
static trp_pool *splashes;

static void fall(trp_part *part, const trp_context *in)
{
    trp_part_each(thing, it, part)
    {
        (void)trp_create(splashes, NULL);
        (void)trp_recycle(in->world, &it->actor);
    }
}

/* A serial call in an update on several threads does nothing; that is told after the tick. */
static void serial_calls_in_parts_are_told(void)
{
    world = stage_world();
    rain = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                               .capacity = 4,
                               .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = fall})});
    splashes = stage_pool(world, 4, TRP_ORDER_MEMORY);
    CHECK(trp_create(rain, NULL) != NULL);
    stage_forget();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(trp_world_info(world).misuse, 2);
}

const fault group_faults[] = {
    {"Rooms", "serial calls in the parts of a parallel update are told after the tick",
     serial_calls_in_parts_are_told},
    FAULT_END,
};
