/*
 * Regions: where they may lie, and what of them belongs to snapshots.
 */
#include "../../../src/state/hash.h" /* hashes of regions */
#include "../delta_scene.h"
#include "../snapshot_scene.h"

#include <string.h>

SITUATIONS(region);

static unsigned char field[256];
static trp_region regions[2];

static trp_result add(unsigned number, void *start, size_t bytes)
{
    regions[number] = (trp_region){.start = start, .bytes = bytes};
    return trp_region_add(delta_world, &regions[number]);
}

static void check_beside(size_t from, size_t bytes, trp_result expected)
{
    if (expected == TRP_OK) {
        CHECK_OK(add(1, field + from, bytes));
        CHECK_OK(trp_region_remove(delta_world, &regions[1]));
    } else
        CHECK_MISUSE(delta_world, add(1, field + from, bytes), expected);
}

SITUATION("regions may lie right beside each other")
{
    delta_begin(1);
    CHECK_OK(add(0, field + 100, 50));
    check_beside(90, 10, TRP_OK);
    check_beside(90, 11, TRP_ERR_VALUE);
    check_beside(150, 10, TRP_OK);
    check_beside(149, 10, TRP_ERR_VALUE);
    check_beside(149, 1, TRP_ERR_VALUE);
    check_beside(100, 1, TRP_ERR_VALUE);
    check_beside(99, 1, TRP_OK);
    check_beside(0, 200, TRP_ERR_VALUE);
}

/* Of each pool, in each chunk; also after the chunks in the middle have been returned. */
SITUATION("regions do not overlap slots of any chunk")
{
    trp_actor *last = NULL;
    delta_begin_growing();
    for (unsigned i = 0; i < 3; i++) {
        trp_pool *pool = stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(wide, actor),
                                                                    .capacity = 4,
                                                                    .when_full = TRP_FULL_GROW,
                                                                    .max_capacity = 40});
        for (unsigned k = 0; k < 20; k++) {
            last = delta_create(pool);
            CHECK_MISUSE(delta_world, add(1, trp_as(wide, last), 8), TRP_ERR_VALUE);
        }
        for (uint32_t slot = 0; slot < 19; slot++)
            CHECK_OK(trp_recycle(delta_world, trp_pool_at(pool, slot)));
        CHECK_OK(trp_pool_trim(pool));
        CHECK(trp_pool_info(pool).capacity < 32);
        CHECK_MISUSE(delta_world, add(1, trp_as(wide, last), 8), TRP_ERR_VALUE);
    }
    CHECK_OK(add(1, field, 4));
}

/* A group in a region is no part of it: in its middle, and where it ends. */
SITUATION("regions have holes where groups lie")
{
    static struct {
        unsigned char before[400]; /* longer than the rest */
        trp_group middle;
        unsigned char after[40];
        trp_group last;
    } game;
    unsigned char *const saved = &snapshot_memory[0][0];
    size_t differing = 0;
    delta_begin(1);
    trp_pool *pool = delta_wide_pool(4, TRP_ORDER_MEMORY);
    game.middle = game.last = (trp_group){0};
    CHECK_OK(trp_group_init(&game.middle, delta_world, NULL));
    CHECK_OK(trp_group_init(&game.last, delta_world, NULL));
    CHECK_OK(add(0, &game, sizeof game));
    trp_actor *actor = delta_create(pool);
    CHECK_OK(trp_group_add(&game.middle, actor));
    CHECK_OK(trp_group_add(&game.last, actor));
    for (unsigned i = 0; i < 40; i++)
        game.before[360 + i] = game.after[i] = (unsigned char)(i + 1);
    memset(saved, 0x11, 20000);
    memset(snapshot_memory[1], 0xEE, 20000);
    const size_t bytes = snapshot_save_to(delta_world, 0);
    CHECK_EQ(snapshot_save_to(delta_world, 1), bytes);
    CHECK(memcmp(saved, snapshot_memory[1], bytes) == 0);
    for (size_t i = bytes; i < 20000; i++)
        differing += saved[i] != 0x11;
    CHECK_EQ(differing, 0);
    CHECK_OK(trp_group_remove(&game.middle, actor));
    for (unsigned i = 0; i < 40; i++)
        game.before[360 + i] = game.after[i] = 0;
    CHECK_OK(trp_snapshot_restore(delta_world, saved, bytes));
    CHECK_VALID(delta_world);
    CHECK(trp_group_has(&game.middle, actor) && trp_group_has(&game.last, actor));
    for (unsigned i = 0; i < 40; i++)
        CHECK(game.before[360 + i] == i + 1 && game.after[i] == i + 1);
}

