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

SCRIPT("a hash knows which actor is stolen next",
       "in memory; pool 3 steal; new 1-3; save; recycle 1; new 4; recycle 2; new 5; recycle 3; new "
       "6; hash 0; restore; new 4; recycle 2; new 5; recycle 3; new 6; differs 0; restore; recycle "
       "1; new 4; recycle 2; new 5; recycle 3; new 6; same 0");

SCRIPT("a hash knows the order across pools that are joined",
       "in oldest newest; pool 3; pool 3 joins a; save; new a 1; new b 2; hash 0; restore; new b "
       "2; new a 1; differs 0; restore; new a 1; new b 2; same 0");

SCRIPT("a hash knows the order of the last slot",
       "in oldest; pool 2; new 1 2; save; recycle 1; recycle 2; new 4; new 3; hash 0; restore; "
       "recycle 2; recycle 1; new 3; new 4; differs 0");

SITUATION("a hash knows the bytes of each actor")
{
    world = stage_world();
    trp_pool *pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 8);
    const uint64_t hash = trp_hash_world(world);
    for (uint32_t i = 1; i < 9; i++) {
        thing *one = stage_find(pool, i);
        one->data ^= 4;
        CHECK(trp_hash_world(world) != hash);
        one->data ^= 4;
    }
    for (uint32_t i = 1; i < 8; i++) {
        thing *one = stage_find(pool, i);
        thing *next = stage_find(pool, i + 1);
        one->id = i + 1, next->id = i;
        CHECK(trp_hash_world(world) != hash);
        one->id = i, next->id = i + 1;
    }
    CHECK_EQ(trp_hash_world(world), hash);
}

SCRIPT("a chunk that was given back comes again as it was at the snapshot",
       "grows; pool 2 grow 20; save; new 1-6; hash 0; clear; trim; slots 2; restore; new 1-6; same "
       "0");

/* A tool that watches memory reports who reads the dead of a chunk that is kept. */
SITUATION("the dead of a chunk that is kept are watched")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8192];
    const unsigned char *dead[6];
    size_t bytes;

    stage_needs(1u * 1024u * 1024u);
    world = heap_world((trp_world_desc){0});
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                          .capacity = 2,
                                                          .max_capacity = 20,
                                                          .when_full = TRP_FULL_GROW});
    CHECK_OK(trp_snapshot_save(world, memory, sizeof memory, &bytes));
    for (int i = 0; i < 6; i++)
        dead[i] = (const unsigned char *)trp_create(pool, NULL);
    CHECK_OK(trp_snapshot_restore(world, memory, bytes));
    for (int i = 0; i < 6; i++)
        CHECK(trp__is_dead(pool, dead[i]) == (TRP__POISONS != 0));
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

static void give_and_save(void *memory, size_t bytes, void *arg)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char snapshot[8192];
    if (memory != world) {
        CHECK_MISUSE(world, trp_snapshot_save(world, snapshot, sizeof snapshot, NULL), TRP_BUSY);
        saves_refused++;
    }
    heap_give(memory, bytes, arg);
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

static float dt_seen;

static void see_dt(trp_actor *self, const trp_context *in)
{
    dt_seen = in->unscaled_dt;
}

/* Callbacks between ticks are told of it. */
SITUATION("the dt of the last tick is state")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[8192];
    size_t bytes;
    trp_pool *pool = begin((trp_pool_desc){0});
    CHECK(trp_create(pool, NULL) != NULL);
    CHECK_OK(trp_update_all(world, 0.25f));
    CHECK_OK(trp_snapshot_save(world, memory, sizeof memory, &bytes));
    const uint64_t hash = trp_hash_world(world);
    CHECK_OK(trp_update_all(world, 0.5f));
    CHECK_OK(trp_for_each(pool, see_dt, NULL));
    CHECK(dt_seen == 0.5f);
    CHECK_OK(trp_snapshot_restore(world, memory, bytes));
    CHECK_OK(trp_for_each(pool, see_dt, NULL));
    CHECK(dt_seen == 0.25f);
    CHECK(trp_hash_world(world) == hash);
    world->state.dt = 0.5f;
    CHECK(trp_hash_world(world) != hash);
}
