/* What synctests disturb. Their distance is 1 here: every second tick is a repeated one. */
#include "../../../src/core/core.h"   /* serials, which no later answer shows */
#include "../../../src/debug/debug.h" /* whether a tool watches free slots */
#include "../synctest_scene.h"

SITUATIONS(synctest_shake);

static trp_world *world;
static trp_pool *pool;

static unsigned calls;
static void (*look)(bool is_again); /* before each tick */

static trp_result step_and_look(trp_world *of, uint64_t tick, void *user)
{
    look(calls++ % 2 != 0);
    return trp_update_all(of, 1);
}

static void look_at_each_tick(void (*at)(bool is_again), unsigned without)
{
    calls = 0;
    look = at;
    synctest_begin(world,
                   (trp_synctest_desc){.step = step_and_look, .distance = 1, .without = without});
}

static crate *crates[4];

/* All bytes of a dead crate but those of its node; `with` is one of them. */
static bool is_filled(const crate *dead, unsigned char with)
{
    const unsigned char *bytes = (const unsigned char *)dead;
    for (size_t i = 0; i < sizeof *dead; i++)
        if (bytes[i] != with && i - offsetof(crate, node) >= sizeof(trp_actor))
            return false;
    return with != 0;
}

static void look_at_the_dead(bool is_again)
{
    CHECK(crates[1]->weight == 3 && crates[1]->tail == 4 && crates[2]->id == 7);
    for (unsigned i = 0; i < 4 && is_again; i += 3)
        CHECK(is_filled(crates[i], crates[i]->bytes[0]));
}

SITUATION("a synctest fills the dead with bytes other than zero")
{
    if (TRP__POISONS)
        return; /* which finds reads of the dead by itself */
    world = stage_world_as((trp_world_desc){0});
    stage_thing(stage_pool(world, 2, TRP_ORDER_MEMORY), 1);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 8});
    for (unsigned i = 0; i < 4; i++)
        crates[i] =
            trp_as_in(crate, node, trp_create(pool, &(crate){.weight = 3, .id = 7, .tail = 4}));
    CHECK_OK(trp_recycle(world, &crates[0]->node));
    CHECK_OK(trp_recycle(world, &crates[3]->node));
    look_at_each_tick(look_at_the_dead, 0);
    CHECK_OK(synctest_run(500));
    CHECK_VALID(world);
}

static uint32_t serial_now;  /* after the last tick forward */
static uint32_t serial_then; /* before that tick, which is repeated */
static uint32_t least_drop;
static uint32_t most_drop;

static trp_result step_with_serials(trp_world *of, uint64_t tick, void *user)
{
    const bool is_again = calls++ % 2 != 0;
    const uint32_t drop = serial_then - of->state.newest;
    const trp_result result = trp_update_all(of, 1);
    if (is_again) {
        least_drop = drop < least_drop ? drop : least_drop;
        most_drop = drop > most_drop ? drop : most_drop;
        return result;
    }
    serial_then = serial_now;
    serial_now = of->state.newest;
    return result;
}

static void run_with_serials(unsigned steps, uint32_t newest, unsigned without)
{
    world = stage_world_as((trp_world_desc){0});
    stage_thing(stage_pool(world, 2, TRP_ORDER_OLDEST), 1);
    trp__set_newest(world, newest);
    look_at_each_tick(NULL, without);
    synctest.desc.step = step_with_serials;
    serial_now = world->state.newest;
    least_drop = UINT32_MAX;
    most_drop = 0;
    CHECK_OK(synctest_run(steps));
    CHECK_VALID(world);
}

/* Where only few are left, none are taken: renumbering is no matter of walks. */
SITUATION("a synctest takes serials as if more walks had taken place")
{
    run_with_serials(1500, TRP__STAMP_FIRST - 10, 0);
    CHECK(least_drop >= 1 && least_drop < 100 && most_drop > 900 && most_drop <= 1024);
    run_with_serials(20, TRP__STAMP_FIRST - 10, TRP_SHAKE_SERIALS);
    CHECK_EQ(most_drop, 0);
    run_with_serials(1, TRP__STAMP_FLOOR + 1000, 0);
    CHECK_EQ(most_drop, 0);
    run_with_serials(1, TRP__STAMP_FLOOR + 3000, 0);
    CHECK(least_drop >= 1);
}

static uint32_t parts_run;
static uint32_t last_part;
static bool in_order;
static unsigned disordered;

static void update_part(trp_part *part, const trp_context *in)
{
    in_order &= parts_run++ == 0 || part->number == last_part + 1;
    last_part = part->number;
}

static void look_at_parts(bool is_again)
{
    const bool was_again = !is_again;
    CHECK(was_again || in_order);
    disordered += !in_order;
    parts_run = 0;
    in_order = true;
}

/* of each pool; the next tick forward has the usual order again */
SITUATION_FOR("a synctest updates parts in another order", uint32_t, parts, 2, 3)
{
    world = stage_world_as((trp_world_desc){0});
    stage_thing(stage_pool(world, 2, TRP_ORDER_MEMORY), 1);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 200,
                                                .parallel = TRP_PARALLEL(&(trp_parallel_desc){
                                                    .update = update_part, .slots_per_part = 64})});
    CHECK_EQ(trp_create_many(pool, 64 * parts - 10, NULL, NULL), 64 * parts - 10);
    in_order = true;
    disordered = 0;
    look_at_each_tick(look_at_parts, 0);
    CHECK_OK(synctest_run(40));
    CHECK(disordered >= 10);
}
