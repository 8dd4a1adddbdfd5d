/*
 * Snapshots of pools in unusual states: free slots in every pattern, slots in quarantine and
 * retired, returned chunks.
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

static void recycle(uint32_t id)
{
    CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

/* Holes */

enum { SLOTS = 200 };

/* Whether a slot is taken in a pattern. */
static bool is_in(unsigned pattern, uint32_t slot)
{
    switch (pattern) {
    case 0:
        return true;
    case 1:
        return slot % 2 == 0;
    case 2:
        return slot % 5 == 0;
    case 3:
        return slot % 64 >= 50;
    case 4:
        return slot < 64 || slot >= 128;
    case 5:
        return slot / 64 % 2 == 1;
    case 6:
        return slot < 10 || slot == SLOTS - 1;
    case 7:
        return slot < 64;
    default:
        return slot * 2654435761u >> 20 < pattern * 400u;
    }
}

static void play_pattern(unsigned pattern)
{
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        trp_actor *actor = trp_pool_at(pool, slot);
        if (!is_in(pattern, slot) && actor != NULL)
            CHECK_OK(trp_recycle(world, actor));
    }
}

static void fill(void)
{
    for (uint32_t id = 1000; trp_create(pool, &(thing){.id = id}) != NULL; id++)
        continue;
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        trp_as(thing, trp_pool_at(pool, slot))->id = 1 + slot;
}

SITUATION("holes of every pattern are restored")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        for (unsigned pattern = 0; pattern < 12; pattern++) {
            stage_world();
            world = stage_world_as((trp_world_desc){0});
            pool = stage_pool(world, SLOTS, stage_orders[order]);
            fill();
            play_pattern(pattern);
            const size_t bytes = snapshot_save_to(world, 0);
            const uint64_t hash = trp_hash_world(world);
            fill();
            play_pattern((pattern + 5) % 12);
            CHECK_OK(restore(bytes));
            CHECK_EQ(trp_hash_world(world), hash);
            CHECK_VALID(world);
            for (uint32_t slot = 0; slot < SLOTS; slot++) {
                const trp_actor *actor = trp_pool_at(pool, slot);
                CHECK((actor != NULL) == is_in(pattern, slot));
                CHECK(actor == NULL || trp_as(thing, actor)->id == 1 + slot);
            }
        }
}

/* Quarantine and retired slots */

SITUATION("slots in quarantine are restored, in their order")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        for (uint32_t gone = 0; gone < 4; gone++) {
            uint32_t slots[4];
            stage_world();
            world = stage_world_as((trp_world_desc){0});
            pool = stage_pool(world, 8, stage_orders[order]);
            stage_set_quarantine(pool, 3);
            stage_things(pool, 1, 6);
            for (uint32_t id = 1; id <= gone; id++)
                recycle(id);
            const size_t bytes = snapshot_save_to(world, 0);
            const uint64_t hash = trp_hash_world(world);
            for (int again = 0; again < 2; again++) {
                for (uint32_t id = gone + 1; id <= 5; id++)
                    recycle(id);
                for (uint32_t i = 0; i < 4; i++) {
                    const uint32_t slot = trp_slot_of(world, &stage_thing(pool, 10 + i)->actor);
                    CHECK(again == 0 || slots[i] == slot);
                    slots[i] = slot;
                }
                CHECK_OK(restore(bytes));
                CHECK_EQ(trp_pool_info(pool).quarantine, 3);
                CHECK_EQ(trp_pool_info(pool).quarantined, gone < 3 ? gone : 3);
                CHECK_EQ(trp_hash_world(world), hash);
                CHECK_VALID(world);
                CHECK_EQ(trp_world_info(world).misuse, 0);
            }
        }
}

SITUATION("retired slots are restored")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        stage_world();
        world = stage_world_as((trp_world_desc){0});
        pool = stage_pool(world, 8, stage_orders[order]);
        stage_things(pool, 1, 6);
        const size_t before = snapshot_save_to(world, 0);
        const trp_actor *last = &stage_find(pool, 2)->actor;
        ledger_last_life(pool, last);
        recycle(2);
        recycle(3);
        const size_t after = snapshot_save_to(world, 2);
        CHECK_OK(restore(before));
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_info(pool).retired, 0);
        CHECK_EQ(stage_find(pool, 2)->id, 2);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[2], after));
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_info(pool).retired, 1);
        CHECK(stage_find(pool, 2) == NULL && stage_find(pool, 3) == NULL);
        CHECK(TRP__POISONS || !stage_node_is_active(last));
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[2], after));
        CHECK_VALID(world);
        CHECK_OK(restore(before));
        CHECK_VALID(world);
    }
}

