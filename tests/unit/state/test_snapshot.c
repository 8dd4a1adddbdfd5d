/* What restoring brings back, what it keeps, and what it reports. */
#include "../heap.h"
#include "../inspect_scene.h"
#include "../snapshot_small.h"

SITUATIONS(snapshot);

static snapshot_scene scene;

static void check_future(bool grows, uint32_t before, uint32_t after)
{
    snapshot_scene_begin(&scene, grows);
    snapshot_scene_play(&scene, before);
    const uint64_t then = snapshot_scene_look(&scene);
    const uint64_t then_hash = trp_hash_world(scene.world);
    const size_t bytes = snapshot_save_to(scene.world, 0);
    CHECK_EQ(snapshot_scene_look(&scene), then);
    snapshot_scene_play(&scene, after);
    const uint64_t later = snapshot_scene_look(&scene);
    const uint64_t later_hash = trp_hash_world(scene.world);
    CHECK(later != then && later_hash != then_hash);
    for (int again = 0; again < 2; again++) {
        CHECK_OK(trp_snapshot_restore(scene.world, snapshot_memory[0], bytes));
        CHECK_VALID(scene.world);
        CHECK_EQ(trp_hash_world(scene.world), then_hash);
        CHECK_EQ(snapshot_scene_look(&scene), then);
        snapshot_scene_play(&scene, after);
        CHECK_VALID(scene.world);
        CHECK_EQ(snapshot_scene_look(&scene), later);
        CHECK_EQ(trp_hash_world(scene.world), later_hash);
    }
    snapshot_scene_end(&scene);
}

SITUATION("a restored world has the same future")
{
    unsigned long cases = 0;
    for (uint32_t before = 0; before < 40; before += 3)
        for (uint32_t after = 1; after < 30; after += 7, cases += 2) {
            check_future(false, before, after);
            check_future(true, before, after);
        }
    situation_cases("futures after a restore", cases);
}

SITUATION("a restored world gives the same snapshot, to the byte")
{
    snapshot_scene_begin(&scene, false);
    snapshot_scene_play(&scene, 25);
    const size_t bytes = snapshot_save_to(scene.world, 0);
    snapshot_scene_play(&scene, 9);
    CHECK_OK(trp_snapshot_restore(scene.world, snapshot_memory[0], bytes));
    CHECK_EQ(snapshot_save_to(scene.world, 1), bytes);
    size_t differing = 0;
    for (size_t i = 0; i < bytes; i++)
        differing += snapshot_memory[0][i] != snapshot_memory[1][i];
    CHECK_EQ(differing, 0);
    snapshot_scene_end(&scene);
}

SITUATION("snapshots are restored in any order, any number of times")
{
    for (int grows = 0; grows <= 1; grows++) {
        uint64_t looks[3];
        size_t bytes[3];
        snapshot_scene_begin(&scene, grows != 0);
        for (unsigned i = 0; i < 3; i++) {
            snapshot_scene_play(&scene, 4 + 11 * i);
            looks[i] = snapshot_scene_look(&scene);
            bytes[i] = snapshot_save_to(scene.world, i);
        }
        for (unsigned i = 0; i < 40; i++) {
            const unsigned to = (i * 5 + i / 3) % 3;
            CHECK_OK(trp_snapshot_restore(scene.world, snapshot_memory[to], bytes[to]));
            CHECK_VALID(scene.world);
            CHECK_EQ(snapshot_scene_look(&scene), looks[to]);
            if (i % 4 == 1)
                snapshot_scene_play(&scene, i);
        }
        snapshot_scene_end(&scene);
    }
}

static unsigned restores;

static void on_event(trp_actor *actor, const trp_event_context *in)
{
    if (in->event != TRP_EVENT_RESTORED)
        return;
    CHECK(in->pool == NULL && actor == NULL);
    CHECK_RESULT(trp_snapshot_save(small.world, snapshot_memory[1], SCENE_BYTES, NULL), TRP_BUSY);
    restores++;
}

SITUATION("a restore undoes handles, and notifies")
{
    trp_watcher watcher = {.function = on_event};
    snapshot_small_begin();
    CHECK_OK(trp_watch(small.world, &watcher));
    restores = 0;
    const trp_handle early = trp_handle_of(small.world, &stage_find(small.pool, 2)->actor);
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_recycle(small.world, &stage_find(small.pool, 2)->actor));
    thing *late = stage_thing(small.pool, 70);
    const trp_handle handle = trp_handle_of(small.world, &late->actor);
    CHECK_EQ(trp_world_info(small.world).timeline, 0);
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_EQ(trp_world_info(small.world).timeline, 1);
    CHECK_EQ(restores, 1);
    CHECK_EQ(trp_as(thing, trp_get(small.world, early))->id, 2);
    CHECK(trp_get(small.world, handle) == NULL);
    /* the same calls would return the same handle; other calls give it to another actor */
    CHECK_OK(trp_recycle(small.world, trp_get(small.world, early)));
    stage_thing(small.pool, 71);
    CHECK_EQ(trp_as(thing, trp_get(small.world, handle))->id, 71);
    CHECK_OK(trp_unwatch(small.world, &watcher));
    CHECK_EQ(trp_world_info(NULL).timeline, 0);
}

SITUATION("ticks after a restore know that they are again")
{
    snapshot_small_begin();
    CHECK(!trp_world_info(small.world).again && !trp_world_info(NULL).again);
    const size_t bytes = snapshot_small_save();
    for (int i = 0; i < 3; i++)
        trp_update_all(small.world, 1);
    CHECK_OK(snapshot_small_restore(bytes));
    for (int i = 0; i < 3; i++) {
        trp_update_all(small.world, 1);
        CHECK(trp_world_info(small.world).again);
    }
    trp_update_all(small.world, 1);
    CHECK(!trp_world_info(small.world).again);
}

