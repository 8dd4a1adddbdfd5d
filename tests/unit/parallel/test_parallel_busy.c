/* Calls that are refused in a part: with a result, but without a write to shared memory. */
#ifndef TRP_PLACES
#define TRP_PLACES
#endif
#include "../../../src/core/core.h"   /* the place of a call, as debug builds set it */
#include "../../../src/debug/debug.h" /* whether a tool watches memory */
#include "../parallel_scene.h"
#include "../space_stage.h"

SITUATIONS(parallel_busy);

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
    trp_time until;
} rock;

static trp_world *world;
static trp_pool *pool, *old; /* in memory order, in an age order */
static trp_space *space;
static trp_contacts *touching;
static trp_group group;
static trp_family family;
static trp_timers *timers;
static trp_queue *queue;
static trp_system rules;
static trp_watcher watcher;
static trp_region region;
static rock *self;
static trp_actor *elder;
static unsigned visits;

static void visit(trp_actor *actor, const trp_context *in)
{
    visits++;
}

static void find(trp_actor *actor, const trp_context *in)
{
    visit(actor, in);
}

static void pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    visit(b, NULL);
}

static void contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    visit(a, NULL);
}

static void update(trp_actor *actor, const trp_context *in)
{
    visit(actor, NULL);
}

/* Each in its own function, so that a failure names its line. */

static void changes_lives(void)
{
    trp_actor *own = &self->actor;

    CHECK(trp_create(pool, NULL) == NULL && trp_create(old, NULL) == NULL);
    CHECK(trp_create(pool, self) == NULL);
    CHECK(trp_create_with(old, &(trp_birth){.optional = true}) == NULL);
    CHECK(trp_adopt(pool, own) == NULL);
    CHECK_EQ(trp_create_many(pool, 3, NULL, NULL), 0);
    CHECK_RESULT(trp_recycle(world, own), TRP_BUSY);
    CHECK_RESULT(trp_recycle(world, elder), TRP_BUSY);
    CHECK_RESULT(trp_recycle(world, (trp_actor *)(void *)&family), TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_expire(world, own), TRP_BUSY);
    CHECK_RESULT(trp_recycle_with(world, own, &(trp_ending){.reason = TRP_REASON_RECYCLED}),
                 TRP_BUSY);
    CHECK_RESULT(
        trp_recycle_with(world, own, &(trp_ending){.reason = TRP_REASON_RECYCLED, .later = true}),
        TRP_BUSY);
    CHECK_RESULT(trp_activate(world, own), TRP_BUSY);
    CHECK_RESULT(trp_deactivate(world, own), TRP_BUSY);
    CHECK_RESULT(trp_mark_changed(world, own), TRP_BUSY);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, stage_is_always, NULL), 0);
    CHECK_EQ(trp_pool_recycle_if(pool, &(trp_ending){.later = true}, stage_is_always, NULL), 0);
    CHECK_RESULT(trp_expire_in(world, own, trp_seconds(1)), TRP_BUSY);
    CHECK_RESULT(trp_expire_in(world, own, trp_ticks(1)), TRP_BUSY);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_BUSY);
    CHECK_RESULT(trp_for_each(old, visit, NULL), TRP_BUSY);
}

static void changes_pools_and_layers(void)
{
    CHECK(trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 1}) ==
          NULL);
    CHECK(trp_pool_create(world, NULL) == NULL);
    CHECK_RESULT(trp_pool_set_time_scale(pool, 2), TRP_BUSY);
    CHECK_RESULT(trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER), TRP_BUSY);
    CHECK_RESULT(trp_pool_trim(pool), TRP_BUSY);
    CHECK_RESULT(trp_pool_set_layer(pool, 1), TRP_BUSY);
    CHECK_RESULT(trp_pool_set_parallel_for(pool, in_order, NULL), TRP_BUSY);
    CHECK_RESULT(trp_world_set_time_scale(world, 2), TRP_BUSY);
    CHECK_RESULT(trp_layer_set_time_scale(world, 0, 2), TRP_BUSY);
    CHECK_RESULT(trp_layer_set_enabled(world, 0, false), TRP_BUSY);
    CHECK_RESULT(trp_layer_set_visible(world, 0, false), TRP_BUSY);
    CHECK_RESULT(trp_layer_set_place(world, 0, 1), TRP_BUSY);
    CHECK_RESULT(trp_layer_clear(world, 0, NULL), TRP_BUSY);
    CHECK_RESULT(trp_layer_clear(world, 0, &(trp_ending){.later = true}), TRP_BUSY);
    CHECK_RESULT(trp_layer_for_each(world, 0, visit, NULL), TRP_BUSY);
    CHECK_RESULT(trp_update_all(world, 1), TRP_BUSY);
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_BUSY);
    CHECK_RESULT(trp_world_destroy(world), TRP_BUSY);
    CHECK(trp_set_tag(world, "tag") == NULL);
    trp__set_place(world, trp__place_at("somewhere", 5));
}

