/* Modules together. */
#include "../heap.h"
#include "../stage.h"

SITUATIONS(together);

typedef struct kid {
    trp_actor actor;
} kid;

static trp_world *world;
static trp_pool *pool;
static trp_group group;
static uint32_t calls;

static void set_up(trp_pool_desc desc)
{
    world = heap_world((trp_world_desc){.layers = 2});
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    calls = 0;
}

/* 4 slots, then 4, 8 and 16 more */
static trp_pool_desc growing(trp_order order)
{
    trp_pool_desc desc = stage_still_desc(4, order);
    stage_grow(&desc, 32);
    return desc;
}

/* each removes its watchers from the pools' chains */
SITUATION("families, groups and systems end with the world")
{
    static trp_family family;
    static trp_system system = {
        .name = "system", .added = stage_hear_nothing, .updated = stage_hear_nothing};
    trp_pool_desc desc = growing(TRP_ORDER_MEMORY);
    desc.type = (trp_type)TRP_TYPE(kid, actor);
    set_up(desc);
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    CHECK_OK(trp_group_init(&group, world, NULL));
    CHECK_OK(trp_system_add(world, &system));
    kid *it = trp_as(kid, trp_create(pool, NULL));
    CHECK_OK(trp_group_add(&group, &it->actor));
    CHECK_OK(trp_world_destroy(world));
    CHECK(system.world == NULL && family.world == NULL && group.world == NULL);
    CHECK_EQ(heap_out, 0);
}

static trp_pool *late;

static void makes_a_pool(trp_world *of, thing *self, trp_reason reason)
{
    if (late == NULL)
        late = stage_pool(of, 3, TRP_ORDER_MEMORY);
    CHECK(trp_create(late, NULL) != NULL);
}

SITUATION("a pool that is made while its layer is cleared")
{
    situation_begin(false);
    late = NULL;
    set_up(stage_desc(4, TRP_ORDER_MEMORY));
    stage_things(pool, 1, 2);
    stage_when_recycled = makes_a_pool;
    CHECK_OK(trp_layer_clear(world, 0, NULL));
    stage_when_recycled = NULL;
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_count(late), 2);
    CHECK(trp_create(late, NULL) != NULL);
    CHECK(trp_create(pool, NULL) != NULL);
    CHECK_OK(trp_world_destroy(world));
}

static void ends_all(trp_actor *actor, const trp_context *in)
{
    calls++;
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    CHECK_OK(trp_recycle(world, actor));
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
}

SITUATION_IN_EACH_ORDER("an init of many is a callback")
{
    for (uint32_t first = 0; first <= 4; first += 4) {
        set_up(growing(stage_orders[order]));
        stage_things(pool, 1, first);
        CHECK_EQ(trp_create_many(pool, 3, ends_all, NULL), 3);
        CHECK_EQ(calls, 3);
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
    }
}

static void ticks_without_a_life(trp_actor *self, const trp_context *in)
{
    calls++;
    CHECK_OK(trp_recycle(in->world, self));
    CHECK_OK(trp_update_all(in->world, 1));
}