/* A region that contains its own struct: this is a hole, and what is around it is none. */
SITUATION("structs of regions are no part of regions")
{
    static struct {
        unsigned char before;
        trp_region region;
        unsigned char after[4000];
    } game;
    delta_begin(1);
    game.region = (trp_region){.name = "game", .start = &game, .bytes = sizeof game};
    CHECK_OK(trp_region_add(delta_world, &game.region));
    const uint64_t hash = trp__hash_region(&game.region);
    game.region.name = "other";
    CHECK_EQ(trp__hash_region(&game.region), hash);
    for (size_t i = 0; i < sizeof game.after; i++) {
        game.after[i] = 1;
        CHECK(trp__hash_region(&game.region) != hash);
        game.after[i] = 0;
    }
    game.before = 1;
    CHECK(trp__hash_region(&game.region) != hash);
}

/* of the first pool as well: their serials are not part of the state */
SITUATION("nodes of actors in regions do not count")
{
    static crate crates[2];
    static trp_region region = {.start = crates, .bytes = sizeof crates};
    delta_begin(1);
    region.world = NULL;
    CHECK_OK(trp_region_add(delta_world, &region));
    for (unsigned i = 0; i < 2; i++) {
        trp_pool *pool = stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                                    .capacity = 2,
                                                                    .external = TRP_EXTERNAL});
        crates[i] = (crate){.weight = 1};
        CHECK(trp_adopt(pool, &crates[i].node) != NULL);
    }
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t hash = trp__hash_region(&region);
        const trp_actor node = crates[i].node;
        crates[i].node.next ^= 0x55;
        crates[i].node.prev ^= 0x55;
        crates[i].node.stamp ^= 0x55;
        CHECK_EQ(trp__hash_region(&region), hash);
        crates[i].node = node;
        crates[i].weight++;
        CHECK(trp__hash_region(&region) != hash);
    }
    CHECK_OK(trp_world_destroy(delta_world));
}

/* Behind the node a group follows, and a struct ends behind the region. */
SITUATION("a node before a hole does not count")
{
    static struct {
        crate first;
        trp_group group;
        crate last;
    } game;
    static _Alignas(TRP_ALIGNMENT) unsigned char image[8192];
    static trp_region region = {.start = &game};
    delta_begin(1);
    region.world = NULL;
    region.bytes = sizeof game - 1;
    game.group = (trp_group){0};
    trp_pool *pool = stage_pool_as(
        delta_world,
        (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 2, .external = TRP_EXTERNAL});
    CHECK_OK(trp_group_init(&game.group, delta_world, NULL));
    CHECK_OK(trp_region_add(delta_world, &region));
    CHECK(trp_adopt(pool, &game.first.node) != NULL);
    const uint64_t hash = trp__hash_region(&region);
    game.first.node.next ^= 0x55;
    CHECK_EQ(trp__hash_region(&region), hash);
    game.first.node.next ^= 0x55;
    CHECK(trp_adopt(pool, &game.last.node) != NULL);
    CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, image, sizeof image, NULL),
                 TRP_ERR_UNLINKED);
    CHECK_OK(trp_world_destroy(delta_world));
}

SITUATION("nodes of actors that have left say nothing of their order")
{
    static crate crates[3];
    delta_begin(1);
    trp_pool *pool = stage_pool_as(
        delta_world,
        (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 3, .external = TRP_EXTERNAL});
    for (unsigned i = 0; i < 3; i++) {
        crates[i] = (crate){.weight = 1};
        CHECK(trp_adopt(pool, &crates[i].node) != NULL);
    }
    CHECK_OK(trp_deactivate(delta_world, &crates[1].node));
    for (unsigned i = 0; i < 3; i++) {
        CHECK_OK(trp_recycle(delta_world, &crates[i].node));
        CHECK_EQ(crates[i].node.prev, TRP_NO_LINK);
        CHECK_EQ(crates[i].node.next, TRP_NO_LINK);
    }
    CHECK_OK(trp_world_destroy(delta_world));
}

