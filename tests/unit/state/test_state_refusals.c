/* Regions and parts of other modules at their limits. */
#include "../snapshot_scene.h"

#include "../../../src/core/part.h"  /* a part of this test */
#include "../../../src/state/hash.h" /* hashes of regions */
#include "../inspect_scene.h"
#include "../synctest_scene.h"

SITUATIONS(state_refusals);

static trp_world *world;
static trp_pool *pool;

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.id = 3});
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
}

/* Regions */

typedef struct pair {
    uint32_t a;
    uint32_t b;
} pair;

/* The struct of a module, and the black box, are not part of the game's state, even if a region
 * covers them partly. */
SITUATION("what is the library's in a region is left out")
{
    static trp_record records[4];
    static struct owned {
        uint32_t before;
        trp_black_box box;
        uint32_t between;
        trp_group group;
    } game;
    memset(&game, 0, sizeof game);
    trp_region region = {.start = &game, .bytes = offsetof(struct owned, group) + sizeof(void *)};
    set_up();
    CHECK_OK(trp_group_init(&game.group, world, NULL));
    CHECK_OK(trp_black_box_start(
        &game.box, world,
        &(trp_black_box_desc){.records = records, .records_bytes = sizeof records}));
    CHECK_OK(trp_region_add(world, &region));
    const uint64_t before = trp__hash_region(&region);
    const size_t bytes = snapshot_save_to(world, 0);
    trp_group_add(&game.group, &stage_find(pool, 1)->actor);
    stage_thing(pool, 4);
    CHECK_EQ(trp__hash_region(&region), before);
    game.between = 3;
    CHECK(trp__hash_region(&region) != before);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(trp__hash_region(&region), before);
    CHECK_EQ(inspect_scene_count(&game.box), 2);
    CHECK_OK(trp_black_box_stop(&game.box));
    CHECK_OK(trp_group_free(&game.group));
}

/* A range of ids that was initialised again is another range. */
SITUATION("ids that are others than then are refused")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[2][(TRP_IDS_BYTES(40) + 15) / 16 * 16];
    trp_ids ids = {0};
    trp_region region = {.ids = &ids};
    set_up();
    CHECK_OK(trp_ids_init(&ids, memory[0], sizeof memory[0], 1, 20));
    CHECK_OK(trp_region_add(world, &region));
    CHECK_EQ(trp_ids_take(&ids), 1);
    const size_t bytes = snapshot_save_to(world, 0);
    const struct {
        unsigned at, first, count;
    } others[] = {{1, 1, 20}, {0, 2, 20}, {0, 1, 21}, {0, 1, 40}};
    for (unsigned i = 0; i < 4; i++) {
        CHECK_OK(trp_ids_init(&ids, memory[others[i].at], sizeof memory[0], others[i].first,
                              others[i].count));
        CHECK_MISUSE(world, trp_snapshot_restore(world, snapshot_memory[0], bytes),
                     TRP_ERR_CHANGED);
        CHECK_EQ(ids.count, 0);
    }
    CHECK_OK(trp_ids_init(&ids, memory[0], sizeof memory[0], 1, 20));
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(trp_ids_next(&ids, 0), 1);
}

/* A world that is made again in the same memory, with the same objects at the same places. One of
 * them is another one, or is set otherwise. */

typedef enum other_one {
    ALL_THE_SAME,
    OTHER_CALLBACK,
    OTHER_FIELDS,
    OTHER_POOL_OF_A_SYSTEM,
    ANOTHER_WATCHER,
    OTHER_REGION,
    OTHER_PLACE_OF_A_REGION,
    OTHER_IDS
} other_one;

static void update_nothing(trp_actor *self, const trp_context *in)
{
}

static void watch_nothing(trp_actor *actor, const trp_event_context *in)
{
}

static void furnish(other_one what)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(20)];
    static pair pairs[2];
    static trp_region regions[3];
    static trp_ids ids[2];
    static trp_watcher watcher;
    static trp_system system;
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);
    desc.update = what == OTHER_CALLBACK ? update_nothing : stage_update;
    world = stage_world_as((trp_world_desc){.id = 3});
    world->birth = 0; /* as if it were the same world */
    pool = stage_pool_as(world, desc);
    trp_pool *last = stage_pool(world, 4, TRP_ORDER_OLDEST);
    if (what == OTHER_FIELDS)
        stage_describe(pool, &thing_type);
    system = (trp_system){.pool = what == OTHER_POOL_OF_A_SYSTEM ? pool : last};
    CHECK_OK(trp_system_add(world, &system));
    watcher = (trp_watcher){.function = watch_nothing, .pool = last};
    if (what == ANOTHER_WATCHER)
        CHECK_OK(trp_watch(world, &watcher));
    trp_region *region = &regions[what == OTHER_REGION];
    *region =
        (trp_region){.start = &pairs[what == OTHER_PLACE_OF_A_REGION], .bytes = sizeof *pairs};
    CHECK_OK(trp_region_add(world, region));
    CHECK_OK(trp_ids_init(&ids[0], ids_memory, sizeof ids_memory, 1, 20));
    ids[1] = ids[0];
    regions[2] = (trp_region){.ids = &ids[what == OTHER_IDS]};
    CHECK_OK(trp_region_add(world, &regions[2]));
}

