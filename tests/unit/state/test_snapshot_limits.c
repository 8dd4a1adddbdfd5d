/*
 * Snapshots of pools in unusual states: slots in quarantine and retired, returned
 * chunks.
 */
#include "../heap.h"
#include "../ledger.h"
#include "../snapshot_scene.h"

#include "../../../src/state/state.h" /* an image, to damage it */

SITUATIONS(snapshot_limits);

static trp_world *world;
static trp_pool *pool;

static trp_result restore(size_t bytes)
{
    return trp_snapshot_restore(world, snapshot_memory[0], bytes);
}

/* Quarantine and retired slots */

SCRIPT("slots in quarantine are restored, in their order",
       "pool ends quarantine 3; new 1-6; save; recycle 1-5; new 10-13; hash 0; restore; "
       "quarantined 0; "
       "recycle 1-5; new 10-13; same 0; restore; recycle 1; save 1; recycle 2-5; new 10-13; hash "
       "0; restore 1; quarantined 1; recycle 2-5; new 10-13; same 0; restore 1; recycle 2 3; save "
       "2; recycle 4 5; new 10-12; hash 0; restore 2; quarantined 3; recycle 4 5; new 10-12; same "
       "0");

SCRIPT("retired slots are restored",
       "new 1-6; save; last 2; recycle 2 3; save 1; restore; retired 0; is active 2; restore 1; "
       "retired 1; is free 3; restore 1; restore");

/* Stealing cycles through the slots; its position is state, and in hashes. */
SCRIPT("which actor is stolen next is restored",
       "in memory; pool 4 steal; new 1-6; save; new 10-15; hash 0; restore; new 10-15; same 0");

/* Growth */

/* A chunk is missing in the middle, then and now, or only now: actor 45 keeps the last one. */
SCRIPT("pools with missing chunks are restored",
       "grows; pool 10 grow 80; new 1-8; save 1; new 9-45; recycle 12-44; trim; capacity 60; save; "
       "recycle 5; new 46 47; restore; is active 45; restore 1; live 8");

/* The array of an age order has shrunk since, and has room for as many entries as there are slots. */
SCRIPT("entries of a trimmed pool come back",
       "in oldest; grows; pool 10 grow 80; new 1-10; save 1; new 11-21; restore 1; new 22; recycle "
       "2; churn 30-54; save; restore; hash 0; new 101-111; recycle 101-111; trim; differs 0; "
       "restore");

/* A pool has grown, and was restored: a joined pool that is trimmed leaves room for its entries. */
SCRIPT("entries of kept chunks have room",
       "in oldest; grows; pool 10 grow 80; pool 10 grow 40 joins a; new 1; save 1; new 2-70; save; "
       "restore 1; new b 101-130; clear b; trim b; restore");

/* Headers */

SITUATION("each byte changes a checksum")
{
    static unsigned char bytes[40];
    for (size_t size = 1; size <= sizeof bytes; size++)
        for (size_t i = 0; i < size; i++) {
            const uint64_t before = trp__sum_bytes(bytes, size, 1);
            bytes[i]++;
            CHECK(trp__sum_bytes(bytes, size, 1) != before);
        }
}

SITUATION("what is no snapshot is known")
{
    trp__image *image = (trp__image *)(void *)snapshot_memory[0];
    world = stage_world();
    const size_t bytes = snapshot_save_to(world, 0);
    image->structure = 8;
    CHECK_MISUSE(world, restore(bytes), TRP_ERR_DAMAGED);
    image->structure = bytes + 16;
    CHECK_MISUSE(world, restore(bytes), TRP_ERR_DAMAGED);
    image->magic++;
}

/* Transient pools */

SITUATION("serials of transient pools are kept")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    desc.transient = true;
    trp_pool *sparks = stage_pool_as(world, desc);
    stage_things(pool, 1, 2);
    stage_things(sparks, 11, 13);
    trp__set_newest(world, TRP__STAMP_FLOOR + 500);
    stage_thing(pool, 3);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_update_all(world, 1)); /* serials start from the first again */
    CHECK(world->state.newest > TRP__STAMP_FLOOR + 500);
    stage_thing(sparks, 14);
    CHECK_OK(restore(bytes));
    CHECK_VALID(world);
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(1, 2, 3, 11, 12, 13, 14);
    CHECK_VALID(world);
}

SITUATION("there is a bound of what snapshots take")
{
    static thing heroes[2];
    world = stage_world();
    trp_region region = {.start = heroes, .bytes = sizeof heroes};
    CHECK_OK(trp_region_add(world, &region));
    trp_pool *sparks = stage_pool(world, 4, TRP_ORDER_OLDEST);
    pool = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 2, .external = TRP_EXTERNAL});
    size_t with_sparks, most;
    CHECK(trp_snapshot_bytes(world, &with_sparks) <= with_sparks);
    stage_set_transient(sparks, true);
    CHECK(trp_snapshot_bytes(world, &most) <= most);
    CHECK(most < with_sparks);
    stage_things(sparks, 1, 4);
    CHECK(trp_adopt(pool, &heroes[0].actor) != NULL);
    CHECK(trp_adopt(pool, &heroes[1].actor) != NULL);
    CHECK(trp_snapshot_bytes(world, NULL) <= most);
    CHECK_OK(trp_recycle(world, &heroes[0].actor));
    CHECK_OK(trp_recycle(world, &heroes[1].actor));
}

SCRIPT("a snapshot is refused while the world ends", "new 1; at -1: save !BUSY; destroy");
