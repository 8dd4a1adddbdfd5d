/*
 * Slots with high numbers, prefetched, returned, written to while free; impossible sizes; and
 * damaged memory.
 */
#include "../heap.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(slots);

static trp_world *world;
static trp_pool *pool;

SCRIPT("one wakes after words of sleepers",
       "in memory; pool 129 still; new 1-129; sleep 1-129; wake 129; list 129; neighbours 129 0 0");
SCRIPT(
    "a free slot or the one before it was written to before a create",
    "in memory; pool 6 still; new 0-3; recycle 2; harm 2 zeros; new 4 ~CORRUPT; slot 4 2; repair;"
    "harm 3 zeros; new 5; slot 5 4; for ~CORRUPT; repair");

static size_t off_by; /* the allocator's memory begins so many bytes later */

static void *take(size_t size, void *arg)
{
    return (unsigned char *)heap_take(size + 64, arg) + off_by;
}

static void give(void *memory, size_t size, void *arg)
{
    heap_give((unsigned char *)memory - off_by, size + 64, arg);
}

static void make_world(size_t off)
{
    stage_world();
    heap_reset();
    off_by = off;
    world = MADE(trp_world_create(&(trp_world_desc){
        .max_pools = 4, .allocator = {take, give, NULL}, .on_misuse = stage_on_misuse}));
}

SITUATION("memory that is not aligned goes back, and is none")
{
    make_world(0);
    off_by = 4;
    CHECK_NULL_MISUSE(
        world,
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 2}),
        TRP_ERR_MEMORY);
    off_by = 0;
    pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

/* wherever the allocator's memory begins; the second chunk as well */
SITUATION("slots are aligned like their size, up to a cache line")
{
    static const size_t sizes[] = {16, 48, 64, 96, 128};
    static const size_t lines[] = {16, 16, 64, 32, 64};

    for (size_t off = 0; off < 64; off += TRP_ALIGNMENT)
        for (int i = 0; i < 5; i++) {
            trp_pool_desc desc = {.capacity = 3, .max_capacity = 6, .when_full = TRP_FULL_GROW};
            desc.type = (trp_type){.name = "line", .size = sizes[i], .alignment = TRP_ALIGNMENT};
            make_world(off);
            pool = trp_pool_create(world, &desc);
            for (int k = 0; k < 6; k++)
                CHECK_EQ((uintptr_t)trp_create(pool, NULL) % lines[i], 0);
            CHECK_OK(trp_world_destroy(world));
            CHECK_EQ(heap_out, 0);
        }
}

/* sizes above half of the address space */
SITUATION("sizes that cannot be addressed are refused, and sums of bytes that go round are none")
{
    const size_t most = SIZE_MAX / 2, step = TRP__ALIGNOF(trp_actor);
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 1};

    world = stage_world();
    size_t left = trp_world_info(world).free_bytes;
    desc.type.size = most / step * step;
    desc.type.alignment = step;
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY,
                           "so many bytes cannot be addressed");
    desc.prototype = &desc; /* it is not read */
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY,
                           "so many bytes cannot be addressed");
    CHECK(trp__take(world, SIZE_MAX - 1) == NULL && trp__take(world, 0) == NULL);
    CHECK_EQ(trp_world_info(world).free_bytes, left);
    CHECK_EQ(trp__bytes(most, 2, 0), 0);
    CHECK_EQ(trp__bytes(1, 1, most + 1), 0);
    CHECK_EQ(trp__bytes(most, 1, 1), 0);
    CHECK_EQ(trp__bytes(most, 1, 0), most);
    CHECK_EQ(trp__bytes(2, 3, 4), 10);
    CHECK_EQ(trp__bytes(0, 1, most), most);
    CHECK_EQ(trp__bytes(1, most, 0), most);
    CHECK_EQ(trp__bytes(most / 2, 2, 5), 0);
    CHECK_EQ(trp__bytes(SIZE_MAX / 4 + 1, 4, 5), 0);
    CHECK(trp__take(world, 17) != NULL);
    CHECK_EQ(trp_world_info(world).free_bytes,
             left - (17 + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT);
    CHECK_VALID(world);
}

/* an allocator counts the bytes that a block would need, and forgets those that it gets back */
SITUATION("an allocator counts the bytes of a block")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 3};
    trp_world *in_block = stage_world_as((trp_world_desc){.max_pools = 4});
    size_t bytes;

    CHECK(trp_pool_create(in_block, &desc) != NULL);
    desc.order = TRP_ORDER_OLDEST;
    CHECK(trp_pool_create(in_block, &desc) != NULL);
    bytes = trp_world_info(in_block).bytes;
    heap_reset();
    off_by = 0;
    world = MADE(trp_world_create(&(trp_world_desc){
        .max_pools = 4, .allocator = {take, give, NULL}, .on_misuse = stage_on_misuse}));
    pool = trp_pool_create(world, &desc);
    desc.order = TRP_ORDER_MEMORY;
    CHECK(pool != NULL && trp_pool_create(world, &desc) != NULL);
    CHECK_EQ(trp_world_info(world).bytes, bytes);
    trp__release(world, trp__take(world, 17), 17);
    CHECK_EQ(trp_world_info(world).bytes, bytes);
    CHECK_OK(trp_world_destroy(world));
}