SITUATION("a world with other objects than then is refused")
{
    furnish(ALL_THE_SAME);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_snapshot_check(world, snapshot_memory[0], bytes, NULL));
    for (int what = ALL_THE_SAME + 1; what <= OTHER_IDS; what++) {
        furnish((other_one)what);
        CHECK_RESULT(trp_snapshot_check(world, snapshot_memory[0], bytes, NULL), TRP_ERR_CHANGED);
    }
}

/* A module unknown to the library has its own table. */

typedef struct counter {
    trp__part part;
    uint32_t count;
    uint32_t seen;  /* a cache */
    bool is_longer; /* it saves a zero behind */
} counter;

static size_t counter_most(const void *module)
{
    return 2 * sizeof(uint32_t);
}

static void counter_put(const void *module, trp__sink *to)
{
    trp__begin_rows(to, sizeof(uint32_t));
    trp__put_bytes_to(to, &((const counter *)module)->count, sizeof(uint32_t));
    trp__put_bytes_to(to, NULL, ((const counter *)module)->is_longer ? sizeof(uint32_t) : 0);
}

static bool counter_fits(const void *module, const unsigned char *from, size_t bytes)
{
    return bytes <= 2 * sizeof(uint32_t);
}

static void counter_restore(void *module, const unsigned char *from, size_t bytes)
{
    memcpy(&((counter *)module)->count, from, sizeof(uint32_t));
}

static bool counter_uses(const void *module, const trp_pool *of)
{
    return of == pool;
}

static void counter_shake(void *module)
{
    ((counter *)module)->seen = 0;
}

static trp__part_table counter_table(void)
{
    return (trp__part_table){.name = "counter",
                             .size = sizeof(counter),
                             .most = counter_most,
                             .put = counter_put,
                             .fits = counter_fits,
                             .restore = counter_restore,
                             .uses = counter_uses,
                             .shake = counter_shake};
}

SITUATION("a module that the library does not know is kept")
{
    counter one = {{0}, 5, 0, false};
    set_up();
    one.part.table = counter_table;
    trp__part_add(world, &one.part, TRP__PART_OTHER);
    const size_t bytes = snapshot_save_to(world, 0);
    const uint64_t hash = trp_hash_world(world);
    one.count = 6;
    CHECK(trp_hash_world(world) != hash);
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES, 9,
                               NULL, NULL),
             1);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_EQ(one.count, 5);
    one.is_longer = true;
    CHECK_EQ(snapshot_diff_now(world, snapshot_memory[0], bytes, snapshot_memory[1], SCENE_BYTES, 9,
                               NULL, NULL),
             1);
    one.is_longer = false;
    stage_set_transient(pool, true);
    CHECK_MISUSE(world, trp_snapshot_save(world, snapshot_memory[0], SCENE_BYTES, NULL),
                 TRP_ERR_DESC);
    trp__part_remove(world, &one.part);
}

static counter tallied;

static trp_result tally(trp_world *of, uint64_t tick, void *user)
{
    unsigned *ticks = (unsigned *)user;
    const bool is_again = (*ticks)++ % 2 != 0;
    CHECK_EQ(tallied.seen, is_again && (synctest.desc.without & TRP_SHAKE_CACHES) == 0 ? 0 : 7);
    tallied.seen = 7;
    tallied.count++;
    return trp_update_all(of, 1);
}

/* before it repeats a tick */
SITUATION_FOR("a synctest clears caches of modules that the library does not know", unsigned,
              without, 0, TRP_SHAKE_ALL)
{
    unsigned ticks = 0;
    tallied = (counter){{0}, 5, 7, false};
    set_up();
    tallied.part.table = counter_table;
    trp__part_add(world, &tallied.part, TRP__PART_OTHER);
    synctest_begin(world, (trp_synctest_desc){
                              .step = tally, .user = &ticks, .distance = 1, .without = without});
    while (trp_synctest_info(&synctest).changes < 2)
        CHECK_OK(trp_synctest_step(&synctest));
    trp__part_remove(world, &tallied.part);
}
