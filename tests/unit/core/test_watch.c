#include "../script.h"

static trp_world *world;
static trp_pool *pool;
static trp_watcher watchers[4];
static void (*when_notified)(uint32_t number, thing *it, trp_event event);

/* a watcher logs 1000 times its number, 100 times the event, and the id */
#define TOLD(number, event, id) (1000000u * (number) + 1000u * (uint32_t)(event) + (id))

static void watch(trp_actor *actor, const trp_event_context *in)
{
    uint32_t number = (uint32_t)((trp_watcher *)in->user - watchers);
    CHECK(in->pool == pool);
    CHECK((actor == NULL) == (in->event == TRP_EVENT_REFUSED));
    stage_log(TOLD(number, in->event, actor ? trp_as(thing, actor)->id : 0));
    CHECK((in->reason != TRP_REASON_NONE) == (in->event == TRP_EVENT_RECYCLED) ||
          in->event == TRP_EVENT_EXPIRED);
    if (when_notified)
        when_notified(number, actor ? trp_as(thing, actor) : NULL, in->event);
}

static void set_up(uint32_t count)
{
    world = stage_world();
    pool = stage_pool(world, 3, TRP_ORDER_OLDEST);
    when_notified = NULL;
    for (uint32_t i = 0; i < 4; i++)
        watchers[i] = (trp_watcher){.function = watch, .pool = pool, .user = &watchers[i]};
    for (uint32_t i = 0; i < count; i++)
        CHECK_QUIET(world, trp_watch(world, &watchers[i]), TRP_OK);
}

static void leaves_at_the_second(uint32_t number, thing *it, trp_event event)
{
    if (it->id == 2)
        CHECK_RESULT(trp_unwatch(world, &watchers[0]), TRP_OK);
}

static void leaves_the_world(uint32_t number, thing *it, trp_event event)
{
    CHECK_RESULT(trp_unwatch(world, &watchers[0]), TRP_OK);
}

static void ends_and_creates(uint32_t number, thing *it, trp_event event)
{
    if (event == TRP_EVENT_CREATED && it->id == 1)
    {
        CHECK_RESULT(trp_recycle(world, &stage_find(pool, 3)->actor), TRP_OK);
        stage_thing(pool, 9);
    }
}

/* a watcher that counts begins with those that live already */
static void those_that_live_already(void)
{
    set_up(0);
    stage_things(pool, 1, 3);
    CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 2)->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &stage_find(pool, 3)->actor), TRP_OK);
    stage_log_clear();
    watchers[0].existing = true;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    CHECK_LOG(TOLD(0, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_CREATED, 2));

    /* it leaves meanwhile */
    set_up(0);
    stage_things(pool, 1, 3);
    stage_log_clear();
    watchers[0].existing = true;
    when_notified = leaves_at_the_second;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    CHECK_LOG(TOLD(0, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_CREATED, 2));
    CHECK_MISUSE(world, trp_unwatch(world, &watchers[0]), TRP_ERR_UNLINKED);

    /* ... before the next pool */
    set_up(0);
    stage_things(pool, 1, 3);
    (void)stage_pool(world, 2, TRP_ORDER_MEMORY);
    stage_log_clear();
    watchers[0].existing = true;
    watchers[0].pool = NULL;
    when_notified = leaves_the_world;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    CHECK_LOG(TOLD(0, TRP_EVENT_CREATED, 1));

    /* it ends one and creates another, in the same slot */
    set_up(0);
    stage_things(pool, 1, 3);
    stage_log_clear();
    watchers[0].existing = true;
    watchers[0].pool = NULL;
    when_notified = ends_and_creates;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    CHECK_LOG(TOLD(0, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_RECYCLED, 3),
              GONE(TRP_REASON_RECYCLED, 3), BORN(9), TOLD(0, TRP_EVENT_CREATED, 9),
              TOLD(0, TRP_EVENT_CREATED, 2));

    set_up(0);
    watchers[0].existing = true;
    watchers[0].events = TRP_EVENT_RECYCLED;
    CHECK_MISUSE(world, trp_watch(world, &watchers[0]), TRP_ERR_VALUE);
    CHECK_LOG();
}

