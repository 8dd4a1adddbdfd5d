/*
 * Snapshots of pools of many sizes, restored over states of other sizes; chunks that were returned.
 */
#include "../heap.h"
#include "../snapshot_scene.h"

#include "../../../src/core/poison.h" /* free slots may be poisoned */

static trp_world *world;
static trp_pool *pool;

enum
{
    MOST = 192
};

static const trp_actor *seen[MOST]; /* by slot: where an actor has been */

static void look(void)
{
    for (uint32_t slot = 0; slot < MOST; slot++)
        if (trp_pool_at(pool, slot) != NULL)
            seen[slot] = trp_pool_at(pool, slot);
}

static void check_seen(void)
{
    for (uint32_t slot = 0; slot < trp_pool_capacity(pool) && !TRP__POISONS; slot++)
        if (seen[slot] != NULL)
            CHECK(trp_is_active(seen[slot]) == (trp_pool_at(pool, slot) != NULL));
}

static void begin(void)
{
    stage_world();
    heap_reset();
    for (uint32_t slot = 0; slot < MOST; slot++)
        seen[slot] = NULL;
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
}

static void end(void)
{
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static trp_pool *make(uint32_t capacity, uint32_t most, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.when_full = most != 0 ? TRP_FULL_GROW : TRP_FULL_FAIL;
    desc.max_capacity = most;
    desc.on_create = NULL;
    desc.on_recycle = NULL;
    return stage_pool_as(world, desc);
}

static void create(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create_from(pool, &(thing){.id = 5000 + i}) != NULL);
}

/* The slots from `first` to `last` - 1 that are taken. */
static void recycle(uint32_t first, uint32_t last)
{
    for (uint32_t slot = first; slot < last; slot++)
        if (trp_pool_at(pool, slot) != NULL)
            CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, slot)), TRP_OK);
}

static const uint32_t sizes[] = {0, 1, 31, 32, 33, 62, 63, 64, 65, 95, 96, 127, 128, 129, 192};

enum
{
    SIZES = sizeof sizes / sizeof *sizes
};

/* All free slots can be taken, and no others. */
static void check_takes_all(uint32_t capacity)
{
    const uint32_t count = trp_pool_count(pool);
    create(capacity - count);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(pool), capacity);
    CHECK(trp_create(pool) == NULL);
    look();
    CHECK_EQ(trp_world_misuse_count(world), 0);
}

/* A walk in memory order looks at free slots, too. Lives that the snapshot does not know have
 * serials that are given out once more. */
static void check_walk(trp_pool *other)
{
    uint32_t visited = 0;
    for (uint32_t i = 0; i < 250; i++)
    {
        trp_actor *actor = trp_create(other);
        CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
    }
    trp_each (thing, it, pool)
        visited += it->id != 0;
    CHECK_EQ(visited, trp_pool_count(pool));
}

static void check_sizes(uint32_t then, uint32_t now, uint32_t capacity, uint32_t most,
                        trp_order order)
{
    begin();
    trp_pool *other = make(1, 0, TRP_ORDER_OLDEST);
    pool = make(capacity, most, order);
    create(then);
    look();
    recycle(then / 3, then / 2);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    const uint32_t count = trp_pool_count(pool);
    recycle(0, then);
    create(now);
    look();
    recycle(now / 2, now);
    for (int again = 0; again < 2; again++)
    {
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_EQ(trp_pool_count(pool), count);
        CHECK_VALID(world);
        check_seen();
        check_walk(other);
        check_takes_all(most != 0 ? most : capacity);
    }
    CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
    CHECK_EQ(trp_hash_world(world), hash);
    end();
}

static void restores_any_number_over_any_other(void)
{
    if (STAGE_BYTES < 64u * 1024u)
        return;
    unsigned long number = 0;
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
        for (unsigned i = 0; i < SIZES; i++)
            for (unsigned k = 0; k < SIZES; k++)
            {
                if (situation_leaves_out(number++))
                    continue;
                check_sizes(sizes[i], sizes[k], 192, 0, (trp_order)order);
                check_sizes(sizes[i], sizes[k], 20, 192, (trp_order)order);
            }
    for (unsigned i = 1; i < SIZES; i++)
        for (unsigned k = 1; k <= i; k++)
            check_sizes(sizes[i], sizes[k], sizes[i], 0, TRP_ORDER_MEMORY);
}

/* A chunk that the snapshot has was given back: the first that was added, or the last, in any
 * pool. */
static void misses_each_chunk(void)
{
    for (unsigned number = 0; number < 3; number++)
        for (unsigned chunk = 0; chunk < 2; chunk++)
        {
            trp_pool *pools[3];
            begin();
            for (unsigned i = 0; i < 3; i++)
                pools[i] = make(10, 80, i == 1 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY);
            const size_t empty = snapshot_save_to(world, 1);
            for (unsigned i = 0; i < 3; i++)
            {
                pool = pools[i];
                create(25);
            }
            CHECK(trp_pool_get_stats(pools[0]).capacity > 20);
            const size_t bytes = snapshot_save_to(world, 0);
            CHECK_RESULT(trp_snapshot_check(world, snapshot_memory[0], bytes), TRP_OK);
            pool = pools[number];
            recycle(10, chunk == 0 ? 20 : 0);
            recycle(20, chunk == 0 ? 0 : 80);
            CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
            CHECK_MISUSE(world, trp_snapshot_restore(world, snapshot_memory[0], bytes),
                         TRP_ERR_CHANGED);
            CHECK(situation_text_has(told.message, "a chunk of a pool was given back"));
            CHECK_VALID(world);
            CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[1], empty), TRP_OK);
            CHECK_VALID(world);
            create(40);
            CHECK_VALID(world);
            end();
        }
}

