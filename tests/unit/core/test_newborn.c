#include "../ledger.h"
#include "../stage.h"

static trp_world *world;
static trp_pool *pool;
static thing *friend_asleep;

static void set_up(trp_order order, trp_newborns newborns)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, order);
    desc.newborns = newborns;
    pool = stage_pool_as(world, desc);
    friend_asleep = NULL;
}

static void spawn_one(thing *self, const trp_context *in)
{
    if (self->id < 10)
        stage_thing(in->pool, self->id + 10);
}

static void wait_for_the_next_walk(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(stage_orders[order], TRP_NEWBORNS_NEXT_WALK);
        stage_things(pool, 1, 2);
        stage_when_updated = spawn_one;
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == NEWEST_FIRST)
            CHECK_LOG(2, BORN(12), 1, BORN(11));
        else
            CHECK_LOG(1, BORN(11), 2, BORN(12));
        stage_when_updated = NULL;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == NEWEST_FIRST)
            CHECK_LOG(11, 12, 2, 1);
        else
            CHECK_LOG(1, 2, 11, 12);
    }
}

static void take_the_place(thing *self, const trp_context *in)
{
    uint32_t id = self->id;
    if (id > 10)
        return;
    CHECK_RESULT(trp_recycle(in->world, &self->actor), TRP_OK);
    thing *next = stage_find(pool, id + 1);
    if (next)
        CHECK_RESULT(trp_recycle(in->world, &next->actor), TRP_OK);
    stage_things(pool, id + 10, id + 11);
}

static void in_the_slot_of_one_whose_turn_had_to_come(void)
{
    set_up(TRP_ORDER_MEMORY, TRP_NEWBORNS_NEXT_WALK);
    stage_things(pool, 1, 3);
    stage_when_updated = take_the_place;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(1, 1), GONE(1, 2), BORN(11), BORN(12), 3, GONE(1, 3), BORN(13), BORN(14));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(11, 12, 13, 14);
}

static void look_around(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    stage_thing(in->pool, 10);
    CHECK_RESULT(trp_for_each(in->pool, stage_visit, NULL), TRP_OK);
    trp_each (thing, it, in->pool)
        stage_log(it->id + 100);
}

static void a_nested_walk_sees_them(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_NEXT_WALK);
    stage_things(pool, 1, 2);
    stage_when_updated = look_around;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(10), 1, 2, 10, 101, 102, 110, 2);
}

static void same_walk_in_a_tick(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_things(pool, 1, 2);
    stage_when_updated = spawn_one;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(11), 2, BORN(12), 11, 12);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 11, 12);
}

static void spawn_in_visit(thing *self)
{
    if (self->id < 4)
        stage_thing(pool, self->id + 1);
}

static void same_walk_in_a_for_each(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    stage_when_visited = spawn_in_visit;
    stage_log_clear();
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
    CHECK_LOG(1, BORN(2), 2, BORN(3), 3, BORN(4), 4);
}

static void wake_the_friend(thing *self, const trp_context *in)
{
    if (self->id == 1)
        CHECK_RESULT(trp_activate(in->world, &friend_asleep->actor), TRP_OK);
}

static void the_woken_too(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_things(pool, 1, 3);
    friend_asleep = stage_find(pool, 3);
    CHECK_RESULT(trp_deactivate(world, &friend_asleep->actor), TRP_OK);
    stage_when_updated = wake_the_friend;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 3);
}

static void nap(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    thing *newborn = stage_thing(pool, 2);
    CHECK_RESULT(trp_deactivate(in->world, &newborn->actor), TRP_OK);
    CHECK_RESULT(trp_activate(in->world, &newborn->actor), TRP_OK);
}

static void a_newborns_nap(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    stage_when_updated = nap;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(2), 2);
}

static void same_walk_in_every_form(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    stage_log_clear();
    trp_each (thing, it, pool)
        spawn_in_visit(it);
    CHECK_LOG(BORN(2), BORN(3), BORN(4));
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 3);
    stage_log_clear();
    trp_each_joined(it, pool) spawn_in_visit(trp_as(thing, it));
    CHECK_LOG(BORN(4));
}

static bool spawn_and_match(const trp_actor *self, const trp_context *in)
{
    stage_thing(pool, trp_as(thing, self)->id + 1);
    (void)in;
    return true;
}

/* what ends lives does not end those that it causes */
static void not_in_calls_that_end_lives(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, spawn_and_match, NULL), 1);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_RESULT(trp_pool_clear(pool, &(trp_ending){.later = true}), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).expired, 1);
}

static void births_outside_of_walks(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    stage_thing(pool, 2);
    stage_log_clear();
    trp_each (thing, it, pool)
        stage_log(it->id);
    CHECK_LOG(1, 2);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2);
}

static trp_pool *elsewhere;

/* of two pools the first one wakes and creates in both: the tick has not reached the second */
static void wake_and_spawn(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    stage_thing(pool, 5);
    stage_thing(elsewhere, 6);
    CHECK_RESULT(trp_activate(in->world, &friend_asleep->actor), TRP_OK);
}

static void this_tick(void)
{
    for (int order = 0; order < 3; order++)
        for (int is_default = 0; is_default < 2; is_default++)
        {
            world = stage_world_as((trp_world_desc){.newborns = is_default ? TRP_NEWBORNS_THIS_TICK
                                                                           : TRP_NEWBORNS_DEFAULT});
            trp_pool_desc desc = stage_desc(10, stage_orders[order]);
            desc.newborns = is_default ? TRP_NEWBORNS_DEFAULT : TRP_NEWBORNS_THIS_TICK;
            pool = stage_pool_as(world, desc);
            elsewhere = stage_pool_as(world, desc);
            stage_thing(pool, 1);
            friend_asleep = stage_thing(elsewhere, 2);
            CHECK_RESULT(trp_deactivate(world, &friend_asleep->actor), TRP_OK);
            stage_when_updated = wake_and_spawn;
            stage_log_clear();
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            if (order == OLDEST_FIRST)
                CHECK_LOG(1, BORN(5), BORN(6), 6, 2);
            else
                CHECK_LOG(1, BORN(5), BORN(6), 2, 6);
            CHECK_VALID(world);
        }
}