static void notified_in_order(void)
{
    set_up(3);
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1),
              TOLD(0, TRP_EVENT_CREATED, 1));
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_LOG(TOLD(2, TRP_EVENT_RECYCLED, 1), TOLD(1, TRP_EVENT_RECYCLED, 1),
              TOLD(0, TRP_EVENT_RECYCLED, 1), GONE(TRP_REASON_CLEARED, 1));
}

static void taken_out(void)
{
    set_up(3);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[1]), TRP_OK);
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_CREATED, 1));
    CHECK_QUIET(world, trp_watch(world, &watchers[1]), TRP_OK);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[0]), TRP_OK);
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2), TOLD(1, TRP_EVENT_CREATED, 2), TOLD(2, TRP_EVENT_CREATED, 2));
    CHECK_QUIET(world, trp_unwatch(world, &watchers[1]), TRP_OK);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[2]), TRP_OK);
    stage_thing(pool, 3);
    CHECK_LOG(BORN(3));
}

static void misuses(void)
{
    set_up(2);
    trp_pool *other = stage_pool(world, 2, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_watch(world, &watchers[0]), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_watch(world, &watchers[1]), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_unwatch(world, &watchers[2]), TRP_ERR_UNLINKED);
    watchers[0].pool = other;
    CHECK_MISUSE(world, trp_unwatch(world, &watchers[0]), TRP_ERR_UNLINKED);
    watchers[0].pool = pool;
    watchers[3].pool = stage_pool(stage_second_world(1), 1, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_watch(world, &watchers[3]), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_unwatch(world, &watchers[3]), TRP_ERR_FOREIGN);
    watchers[3].pool = pool;
    CHECK_MISUSE(world, trp_unwatch(world, NULL), TRP_ERR_NULL);
    watchers[3].function = NULL;
    CHECK_MISUSE(world, trp_watch(world, &watchers[3]), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_watch(world, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_watch(NULL, &watchers[3]), TRP_ERR_NULL);
    CHECK_RESULT(trp_unwatch(NULL, &watchers[3]), TRP_ERR_NULL);
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(1, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_CREATED, 1));
}

static void remove_self(uint32_t number, thing *it, trp_event event)
{
    if (number == 1)
        CHECK_RESULT(trp_unwatch(world, &watchers[1]), TRP_OK);
}

static void remove_next(uint32_t number, thing *it, trp_event event)
{
    if (number == 2)
        (void)trp_unwatch(world, &watchers[1]);
}

static void remove_all(uint32_t number, thing *it, trp_event event)
{
    if (number == 1)
        for (int i = 0; i < 3; i++)
            CHECK_RESULT(trp_unwatch(world, &watchers[i]), TRP_OK);
}

static void remove_the_one_before(uint32_t number, thing *it, trp_event event)
{
    if (number == 1)
        CHECK_RESULT(trp_unwatch(world, &watchers[2]), TRP_OK);
}

static void taken_out_from_within(void)
{
    set_up(3);
    when_notified = remove_self;
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1),
              TOLD(0, TRP_EVENT_CREATED, 1));
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2), TOLD(2, TRP_EVENT_CREATED, 2), TOLD(0, TRP_EVENT_CREATED, 2));
    set_up(3);
    when_notified = remove_next;
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(0, TRP_EVENT_CREATED, 1));
    set_up(3);
    when_notified = remove_all;
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1));
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2));
    set_up(3);
    when_notified = remove_the_one_before;
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1),
              TOLD(0, TRP_EVENT_CREATED, 1));
}

static void add_another(uint32_t number, thing *it, trp_event event)
{
    if (number == 0 && event == TRP_EVENT_CREATED)
        (void)trp_watch(world, &watchers[1]);
}

/* notified of events that begin from now on, not of the one in progress */
static void added_from_within(void)
{
    set_up(1);
    when_notified = add_another;
    thing *it = stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(0, TRP_EVENT_CREATED, 1));
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_LOG(TOLD(1, TRP_EVENT_RECYCLED, 1), TOLD(0, TRP_EVENT_RECYCLED, 1),
              GONE(TRP_REASON_RECYCLED, 1));
}

