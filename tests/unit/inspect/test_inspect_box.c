/* The black box: its records, their order, and its ring. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../../../src/core/core.h" /* whether a pool is plain again */
#include "../inspect_scene.h"

SITUATIONS(inspect_box);

static trp_handle handle_of(const trp_actor *actor)
{
    return trp_handle_of(inside.world, actor);
}

/* Every kind, with its content. */
SITUATION("each kind of record says what, when, which life, why")
{
    trp_handle handles[4];
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    CHECK_OK(trp_update_all(inside.world, 1));
    for (uint32_t i = 0; i < 4; i++)
        handles[i] = handle_of(inspect_scene_create(inside.pool));
    CHECK_RECORD(0, TRP_RECORD_CREATED, inside.pool, handles[3]);
    CHECK_EQ(inspect_scene_last(0)->tick, 1);
    CHECK_EQ(inspect_scene_last(0)->slot, 3);
    CHECK_EQ(inspect_scene_last(0)->age, TRP_NO_AGE);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_NONE);
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_RECORD(0, TRP_RECORD_REFUSED, inside.pool, ((trp_handle){0, 0}));
    CHECK_EQ(inspect_scene_last(0)->result, TRP_ERR_FULL);
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT);
    CHECK_EQ(inspect_scene_last(0)->age, TRP_NO_AGE);
    CHECK_OK(trp_recycle(inside.world, trp_pool_at(inside.pool, 1)));
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, inside.pool, handles[1]);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_RECYCLED);
    CHECK_OK(trp_expire(inside.world, trp_pool_at(inside.pool, 2)));
    CHECK_RECORD(0, TRP_RECORD_EXPIRED, inside.pool, handles[2]);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_EXPIRED);
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_RECORD(0, TRP_RECORD_PRUNED, inside.pool, handles[2]);
    CHECK_EQ(inspect_scene_last(0)->tick, 2);
    CHECK_OK(trp_pool_clear(inside.pool, NULL));
    CHECK_RECORD(1, TRP_RECORD_RECYCLED, inside.pool, handles[0]);
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, inside.pool, handles[3]);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_CLEARED);
    CHECK_EQ(inspect_scene_count(&inside.box), 10);
    CHECK_EQ(inspect_scene_overwritten(&inside.box), 0);
}

/* A full pool is asked again and again. */
SITUATION("refusals in a row are one record")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    for (int i = 0; i < 4; i++)
        inspect_scene_create(inside.pool);
    for (int i = 0; i < 3; i++)
        CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_count(&inside.box), 5);
    CHECK_EQ(inspect_scene_last(0)->times, 3);
    CHECK_EQ(inspect_scene_last(1)->times, 1);
    trp_set_tag(inside.world, "wave 2");
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_count(&inside.box), 6);
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_count(&inside.box), 7);
    CHECK_EQ(inspect_scene_last(0)->times, 2);
    CHECK_EQ(inspect_scene_last(0)->tick, 1);
    CHECK_OK(trp_black_box_stop(&inside.box));
    inspect_scene_start(1, false); /* the first one, and the start of the ring */
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_last(0)->times, 2);
    CHECK_EQ(inspect_scene_overwritten(&inside.box), 0);
    CHECK_OK(trp_black_box_stop(&inside.box));
    inspect_scene_start(0, true); /* only births */
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_count(&inside.box), 0);
}

