/*
 * Worlds that were restored: walks, bounds of slots, members, reasons are those of then.
 */
#include "../../../src/group/group.h" /* hashes of groups */
#include "../heap.h"
#include "../snapshot_scene.h"

#include <string.h>

SITUATIONS(restored);

static trp_world *world;
static trp_pool *pool;

/* Orders */

SCRIPT("each actor of a restored order is visited once",
       "grows; pool; pool 2 grow 16; newest oldest pool joins a; new 1-6; new b 11-16; recycle 1 "
       "11; sleep 3 13; save; recycle 2 6 12 16; churn 100-129; churn b 130-159; restore; go; "
       "each; memory oldest = 2 4 5 6; newest = 6 5 4 2; each b; memory oldest = 12 14 15 16; "
       "newest = 16 15 14 12; memory oldest list 2 4-6 12 14-16");

/* The pools grow during the walk, into chunks that they kept. */
SCRIPT("a walk goes on in a chunk that a restored pool kept",
       "in oldest; grows; pool 2 grow 8 same; pool 2 joins a same; pool 2 grow 8 same; new 1 2; "
       "new c 11 12; at u1: new 3; at u11: new c 13; save; go; tick; = 1 +3 2 3 11 +13 12 13; "
       "restore; tick; = 1 +3 2 3 11 +13 12 13; restore; tick; = 1 +3 2 3 11 +13 12 13");

/* Slots */

/* Then the pool had no life yet. */
SCRIPT("used slots are those of then, whatever the quarantine",
       "pool quarantine 3; save 0; new 1-3; clear; new 4-6; save 1; restore 0; restore 1; clear; "
       "restore 1; live 3");

/* Members of transient pools */

SCRIPT("members whose chunk is gone are dropped",
       "in memory; grows; pool 4 grow 32 transient; pool 4 grow 32; group; new 1-30; add 1 3 5 7 9 "
       "11 13 15 17 19 21 23 25 27 29; save; recycle 5-30; trim; new b 31-50; restore; places 1 3 "
       "0 0 0 0 0 0 0 0 0 0 0 0 0");

/* Nor does a synctest see them: those of test_synctest.c add some. */
SCRIPT("members in transient pools are not hashed",
       "pool transient; group; hash 0; save; new 1; add 1; same 0; changes 0 0");

/* States of a history stay restorable. */
SCRIPT(
    "a group does not shrink while a history is open",
    "grows; pool 40; group; history; new 1-40; add 1-40; keep; tick; clear; prune; places; grant 0 "
    "!BUSY; rewind 0; places 1-40; closehistory; grant 0");

static uint32_t pruned;

static void note_pruned(trp_handle handle, const trp_context *in)
{
    pruned++;
}

/* Short lives: when an add prunes is a matter of counts, and not of the room. */
static void note_adds(trp_group *group, uint32_t seed, uint32_t *notes)
{
    pruned = 0;
    for (uint32_t i = 0; i < 40; i++) {
        thing *born = stage_thing(pool, i);
        CHECK_OK(trp_group_add(group, &born->actor));
        if (stage_random(&seed, 3) != 0)
            CHECK_OK(trp_recycle(world, &born->actor));
        notes[i] = trp_group_size(group) | pruned << 16;
    }
}

SITUATION("a group prunes as then, whatever its room")
{
    static trp_group group;

    for (uint32_t capacity = 0; capacity < 40; capacity += 3)
        for (uint32_t before = 0; before < 12; before += 4) {
            uint32_t notes[2][40];
            size_t bytes;
            stage_needs(16u * 1024u * 1024u);
            world = heap_world((trp_world_desc){0});
            pool = stage_pool(world, 200, TRP_ORDER_MEMORY);
            group = (trp_group){0};
            CHECK_OK(trp_group_init(
                &group, world, &(trp_group_desc){.capacity = capacity, .on_pruned = note_pruned}));
            for (uint32_t i = 0; i < before; i++)
                CHECK_OK(trp_group_add(&group, &stage_thing(pool, i)->actor));
            bytes = snapshot_save_to(world, 0);
            note_adds(&group, capacity, notes[0]);
            for (uint32_t i = 0; i < 100; i++) /* it grows */
                CHECK_OK(trp_group_add(&group, &stage_thing(pool, i)->actor));
            CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
            CHECK_VALID(world);
            note_adds(&group, capacity, notes[1]);
            CHECK(memcmp(notes[0], notes[1], sizeof notes[0]) == 0);
        }
}

/* Ends */

SCRIPT("expired actors end as they would have",
       "loud; pool ends still; new 1 2; later 1; save; tick; new 3; later 3; restore; go; "
       "tick; = -1o");

SCRIPT("reasons of ends are state", "pool ends; new 1 2; save 2; later 1; hash 0; save; restore 2; "
                                    "expire 1; differs 0; save 1; diff 0 1 1");

/* Worlds */

#if TRP__SYSTEM /* it counts worlds */
SITUATION_FOR("a world that has ended is another one", int, ends, 0, 1)
{
    size_t bytes;
    world = stage_world_as((trp_world_desc){.id = 5});
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
    bytes = snapshot_save_to(world, 0);
    if (ends == 1)
        CHECK_OK(trp_world_destroy(world));
    CHECK(stage_world_as((trp_world_desc){.id = 5}) == world);
    CHECK(stage_pool(world, 8, TRP_ORDER_MEMORY) == pool);
    CHECK_RESULT(trp_snapshot_check(world, snapshot_memory[0], bytes, NULL), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_ERR_FOREIGN);
    CHECK_VALID(world);
}
#endif

/* The first tick after any restore prunes what has expired in a transient pool, which stays. */
SCRIPT("what has expired in a transient pool is pruned by the next tick",
       "pool transient later; save; tick; new 1; expire 1; restore; expired 1; tick; expired 0; "
       "save; tick; tick; new 2; expire 2; restore; expired 1; tick; expired 0");
