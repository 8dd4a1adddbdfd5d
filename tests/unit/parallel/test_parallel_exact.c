/* Parts at their limits: reasons, counts of each tick, data of any size, memory, odd numbers of
 * parts, what misuse tells. */
#include "../parallel_scene.h"
#include "../script.h"
#include "troupe/synctest.h"

SITUATIONS(parallel_exact);

static trp_world *world;
static trp_pool *pool;
static void (*in_part)(trp_part *part);

static void update(trp_part *part, const trp_context *in)
{
    in_part(part);
}

static void set_up(uint32_t capacity, void (*then)(trp_part *part))
{
    world = stage_world();
    pool = scene_things(
        world, capacity,
        (trp_parallel_desc){.update = update, .slots_per_part = 64, .command_bytes = 24});
    in_part = then;
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 1));
    CHECK_VALID(world);
}

static trp_handle target;
static void end_by_handle(trp_part *part)
{
    CHECK_OK(trp_part_end(part, target, NULL));
    CHECK_OK(trp_part_end(part, target, NULL)); /* it still lives */
}

static uint32_t calls;

/* counts are sums over ticks, and start again in each tick of a part */
SCRIPT(
    "commands are counted once",
    "in memory; pool 192 parts 24; new 0-149; go; at p7: partcall 7, partcall 7, partcall 7;"
    "at p77: partcall 77, partcall 77, partcall 77; at p140: partcall 140, partcall 140;"
    "tick; = q7 q7 q7 q77 q77 q77 q140 q140; parts 3; commands 8; mostbytes 72; partbytes 1536; go;"
    "pass 2; commands 24; uncommanded 0; mostbytes 72");

/* Commands follow each other without a gap, whatever the size of their data. */

static unsigned char sent[24];
static uint32_t size;

static void receive(const void *event, const trp_context *in)
{
    const unsigned char *bytes = (const unsigned char *)event;

    CHECK(in->world == world);
    CHECK(bytes != NULL);
    CHECK_EQ((uintptr_t)bytes % 8, 0);
    for (uint32_t i = 0; i < size; i++)
        CHECK_EQ(bytes[i], sent[i]);
    calls++;
}

static void send_thrice(trp_part *part)
{
    for (int i = 0; i < 3; i++)
        CHECK_OK(trp_part_call(part, receive, sent, size));
}

SITUATION("data of any size is called with as it was")
{
    for (uint8_t i = 0; i < sizeof sent; i++)
        sent[i] = (uint8_t)(i + 1);
    for (size = 1; size <= sizeof sent; size++) {
        set_up(200, send_thrice);
        stage_things(pool, 0, 150); /* three parts */
        calls = 0;
        tick();
        CHECK_EQ(calls, 9);
        CHECK_EQ(trp_pool_info(pool).parallel.most_bytes,
                 3 * (8 + (sizeof(trp_play_fn *) + 7) / 8 * 8 + (size + 7) / 8 * 8));
    }
}

SCRIPT("births are in the pools that parts name",
       "in memory; pool parts 80; pool; pool; pool; new 9; go; at p9: partnew b 1, partnew c 2, "
       "partnew d 3;"
       "tick; = +1 +2 +3; live 1 b; live 1 c; live 1 d");
SCRIPT("refusals are counted in all ticks",
       "in memory; pool parts; new 1; at p1: partcall 5 65536 ?FULL; tick ~FULL; uncommanded 1; "
       "tick ~FULL; uncommanded 2; tick ~FULL; uncommanded 3");

/* The pool's slots come after those that another one can grow to. */
SITUATION("lives end for these reasons in high slots as well")
{
    stage_needs(64u * 1024u * 1024u);
    stage_world();
    world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 8,
                                                .max_capacity = 1u << 23,
                                                .when_full = TRP_FULL_GROW});
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);
    desc.update = NULL;
    desc.parallel =
        (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = update, .slots_per_part = 64});
    pool = stage_pool_as(world, desc);
    in_part = end_by_handle;
    stage_things(pool, 1, 2);
    target = trp_handle_of(world, trp_pool_at(pool, 1));
    stage_log_clear();
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2));
    CHECK_OK(trp_world_destroy(world));
}

/* What a pool of this many slots takes for its parts. */
static size_t bytes_of_parts(uint32_t slots)
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = slots};
    const size_t without = trp_pool_bytes(&desc);

    desc.parallel =
        (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = update, .slots_per_part = 64});
    return trp_pool_bytes(&desc) - without;
}

SITUATION("each part takes as much memory as the header says")
{
    CHECK_EQ(bytes_of_parts(1), bytes_of_parts(64));
    CHECK_EQ(bytes_of_parts(65), bytes_of_parts(128));
    CHECK_EQ(bytes_of_parts(17 * 64) - bytes_of_parts(64),
             TRP_PARALLEL_BYTES(17 * 64, 64, 8) - TRP_PARALLEL_BYTES(64, 64, 8));
    CHECK(bytes_of_parts(64) <= (TRP_PARALLEL_BYTES(64, 64, 8) + 15) / 16 * 16);
}

static void add_one(trp_part *part)
{
    trp_part_each (thing, it, part)
        it->data++;
}

static trp_result step(trp_world *in, uint64_t number, void *user)
{
    return trp_update_all(in, 1);
}

/* Each part is updated once, also in the other orders of a synctest. */
static void synctest_updates_each_once(uint32_t count, trp_parallel_for_fn *parallel_for)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[96 * 1024];
    trp_synctest test = {0};
    const trp_synctest_desc desc = {
        .step = step, .memory = past, .bytes = sizeof past, .distance = 2};

    set_up(320, add_one);
    CHECK_OK(trp_pool_set_parallel_for(pool, parallel_for, NULL));
    stage_things(pool, 0, count - 1);
    CHECK_OK(trp_synctest_init(&test, world, &desc));
    for (uint32_t i = 0; i < 40; i++)
        CHECK_OK(trp_synctest_step(&test));
    CHECK_OK(trp_synctest_info(&test).verdict);
    CHECK_OK(trp_synctest_free(&test));
    for (uint32_t slot = 0; slot < count; slot++)
        CHECK_EQ(trp_as(thing, trp_pool_at(pool, slot))->data, 40);
}

SITUATION("odd numbers of parts in any order")
{
    stage_needs(96u * 1024u);
    for (uint32_t parts = 1; parts <= 5; parts++) {
        synctest_updates_each_once(64 * parts, NULL);
        CHECK_EQ(trp_world_info(world).misuse, 0);
    }
}

static void leaves_out_the_first(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 1; i < parts; i++)
        run(i, task);
}

SITUATION("a part that is left out is updated in any order")
{
    stage_needs(96u * 1024u);
    synctest_updates_each_once(300, leaves_out_the_first);
}
