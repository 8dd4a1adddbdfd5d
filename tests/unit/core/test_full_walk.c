#include "../stage.h"

static trp_world *world;
static trp_pool *pool;
static uint32_t left;

static trp_pool_desc stealing(uint32_t capacity, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.when_full = order == TRP_ORDER_MEMORY ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
    return desc;
}

static void set_up(uint32_t capacity, trp_order order)
{
    world = stage_world();
    pool = stage_pool_as(world, stealing(capacity, order));
    stage_things(pool, 1, capacity);
    stage_log_clear();
}

static void steal_from_itself(thing *self, const trp_context *in)
{
    thing *newborn = trp_as(thing, trp_create(in->pool, &(thing){.id = self->id + 20}));
    CHECK_EQ(trp_state_of(in->world, &self->actor), TRP_STATE_ACTIVE);
    CHECK(newborn != NULL && newborn != self);
}

/* each of three creates one: the oldest that is not the current one is stolen */
static void stealing_while_updated(void)
{
    set_up(3, TRP_ORDER_OLDEST);
    stage_when_updated = steal_from_itself;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(3, 2), BORN(21), 3, GONE(3, 1), BORN(23));
    CHECK_EQ(trp_pool_info(pool).stolen, 2);
    CHECK_VALID(world);
    set_up(3, TRP_ORDER_MEMORY);
    stage_when_updated = steal_from_itself;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(3, 2), BORN(21), 3, GONE(3, 1), BORN(23));
    CHECK_VALID(world);
    CHECK_EQ(TRP_REASON_STOLEN, 3);
}

static void steal_in_visit(thing *self)
{
    trp_actor *newborn = trp_create(pool, &(thing){.id = self->id + 20});
    CHECK_EQ(trp_state_of(world, &self->actor), TRP_STATE_ACTIVE);
    CHECK(newborn != NULL);
}

static void stealing_while_visited(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(5, stage_orders[order]);
        stage_when_visited = steal_in_visit;
        CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
        CHECK_EQ(trp_pool_count(pool), 5);
        CHECK_EQ(trp_pool_info(pool).refused, 0);
        CHECK_VALID(world);
    }
}

static void try_to_steal_the_only_one(thing *self, const trp_context *in)
{
    CHECK_NULL_QUIET(in->world, trp_create(in->pool, NULL), TRP_ERR_FULL);
    CHECK_EQ(trp_state_of(in->world, &self->actor), TRP_STATE_ACTIVE);
}

static void the_current_one_is_never_stolen(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(1, stage_orders[order]);
        stage_when_updated = try_to_steal_the_only_one;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(1);
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
        CHECK_EQ(trp_pool_info(pool).refused, 1);
        stage_when_updated = NULL;
        stage_thing(pool, 2);
        CHECK_LOG(GONE(TRP_REASON_STOLEN, 1), BORN(2));
    }
}

static void visit_and_steal(trp_actor *self, const trp_context *in)
{
    thing *current = in->arg;
    if (&current->actor == self)
        return;
    for (int i = 0; i < 5; i++)
    {
        CHECK(trp_create(pool, NULL) == NULL);
        CHECK_EQ(trp_state_of(world, &current->actor), TRP_STATE_ACTIVE);
        CHECK_EQ(trp_state_of(world, self), TRP_STATE_ACTIVE);
    }
    stage_log(55);
}

static void nest(thing *self, const trp_context *in)
{
    CHECK_RESULT(trp_for_each(in->pool, visit_and_steal, self), TRP_OK);
}

/* in a nested walk there are two current ones, and the pool has only two */
static void all_current_ones_are_spared(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(2, stage_orders[order]);
        stage_when_updated = nest;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
        CHECK_EQ(trp_pool_info(pool).refused, 10);
        CHECK_VALID(world);
    }
}

static void take_the_slot(trp_world *in, thing *self, trp_reason reason)
{
    CHECK_EQ(reason, TRP_REASON_STOLEN);
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_NULL_QUIET(in, trp_create(pool, &(thing){.id = self->id + 30}), TRP_BUSY);
    CHECK_EQ(trp_pool_count(pool), 3);
}

/* on_end of the stolen one creates too: it would steal the next one, endlessly */
static void nested_create_while_stealing(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        stage_when_recycled = take_the_slot;
        stage_thing(pool, 4);
        CHECK_LOG(GONE(3, 1), BORN(4));
        stage_thing(pool, 5);
        CHECK_LOG(GONE(3, 2), BORN(5));
        CHECK_EQ(trp_pool_count(pool), 3);
        CHECK_EQ(trp_pool_info(pool).stolen, 2);
        CHECK_VALID(world);
    }
}

static trp_pool *neighbour;

static void fill_the_neighbour(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    if (reason == TRP_REASON_STOLEN && trp_pool_of(in, &self->actor) == pool)
        stage_thing(neighbour, self->id + 10);
}

static void a_nested_create_elsewhere_steals_there(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        neighbour = stage_pool_as(world, stealing(2, stage_orders[order]));
        stage_things(neighbour, 21, 22);
        stage_log_clear();
        stage_when_recycled = fill_the_neighbour;
        stage_thing(pool, 4);
        CHECK_LOG(GONE(3, 1), GONE(3, 21), BORN(11), BORN(4));
        CHECK_VALID(world);
    }
}

