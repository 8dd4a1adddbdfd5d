#include "../../../src/debug/debug.h" /* free slots may be marked */
#include "../heap.h"
#include "../snapshot_scene.h"

SITUATIONS(history);

static save_scene scene;
static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 22];
static trp_history past;

SITUATION("wrong histories are refused")
{
    save_scene_begin_for_snapshots(&scene, false);
    trp_world *world = scene.world;
    const trp_history_desc desc = {.memory = memory, .bytes = sizeof memory};
    past = (trp_history){0};
    CHECK_RESULT(trp_history_open(&past, NULL, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_open(NULL, world, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_open(&past, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_open(&past, world, &(trp_history_desc){.memory = memory + 1}),
                 TRP_ERR_ALIGN);
    CHECK_MISUSE(world,
                 trp_history_open(
                     &past, world,
                     &(trp_history_desc){
                         .memory = (void *)(((uintptr_t)&scene.game + 15) / 16 * 16), .bytes = 10}),
                 TRP_ERR_VALUE);
    CHECK_OK(trp_history_open(&past, world, &desc));
    CHECK_MISUSE(world, trp_history_open(&past, world, &desc), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_pool_trim(scene.pools[0]), TRP_BUSY);
    CHECK_OK(trp_history_close(&past));
    CHECK_OK(trp_pool_trim(scene.pools[0]));
    CHECK_RESULT(trp_history_save(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_history_restore(NULL, 0), TRP_ERR_NULL);
    CHECK_RESULT(trp_history_confirm(NULL, 0), TRP_ERR_NULL);
    CHECK_EQ(trp_history_first(NULL) + trp_history_last(NULL) + trp_history_info(NULL).count, 0);
    CHECK_EQ(trp_history_measure(NULL), 0);
    save_scene_end(&scene);
}

/* Histories of deltas of a small world: what changes, however little, is in the delta; what does
 * not change takes few bytes. */

typedef struct wide {
    trp_actor actor;
    uint64_t values[10];
} wide;

enum { KEPT = 200 };

static trp_world *world;
static uint64_t hashes[KEPT];

static void begin_deltas(trp_history_kind kind)
{
    past = (trp_history){0};
    CHECK_OK(trp_history_open(&past, world,
                              &(trp_history_desc){.memory = memory,
                                                  .bytes = sizeof memory,
                                                  .kind = kind,
                                                  .keyframe_every = KEPT,
                                                  .room = 16384}));
}

static void keep(void)
{
    hashes[trp_world_ticks(world)] = trp_hash_world(world);
    CHECK_OK(trp_history_save(&past));
    CHECK_OK(trp_update_all(world, 1));
}

/* Each state comes back, the newest first, and then in another order. Ends the history. */
static void check_kept(void)
{
    const uint32_t count = trp_history_info(&past).count;
    for (uint32_t i = 1; i <= 2 * count; i++) {
        const uint32_t tick = i <= count ? count - i : i * 7 % count;
        CHECK_OK(trp_history_restore(&past, tick));
        CHECK_EQ(trp_hash_world(world), hashes[tick]);
    }
    CHECK_OK(trp_history_close(&past));
}

/* The bytes of a delta, as a share of those of the snapshot. */
static size_t percent_of_deltas(void)
{
    const trp_history_facts stats = trp_history_info(&past);
    const size_t whole = past.desc.kind == TRP_HISTORY_KEYFRAMES ? stats.last_bytes : 0;
    return (trp_history_measure(&past) - whole) / (stats.count - 1) * 100 / stats.last_bytes;
}

SITUATION("deltas have each byte that changes")
{
    static unsigned char bytes[3][256];
    trp_region regions[3];
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        stage_world();
        world = stage_world_as((trp_world_desc){0});
        for (unsigned i = 0; i < 3; i++) {
            regions[i] = (trp_region){.start = bytes[i], .bytes = i == 1 ? 48 : 256};
            CHECK_OK(trp_region_add(world, &regions[i]));
        }
        begin_deltas(kind);
        for (unsigned i = 0; i < 48; i++) {
            keep();
            bytes[1][i] = (unsigned char)(i | 0x80);
            keep();
            bytes[1][i] = 0;
        }
        check_kept();
        CHECK_OK(trp_world_destroy(world));
    }
}

/* A member gets the value that another one has. */
SITUATION("deltas have each member that changes")
{
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        stage_world();
        world = stage_world_as((trp_world_desc){0});
        wide *one = trp_as(
            wide, trp_create(stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(wide, actor),
                                                                  .capacity = 2}),
                             NULL));
        begin_deltas(kind);
        for (unsigned i = 0; i < 100; i++) {
            for (unsigned k = 0; k < 10; k++)
                one->values[k] = 100 + k;
            keep();
            one->values[i / 10] = one->values[i % 10];
            keep();
        }
        check_kept();
    }
}

static void nothing_is_played(const void *event, const trp_context *in)
{
}

/* A world of nothing but a queue: its snapshots end with the events. */
SITUATION("deltas have what grows and shrinks")
{
    static const uint32_t counts[] = {0, 7, 40, 3, 0, 25, 1, 40, 39, 2};
    uint32_t seed = 3;
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        stage_world();
        world = stage_world_as((trp_world_desc){0});
        trp_queue *queue = trp_queue_create(
            world, &(trp_queue_desc){.size = 16, .capacity = 40, .play = nothing_is_played});
        begin_deltas(kind);
        for (unsigned i = 0; i < 40; i++) {
            for (uint32_t n = counts[i % 10]; n > 0; n--) {
                uint32_t event[4];
                for (unsigned k = 0; k < 4; k++)
                    event[k] = stage_random(&seed, UINT32_MAX);
                CHECK_OK(trp_queue_post(queue, event));
            }
            keep();
        }
        check_kept();
    }
}

/* The first actors end, so that the others are at other places of the snapshot; and a region is as
 * it was. */
SITUATION("deltas take few bytes for what stays")
{
    static uint32_t noise[1000];
    trp_region region = {.start = noise, .bytes = sizeof noise};
    uint32_t seed = 9;
    for (unsigned i = 0; i < 1000; i++)
        noise[i] = stage_random(&seed, UINT32_MAX);
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        stage_world();
        world = stage_world_as((trp_world_desc){0});
        CHECK_OK(trp_region_add(world, &region));
        trp_pool *pool =
            stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(wide, actor), .capacity = 60});
        for (unsigned i = 0; i < 60; i++) {
            wide *one = trp_as(wide, trp_create(pool, NULL));
            for (unsigned k = 0; k < 10; k++)
                one->values[k] = stage_random(&seed, UINT32_MAX);
        }
        begin_deltas(kind);
        for (uint32_t slot = 0; slot < 20; slot++) {
            keep();
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
        }
        /* where slots are marked, free ones are not copied, so what stays has moved */
        CHECK(percent_of_deltas() < 10 || TRP__POISONS);
        check_kept();
        CHECK_OK(trp_region_remove(world, &region));
    }
}
