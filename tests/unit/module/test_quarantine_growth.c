/* Quarantines of full pools, and of growing pools, whose chunks are added and removed. */
#include "../heap.h"
#include "../quarantine_scene.h"
#include "../script.h"

SITUATIONS(quarantine_growth);

static trp_world *world;
static trp_pool *pool;

/* 10 slots, and chunks of 10, 20 and 40 more */
static void set_up_growing(trp_order order, uint32_t slots)
{
    world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_desc(10, order);
    stage_grow(&desc, 80);
    desc.quarantine = (trp_quarantine)TRP_QUARANTINE(slots);
    pool = stage_pool_as(world, desc);
}

SCRIPT("several are overwritten in quarantine",
       "in memory; grows; pool 10 grow 80 quarantine 20; new 1-20; recycle 2-20; harm 3 zeros;"
       "harm 5 zeros; trim ~; slots 10; quarantined 9; crowd 31-39 ~; slots 10; mend; live 10");

/* also with TRP_DEBUG: the quarantine begins with a quarter of the pool, and increases as the pool
 * grows */
SITUATION("a quarantine stays as set in a pool that grows")
{
    for (uint32_t slots = 0; slots < 6; slots++) {
        set_up_growing(TRP_ORDER_MEMORY, slots);
        stage_things(pool, 1, 60);
        CHECK(trp_pool_info(pool).slots >= 60);
        CHECK_EQ(trp_pool_info(pool).quarantine, slots);
        CHECK_OK(trp_world_destroy(world));
    }
}

SCRIPT("the oldest is taken before the pool is full",
       "pool 5 quarantine 4; new 1-5; recycle 3 5 1; new 6; slot 6 2; new 7;"
       "slot 7 4; new 8; slot 8 0; quarantined 0; new 9 ?FULL; refused 1");
SCRIPT("nothing is stolen for a quarantine",
       "pool 4 steal quarantine 100; new 1-4; recycle 4 2; new 5; slot 5 3; new 6;"
       "slot 6 1; stolen 0; new 7; slot 7 0; stolen 1");
SCRIPT("... or grown", "grows; pool 10 grow 80 quarantine 100; new 1-10; recycle 4 2; new 11;"
                       "slot 11 3; new 12; slot 12 1; slots 10; new 13; slot 13 10; slots 20");
SCRIPT("the reserve counts slots in quarantine as free",
       "in memory; pool 6 reserve 2 quarantine 6; new 1-6; recycle 1-4; optional 7;"
       "slot 7 0; optional 8; slot 8 1; optional 9 ?FULL; quarantined 2; new 9;"
       "slot 9 2");
SCRIPT("chunks go with what is in quarantine",
       "grows; pool 10 grow 80 quarantine 7; new 1-40; recycle 11-40 3 9;"
       "quarantined 7; trim; slots 10; quarantined 2; new 41; slot 41 2; new 42;"
       "slot 42 8; new 43; slot 43 10");
SCRIPT("a chunk in the middle goes",
       "grows; pool 10 grow 80 quarantine 12; new 1-40; recycle 11-15 2 16-20 30;"
       "quarantined 12; trim; capacity 30; quarantined 2; new 41; slot 41 1; new 42;"
       "slot 42 29; new 43; slot 43 10");
SCRIPT("beside a chunk that goes",
       "grows; pool 10 grow 80 quarantine 12; new 1-40; recycle 21 11-20; trim;"
       "capacity 30; quarantined 1; new 41; slot 41 20");
SCRIPT("nothing of a chunk that goes is left in quarantine",
       "in memory; grows; pool 10 grow 80 quarantine 12; new 1-20; recycle 11-20;"
       "trim; quarantined 0; new 41; slot 41 10; slots 20");