static void changes_modules(void)
{
    trp_actor *own = &self->actor;
    static trp_group other_group;
    static trp_family other_family;

    CHECK_RESULT(trp_group_add(&group, own), TRP_BUSY);
    CHECK_RESULT(trp_group_remove(&group, own), TRP_BUSY);
    CHECK_RESULT(trp_group_clear(&group), TRP_BUSY);
    CHECK_RESULT(trp_group_prune(&group), TRP_BUSY);
    CHECK_RESULT(trp_group_for_each(&group, visit, NULL), TRP_BUSY);
    CHECK_RESULT(trp_group_free(&group), TRP_BUSY);
    CHECK_RESULT(trp_group_init(&other_group, world, NULL), TRP_BUSY);
    CHECK_RESULT(trp_family_attach(&family, own, elder), TRP_BUSY);
    CHECK_RESULT(trp_family_detach(&family, own), TRP_BUSY);
    CHECK_RESULT(trp_family_for_each(&family, own, visit, NULL), TRP_BUSY);
    CHECK_RESULT(trp_family_add(&family, old), TRP_BUSY);
    CHECK_RESULT(trp_family_remove(&family, pool), TRP_BUSY);
    CHECK_RESULT(trp_family_free(&family), TRP_BUSY);
    CHECK_RESULT(trp_family_init(&other_family, world, NULL), TRP_BUSY);
    CHECK_RESULT(trp_timer_start(timers, own, trp_ticks(3)), TRP_BUSY);
    CHECK_RESULT(trp_timer_stop(timers, own), TRP_BUSY);
    CHECK_RESULT(trp_timers_destroy(timers), TRP_BUSY);
    CHECK(trp_timers_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_queue_post(queue, &visits), TRP_BUSY);
    CHECK_RESULT(trp_queue_flush(queue), TRP_BUSY);
    CHECK_RESULT(trp_queue_destroy(queue), TRP_BUSY);
    CHECK(trp_queue_create(
              world, &(trp_queue_desc){.play = stage_play_nothing, .size = 4, .capacity = 1}) ==
          NULL);
    CHECK_RESULT(trp_system_add(world, &(trp_system){0}), TRP_BUSY);
    CHECK_RESULT(trp_system_remove(world, &rules), TRP_BUSY);
    CHECK_RESULT(trp_watch(world, &(trp_watcher){.function = stage_hear_nothing}), TRP_BUSY);
    CHECK_RESULT(trp_unwatch(world, &watcher), TRP_BUSY);
    CHECK_RESULT(trp_region_add(world, &(trp_region){.start = &visits, .bytes = 4}), TRP_BUSY);
    CHECK_RESULT(trp_region_remove(world, &region), TRP_BUSY);
}

