/* Counts and bytes. After each statement of a script the bytes of its world and pools are those that
 * an allocator counts, or that are gone from a block; and a layer and the world are the sums of
 * their pools, which count as they say. */
#include "../inspect_scene.h"

SITUATIONS(inspect_stats);

/* Chunks that are given back lie in the middle. */
SCRIPT(
    "bytes are what an allocator counts",
    "grows; in memory; layers 3; pool 5 grow 40 like; beside noted; new 1-21; beside same; "
    "capacity "
    "40; recycle 6-20; trim; beside same; capacity 25; recycle 21; trim; beside same; capacity 5; "
    "pool external 7 layer 2; beside same; group room 10; freegroup; beside same; family; space; "
    "timers 0 ticks; queue 4");

/* An age order that has grown has its entries in separate memory. */
SCRIPT("bytes of age orders that grow, as an allocator counts them",
       "grows; pool 3 grow 20; beside noted; new 1-4; beside same; new 5-20; beside same; clear; "
       "trim; "
       "beside same");

SCRIPT(
    "bytes are what is gone from a block",
    "pool 1; pool oldest 1; pool 2; pool oldest 2; pool external oldest 3; pool oldest 3; pool 7; "
    "pool oldest 7");

SCRIPT(
    "the usage of a pool",
    "in oldest; layers 2; pool 4 layer 1; pool external joins a 3; pool memory 2; new 1-4; new 5 "
    "?FULL; expire 1; sleep 2; recycle 3; wake 4 !ACTIVE; new b 6; new c 7; live 3; active 1; "
    "expired 1; peak 4; capacity 4; created 4; recycled 1; refused 1; live 1 b");

SCRIPT(
    "a layer and a world are the sums of their pools",
    "layers 2; pool oldest 4 layer 1; pool oldest external joins a 3; pool memory 2; new 1-4; new "
    "5 ?FULL; expire 1; sleep 2; recycle 3; wake 4 !ACTIVE; new b 6; new c 7; enable 5 !VALUE");

SITUATION("of nothing there is nothing")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_EQ(trp_pool_measure(NULL).bytes, 0);
    CHECK_EQ(trp_pool_measure(NULL).pools, 0);
    CHECK_EQ(trp_layer_measure(NULL, 0).pools, 0);
    CHECK_EQ(trp_layer_measure(inside.world, 1).pools, 0);
    CHECK_EQ(trp_world_measure(NULL).bytes, 0);
    CHECK_EQ(trp_print_leaks(NULL, inspect_scene_print, NULL), 0);
    CHECK_PAGE("");
    CHECK_EQ(trp_layer_measure(inside.world, 0).pools, 1);
}

SCRIPT("stolen lives and retired slots",
       "in memory; pool 2 steal; new 1-5; stolen 3; last 5; recycle 5; retired 1; capacity 1");
