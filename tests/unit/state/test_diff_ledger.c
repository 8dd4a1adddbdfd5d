/*
 * Differences of pools, word for word: settings, slots, lives, orders; and of actors in the memory
 * of the game.
 */
#include "../diff_scene.h"

#include <string.h>

SITUATIONS(diff_ledger);

static trp_world *world;

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){.id = 5});
}

SCRIPT("each setting of a pool is told",
       "in memory; pool 3 steal lifetime ticks; new 1-3; save; scale a 0.5; together a 3; new 4; "
       "tick; since 0 {"
       "time: tick 0: ticks: 0 and 1\n"
       "time: tick 0: bits of the last tick's dt: 0 and 1065353216\n"
       "pool: tick 0: things: bits of the time scale: 1065353216 and 1056964608\n"
       "pool: tick 0: things: clock of lifetimes: 0 and 1\n"
       "pool: tick 0: things: updated every so many ticks: 1 and 3\n"
       "pool: tick 0: things: after the next tick every so many: 1 and 3\n"
       "pool: tick 0: things: turn: 0 and 1\n"
       "pool: tick 0: things: the slot to be stolen next: 0 and 1\n"
       "generation: tick 0: things slot 0: generation 1 and 2\n}");

SCRIPT("the shortest interval is told",
       "save; stagger 2; tick; since 0 {"
       "time: tick 0: ticks: 0 and 1\n"
       "time: tick 0: bits of the last tick's dt: 0 and 1065353216\n"
       "pool: tick 0: things: updated every so many ticks: 1 and 2\n"
       "pool: tick 0: things: after the next tick every so many: 1 and 2\n"
       "pool: tick 0: things: turn: 0 and 1\n"
       "pool: tick 0: things: whether turns are staggered: 0 and 1\n"
       "pool: tick 0: things: whether they are after the next tick: 0 and 1\n}");

/* Lives */

SCRIPT("lives are told up to the last slot",
       "in memory; pool 5; new 1 2; save 0; new 3-5; save 1; between 0 1 {"
       "life: tick 0: things slot 2: none, and an actor\n"
       "life: tick 0: things slot 3: none, and an actor\n"
       "life: tick 0: things slot 4: none, and an actor\n};"
       "between 1 0 {"
       "life: tick 0: things slot 2: an actor, and none\n"
       "life: tick 0: things slot 3: an actor, and none\n"
       "life: tick 0: things slot 4: an actor, and none\n}");

/* The one that expires is in the last slot. */
SITUATION("who ended an actor is told, is restored and counts in a hash")
{
    uint64_t hashes[2];
    trp_actor *actors[4];
    set_up();
    trp_pool_desc desc = stage_still_desc(4, TRP_ORDER_OLDEST);
    desc.ends = true;
    trp_pool *pool = stage_pool_as(world, desc);
    for (unsigned i = 0; i < 4; i++)
        actors[i] = &stage_thing(pool, i + 1)->actor;
    diff_save(world, 0);
    for (unsigned i = 0; i < 2; i++) {
        const trp_handle cause = trp_handle_of(world, actors[i]);
        CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], SCENE_BYTES));
        CHECK_OK(trp_recycle_with(world, actors[3], &(trp_ending){.cause = cause, .later = true}));
        hashes[i] = trp_hash_world(world);
        diff_save(world, i + 1);
    }
    CHECK(hashes[0] != hashes[1]);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[1], SCENE_BYTES));
    CHECK_EQ(trp_hash_world(world), hashes[0]);
    CHECK_EQ(diff_between(world, 1, 2), 1);
    CHECK_HEARD(
        {TRP_DIFFERS_STATE, "tick 0: things slot 3: the reason of its end, or its culprit"});
}

/* The handle of an actor that expires dies at once. */
SCRIPT("states of actors are told",
       "in memory; pool 5; new 1-4; save 0; sleep 1; expire 4; save 1; between 0 1 {"
       "state: tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 3 and 1\n"
       "generation: tick 0: things slot 3: generation 1 and 2\n};"
       "between 1 0 {"
       "state: tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 1 and 3\n"
       "generation: tick 0: things slot 3: generation 2 and 1\n}");

/* Both slots end a life, in either order. */
SCRIPT("the order of free slots is told",
       "in newest; pool 3; new 1-3; save 0; recycle 1 3; save 1; restore 0; recycle 3 1; "
       "since 1 {"
       "free: tick 0: things slot 0: free slots will be taken in another order\n"
       "free: tick 0: things slot 2: free slots will be taken in another order\n}");

/* The next life has another generation, and the same bytes. */
SCRIPT("another life in the slot is told",
       "in memory; pool 4; new 1; save; recycle 1; new 1; since 0 {"
       "generation: tick 0: things slot 0: generation 1 and 2\n};"
       "save; recycle 1; since 0 {"
       "life: tick 0: things slot 0: an actor, and none\n};"
       "save; new 1; since 0 {"
       "life: tick 0: things slot 0: none, and an actor\n}");

