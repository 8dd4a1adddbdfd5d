/*
 * Ticks of pools with update_pool and is_expired; walks while drawing; systems that lose their
 * functions.
 */
#include "../script.h"

SITUATIONS(tick_limits);

static trp_world *world;
static trp_pool *pool;
static trp_actor *kept; /* does not end, though its time is over */

static trp_actor *find(trp_pool *in, uint32_t id)
{
    thing *it = MADE(stage_find(in, id));
    return &it->actor;
}

static void age_all(trp_pool *self, const trp_context *in)
{
    stage_log(1000);
    trp_each (thing, it, self) {
        stage_log(it->id);
        it->data++;
    }
}

static void set_up_ages(trp_order order)
{
    trp_pool_desc desc = stage_desc(6, order);

    world = stage_world();
    desc.update = NULL;
    desc.update_pool = age_all;
    desc.is_expired = stage_is_old;
    pool = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 4; id++)
        stage_thing(pool, id)->data = id;
    stage_log_clear();
}

/* 3 and 4 are over before the update, 2 after it */
SITUATION_IN_EACH_ORDER("is_expired is asked before and after an update_pool")
{
    set_up_ages(stage_orders[order]);
    CHECK_OK(trp_update_all(world, 1));
    if (order == NEWEST_FIRST)
        CHECK_LOG(GONE(TRP_REASON_EXPIRED, 4), GONE(TRP_REASON_EXPIRED, 3), 1000, 2, 1,
                  GONE(TRP_REASON_EXPIRED, 2));
    else
        CHECK_LOG(GONE(TRP_REASON_EXPIRED, 3), GONE(TRP_REASON_EXPIRED, 4), 1000, 1, 2,
                  GONE(TRP_REASON_EXPIRED, 2));
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_VALID(world);
}

static void tick_now(trp_actor *self, const trp_context *in)
{
    if (trp_as(thing, self)->id != 4)
        return;
    kept = self;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(trp_state_of(world, self), TRP_STATE_ACTIVE);
}

/* a tick in a visit: the visited actor stays until the visit is over */
SITUATION_IN_EACH_ORDER("a visited actor outlives a tick that would end it")
{
    set_up_ages(stage_orders[order]);
    kept = NULL;
    CHECK_OK(trp_for_each(pool, tick_now, NULL));
    CHECK(kept == find(pool, 4));
    CHECK_EQ(trp_pool_count(pool), 2);
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    CHECK(stage_find(pool, 4) == NULL);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
}

static void nothing(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(thing, self)->id);
}

static void zero_own_node(trp_actor *self, const trp_context *in)
{
    nothing(self, in);
    if (trp_as(thing, self)->id != 2)
        return;
    trp_as(thing, self)->data = 3;
    *self = (trp_actor){0};
}

/* with is_expired: an actor that overwrites its own node is checked like all others */
SITUATION_IN_EACH_ORDER("one that zeroes its own node is asked is_expired")
{
    trp_pool_desc desc = stage_desc(6, stage_orders[order]);
    world = stage_world();
    desc.update = zero_own_node;
    desc.is_expired = stage_is_old;
    pool = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 3; id++)
        stage_thing(pool, id)->data = 1;
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    if (order == NEWEST_FIRST)
        CHECK_LOG(3, 2, GONE(TRP_REASON_EXPIRED, 2), 1);
    else
        CHECK_LOG(1, 2, GONE(TRP_REASON_EXPIRED, 2), 3);
    CHECK_EQ(told.count, 0);
    CHECK_EQ(trp_pool_info(pool).active, 2);
    CHECK_VALID(world);
}

SCRIPT("a free slot with a zeroed node is skipped, and used",
       "in memory; pool 61; new 0-59; recycle 20; harm 20 zeros; go; tick; = 0-19 21-59;"
       "new 70 ~CORRUPT; slot 70 20; repair");

static uint32_t drawn, met;

static void walk_and_draw(const trp_actor *self, const trp_view *view)
{
    drawn++;
    met = 0;
    trp_each (thing, it, view->pool)
        met += it->id;
}

static void set_up_drawing(trp_order order)
{
    trp_pool_desc desc = stage_desc(6, order);

    world = stage_world();
    desc.draw = walk_and_draw;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    drawn = 0;
    met = 0;
}