/* Transient pools have no ledger in a snapshot, whatever they have. */
static void leaves_out_transient_pools(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
    {
        begin();
        trp_pool *stays = make(10, 40, TRP_ORDER_MEMORY);
        pool = make(10, 80, (trp_order)order);
        CHECK_RESULT(trp_pool_set_transient(pool, true), TRP_OK);
        const size_t most = trp_snapshot_most_bytes(world);
        const size_t before = trp_snapshot_bytes(world);
        create(5);
        const size_t bytes = snapshot_save_to(world, 0);
        CHECK_EQ(bytes, before);
        create(35);
        CHECK_EQ(trp_snapshot_bytes(world), before);
        CHECK(trp_snapshot_most_bytes(world) <= most);
        CHECK(trp_create(stays) != NULL);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_VALID(world);
        CHECK_EQ(trp_pool_count(pool), 40);
        CHECK_EQ(trp_pool_count(stays), 0);
        /* with chunks, and with a pool behind it */
        make(3, 0, TRP_ORDER_MEMORY);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], snapshot_save_to(world, 0)),
                     TRP_OK);
        CHECK_EQ(trp_pool_count(pool), 40);
        end();
    }
}

static void restores_the_layer_of_a_transient_pool(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.layers = 2});
    pool = stage_pool(world, 10, TRP_ORDER_MEMORY);
    CHECK_RESULT(trp_pool_set_transient(pool, true), TRP_OK);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_RESULT(trp_pool_set_layer(pool, 1), TRP_OK);
    CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
    CHECK_EQ(trp_pool_layer(pool), 0);
    CHECK_VALID(world);
}

/* Actors of an age order come and go, until its array has been full and was closed up. */
static void restores_arrays_at_any_length(void)
{
    world = stage_world();
    pool = stage_pool(world, 12, TRP_ORDER_OLDEST);
    create(3);
    for (unsigned i = 0; i < 60; i++)
    {
        CHECK_RESULT(trp_recycle(world, trp_first(world)), TRP_OK);
        create(1);
        const size_t bytes = snapshot_save_to(world, 0);
        const uint64_t hash = trp_hash_world(world);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_VALID(world);
    }
}

/* in its slots, and in a chunk that the snapshot does not know: the node says so */
static void knows_who_is_gone(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_NEWEST; order++)
    {
        trp_actor *gone[9];
        begin();
        pool = make(4, 16, (trp_order)order);
        const size_t bytes = snapshot_save_to(world, 0);
        for (unsigned i = 0; i < 9; i++)
        {
            gone[i] = trp_create(pool);
            CHECK(trp_is_active(gone[i]));
        }
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        for (unsigned i = 0; i < 9 && !TRP__POISONS; i++)
            CHECK(!trp_is_active(gone[i]));
        create(16);
        CHECK_VALID(world);
        end();
    }
}

static void restores_an_external_pool_that_has_grown(void)
{
    static thing mine[12];
    trp_region region = {.name = "mine", .start = mine, .bytes = sizeof mine};
    begin();
    CHECK_RESULT(trp_region_add(world, &region), TRP_OK);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 4,
                                                .max_capacity = 16,
                                                .when_full = TRP_FULL_GROW,
                                                .external = true});
    for (unsigned i = 0; i < 2; i++)
        CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    for (unsigned again = 0; again < 2; again++)
    {
        for (unsigned i = 2; i < 12; i++)
            CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
        CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
        CHECK_EQ(trp_hash_world(world), hash);
        CHECK_EQ(trp_pool_count(pool), 2);
        CHECK(trp_state_of(world, &mine[11].actor) == TRP_STATE_NONE);
        CHECK_VALID(world);
    }
    end();
}

/* nothing is read after its last byte */
static void restores_a_world_without_pools(void)
{
    begin();
    const size_t bytes = trp_snapshot_bytes(world);
    unsigned char *memory = snapshot_memory[2] + SCENE_BYTES - bytes;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_RESULT(trp_snapshot_save(world, memory, bytes, NULL), TRP_OK);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_RESULT(trp_snapshot_restore(world, memory, bytes), TRP_OK);
    CHECK_EQ(trp_world_ticks(world), 1);
    CHECK_EQ(trp_snapshot_diff_now(world, memory, bytes, snapshot_memory[1],
                                   sizeof snapshot_memory[1], 9, NULL, NULL),
             0);
    end();
}

const situation snapshot_slots_situations[] = {
    {"any number of actors is restored over any other", restores_any_number_over_any_other},
    {"a snapshot misses each chunk that was given back", misses_each_chunk},
    {"a snapshot leaves out transient pools", leaves_out_transient_pools},
    {"the layer of a transient pool is restored", restores_the_layer_of_a_transient_pool},
    {"a node says that its actor is gone, wherever its slot was", knows_who_is_gone},
    {"an external pool that has grown is restored", restores_an_external_pool_that_has_grown},
    {"a world without pools is restored", restores_a_world_without_pools},
    {"an age order is restored at any length of its array", restores_arrays_at_any_length},
};
const unsigned snapshot_slots_situation_count =
    sizeof snapshot_slots_situations / sizeof *snapshot_slots_situations;
