#include "../heap.h"
#include "../snapshot_scene.h"

static snapshot_scene scene;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];
static trp_history past;

static void open_with(size_t bytes, uint32_t ticks)
{
    past = (trp_history){0};
    CHECK_RESULT(
        trp_history_init(
            &past, scene.world,
            &(trp_history_desc){.memory = memory, .bytes = bytes, .ticks = ticks, .hashes = true}),
        TRP_OK);
}

static void goes_to_any_tick(void)
{
    uint64_t looks[60];
    for (int grows = 0; grows <= 1; grows++)
    {
        snapshot_scene_begin(&scene, grows != 0);
        open_with(sizeof memory, 0);
        for (uint32_t tick = 0; tick < 60; tick++)
        {
            looks[tick] = snapshot_scene_look(&scene);
            CHECK_RESULT(trp_history_save(&past), TRP_OK);
            snapshot_scene_play(&scene, 1);
        }
        const uint64_t first = trp_history_first(&past);
        CHECK_EQ(trp_history_last(&past), 59);
        CHECK_EQ(trp_history_count(&past), 60 - first);
        for (unsigned i = 0; i < 200; i++)
        {
            const uint64_t tick = first + i * 7 % (60 - first);
            CHECK_RESULT(trp_history_restore(&past, tick), TRP_OK);
            CHECK_EQ(snapshot_scene_look(&scene), looks[tick]);
        }
        CHECK_RESULT(trp_history_restore(&past, 60), TRP_GONE);
        CHECK_RESULT(trp_history_restore(&past, 30), TRP_OK);
        for (uint32_t tick = 30; tick < 60; tick++)
        {
            CHECK_EQ(snapshot_scene_look(&scene), looks[tick]);
            CHECK_RESULT(trp_history_save(&past), TRP_OK);
            CHECK_EQ(trp_history_last(&past), tick);
            snapshot_scene_play(&scene, 1);
        }
        CHECK_VALID(scene.world);
        CHECK_RESULT(trp_history_free(&past), TRP_OK);
        CHECK_RESULT(trp_history_free(&past), TRP_GONE);
        snapshot_scene_end(&scene);
    }
}

/* States of different lengths in little memory: each state in it can be restored. */
static void keeps_the_newest_that_fit(void)
{
    uint64_t looks[90];
    snapshot_scene_begin(&scene, false);
    snapshot_scene_play(&scene, 30);
    const size_t one = trp_snapshot_bytes(scene.world);
    for (size_t bytes = one; bytes < 6 * one; bytes += one / 3)
    {
        open_with(bytes, 0);
        for (uint32_t i = 0; i < 40; i++)
        {
            const uint64_t tick = trp_world_ticks(scene.world);
            const trp_result result = trp_history_save(&past);
            looks[i] = snapshot_scene_look(&scene);
            if (result != TRP_OK)
            {
                CHECK_RESULT(result, TRP_ERR_MEMORY);
                snapshot_scene_play(&scene, 1);
                continue;
            }
            CHECK_EQ(trp_history_last(&past), tick);
            CHECK(trp_history_count(&past) >= 1);
            CHECK_RESULT(trp_history_restore(&past, trp_history_first(&past)), TRP_OK);
            const uint64_t back = tick - trp_history_first(&past);
            if (back <= i)
                CHECK_EQ(snapshot_scene_look(&scene), looks[i - back]);
            CHECK_RESULT(trp_history_restore(&past, tick), TRP_OK);
            CHECK_EQ(snapshot_scene_look(&scene), looks[i]);
            snapshot_scene_play(&scene, 1);
        }
        CHECK_RESULT(trp_history_free(&past), TRP_OK);
    }
    snapshot_scene_end(&scene);
}

static void hashes_confirmed_ticks_only(void)
{
    uint64_t hash = 0;
    uint64_t hashes[6];
    snapshot_scene_begin(&scene, false);
    open_with(sizeof memory, 4);
    for (uint32_t i = 0; i < 6; i++)
    {
        hashes[i] = trp_hash_world(scene.world);
        CHECK_RESULT(trp_history_save(&past), TRP_OK);
        snapshot_scene_play(&scene, 1);
    }
    CHECK_EQ(trp_history_count(&past), 4);
    CHECK(!trp_history_hash(&past, 3, &hash));
    CHECK_RESULT(trp_history_confirm(&past, 4), TRP_OK);
    CHECK_EQ(trp_history_first(&past), 4);
    CHECK(trp_history_hash(&past, 4, &hash) && hash == hashes[4]);
    CHECK(!trp_history_hash(&past, 5, &hash));
    CHECK_MISUSE(scene.world, trp_history_confirm(&past, 3), TRP_ERR_VALUE);
    CHECK(trp_history_snapshot(&past, 3, NULL) == NULL);
    size_t bytes = 0;
    CHECK(trp_history_snapshot(&past, 5, &bytes) != NULL && bytes != 0);
    const trp_history_stats stats = trp_history_get_stats(&past);
    CHECK(stats.saved == 6 && stats.count == 2 && stats.last_bytes == bytes);
    CHECK_RESULT(trp_history_free(&past), TRP_OK);
    snapshot_scene_end(&scene);
}

static void refuses_wrong_histories(void)
{
    snapshot_scene_begin(&scene, false);
    trp_world *world = scene.world;
    const trp_history_desc desc = {.memory = memory, .bytes = sizeof memory};
    past = (trp_history){0};
    CHECK_RESULT(trp_history_init(&past, NULL, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_init(NULL, world, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_init(&past, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_init(&past, world, &(trp_history_desc){.memory = memory + 1}),
                 TRP_ERR_ALIGN);
    CHECK_MISUSE(world,
                 trp_history_init(
                     &past, world,
                     &(trp_history_desc){
                         .memory = (void *)(((uintptr_t)&scene.game + 15) / 16 * 16), .bytes = 10}),
                 TRP_ERR_VALUE);
    CHECK_RESULT(trp_history_init(&past, world, &desc), TRP_OK);
    CHECK_MISUSE(world, trp_history_init(&past, world, &desc), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_pool_trim(scene.pools[0]), TRP_BUSY);
    CHECK_RESULT(trp_history_free(&past), TRP_OK);
    CHECK_RESULT(trp_pool_trim(scene.pools[0]), TRP_OK);
    CHECK_RESULT(trp_history_save(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_history_restore(NULL, 0), TRP_ERR_NULL);
    CHECK_RESULT(trp_history_confirm(NULL, 0), TRP_ERR_NULL);
    CHECK_EQ(trp_history_first(NULL) + trp_history_last(NULL) + trp_history_count(NULL), 0);
    snapshot_scene_end(&scene);
}

const situation history_situations[] = {
    {"a history goes to any tick, and on from there", goes_to_any_tick},
    {"a history keeps the newest states that fit", keeps_the_newest_that_fit},
    {"a history gives hashes of confirmed ticks only", hashes_confirmed_ticks_only},
    {"wrong histories are refused", refuses_wrong_histories},
};
const unsigned history_situation_count = sizeof history_situations / sizeof *history_situations;