/* a walk in a drawing visits all actors, whatever the links are */
SITUATION("a walk in a drawing meets all, whatever the links say")
{
    set_up_drawing(TRP_ORDER_OLDEST);
    find(pool, 3)->next = TRP_NO_LINK;
    stage_forget();
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(told.count, 0);
    CHECK_EQ(drawn, 4);
    CHECK_EQ(met, 10);
    CHECK(trp_next(world, find(pool, 3)) == find(pool, 4));
    CHECK_EQ(told.count, 1);
    CHECK_VALID(world);
}

SCRIPT("pools without draw are not drawn, beside one that is",
       "in oldest; pool; pool unseen joins a; new 1-4; new b 11 12; go; draw; = d1 d2 d3 d4");

static trp_result seen[2];

static void recycle_in_draw(const trp_actor *self, const trp_view *view)
{
    trp_actor *actor = find((trp_pool *)(uintptr_t)view->pool, 2);

    seen[0] = trp_recycle((trp_world *)(uintptr_t)view->world, actor);
    seen[1] = trp_create_many((trp_pool *)(uintptr_t)view->pool, 1, NULL, NULL) == 0
                  ? trp_last_result(view->world)
                  : TRP_OK;
}

SITUATION("a drawing recycles, creates and repairs nothing")
{
    const trp_pool_desc desc = {
        .type = TRP_TYPE(thing, actor), .capacity = 6, .draw = recycle_in_draw};
    world = stage_world();
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 3);
    CHECK_OK(trp_recycle(world, find(pool, 3)));
    stage_forget();
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(seen[0], TRP_BUSY);
    CHECK_EQ(seen[1], TRP_BUSY);
    CHECK_EQ(told.count, 4);
    CHECK_EQ(trp_pool_count(pool), 2);
    *find(pool, 2) = (trp_actor){0}; /* an overwritten one is not repaired either */
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(seen[0], TRP_BUSY);
    CHECK_TOLD(8, TRP_BUSY);
    CHECK_EQ(find(pool, 2)->stamp, 0);
    CHECK_OK(trp_recycle(world, find(pool, 2)));
    CHECK_TOLD(9, TRP_ERR_CORRUPT);
    CHECK_VALID(world);
}

static void on_tick(trp_system *self, const trp_context *in)
{
    stage_log(1);
}

static void on_actor(trp_actor *actor, const trp_event_context *in)
{
    stage_log(2);
}

static void on_removed(trp_actor *actor, const trp_event_context *in)
{
    stage_log(3);
}

static void use_all(void)
{
    trp_actor *actor = MADE(trp_create(pool, NULL));
    CHECK_OK(trp_mark_changed(world, actor));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_recycle(world, actor));
}

/* a system's functions may change: none is called that was removed */
SITUATION("a system takes its functions away")
{
    trp_system system = {.before = on_tick,
                         .after = on_tick,
                         .added = on_actor,
                         .removed = on_removed,
                         .changed = on_actor,
                         .updated = on_actor};

    world = stage_world();
    pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 4, .update = nothing});
    CHECK_OK(trp_system_add(world, &system));
    use_all();
    CHECK_LOG(2, 2, 1, 0, 2, 1, 3);
    system.before = NULL, system.after = NULL, system.added = NULL;
    system.removed = NULL, system.changed = NULL, system.updated = NULL;
    use_all();
    CHECK_LOG(0);
    CHECK_OK(trp_system_remove(world, &system));
    CHECK_VALID(world);
}

SCRIPT("around a tick no pool and no layer is named",
       "layers 2; pool layer 1; new 1; scaleworld 2; scalelayer 1 5; system 0; at s0b: dt 6;"
       "at 1: dt 30; at s0a: dt 6; go; tick 3; = s0b 1 s0a");
SCRIPT("the expired have neighbours", "in oldest; new 1-4; expire 2; list 1 3 4; neighbours 2 1 3");
SCRIPT("a pool created ahead of the tick is updated in it",
       "layers 2; pool; new 1; go; tick; = 1; at 1: still, pool layer 1 whole; tick;"
       "= 1 500");
