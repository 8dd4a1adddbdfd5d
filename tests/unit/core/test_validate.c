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
