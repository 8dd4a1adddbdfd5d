/*
 * Parts of the world in list order: drawing and updating if only some pools of a segment are in the
 * space, if actors sleep, if layers are invisible. Also callbacks during these passes.
 */
#include "../../../src/core/part.h"   /* calls that no snapshot can cause */
#include "../../../src/space/space.h" /* the same */
#include "../snapshot_scene.h"
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void draw_it(const trp_actor *self, const trp_view *view)
{
    stage_log(trp_as(boxed, self)->id);
}

static trp_pool *drawn_pool(trp_order order, uint32_t layer, trp_pool *joins)
{
    trp_pool_desc desc = space_pool_desc(8, order);

    desc.draw = draw_it;
    desc.layer = layer;
    desc.joins = joins;
    return stage_pool_as(world, desc);
}

static void enter(trp_pool *all)
{
    CHECK_RESULT(
        trp_space_add_pool(space, all, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
}

static void begin(uint32_t capacity, trp_space_desc desc)
{
    world = stage_world_as((trp_world_desc){.layers = 2});
    desc.capacity = capacity;
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    space_when_found = NULL;
    stage_log_clear();
}

static void draw(float width)
{
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(0, 0, width, 10), NULL, 0), TRP_OK);
}

static boxed *put(trp_pool *in, uint32_t id)
{
    return space_box(in, id, 10 * (float)id, 0, 4, 4);
}

/* one of two pools in a segment is in the space, and a segment is not in it at all */
static void pools_that_are_not_in_it(void)
{
    trp_pool *in;
    trp_pool *beside;
    trp_pool *outside;

    begin(16, (trp_space_desc){0});
    outside = drawn_pool(TRP_ORDER_NEWEST, 0, NULL);
    beside = drawn_pool(TRP_ORDER_OLDEST, 0, NULL);
    in = drawn_pool(TRP_ORDER_OLDEST, 0, beside);
    enter(in);
    for (uint32_t id = 1; id <= 12; id++)
        put(id % 3 == 0 ? in : id % 3 == 1 ? beside : outside, id);
    draw(65);
    CHECK_LOG(3, 6);
    draw(1000);
    CHECK_LOG(3, 6, 9, 12);
    CHECK_EQ(trp_space_info(space).count, 4);
}

static void invisible_layers(void)
{
    trp_pool *seen;
    trp_pool *unseen;
    trp_pool *in_age_order;
    trp_pool *in_memory_order;
    trp_pool *undrawn;

    begin(32, (trp_space_desc){0});
    unseen = drawn_pool(TRP_ORDER_OLDEST, 0, NULL);
    in_memory_order = drawn_pool(TRP_ORDER_MEMORY, 0, NULL);
    in_age_order = drawn_pool(TRP_ORDER_OLDEST, 0, NULL);
    undrawn = stage_pool_as(world, space_pool_desc(8, TRP_ORDER_OLDEST));
    seen = drawn_pool(TRP_ORDER_OLDEST, 1, NULL);
    {
        trp_pool *const all[] = {seen, unseen, in_memory_order, in_age_order, undrawn};
        for (int i = 0; i < 5; i++)
            enter(all[i]);
        for (uint32_t id = 1; id <= 10; id++)
            put(all[id % 5], id);
    }
    CHECK_RESULT(trp_layer_set_visible(world, 0, false), TRP_OK);
    draw(75); /* some */
    CHECK_LOG(5);
    draw(1000); /* all */
    CHECK_LOG(5, 10);
    CHECK_RESULT(trp_layer_set_visible(world, 0, true), TRP_OK);
    draw(75);
    CHECK_LOG(1, 6, 2, 7, 3, 5);
    draw(1000);
    CHECK_LOG(1, 6, 2, 7, 3, 8, 5, 10);
}

