#include "../../../src/core/core.h" /* stamps near their end */
#include "../stage.h"

/* Layers: changes by callbacks to their order and to pools, during a call for a whole layer or a
 * tick. */

static trp_world *world;
static trp_pool *pools[3]; /* one per layer; the second one's actor acts */
static void (*act)(void);
static trp_handle awake, asleep;

static void act_once(thing *self, const trp_context *in)
{
    void (*const does)(void) = act;

    (void)in;
    if (self->id != 1 || does == NULL)
        return;
    act = NULL;
    does();
}

static void set_up(void (*does)(void))
{
    world = stage_world_as((trp_world_desc){.layers = 3});
    for (uint32_t i = 0; i < 3; i++)
    {
        trp_pool_desc desc = stage_desc(5, i == 2 ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY);
        desc.layer = i;
        pools[i] = stage_pool_as(world, desc);
        stage_thing(pools[i], i);
    }
    act = does;
    stage_when_updated = act_once;
    stage_log_clear();
}

static void tick(void)
{
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
}

static void move_pool_ahead(void)
{
    CHECK_RESULT(trp_pool_set_layer(pools[0], 2), TRP_OK);
}

static void move_pool_to_its_layer(void)
{
    CHECK_RESULT(trp_layer_set_enabled(world, 0, true), TRP_OK);
    CHECK_RESULT(trp_pool_set_layer(pools[0], 0), TRP_OK);
}

static void enable_and_move_ahead(void)
{
    CHECK_RESULT(trp_layer_set_enabled(world, 0, true), TRP_OK);
    CHECK_RESULT(trp_layer_set_place(world, 0, 2), TRP_OK);
}

static void enable_only(void)
{
    CHECK_RESULT(trp_layer_set_enabled(world, 0, true), TRP_OK);
    CHECK_RESULT(trp_layer_set_place(world, 2, 2), TRP_OK);
}

/* what a tick has passed in a disabled layer */
static void moved_from_a_disabled_layer(void)
{
    set_up(move_pool_ahead);
    CHECK_RESULT(trp_layer_set_enabled(world, 0, false), TRP_OK);
    tick();
    CHECK_LOG(1, 2, 0);
    tick();
    CHECK_LOG(1, 2, 0);
    set_up(move_pool_to_its_layer);
    CHECK_RESULT(trp_layer_set_enabled(world, 0, false), TRP_OK);
    tick();
    CHECK_LOG(1, 0, 2);
    set_up(enable_and_move_ahead);
    CHECK_RESULT(trp_layer_set_enabled(world, 0, false), TRP_OK);
    tick();
    CHECK_LOG(1, 2, 0);
    set_up(move_pool_ahead); /* an enabled one has had its update */
    tick();
    CHECK_LOG(0, 1, 2);
}

/* a layer that is only enabled stays at the tick's position, whatever else is moved */
static void enabled_where_the_tick_has_been(void)
{
    set_up(enable_only);
    CHECK_RESULT(trp_layer_set_enabled(world, 0, false), TRP_OK);
    tick();
    CHECK_LOG(1, 2);
    tick();
    CHECK_LOG(0, 1, 2);
}

static trp_pool *made;

static void whole(trp_pool *pool, const trp_context *in)
{
    (void)in;
    stage_log(60 + trp_pool_info(pool).layer);
}

static void make_after_and_ahead(void)
{
    for (uint32_t layer = 0; layer < 3; layer++)
        made = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                       .capacity = 1,
                                                       .layer = layer,
                                                       .update_pool = whole});
}

static void make_and_reorder(void)
{
    make_after_and_ahead();
    CHECK_RESULT(trp_layer_set_place(world, 2, 2), TRP_OK);
}

static void make_and_move_after(void)
{
    make_after_and_ahead();
    CHECK_RESULT(trp_pool_set_layer(made, 0), TRP_OK);
}

/* layer 0 is ahead again, and so is a pool that is created there */
static void move_ahead_and_make(void)
{
    CHECK_RESULT(trp_layer_set_place(world, 0, 2), TRP_OK);
    make_after_and_ahead();
}

static void made_where_the_tick_has_been(void)
{
    set_up(move_ahead_and_make);
    tick();
    CHECK_LOG(0, 1, 61, 2, 62, 60);
    set_up(make_after_and_ahead);
    tick();
    CHECK_LOG(0, 1, 61, 2, 62);
    tick();
    CHECK_LOG(0, 60, 1, 61, 2, 62);
    set_up(make_and_reorder);
    tick();
    CHECK_LOG(0, 1, 61, 2, 62);
    tick();
    CHECK_LOG(0, 60, 1, 61, 2, 62);
    set_up(make_and_move_after);
    tick();
    CHECK_LOG(0, 1, 60, 61, 2);
}