/* removed and added again during a notification: it is now first, and has been notified */
static void move_to_the_front(uint32_t number, thing *it, trp_event event)
{
    if (number == 1)
    {
        CHECK_RESULT(trp_unwatch(world, &watchers[0]), TRP_OK);
        CHECK_RESULT(trp_watch(world, &watchers[0]), TRP_OK);
    }
}

static void moved_from_within(void)
{
    set_up(3);
    when_notified = move_to_the_front;
    stage_thing(pool, 1);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1));
    when_notified = NULL;
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2), TOLD(0, TRP_EVENT_CREATED, 2), TOLD(2, TRP_EVENT_CREATED, 2),
              TOLD(1, TRP_EVENT_CREATED, 2));
}

static void recycle_if_created(uint32_t number, thing *it, trp_event event)
{
    if (number == 1 && event == TRP_EVENT_CREATED)
        CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
}

/* no watcher is notified of a birth after the death */
static void recycled_by_a_watcher(void)
{
    set_up(3);
    when_notified = recycle_if_created;
    CHECK_NULL_QUIET(world, trp_create(pool, &(thing){.id = 1}), TRP_GONE);
    CHECK_LOG(BORN(1), TOLD(2, TRP_EVENT_CREATED, 1), TOLD(1, TRP_EVENT_CREATED, 1),
              TOLD(2, TRP_EVENT_RECYCLED, 1), TOLD(1, TRP_EVENT_RECYCLED, 1),
              TOLD(0, TRP_EVENT_RECYCLED, 1), GONE(TRP_REASON_RECYCLED, 1));
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
}

static void recycle_what_has_expired(uint32_t number, thing *it, trp_event event)
{
    if (number == 1 && event == TRP_EVENT_EXPIRED)
        CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
}

static void expired_and_recycled_meanwhile(void)
{
    set_up(2);
    thing *it = stage_thing(pool, 1);
    stage_log_clear();
    when_notified = recycle_what_has_expired;
    CHECK_RESULT(trp_expire(world, &it->actor), TRP_OK);
    CHECK_LOG(TOLD(1, TRP_EVENT_EXPIRED, 1), TOLD(1, TRP_EVENT_RECYCLED, 1),
              TOLD(0, TRP_EVENT_RECYCLED, 1), GONE(TRP_REASON_RECYCLED, 1));
    CHECK_VALID(world);
}

