/*
 * State that a hash must notice though no actor differs, such as turns; and state that a restore
 * must bring back though it is not visible yet; and a world without a state, because it ends.
 */
#include "../../../src/core/core.h"   /* stamps of nodes and of the ledger */
#include "../../../src/debug/debug.h" /* whether a tool watches nodes of free slots */
#include "../heap.h"
#include "../stage.h"

SITUATIONS(hash);

static trp_world *world;

static trp_pool *begin(trp_pool_desc desc)
{
    world = stage_world();
    desc.type = (trp_type)TRP_TYPE(thing, actor);
    desc.capacity = 3;
    return stage_pool_as(world, desc);
}

/* Three lives of the second generation, one of which was stolen for, or none. */
static uint64_t hash_of_stolen(bool steals)
{
    trp_pool *pool = begin((trp_pool_desc){.when_full = TRP_FULL_STEAL_NEXT});

    for (int i = 0; i < 3; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    for (uint32_t slot = 0; slot < 3; slot++) {
        if (slot != 0 || !steals)
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
        CHECK(trp_create(pool, NULL) == trp_pool_at(pool, slot));
    }
    return trp_hash_world(world);
}

SITUATION("a hash knows which actor is stolen next")
{
    CHECK(hash_of_stolen(false) == hash_of_stolen(false));
    CHECK(hash_of_stolen(false) != hash_of_stolen(true));
}

/* Of two pools in one order. */
static uint64_t hash_of_joined(bool changed)
{
    trp_pool *one = begin((trp_pool_desc){.order = TRP_ORDER_OLDEST});
    trp_pool *other = stage_pool_as(world, (trp_pool_desc){.order = TRP_ORDER_OLDEST,
                                                           .type = TRP_TYPE(thing, actor),
                                                           .capacity = 3,
                                                           .joins = one});

    CHECK(trp_create(changed ? other : one, NULL) != NULL);
    CHECK(trp_create(changed ? one : other, NULL) != NULL);
    return trp_hash_world(world);
}

SITUATION("a hash knows the order across pools that are joined")
{
    CHECK(hash_of_joined(false) == hash_of_joined(false));
    CHECK(hash_of_joined(false) != hash_of_joined(true));
}

/* In a new world with an allocator, with room for two. */
static trp_pool *growing_pool(void)
{
    heap_reset();
    stage_world();
    world = trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL}});
    CHECK(world != NULL);
    return stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 2,
                                                .max_capacity = 20,
                                                .when_full = TRP_FULL_GROW});
}

/* A chunk that was added and returned after the snapshot is added again with the same handles. */
SITUATION("a chunk that was given back comes again as it was at the snapshot")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8192];
    trp_handle then[6];
    size_t bytes;

    if (STAGE_HEAP_BYTES < 1u * 1024u * 1024u)
        return;
    trp_pool *pool = growing_pool();
    CHECK_OK(trp_snapshot_save(world, memory, sizeof memory, &bytes));
    for (int i = 0; i < 6; i++)
        then[i] = trp_handle_of(world, trp_create(pool, NULL));
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_info(pool).slots, 2);
    CHECK_OK(trp_snapshot_restore(world, memory, bytes));
    for (int i = 0; i < 6; i++) {
        const trp_handle now = trp_handle_of(world, trp_create(pool, NULL));
        CHECK(now.index == then[i].index && now.generation == then[i].generation);
    }
    CHECK_VALID(world);
    trp_world_destroy(world);
}

/* A tool that watches memory reports who reads the dead of a chunk that is kept. */
SITUATION("the dead of a chunk that is kept are watched")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8192];
    const unsigned char *dead[6];
    size_t bytes;

    if (STAGE_HEAP_BYTES < 1u * 1024u * 1024u)
        return;
    trp_pool *pool = growing_pool();
    CHECK_OK(trp_snapshot_save(world, memory, sizeof memory, &bytes));
    for (int i = 0; i < 6; i++)
        dead[i] = (const unsigned char *)trp_create(pool, NULL);
    CHECK_OK(trp_snapshot_restore(world, memory, bytes));
    for (int i = 0; i < 6; i++)
        CHECK(trp__is_dead(pool, dead[i]) == (TRP__POISONS != 0));
    CHECK_OK(trp_world_destroy(world));
}

/* The mirrors in nodes of slots that are free again agree, in pools of any order. */
SITUATION("nodes of slots that are free again say so")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8192];

    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST && !TRP__POISONS; order++) {
        trp_pool *pool = begin((trp_pool_desc){.order = stage_orders[order]});
        trp_actor *actors[3];
        size_t bytes;
        CHECK_OK(trp_snapshot_save(world, memory, sizeof memory, &bytes));
        for (int i = 0; i < 3; i++)
            actors[i] = trp_create(pool, NULL);
        CHECK_OK(trp_snapshot_restore(world, memory, bytes));
        for (int i = 0; i < 3; i++) {
            const bool is_last = order == IN_MEMORY_ORDER || i == 2;
            CHECK_EQ(actors[i]->stamp, trp__stamp_at(pool, trp__slot_of(pool, actors[i])));
            CHECK_EQ(actors[i]->next, is_last ? TRP_NO_LINK : actors[i + 1]->index);
            CHECK_EQ(actors[i]->prev, TRP_NO_LINK);
        }
    }
}

static unsigned saves_refused;

static void give_and_save(void *memory, size_t bytes, void *context)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char snapshot[8192];
    if (memory != world) {
        CHECK_MISUSE(world, trp_snapshot_save(world, snapshot, sizeof snapshot, NULL), TRP_BUSY);
        saves_refused++;
    }
    heap_give(memory, bytes, context);
}

/* Some of its pools are no more. */
SITUATION("no state is saved of a world that returns its memory")
{
    saves_refused = 0;
    heap_reset();
    stage_world();
    world = trp_world_create(&(trp_world_desc){.allocator = {heap_take, give_and_save, NULL},
                                               .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    stage_pool(world, 2, TRP_ORDER_MEMORY);
    stage_pool(world, 2, TRP_ORDER_OLDEST);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(saves_refused, 2);
    CHECK_EQ(heap_out, 0);
}
