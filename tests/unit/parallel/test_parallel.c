#include "../heap.h"
#include "../parallel_scene.h"
#include "../script.h"

SITUATIONS(parallel);

enum { TICKS = 12 };

static trp_parallel_for_fn *const orders[] = {NULL, in_order, backwards, odd_ones_first, shuffled};
static const uint32_t cuts[] = {64, 128, 192, 320};

/* Any order, any part size: the hashes equal `expected`. */
static void check_all_ways(scene_desc desc, const uint64_t *expected)
{
    uint64_t hashes[TICKS];
    unsigned long cases = 0;

    desc.how = WAY_PARTS;
    for (unsigned cut = 0; cut < sizeof cuts / sizeof cuts[0]; cut++)
        for (unsigned order = 0; order < sizeof orders / sizeof orders[0]; order++, cases++) {
            desc.parts.slots_per_part = cuts[cut];
            desc.parts.command_bytes = 80;
            desc.parts.parallel_for = orders[order];
            scene_run(&desc, hashes, TICKS);
            for (unsigned i = 0; i < TICKS; i++)
                CHECK_EQ(hashes[i], expected[i]);
            CHECK_EQ(told.count, 0);
            CHECK_EQ(trp_pool_info(motley.motes).parallel.refused, 0);
        }
    situation_cases("orders and cuts", cases);
}

SITUATION("a parallel pool is left as by the serial tick")
{
    uint64_t expected[TICKS];

    for (unsigned may = 0; may < 8; may++) {
        const scene_desc desc = {.how = WAY_EACH, .may = may};
        scene_run(&desc, expected, TICKS);
        check_all_ways(desc, expected);
    }
}

SITUATION("and as by single updates, where nothing expires")
{
    uint64_t expected[TICKS];
    const scene_desc desc = {.how = WAY_UPDATE, .may = ENDS | BEARS};

    scene_run(&desc, expected, TICKS);
    check_all_ways(desc, expected);
}

static bool is_odd(const trp_actor *self, const trp_context *in)
{
    return ((const mote *)(const void *)self)->sum % 64 == 1;
}

SITUATION("lives that end by themselves do so as in a serial tick")
{
    uint64_t expected[TICKS];
    scene_desc desc = {.how = WAY_EACH, .may = ENDS | EXPIRES | BEARS};

    desc.motes.is_expired = is_odd;
    scene_run(&desc, expected, TICKS);
    check_all_ways(desc, expected);
    desc.motes.lifetime = (trp_lifetime)TRP_LIFETIME_BY(mote, until, TRP_CLOCK_TICKS);
    desc.motes.is_expired = NULL;
    scene_run(&desc, expected, TICKS);
    check_all_ways(desc, expected);
}

SITUATION("a pool that steals does so alike in any order of parts")
{
    uint64_t expected[TICKS];
    scene_desc desc = {.how = WAY_PARTS, .may = BEARS | ENDS};

    desc.motes.when_full = TRP_FULL_STEAL_NEXT;
    desc.parts = (trp_parallel_desc){.slots_per_part = 64, .command_bytes = 80};
    scene_run(&desc, expected, TICKS);
    CHECK(trp_pool_info(motley.motes).stolen > 0);
    check_all_ways(desc, expected);
}

SITUATION("what ends others and calls later does so alike in any order of parts")
{
    uint64_t expected[TICKS];
    scene_desc desc = {.how = WAY_PARTS, .may = ENDS | EXPIRES | BEARS | HUNTS | CALLS};

    desc.parts = (trp_parallel_desc){.slots_per_part = 64, .command_bytes = 80};
    scene_run(&desc, expected, TICKS);
    CHECK(motley.called != 0);
    check_all_ways(desc, expected);
}

SCRIPT("no part is updated of a disabled layer, and of an empty pool",
       "in memory; pool parts; new 1; go; at p1: partcall 5; disable 0; tick; =; parts 0; "
       "enable 0; tick; = q5; parts 1; clear; go; tick; =; parts 0");

static uint32_t loops, fors;

/* The number of a part is the one that `run` was called with. */

static uint32_t running;
static void *told_context;