SITUATION("misuse is recorded")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *actor = inspect_scene_create(inside.pool);
    trp_handle handle = handle_of(actor);
    CHECK_RESULT(trp_activate(inside.world, actor), TRP_ERR_ACTIVE);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, handle);
    CHECK_EQ(inspect_scene_last(0)->age, TRP_NO_AGE);
    CHECK_EQ(inspect_scene_last(0)->result, TRP_ERR_ACTIVE);
    CHECK(situation_text_has(inspect_scene_last(0)->call, "trp_activate"));
    CHECK_OK(trp_recycle(inside.world, actor));
    /* the last life there */
    CHECK_RESULT(trp_recycle(inside.world, actor), TRP_ERR_FREE);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, handle);
    CHECK_RESULT(trp_recycle(inside.world, &(thing){.id = 1}.actor), TRP_ERR_FOREIGN);
    CHECK_EQ(inspect_scene_last(0)->pool, TRP_NO_POOL);
    CHECK(inspect_scene_last(0)->pool_name == NULL);
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT);
    CHECK(trp_handle_is_null(inspect_scene_last(0)->handle));
    CHECK_RESULT(trp_for_each(inside.pool, NULL, NULL), TRP_ERR_NULL);
    CHECK_RECORD(0, TRP_RECORD_MISUSE, inside.pool, ((trp_handle){0, 0}));
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT);
    CHECK_RESULT(trp_system_remove(inside.world, NULL), TRP_ERR_NULL);
    CHECK(situation_text_has(inspect_scene_last(0)->call, "trp_system_remove"));
    CHECK_EQ(inspect_scene_count(&inside.box), 7);
}

/* quiet results are not recorded */
SITUATION("what is no mistake and changes nothing is no news")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    CHECK_RESULT(trp_recycle(inside.world, NULL), TRP_GONE);
    CHECK_OK(trp_pool_clear(inside.pool, NULL));
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_EQ(inspect_scene_count(&inside.box), 0);
    CHECK(trp_black_box_at(&inside.box, 0) == NULL);
}

SITUATION("a stolen slot: the end first, then the birth")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                 .capacity = 1,
                                                                 .when_full = TRP_FULL_STEAL_NEXT});
    inspect_scene_start(SCENE_RECORDS, false);
    trp_handle first = handle_of(inspect_scene_create(pool));
    trp_handle second = handle_of(inspect_scene_create(pool));
    CHECK_RECORD(1, TRP_RECORD_RECYCLED, pool, first);
    CHECK_EQ(inspect_scene_last(1)->reason, TRP_REASON_STOLEN);
    CHECK_RECORD(0, TRP_RECORD_CREATED, pool, second);
    CHECK_OK(trp_expire(inside.world, trp_get(inside.world, second)));
    inspect_scene_create(pool);
    CHECK_RECORD(2, TRP_RECORD_EXPIRED, pool, second);
    CHECK_RECORD(1, TRP_RECORD_PRUNED, pool, second);
}

static bool is_over(const trp_actor *actor, const trp_context *in)
{
    return trp_as(thing, actor)->id == 7;
}

SITUATION("is_expired, sleepers, expired and recycled by hand")
{
    trp_actor *actor;
    inspect_scene_begin(TRP_ORDER_OLDEST);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                 .capacity = 2,
                                                                 .update = stage_update,
                                                                 .is_expired = is_over});
    inspect_scene_start(SCENE_RECORDS, false);
    /* is_expired */
    actor = inspect_scene_create(pool);
    trp_handle handle = handle_of(actor);
    trp_as(thing, actor)->id = 7;
    CHECK_OK(trp_update_all(inside.world, 1));
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, pool, handle);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_EXPIRED);
    /* a sleeper that expires */
    actor = inspect_scene_create(inside.pool);
    handle = handle_of(actor);
    CHECK_OK(trp_deactivate(inside.world, actor));
    CHECK_OK(trp_expire(inside.world, actor));
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, inside.pool, handle);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_EXPIRED);
    actor = inspect_scene_create(inside.pool);
    /* an expired one that is recycled by a call: its life was over */
    handle = handle_of(actor);
    CHECK_OK(trp_expire(inside.world, actor));
    CHECK_OK(trp_recycle(inside.world, actor));
    CHECK_RECORD(1, TRP_RECORD_EXPIRED, inside.pool, handle);
    CHECK_RECORD(0, TRP_RECORD_PRUNED, inside.pool, handle);
}

/* The box is notified first: effects of on_create and on_end come after their cause. */
static trp_pool *others;

static void create_another(trp_actor *actor, const trp_context *in)
{
    inspect_scene_create(others);
}