/* a callback that creates two actors, one of which sleeps */
static void on_expired(trp_actor *actor, const trp_event_context *in)
{
    trp_actor *sleeper;

    (void)actor;
    CHECK(in->user == NULL);
    awake = trp_handle_of(world, &stage_thing(in->pool, 8)->actor);
    sleeper = &stage_thing(in->pool, 9)->actor;
    asleep = trp_handle_of(world, sleeper);
    CHECK_RESULT(trp_deactivate(world, sleeper), TRP_OK);
}

static void born_while_all_expire(void)
{
    static trp_watcher watcher;

    for (uint32_t i = 0; i < 3; i++)
    {
        set_up(NULL);
        CHECK_RESULT(trp_deactivate(world, &stage_thing(pools[i], 4)->actor), TRP_OK);
        watcher = (trp_watcher){.function = on_expired, .events = TRP_EVENT_EXPIRED};
        watcher.pool = pools[i];
        CHECK_RESULT(trp_watch(world, &watcher), TRP_OK);
        stage_log_clear();
        CHECK_RESULT(trp_layer_clear(world, i, &(trp_ending){.later = true}), TRP_OK);
        CHECK_LOG(BORN(8), BORN(9), GONE(TRP_REASON_EXPIRED, 4));
        CHECK(trp_get(world, awake) != NULL);
        CHECK(trp_get(world, asleep) != NULL);
        CHECK_VALID(world);
    }
}

/* serials are renumbered in the meantime; up to the last slot */
static void sleepers_of_long_ago(void)
{
    set_up(NULL);
    trp__set_newest(world, TRP__STAMP_FLOOR + 10);
    stage_things(pools[0], 11, 14);
    CHECK_EQ(trp_pool_count(pools[0]), trp_pool_info(pools[0]).slots);
    for (uint32_t id = 11; id <= 14; id++)
        CHECK_RESULT(trp_deactivate(world, &stage_find(pools[0], id)->actor), TRP_OK);
    trp__set_newest(world, TRP__STAMP_FIRST - 100);
    CHECK_RESULT(trp_layer_clear(world, 0, &(trp_ending){.later = true}), TRP_OK);
    CHECK_EQ(trp_pool_count(pools[0]), 1);
    CHECK_EQ(trp_pool_info(pools[0]).active, 0);
    CHECK_VALID(world);
}

static void the_sleeper_in_the_last_slot(void)
{
    for (uint32_t i = 0; i < 3; i++)
    {
        set_up(NULL);
        stage_things(pools[i], 11, 14);
        CHECK_EQ(trp_pool_count(pools[i]), trp_pool_info(pools[i]).slots);
        for (uint32_t slot = 3; slot < 5; slot++)
            CHECK_RESULT(trp_deactivate(world, trp_pool_at(pools[i], slot)), TRP_OK);
        CHECK_RESULT(trp_layer_clear(world, i, &(trp_ending){.later = true}), TRP_OK);
        CHECK_EQ(trp_pool_count(pools[i]), 3); /* sleepers are recycled at once */
        tick();
        CHECK_EQ(trp_pool_count(pools[i]), 0);
        CHECK_VALID(world);
    }
}

static void the_sleeper_in_the_first_slot(void)
{
    for (uint32_t i = 0; i < 3; i++)
    {
        set_up(NULL);
        stage_things(pools[i], 11, 12);
        CHECK_RESULT(trp_deactivate(world, trp_pool_at(pools[i], 0)), TRP_OK);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pools[i], 1)), TRP_OK);
        CHECK_QUIET(world, trp_layer_clear(world, i, &(trp_ending){.later = true}), TRP_OK);
        CHECK_EQ(trp_pool_count(pools[i]), 1);
        CHECK_VALID(world);
    }
}

static void move_it(trp_world *in, thing *self, trp_reason reason)
{
    (void)self;
    (void)reason;
    for (uint32_t i = 0; i < 3; i++)
        CHECK_MISUSE(in, trp_pool_set_layer(pools[i], 1), TRP_BUSY);
    CHECK_MISUSE(in, trp_layer_set_place(in, 0, 2), TRP_BUSY);
}

static void nothing_is_moved_at_the_end(void)
{
    set_up(NULL);
    stage_when_recycled = move_it;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

const situation layer_change_situations[] = {
    {"what is moved from a disabled layer is updated once", moved_from_a_disabled_layer},
    {"what is enabled where the tick has been waits", enabled_where_the_tick_has_been},
    {"a pool made where the tick has been waits", made_where_the_tick_has_been},
    {"those born while a layer expires are spared", born_while_all_expire},
    {"sleepers expire however long they have slept", sleepers_of_long_ago},
    {"the sleeper in the last slot expires with the others", the_sleeper_in_the_last_slot},
    {"the sleeper in the first slot as well", the_sleeper_in_the_first_slot},
    {"nothing is moved while the world ends", nothing_is_moved_at_the_end},
};
const unsigned layer_change_situation_count =
    sizeof layer_change_situations / sizeof layer_change_situations[0];