static void notes_numbers(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    told_context = arg;
    fors++;
    for (running = parts; running-- > 0;)
        run(running, task);
}

static void has_its_number(trp_part *part, const trp_context *in)
{
    CHECK_EQ(part->number, running);
    CHECK_EQ(part->first, 64 * running);
    CHECK_EQ(part->end, 64 * running + 64);
    CHECK_EQ((uintptr_t)part % _Alignof(trp_part), 0);
    loops++;
}

SITUATION("parallel_for runs two parts or more, and a part has the number that it is run by")
{
    trp_world *world = stage_world();
    int first, second;
    trp_pool *pool = scene_things(world, 260,
                                  (trp_parallel_desc){.update = has_its_number,
                                                      .parallel_for = notes_numbers,
                                                      .user = &first,
                                                      .slots_per_part = 64});

    for (uint32_t i = 0; i < 260; i++) {
        CHECK(trp_create(pool, NULL) != NULL);
        loops = fors = 0;
        running = 0; /* a single part is updated without parallel_for */
        CHECK_OK(trp_update_all(world, 1));
        CHECK_EQ(loops, i / 64 + 1);
        CHECK_EQ(fors, i >= 64);
        CHECK_EQ(trp_pool_info(pool).parallel.parts, i / 64 + 1);
    }
    CHECK(told_context == &first);
    CHECK_OK(trp_pool_set_parallel_for(pool, notes_numbers, &second));
    CHECK_OK(trp_update_all(world, 1));
    CHECK(told_context == &second);
}

/* Room */

static uint32_t found_room;

static void all_end_twice(trp_part *part, const trp_context *in)
{
    trp_part_each (thing, it, part) {
        found_room += trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL) == TRP_OK;
        const trp_result again = trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
        found_room += again == TRP_OK;
        CHECK(again == TRP_OK || again == TRP_ERR_FULL);
    }
}

SITUATION("room for commands is by part, whatever the order")
{
    for (unsigned order = 0; order < sizeof orders / sizeof orders[0]; order++) {
        trp_world *world = stage_world();
        trp_pool *pool = scene_things(world, 200,
                                      (trp_parallel_desc){.update = all_end_twice,
                                                          .parallel_for = orders[order],
                                                          .slots_per_part = 1});
        stage_things(pool, 0, 199);
        for (uint32_t slot = 64; slot < 128; slot += 2)
            CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
        found_room = 0;
        CHECK_OK(trp_update_all(world, 1));
        /* 64 slots have room for 64 ends: 32 of the first part, all of the second, of the third,
         * and of the last */
        CHECK_EQ(found_room, 64 + 64 + 64 + 16);
        CHECK_EQ(trp_pool_count(pool), 32 + 0 + 32 + 0);
        CHECK(trp_pool_at(pool, 31) == NULL && trp_pool_at(pool, 32) != NULL);
        CHECK(trp_pool_at(pool, 159) == NULL && trp_pool_at(pool, 160) != NULL);
        const trp_parallel_facts stats = trp_pool_info(pool).parallel;
        CHECK_EQ(stats.parts, 4);
        CHECK_EQ(stats.part_bytes, 512);
        CHECK_EQ(stats.most_bytes, 512);
        CHECK_EQ(stats.commands, 208);
        CHECK_EQ(stats.refused, 128);
        CHECK_EQ(told.count, 2); /* parts */
        CHECK_EQ(told.result, TRP_ERR_FULL);
        CHECK_VALID(world);
    }
}

/* A parallel_for that is wrong */

static void leaves_out_the_third(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 0; i < parts; i++)
        if (i != 2)
            run(i, task);
    run(parts, task); /* there is none */
    run(UINT32_MAX, task);
}

static void begins_again(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 0; i < parts; i++)
        run(i, task);
    run(0, task);
}

