#include "../ledger.h"

SITUATIONS(validate);

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order)
{
    world = stage_world();
    pool = stage_pool(world, 10, order);
    stage_things(pool, 0, 5);
    CHECK_OK(trp_recycle(world, &stage_find(pool, 2)->actor));
    CHECK_OK(trp_deactivate(world, &stage_find(pool, 4)->actor));
    CHECK_VALID(world);
}

/* something is wrong, and the hook was notified of what and where */
static void check_invalid(void)
{
    stage_forget();
    CHECK_RESULT(trp_world_validate(world), TRP_ERR_INVALID);
    CHECK(told.count > 0);
    CHECK_RESULT(told.result, TRP_ERR_INVALID);
    CHECK_SAYS("trp_world_validate");
}

SITUATION_IN_EACH_ORDER("broken links are found")
{
    for (int how = 0; how < 4; how++) {
        set_up(stage_orders[order]);
        trp_actor *a = &stage_find(pool, 0)->actor, *b = &stage_find(pool, 3)->actor;
        trp_actor *c = &stage_find(pool, 5)->actor;
        const trp_actor kept[3] = {*a, *b, *c};
        if (how == 0)
            b->prev = trp_slot_of(world, b);
        else if (how == 1)
            a->next = 99;
        else if (how == 2)
            b->next = b->prev;
        else
            b->prev = TRP_NO_LINK;
        check_invalid();
        *a = kept[0], *b = kept[1], *c = kept[2];
        CHECK_VALID(world);
    }
}

static void check_wrong(uint32_t *at, uint32_t wrong)
{
    const uint32_t kept = *at;
    *at = wrong;
    check_invalid();
    *at = kept;
    CHECK_VALID(world);
}

SITUATION_IN_EACH_ORDER("wrong stamps are found")
{
    set_up(stage_orders[order]);
    thing *a = stage_find(pool, 0), *sleeper = stage_find(pool, 4);
    check_wrong(&a->actor.stamp, sleeper->actor.stamp);
    check_wrong(&sleeper->actor.stamp, a->actor.stamp);
    check_wrong(&a->actor.stamp, a->actor.stamp ^ 1);
    check_wrong(&a->actor.index, a->actor.index ^ 1);
    check_wrong(&sleeper->actor.index, 0x12345678);
}

SITUATION_IN_EACH_ORDER("generation 0 is found")
{
    set_up(stage_orders[order]);
    check_wrong(&ledger_cell(pool, &stage_find(pool, 0)->actor)->generation, 0);
}

SITUATION_IN_AGE_ORDERS("a broken freelist is found")
{
    set_up(stage_orders[order]);
    thing *gone = stage_find(pool, 3);
    trp__cell *cell = ledger_cell(pool, &gone->actor);
    CHECK_OK(trp_recycle(world, &gone->actor));
    check_wrong(&cell->stamp, TRP__STAMP_FREE + 3);
    check_wrong(&cell->stamp, TRP__STAMP_FREE);
    check_wrong(&cell->stamp, TRP__STAMP_FREE + 99);
    check_wrong(&cell->stamp, TRP__STAMP_FREE + TRP__LAST);
}

SITUATION_IN_EACH_ORDER("a free slot that looks taken is found")
{
    set_up(stage_orders[order]);
    thing *gone = stage_find(pool, 3);
    const uint32_t alive = gone->actor.stamp;
    CHECK_OK(trp_recycle(world, &gone->actor));
    check_wrong(&ledger_cell(pool, &gone->actor)->stamp, alive);
}

static void validate_in_update(thing *self, const trp_context *in)
{
    CHECK_VALID(in->world);
    if (self->id == 3)
        CHECK_OK(trp_expire(in->world, &self->actor));
    if (self->id == 5)
        CHECK_OK(trp_recycle(in->world, &self->actor));
    CHECK_VALID(in->world);
}

SITUATION_IN_EACH_ORDER("a world is valid within a tick")
{
    set_up(stage_orders[order]);
    stage_when_updated = validate_in_update;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_VALID(world);
    CHECK_EQ(told.count, 0);
}

static void validate_in_create(trp_world *in, thing *self)
{
    CHECK_VALID(in);
}

SITUATION("and within on_create")
{
    set_up(TRP_ORDER_MEMORY);
    stage_when_created = validate_in_create;
    stage_things(pool, 10, 13);
}

SITUATION("and after mistakes")
{
    set_up(TRP_ORDER_OLDEST);
    thing local = {.id = 1};
    for (int i = 0; i < 10; i++) {
        (void)trp_recycle(world, &local.actor);
        (void)trp_activate(world, trp_first(world));
        (void)trp_recycle(world, trp_pool_at(pool, 7));
        CHECK_VALID(world);
    }
}
