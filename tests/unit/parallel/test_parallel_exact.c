/* Parts at their limits: reasons, counts of each tick, data of any size, memory, odd numbers of
 * parts, what misuse tells. */
#include "../parallel_scene.h"
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

static void later(const void *event, const trp_context *in)
{
    CHECK(in->world == world);
    CHECK(event == NULL);
    calls++;
}

static void call_thrice(trp_part *part)
{
    for (int i = 0; i < 3; i++)
        CHECK_OK(trp_part_call(part, later, NULL, 0));
}

/* counts are sums over ticks, and start again in each tick of a part */
SITUATION("commands are counted once")
{
    set_up(200, call_thrice);
    stage_things(pool, 0, 150);
    calls = 0;
    for (uint32_t ticks = 1; ticks <= 3; ticks++) {
        tick();
        const trp_parallel_facts stats = trp_pool_info(pool).parallel;
        CHECK_EQ(stats.parts, 3);
        CHECK_EQ(stats.commands, 9 * ticks);
        CHECK_EQ(calls, 9 * ticks);
        CHECK_EQ(stats.refused, 0);
        CHECK_EQ(stats.most_bytes, 3 * (8 + (sizeof(trp_play_fn *) + 7) / 8 * 8));
        CHECK_EQ(stats.part_bytes, 64 * 24);
    }
}

/* Commands follow each other without a gap, whatever the size of their data. */

static unsigned char sent[24];
static uint32_t size;
static trp_pool *pools[3];

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

static void give_birth(trp_part *part)
{
    for (uint32_t i = 0; i < 3; i++)
        CHECK_OK(trp_part_create(part, pools[i], &(thing){.id = i}));
}

SITUATION("births are in the pools that parts name")
{
    set_up(8, give_birth);
    stage_thing(pool, 9);
    for (uint32_t i = 0; i < 3; i++)
        pools[i] = stage_pool(world, 4, TRP_ORDER_MEMORY);
    tick();
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(trp_pool_count(pools[i]), 1);
        CHECK_EQ(trp_as(thing, trp_pool_at(pools[i], 0))->id, i);
    }
}

static void ask_for_more_room_than_there_is(trp_part *part)
{
    CHECK_RESULT(trp_part_call(part, receive, sent, 65536), TRP_ERR_FULL); /* nothing is read */
}

SITUATION("refusals are counted in all ticks")
{
    set_up(8, ask_for_more_room_than_there_is);
    stage_thing(pool, 1);
    for (uint32_t ticks = 1; ticks <= 3; ticks++) {
        tick();
        CHECK_EQ(trp_pool_info(pool).parallel.refused, ticks);
        CHECK_EQ(trp_world_info(world).misuse, ticks);
    }
}

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

/* each part is updated once, in any order, for any number of parts */
SITUATION("odd numbers of parts in any order")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[96 * 1024];

    if (STAGE_BYTES < 64u * 1024u || STAGE_HEAP_BYTES < sizeof past)
        return;
    for (uint32_t parts = 1; parts <= 5; parts++) {
        trp_synctest test = {0};
        const trp_synctest_desc desc = {
            .step = step, .memory = past, .bytes = sizeof past, .distance = 2};
        set_up(320, add_one);
        stage_things(pool, 0, 64 * parts - 1);
        CHECK_OK(trp_synctest_init(&test, world, &desc));
        for (uint32_t i = 0; i < 40; i++)
            CHECK_OK(trp_synctest_step(&test));
        CHECK_OK(trp_synctest_info(&test).verdict);
        CHECK_OK(trp_synctest_free(&test));
        CHECK_EQ(trp_world_info(world).misuse, 0);
        for (uint32_t slot = 0; slot < 64 * parts; slot++)
            CHECK_EQ(trp_as(thing, trp_pool_at(pool, slot))->data, 40);
    }
}

static void leaves_out_the_first(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 1; i < parts; i++)
        run(i, task);
}

/* also in the other orders of a synctest */
SITUATION("a part that is left out is updated in any order")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[96 * 1024];
    trp_synctest test = {0};
    const trp_synctest_desc desc = {
        .step = step, .memory = past, .bytes = sizeof past, .distance = 2};

    if (STAGE_BYTES < 64u * 1024u || STAGE_HEAP_BYTES < sizeof past)
        return;
    set_up(320, add_one);
    CHECK_OK(trp_pool_set_parallel_for(pool, leaves_out_the_first, NULL));
    stage_things(pool, 0, 299);
    CHECK_OK(trp_synctest_init(&test, world, &desc));
    for (uint32_t i = 0; i < 20; i++)
        CHECK_OK(trp_synctest_step(&test));
    CHECK_OK(trp_synctest_free(&test));
    for (uint32_t slot = 0; slot < 300; slot++)
        CHECK_EQ(trp_as(thing, trp_pool_at(pool, slot))->data, 20);
}