static void visit_spawning(thing *self)
{
    if (self->id == 1)
        stage_thing(elsewhere, 6);
}

/* a walk over a layer is no tick */
static void this_tick_is_for_ticks(void)
{
    set_up(TRP_ORDER_MEMORY, TRP_NEWBORNS_THIS_TICK);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.newborns = TRP_NEWBORNS_THIS_TICK;
    elsewhere = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    stage_when_visited = visit_spawning;
    stage_log_clear();
    CHECK_RESULT(trp_layer_for_each(world, 0, stage_visit, NULL), TRP_OK);
    CHECK_LOG(1, BORN(6));
}

/* in a pool that cannot have it, the default of the world is the next walk; that of the first of
 * joined pools holds for all */
static void who_decides(void)
{
    world = stage_world_as((trp_world_desc){.newborns = TRP_NEWBORNS_SAME_WALK});
    pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    CHECK_EQ(pool->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_OLDEST);
    elsewhere = stage_pool_as(world, desc);
    CHECK_EQ(elsewhere->desc.newborns, TRP_NEWBORNS_SAME_WALK);
    desc.joins = elsewhere;
    desc.newborns = TRP_NEWBORNS_NEXT_WALK;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_SAME_WALK);
    desc.joins = NULL;
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    desc.newborns = TRP_NEWBORNS_DEFAULT;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    desc.order = TRP_ORDER_NEWEST;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    CHECK(trp_world_init(stage_memory(), 100000, &(trp_world_desc){.newborns = (trp_newborns)4}) ==
          NULL);
}

static void spawn_elsewhere(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id < 10)
        stage_thing(elsewhere, self->id + 20);
}

static void in_a_segment_that_is_reached_later(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_OLDEST);
    desc.newborns = TRP_NEWBORNS_SAME_WALK;
    elsewhere = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    stage_when_updated = spawn_elsewhere;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(21), 21);
}

static void in_a_joined_pool(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_OLDEST);
    desc.newborns = TRP_NEWBORNS_SAME_WALK;
    desc.joins = pool;
    elsewhere = stage_pool_as(world, desc);
    stage_things(pool, 1, 2);
    stage_when_updated = spawn_elsewhere;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(21), 2, BORN(22), 21, 22);
}

static void gone_before_its_turn(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    stage_things(pool, 2, 4);
    CHECK_RESULT(trp_recycle(in->world, &stage_find(pool, 2)->actor), TRP_OK);
    CHECK_RESULT(trp_expire(in->world, &stage_find(pool, 3)->actor), TRP_OK);
}

static void newborns_that_leave_before_their_turn(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_thing(pool, 1);
    stage_when_updated = gone_before_its_turn;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(2), BORN(3), BORN(4), GONE(1, 2), GONE(2, 3), 4);
}

static void heir(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    (void)reason;
    if (self->id == 2)
        stage_thing(pool, 9);
}

/* the last one is pruned, and its on_end creates: the walk is still there */
static void born_of_the_last_pruned(void)
{
    set_up(TRP_ORDER_OLDEST, TRP_NEWBORNS_SAME_WALK);
    stage_things(pool, 1, 2);
    CHECK_RESULT(trp_expire(world, &stage_find(pool, 2)->actor), TRP_OK);
    stage_when_recycled = heir;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(2, 2), BORN(9), 9);
}

static void make_a_pool(thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    elsewhere = stage_pool(in->world, 5, TRP_ORDER_MEMORY);
    stage_thing(elsewhere, 50);
}

static void pools_made_in_a_tick(void)
{
    set_up(TRP_ORDER_MEMORY, TRP_NEWBORNS_NEXT_WALK);
    stage_things(pool, 1, 2);
    stage_when_updated = make_a_pool;
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, BORN(50), 2);
    stage_when_updated = NULL;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 50);
    CHECK_VALID(world);
}

const situation newborn_situations[] = {
    {"newborns wait for the next walk", wait_for_the_next_walk},
    {"even in the slot of one whose turn had to come", in_the_slot_of_one_whose_turn_had_to_come},
    {"a nested walk that begins later sees them", a_nested_walk_sees_them},
    {"same-walk newborns in a tick", same_walk_in_a_tick},
    {"same-walk newborns in a trp_for_each", same_walk_in_a_for_each},
    {"the woken too", the_woken_too},
    {"a newborn that was put to sleep and woken too", a_newborns_nap},
    {"same-walk newborns in inline walks", same_walk_in_every_form},
    {"no newborns in calls that end lives", not_in_calls_that_end_lives},
    {"newborns of this tick", this_tick},
    {"newborns of this tick are for ticks only", this_tick_is_for_ticks},
    {"which newborns: the first of joined pools, or the world", who_decides},
    {"births outside of walks", births_outside_of_walks},
    {"in a segment that the tick reaches later", in_a_segment_that_is_reached_later},
    {"in a joined pool too", in_a_joined_pool},
    {"same-walk newborns that leave before their turn", newborns_that_leave_before_their_turn},
    {"born while the last one is pruned", born_of_the_last_pruned},
    {"a pool made in a tick, with a newborn", pools_made_in_a_tick},
};
const unsigned newborn_situation_count = sizeof newborn_situations / sizeof newborn_situations[0];
