/* Quarantines of full pools, and of growing pools, whose chunks are added and removed. */
#include "../heap.h"
#include "../quarantine_scene.h"

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order, uint32_t capacity, uint32_t slots)
{
    world = stage_world();
    pool = quarantine_pool(world, capacity, order, slots);
}

/* 10 slots, and chunks of 10, 20 and 40 more */
static void set_up_growing(trp_order order, uint32_t slots)
{
    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    trp_pool_desc desc = stage_desc(10, order);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 80;
    desc.quarantine = (trp_quarantine)TRP_QUARANTINE(slots);
    pool = stage_pool_as(world, desc);
}

static void the_oldest_is_taken_before_the_pool_is_full(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(stage_orders[order], 5, 4);
        stage_things(pool, 1, 5);
        quarantine_end(pool, 3);
        quarantine_end(pool, 5);
        quarantine_end(pool, 1);
        CHECK_VALID(world);
        CHECK_EQ(quarantine_slot_of_new(pool, 6), 2);
        CHECK_EQ(quarantine_slot_of_new(pool, 7), 4);
        CHECK_EQ(quarantine_slot_of_new(pool, 8), 0);
        CHECK_EQ(trp_pool_info(pool).quarantined, 0);
        CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
        CHECK_EQ(trp_pool_info(pool).refused, 1);
        CHECK_VALID(world);
    }
}

static void nothing_is_stolen_or_grown_for_it(void)
{
    for (int order = 0; order < 3; order++)
    {
        world = stage_world();
        trp_pool_desc desc = stage_desc(4, stage_orders[order]);
        desc.when_full = order == IN_MEMORY_ORDER ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(100);
        pool = stage_pool_as(world, desc);
        stage_things(pool, 1, 4);
        quarantine_end(pool, 4);
        quarantine_end(pool, 2);
        CHECK_EQ(quarantine_slot_of_new(pool, 5), 3);
        CHECK_EQ(quarantine_slot_of_new(pool, 6), 1);
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
        CHECK_EQ(quarantine_slot_of_new(pool, 7),
                 0); /* stolen, and taken at once: no other slot is free */
        CHECK_EQ(trp_pool_info(pool).stolen, 1);
        CHECK_VALID(world);

        set_up_growing(stage_orders[order], 100);
        stage_things(pool, 1, 10);
        quarantine_end(pool, 4);
        quarantine_end(pool, 2);
        CHECK_EQ(quarantine_slot_of_new(pool, 11), 3);
        CHECK_EQ(quarantine_slot_of_new(pool, 12), 1);
        CHECK_EQ(trp_pool_info(pool).slots, 10);
        CHECK_EQ(quarantine_slot_of_new(pool, 13), 10);
        CHECK_EQ(trp_pool_info(pool).slots, 20);
        CHECK_VALID(world);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

static void the_reserve_counts_them_as_free(void)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(6, TRP_ORDER_MEMORY);
    desc.reserve = 2;
    desc.quarantine = (trp_quarantine)TRP_QUARANTINE(6);
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 6);
    for (uint32_t id = 1; id <= 4; id++)
        quarantine_end(pool, id);
    CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) == trp_pool_at(pool, 0));
    CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) == trp_pool_at(pool, 1));
    CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}), TRP_ERR_FULL);
    CHECK_EQ(trp_pool_info(pool).quarantined, 2);
    CHECK(trp_create(pool, NULL) == trp_pool_at(pool, 2));
    CHECK_VALID(world);
}

static void chunks_go_with_it(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up_growing(stage_orders[order], 7);
        stage_things(pool, 1, 40);
        for (uint32_t id = 40; id > 10; id--)
            quarantine_end(pool, id); /* the last seven: slots 16 down to 10 */
        quarantine_end(pool, 3);
        quarantine_end(pool, 9);
        CHECK_EQ(trp_pool_info(pool).quarantined, 7);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_info(pool).slots, 10);
        CHECK_EQ(trp_pool_info(pool).quarantined, 2);
        CHECK_VALID(world);
        CHECK_EQ(quarantine_slot_of_new(pool, 41), 2);
        CHECK_EQ(quarantine_slot_of_new(pool, 42), 8);
        CHECK_EQ(quarantine_slot_of_new(pool, 43), 10);
        CHECK_VALID(world);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

