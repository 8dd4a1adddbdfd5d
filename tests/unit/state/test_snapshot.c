/* What restoring brings back, what it keeps, and what it reports. */
#include "../../../src/debug/debug.h" /* free slots may be poisoned */
#include "../heap.h"
#include "../ledger.h"
#include "../snapshot_scene.h"
#include "../snapshot_small.h"

#include <string.h>

SITUATIONS(snapshot);

SITUATION("a restored world gives the same snapshot, to the byte")
{
    snapshot_small_begin();
    const size_t bytes = snapshot_small_save();
    snapshot_small_go_on();
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_EQ(snapshot_save_to(small.world, 1), bytes);
    CHECK(memcmp(snapshot_memory[0], snapshot_memory[1], bytes) == 0);
}

SCRIPT("a restore undoes handles, and notifies",
       "new 1-6; watch 1 only restored; at w1=0: save 1 !BUSY; timeline 0; save; recycle 2; new "
       "70; go; restore; = w1=0; timeline 1; is active 2; recycle 2; new 71; slot 71 1");

SCRIPT("ticks after a restore know that they are again",
       "repeats 0; save; tick; tick; tick; restore; tick; repeats 1; tick; repeats 1; tick; "
       "repeats 1; tick; repeats 0");

SCRIPT("a restore leaves transient pools alone",
       "pool; pool transient; new 1-3; new b 11-13; recycle 12; save; new b 15; recycle 1; go; "
       "tick; restore; live 3 b; is active 11 13 15; go; tick; memory = 1 2 3 11 15 13; oldest = 1 "
       "2 3 11 13 15; newest = 3 2 1 15 13 11");

SCRIPT("a restored pool keeps the memory that it grew by",
       "grows; pool 10 grow 80; new 1-8; save; new 9-45; save 1; heap noted; restore; slots 10; "
       "heap same; new 109-130; slots 40; heap same; restore 1; live 45; restore; trim; heap less; "
       "restore 1 !CHANGED; new 131-161; restore");

/* The chunk in the middle had been returned when the snapshot was taken, and was added again later. */
SCRIPT("a chunk that was not there is given back",
       "grows; pool 10 grow 80; new 1-45; recycle 1-44; trim; capacity 50; save; new 101-170; hash "
       "0; capacity 80; restore; capacity 50; new 101-170; same 0");

SCRIPT("the black box says that the world was restored",
       "pool 4; save; record 8; new 1; tag rewind; restore; records 8 {"
       "tick 0: things slot 0 (generation 1) created\n"
       "tick 0: the world was restored to this tick by rewind\n}");

/* Snapshots of pools that grow: chunks that leave, that were given back, and that came back. */

static trp_world *world;
static trp_pool *pool;

static void create(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create(pool, &(thing){.id = 5000 + i}) != NULL);
}

/* A chunk that the snapshot has was given back: the first that was added, or the last, in any pool. */
SCRIPT("a snapshot misses each chunk that was given back",
       "grows; pool 10 grow 80; pool 10 grow 80; save 1; new 1-25; new b 31-55; save; check; "
       "recycle 11-20; trim; restore !CHANGED; says pool 'things': a chunk of the pool was given "
       "back; restore 1; "
       "new 1-25; new b 31-55; save; recycle 51-55; trim b; restore !CHANGED; says pool "
       "'things': a chunk of the pool was given back; restore 1; new b 101-140");

/* in its slots, and in a chunk that the snapshot does not know: the node says so, also inside of a
 * struct */
SITUATION_FOR("a node says that its actor is gone, wherever its slot was", int, order,
              IN_MEMORY_ORDER, NEWEST_FIRST)
{
    for (unsigned is_inside = 0; is_inside < 2; is_inside++) {
        trp_actor *gone[9];
        world = heap_world((trp_world_desc){0});
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor),
                              .capacity = 4,
                              .max_capacity = 16,
                              .when_full = TRP_FULL_GROW,
                              .order = stage_orders[order]};
        if (is_inside)
            desc.type = (trp_type)TRP_TYPE(crate, node);
        pool = stage_pool_as(world, desc);
        if (is_inside)
            CHECK(trp_create(pool, &(crate){.weight = 1, .id = 2, .tail = 3}) != NULL);
        const size_t bytes = snapshot_save_to(world, 0);
        const uint64_t hash = trp_hash_world(world);
        for (unsigned i = 0; i < 9; i++) {
            gone[i] = trp_create(pool, NULL);
            CHECK(stage_node_is_active(gone[i]));
        }
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        CHECK_EQ(trp_hash_world(world), hash);
        for (unsigned i = 0; i < 9 && !TRP__POISONS; i++)
            CHECK(!stage_node_is_active(gone[i]));
        while (trp_create(pool, NULL) != NULL) {
        }
        CHECK_VALID(world);
    }
}

/* A game has written zeros over an actor that vanishes, and later over its slot, which the pool
 * does not have for a while. */
SITUATION_FOR("a restore rewrites nodes that were overwritten", int, order, IN_MEMORY_ORDER,
              NEWEST_FIRST)
{
    for (uint32_t most = 0; most <= 16; most += 16) {
        world = heap_world((trp_world_desc){0});
        trp_pool_desc desc = stage_still_desc(most != 0 ? 4 : 16, stage_orders[order]);
        if (most != 0)
            stage_grow(&desc, most);
        pool = stage_pool_as(world, desc);
        create(2);
        const size_t early = snapshot_save_to(world, 1);
        create(4);
        const size_t bytes = snapshot_save_to(world, 0);
        trp_actor *gone = trp_create(pool, NULL);
        ledger_overwrite(gone, LEDGER_ZEROS, NULL);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        create(2);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], early));
        if (most != 0)
            ledger_overwrite_free(gone);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
        create(2);
        CHECK_EQ(trp_world_info(world).misuse, 0);
        CHECK_VALID(world);
    }
}

/* A chunk of a snapshot was given back and came again: its slots have had lives since. */
SCRIPT("a chunk that came back is restored",
       "in memory newest; grows; pool 4 grow 16; new 1-5; save; recycle 5; trim; slots 4; new 6; "
       "changes 0 4; restore");

typedef struct chest {
    unsigned char bytes[200];
    trp_actor actor;
} chest;

/* The last chunk leaves an external pool, or another one. */
SITUATION_FOR("a chunk that leaves writes nothing behind it", unsigned, external, 0, 1)
{
    static chest mine[8];
    static trp_region region = {.name = "mine", .start = mine, .bytes = sizeof mine};
    world = heap_world((trp_world_desc){0});
    CHECK_OK(trp_region_add(world, &region));
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(chest, actor),
                                                .capacity = 2,
                                                .max_capacity = 8,
                                                .when_full = TRP_FULL_GROW,
                                                .external = external == 1 ? TRP_EXTERNAL : NULL});
    const size_t bytes = snapshot_save_to(world, 0);
    for (unsigned i = 0; i < 8; i++)
        CHECK((external == 1 ? trp_adopt(pool, &mine[i].actor) : trp_create(pool, NULL)) != NULL);
    unsigned char *behind = heap_take(512, NULL);
    for (unsigned i = 0; i < 512; i++)
        behind[i] = 0x55;
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    for (unsigned i = 0; i < 512; i++)
        CHECK_EQ(behind[i], 0x55);
    CHECK_VALID(world);
    heap_give(behind, 512, NULL);
}

SCRIPT("an external pool that has grown is restored",
       "grows; pool external 4 grow 16; region guests; new 1 2; save; new 3-12; restore; live 2; "
       "new 3-12; restore; live 2");