/* Orders */

SCRIPT("the place where orders part is told",
       "in oldest; pool 4; pool 4; new 1-3; save 0; sleep 1; wake 1; save 1; between 0 1 {"
       "order: tick 0: things: order, from the 1. created on\n};"
       "between 1 0 {"
       "order: tick 0: things: order, from the 1. created on\n};"
       "restore 0; sleep 2; wake 2; save 1; between 0 1 {"
       "order: tick 0: things: order, from the 2. created on\n};"
       "between 1 0 {"
       "order: tick 0: things: order, from the 2. created on\n}");

/* Of two actors that are listed, the second one is another. */
SCRIPT("an order whose last actor is another is told",
       "in oldest; pool 4; pool 4; new 1-3; sleep 3; save; wake 3; sleep 2; since 0 {"
       "state: tick 0: things slot 1: state (1 asleep, 2 expired, 3 active) 3 and 1\n"
       "state: tick 0: things slot 2: state (1 asleep, 2 expired, 3 active) 1 and 3\n"
       "order: tick 0: things: order, from the 2. created on\n}");

SCRIPT("an order that is empty is told",
       "in oldest; new 1; save 0; sleep 1; save 1; between 0 1 {"
       "state: tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 3 and 1\n"
       "order: tick 0: things: order, from the 1. created on\n};"
       "between 1 0 {"
       "state: tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 1 and 3\n"
       "order: tick 0: things: order, from the 1. created on\n}");

/* However the order came about. */
SCRIPT("the past of an order is not told",
       "in oldest; pool 4; pool 4; new 1-3; sleep 3; save 0; sleep 2; wake 2; save 1; diff 0 1 0; "
       "diff 1 0 0; sleep 2; wake 2; save 1; diff 0 1 0; diff 1 0 0");

SCRIPT("what is transient makes no difference", "pool; pool transient; save; new b 1; changes 0 0");

/* Growth */

SCRIPT("every slot of a pool that has grown is told once",
       "grows; pool 2 grow 8 described; new 1-8; save; shape 1 7; shape 2 7; shape 3 7; shape 4 7; "
       "shape 5 7; shape 6 7; shape 7 7; shape 8 7; since 0 {"
       "field: tick 0: things slot 0 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 1 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 2 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 3 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 4 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 5 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 6 (generation 1): x: 0 and 7\n"
       "field: tick 0: things slot 7 (generation 1): x: 0 and 7\n}");

SCRIPT("slots of a chunk that is given back have its generation",
       "in memory; grows; pool 2 grow 4; new 1-3; recycle 3; trim; save 0; new 3; recycle 3; "
       "save 1; between 0 1 {"
       "pool: tick 0: things: slots: 2 and 4\n"
       "pool: tick 0: things: slots, with those given back: 2 and 4\n"
       "generation: tick 0: things slot 2: generation 2 and 3\n}");
SCRIPT("slots that were given back do not count",
       "in memory; grows; pool 2 grow 8; new 1-5; recycle 3 4; trim; capacity 6; save 0; new 6-9; "
       "capacity 8; scale a 2; save 1; between 0 1 {"
       "pool: tick 0: things: slots: 6 and 8\n"
       "pool: tick 0: things: bits of the time scale: 1065353216 and 1073741824\n"
       "life: tick 0: things slot 2: none, and an actor\n"
       "generation: tick 0: things slot 3: generation 0 and 2\n"
       "life: tick 0: things slot 5: none, and an actor\n"
       "life: tick 0: things slot 6: none, and an actor\n"
       "life: tick 0: things slot 7: none, and an actor\n};"
       "between 1 0 {"
       "pool: tick 0: things: slots: 8 and 6\n"
       "pool: tick 0: things: bits of the time scale: 1073741824 and 1065353216\n"
       "life: tick 0: things slot 2: an actor, and none\n"
       "generation: tick 0: things slot 3: generation 2 and 0\n"
       "life: tick 0: things slot 5: an actor, and none\n"
       "life: tick 0: things slot 6: an actor, and none\n"
       "life: tick 0: things slot 7: an actor, and none\n}");

/* Actors in the memory of the game */

enum { CRATES = 6 };

static crate crates[CRATES];

static unsigned char *crate_bytes(unsigned number)
{
    return (unsigned char *)&crates[number];
}

/* Changes the node, and around it the byte before the last one and the byte after. */
static void change_crate(unsigned number)
{
    unsigned char *node = crate_bytes(number) + offsetof(crate, node);
    for (size_t i = 0; i < sizeof(trp_actor); i++)
        node[i] ^= 0x55;
    node[-1] ^= 0x55;
    node[sizeof(trp_actor)] ^= 0x55;
}

