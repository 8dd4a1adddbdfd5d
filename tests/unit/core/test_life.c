#include "../stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_handle watched;

static void set_up(trp_order order)
{
    world = stage_world();
    pool = stage_pool(world, 8, order);
}

static void for_all_orders(void (*run)(void))
{
    for (int order = 0; order < 3; order++)
    {
        set_up(stage_orders[order]);
        run();
        CHECK_VALID(world);
    }
}

static void look_at_the_dead(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    CHECK(trp_get(in, watched) == NULL);
    CHECK(trp_handle_is_null(trp_handle_of(in, &self->actor)));
    CHECK_EQ(trp_state_of(in, &self->actor), TRP_STATE_EXPIRED);
    CHECK_EQ(self->data, 99);
    CHECK(trp_pool_of(in, &self->actor) == pool);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK(trp_first(in) == NULL);
    thing *other = stage_thing(pool, 50);
    CHECK(other != self);
    stage_when_recycled = NULL;
    CHECK_RESULT(trp_recycle(in, &other->actor), TRP_OK);
    CHECK_EQ(self->data, 99);
    CHECK_EQ(self->id, 1);
}

static thing *the_watched(void)
{
    thing *it = stage_thing(pool, 1);
    it->data = 99;
    watched = trp_handle_of(world, &it->actor);
    CHECK(trp_get(world, watched) == &it->actor);
    stage_when_recycled = look_at_the_dead;
    stage_log_clear();
    return it;
}

static void recycled(void)
{
    thing *it = the_watched();
    CHECK_QUIET(world, trp_recycle(world, &it->actor), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 1), BORN(50), GONE(TRP_REASON_RECYCLED, 50));
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_FREE);
    CHECK(trp_pool_of(world, &it->actor) == NULL);
    CHECK_EQ(trp_slot_of(world, &it->actor), TRP_NO_SLOT);
    CHECK_EQ(trp_pool_count(pool), 0);
}

static void expired_then_pruned(void)
{
    thing *it = the_watched();
    CHECK_QUIET(world, trp_expire(world, &it->actor), TRP_OK);
    CHECK_LOG();
    CHECK(trp_get(world, watched) == NULL);
    CHECK(trp_handle_is_null(trp_handle_of(world, &it->actor)));
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_EXPIRED);
    CHECK(trp_pool_of(world, &it->actor) == pool);
    CHECK(trp_slot_of(world, &it->actor) != TRP_NO_SLOT);
    CHECK_EQ(it->data, 99);
    CHECK(trp_first(world) == NULL);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1), BORN(50), GONE(TRP_REASON_RECYCLED, 50));
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_FREE);
}

static void pruned_by_for_each(void)
{
    thing *it = the_watched();
    CHECK_QUIET(world, trp_expire(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1), BORN(50), GONE(TRP_REASON_RECYCLED, 50));
}

static void expiring_twice(void)
{
    thing *it = stage_thing(pool, 1);
    for (int i = 0; i < 3; i++)
        CHECK_QUIET(world, trp_expire(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).expired, 1);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG();
    CHECK_EQ(trp_pool_info(pool).expired, 0);
    CHECK_EQ(trp_pool_info(pool).recycled, 1);
}

static void expiring_a_sleeper(void)
{
    thing *it = the_watched();
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_QUIET(world, trp_expire(world, &it->actor), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 1), BORN(50), GONE(TRP_REASON_RECYCLED, 50));
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_FREE);
}

static void recycling_an_expired_one(void)
{
    thing *it = stage_thing(pool, 1);
    CHECK_RESULT(trp_expire(world, &it->actor), TRP_OK);
    CHECK_QUIET(world, trp_recycle(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_FREE);
    CHECK_EQ(trp_pool_info(pool).recycled, 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).recycled, 1);
}

static void recycling_a_sleeper(void)
{
    thing *it = the_watched();
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_QUIET(world, trp_recycle(world, &it->actor), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 1), BORN(50), GONE(TRP_REASON_RECYCLED, 50));
}