/* Stealing cycles through the slots; its position is state, and in hashes. */
SITUATION("which actor is stolen next is restored")
{
    uint32_t slots[2][6];
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_STEAL_NEXT;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 6);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < 6; i++)
            slots[again][i] = trp_slot_of(world, &stage_thing(pool, 10 + i)->actor);
        CHECK_OK(restore(bytes));
        CHECK_EQ(trp_hash_world(world), hash);
    }
    for (uint32_t i = 0; i < 6; i++)
        CHECK_EQ(slots[0][i], slots[1][i]);
}

/* Growth */

static void grow_world(trp_order order, uint32_t max)
{
    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(10, order);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = max;
    pool = stage_pool_as(world, desc);
}

/* The bitmap has a word of words, and more. */
SITUATION("bitmaps of thousands of slots are restored")
{
    grow_world(TRP_ORDER_MEMORY, 5000);
    stage_things(pool, 1, 300);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    for (uint32_t id = 2; id < 300; id++)
        recycle(id);
    stage_things(pool, 301, 320);
    CHECK_OK(restore(bytes));
    CHECK_VALID(world);
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_OK(trp_world_destroy(world));
}

/* A chunk is missing in the middle, then and now, or only now: actor 45 keeps the last one. */
SITUATION("pools with missing chunks are restored")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        grow_world(stage_orders[order], 80);
        stage_things(pool, 1, 8);
        const size_t early = snapshot_save_to(world, 1);
        stage_things(pool, 9, 45);
        for (uint32_t id = 12; id < 45; id++)
            recycle(id);
        CHECK_OK(trp_pool_trim(pool));
        CHECK_EQ(trp_pool_info(pool).capacity, 60);
        const size_t bytes = snapshot_save_to(world, 0);
        const uint64_t hash = trp_hash_world(world);
        recycle(5);
        stage_thing(pool, 46);
        stage_thing(pool, 47);
        CHECK_OK(restore(bytes));
        CHECK_VALID(world);
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK(stage_find(pool, 45) != NULL && stage_find(pool, 46) == NULL);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], early));
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_count(pool), 8);
        CHECK_OK(trp_world_destroy(world));
        CHECK_EQ(heap_out, 0);
    }
}

/* The array of an age order has shrunk since, and has room for as many entries as there are slots. */
SITUATION("entries of a trimmed pool come back")
{
    grow_world(TRP_ORDER_OLDEST, 80);
    stage_things(pool, 1, 10);
    const size_t early = snapshot_save_to(world, 1);
    stage_things(pool, 11, 21); /* the array has entries for 40 */
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], early));
    stage_thing(pool, 22);
    for (uint32_t id = 30; id < 55; id++) {
        stage_thing(pool, id);
        recycle(id == 30 ? 2 : id - 1);
    }
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    CHECK_OK(restore(bytes));
    stage_things(pool, 101, 111);
    for (uint32_t id = 101; id <= 111; id++)
        recycle(id);
    CHECK_OK(trp_pool_trim(pool));
    CHECK_VALID(world);
    CHECK(trp_hash_world(world) != hash);
    CHECK_OK(restore(bytes));
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

/* A pool has grown, and was restored: a joined pool that is trimmed leaves room for its entries. */
SITUATION("entries of kept chunks have room")
{
    grow_world(TRP_ORDER_OLDEST, 80);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_OLDEST);
    desc.joins = pool;
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 40;
    trp_pool *other = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    const size_t early = snapshot_save_to(world, 1);
    stage_things(pool, 2, 70);
    const size_t late = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], early));
    stage_things(other, 101, 130);
    CHECK_OK(trp_pool_clear(other, NULL));
    CHECK_OK(trp_pool_trim(other));
    CHECK_OK(restore(late));
    CHECK_VALID(world);
    CHECK_EQ(trp_hash_world(world), hash);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

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

static trp_result at_the_end;

static void when_recycled(trp_world *of, thing *self, trp_reason reason)
{
    (void)self;
    (void)reason;
    at_the_end = trp_snapshot_save(of, snapshot_memory[0], SCENE_BYTES, NULL);
}

SITUATION("a snapshot is refused while the world ends")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    desc.on_end = stage_on_end;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    at_the_end = TRP_OK;
    stage_when_recycled = when_recycled;
    CHECK_OK(trp_world_destroy(world));
    CHECK_RESULT(at_the_end, TRP_BUSY);
}