/* A pool that would be larger than a cache: the next slots are prefetched, whatever was created
 * otherwise. */
SITUATION("free slots are prefetched, however actors are created")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor),
                          .capacity = 300,
                          .max_capacity = 1u << 20,
                          .when_full = TRP_FULL_GROW};
    stage_needs(16u * 1024u * 1024u);
    stage_world();
    world = MADE(trp_world_create(NULL));
    pool = stage_pool_as(world, desc);
    stage_things(pool, 0, 9);
    CHECK_EQ(trp_create_many(pool, 50, stage_do_nothing, NULL), 50);
    for (uint32_t slot = 60; slot < 70; slot++)
        CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), slot);
    for (uint32_t slot = 1; slot < 70; slot += 2)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_EQ(trp_create_many(pool, 20, NULL, NULL), 20);
    CHECK_EQ(trp_create_many(pool, 245, NULL, NULL), 245);
    CHECK_EQ(trp_pool_count(pool), 300);
    CHECK_VALID(world);
    CHECK_EQ(trp_create_many(pool, 5, NULL, NULL), 5);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a match does not end its own actor",
       "in memory; new 1-3; at f1: recycle 1 !BUSY; at f2: recycle 2 !BUSY; "
       "at f3: recycle 3 !BUSY; cull 9; culled 0; live 3");

SCRIPT("the reserve beside a retired slot",
       "in memory; pool 4 reserve 1; new 1 2; last 1; recycle 1; optional 3; optional 4 ?FULL; "
       "new 4; new 5 ?FULL");

SITUATION("a pool without any name is called ?")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 1};

    world = stage_world();
    desc.type.name = NULL;
    pool = stage_pool_as(world, desc);
    CHECK(trp_pool_info(pool).name != NULL);
    CHECK(situation_text_has(trp_pool_info(pool).name, "?"));
}

/* neighbours in another word of the bitmap, behind another pool */
SITUATION("neighbours in another word")
{
    for (uint32_t n = 3; n < 200; n += n < 30 || n > 70 ? 31 : 1) {
        world = stage_world();
        (void)stage_pool(world, 2, TRP_ORDER_MEMORY);
        pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = n});
        stage_things(pool, 1, n);
        for (uint32_t slot = n - 3; slot < n; slot++) {
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
            CHECK_VALID(world);
            CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), slot);
            CHECK_VALID(world);
        }
        for (uint32_t slot = n; slot-- > n - 3;) {
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
            CHECK_VALID(world);
        }
        CHECK_EQ(told.count, 0);
    }
}

/* two levels of summaries with words of 32 or of 64 bits */
#define SPREAD 8500u

static bool is_spread(uint32_t slot)
{
    return slot * 2654435761u >> 16 < 500 || slot == 4095 || slot == 4096 || slot == 8127 ||
           slot == 8128 || slot == 8100 || slot == 8150 || slot == 1990 || slot == 2020;
}

/* Few actors in many words: walks and creating go from word to word. */
SITUATION("few actors in many words")
{
    uint32_t at = 0;

    stage_needs(1024u * 1024u);
    stage_world();
    world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = SPREAD});
    for (uint32_t slot = 0; slot < SPREAD; slot++)
        trp_as(thing, trp_create(pool, NULL))->id = slot;
    CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, SPREAD - 1)));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 3)));
    CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), 3);
    CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), SPREAD - 1);
    CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    for (uint32_t slot = 0; slot < SPREAD; slot++) {
        trp_as(thing, trp_pool_at(pool, slot))->id = slot;
        if (!is_spread(slot))
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    }
    CHECK_VALID(world);
    trp_each (thing, it, pool) {
        for (; !is_spread(at); at++)
            CHECK(at < SPREAD);
        CHECK_EQ(it->id, at++);
    }
    for (; at < SPREAD; at++)
        CHECK(!is_spread(at));
    for (uint32_t slot = 0; slot < SPREAD; slot++)
        if (!is_spread(slot))
            CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), slot);
    CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

/* Its slots fill each level of the bitmap, so behind the last one there is no word on any. */
SITUATION_FOR("the last actor is found behind full summaries", uint32_t, bits, 10, 18)
{
    const uint32_t slots = 1u << bits;

    world = stage_large_world(16384 + 64 * slots);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = slots});
    CHECK(trp_pool_last(pool) == NULL);
    stage_things(pool, 1, slots);
    CHECK_EQ(trp_slot_of(world, trp_pool_last(pool)), slots - 1);
    CHECK_EQ(trp_slot_of(world, trp_prev(world, trp_pool_last(pool))), slots - 2);
}

SCRIPT("a free slot without its index is used",
       "in memory; pool 3 still; new 1-3; recycle 2; harm 2 index; new 4 ~; slot 4 1; repair");
SCRIPT("another life begins and expires in a visit",
       "in memory newest; pool 4; new 1-3; at 2: recycle 2, new 9, expire 9; for; live 3; still;"
       "for; live 2");
