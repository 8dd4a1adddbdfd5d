/* Calls that are refused in a part: with a result, but without a write to shared memory. The table of
 * refusals (several/test_matrix.c) tries all calls there. */
#ifndef TRP_PLACES
#define TRP_PLACES
#endif
#include "../../../src/core/core.h" /* the place of a call, as debug builds set it */
#include "../parallel_scene.h"
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(parallel_busy);

typedef struct rock {
    trp_actor actor;
    float x, y, width, height;
} rock;

static trp_world *world;
static trp_pool *pool, *old; /* in memory order, in an age order */
static trp_space *space;
static trp_contacts *touching;
static trp_group group;
static trp_timers *timers;
static rock *self;
static trp_actor *elder;
static unsigned visits;

static void contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    visits++;
}

/* Calls and ways of calls that the table of refusals does not have. */
static void tries_to_change(void)
{
    trp_actor *own = &self->actor;
    const trp_ending later = {.later = true};

    CHECK(trp_create(old, NULL) == NULL && trp_create(pool, self) == NULL);
    CHECK(trp_create_with(old, &(trp_birth){.optional = true}) == NULL);
    CHECK(trp_adopt(pool, own) == NULL && trp_pool_create(world, NULL) == NULL);
    CHECK_RESULT(trp_recycle(world, elder), TRP_BUSY);
    CHECK_RESULT(trp_recycle(world, (trp_actor *)(void *)&group), TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_recycle_with(world, own, &later), TRP_BUSY);
    CHECK_EQ(trp_pool_recycle_if(pool, &later, stage_is_always, NULL), 0);
    CHECK_RESULT(trp_expire_in(world, own, trp_ticks(1)), TRP_BUSY);
    CHECK_RESULT(trp_layer_clear(world, 0, &later), TRP_BUSY);
    CHECK_RESULT(trp_for_each(old, stage_do_nothing, NULL), TRP_BUSY);
    CHECK(trp_set_tag(world, "tag") == NULL);
    trp__set_place(world, trp__place_at("somewhere", 5));
    CHECK_RESULT(trp_space_moved_all(space, pool), TRP_BUSY);
    CHECK_RESULT(trp_space_add_pool(space, old, &(trp_space_pool_desc){.box = 1}), TRP_BUSY);
    CHECK_EQ(trp_space_query(space, NULL, stage_do_nothing, NULL), 0);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_contacts_run(touching), 0);
    CHECK_EQ(trp_space_update(space, (trp_area){0}, stage_do_nothing,
                              &(trp_context){.world = world, .pool = pool}),
             0);
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
    trp_member member;
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
    CHECK(trp_space_member(space, own, &member) && trp_space_member(space, own, NULL));
    CHECK(!trp_space_touch(space, own, elder, NULL));
    CHECK_EQ(trp_space_info(space).count, trp_space_info(space).count);
    CHECK(trp_timer_is_running(timers, own));
    CHECK(trp_hash_world(world) != 0);
    CHECK_OK(trp_world_validate(world));
    CHECK(trp_random(world, own, 1, 1) != 0);
    names_another_type(own);
}

/* Of the world's bytes. What a part was refused is not reported. */
static uint64_t sum_world(void)
{
    world->refused = NULL;
    return stage_sum(world);
}

static void try_all(trp_part *part, const trp_context *in)
{
    const uint64_t before = sum_world();

    tries_to_change();
    CHECK_EQ(sum_world(), before);
    asks();
    CHECK_EQ(sum_world(), before);
    CHECK_EQ(told.count, 0);
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
    timers = MADE(trp_timers_create(pool, &(trp_timers_desc){.clock = TRP_CLOCK_TICKS}));
    CHECK_OK(trp_timer_start(timers, &self->actor, trp_ticks(9)));
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

/* It is left to the next walk outside. */
SCRIPT("a node that was overwritten is repaired after the parts",
       "in memory; plain; pool parts; pool oldest still; new 1; new b 2 3; go; "
       "at p1: harm 2 stamp, each b; tick; go; each b ~CORRUPT; = 2 3; repair");
