/*
 * Differences of pools, word for word: settings, slots, lives, orders; and of actors in the memory
 * of the game.
 */
#include "../diff_scene.h"
#include "../heap.h"

SITUATIONS(diff_ledger);

/* freestanding C has no string.h */
void *memset(void *to, int value, size_t bytes);

static trp_world *world;

static void set_up(void)
{
    stage_world();
    world = stage_world_as((trp_world_desc){.id = 5});
}

typedef struct ship {
    trp_actor actor;
    trp_time until;
} ship;

SITUATION("each setting of a pool is told")
{
    set_up();
    trp_pool *pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(ship, actor),
                               .capacity = 3,
                               .lifetime = TRP_LIFETIME_BY(ship, until, TRP_CLOCK_TICKS),
                               .when_full = TRP_FULL_STEAL_NEXT});
    for (int i = 0; i < 3; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    diff_save(world, 0);
    CHECK_OK(trp_pool_set_time_scale(pool, 0.5f));
    CHECK_OK(trp_pool_set_interval(pool, 3, TRP_INTERVAL_TOGETHER));
    CHECK(trp_create(pool, NULL) == trp_pool_at(pool, 0));
    CHECK_OK(trp_update_all(world, 1));
    diff_since(world);
    CHECK_HEARD(
        {TRP_DIFFERS_TIME, "tick 0: ticks: 0 and 1"},
        {TRP_DIFFERS_POOL, "tick 0: ship: bits of the time scale: 1065353216 and 1056964608"},
        {TRP_DIFFERS_POOL, "tick 0: ship: clock of lifetimes: 0 and 1"},
        {TRP_DIFFERS_POOL, "tick 0: ship: updated every so many ticks: 1 and 3"},
        {TRP_DIFFERS_POOL, "tick 0: ship: turn: 0 and 1"},
        {TRP_DIFFERS_POOL, "tick 0: ship: the slot to be stolen next: 0 and 1"},
        {TRP_DIFFERS_GENERATION, "tick 0: ship slot 0: generation 1 and 2"});
    for (unsigned i = 1; i < 6; i++)
        CHECK_PLACE(i, .pool = pool, .slot = TRP_NO_SLOT);
    CHECK_PLACE(6, .pool = pool, .generation_a = 1, .generation_b = 2);
}

SITUATION("the shortest interval is told")
{
    set_up();
    trp_pool *pool = stage_pool(world, 3, TRP_ORDER_MEMORY);
    diff_save(world, 0);
    CHECK_OK(trp_pool_set_interval(pool, 2, TRP_INTERVAL_STAGGERED));
    CHECK_OK(trp_update_all(world, 1));
    diff_since(world);
    CHECK_EQ(diff_report_count, 3);
    CHECK(situation_text_has(diff_reports[1].text, "every so many ticks: 1 and 2"));
    CHECK(situation_text_has(diff_reports[2].text, ": turn: 0 and 1"));
}

/* Lives */

SITUATION("lives are told up to the last slot")
{
    set_up();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_MEMORY);
    stage_things(pool, 0, 1);
    diff_save(world, 0);
    stage_things(pool, 2, 4);
    diff_save(world, 1);
    diff_between(world, 0, 1);
    CHECK_HEARD({TRP_DIFFERS_LIFE, "tick 0: things slot 2: none, and an actor"},
                {TRP_DIFFERS_LIFE, "tick 0: things slot 3: none, and an actor"},
                {TRP_DIFFERS_LIFE, "tick 0: things slot 4: none, and an actor"});
    CHECK_PLACE(2, .pool = pool, .slot = 4, .generation_a = 1, .generation_b = 1);
    diff_between(world, 1, 0);
    CHECK_HEARD({TRP_DIFFERS_LIFE, "tick 0: things slot 2: an actor, and none"},
                {TRP_DIFFERS_LIFE, "tick 0: things slot 3: an actor, and none"},
                {TRP_DIFFERS_LIFE, "tick 0: things slot 4: an actor, and none"});
}

