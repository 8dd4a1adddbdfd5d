/*
 * What counts in a hash and what does not: bytes, slots that were never used,
 * groups of slots, intervals, growth, joined pools.
 */
#include "../../../src/group/group.h" /* hashes of groups */
#include "../../../src/state/hash.h"  /* hashes of regions */
#include "../heap.h"
#include "../stage.h"
#include "troupe/hash.h"

#include <string.h>

SITUATIONS(hash_counts);

static trp_world *world;

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.id = 3});
}

/* Values */

/* Of memory of each size, whose bytes read the same in either order. */
SITUATION("bytes count in words of the same size")
{
    static unsigned char alike[24];
    uint64_t hash = 0;
    memset(alike, 0x5A, sizeof alike);
    for (size_t size = 1; size <= sizeof alike; size++) {
        const trp_region region = {.start = alike, .bytes = size};
        hash = trp_hash_mix(hash, trp__hash_region(&region));
    }
    CHECK_EQ(hash, 0xAAF1CCA2CEA4C41Cu);
}

/* Slots */

SCRIPT("a slot counts after its life, also in quarantine",
       "pool 4 quarantine 2; new 1 2; hash 0 a; recycle 2; differs 0 a");

SITUATION("all bytes of actors in the game's memory count")
{
    static crate crates[2];
    set_up();
    memset(crates, 0, sizeof crates);
    trp_pool *pool = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 4, .external = TRP_EXTERNAL});
    CHECK(trp_adopt(pool, &crates[0].node) != NULL);
    CHECK(trp_adopt(pool, &crates[1].node) != NULL);
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t before = trp_hash_pool(pool);
        crates[i].weight = 1;
        const uint64_t heavy = trp_hash_pool(pool);
        crates[i].weight = 0;
        crates[i].tail = 1;
        CHECK(before != heavy && trp_hash_pool(pool) != heavy && trp_hash_pool(pool) != before);
        crates[i].tail = 0;
        CHECK_EQ(trp_hash_pool(pool), before);
    }
    CHECK_OK(trp_world_destroy(world));
}

/* Intervals */

SCRIPT("an interval counts until it ends",
       "pool still; save; together 2; tick; together 1; hash 0 a; restore; together 2; tick; tick; "
       "together 1; differs 0 a; restore; together 1; tick; together 1; differs 0 a; hash 1 a; "
       "restore; together 2; tick; together 2; differs 0 a; restore; together 1; tick; together 2; "
       "differs 1 a; restore; together 4; tick; together 1; hash 0 a; restore; together 4; tick; "
       "tick; together 1; differs 0 a");

SCRIPT("an interval that has ended does not count",
       "pool still; hash 0 a; together 3; differs 0 a; tick; together 1; differs 0 a; tick; same 0 "
       "a");

/* Growth, and joined pools */

/* Two slots, and a chunk of two and one of four; the former is given back in the end. */
SITUATION("chunks that were given back count")
{
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    stage_needs(1u * 1024u * 1024u);
    world = heap_world((trp_world_desc){0});
    desc.max_capacity = 8;
    desc.when_full = TRP_FULL_GROW;
    desc.fields = &thing_type;
    trp_pool *pool = stage_pool_as(world, desc);
    stage_things(pool, 0, 4);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 2)));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 3)));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_info(pool).capacity, 6);
    CHECK_EQ(trp_hash_pool(pool), 0xE501C8A3E61590EBu);
}

SITUATION("the order of joined pools counts once")
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    trp_pool *pools[3];
    set_up();
    for (int i = 0; i < 3; i++) {
        desc.fields = &thing_type;
        pools[i] = stage_pool_as(world, desc);
        desc.joins = pools[0];
    }
    for (uint32_t id = 0; id < 9; id++)
        stage_thing(pools[(id * 5) % 3], id);
    CHECK_EQ(trp_hash_world(world), 0x69226D634526E77Eu);
}
