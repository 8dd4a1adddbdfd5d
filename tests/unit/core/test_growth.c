#include "../heap.h"
#include "../script.h"

SITUATIONS(growth);

static trp_world *world;
static trp_pool *pool;

SCRIPT("growth keeps every pointer, handle and number",
       "grows; pool 3 grow 190; new 0-189; new 190 ?FULL; refused 1; slots 190; capacity 190; "
       "live 190");

/* 3, 6, then the odd one: each chunk has a place in the pool's block. */
SCRIPT("growth to a maximum that is no multiple of the capacity",
       "try 5 6 7 8 9 10 11 12 13; grows; pool 3 grow $; new 1-3; slots 3; new 4-$; slots $; "
       "new 20 ?FULL");
SCRIPT("growth is by as much as there is",
       "grows; pool 3 grow 13; new 1-4; slots 6; new 5-7; slots 12; new 8-13; slots 13");

typedef struct wide {
    _Alignas(64) trp_actor actor;
    uint32_t words[12];
} wide;

/* an allocator returns memory for 16 bytes; the pool takes the additional bytes of an aligned
 * type */
SITUATION("chunks of a type with a large alignment stay in their memory")
{
    world = heap_world((trp_world_desc){0});
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(wide, actor),
                                                .capacity = 3,
                                                .max_capacity = 20,
                                                .when_full = TRP_FULL_GROW});
    for (uint32_t i = 0; i < 20; i++)
        CHECK((uintptr_t)trp_create(pool, NULL) % 64 == 0);
    CHECK_EQ(heap_calls, 5);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

static trp_pool *half_of_all(uint32_t more)
{
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_OLDEST);
    stage_grow(&desc, TRP_MAX_SLOTS / 2 + more);
    return trp_pool_create(world, &desc);
}

/* handles have room for 2^24 slots, in all pools together, and for no more */
SITUATION("handles have room for 2^24 slots and not one more")
{
    for (uint32_t more = 0; more < 2; more++) {
        world = heap_world((trp_world_desc){.max_pools = 3});
        CHECK(half_of_all(more) != NULL);
        if (more == 0)
            CHECK(half_of_all(0) != NULL);
        CHECK_NULL_MISUSE_SAYS(world, half_of_all(0), TRP_ERR_LIMIT,
                               "handles have no room for so many slots");
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
    }
}

SCRIPT("memory order goes on through the chunks",
       "in memory; grows; pool 5 grow 180; new 0-179; slot 5 5; slot 179 179; go; each; = 0-179; "
       "recycle 13 26 39 52 178;"
       "new 13 26 39 52 178; slot 13 13; slot 52 52; slot 178 178; go; each; = 0-179; list 0-179");
SCRIPT("growth within a walk",
       "grows; pool 5 grow 150; new 1-5; at 1-5: new me+10, new me+20; tick; live 15; still; go;"
       "each; memory oldest = 1-5 11 21 12 22 13 23 14 24 15 25;"
       "newest = 21 11 22 12 23 13 24 14 25 15 5 4 3 2 1");
SCRIPT("an allocator that runs dry: TRP_ERR_MEMORY, counted as refused",
       "grows; pool 4 grow 100; new 1-4; heap has 0; new 5 ?MEMORY; new 5 ?MEMORY; refused 2;"
       "slots 4; live 4; heap has; new 5");

SITUATION("newborns in new chunks are zero")
{
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);

    world = heap_world((trp_world_desc){0}); /* soils its memory */
    stage_grow(&desc, 200);
    pool = stage_pool_as(world, desc);
    for (int i = 0; i < 200; i++) {
        thing *it = trp_as(thing, trp_create(pool, NULL));
        CHECK_EQ(it->id, 0);
        CHECK_EQ(it->data, 0);
    }
}

/* four levels of bitmap with words of 32 or of 64 bits */
#define MANY (64u * 64u * 64u + 5000u)

SITUATION("four levels of bitmap")
{
    stage_needs(40u * MANY);
    stage_world();
    world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = MANY});
    for (uint32_t i = 0; i < MANY; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    CHECK(trp_create(pool, NULL) == NULL);
    static const uint32_t kept[] = {0, 63, 64, 4095, 4096, 262143, 262144, MANY - 1};
    uint32_t at = 0;
    trp_each (thing, it, pool) {
        uint32_t slot = trp_slot_of(world, &it->actor);
        if (at < 8 && slot == kept[at])
            at++;
        else
            CHECK_OK(trp_recycle(world, &it->actor));
    }
    CHECK_EQ(at, 8);
    at = 0;
    trp_each (thing, it, pool)
        CHECK_EQ(trp_slot_of(world, &it->actor), kept[at++]);
    CHECK_EQ(at, 8);
    CHECK_VALID(world);
    CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), 1);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 4096)));
    for (uint32_t i = 2; i < 4096; i++)
        if (i != 63 && i != 64 && i != 4095)
            CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), i);
    CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), 4096);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a chunk of one slot is returned",
       "in memory; grows; pool 1 grow 8; new 0-3; recycle 1; trim; slots 4; capacity 3; is none 1;"
       "recycle 1 !FOREIGN; optional 9 ?FULL; recycle 2; new 2; new 10; slot 10 1; live 4");

/* a pool of ends, in a block of odd sizes: what lies after it stays as it was */
SITUATION_IN_EACH_ORDER("a pool stays in its block")
{
    for (uint32_t slots = 1; slots < 10; slots++) {
        trp_pool_desc desc = stage_desc(slots, stage_orders[order]);
        world = heap_world((trp_world_desc){0});
        desc.ends = slots % 2 == 0;
        pool = stage_pool_as(world, desc);
        for (uint32_t i = 0; i < slots; i++)
            stage_thing(pool, i)->data = 0xFFFFFFFFu;
        for (uint32_t i = 0; i < slots; i++)
            CHECK_OK(trp_expire(world, trp_pool_at(pool, i)));
        CHECK_OK(trp_world_destroy(world));
    }
}

SCRIPT("nothing is taken where there is none", "in oldest; grows; pool; heap noted; heap has 0; "
                                               "pool !MEMORY; says bytes; pool !MEMORY; heap same");

SCRIPT("an optional birth does not make a pool grow",
       "grows; pool 2 grow 10; new 1 2; optional 3 ?FULL; slots 2; new 3; slots 4; optional 4; "
       "live 4");
SCRIPT("the reserve is of slots that are there",
       "in memory; grows; pool 4 grow 16 reserve 2; new 0-15; recycle 2-7; trim;"
       "capacity 12; optional 20 ?FULL; recycle 1; optional 20; optional 21 ?FULL");
SCRIPT("holes are filled before a pool grows",
       "grows; pool 4 grow 100; new 1-4; recycle 2; new 5; slots 4; new 6; slots 8");