/* The handle of an actor that expires dies at once. */
SITUATION("states of actors are told")
{
    set_up();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_MEMORY);
    stage_things(pool, 0, 3);
    diff_save(world, 0);
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 0)));
    CHECK_OK(trp_expire(world, trp_pool_at(pool, 3)));
    diff_save(world, 1);
    diff_between(world, 0, 1);
    CHECK_HEARD(
        {TRP_DIFFERS_STATE, "tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 3 and 1"},
        {TRP_DIFFERS_GENERATION, "tick 0: things slot 3: generation 1 and 2"});
    CHECK_PLACE(0, .pool = pool, .generation_a = 1, .generation_b = 1);
    CHECK_PLACE(1, .pool = pool, .slot = 3, .generation_a = 1, .generation_b = 2);
    diff_between(world, 1, 0);
    CHECK_HEARD(
        {TRP_DIFFERS_STATE, "tick 0: things slot 0: state (1 asleep, 2 expired, 3 active) 1 and 3"},
        {TRP_DIFFERS_GENERATION, "tick 0: things slot 3: generation 2 and 1"});
}

/* Both slots end a life, in either order. */
SITUATION("the order of free slots is told")
{
    set_up();
    trp_pool *pool = stage_pool(world, 3, TRP_ORDER_NEWEST);
    stage_things(pool, 0, 2);
    diff_save(world, 0);
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 0)));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 2)));
    diff_save(world, 2);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 2)));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 0)));
    diff_save(world, 0);
    diff_between(world, 0, 2);
    CHECK_HEARD(
        {TRP_DIFFERS_FREE, "tick 0: things slot 0: free slots will be taken in another order"},
        {TRP_DIFFERS_FREE, "tick 0: things slot 2: free slots will be taken in another order"},
        {TRP_DIFFERS_FREE, "tick 0: things: the slot to be taken next: 0 and 2"});
    CHECK_PLACE(1, .pool = pool, .slot = 2, .generation_a = 2, .generation_b = 2);
}

/* Orders */

static trp_pool *three_in_order(void)
{
    set_up();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_OLDEST);
    stage_pool(world, 4, TRP_ORDER_OLDEST);
    stage_things(pool, 0, 2);
    return pool;
}

static void sleep_and_wake(trp_pool *pool, uint32_t slot)
{
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_activate(world, trp_pool_at(pool, slot)));
}

SITUATION("the place where orders part is told")
{
    static const diff_line lines[] = {
        {TRP_DIFFERS_ORDER, "tick 0: things: order, from the 1. created on"},
        {TRP_DIFFERS_ORDER, "tick 0: things: order, from the 2. created on"}};
    for (uint32_t slot = 0; slot < 2; slot++) {
        trp_pool *pool = three_in_order();
        diff_save(world, 0);
        sleep_and_wake(pool, slot);
        diff_save(world, 1);
        diff_between(world, 0, 1);
        CHECK_HEARD(lines[slot]);
        CHECK_PLACE(0, .pool = pool, .slot = TRP_NO_SLOT);
        diff_between(world, 1, 0);
        CHECK_HEARD(lines[slot]);
    }
}

/* Of two actors that are listed, the second one is another. */
SITUATION("an order whose last actor is another is told")
{
    trp_pool *pool = three_in_order();
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 2)));
    diff_save(world, 0);
    CHECK_OK(trp_activate(world, trp_pool_at(pool, 2)));
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 1)));
    diff_since(world);
    CHECK_HEARD(
        {TRP_DIFFERS_STATE, "tick 0: things slot 1: state (1 asleep, 2 expired, 3 active) 3 and 1"},
        {TRP_DIFFERS_STATE, "tick 0: things slot 2: state (1 asleep, 2 expired, 3 active) 1 and 3"},
        {TRP_DIFFERS_ORDER, "tick 0: things: order, from the 2. created on"});
}

SITUATION("an order that is empty is told")
{
    set_up();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_OLDEST);
    stage_thing(pool, 0);
    diff_save(world, 0);
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 0)));
    diff_save(world, 1);
    for (unsigned from = 0; from < 2; from++) {
        diff_between(world, from, 1 - from);
        CHECK_EQ(diff_report_count, 2);
        CHECK_EQ(diff_reports[0].of.kind, TRP_DIFFERS_STATE);
        CHECK_EQ(diff_reports[1].of.kind, TRP_DIFFERS_ORDER);
        CHECK(situation_text_has(diff_reports[1].text, ": order, from the 1. created on"));
    }
}