/* One of them is in a pool that is left out, and ends behind the region. The first slot is free. */
SITUATION("a snapshot has no nodes, and a restore writes them")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char images[2][8192];
    static crate crates[3], gone;
    static unsigned char text[8];
    static trp_region other = {.start = text, .bytes = sizeof text};
    static trp_region region = {.start = crates};
    trp_actor nodes[3];
    size_t bytes[2];
    delta_begin(1);
    region.world = other.world = NULL;
    region.bytes = offsetof(crate, node) + 2 * sizeof(crate) + 1;
    CHECK_OK(trp_region_add(delta_world, &region));
    CHECK_OK(trp_region_add(delta_world, &other));
    trp_pool *pools[2];
    for (unsigned i = 0; i < 2; i++)
        pools[i] = stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                              .capacity = 3,
                                                              .external = TRP_EXTERNAL,
                                                              .transient = i == 1});
    CHECK(trp_adopt(pools[0], &gone.node) != NULL);
    for (unsigned i = 0; i < 3; i++) {
        crates[i] = (crate){.weight = 1};
        CHECK(trp_adopt(pools[i / 2], &crates[i].node) != NULL);
    }
    CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, images[0], sizeof images[0], NULL),
                 TRP_ERR_UNLINKED);
    CHECK_OK(trp_recycle(delta_world, &gone.node));
    CHECK_OK(trp_snapshot_save(delta_world, images[0], sizeof images[0], &bytes[0]));
    for (unsigned i = 0; i < 3; i++)
        nodes[i] = crates[i].node;
    CHECK_OK(trp_snapshot_restore(delta_world, images[0], bytes[0]));
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(crates[i].node.index, nodes[i].index);
        CHECK_EQ(crates[i].node.prev, nodes[i].prev);
        CHECK_EQ(crates[i].node.next, nodes[i].next);
    }
    CHECK_OK(trp_snapshot_save(delta_world, images[1], sizeof images[1], &bytes[1]));
    CHECK_EQ(
        trp_snapshot_diff(delta_world, images[0], bytes[0], images[1], bytes[1], 0, NULL, NULL), 0);
    CHECK_VALID(delta_world);
    CHECK_OK(trp_world_destroy(delta_world));
}

SITUATION("a region with many external actors is hashed")
{
    enum { MANY = 40000 };
    static crate many[MANY];
    static trp_region region = {.name = "many", .start = many, .bytes = sizeof many};
    trp_world *world = stage_large_world(16u * 1024u * 1024u);
    trp_pool *pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                             .capacity = MANY,
                                                             .external = TRP_EXTERNAL});
    region.world = NULL;
    CHECK_OK(trp_region_add(world, &region));
    for (unsigned i = 0; i < MANY; i++)
        CHECK(trp_adopt(pool, &many[i].node) != NULL);
    const uint64_t hash = trp__hash_region(&region);
    many[MANY - 1].weight++;
    CHECK(trp__hash_region(&region) != hash);
}

/* What follows the snapshot in memory stays there. */
SITUATION("regions of ids are restored within their memory")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(200) + 400];
    static unsigned char then[sizeof memory];
    static trp_ids ids;
    static trp_region region = {.ids = &ids};
    delta_begin(1);
    region.world = NULL;
    memset(memory, 0x77, sizeof memory);
    CHECK_OK(trp_ids_init(&ids, memory, TRP_IDS_BYTES(200), 1, 200));
    CHECK_OK(trp_region_add(delta_world, &region));
    for (unsigned i = 1; i < 200; i++)
        CHECK_EQ(trp_ids_take(&ids), i);
    memcpy(then, memory, sizeof memory);
    const size_t bytes = snapshot_save_to(delta_world, 0);
    memset(snapshot_memory[0] + bytes, 0x33, 400);
    for (unsigned i = 20; i < 50; i++)
        CHECK_OK(trp_ids_give_back(&ids, i));
    CHECK_OK(trp_snapshot_restore(delta_world, snapshot_memory[0], bytes));
    CHECK(memcmp(memory, then, sizeof memory) == 0);
    CHECK_EQ(trp_ids_take(&ids), 200);
}
