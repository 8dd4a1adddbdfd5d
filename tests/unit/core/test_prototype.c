/*
 * Initial bytes of newborns, to be completed.
 */
#include "../script.h"

SITUATIONS(prototype);

static trp_world *world;

static trp_pool *crates(const crate *prototype, trp_full when_full, uint32_t reserve)
{
    const trp_pool_desc desc = {.type = TRP_TYPE(crate, node),
                                .capacity = 3,
                                .prototype = prototype,
                                .when_full = when_full,
                                .reserve = reserve};

    world = stage_world();
    return stage_pool_as(world, desc);
}

SITUATION("defaults and own values come together")
{
    trp_pool *pool = crates(&(crate){.weight = 7, .bytes = {1, 2}, .tail = 9}, TRP_FULL_FAIL, 0);
    crate fresh = {.id = 99};

    CHECK_OK(trp_prototype(pool, &fresh, sizeof fresh));
    CHECK(fresh.weight == 7 && fresh.id == 0 && fresh.bytes[1] == 2 && fresh.tail == 9);
    CHECK_EQ(fresh.node.stamp, 0);
    fresh.id = 5;
    const crate *born = trp_as_in(crate, node, trp_create(pool, &fresh));
    CHECK(born != NULL && born->weight == 7 && born->id == 5 && born->tail == 9);
    CHECK_VALID(world);
}

SITUATION("without a prototype newborns start from zeros")
{
    trp_pool *pool = crates(NULL, TRP_FULL_FAIL, 0);
    crate fresh = {.weight = 3, .id = 99, .tail = 1};

    CHECK_OK(trp_prototype(pool, &fresh, sizeof fresh));
    CHECK(fresh.weight == 0 && fresh.id == 0 && fresh.tail == 0);
}

SITUATION("a struct of another size is not written to")
{
    trp_pool *pool = crates(NULL, TRP_FULL_FAIL, 0);
    thing other = {.id = 3};

    CHECK_MISUSE(world, trp_prototype(pool, &other, sizeof other), TRP_ERR_TYPE);
    CHECK_EQ(other.id, 3);
    CHECK_MISUSE(world, trp_prototype(pool, NULL, sizeof(crate)), TRP_ERR_NULL);
    CHECK_RESULT(trp_prototype(NULL, &other, sizeof other), TRP_ERR_NULL);
}

SITUATION("what the game can do without may have values")
{
    trp_pool *pool = crates(NULL, TRP_FULL_STEAL_NEXT, 1);
    const crate init = {.id = 4, .weight = 2};

    for (int i = 0; i < 2; i++) {
        const crate *born = trp_as_in(
            crate, node, trp_create_with(pool, &(trp_birth){.from = &init, .optional = true}));
        CHECK(born != NULL && born->id == 4 && born->weight == 2);
    }
    CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.from = &init, .optional = true}),
                     TRP_ERR_FULL);
    CHECK(trp_create(pool, &init) != NULL); /* the reserve */
    CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.from = &init, .optional = true}),
                     TRP_ERR_FULL);
    CHECK(trp_create_with(NULL, &(trp_birth){.from = &init, .optional = true}) == NULL);
    CHECK_VALID(world);
}

/* A world on the heap computes the size of a block. */
SITUATION("the bytes of a desc, and of a world with all that is in it")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[20000];
    const trp_pool_desc descs[] = {
        {.type = TRP_TYPE(crate, node), .capacity = 33},
        {.type = TRP_TYPE(thing, actor), .capacity = 7, .order = TRP_ORDER_OLDEST, .ends = true},
        {.type = TRP_TYPE(crate, node), .capacity = 5, .prototype = &(crate){.id = 3}},
        {.type = TRP_TYPE(thing, actor), .capacity = 9, .external = TRP_EXTERNAL}};
    trp_world *counts = trp_world_init(memory, sizeof memory, NULL);
    size_t bytes = trp_world_info(counts).bytes;

    CHECK_EQ(bytes + trp_world_info(counts).free_bytes, sizeof memory);
    for (int i = 0; i < 4; i++) {
        CHECK(trp_pool_bytes(&descs[i]) != 0);
        bytes += trp_pool_bytes(&descs[i]);
        CHECK(trp_pool_create(counts, &descs[i]) != NULL);
        CHECK_EQ(trp_world_info(counts).bytes, bytes);
        CHECK_EQ(bytes + trp_world_info(counts).free_bytes, sizeof memory);
    }
    CHECK(trp_pool_bytes(&descs[0]) <= TRP_POOL_BYTES(crate, 33));
    counts = trp_world_init(memory, bytes, NULL); /* exactly as much */
    for (int i = 0; i < 4; i++)
        CHECK(trp_pool_create(counts, &descs[i]) != NULL);
    CHECK_EQ(trp_world_info(counts).free_bytes, 0);
    CHECK_EQ(trp_pool_bytes(NULL), 0);
    CHECK_EQ(trp_pool_bytes(&(trp_pool_desc){.type = TRP_TYPE(thing, actor)}), 0);
    CHECK_EQ(trp_pool_bytes(&(trp_pool_desc){.capacity = 3}), 0);
    CHECK_EQ(trp_world_info(NULL).bytes, 0);
}

SCRIPT("a pool counts its active ones alone",
       "pool 3; new 1-3; active 3; sleep 1; expire 2; active 1; live 3");

SITUATION("a prototype is no actor, even if it was copied from one")
{
    static crate model;
    trp_pool *pool = crates(NULL, TRP_FULL_FAIL, 0);
    crate fresh;

    model = *trp_as_in(crate, node, trp_create(pool, NULL));
    model.node = (trp_actor){1, 2, 3, 4};
    pool = crates(&model, TRP_FULL_FAIL, 0);
    CHECK_OK(trp_prototype(pool, &fresh, sizeof fresh));
    CHECK(fresh.node.prev == 0 && fresh.node.next == 0);
    CHECK(fresh.node.index == 0 && fresh.node.stamp == 0);
    CHECK_MISUSE(world, trp_prototype(pool, &fresh, 1), TRP_ERR_TYPE);
    CHECK(told.pool == pool);
}