static void sleepers_are_found_but_not_drawn(void)
{
    for (int order = IN_MEMORY_ORDER; order <= NEWEST_FIRST; order++)
    {
        begin(8, (trp_space_desc){.sleepers = TRP_SLEEPERS_STAY});
        pool = drawn_pool(stage_orders[order], 0, NULL);
        enter(pool);
        for (uint32_t id = 1; id <= 8; id++)
            put(pool, id);
        CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 2)), TRP_OK);
        stage_log_clear();
        CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 55, 9)}, space_log,
                                 NULL),
                 5);
        draw(45);
        if (order == NEWEST_FIRST)
            CHECK_LOG(4, 2, 1);
        else
            CHECK_LOG(1, 2, 4);
    }
}

/* free slots, actors outside of the space, entries of those that were there before */
static void some_are_not_in_it(void)
{
    for (int round = 0; round < 2; round++)
    {
        const trp_order order = round == 0 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST;
        begin(16, (trp_space_desc){0});
        pool = drawn_pool(order, 0, NULL);
        enter(pool);
        for (uint32_t id = 1; id <= 6; id++)
            put(pool, id);
        CHECK_RESULT(trp_space_remove(space, trp_pool_at(pool, 0)), TRP_OK);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 1)), TRP_OK);
        draw(1000);
        CHECK_LOG(3, 4, 5, 6);
        draw(55);
        CHECK_LOG(3, 4, 5);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 3)), TRP_OK);
        put(pool, 2);
        draw(1000);
        if (order == TRP_ORDER_MEMORY)
            CHECK_LOG(2, 3, 5, 6);
        else
            CHECK_LOG(3, 5, 6, 2);
        draw(55);
        if (order == TRP_ORDER_MEMORY)
            CHECK_LOG(2, 3, 5);
        else
            CHECK_LOG(3, 5, 2);
        CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, 0)), TRP_OK);
        draw(35);
        if (order == TRP_ORDER_MEMORY)
            CHECK_LOG(1, 2, 3);
        else
            CHECK_LOG(1, 3, 2);
    }
}

static void draws_all(trp_actor *actor, const trp_event_context *in)
{
    draw(1000);
}

/* a watcher that is notified before the space: the expired one is still in it */
static void an_expired_one_is_not_drawn(void)
{
    static trp_watcher first;

    begin(8, (trp_space_desc){0});
    pool = drawn_pool(TRP_ORDER_OLDEST, 0, NULL);
    enter(pool);
    for (uint32_t id = 1; id <= 3; id++)
        put(pool, id);
    first = (trp_watcher){.function = draws_all, .events = TRP_EVENT_EXPIRED};
    first.pool = pool;
    CHECK_RESULT(trp_watch(world, &first), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_expire(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_LOG(1, 3);
}

static void stop_it(const trp_actor *self, const trp_view *view)
{
    draw_it(self, view);
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
}

static void drawing_goes_on(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);

    begin(4, (trp_space_desc){0});
    desc.draw = stop_it;
    pool = stage_pool_as(world, desc);
    enter(pool);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    draw(35);
    CHECK_LOG(1, 2, 3);
}

static void update_and_stop(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as(boxed, self)->id);
    if (trp_as(boxed, self)->id == 2)
        CHECK_RESULT(trp_space_stop(space), TRP_OK);
}

static void an_update_is_stopped(void)
{
    trp_context tick = {0};

    begin(8, (trp_space_desc){0});
    pool = drawn_pool(TRP_ORDER_MEMORY, 0, NULL);
    enter(pool);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    tick.world = world;
    tick.pool = pool;
    stage_log_clear();
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 99, 9), update_and_stop, &tick), 2);
    CHECK_LOG(1, 2);
}

static void shift_it(const trp_actor *self, const trp_view *view)
{
    draw_it(self, view);
    CHECK_MISUSE(world, trp_space_shift(space, 1, 1), TRP_BUSY);
}

static void the_origin_stays_while_drawing(void)
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);

    begin(4, (trp_space_desc){0});
    desc.draw = shift_it;
    pool = stage_pool_as(world, desc);
    enter(pool);
    put(pool, 1);
    draw(99);
    CHECK_LOG(1);
    CHECK_MISUSE(world, trp_space_shift(space, 0, NAN), TRP_ERR_VALUE);
}

/* Hooks */