static void only_what_it_names(void)
{
    set_up(0);
    watchers[0].events = TRP_EVENT_EXPIRED | TRP_EVENT_DEACTIVATED;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    thing *it = stage_thing(pool, 1);
    CHECK_RESULT(trp_deactivate(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_activate(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &it->actor), TRP_OK);
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_LOG(BORN(1), TOLD(0, TRP_EVENT_DEACTIVATED, 1), TOLD(0, TRP_EVENT_EXPIRED, 1),
              GONE(TRP_REASON_CLEARED, 1));
    watchers[1].events = TRP_EVENT_CREATED; /* one subscribes to it, the other is not notified */
    CHECK_QUIET(world, trp_watch(world, &watchers[1]), TRP_OK);
    stage_thing(pool, 2);
    CHECK_LOG(BORN(2), TOLD(1, TRP_EVENT_CREATED, 2));
    CHECK_QUIET(world, trp_unwatch(world, &watchers[1]), TRP_OK);
    watchers[1].events = 1u << 31;
    CHECK_MISUSE(world, trp_watch(world, &watchers[1]), TRP_ERR_VALUE);
}

static void recycle_the_second(thing *self, const trp_context *in)
{
    if (self->id == 2)
        CHECK_RESULT(trp_recycle(in->world, &self->actor), TRP_OK);
    else if (self->id == 4)
        CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
}

static void expire_the_third(uint32_t number, thing *it, trp_event event)
{
    if (number == 1 && event == TRP_EVENT_UPDATED && it->id == 3)
        CHECK_RESULT(trp_expire(world, &it->actor), TRP_OK);
}

/* only a watcher that names the event is notified, and only of actors that live on after their
 * update */
static void notified_of_updates(void)
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order += OLDEST_FIRST)
    {
        set_up(0);
        pool = stage_pool(world, 4, stage_orders[order]);
        watchers[0].events = TRP_EVENT_UPDATED;
        watchers[1].events = TRP_EVENT_UPDATED;
        watchers[0].pool = pool;
        watchers[1].pool = pool;
        CHECK_RESULT(trp_watch(world, &watchers[0]), TRP_OK);
        CHECK_RESULT(trp_watch(world, &watchers[1]), TRP_OK);
        stage_things(pool, 1, 4);
        stage_log_clear();
        stage_when_updated = recycle_the_second;
        when_notified = expire_the_third;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(1, TOLD(1, TRP_EVENT_UPDATED, 1), TOLD(0, TRP_EVENT_UPDATED, 1), 2,
                  GONE(TRP_REASON_RECYCLED, 2), 3, TOLD(1, TRP_EVENT_UPDATED, 3),
                  GONE(TRP_REASON_EXPIRED, 3), 4, GONE(TRP_REASON_EXPIRED, 4));
        CHECK_RESULT(trp_for_each(pool, stage_visit, NULL), TRP_OK);
        CHECK_LOG(1); /* trp_for_each updates none */
        CHECK_VALID(world);
    }
}

const situation watch_situations[] = {
    {"every event is notified, with its reason",
     .script = "pool 3; watch; new 1; = +1 w+1; sleep 1; = w<1; wake 1; = w>1; expire 1;"
               "= w!1; expire 1; =; tick; = w-1 -1e; new 2-4; go; new 9 ?FULL; = w?0;"
               "optional 9 ?FULL; = w?0; recycle 2; = w-2 -2; tick;"
               "memory oldest = 3 w*3 4 w*4; newest = 4 w*4 3 w*3"},
    {"those that live already, if it wants", those_that_live_already},
    {"misuse notifies no watcher",
     .script = "watch; new 1; go; wake 1 !ACTIVE; recycle 1; = w-1 -1; recycle 1 !FREE; ="},
    {"the watcher added last is notified first", notified_in_order},
    {"a removed watcher is notified of nothing", taken_out},
    {"misuse", misuses},
    {"watchers take out themselves, the next, all", taken_out_from_within},
    {"a watcher adds another, which is notified from the next event on", added_from_within},
    {"a watcher moves another to the front", moved_from_within},
    {"a watcher recycles the newborn", recycled_by_a_watcher},
    {"on_create recycles the newborn",
     .script = "watch; go; at +1: recycle 1; new 1 ?GONE; = +1 w-1 -1"},
    {"watchers see the dead readable, before on_end",
     .script = "watch; new 1; go; at w-1: is expired 1, recycle 1 !BUSY, new 9, slot 9 1;"
               "recycle 1; = w-1 +9 w+9 -1"},
    {"events within events",
     .script = "watch; new 1; go; at w<1: still, wake 1; sleep 1; = w<1 w>1; is active 1"},
    {"each life ends once",
     .script = "watch; new 1; clear; created 1; recycled 1; new 1; expire 1; clear;"
               "recycled 2; new 1; sleep 1; clear; recycled 3; created 3"},
    {"no more events of an actor that expired and was recycled meanwhile",
     expired_and_recycled_meanwhile},
    {"a watcher is notified only of the events that it names", only_what_it_names},
    {"a living actor can be marked as changed",
     .script = "watch; new 1; go; mark 1; = w^1; sleep 1; mark 1; wake 1; expire 1; go;"
               "mark 1 !EXPIRED; recycle 1; mark 1 !FREE; mark 0 ?GONE; = w-1 -1"},
    {"only watchers that name updates are notified of them, and not of dead actors",
     notified_of_updates},
};
const unsigned watch_situation_count = sizeof watch_situations / sizeof watch_situations[0];
