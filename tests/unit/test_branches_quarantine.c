/* Quarantine: the game has written to nodes of the dead, and what was chained behind them is collected anew. */
#include "../../src/core/internal.h"
#include "heap.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool;

static trp_actor *end(uint32_t id)
{
    trp_actor *actor = &stage_find(pool, id)->actor;

    CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
    return actor;
}

static uint32_t slot_of_new(uint32_t id)
{
    return trp_slot_of(world, &stage_thing(pool, id)->actor);
}

static void rest_fewer(trp_world *of, trp_actor *self, trp_reason reason)
{
    (void)of;
    (void)reason;
    if (trp_as(thing, self)->id == 5)
        CHECK_RESULT(trp_pool_set_quarantine(pool, 1), TRP_OK);
}

/* 3 is retired, 4 asleep, 5 leaving, and only those in quarantine are let out */
static void those_that_say_why_they_are_not_free(void)
{
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);
    trp_actor *dead[3];

    world = stage_world();
    stage_pool(world, 1, TRP_ORDER_MEMORY); /* whose number zeros in a node are */
    desc.on_create = NULL;
    desc.on_recycle = rest_fewer;
    pool = stage_pool_as(world, desc);
    CHECK_RESULT(trp_pool_set_quarantine(pool, 8), TRP_OK);
    stage_things(pool, 1, 8);
    stage_find(pool, 3)->actor.life.generation = UINT32_MAX;
    end(3);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 4)->actor), TRP_OK);
    for (uint32_t i = 0; i < 3; i++)
        dead[i] = end(6 + i);
    *dead[0] = (trp_actor){0};
    *dead[1] = (trp_actor){0};
    end(5);
    CHECK_EQ(trp_pool_quarantined(pool), 1);
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
    CHECK_EQ(slot_of_new(9), 7); /* the two that were overwritten are retired */
    CHECK_EQ(trp_pool_get_stats(pool).retired, 3);
    CHECK_EQ(slot_of_new(10), 4);
    CHECK_NULL_QUIET(world, trp_create(pool), TRP_ERR_FULL);
    CHECK_EQ(trp_state_of(world, &stage_find(pool, 4)->actor), TRP_STATE_ASLEEP);
    CHECK_VALID(world);
}

/* 10 slots, and chunks of 10 and 20 more, all taken */
static void begin_growing(trp_order order)
{
    trp_pool_desc desc = stage_desc(10, order);

    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 40;
    pool = stage_pool_as(world, desc);
    CHECK_RESULT(trp_pool_set_quarantine(pool, 20), TRP_OK);
    stage_things(pool, 1, 40);
}

/* the second chunk was given back; then the chain is broken */
static void a_chunk_is_not_there(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_actor *dead;

        begin_growing((trp_order)order);
        for (uint32_t id = 11; id <= 20; id++)
            end(id);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_get_stats(pool).capacity, 30);
        dead = end(2);
        end(30);
        end(4);
        *dead = (trp_actor){0};
        CHECK_RESULT(trp_pool_set_quarantine(pool, 0), TRP_OK);
        CHECK_EQ(trp_pool_quarantined(pool), 0);
        for (uint32_t id = 41; id <= 43; id++)
            CHECK(slot_of_new(id) != 1); /* the overwritten one's: it is retired */
        CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
        CHECK_VALID(world);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

/* one leads past another, and each that is in the chain is right */
static void the_chain_leads_past_some(void)
{
    for (int order = 0; order < 3; order++)
    {
        trp_actor *first;

        begin_growing((trp_order)order);
        for (uint32_t id = 11; id <= 20; id++)
            end(id);
        first = end(2);
        end(3);
        end(5);
        first->hook.spare.next_free = pool->freed_last;
        CHECK_EQ(trp_pool_quarantined(pool), 13);
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_get_stats(pool).capacity, 30);
        CHECK_EQ(trp_pool_quarantined(pool), 3);
        CHECK_VALID(world);
        CHECK_EQ(slot_of_new(41), 1);
        CHECK_EQ(slot_of_new(42), 2);
        CHECK_EQ(slot_of_new(43), 4);
        CHECK_VALID(world);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

const situation branches_quarantine_situations[] = {
    {"those that say why they are not free stay so", those_that_say_why_they_are_not_free},
    {"the chain breaks where a chunk is not there", a_chunk_is_not_there},
    {"the chain leads past some that are in it", the_chain_leads_past_some},
};
const unsigned branches_quarantine_situation_count =
    sizeof branches_quarantine_situations / sizeof branches_quarantine_situations[0];
