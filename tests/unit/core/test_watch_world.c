#include "../stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_watcher watchers[3];

/* a watcher logs its number, the event and the id */
#define TOLD(number, event, id) (1000000u * (number) + 1000u * (uint32_t)(event) + (id))

static trp_pool *last_pool;

static void watch_any(trp_actor *actor, const trp_event_context *in)
{
    uint32_t number = (uint32_t)((trp_watcher *)in->user - watchers);
    last_pool = in->pool;
    stage_log(TOLD(number, in->event, actor ? trp_as(thing, actor)->id : 0));
}

static void watch_as(uint32_t number, trp_watch_fn *function)
{
    watchers[number] = (trp_watcher){.function = function, .user = &watchers[number]};
}

static void set_up(void)
{
    world = stage_world();
    pool = stage_pool(world, 3, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < 3; i++)
        watch_as(i, watch_any);
}

/* existing pools and later ones; after the watchers of the pool */
static void all_pools_of_a_world(void)
{
    set_up();
    watchers[0].pool = pool;
    CHECK_RESULT(trp_watch(world, &watchers[0]), TRP_OK);
    watchers[1].since = UINT64_MAX; /* private members need not be zero */
    CHECK_QUIET(world, trp_watch(world, &watchers[1]), TRP_OK);
    CHECK_MISUSE(world, trp_watch(world, &watchers[1]), TRP_ERR_LINKED);
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(0, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1));
    trp_pool *later = stage_pool(world, 3, TRP_ORDER_MEMORY);
    stage_thing(later, 2);
    CHECK_LOG(BORN(2), TOLD(1, TRP_EVENT_CREATED, 2));
    CHECK(last_pool == later);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[1]), TRP_OK);
    CHECK_MISUSE(world, trp_unwatch(world, &watchers[1]), TRP_ERR_UNLINKED);
    stage_thing(later, 3);
    CHECK_LOG(BORN(3));
    CHECK_RESULT(trp_watch(NULL, &watchers[1]), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_watch(world, NULL), TRP_ERR_NULL);
}

static void take_out_both(trp_actor *actor, const trp_event_context *in)
{
    watch_any(actor, in);
    CHECK_RESULT(trp_unwatch(world, &watchers[1]), TRP_OK);
    CHECK_RESULT(trp_unwatch(world, &watchers[2]), TRP_OK);
}

static void world_watchers_taken_out_from_within(void)
{
    set_up();
    for (uint32_t i = 1; i < 3; i++)
    {
        watch_as(i, take_out_both);
        CHECK_RESULT(trp_watch(world, &watchers[i]), TRP_OK);
    }
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1));
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2));
}

/* when all actors have ended; watchers of one pool are not notified */
static void notified_of_the_end(void)
{
    set_up();
    CHECK_RESULT(trp_watch(world, &watchers[1]), TRP_OK);
    watchers[2].pool = pool;
    CHECK_RESULT(trp_watch(world, &watchers[2]), TRP_OK);
    stage_thing(pool, 1);
    stage_log_clear();
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG(TOLD(2, TRP_EVENT_RECYCLED, 1), TOLD(1, TRP_EVENT_RECYCLED, 1),
              GONE(TRP_REASON_SHUTDOWN, 1), TOLD(1, TRP_EVENT_SHUTDOWN, 0));
    CHECK(last_pool == NULL);
}

static void add_for_all(trp_actor *actor, const trp_event_context *in)
{
    watch_any(actor, in);
    if (in->event == TRP_EVENT_CREATED)
        CHECK_RESULT(trp_watch(world, &watchers[1]), TRP_OK);
}

/* notified of events that begin from now on, though the world's watchers have not been notified
 * yet */
static void added_by_a_watcher_of_a_pool(void)
{
    set_up();
    watch_as(0, add_for_all);
    watchers[0].pool = pool;
    CHECK_RESULT(trp_watch(world, &watchers[0]), TRP_OK);
    thing *it = stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(0, TRP_EVENT_CREATED, 1));
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_LOG(TOLD(0, TRP_EVENT_RECYCLED, 1), TOLD(1, TRP_EVENT_RECYCLED, 1),
              GONE(TRP_REASON_RECYCLED, 1));
}

static void end_again(trp_actor *actor, const trp_event_context *in)
{
    watch_any(actor, in);
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
}

static void the_end_within_the_end(void)
{
    set_up();
    watch_as(1, end_again);
    CHECK_RESULT(trp_watch(world, &watchers[1]), TRP_OK);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG(TOLD(1, TRP_EVENT_SHUTDOWN, 0));
}

