/* The black box: starting and stopping it, and a world without one. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../../../src/core/core.h" /* what a pool listens to */
#include "../inspect_scene.h"

SITUATIONS(inspect_start);

/* Without a box a pool is as before. */
SITUATION("without a box pools are as plain as before")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    const uint32_t hears = inside.pool->hears;
    inspect_scene_start(SCENE_RECORDS, true);
    trp_pool *later = inspect_scene_pool("later", 2, TRP_ORDER_MEMORY);
    trp_actor *actor = inspect_scene_create(later);
    CHECK_EQ(inspect_scene_count(&inside.box), 1);
    CHECK_QUIET(inside.world, trp_black_box_stop(&inside.box), TRP_OK);
    CHECK(inside.box.world == NULL);
    CHECK_EQ(inside.pool->hears, hears);
    CHECK_EQ(inside.world->hears, 0);
    CHECK(inside.world->record == NULL);
    CHECK_OK(trp_recycle(inside.world, actor));
    inspect_scene_create(inside.pool);
    CHECK_RESULT(trp_activate(inside.world, trp_pool_at(inside.pool, 0)), TRP_ERR_ACTIVE);
    CHECK_EQ(inspect_scene_count(&inside.box), 1); /* still readable */
    /* and it can be started again, empty */
    inspect_scene_start(2, false);
    CHECK_EQ(inspect_scene_count(&inside.box), 0);
    CHECK_EQ(inspect_scene_overwritten(&inside.box), 0);
}

static trp_result start(void *records, size_t records_bytes, void *births, size_t births_bytes)
{
    const trp_black_box_desc desc = {.records = records,
                                     .records_bytes = records_bytes,
                                     .births = births,
                                     .births_bytes = births_bytes};
    return trp_black_box_start(&inside.box, inside.world, &desc);
}

SITUATION("mistakes in starting and stopping")
{
    static trp_black_box other;
    const trp_black_box_desc desc = {.records = inside.records,
                                     .records_bytes = sizeof inside.records};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_world *world = inside.world;
    CHECK_RESULT(trp_black_box_start(&inside.box, NULL, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_black_box_start(NULL, world, &desc), TRP_ERR_NULL);
    CHECK_MISUSE_SAYS(world, trp_black_box_start(&inside.box, world, NULL), TRP_ERR_NULL,
                      "the box or its desc is NULL");
    CHECK_MISUSE_SAYS(world, start(NULL, 0, NULL, 0), TRP_ERR_DESC,
                      "it would record nothing: give records, births or");
    CHECK_MISUSE_SAYS(world, start(inside.records, sizeof(trp_record) - 1, NULL, 0), TRP_ERR_MEMORY,
                      "records (TRP_BLACK_BOX_BYTES)");
    CHECK_MISUSE(world, start((unsigned char *)inside.records + 1, 4 * sizeof(trp_record), NULL, 0),
                 TRP_ERR_ALIGN);
    CHECK_MISUSE(world, start(NULL, 0, inside.births, TRP_BIRTHS_BYTES(1) - 1), TRP_ERR_MEMORY);
    CHECK_MISUSE_SAYS(world, start(NULL, 0, inside.births + 1, TRP_BIRTHS_BYTES(2)), TRP_ERR_ALIGN,
                      "births (TRP_BIRTHS_BYTES)");
#if SIZE_MAX > 0xFFFFFFFF
    CHECK_MISUSE(world, start(inside.records, SIZE_MAX, NULL, 0), TRP_ERR_LIMIT);
    CHECK_MISUSE(world, start(NULL, 0, inside.births, SIZE_MAX), TRP_ERR_LIMIT);
    const size_t most = TRP_BLACK_BOX_BYTES((size_t)1 << 28);
    CHECK_MISUSE(world, start(inside.records, most + sizeof(trp_record), NULL, 0), TRP_ERR_LIMIT);
    CHECK_QUIET(world, start(inside.records, most, NULL, 0), TRP_OK);
    CHECK_OK(trp_black_box_stop(&inside.box));
#endif
    CHECK(inside.box.world == NULL);
    CHECK_RESULT(trp_black_box_stop(&inside.box), TRP_ERR_UNLINKED);
    CHECK_RESULT(trp_black_box_stop(NULL), TRP_ERR_NULL);
    CHECK_QUIET(world, start(inside.records, TRP_BLACK_BOX_BYTES(1), NULL, 0), TRP_OK);
    CHECK_MISUSE_SAYS(world, start(inside.records, TRP_BLACK_BOX_BYTES(1), NULL, 0), TRP_ERR_LINKED,
                      "the box is started already, or was never zeroed");
    CHECK_MISUSE_SAYS(world, trp_black_box_start(&other, world, &desc), TRP_ERR_LINKED,
                      "the world has a black box");
    CHECK_EQ(inspect_scene_count(NULL), 0);
    CHECK_EQ(inspect_scene_overwritten(NULL), 0);
    CHECK(trp_black_box_at(NULL, 0) == NULL);
    CHECK(inside.box.world == world);
}

SITUATION("boxes of two worlds know nothing of each other")
{
    static trp_black_box second_box;
    static trp_record records[4];
    const trp_black_box_desc desc = {.records = records, .records_bytes = sizeof records};
    second_box = (trp_black_box){0};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_world *second = stage_second_world(9);
    trp_pool *pool =
        trp_pool_create(second, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 2});
    inspect_scene_start(SCENE_RECORDS, false);
    CHECK_QUIET(second, trp_black_box_start(&second_box, second, &desc), TRP_OK);
    CHECK_MISUSE(second, trp_black_box_start(&inside.box, second, &desc), TRP_ERR_LINKED);
    CHECK_EQ(inspect_scene_count(&second_box), 1);
    inspect_scene_create(inside.pool);
    CHECK_EQ(inspect_scene_count(&second_box), 1);
    trp_actor *actor = inspect_scene_create(pool);
    CHECK_EQ(inspect_scene_count(&inside.box), 1);
    CHECK_EQ(trp_black_box_at(&second_box, 1)->handle.index >> 24, 9);
    CHECK(trp_handle_equal(trp_black_box_at(&second_box, 1)->handle, trp_handle_of(second, actor)));
    CHECK_OK(trp_world_destroy(second));
    CHECK(second_box.world == NULL);
    CHECK(inside.box.world == inside.world);
}
