#include "../script.h"

SITUATIONS(pool);

static void check_bad(trp_world *world, trp_pool_desc desc, trp_result expected)
{
    uint32_t pools = trp_world_info(world).pools;
    size_t bytes = trp_world_info(world).free_bytes;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), expected);
    CHECK_EQ(trp_world_info(world).pools, pools);
    CHECK_EQ(trp_world_info(world).free_bytes, bytes);
}

SITUATION("a fresh pool is empty")
{
    static int user;
    trp_world *world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.user = &user;
    trp_pool *pool = stage_pool_as(world, desc);
    trp_pool_facts stats = trp_pool_info(pool);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_info(pool).slots, 10);
    CHECK_EQ(stats.capacity, 10);
    CHECK_EQ(stats.live + stats.active + stats.expired + stats.peak + stats.retired, 0);
    CHECK_EQ(stats.created + stats.recycled + stats.refused + stats.stolen + stats.misuse, 0);
    CHECK(situation_text_equal(trp_pool_info(pool).name, "things"));
    CHECK(trp_pool_info(pool).world == world);
    CHECK(trp_pool_user(pool) == &user);
    CHECK(trp_world_pool(world, 0) == pool);
    CHECK_EQ(trp_world_info(world).pools, 1);
    CHECK(trp_pool_at(pool, 0) == NULL);
    CHECK(trp_first(world) == NULL);
    CHECK_VALID(world);
}

SITUATION("a pool without a name has its type's")
{
    trp_world *world = stage_world();
    trp_pool *pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 3});
    CHECK(situation_text_equal(trp_pool_info(pool).name, "crate"));
    CHECK(trp_pool_user(pool) == NULL);
}

SITUATION("NULL instead of a desc, a world or a pool")
{
    trp_world *world = stage_world();
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, NULL), TRP_ERR_NULL, "the desc is NULL");
    CHECK(trp_pool_create(NULL, &(trp_pool_desc){.capacity = 1}) == NULL);
    CHECK(trp_create(NULL, NULL) == NULL);
    CHECK(trp_create(NULL, NULL) == NULL);
    CHECK(trp_create_with(NULL, &(trp_birth){.optional = true}) == NULL);
}

SITUATION("max_pools is TRP_ERR_LIMIT")
{
    trp_world *world = stage_world_as((trp_world_desc){.max_pools = 3});
    for (int i = 0; i < 3; i++)
        stage_pool(world, 1, TRP_ORDER_MEMORY);
    check_bad(world, stage_desc(1, TRP_ORDER_MEMORY), TRP_ERR_LIMIT);
    CHECK_SAYS(": max_pools: ");
    for (uint32_t i = 0; i < 3; i++)
        CHECK(trp_world_pool(world, i) != NULL);
    CHECK(trp_world_pool(world, 3) == NULL);
    CHECK(trp_world_pool(world, UINT32_MAX) == NULL);
}

SITUATION("a world has 32 pools by default")
{
    trp_world *world = stage_world();
    for (int i = 0; i < TRP_DEFAULT_POOLS; i++)
        stage_pool(world, 1, TRP_ORDER_MEMORY);
    check_bad(world, stage_desc(1, TRP_ORDER_MEMORY), TRP_ERR_LIMIT);
    CHECK_VALID(world);
}

SCRIPT("a joined pool takes layer and order from its host",
       "in newest; layers 3; pool layer 2; pool memory joins a; new 1; new b 2; new 3; go; "
       "disable 2; tick; =; enable 2; tick; = 3 2 1");
SCRIPT("counts follow all that happens",
       "pool 4; new 1-3; recycle 1; sleep 2; expire 3; new 4; live 3; active 1; expired 1; peak 3; "
       "created 4; recycled 1; clear; live 0; active 0; expired 0; peak 3; recycled 4; new 5; "
       "peak 3; live 1; clear; live 0");

SITUATION("trp_pool_at finds what is active, asleep or expired")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_MEMORY);
    stage_things(pool, 0, 3);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 1)));
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 2)));
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 3)));
    for (uint32_t slot = 0; slot < 5; slot++) {
        const thing *it = trp_as(thing, trp_pool_at(pool, slot));
        CHECK(slot == 1 || slot == 4 ? it == NULL : it->id == slot);
    }
    CHECK(trp_pool_at(pool, 5) == NULL);
    CHECK(trp_pool_at(pool, UINT32_MAX) == NULL);
}

SCRIPT("the lowest free slot comes first",
       "in memory; pool 151; new 0-150; slot 0 0; slot 77 77; slot 150 150; "
       "recycle 150 3 64 127 0 63 128; new 160-166; slot 160 0; slot 161 3; slot 162 63; "
       "slot 163 64; slot 164 127; slot 165 128; slot 166 150; new 170 ?FULL");
/* Scripts know each struct as long as it lives. */
SCRIPT("age orders use each slot once",
       "in newest oldest; pool 50; new 0-49; new 50 ?FULL; live 50");