SITUATION("a tick in a callback gives nothing back")
{
    trp_pool_desc desc = growing(TRP_ORDER_MEMORY);
    desc.on_create = ticks_without_a_life;
    set_up(desc);
    pool = stage_pool_as(world, growing(TRP_ORDER_MEMORY));
    stage_things(pool, 1, 4);
    trp_pool *own = trp_world_pool(world, 0);
    stage_set_shrinking(pool, &(trp_shrinking){.keep_free = 1});
    stage_things(pool, 5, 9);
    for (uint32_t id = 5; id <= 9; id++)
        CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
    CHECK(trp_create(own, NULL) == NULL);
    CHECK_EQ(calls, 1);
    CHECK_EQ(trp_pool_info(pool).slots, 16);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("a walk after one that enclosed a tick")
{
    set_up(growing(TRP_ORDER_MEMORY));
    stage_things(pool, 1, 5);
    trp_each (thing, it, pool) {
        if (it->id == 1)
            CHECK_OK(trp_update_all(world, 1));
    }
    CHECK_OK(trp_recycle(world, &stage_find(pool, 5)->actor));
    trp_each (thing, it, pool) {
        CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
    }
    CHECK_EQ(trp_pool_info(pool).slots, 8);
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    CHECK_OK(trp_world_destroy(world));
}

static void fills(trp_actor *actor, const trp_event_context *in)
{
    if (in->event != TRP_EVENT_TRIMMED)
        return;
    calls++;
    CHECK_NULL_QUIET(world, trp_create(in->pool, NULL), TRP_BUSY);
}

SITUATION_IN_EACH_ORDER("no actor is born into returned memory")
{
    trp_watcher watcher = {.function = fills};
    set_up(growing(stage_orders[order]));
    stage_things(pool, 1, 5);
    CHECK_OK(trp_recycle(world, &stage_find(pool, 5)->actor));
    watcher.pool = pool;
    CHECK_OK(trp_watch(world, &watcher));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(calls, 1);
    CHECK_EQ(trp_pool_info(pool).slots, 4);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("a group that is initialised again in a walk over it")
{
    set_up(growing(TRP_ORDER_MEMORY));
    stage_things(pool, 1, 9);
    CHECK_OK(trp_group_init(&group, world, NULL));
    for (uint32_t id = 1; id <= 3; id++)
        CHECK_OK(trp_group_add(&group, &stage_find(pool, id)->actor));
    trp_group_each(thing, it, &group)
    {
        CHECK_EQ(it->id, 1);
        CHECK_OK(trp_group_free(&group));
        CHECK_OK(trp_group_init(&group, world, NULL));
        for (uint32_t id = 4; id <= 9; id++)
            CHECK_OK(trp_group_add(&group, &stage_find(pool, id)->actor));
        calls++;
    }
    CHECK_EQ(calls, 1);
    CHECK_EQ(trp_group_measure(&group), 6);
    CHECK_OK(trp_world_destroy(world));
}

static void adds_the_second(trp_handle handle, const trp_context *in)
{
    CHECK_OK(trp_group_add(in->group, &stage_find(pool, 2)->actor));
}

SITUATION("unique, whatever on_pruned adds")
{
    set_up(growing(TRP_ORDER_MEMORY));
    stage_things(pool, 1, 9);
    CHECK_OK(trp_group_init(
        &group, world, &(trp_group_desc){.unique = true, .max = 3, .on_pruned = adds_the_second}));
    for (uint32_t id = 3; id <= 5; id++)
        CHECK_OK(trp_group_add(&group, &stage_find(pool, id)->actor));
    CHECK_OK(trp_recycle(world, &stage_find(pool, 3)->actor));
    CHECK_OK(trp_recycle(world, &stage_find(pool, 4)->actor));
    trp_actor *second = &stage_find(pool, 2)->actor;
    CHECK_EQ(trp_group_add_many(&group, &second, 1), 0);
    CHECK_EQ(trp_group_size(&group), 2);
    CHECK_OK(trp_world_destroy(world));
}

static void replaces(trp_world *of, thing *self, trp_reason reason)
{
    if (reason == TRP_REASON_RECYCLED || reason == TRP_REASON_EXPIRED)
        stage_thing(pool, self->id + 10);
}

static bool everybody(const trp_actor *actor, const trp_context *in)
{
    CHECK(trp_as(thing, actor)->id <= 3);
    return true;
}

SITUATION("newborns of the same-walk kind are not asked whether they end")
{
    trp_pool_desc desc = stage_desc(9, TRP_ORDER_OLDEST);
    desc.newborns = TRP_NEWBORNS_SAME_WALK;
    desc.on_end = stage_on_end;
    set_up(desc);
    stage_things(pool, 1, 3);
    stage_when_recycled = replaces;
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, everybody, NULL), 3);
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK(stage_find(pool, 11) != NULL);
    stage_when_recycled = NULL;
    CHECK_OK(trp_world_destroy(world));
}

/* the space's watcher is in memory that is freed; the system leaves the same chain */
SITUATION("a space that ends before a system")
{
    static trp_system system = {.name = "system", .added = stage_hear_nothing};
    for (int order = 0; order < 2; order++) {
        set_up(growing(TRP_ORDER_MEMORY));
        if (order == 0)
            CHECK_OK(trp_system_add(world, &system));
        CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 4}) != NULL);
        if (order == 1)
            CHECK_OK(trp_system_add(world, &system));
        CHECK_OK(trp_world_destroy(world));
        CHECK(system.world == NULL);
        CHECK_EQ(heap_out, 0);
    }
}