static void changes_spaces(void)
{
    trp_actor *own = &self->actor;
    const trp_area all = {0};

    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 1}) == NULL);
    CHECK_RESULT(trp_space_destroy(space), TRP_BUSY);
    CHECK(trp_contacts_create(space, &(trp_contacts_desc){.on_contact = contact}) == NULL);
    CHECK_RESULT(trp_contacts_destroy(touching), TRP_BUSY);
    CHECK_RESULT(trp_space_add(space, own), TRP_BUSY);
    CHECK_RESULT(trp_space_remove(space, own), TRP_BUSY);
    CHECK_RESULT(trp_space_set_bits(space, own, 1, 1), TRP_BUSY);
    CHECK_RESULT(trp_space_moved(space, own), TRP_BUSY);
    CHECK_RESULT(trp_space_moved_all(space, NULL), TRP_BUSY);
    CHECK_RESULT(trp_space_moved_all(space, pool), TRP_BUSY);
    CHECK_RESULT(trp_space_shift(space, 1, 1), TRP_BUSY);
    CHECK_RESULT(trp_space_add_pool(space, old, &(trp_space_pool_desc){.box = 1}), TRP_BUSY);
    CHECK_RESULT(trp_space_remove_pool(space, pool), TRP_BUSY);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = all}, find, NULL), 0);

    CHECK_EQ(trp_space_pairs(space, NULL, pair, NULL), 0);
    CHECK_EQ(trp_contacts_run(touching), 0);
    CHECK_EQ(trp_space_update(space, all, update, &(trp_context){.world = world, .pool = pool}), 0);
    CHECK_RESULT(trp_space_draw(space, all, NULL, 0), TRP_BUSY);
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
}

/* A walk that is left by `return` would stay open. */
static bool has_any(const trp_pool *of)
{
    trp_each (rock, it, of)
        return true;
    return false;
}

/* The checks of debug builds report nothing there. */
static void names_another_type(trp_actor *own)
{
    const trp__named_type other = {sizeof(rock), offsetof(rock, actor), "other", NULL, 0};

    trp__check_as(own, &other);
    CHECK(trp__check_walk(pool, &other) == pool);
    CHECK(trp__check_group(&group, &other) == &group);
}

/* Queries work. */
static void asks(void)
{
    trp_actor *own = &self->actor;
    trp_box box;
    uint32_t seen = 0;

    CHECK(trp_get(world, trp_handle_of(world, own)) == own);
    CHECK_EQ(trp_state_of(world, own), TRP_STATE_ACTIVE);
    CHECK_EQ(trp_pool_count(old), 3);
    trp_each (rock, it, pool)
        seen++;
    CHECK_EQ(seen, trp_pool_info(pool).active);
    trp_each (rock, it, old) {
        seen += it->x == 7;
        if (it->x == 7)
            break;
    }
    trp_each (rock, it, old)
        seen++;
    CHECK_EQ(seen, trp_pool_info(pool).active + 4);
    CHECK(has_any(pool) && has_any(old));
    CHECK(trp_next(world, own) != NULL && trp_prev(world, elder) != NULL);
    CHECK(trp_next(world, elder) != NULL && trp_first(world) != NULL);
    CHECK_EQ(trp_group_measure(&group), 1);
    CHECK(trp_group_has(&group, own));
    CHECK(space_box_of(space, own, &box) && trp_space_member(space, own, NULL));
    CHECK(!trp_space_touch(space, own, elder, NULL));
    CHECK_EQ(trp_space_info(space).count, trp_space_info(space).count);
    CHECK(trp_timer_is_running(timers, own));
    CHECK(trp_hash_world(world) != 0);
    CHECK_OK(trp_world_validate(world));
    CHECK(trp_random(world, own, 1, 1) != 0);
    names_another_type(own);
}

/* The world's bytes, except the word that names a refused call. Tools that watch memory find such
 * writes themselves, and report reads of free slots. */
static uint64_t sum_world(void)
{
    uint64_t sum = 0;

    world->refused = NULL;

#if !TRP__POISONS
    const unsigned char *bytes = stage_memory();
    for (uint32_t i = 0; i < STAGE_BYTES; i++)
        sum = (sum ^ bytes[i]) * 0x100000001B3u;
#endif
    return sum;
}

static void (*const parts_do[])(void) = {changes_lives, changes_pools_and_layers, changes_modules,
                                         changes_spaces, asks};

static void try_all(trp_part *part, const trp_context *in)
{
    for (unsigned i = 0; i < sizeof parts_do / sizeof parts_do[0]; i++) {
        const uint64_t before = sum_world();
        parts_do[i]();
        CHECK_EQ(sum_world(), before);
        CHECK_EQ(told.count, 0);
    }
    visits += 1000;
}