static void one_of_several_is_refused(void)
{
    boxed *bad;

    begin(4, (trp_space_desc){0});
    pool = drawn_pool(TRP_ORDER_MEMORY, 0, NULL);
    enter(pool);
    put(pool, 1);
    bad = put(pool, 2);
    put(pool, 3)->box.x = 5;
    bad->box.x = NAN;
    CHECK_MISUSE(world, trp_space_moved_all(space, NULL), TRP_ERR_VALUE);
    CHECK(told.actor == &bad->actor);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 25, 9)}, NULL, NULL),
             3);
}

/* Snapshots */

static void in_a_world_with_sweeps(trp_space_desc desc)
{
    space = trp_space_create(world, &desc);
    CHECK(space != NULL);
    enter(pool);
}

static uint32_t swept(void)
{
    CHECK_RESULT(trp_space_moved_all(space, NULL), TRP_OK);
    return trp_space_pairs(space, &(trp_pairing){.swept = true}, NULL, NULL);
}

static void where_boxes_were_is_restored(void)
{
    const trp_space_desc desc = {.capacity = 4, .sweeps = true, .manual_moves = true};
    boxed *bullet;
    size_t bytes;
    uint64_t hash;

    begin(1, (trp_space_desc){0});
    pool = drawn_pool(TRP_ORDER_MEMORY, 0, NULL);
    in_a_world_with_sweeps(desc);
    put(pool, 5); /* a wall */
    bullet = put(pool, 1);
    CHECK_EQ(swept(), 0);
    bytes = snapshot_save_to(world, 0);
    hash = trp_hash_world(world);
    bullet->box.x = 100;
    CHECK_EQ(swept(), 1);
    CHECK_EQ(swept(), 0);
    CHECK(trp_hash_world(world) != hash);
    CHECK_RESULT(trp_snapshot_restore(world, snapshot_memory[0], bytes), TRP_OK);
    CHECK_EQ(trp_hash_world(world), hash);
    bullet->box.x = 100;
    CHECK_EQ(swept(), 1);
}

/* a space with less room than the one of the snapshot */
static void a_smaller_space_takes_no_snapshot(void)
{
    const trp_space_desc large = {.capacity = 8};
    const trp_space_desc smaller = {.capacity = 1};
    const trp__part_table table = trp__space_part();
    size_t bytes;

    begin(1, (trp_space_desc){0});
    CHECK_RESULT(trp_space_destroy(space), TRP_OK);
    pool = drawn_pool(TRP_ORDER_MEMORY, 0, NULL);
    in_a_world_with_sweeps(large);
    for (uint32_t id = 1; id <= 3; id++)
        space_box(pool, id, (float)id, 0, 8, 8);
    bytes = table.bytes(&space->part);
    table.save(&space->part, snapshot_memory[0]);
    CHECK(table.fits(&space->part, snapshot_memory[0], bytes));
    CHECK_RESULT(trp_space_destroy(space), TRP_OK);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    in_a_world_with_sweeps(smaller);
    CHECK(!table.fits(&space->part, snapshot_memory[0], bytes));
}

const situation space_order_situations[] = {
    {"pools of which only some are in the space are drawn", pools_that_are_not_in_it},
    {"what is in an invisible layer, or has no draw, is not drawn", invisible_layers},
    {"sleepers that stay are found, but not drawn", sleepers_are_found_but_not_drawn},
    {"free slots, and those outside of the space, are not drawn", some_are_not_in_it},
    {"an expired actor is not drawn before the space knows", an_expired_one_is_not_drawn},
    {"drawing cannot be stopped", drawing_goes_on},
    {"updating a part of the world can be stopped", an_update_is_stopped},
    {"the origin is not shifted while drawing, nor by what is no number",
     the_origin_stays_while_drawing},
    {"one of several boxes is refused", one_of_several_is_refused},
    {"where boxes were before a swept pass is restored", where_boxes_were_is_restored},
    {"a space with less room does not take a snapshot", a_smaller_space_takes_no_snapshot},
};
const unsigned space_order_situation_count =
    sizeof space_order_situations / sizeof space_order_situations[0];
