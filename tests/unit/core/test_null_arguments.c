/*
 * Every query accepts NULL. The answer is the one that stands for "none", and no world is notified.
 */
#include "../stage.h"

SITUATIONS(null_arguments);

SITUATION("no world answers with what stands for none")
{
    CHECK_EQ(trp_last_result(NULL), TRP_ERR_NULL);
    CHECK(trp_world_user(NULL) == NULL);
    CHECK_EQ(trp_world_ticks(NULL), 0);
    CHECK_EQ(trp_world_info(NULL).live, 0);
    CHECK(trp_world_pool(NULL, 0) == NULL);
    CHECK_EQ(trp_world_info(NULL).pools, 0);
    CHECK_RESULT(trp_world_validate(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_unwatch(NULL, NULL), TRP_ERR_NULL);
    CHECK(trp_layer_info(NULL, 0).time_scale == 0);
    CHECK(trp_first(NULL) == NULL);
    CHECK(trp_handle_is_null(trp_handle_unpack(NULL, 1)));
}

SITUATION("no pool answers with what stands for none")
{
    CHECK_EQ(trp_pool_count(NULL), 0);
    CHECK_EQ(trp_pool_info(NULL).capacity, 0);
    CHECK_EQ(trp_pool_info(NULL).active, 0);
    CHECK(situation_text_equal(trp_pool_info(NULL).name, ""));
    CHECK(trp_pool_info(NULL).world == NULL);
    CHECK(trp_pool_user(NULL) == NULL);
    CHECK(trp_pool_at(NULL, 0) == NULL);
    CHECK_RESULT(trp_pool_clear(NULL, NULL), TRP_ERR_NULL);
    CHECK(trp_adopt(NULL, NULL) == NULL);
    CHECK_EQ(trp_create_many(NULL, 1, NULL, NULL), 0);
    CHECK_EQ(trp_pool_recycle_if(NULL, NULL, NULL, NULL), 0);
    CHECK(trp_pool_first(NULL) == NULL);
    CHECK(trp_pool_last(NULL) == NULL);
    CHECK(trp_pool_next(NULL, NULL) == NULL);
    CHECK(trp_pool_prev(NULL, NULL) == NULL);
}

SITUATION("without a world no actor is known")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_actor *actor = &stage_thing(pool, 1)->actor;
    const trp_handle handle = trp_handle_of(world, actor);

    CHECK_EQ(trp_handle_of(NULL, actor).generation, 0);
    CHECK(trp_get(NULL, handle) == NULL);
    CHECK(trp_get_in(NULL, handle) == NULL);
    CHECK_EQ(trp_state_of(NULL, actor), TRP_STATE_NONE);
    CHECK(trp_pool_of(NULL, actor) == NULL);
    CHECK_EQ(trp_slot_of(NULL, actor), TRP_NO_SLOT);
    CHECK(trp_next(NULL, actor) == NULL);
    CHECK(trp_prev(NULL, actor) == NULL);
    CHECK(trp_get(world, handle) == actor);
    CHECK_EQ(told.count, 0);
    CHECK_VALID(world);
}

SITUATION("no actor answers with what stands for none")
{
    trp_world *world = stage_world();

    CHECK_EQ(trp_handle_of(world, NULL).generation, 0);
    CHECK_EQ(trp_state_of(world, NULL), TRP_STATE_NONE);
    CHECK(trp_pool_of(world, NULL) == NULL);
    CHECK_EQ(trp_slot_of(world, NULL), TRP_NO_SLOT);
    CHECK(trp_next(world, NULL) == NULL);
    CHECK(trp_next(world, &(thing){.id = 1}.actor) == NULL);
    CHECK(trp_prev(world, NULL) == NULL);
    CHECK_EQ(told.count, 0);
}

SCRIPT("a recycled actor has no neighbours",
       "in newest; new 1-3; neighbours 2 3 1; recycle 2; neighbours 2 0 0");