/* a chunk between others; some of its slots are in quarantine, before and after slots that stay */
static void a_chunk_in_the_middle_goes(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up_growing(stage_orders[order], 12);
        stage_things(pool, 1, 40);
        for (uint32_t id = 11; id <= 20; id++)
        {
            quarantine_end(pool, id);
            if (id == 15)
                quarantine_end(pool, 2);
        }
        quarantine_end(pool, 30);
        CHECK_EQ(trp_pool_info(pool).quarantined, 12);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_info(pool).capacity, 30);
        CHECK_EQ(trp_pool_info(pool).quarantined, 2);
        CHECK_VALID(world);
        CHECK_EQ(quarantine_slot_of_new(pool, 41), 1);
        CHECK_EQ(quarantine_slot_of_new(pool, 42), 29);
        CHECK_EQ(quarantine_slot_of_new(pool, 43), 10);
        CHECK_VALID(world);
    }
}

/* the first slot after the chunk that goes stays, and nothing of the chunk is left */
static void beside_a_chunk_that_goes(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up_growing(stage_orders[order], 12);
        stage_things(pool, 1, 40);
        quarantine_end(pool, 21);
        for (uint32_t id = 11; id <= 20; id++)
            quarantine_end(pool, id);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_info(pool).capacity, 30);
        CHECK_EQ(trp_pool_info(pool).quarantined, 1);
        CHECK_VALID(world);
        CHECK_EQ(quarantine_slot_of_new(pool, 41), 20);
    }
    set_up_growing(TRP_ORDER_MEMORY, 12);
    stage_things(pool, 1, 20);
    for (uint32_t id = 11; id <= 20; id++)
        quarantine_end(pool, id);
    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).quarantined, 0);
    CHECK_EQ(quarantine_slot_of_new(pool, 41), 10);
    CHECK_EQ(trp_pool_info(pool).slots, 20);
    CHECK_VALID(world);
}

/* through a kept pointer */
static void zero(thing *dead)
{
    stage_open(dead, sizeof *dead);
    *dead = (thing){.id = 0};
}

/* two of them in memory order, and a chunk that is removed at that time */
static void several_overwritten(void)
{
    set_up_growing(TRP_ORDER_MEMORY, 20);
    stage_things(pool, 1, 20);
    thing *first = stage_find(pool, 3), *second = stage_find(pool, 5);
    for (uint32_t id = 2; id <= 20; id++)
        quarantine_end(pool, id);
    zero(first);
    zero(second);
    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).slots, 10);
    CHECK_EQ(trp_pool_info(pool).quarantined, 9);
    CHECK_EQ(trp_create_many(pool, 9, NULL, NULL), 9);
    CHECK_EQ(trp_pool_info(pool).slots, 10);
    CHECK_VALID(world);
}

/* also with TRP_DEBUG: the quarantine begins with a quarter of the pool, and increases as the pool
 * grows */
static void it_stays_as_set(void)
{
    for (uint32_t slots = 0; slots < 6; slots++)
    {
        set_up_growing(TRP_ORDER_MEMORY, slots);
        stage_things(pool, 1, 60);
        CHECK(trp_pool_info(pool).slots >= 60);
        CHECK_EQ(trp_pool_info(pool).quarantine, slots);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    }
}

const situation quarantine_growth_situations[] = {
    {"the oldest is taken before the pool is full", the_oldest_is_taken_before_the_pool_is_full},
    {"nothing is stolen or grown for a quarantine", nothing_is_stolen_or_grown_for_it},
    {"the reserve counts slots in quarantine as free", the_reserve_counts_them_as_free},
    {"a quarantine stays as set in a pool that grows", it_stays_as_set},
    {"chunks go with what is in quarantine", chunks_go_with_it},
    {"a chunk in the middle goes", a_chunk_in_the_middle_goes},
    {"beside a chunk that goes", beside_a_chunk_that_goes},
    {"several are overwritten in quarantine", several_overwritten},
};
const unsigned quarantine_growth_situation_count =
    sizeof quarantine_growth_situations / sizeof quarantine_growth_situations[0];