SITUATION("a parallel_for that leaves out parts is repaired and reported")
{
    uint64_t expected, again;
    scene_desc desc = {.how = WAY_EACH, .may = ENDS};

    scene_run(&desc, &expected, 1);
    desc.how = WAY_PARTS;
    desc.parts = (trp_parallel_desc){.slots_per_part = 64, .parallel_for = leaves_out_the_third};
    scene_run(&desc, &again, 1);
    CHECK_EQ(again, expected);
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_SAYS("once for each part");
    desc.parts.parallel_for = begins_again;
    scene_run(&desc, &again, 1);
    CHECK_EQ(again, expected);
    CHECK_EQ(told.count, 1);
    CHECK_OK(trp_pool_set_parallel_for(motley.motes, backwards, NULL));
    scene_tick();
    CHECK_EQ(told.count, 1);
}

static uint32_t left_out;

static void leaves_out_one(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    for (uint32_t i = 0; i < parts; i++)
        if (i != left_out)
            run(i, task);
}

static void counts_and_is_refused(trp_part *part, const trp_context *in)
{
    CHECK(trp_create(part->pool, NULL) == NULL); /* all are reported as one misuse */
    trp_part_each (thing, it, part)
        it->data++;
}

SITUATION("whichever part is left out is updated by the tick")
{
    for (left_out = 0; left_out < 5; left_out++) {
        trp_world *world = stage_world();
        trp_pool *pool = scene_things(world, 300,
                                      (trp_parallel_desc){.update = counts_and_is_refused,
                                                          .parallel_for = leaves_out_one,
                                                          .slots_per_part = 64});
        CHECK_EQ(trp_create_many(pool, 300, NULL, NULL), 300);
        stage_forget();
        CHECK_OK(trp_update_all(world, 1));
        CHECK_EQ(told.count, 2);
        CHECK_EQ(trp_world_info(world).misuse, 2);
        CHECK_EQ(told.result, TRP_BUSY);
        CHECK(situation_text_has(told.message, "a part called it") || told.call[0] == '\0');
        trp_each (thing, it, pool)
            CHECK_EQ(it->data, 1);
    }
}

/* A synctest updates parts in another order: it finds updates that read what others write */

static _Alignas(TRP_ALIGNMENT) unsigned char past[400 * 1024];
static bool reads_others;

static void update_shyly(trp_part *part, const trp_context *in)
{
    trp_part_each (thing, it, part) {
        it->data = it->data * 31 + (uint32_t)trp_random(in->world, &it->actor, 5, 0);
        if (reads_others && part->number == 2)
            it->data += trp_as(thing, trp_pool_at(part->pool, 1))->data;
    }
}

static trp_result step(trp_world *world, uint64_t tick, void *user)
{
    return trp_update_all(world, 1);
}

static trp_result verdict(bool reads, unsigned without)
{
    static trp_synctest test;
    trp_world *world = stage_world();
    trp_pool *pool =
        scene_things(world, 300, (trp_parallel_desc){.update = update_shyly, .slots_per_part = 64});

    reads_others = reads;
    for (uint32_t i = 0; i < 260; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    test = (trp_synctest){0};
    CHECK_OK(trp_synctest_init(&test, world,
                               &(trp_synctest_desc){.step = step,
                                                    .memory = past,
                                                    .bytes = sizeof past,
                                                    .distance = 2,
                                                    .without = without}));
    for (unsigned i = 0; i < 20 && trp_synctest_step(&test) == TRP_OK; i++) {
    }
    const trp_result result = trp_synctest_info(&test).verdict;
    CHECK_OK(trp_synctest_free(&test));
    return result;
}

SCRIPT("a pool that grows has more parts", "in memory; grows; pool 32 grow 192 parts; new 0-189; "
                                           "go; at p*: partend me; tick; live 0; parts 3");

SITUATION("a synctest permutes parts")
{
    CHECK_OK(verdict(false, 0));
    CHECK_RESULT(verdict(true, 0), TRP_ERR_DESYNC);
    CHECK_OK(verdict(true, TRP_SHAKE_PARTS));
}

/* Some threads may walk at once, so a walk that one leaves is counted nowhere. */
SCRIPT("walks over joined pools in parts leave nothing behind",
       "in memory; pool 128 parts; pool oldest still; pool oldest still joins b; new 1-100; "
       "new b 101; new c 102; new b 103; go; at p1: joined b; at p70: joined b; at 102: leave; "
       "tick; = 101 102 101 102; save");