static void count_refusals(trp_actor *actor, const trp_event_context *in)
{
    CHECK(actor == NULL && in->event == TRP_EVENT_REFUSED && in->reason == TRP_REASON_NONE);
    (*(unsigned *)in->user)++;
}

/* of nothing else, in a pool where nothing else is to be notified */
static void notified_of_refusals_alone(void)
{
    unsigned refusals = 0;
    trp_watcher watcher = {
        .function = count_refusals, .user = &refusals, .events = TRP_EVENT_REFUSED};
    trp_world *of = stage_world();
    trp_pool *small = stage_pool(of, 1, TRP_ORDER_MEMORY);

    watcher.pool = small;
    CHECK_RESULT(trp_watch(of, &watcher), TRP_OK);
    stage_thing(small, 1);
    CHECK_EQ(refusals, 0);
    CHECK_NULL_QUIET(of, trp_create(small, NULL), TRP_ERR_FULL);
    CHECK_NULL_QUIET(of, trp_create_with(small, &(trp_birth){.optional = true}), TRP_ERR_FULL);
    CHECK_EQ(refusals, 2);
}

static void events_that_exist(void)
{
    set_up();
    watchers[0].events = 2u * TRP_EVENT_RESTORED;
    watchers[0].pool = pool;
    CHECK_MISUSE(world, trp_watch(world, &watchers[0]), TRP_ERR_VALUE);
    watchers[0].events--;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    watchers[1].events = TRP_EVENT_DEACTIVATED;
    CHECK_QUIET(world, trp_watch(world, &watchers[1]), TRP_OK);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[0]), TRP_OK);
    thing *it = stage_thing(pool, 1);
    stage_log_clear();
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_LOG(TOLD(1, TRP_EVENT_DEACTIVATED, 1));
}

static void end_it(trp_actor *actor, const trp_event_context *in)
{
    watch_any(actor, in);
    CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
}

static void ended_by_a_watcher_of_the_pool(void)
{
    set_up();
    watch_as(0, end_it);
    watchers[0].events = watchers[1].events = TRP_EVENT_CREATED;
    watchers[0].pool = pool;
    CHECK_RESULT(trp_watch(world, &watchers[0]), TRP_OK);
    CHECK_RESULT(trp_watch(world, &watchers[1]), TRP_OK);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_LOG(BORN(0), TOLD(0, TRP_EVENT_CREATED, 0), GONE(TRP_REASON_RECYCLED, 0));
    CHECK_VALID(world);
}

static bool ends_itself;

static void watch_own_update(thing *self, const trp_context *in)
{
    if (self->id != 2)
        return;
    watchers[0].pool = in->pool;
    CHECK_RESULT(trp_watch(in->world, &watchers[0]), TRP_OK);
    if (ends_itself)
        CHECK_RESULT(trp_recycle(in->world, &self->actor), TRP_OK);
}

static void watched_from_its_own_update_on(void)
{
    for (int i = 0; i < 4; i++)
    {
        trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
        set_up();
        ends_itself = i % 2 != 0;
        desc.on_create = NULL;
        desc.on_end = NULL;
        if (i / 2 != 0)
            desc.joins = pool;
        pool = stage_pool_as(world, desc);
        stage_things(pool, 1, 3);
        watch_as(0, end_it);
        watchers[0].events = TRP_EVENT_UPDATED;
        stage_when_updated = watch_own_update;
        stage_log_clear();
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (ends_itself)
            CHECK_LOG(1, 2, 3, TOLD(0, TRP_EVENT_UPDATED, 3));
        else
            CHECK_LOG(1, 2, TOLD(0, TRP_EVENT_UPDATED, 2), 3, TOLD(0, TRP_EVENT_UPDATED, 3));
        CHECK_EQ(trp_pool_count(pool), 1);
        CHECK_VALID(world);
    }
}

const situation watch_world_situations[] = {
    {"a world's watcher is notified of all pools, later ones too", all_pools_of_a_world},
    {"a world's watchers take each other out", world_watchers_taken_out_from_within},
    {"a world's watcher is notified of its end", notified_of_the_end},
    {"a watcher is notified of refusals alone", notified_of_refusals_alone},
    {"a world's watcher that a pool's adds is notified from the next event on",
     added_by_a_watcher_of_a_pool},
    {"the end of the world in its end is TRP_BUSY", the_end_within_the_end},
    {"a watcher names events that exist", events_that_exist},
    {"a world's watcher is not notified of what a pool's has ended",
     ended_by_a_watcher_of_the_pool},
    {"an actor is watched from its own update on", watched_from_its_own_update_on},
};
const unsigned watch_world_situation_count =
    sizeof watch_world_situations / sizeof watch_world_situations[0];
