/*
 * Serials distinguish newborns from older actors. They decrease, and are renumbered when half of
 * them are used up and no walk is in progress, or three quarters although a trp_each seems open. No
 * actor is affected visibly.
 */
#include "../ledger.h"

SITUATIONS(serial);

#define HALF (TRP__STAMP_FLOOR + (1u << 29))
#define QUARTER (TRP__STAMP_FLOOR + (1u << 28))

static trp_world *world;
static trp_pool *pool, *joined;

static trp_pool *make(trp_order order, trp_pool *joins)
{
    trp_pool_desc desc = stage_desc(40, order);

    desc.joins = joins;
    return stage_pool_as(world, desc);
}

/* things 1 to 6, alternating between two pools of a segment if the order has joined pools */
static void set_up(trp_order order)
{
    world = stage_world();
    pool = make(order, NULL);
    joined = order == TRP_ORDER_MEMORY ? pool : make(order, pool);
    for (uint32_t id = 1; id <= 6; id++)
        stage_thing(id % 2 ? pool : joined, id);
    stage_log_clear();
}

static void check_order(trp_order order)
{
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    if (order == TRP_ORDER_NEWEST)
        CHECK_LOG(6, 5, 4, 3, 2, 1);
    else
        CHECK_LOG(1, 2, 3, 4, 5, 6);
    CHECK_VALID(world);
}

static bool is_renumbered(void)
{
    return world->state.newest > HALF;
}

static void use_serials(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        trp_actor *brief = MADE(trp_create(pool, NULL));
        CHECK(trp_for_each(pool, stage_visit, NULL) == TRP_OK);
        CHECK_OK(trp_recycle(world, brief));
    }
}

/* the next walk renumbers: the order stays, also for sleepers and for actors that wait in it */
SITUATION_IN_EACH_ORDER("serials: a walk renumbers them")
{
    for (int walk = 0; walk < 3; walk++) {
        set_up(stage_orders[order]);
        use_serials(3);
        trp__set_newest(world, HALF - 1);
        CHECK_OK(trp_deactivate(world, &stage_find(joined, 2)->actor));
        CHECK_OK(trp_expire(world, &stage_find(pool, 3)->actor));
        CHECK_OK(trp_recycle(world, &stage_find(pool, 5)->actor));
        CHECK_VALID(world);
        CHECK(!is_renumbered());
        stage_log_clear();
        if (walk == 0)
            CHECK_OK(trp_update_all(world, 1));
        else if (walk == 1)
            CHECK_OK(trp_for_each(pool, stage_visit, NULL));
        else
            trp_each (thing, it, pool)
                stage_log(it->id);
        CHECK(is_renumbered());
        CHECK_VALID(world);
        CHECK_OK(trp_activate(world, &stage_find(joined, 2)->actor));
        CHECK_OK(trp_update_all(world, 1));
        stage_log_clear();
        CHECK_OK(trp_update_all(world, 1));
        if (order == NEWEST_FIRST)
            CHECK_LOG(2, 6, 4, 1);
        else if (order == OLDEST_FIRST)
            CHECK_LOG(1, 4, 6, 2);
        else
            CHECK_LOG(1, 2, 4, 6);
        CHECK_VALID(world);
    }
}

/* but not while a walk, a callback or a drawing may remember a serial */
static void walk_more(void)
{
    CHECK_OK(trp_for_each(pool, stage_visit, NULL));
    trp_each (thing, it, pool)
        CHECK(it->id <= 6);
    CHECK(!is_renumbered());
}

static void walk_in_update(thing *self, const trp_context *in)
{
    if (self->id == 1)
        trp__set_newest(world, QUARTER + 9);
    if (world->state.newest < HALF)
        walk_more();
}

static void walk_in_on_create(trp_world *of, thing *self)
{
    walk_more();
}

static void walk_in_draw(const trp_actor *self, const trp_view *view)
{
    trp_each (thing, it, view->pool)
        CHECK(it->id <= 6);
    CHECK(!is_renumbered());
}