static void sleep_keeps_all(void)
{
    stage_things(pool, 1, 3);
    thing *it = stage_find(pool, 2);
    it->data = 7;
    trp_handle handle = trp_handle_of(world, &it->actor);
    uint32_t slot = trp_slot_of(world, &it->actor);
    stage_log_clear();
    CHECK_QUIET(world, trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, &it->actor), TRP_STATE_ASLEEP);
    CHECK(trp_get(world, handle) == &it->actor);
    CHECK(trp_handle_equal(trp_handle_of(world, &it->actor), handle));
    CHECK_EQ(trp_slot_of(world, &it->actor), slot);
    CHECK(trp_pool_of(world, &it->actor) == pool);
    CHECK(trp_next(world, &it->actor) == NULL);
    CHECK(trp_prev(world, &it->actor) == NULL);
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_EQ(trp_pool_info(pool).active, 2);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
    CHECK_QUIET(world, trp_activate(world, &it->actor), TRP_OK);
    CHECK(trp_get(world, handle) == &it->actor);
    CHECK_EQ(it->data, 7);
    CHECK_EQ(trp_pool_info(pool).active, 3);
}

static void asleep_and_awake(void)
{
    for_all_orders(sleep_keeps_all);
    set_up(TRP_ORDER_MEMORY);
    sleep_keeps_all();
    CHECK_LOG(1, 3, 1, 3);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 2, 3);
    set_up(TRP_ORDER_NEWEST);
    sleep_keeps_all();
    CHECK_LOG(3, 1, 3, 1);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(2, 3, 1);
    set_up(TRP_ORDER_OLDEST);
    sleep_keeps_all();
    CHECK_LOG(1, 3, 1, 3);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, 3, 2);
}

static void refuse_calls_on_the_dead(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    CHECK_MISUSE(in, trp_recycle(in, &self->actor), TRP_BUSY);
    CHECK_MISUSE(in, trp_expire(in, &self->actor), TRP_BUSY);
    CHECK_MISUSE(in, trp_activate(in, &self->actor), TRP_BUSY);
    CHECK_MISUSE(in, trp_deactivate(in, &self->actor), TRP_BUSY);
    CHECK_EQ(trp_state_of(in, &self->actor), TRP_STATE_EXPIRED);
    stage_forget();
}

static void structural_calls_in_on_end(void)
{
    stage_things(pool, 1, 3);
    stage_log_clear();
    stage_when_recycled = refuse_calls_on_the_dead;
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, 2)->actor), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2));
    CHECK_EQ(trp_pool_count(pool), 2);
    CHECK_EQ(trp_pool_info(pool).recycled, 1);
}

static void recycle_the_next(trp_world *in, thing *self, trp_reason reason)
{
    thing *next = stage_find(pool, self->id + 1);
    (void)reason;
    if (next)
        CHECK_RESULT(trp_recycle(in, &next->actor), TRP_OK);
}

static void on_end_recycles_others(void)
{
    stage_things(pool, 1, 8);
    stage_log_clear();
    stage_when_recycled = recycle_the_next;
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, 5)->actor), TRP_OK);
    CHECK_LOG(GONE(1, 5), GONE(1, 6), GONE(1, 7), GONE(1, 8));
    CHECK_EQ(trp_pool_count(pool), 4);
}

static void cleared(void)
{
    stage_things(pool, 1, 4);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 2)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_info(pool).recycled, 4);
    CHECK(trp_first(world) == NULL);
}

static void cleared_in_list_order(void)
{
    set_up(TRP_ORDER_MEMORY);
    cleared();
    CHECK_LOG(GONE(4, 1), GONE(4, 3), GONE(4, 4), GONE(4, 2));
    set_up(TRP_ORDER_NEWEST);
    cleared();
    CHECK_LOG(GONE(4, 4), GONE(4, 3), GONE(4, 1), GONE(4, 2));
    set_up(TRP_ORDER_OLDEST);
    cleared();
    CHECK_LOG(GONE(4, 1), GONE(4, 3), GONE(4, 4), GONE(4, 2));
    CHECK_EQ(TRP_REASON_CLEARED, 4);
}