static void recycle_another(trp_actor *actor, const trp_end_context *in)
{
    CHECK_OK(trp_recycle(in->world, trp_pool_at(others, 0)));
}

static void end_newborn(trp_actor *actor, const trp_context *in)
{
    CHECK_OK(trp_recycle(in->world, actor));
}

SITUATION("causes stand before what they cause")
{
    trp_pool *pool;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    others = inside.pool;
    pool = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                       .capacity = 1,
                                                       .on_create = create_another,
                                                       .on_end = recycle_another});
    inspect_scene_start(SCENE_RECORDS, false);
    trp_handle outer = handle_of(inspect_scene_create(pool));
    trp_handle inner = handle_of(trp_pool_at(others, 0));
    CHECK_RECORD(1, TRP_RECORD_CREATED, pool, outer);
    CHECK_RECORD(0, TRP_RECORD_CREATED, others, inner);
    CHECK_OK(trp_recycle(inside.world, trp_get(inside.world, outer)));
    CHECK_RECORD(1, TRP_RECORD_RECYCLED, pool, outer);
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, others, inner);
    /* a life that on_create ends counts */
    pool = stage_pool_as(
        inside.world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .on_create = end_newborn});
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_last(1)->kind, TRP_RECORD_CREATED);
    CHECK_EQ(inspect_scene_last(0)->kind, TRP_RECORD_RECYCLED);
    CHECK(trp_handle_equal(inspect_scene_last(0)->handle, inspect_scene_last(1)->handle));
}

static void recycle_in_watch(trp_actor *actor, const trp_event_context *in)
{
    if (in->event == TRP_EVENT_CREATED || in->event == TRP_EVENT_EXPIRED)
        CHECK_OK(trp_recycle(trp_pool_info(in->pool).world, actor));
}

/* a watcher added later is notified after the box */
SITUATION("the box is notified before all watchers")
{
    trp_watcher watcher = {.function = recycle_in_watch, .events = TRP_EVENT_EXPIRED};
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, false);
    trp_actor *actor = inspect_scene_create(inside.pool);
    trp_handle handle = handle_of(actor);
    watcher.pool = inside.pool;
    CHECK_OK(trp_watch(inside.world, &watcher));
    CHECK_OK(trp_expire(inside.world, actor));
    CHECK_RECORD(1, TRP_RECORD_EXPIRED, inside.pool, handle);
    CHECK_RECORD(0, TRP_RECORD_PRUNED, inside.pool, handle);
    CHECK_OK(trp_unwatch(inside.world, &watcher));
    watcher.events = TRP_EVENT_CREATED;
    watcher.pool = NULL;
    CHECK_OK(trp_watch(inside.world, &watcher));
    CHECK(trp_create(inside.pool, NULL) == NULL);
    CHECK_EQ(inspect_scene_last(1)->kind, TRP_RECORD_CREATED);
    CHECK_EQ(inspect_scene_last(0)->kind, TRP_RECORD_RECYCLED);
    CHECK_OK(trp_unwatch(inside.world, &watcher));
}

SITUATION("rings of 1 to 5 records overwrite the oldest")
{
    for (uint32_t room = 1; room <= 5; room++) {
        trp_handle handles[12];
        inspect_scene_begin(TRP_ORDER_MEMORY);
        inspect_scene_start(room, false);
        for (uint32_t i = 0; i < 12; i++) {
            const uint32_t count = i + 1 < room ? i + 1 : room;
            trp_actor *actor = i % 2 == 0 ? inspect_scene_create(inside.pool) : NULL;
            handles[i] = i % 2 == 0 ? handle_of(actor) : handles[i - 1];
            if (i % 2 != 0)
                CHECK_OK(trp_recycle(inside.world, trp_get(inside.world, handles[i])));
            CHECK_EQ(inspect_scene_count(&inside.box), count);
            CHECK_EQ(inspect_scene_overwritten(&inside.box), i + 1 - count);
            for (uint32_t k = 0; k < count; k++)
                CHECK_RECORD(k, (i - k) % 2 == 0 ? TRP_RECORD_CREATED : TRP_RECORD_RECYCLED,
                             inside.pool, handles[i - k]);
            CHECK(trp_black_box_at(&inside.box, count) == NULL);
            CHECK(trp_black_box_at(&inside.box, UINT32_MAX) == NULL);
        }
    }
}