static void check_run(unsigned report, const trp_region *region, size_t first, size_t last)
{
    char line[100] = "tick 0: field: bytes ";
    situation_text_number(line, sizeof line, first);
    situation_text_add(line, sizeof line, " to ");
    situation_text_number(line, sizeof line, last);
    situation_text_add(line, sizeof line, " differ");
    CHECK_PLACE(report, .slot = TRP_NO_SLOT, .region = region, .offset = first);
    CHECK_EQ(diff_reports[report].of.kind, TRP_DIFFERS_REGION);
    CHECK(situation_text_has(diff_reports[report].text, line));
}

static void check_that_no_byte_of_a_node_counts(unsigned number)
{
    unsigned char *node = crate_bytes(number) + offsetof(crate, node);
    for (size_t i = 0; i < sizeof(trp_actor); i++) {
        node[i] ^= 0x55;
        CHECK_EQ(diff_since(world), 0);
        node[i] ^= 0x55;
    }
}

/* The ledger has the content of nodes; what is no node counts. */
SITUATION("nodes in regions are not told, and what is around them is")
{
    const trp_pool_desc desc = {
        .type = TRP_TYPE(crate, node), .capacity = 4, .external = TRP_EXTERNAL};
    trp_region region = {.name = "field", .start = crates, .bytes = sizeof crates};
    trp_actor *dead = &crates[4].node;
    unsigned at = 0;
    set_up();
    memset(crates, 0, sizeof crates);
    CHECK_OK(trp_region_add(world, &region));
    trp_pool *one = stage_pool_as(world, desc);
    stage_thing(stage_pool(world, 3, TRP_ORDER_MEMORY), 1);
    trp_pool *other = stage_pool_as(world, desc);
    for (unsigned i = 0; i < 3; i++)
        CHECK(trp_adopt(one, &crates[i].node) != NULL);
    CHECK(trp_adopt(other, &crates[3].node) != NULL);
    CHECK(trp_adopt(other, dead) != NULL);
    CHECK_OK(trp_recycle(world, dead));
    diff_save(world, 0);
    for (unsigned i = 0; i < CRATES - 1; i++)
        change_crate(i);
    diff_since(world);
    for (unsigned i = 0; i < CRATES - 1; i++) {
        const size_t node = i * sizeof(crate) + offsetof(crate, node);
        const size_t rest = node + sizeof(trp_actor);
        const bool is_dead = dead == &crates[i].node;
        check_run(at++, &region, node - 1, is_dead ? rest : node - 1);
        if (!is_dead)
            check_run(at++, &region, rest, rest);
    }
    CHECK_EQ(diff_report_count, at);
    for (unsigned i = 0; i < CRATES - 1; i++)
        change_crate(i);
    CHECK_EQ(diff_since(world), 0);
    check_that_no_byte_of_a_node_counts(3);
    CHECK(trp_adopt(other, &crates[5].node) != NULL);
    diff_save(world, 1);
    for (unsigned from = 0; from < 2; from++) {
        CHECK(diff_between(world, from, 1 - from) > 0);
        for (unsigned i = 0; i < diff_report_count; i++)
            CHECK(diff_reports[i].of.kind != TRP_DIFFERS_REGION);
    }
    CHECK_OK(trp_world_destroy(world));
}

static void hear_nothing(const trp_difference *difference, void *user)
{
    CHECK(difference != NULL && user == NULL);
}

/* Tools that watch memory would report it. The last field ends where the memory ends. */
SITUATION_FOR("a comparison reads nothing after a snapshot", unsigned, regions, 0, 3)
{
    static unsigned char bytes[16];
    static const trp_field number[] = {{"number", 0, TRP_KIND_F32, 1, 0, 12, 4, 0, 0},
                                       TRP_FIELDS_END};
    static const trp_field text[] = {{"text", 0, TRP_KIND_TEXT, 1, 0, 13, 3, 0, 0}, TRP_FIELDS_END};
    static const trp_fields types[] = {{"bytes", sizeof bytes, 1, number, NULL, 0},
                                       {"bytes", sizeof bytes, 1, text, NULL, 0}};
    trp_region region = {.start = bytes, .bytes = sizeof bytes};
    set_up();
    stage_pool(world, 3, TRP_ORDER_OLDEST);
    region.fields = regions == 3 ? NULL : &types[regions / 2];
    region.world = NULL;
    if (regions != 0)
        CHECK_OK(trp_region_add(world, &region));
    const size_t size = trp_snapshot_bytes(world, NULL);
    unsigned char *end = snapshot_memory[2] + SCENE_BYTES - size;
    CHECK_OK(trp_snapshot_save(world, snapshot_memory[0], size, NULL));
    bytes[13] ^= 0x20;
    CHECK_OK(trp_snapshot_save(world, end, size, NULL));
    const uint32_t different = regions != 0;
    CHECK_EQ(trp_snapshot_diff(world, snapshot_memory[0], size, end, size, 9, hear_nothing, NULL),
             different);
    CHECK_EQ(trp_snapshot_diff(world, end, size, snapshot_memory[0], size, 9, hear_nothing, NULL),
             different);
    CHECK_OK(trp_world_destroy(world));
}
