/*
 * Quarantine, shrinking, renewing, groups, families and the black box where they interact: hooks,
 * numbers that are used up, restored worlds.
 */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../../../src/core/part.h"     /* sizes that no machine has room for */
#include "../../../src/family/family.h" /* the same */
#include "../../../src/state/state.h"   /* the same */
#include "../heap.h"
#include "../inspect_scene.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(module_limits);

static trp_world *world;
static trp_pool *pool;

SCRIPT("what was freed last into quarantine was written to",
       "in memory; pool 4 quarantine 3; new 1-3; recycle 2; harm 2 zeros; recycle 1 ~CORRUPT;"
       "quarantined 2; repair");

/* Shrinking */

/* No memory is returned while a walk may be in progress, or while a history would need it. */
SCRIPT("ticks within callbacks shrink nothing",
       "in memory; grows; pool 2 grow 32; new 0-15; recycle 2-15; rule 0 1 1; at v*: tick, tick; "
       "for; slots 16; still;"
       "at +99: tick, tick, slots 16; new 99; still; history whole; tick; tick; slots 16; "
       "closehistory; tick; tick;"
       "slots 4");

/* Groups */

static trp_group group;

SCRIPT(
    "there is no memory for more members",
    "grows; pool 8; group room 2; new 1-8; heap has 0; many 1 2 3 4 5 6 7 8; fitted 2; places 1 2");

/* of many, the first one without memory is the last that is tried */
SITUATION("for many members memory is asked for once")
{
    trp_actor *all[8];

    world = heap_world((trp_world_desc){0});
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    for (uint32_t slot = 0; slot < 8; slot++)
        all[slot] = &stage_thing(pool, slot)->actor;
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.capacity = 2}));
    const unsigned before = heap_calls;
    heap_left = 0;
    CHECK_EQ(trp_group_add_many(&group, all, 8), 2);
    CHECK(heap_calls - before <= 4); /* half as much again, or room for one; then after pruning */
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

/* Families */

static trp_family family;

/* data that was saved of another family */
SITUATION("what was saved of a family fits it alone")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char saved[2048];
    trp__saved_part then = {.part = &family.part, .table = trp__family_part(), .bytes = saved};

    world = stage_world();
    pool = stage_pool(world, 8, TRP_ORDER_MEMORY);
    trp_pool *other = stage_pool(world, 4, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 8);
    stage_things(other, 11, 11);
    family = (trp_family){0};
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    CHECK_OK(trp_family_add(&family, other));
    CHECK_OK(trp_family_attach(&family, trp_pool_at(other, 0), trp_pool_at(pool, 7)));
    trp__sink sink = {.memory = saved, .room = sizeof saved};
    trp__put_part(&family.part, &sink, false);
    then.count = sink.at;
    CHECK(then.count <= sizeof saved);
    CHECK(trp__part_fits(&then));
    trp__family_find(&family, pool)->room--; /* no record for the last slot */
    CHECK(!trp__part_fits(&then));
    trp__family_find(&family, pool)->room++;
    CHECK_OK(trp_family_remove(&family, other)); /* no room for the parent */
    CHECK(!trp__part_fits(&then));
    CHECK_OK(trp_family_add(&family, other));
    CHECK(trp__part_fits(&then));
    CHECK_OK(trp_family_remove(&family, pool)); /* none for the child */
    CHECK(!trp__part_fits(&then));
}

/* The black box */

/* It is not restored with the world: its data about a slot may be of another life. */
SCRIPT("births of another time are no births of this one",
       "in memory; record 0 births; new 1; save; recycle 1; new 2; age 2 0; restore; is active 1; "
       "age 1 unknown;"
       "recycle 1; tick; new 3; age 3 0");

/* Its memory was freed between the end that it caused and the report of that. */
SCRIPT(
    "a culprit's slot is gone when its victim is pruned",
    "in memory; grows; plain; pool 2 grow 8 ends; record 4 reasons; new 0-3; ending 0 softly own "
    "by 3; records 1 {"
    "tick 0: things slot 0 (generation 1) drowned by things slot 3\n};"
    "recycle 2 3; trim; slots 2; tick; records 1 {tick 1: things slot 0 (generation 1) pruned\n}");

/* Reason and culprit are reported where it expired. */
SCRIPT("the culprit is not reported again when the victim is pruned",
       "in memory; plain; pool 4 ends; record 16 reasons; new 1 2; ending 1 softly own by 2; tick; "
       "records 2 {"
       "tick 0: things slot 0 (generation 1) drowned by things slot 1\n"
       "tick 1: things slot 0 (generation 1) pruned\n}");

static void count_lines(const char *text, void *lines)
{
    for (; *text != '\0'; text++)
        *(uint32_t *)lines += *text == '\n';
}

/* more creators than are remembered, and between them actors without a recorded birth */
SITUATION("leaks of more creators than are remembered")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char births[TRP_BIRTHS_BYTES(80)];
    uint32_t lines = 0;

    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *many = inspect_scene_pool("many", 80, TRP_ORDER_MEMORY);
    for (uint32_t slot = 0; slot < 80; slot++)
        inspect_scene_create(many);
    CHECK_OK(trp_black_box_start(
        &inside.box, inside.world,
        &(trp_black_box_desc){.births = births, .births_bytes = sizeof births}));
    for (uint32_t slot = 0; slot < 80; slot++) {
        if (slot % 8 == 7)
            continue;
        CHECK_OK(trp_recycle(inside.world, trp_pool_at(many, slot)));
        trp__set_place(inside.world, trp__place_at("game.c", 1 + slot % 50));
        inspect_scene_create(many);
    }
    trp__set_place(inside.world, trp__place_at(NULL, 0));
    CHECK_EQ(trp_print_leaks(inside.world, NULL, NULL), 80);
    trp_print_leaks(inside.world, count_lines, &lines);
    CHECK_EQ(lines, 2 + 47 + 1);
}

SCRIPT("a pool with a watcher of ends is not forgotten",
       "in oldest; plain; pool external; watch 0 of a only expired; forget a !LINKED; unwatch; "
       "forget a; watch 0 of a only ended; forget a !LINKED; unwatch; forget a");