SITUATION("a restore leaves transient pools alone")
{
    snapshot_small_begin();
    stage_set_transient(small.queue, true);
    CHECK(trp_pool_info(small.queue).transient && !trp_pool_info(small.pool).transient);
    CHECK(!trp_pool_info(NULL).transient);
    const size_t bytes = snapshot_small_save();
    const uint64_t hash = trp_hash_world(small.world);
    stage_thing(small.queue, 15);
    stage_log_clear();
    CHECK_OK(trp_update_all(small.world, 1));
    CHECK_LOG(1, 2, 4, 5, 6, 15, 14, 13, 11);
    snapshot_small_go_on();
    const trp_handle late = trp_handle_of(small.world, &stage_find(small.queue, 15)->actor);
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_VALID(small.world);
    CHECK_EQ(trp_hash_world(small.world), hash);
    CHECK_EQ(trp_as(thing, trp_get(small.world, late))->id, 15);
    CHECK_EQ(trp_pool_count(small.queue), 3);
    stage_log_clear();
    CHECK_OK(trp_update_all(small.world, 1));
    CHECK_LOG(1, 2, 4, 5, 6, 15, 13, 11);
}

static void grow_world(trp_order order)
{
    stage_world();
    heap_reset();
    small.world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(10, order);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 80;
    small.pool = stage_pool_as(small.world, desc);
}

SITUATION("a restored pool keeps the memory that it grew by")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        grow_world(stage_orders[order]);
        stage_things(small.pool, 1, 8);
        const size_t early = snapshot_save_to(small.world, 0);
        stage_things(small.pool, 9, 45);
        const thing *far = stage_find(small.pool, 45);
        const size_t late = snapshot_save_to(small.world, 1);
        const size_t out = heap_out;
        CHECK_OK(trp_snapshot_restore(small.world, snapshot_memory[0], early));
        CHECK_VALID(small.world);
        CHECK_EQ(trp_pool_info(small.pool).slots, 10);
        CHECK_EQ(heap_out, out);
        stage_things(small.pool, 109, 130);
        CHECK_EQ(trp_pool_info(small.pool).slots, 40);
        CHECK_EQ(heap_out, out);
        CHECK_VALID(small.world);
        CHECK_OK(trp_snapshot_restore(small.world, snapshot_memory[1], late));
        CHECK_VALID(small.world);
        CHECK(stage_find(small.pool, 45) == far);
        CHECK_EQ(trp_pool_count(small.pool), 45);
        CHECK_OK(trp_snapshot_restore(small.world, snapshot_memory[0], early));
        CHECK_OK(trp_pool_trim(small.pool));
        CHECK(heap_out < out);
        CHECK_MISUSE(small.world, trp_snapshot_restore(small.world, snapshot_memory[1], late),
                     TRP_ERR_CHANGED);
        CHECK_VALID(small.world);
        stage_things(small.pool, 209, 240);
        CHECK_VALID(small.world);
        CHECK_OK(trp_snapshot_restore(small.world, snapshot_memory[0], early));
        CHECK_VALID(small.world);
        CHECK_OK(trp_world_destroy(small.world));
        CHECK_EQ(heap_out, 0);
    }
}

/* The chunk in the middle had been returned when the snapshot was taken, and was added again
 * later. */
SITUATION("a chunk that was not there is given back")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        grow_world(stage_orders[order]);
        stage_things(small.pool, 1, 45);
        for (uint32_t id = 1; id <= 44; id++)
            CHECK_OK(trp_recycle(small.world, &stage_find(small.pool, id)->actor));
        CHECK_OK(trp_pool_trim(small.pool));
        const uint32_t there = trp_pool_info(small.pool).capacity;
        const size_t bytes = snapshot_save_to(small.world, 0);
        const uint64_t hash = trp_hash_world(small.world);
        stage_things(small.pool, 101, 170);
        const uint64_t later = trp_hash_world(small.world);
        CHECK(trp_pool_info(small.pool).capacity > there);
        CHECK_OK(trp_snapshot_restore(small.world, snapshot_memory[0], bytes));
        CHECK_VALID(small.world);
        CHECK_EQ(trp_pool_info(small.pool).capacity, there);
        CHECK_EQ(trp_hash_world(small.world), hash);
        stage_things(small.pool, 101, 170);
        CHECK_VALID(small.world);
        CHECK_EQ(trp_hash_world(small.world), later);
        CHECK_OK(trp_world_destroy(small.world));
        CHECK_EQ(heap_out, 0);
    }
}

SITUATION("the black box says that the world was restored")
{
    static trp_record records[8];
    static trp_black_box box;
    char text[200];
    snapshot_small_begin();
    box = (trp_black_box){0};
    const size_t bytes = snapshot_small_save();
    CHECK_OK(trp_black_box_start(
        &box, small.world,
        &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}));
    stage_thing(small.pool, 8);
    (void)trp_set_tag(small.world, "rewind");
    CHECK_OK(snapshot_small_restore(bytes));
    CHECK_EQ(inspect_scene_count(&box), 2);
    CHECK_EQ(trp_black_box_at(&box, 1)->kind, TRP_RECORD_RESTORED);
    trp_record_text(text, sizeof text, trp_black_box_at(&box, 1));
    CHECK(situation_text_equal(text, "tick 0: the world was restored to this tick by rewind"));
    (void)trp_set_tag(small.world, NULL);
    CHECK_OK(trp_black_box_stop(&box));
}