static void try_to_create(trp_world *in, thing *self, trp_reason reason)
{
    CHECK_EQ(reason, TRP_REASON_CLEARED);
    (void)self;
    CHECK_NULL_QUIET(in, trp_create(pool, NULL), TRP_BUSY);
    CHECK_NULL_QUIET(in, trp_create_with(pool, &(trp_birth){.optional = true}), TRP_BUSY);
}

static void nothing_is_created_in_a_clear(void)
{
    stage_things(pool, 1, 4);
    stage_when_recycled = try_to_create;
    CHECK_QUIET(world, trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_info(pool).refused, 0);
    stage_when_recycled = NULL;
    stage_things(pool, 5, 12);
    CHECK_EQ(trp_pool_count(pool), 8);
}

static void clear_a_clear(trp_world *in, thing *self, trp_reason reason)
{
    trp_actor *first = trp_first(in);
    CHECK_EQ(reason, self->id == 3 ? TRP_REASON_RECYCLED : TRP_REASON_CLEARED);
    if (self->id == 1)
        CHECK_RESULT(trp_recycle(in, &stage_find(pool, 3)->actor), TRP_OK);
    else if (first && trp_as(thing, first)->id == 5)
        CHECK_RESULT(trp_deactivate(in, first), TRP_OK);
}

static void a_clear_is_disturbed(void)
{
    set_up(TRP_ORDER_OLDEST);
    stage_things(pool, 1, 6);
    stage_log_clear();
    stage_when_recycled = clear_a_clear;
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_LOG(GONE(4, 1), GONE(1, 3), GONE(4, 2), GONE(4, 4), GONE(4, 6), GONE(4, 5));
    CHECK_VALID(world);
}

static void wake_the_other_sleeper(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    if (self->id == 2)
        CHECK_RESULT(trp_activate(in, &stage_find(pool, 3)->actor), TRP_OK);
}

static void a_sleeper_wakes_another_in_a_clear(void)
{
    stage_things(pool, 1, 4);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 2)->actor), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 3)->actor), TRP_OK);
    stage_things(pool, 5, 8);
    CHECK_EQ(trp_pool_count(pool), trp_pool_info(pool).slots);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 7)), TRP_OK); /* in the last slot */
    stage_log_clear();
    stage_when_recycled = wake_the_other_sleeper;
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
}

