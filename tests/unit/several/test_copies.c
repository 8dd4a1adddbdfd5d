/* A copy of a struct that the library links: calls on it are told, and change nothing. */
#include "../inspect_scene.h"

#include "troupe/history.h"

SITUATIONS(copies);

static trp_world *world;
static trp_pool *pool;

static void begin(void)
{
    world = stage_world();
    pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
}

/* The original works on: ticks, a birth, and the end of the world. */
static void goes_on(void)
{
    CHECK_OK(trp_update_all(world, 1));
    CHECK(trp_create(pool, NULL) != NULL);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

static unsigned ticks;

static void count_tick(trp_system *self, const trp_context *in)
{
    ticks++;
}

SITUATION("a copy of a system is not removed")
{
    trp_system original = {.name = "original", .before = count_tick}, copy;

    begin();
    CHECK_OK(trp_system_add(world, &original));
    copy = original;
    CHECK_MISUSE(world, trp_system_remove(world, &copy), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_system_add(world, &copy), TRP_ERR_LINKED);
    ticks = 0;
    goes_on();
    CHECK_EQ(ticks, 1);
}

SITUATION("a copy of a black box is not stopped")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    inspect_scene_start(SCENE_RECORDS, true);
    world = inside.world;
    pool = inside.pool;
    trp_black_box copy = inside.box;
    CHECK_MISUSE(world, trp_black_box_stop(&copy), TRP_ERR_UNLINKED);
    CHECK(inspect_scene_create(pool) != NULL);
    CHECK_EQ(inspect_scene_last(0)->kind, TRP_RECORD_CREATED);
    CHECK_OK(trp_black_box_stop(&inside.box));
}

SITUATION("a copy of a history saves and restores nothing")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 16];
    trp_history original = {0}, copy;

    begin();
    CHECK_OK(trp_history_open(&original, world,
                              &(trp_history_desc){.memory = memory, .bytes = sizeof memory}));
    CHECK_OK(trp_history_save(&original));
    copy = original;
    CHECK_MISUSE(world, trp_history_save(&copy), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_history_restore(&copy, 0), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_history_confirm(&copy, 0), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_history_close(&copy), TRP_ERR_UNLINKED);
    CHECK_OK(trp_history_restore(&original, 0));
    CHECK_OK(trp_history_close(&original));
    goes_on();
}