SITUATION_IN_EACH_ORDER("serials: not while a walk may remember one")
{
    unsigned visits = 0;
    bool has_begun;
    set_up(stage_orders[order]);
    pool->desc.draw = walk_in_draw;
    trp_each (thing, it, pool) {
        if (visits++ == 0)
            trp__set_newest(world, QUARTER + 9);
        walk_more();
    }
    CHECK_EQ(visits, pool == joined ? 6 : 3);
    CHECK_OK(trp_draw_all(world, NULL, 0));
    has_begun = trp__begin_reading(world);
    trp_each (thing, it, pool)
        CHECK(!is_renumbered());
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    trp__end_reading(world, has_begun);
    stage_when_created = walk_in_on_create;
    stage_thing(pool, 0);
    stage_when_created = NULL;
    CHECK_OK(trp_recycle(world, &stage_find(pool, 0)->actor));
    CHECK_OK(trp_for_each(joined, stage_visit, NULL));
    CHECK(is_renumbered());
    stage_when_updated = walk_in_update;
    CHECK_OK(trp_update_all(world, 1));
    stage_when_updated = NULL;
    check_order(stage_orders[order]);
}

/* as longjmp() does, and `return` where compilers cannot end a walk then */
static void leave_a_walk(void)
{
    const trp_walk walk = trp__walk(pool, sizeof(thing), offsetof(thing, actor));

    CHECK(walk.walked != NULL);
}

/* a walk that was left seems open: three quarters are used up first */
SITUATION_IN_EACH_ORDER("serials: later if a trp_each was left by longjmp")
{
    set_up(stage_orders[order]);
    leave_a_walk();
    trp__set_newest(world, HALF - 1);
    CHECK_OK(trp_for_each(pool, stage_visit, NULL));
    CHECK(!is_renumbered());
    trp__set_newest(world, QUARTER - 1);
    CHECK_OK(trp_for_each(pool, stage_visit, NULL));
    CHECK(is_renumbered());
    check_order(stage_orders[order]);
}

/* 2^30 in one tick: no more actors enter an age order in it; everything else continues */
static trp_actor *born;
static trp_result why;

static void create_at_the_end(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    trp__set_newest(world, TRP__STAMP_FLOOR + 2);
    for (uint32_t id = 11; id <= 14; id++)
        born = trp_create(in->pool, &(thing){.id = id});
    why = trp_last_result(world);
}

SITUATION_IN_EACH_ORDER("serials: all used up in one tick")
{
    set_up(stage_orders[order]);
    stage_when_updated = create_at_the_end;
    CHECK_OK(trp_update_all(world, 1));
    stage_when_updated = NULL;
    if (order == IN_MEMORY_ORDER)
        CHECK(born != NULL);
    else {
        CHECK(born == NULL);
        CHECK_RESULT(why, TRP_ERR_LIMIT);
        CHECK_EQ(trp_pool_count(pool), 6);
    }
    CHECK_VALID(world);
    CHECK(trp_create(pool, NULL) != NULL);
    CHECK(is_renumbered() || order == IN_MEMORY_ORDER);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_VALID(world);
}

/* an actor that wakes needs one, too; without one it stays asleep */
static void wake_at_the_end(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    trp__set_newest(world, TRP__STAMP_FLOOR);
    why = trp_activate(world, &stage_find(joined, 2)->actor);
}

SITUATION_IN_AGE_ORDERS("serials: all used up when an actor wakes")
{
    set_up(stage_orders[order]);
    CHECK_OK(trp_deactivate(world, &stage_find(joined, 2)->actor));
    stage_when_updated = wake_at_the_end;
    CHECK_OK(trp_update_all(world, 1));
    stage_when_updated = NULL;
    CHECK_RESULT(why, TRP_ERR_LIMIT);
    CHECK_EQ(trp_state_of(world, &stage_find(joined, 2)->actor), TRP_STATE_ASLEEP);
    CHECK_OK(trp_activate(world, &stage_find(joined, 2)->actor));
    CHECK_VALID(world);
}

/* what is born after a renumbering is younger than all that were renumbered */
SITUATION_IN_EACH_ORDER("serials: births after a renumbering")
{
    for (uint32_t count = 1; count < 4; count++) {
        world = stage_world();
        pool = make(stage_orders[order], NULL);
        stage_things(pool, 1, count);
        if (count != 2)
            CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 0)));
        trp__set_newest(world, HALF - 1);
        CHECK_OK(trp_for_each(pool, stage_visit, NULL));
        CHECK(is_renumbered());
        stage_thing(pool, 9);
        CHECK_VALID(world);
        if (count != 2)
            CHECK_OK(trp_activate(world, trp_pool_at(pool, 0)));
        stage_thing(pool, 10);
        CHECK_VALID(world);
    }
}