static void shut_down(void)
{
    trp_pool *second = stage_pool(world, 3, TRP_ORDER_OLDEST);
    stage_things(second, 11, 12);
    stage_things(pool, 1, 2);
    CHECK_RESULT(trp_deactivate(world, &stage_find(second, 11)->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &stage_find(pool, 1)->actor), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    world = stage_world();
}

static void no_creation_at_the_end(trp_world *in, thing *self, trp_reason reason)
{
    trp_pool_desc desc = stage_desc(1, TRP_ORDER_MEMORY);
    (void)self;
    CHECK_EQ(reason, TRP_REASON_SHUTDOWN);
    CHECK(trp_create(trp_world_pool(in, 0), NULL) == NULL);
    CHECK_RESULT(trp_last_result(in), TRP_BUSY);
    CHECK(trp_create(trp_world_pool(in, 1), NULL) == NULL);
    CHECK(trp_pool_create(in, &desc) == NULL);
    CHECK_RESULT(trp_last_result(in), TRP_BUSY);
    CHECK_RESULT(trp_world_destroy(in), TRP_BUSY);
    stage_log(77);
}

static void the_end(void)
{
    set_up(TRP_ORDER_MEMORY);
    stage_pool(world, 3, TRP_ORDER_OLDEST);
    stage_things(pool, 1, 2);
    stage_things(trp_world_pool(world, 1), 3, 4);
    stage_log_clear();
    stage_when_recycled = no_creation_at_the_end;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG(GONE(6, 1), 77, GONE(6, 2), 77, GONE(6, 3), 77, GONE(6, 4), 77);
    CHECK_EQ(TRP_REASON_SHUTDOWN, 6);
}

static void the_end_goes_layer_by_layer(void)
{
    world = stage_world_as((trp_world_desc){.layers = 2});
    for (uint32_t i = 0; i < 4; i++)
    {
        trp_pool_desc desc = stage_desc(3, i < 2 ? TRP_ORDER_NEWEST : TRP_ORDER_MEMORY);
        desc.layer = 1 - i % 2;
        stage_things(stage_pool_as(world, desc), 10 * i, 10 * i + 1);
    }
    stage_log_clear();
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG(GONE(6, 11), GONE(6, 10), GONE(6, 30), GONE(6, 31), GONE(6, 1), GONE(6, 0),
              GONE(6, 20), GONE(6, 21));
}

static void null_is_gone(void)
{
    set_up(TRP_ORDER_MEMORY);
    CHECK_QUIET(world, trp_recycle(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_expire(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_activate(world, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_deactivate(world, NULL), TRP_GONE);
    CHECK_RESULT(trp_world_destroy(NULL), TRP_GONE);
    CHECK_EQ(trp_state_of(world, NULL), TRP_STATE_NONE);
    CHECK(trp_pool_of(world, NULL) == NULL);
    CHECK_EQ(trp_slot_of(world, NULL), TRP_NO_SLOT);
    CHECK(trp_handle_is_null(trp_handle_of(world, NULL)));
    CHECK(trp_as_in(thing, actor, NULL) == NULL);
    CHECK(trp_as(thing, NULL) == NULL);
    CHECK(trp_as(thing, NULL) == NULL);
}

static void every_order_recycled(void)
{
    for_all_orders(recycled);
}
static void every_order_expired(void)
{
    for_all_orders(expired_then_pruned);
    for_all_orders(pruned_by_for_each);
}
static void every_order_expired_twice(void)
{
    for_all_orders(expiring_twice);
}
static void every_order_sleeper(void)
{
    for_all_orders(expiring_a_sleeper);
    for_all_orders(recycling_a_sleeper);
}
static void every_order_expired_recycled(void)
{
    for_all_orders(recycling_an_expired_one);
}
static void every_order_on_end(void)
{
    for_all_orders(structural_calls_in_on_end);
    for_all_orders(on_end_recycles_others);
}
static void every_order_clear(void)
{
    for_all_orders(nothing_is_created_in_a_clear);
}
static void every_order_clear_again(void)
{
    for_all_orders(a_sleeper_wakes_another_in_a_clear);
}
static void every_order_shutdown(void)
{
    for_all_orders(shut_down);
}

const situation life_situations[] = {
    {"recycled: notified once, handle dead, data readable, slot not yet free",
     every_order_recycled},
    {"expired: the handle dies now, the rest when a walk comes by", every_order_expired},
    {"expiring twice does nothing", every_order_expired_twice},
    {"a sleeper that is expired or recycled goes at once", every_order_sleeper},
    {"what has expired can be recycled, once", every_order_expired_recycled},
    {"sleepers keep slot, data and handle", asleep_and_awake},
    {"on_end may do anything but to its actor", every_order_on_end},
    {"a clear goes in list order, then through sleepers", cleared_in_list_order},
    {"nothing is created in a pool that is being cleared", every_order_clear},
    {"a clear goes on whatever on_end does", a_clear_is_disturbed},
    {"a clear goes round again for a sleeper that was woken", every_order_clear_again},
    {"shutdown recycles all, in every state", every_order_shutdown},
    {"at shutdown nothing is created", the_end},
    {"shutdown goes layer by layer, pool by pool", the_end_goes_layer_by_layer},
    {"NULL is TRP_GONE and no mistake", null_is_gone},
};
const unsigned life_situation_count = sizeof life_situations / sizeof life_situations[0];