/* However the order came about. */
SITUATION("the past of an order is not told")
{
    for (uint32_t number = 1; number <= 2; number++) {
        trp_pool *pool = three_in_order();
        CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 2)));
        diff_save(world, 0);
        for (uint32_t i = 0; i < number; i++)
            sleep_and_wake(pool, 1);
        diff_save(world, 1);
        CHECK_EQ(diff_between(world, 0, 1), 0);
        CHECK_EQ(diff_between(world, 1, 0), 0);
    }
}

/* Growth */

static trp_pool *growing_pool(trp_order order)
{
    trp_pool_desc desc = stage_desc(2, order);
    heap_reset();
    stage_world();
    world = trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL}});
    CHECK(world != NULL);
    desc.max_capacity = 8;
    desc.when_full = TRP_FULL_GROW;
    return stage_pool_as(world, desc);
}

SITUATION("every slot of a pool that has grown is told once")
{
    if (STAGE_HEAP_BYTES < 1u * 1024u * 1024u)
        return;
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++) {
        trp_pool *pool = growing_pool(stage_orders[order]);
        stage_things(pool, 0, 7);
        diff_save(world, 0);
        for (uint32_t slot = 0; slot < 8; slot++)
            trp_as(thing, trp_pool_at(pool, slot))->data ^= 1;
        diff_since(world);
        CHECK_EQ(diff_report_count, 8);
        for (uint32_t slot = 0; slot < 8; slot++)
            CHECK_EQ(diff_reports[slot].of.slot, slot);
        CHECK_OK(trp_world_destroy(world));
    }
}

SITUATION("slots that were given back do not count")
{
    if (STAGE_HEAP_BYTES < 1u * 1024u * 1024u)
        return;
    trp_pool *pool = growing_pool(TRP_ORDER_MEMORY);
    stage_things(pool, 0, 4);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 2)));
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 3)));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_info(pool).capacity, 6);
    diff_save(world, 0);
    stage_things(pool, 5, 8);
    CHECK_EQ(trp_pool_info(pool).capacity, 8);
    CHECK_OK(trp_pool_set_time_scale(pool, 2));
    diff_save(world, 1);
    CHECK(diff_between(world, 0, 1) > 0);
    CHECK_EQ(diff_reports[0].of.kind, TRP_DIFFERS_POOL);
    CHECK(situation_text_has(diff_reports[0].text, "things: slots: 6 and 8"));
    CHECK(diff_between(world, 1, 0) > 0);
    CHECK_EQ(diff_reports[0].of.kind, TRP_DIFFERS_POOL);
    CHECK(situation_text_has(diff_reports[0].text, "things: slots: 8 and 6"));
    CHECK(situation_text_has(diff_reports[1].text, "things: bits of the time scale: "));
    CHECK_OK(trp_world_destroy(world));
}

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
SITUATION("a comparison reads nothing after a snapshot")
{
    static unsigned char bytes[16];
    static const trp_field number[] = {{"number", 0, TRP_KIND_F32, 1, 0, 12, 4, 0, 0},
                                       TRP_FIELDS_END};
    static const trp_field text[] = {{"text", 0, TRP_KIND_TEXT, 1, 0, 13, 3, 0, 0}, TRP_FIELDS_END};
    static const trp_fields types[] = {{"bytes", sizeof bytes, 1, number, NULL, 0},
                                       {"bytes", sizeof bytes, 1, text, NULL, 0}};
    trp_region region = {.start = bytes, .bytes = sizeof bytes};
    for (unsigned regions = 0; regions < 4; regions++) {
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
        CHECK_EQ(
            trp_snapshot_diff(world, snapshot_memory[0], size, end, size, 9, hear_nothing, NULL),
            different);
        CHECK_EQ(
            trp_snapshot_diff(world, end, size, snapshot_memory[0], size, 9, hear_nothing, NULL),
            different);
        CHECK_OK(trp_world_destroy(world));
    }
}
