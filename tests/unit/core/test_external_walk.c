#include "../stage.h"

SITUATIONS(external_walk);

static thing mine[6];
static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, order);
    desc.external = TRP_EXTERNAL;
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 6; i++)
        mine[i] = (thing){.id = i, .data = 100 + i};
}

static void adopt(uint32_t number)
{
    CHECK(trp_adopt(pool, &mine[number].actor) == &mine[number].actor);
    CHECK_OK(trp_last_result(world));
}

static void give_the_memory_back(trp_world *in, thing *self, trp_reason reason)
{
    unsigned char *bytes = (unsigned char *)self;
    for (size_t i = 0; i < sizeof *self; i++)
        bytes[i] = 0xDD;
}

SITUATION("its memory may go as soon as on_end runs")
{
    set_up(TRP_ORDER_OLDEST);
    adopt(0), adopt(1), adopt(2), adopt(3);
    CHECK_OK(trp_expire(world, &mine[1].actor));
    CHECK_OK(trp_deactivate(world, &mine[2].actor));
    stage_when_recycled = give_the_memory_back;
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_recycle(world, &mine[2].actor));
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(pool), 1);
    for (uint32_t i = 0; i < 3; i++)
        mine[i] = (thing){.id = i};
    adopt(0), adopt(1), adopt(2);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

static void die_in_update(thing *self, const trp_context *in)
{
    if (self->id == 1)
        CHECK_OK(trp_recycle(in->world, &self->actor));
    if (self->id == 0)
        CHECK_OK(trp_recycle(in->world, &mine[2].actor));
}

SITUATION("within a tick too")
{
    set_up(TRP_ORDER_OLDEST);
    adopt(0), adopt(1), adopt(2), adopt(3);
    stage_log_clear();
    stage_when_updated = die_in_update;
    stage_when_recycled = give_the_memory_back;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(0, GONE(1, 2), 1, GONE(1, 1), 3);
    CHECK_VALID(world);
}

/* four actors, external ones and slots mixed in one segment, in every combination */
static thing *four[4];
static trp_pool *slots;

static void set_up_four(trp_order order, unsigned externals)
{
    set_up(order);
    trp_pool_desc desc = stage_desc(4, order);
    desc.joins = pool;
    slots = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 4; i++) {
        four[i] = &mine[i];
        if ((externals >> i & 1) != 0)
            adopt(i);
        else
            four[i] = stage_thing(slots, i);
    }
    stage_when_recycled = give_the_memory_back;
    stage_log_clear();
}

/* the memory of slots stays: only their data may be written */
static void give_only_externals_back(trp_world *in, thing *self, trp_reason reason)
{
    if (self >= mine && self < mine + 6)
        give_the_memory_back(in, self, reason);
}

/* `victim` is the actor that leaves; `how`: from which end, and whether they sleep first */
static void remove_some(unsigned victim, unsigned how)
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t at = (how & 1) != 0 ? 3 - i : i;
        if ((victim >> at & 1) == 0)
            continue;
        if ((how & 2) != 0)
            CHECK_OK(trp_deactivate(world, &four[at]->actor));
    }
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t at = (how & 1) != 0 ? i : 3 - i;
        if ((victim >> at & 1) != 0)
            CHECK_OK(trp_recycle(world, &four[at]->actor));
    }
}

static void check_each(bool walks_externals, trp_order order, unsigned externals, uint32_t stand,
                       unsigned victim, unsigned how)
{
    unsigned visited = 0, expected = 0, turn = 0;
    set_up_four(order, externals);
    stage_when_recycled = give_only_externals_back;
    const unsigned own = (walks_externals ? externals : ~externals) & 15;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t at = order == TRP_ORDER_NEWEST ? 3 - i : i;
        if ((own >> at & 1) == 0)
            continue;
        if (turn <= stand || (victim >> at & 1) == 0)
            expected |= 1u << at;
        turn++;
    }
    if (turn <= stand)
        return;
    turn = 0;
    trp_each (thing, it, walks_externals ? pool : slots) {
        visited |= 1u << it->id;
        if (turn++ == stand)
            remove_some(victim, how);
    }
    CHECK_EQ(visited, expected);
    CHECK_VALID(world);
}

/* in a trp_each too: any actor leaves, the current one or those after it, in any order */
SITUATION_IN_AGE_ORDERS("within a trp_each, whichever actor leaves")
{
    for (unsigned externals = 0; externals < 16; externals++)
        for (uint32_t stand = 0; stand < 4; stand++)
            for (unsigned victim = 0; victim < 16; victim++)
                for (unsigned how = 0; how < 4; how++) {
                    check_each(true, stage_orders[order], externals, stand, victim, how);
                    check_each(false, stage_orders[order], externals, stand, victim, how);
                }
}

static unsigned goes, stands;

static void remove_when_it_stands(thing *self)
{
    if (self->id == stands)
        remove_some(goes, goes & 3);
}

static void remove_in_a_tick(thing *self, const trp_context *in)
{
    remove_when_it_stands(self);
}

static void remove_in_a_clear(trp_world *in, thing *self, trp_reason reason)
{
    if (reason != TRP_REASON_RECYCLED && self->id == stands)
        for (uint32_t i = 0; i < 4; i++)
            if ((goes >> i & 1) != 0 && trp_state_of(in, &four[i]->actor) == TRP_STATE_ACTIVE)
                CHECK_OK(trp_recycle(in, &four[i]->actor));
    give_only_externals_back(in, self, reason);
}

static void walk_and_remove(unsigned kind, trp_order order, unsigned externals)
{
    set_up_four(order, externals);
    stage_when_recycled = give_only_externals_back;
    if (kind == 0) {
        stage_when_updated = remove_in_a_tick;
        CHECK_OK(trp_update_all(world, 1));
    } else if (kind == 1) {
        stage_when_visited = remove_when_it_stands;
        CHECK_OK(trp_for_each(pool, stage_visit, NULL));
    } else {
        stage_when_recycled = remove_in_a_clear;
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_EQ(trp_pool_count(pool), 0);
    }
    CHECK_VALID(world);
    stage_when_recycled = give_only_externals_back;
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("within every other walk, whichever actor leaves")
{
    for (unsigned kind = 0; kind < 3; kind++)
        for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++)
            for (unsigned externals = 1; externals < 16; externals++)
                for (stands = 0; stands < 4; stands++)
                    for (goes = 0; goes < 16; goes++)
                        walk_and_remove(kind, stage_orders[order], externals);
}