static trp_result ending_start;

static void start_in_the_end(trp_actor *actor, const trp_end_context *in)
{
    const trp_black_box_desc desc = {.records = inside.records,
                                     .records_bytes = sizeof inside.records};
    ending_start = trp_black_box_start(&inside.box, in->world, &desc);
}

/* Ends with the world are not recorded; their effects are. */
SITUATION("the end of the world stops the box, which stays readable")
{
    trp_pool *pool;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    others = inside.pool;
    pool = stage_pool_as(
        inside.world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .on_end = recycle_another});
    CHECK_OK(trp_pool_set_layer(inside.pool, 0)); /* after the other */
    inspect_scene_start(SCENE_RECORDS, true);
    inspect_scene_create(pool);
    inspect_scene_create(others);
    inspect_scene_create(others);
    trp_handle handle = handle_of(trp_pool_at(others, 0));
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK(inside.box.world == NULL);
    CHECK_EQ(inspect_scene_count(&inside.box), 4);
    CHECK_EQ(inspect_scene_last(0)->kind, TRP_RECORD_RECYCLED);
    CHECK_EQ(inspect_scene_last(0)->reason, TRP_REASON_RECYCLED);
    CHECK(trp_handle_equal(inspect_scene_last(0)->handle, handle));
    CHECK(situation_text_equal(inspect_scene_last(0)->pool_name, "things"));
    /* too late */
    inspect_scene_begin(TRP_ORDER_MEMORY);
    pool = stage_pool_as(
        inside.world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .on_end = start_in_the_end});
    inspect_scene_create(pool);
    CHECK_OK(trp_world_destroy(inside.world));
    CHECK_RESULT(ending_start, TRP_BUSY);
    CHECK(inside.box.world == NULL);
}

SITUATION("age order, joined and external pools")
{
    thing outside = {.id = 5};
    trp_pool *external;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, true);
    trp_pool *oldest = inspect_scene_pool("oldest", 2, TRP_ORDER_OLDEST);
    trp_pool *joined = stage_pool_as(inside.world, (trp_pool_desc){.name = "joined",
                                                                   .type = TRP_TYPE(thing, actor),
                                                                   .capacity = 2,
                                                                   .joins = oldest});
    external = stage_pool_as(inside.world, (trp_pool_desc){.name = "external",
                                                           .type = TRP_TYPE(thing, actor),
                                                           .capacity = 2,
                                                           .external = TRP_EXTERNAL});
    inspect_scene_create(oldest);
    trp_handle handle = handle_of(inspect_scene_create(joined));
    CHECK_RECORD(0, TRP_RECORD_CREATED, joined, handle);
    CHECK_OK(trp_pool_clear(joined, NULL));
    CHECK_RECORD(0, TRP_RECORD_RECYCLED, joined, handle);
    for (int life = 0; life < 2; life++) {
        CHECK(trp_adopt(external, &outside.actor) == &outside.actor);
        handle = handle_of(&outside.actor);
        CHECK_RECORD(0, TRP_RECORD_CREATED, external, handle);
        CHECK_OK(trp_expire(inside.world, &outside.actor));
        CHECK_RECORD(0, TRP_RECORD_EXPIRED, external, handle);
        CHECK_OK(trp_update_all(inside.world, 1));
        CHECK_RECORD(0, TRP_RECORD_PRUNED, external, handle);
    }
    CHECK_RESULT(trp_recycle(inside.world, &outside.actor), TRP_ERR_FREE);
    CHECK_EQ(inspect_scene_last(0)->slot, TRP_NO_SLOT); /* its entry may be another's by now */
    CHECK_EQ(inspect_scene_last(0)->pool, external->number);
    CHECK_VALID(inside.world);
}