static void recycle_another(trp_world *in, thing *self, trp_reason reason)
{
    if (self->id == 1 && reason == TRP_REASON_STOLEN)
        CHECK_RESULT(trp_recycle(in, &stage_find(pool, 2)->actor), TRP_OK);
}

static void on_end_of_the_stolen_makes_more_room(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        stage_when_recycled = recycle_another;
        stage_thing(pool, 4);
        CHECK_LOG(GONE(3, 1), GONE(1, 2), BORN(4));
        stage_thing(pool, 5);
        CHECK_LOG(BORN(5));
        CHECK_EQ(trp_pool_count(pool), 3);
        CHECK_VALID(world);
    }
}

static void always_take_the_slot(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    (void)reason;
    (void)trp_create(pool, &(thing){.id = self->id + 10});
}

/* every on_end creates: this ends when no actor is left to steal */
static void endless_stealing_ends(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        stage_when_recycled = always_take_the_slot;
        (void)trp_create(pool, &(thing){.id = 4});
        stage_when_recycled = NULL;
        CHECK(trp_pool_count(pool) <= 3);
        CHECK_VALID(world);
        CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
        stage_things(pool, 1, 3);
    }
}

/* in their turn, and with the right reason: none is stolen while the next one is expired */
static void expired_ones_are_pruned(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        CHECK_RESULT(trp_expire(world, &stage_find(pool, 1)->actor), TRP_OK);
        CHECK_RESULT(trp_expire(world, &stage_find(pool, 3)->actor), TRP_OK);
        stage_thing(pool, 4);
        CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1), BORN(4));
        CHECK_EQ(trp_pool_info(pool).expired, 1);
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
        CHECK_EQ(trp_pool_count(pool), 3);
        CHECK_EQ(trp_pool_info(pool).recycled, 1);
        CHECK_EQ(trp_pool_info(pool).refused, 0);
        CHECK_VALID(world);
    }
}

static void expire_itself_and_create(thing *self, const trp_context *in)
{
    if (self->id > 1)
        return;
    CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
    stage_thing(in->pool, 4);
    CHECK_EQ(trp_state_of(in->world, &self->actor), TRP_STATE_EXPIRED);
    CHECK_EQ(self->id, 1);
}

/* its update is still running: rule 13 */
static void the_current_one_is_not_pruned(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        stage_when_updated = expire_itself_and_create;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_EQ(trp_pool_info(pool).stolen, 1);
        CHECK_EQ(trp_pool_count(pool), 2);
        CHECK_VALID(world);
    }
}

static void count_the_gone(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    (void)self;
    (void)reason;
    left--;
}

/* as many creations as there are expired actors before it use these up, one each */
static void many_expired_ones_cost_one_each(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(100, stage_orders[order]);
        for (uint32_t id = 1; id <= 90; id++)
            CHECK_RESULT(trp_expire(world, &stage_find(pool, id)->actor), TRP_OK);
        stage_when_recycled = count_the_gone;
        left = 95;
        for (uint32_t id = 101; id <= 195; id++)
        {
            stage_thing(pool, id);
            CHECK_EQ(trp_pool_info(pool).expired, id <= 190 ? 190 - id : 0);
        }
        CHECK_EQ(left, 0);
        CHECK_EQ(trp_pool_info(pool).stolen, 5);
        CHECK_VALID(world);
    }
}

static void create_when_pruned(trp_world *in, thing *self, trp_reason reason)
{
    (void)in;
    if (reason == TRP_REASON_EXPIRED)
        CHECK(trp_create(pool, &(thing){.id = self->id + 20}) != NULL);
}

/* its update has returned when the tick prunes the next: it is no longer current */
static void one_that_was_updated_is_stolen(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(2, stage_orders[order]);
        const uint32_t first = order == NEWEST_FIRST ? 2 : 1;
        CHECK_RESULT(trp_expire(world, &stage_find(pool, 3 - first)->actor), TRP_OK);
        stage_when_recycled = create_when_pruned;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(first, GONE(2, 3 - first), GONE(3, first), BORN(23 - first));
        CHECK_VALID(world);
    }
}

const situation full_walk_situations[] = {
    {"stealing in an update", stealing_while_updated},
    {"stealing in a trp_for_each", stealing_while_visited},
    {"the only one, being updated, is not stolen", the_current_one_is_never_stolen},
    {"in nested walks all current ones are spared", all_current_ones_are_spared},
    {"on_end of the stolen one may not create there", nested_create_while_stealing},
    {"but elsewhere, and steal there", a_nested_create_elsewhere_steals_there},
    {"on_end of the stolen one makes more room", on_end_of_the_stolen_makes_more_room},
    {"stealing comes to an end", endless_stealing_ends},
    {"expired ones make room", expired_ones_are_pruned},
    {"but not the current one, expired in its own update", the_current_one_is_not_pruned},
    {"one whose update has returned may be stolen when the next is pruned",
     one_that_was_updated_is_stolen},
    {"many expired ones cost one each", many_expired_ones_cost_one_each},
};
const unsigned full_walk_situation_count =
    sizeof full_walk_situations / sizeof full_walk_situations[0];