static void make_modules(void)
{
    space = MADE(trp_space_create(world, &(trp_space_desc){.capacity = 20, .hits = 80}));
    touching = trp_contacts_create(space, &(trp_contacts_desc){.on_contact = contact});
    CHECK_OK(trp_space_add_pool(space, pool,
                                &(trp_space_pool_desc){.box = TRP_BOX(rock, x, y, width, height)}));
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.type = TRP_TYPE(rock, actor)}));
    CHECK_OK(trp_group_add(&group, &self->actor));
    family = (trp_family){0};
    CHECK_OK(trp_family_init(&family, world, NULL));
    CHECK_OK(trp_family_add(&family, pool));
    CHECK_OK(trp_family_attach(&family, &self->actor, trp_pool_at(pool, 1)));
    timers = MADE(trp_timers_create(pool, &(trp_timers_desc){.clock = TRP_CLOCK_TICKS}));
    CHECK_OK(trp_timer_start(timers, &self->actor, trp_ticks(9)));
    queue = MADE(trp_queue_create(
        world, &(trp_queue_desc){.play = stage_play_nothing, .size = 4, .capacity = 2}));
    rules = (trp_system){0};
    CHECK_OK(trp_system_add(world, &rules));
    watcher = (trp_watcher){.function = stage_hear_nothing};
    CHECK_OK(trp_watch(world, &watcher));
    region = (trp_region){.start = &visits, .bytes = sizeof visits};
    CHECK_OK(trp_region_add(world, &region));
}

static void make(trp_update_part_fn *update_part)
{
    world = stage_world_as((trp_world_desc){.layers = 2});
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(rock, actor),
                                                .capacity = 10,
                                                .parallel = TRP_PARALLEL(&(trp_parallel_desc){
                                                    .update = update_part, .slots_per_part = 64})});
    old = stage_pool_as(
        world,
        (trp_pool_desc){.type = TRP_TYPE(rock, actor), .capacity = 4, .order = TRP_ORDER_OLDEST});
    for (int i = 0; i < 3; i++) {
        CHECK(trp_create(pool, &(rock){.x = (float)i}) != NULL);
        CHECK(trp_create(old, &(rock){.x = 7}) != NULL);
    }
    self = (rock *)(void *)trp_pool_at(pool, 0);
    elder = trp_pool_at(old, 0);
    make_modules();
}

SITUATION("what is refused in a part writes nothing that parts share")
{
    const unsigned before = visits;

    make(try_all);
    /* world->recent is another pool */
    CHECK_OK(trp_recycle(world, trp_pool_at(old, 2)));
    CHECK(trp_create(old, &(rock){.x = 7}) != NULL);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(visits, before + 1000);
    CHECK_EQ(told.count, 0);
    CHECK_OK(trp_pool_clear(old, NULL));
    CHECK_VALID(world);
}

/* Without watchers creating and recycling take their fast path, which guesses the pool. */

static void try_fast_path(trp_part *part, const trp_context *in)
{
    const uint64_t before = sum_world();

    CHECK_RESULT(trp_recycle(world, &self->actor), TRP_BUSY);
    CHECK(trp_create(pool, NULL) == NULL && trp_create(old, NULL) == NULL);
    CHECK_EQ(sum_world(), before);
    visits++;
}

SITUATION("nor does the fast path")
{
    trp_pool_desc desc = {.type = TRP_TYPE(rock, actor), .capacity = 10};
    const unsigned before = visits;

    world = stage_world();
    old = stage_pool_as(world, desc);
    desc.parallel = (trp_parallel)TRP_PARALLEL(
        &(trp_parallel_desc){.update = try_fast_path, .slots_per_part = 64});
    pool = stage_pool_as(world, desc);
    self = (rock *)(void *)trp_create(pool, NULL);
    CHECK_OK(trp_recycle(world, trp_create(old, NULL)));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_recycle(world, trp_create(pool, NULL)));
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(visits, before + 2);
    CHECK_EQ(told.count, 0);
}

/* An overwritten node is left to the next walk outside. */

static void walks_over_damage(trp_part *part, const trp_context *in)
{
    elder->stamp = 5;
    trp_each (rock, it, old)
        visits++;
    CHECK_EQ(elder->stamp, 5);
    CHECK_EQ(told.count, 0);
}

SITUATION("a node that was overwritten is repaired after the parts")
{
    make(walks_over_damage);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(told.count, 0);
    trp_each (rock, it, old)
        visits++;
    CHECK_TOLD(1, TRP_ERR_CORRUPT);
}
