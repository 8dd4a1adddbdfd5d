#include "../heap.h"
#include "../ledger.h"

#include "../../../src/time/timers.h" /* wheels far from now */

static trp_world *world;
static trp_pool *pool;
static trp_timers *timers;
static void (*when_due)(trp_timers *of, thing *self, const trp_tick *tick);

#define DUE(id) (50000u + (id))

static void log_due(trp_timers *of, trp_actor *self, const trp_tick *tick)
{
    thing *t = trp_as(thing, self);

    stage_log(DUE(t->id));
    if (when_due != NULL)
        when_due(of, t, tick);
}

static trp_timers *make(trp_pool *of, trp_clock clock, trp_due due)
{
    trp_timers *made = trp_timers_create(
        world, &(trp_timers_desc){
                   .name = "fuse", .pool = of, .clock = clock, .due = due, .on_due = log_due});

    CHECK(made != NULL);
    return made;
}

static void set_up(trp_clock clock, trp_due due)
{
    world = stage_world_as((trp_world_desc){.layers = 3, .on_misuse = stage_on_misuse});
    pool = stage_pool(world, 64, TRP_ORDER_MEMORY);
    timers = make(pool, clock, due);
    when_due = NULL;
}

static thing *born(uint32_t id)
{
    thing *t = stage_thing(pool, id);

    stage_log_clear();
    return t;
}

static void tick(float dt)
{
    CHECK_RESULT(trp_update_all(world, dt), TRP_OK);
}

/* what is due fires before updates; n ticks are n ticks */
static void in_ticks(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    thing *t = born(1);
    CHECK(!trp_timer_is_running(timers, &t->actor));
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 2), TRP_OK);
    CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 2);
    tick(0);
    CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 1);
    CHECK_LOG(1);
    tick(0);
    CHECK_LOG(DUE(1), 1);
    CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 0);
    CHECK(!trp_timer_is_running(timers, &t->actor));
    tick(0);
    CHECK_LOG(1);
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 0), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 1);
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_stop(timers, &t->actor), TRP_OK);
    CHECK_QUIET(world, trp_timer_stop(timers, &t->actor), TRP_GONE);
    tick(0);
    CHECK_LOG(1);
}

/* by slot, whatever the order of starts: every order of four */
static void by_slot_for_every_history(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    thing *t[4];
    for (uint32_t i = 0; i < 4; i++)
        t[i] = born(i);
    for (uint32_t code = 0; code < 4 * 4 * 4 * 4 * 4; code++)
    {
        uint32_t rest = code;
        bool started[4] = {false};
        /* earlier starts for other ticks are overruled by the last one of each */
        for (uint32_t i = 0; i < 5; i++, rest /= 4)
        {
            CHECK_RESULT(trp_timer_start_ticks(timers, &t[rest % 4]->actor, i == 0 ? 70 : 40),
                         TRP_OK);
            CHECK_RESULT(trp_timer_start_ticks(timers, &t[rest % 4]->actor, 3), TRP_OK);
            started[rest % 4] = true;
        }
        tick(0);
        tick(0);
        stage_log_clear();
        pool->desc.update = NULL;
        tick(0);
        uint32_t expected[4];
        unsigned count = 0;
        for (uint32_t i = 0; i < 4; i++)
            if (started[i])
                expected[count++] = DUE(i);
        uint32_t log[5] = {0};
        for (unsigned i = 0; i < count; i++)
            log[i + 1] = expected[i];
        stage_check_log(__FILE__, __LINE__, "by slot", log, count);
        stage_log_clear();
    }
}

static void by_pool_then_table(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_pool *second = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_pool *third = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_timers *of_third = make(third, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_timers *of_second = make(second, TRP_CLOCK_WORLD_TICKS, TRP_DUE_CALL);
    trp_timers *another = make(pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    thing *a = born(1);
    thing *b = stage_thing(second, 2);
    thing *c = stage_thing(third, 3);
    pool->desc.update = second->desc.update = third->desc.update = NULL;
    CHECK_RESULT(trp_timer_start_ticks(of_third, &c->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(another, &a->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(of_second, &b->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(timers, &a->actor, 1), TRP_OK);
    stage_log_clear();
    tick(0);
    CHECK_LOG(DUE(1), DUE(1), DUE(2), DUE(3));
}

/* near the borders of the wheel's digits, from any present, by jumps */
static void far_away(void)
{
    static const uint64_t spans[] = {
        1,     31,      32,      33,      63,       64,       1023,     1024,     1025,       32767,
        32768, 1048575, 1048576, 1048577, 16777217, 33554431, 33554432, 33554433, 4000000000u};
    static const uint64_t presents[] = {0, 1, 30, 31, 1023, 1000000, 33554431, 68719476735u};
    uint32_t seed = 1;
    unsigned long cases = 0;

    for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++)
        for (unsigned k = 0; k < sizeof presents / sizeof presents[0]; k++)
            for (unsigned jumps = 0; jumps < 6; jumps++)
            {
                set_up(TRP_CLOCK_WORLD_TICKS, TRP_DUE_CALL);
                thing *t = born(1);
                pool->desc.update = NULL;
                trp__wheel_advance(timers, presents[k]);
                CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, (uint32_t)spans[i]), TRP_OK);
                uint64_t left = spans[i] - 1;
                for (unsigned jump = 0; jump < jumps; jump++)
                {
                    uint64_t step = left / (1 + stage_random(&seed, 3));
                    trp__wheel_advance(timers, step);
                    left -= step;
                }
                trp__wheel_advance(timers, left);
                CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 1);
                tick(0);
                CHECK_LOG(DUE(1));
                cases++;
            }
    situation_cases("spans of timers", cases);
}

/* many at once, each in its tick */
static void each_in_its_tick(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    pool->desc.update = NULL;
    for (uint32_t i = 0; i < 64; i++)
        CHECK_RESULT(trp_timer_start_ticks(timers, &stage_thing(pool, i)->actor, 1 + i * i),
                     TRP_OK);
    stage_log_clear();
    for (uint32_t now = 1; now <= 1 + 63 * 63; now++)
    {
        uint32_t i = 0;
        tick(0);
        while (i * i + 1 < now)
            i++;
        if (i * i + 1 == now)
            CHECK_LOG(DUE(i));
        else
            CHECK_LOG();
    }
}

/* ten seconds are ten seconds, at any rate of ticks */
static void exact_in_seconds(void)
{
    static const unsigned rates[] = {3, 10, 24, 25, 30, 50, 60, 100, 144, 240, 1000};

    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
    {
        set_up(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
        pool->desc.update = NULL;
        thing *t = born(1);
        CHECK_RESULT(trp_timer_start(timers, &t->actor, 10), TRP_OK);
        CHECK(trp_timer_left(timers, &t->actor) == 10);
        for (unsigned n = 1; n < 10 * rates[i]; n++)
            tick(1.0f / (float)rates[i]);
        CHECK_LOG();
        tick(1.0f / (float)rates[i]);
        CHECK_LOG(DUE(1));
    }
}

static unsigned count_due;

static void count(trp_timers *of, trp_actor *self, const trp_tick *tick)
{
    (void)of;
    (void)self;
    (void)tick;
    count_due++;
}

/* repeats do not drift, and nothing is lost in a long tick */
static void repeats(void)
{
    static const unsigned rates[] = {3, 10, 24, 25, 30, 50, 60, 100, 144, 240, 1000};

    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++)
    {
        set_up(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
        pool->desc.update = NULL;
        timers->desc.on_due = count;
        thing *t = born(1);
        count_due = 0;
        CHECK_RESULT(trp_timer_repeat(timers, &t->actor, 0.125f), TRP_OK);
        for (unsigned n = 1; n <= 100 * rates[i]; n++)
        {
            tick(1.0f / (float)rates[i]);
            CHECK_EQ(count_due, n * 8 / rates[i]);
        }
        tick(1000);
        CHECK_EQ(count_due, 800 + 8000);
    }
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    timers->desc.on_due = count;
    thing *t = born(1);
    count_due = 0;
    CHECK_RESULT(trp_timer_repeat_ticks(timers, &t->actor, 3), TRP_OK);
    for (unsigned n = 1; n <= 30; n++)
    {
        tick(0);
        CHECK_EQ(count_due, n / 3);
        CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 3 - n % 3);
    }
    CHECK_RESULT(trp_timer_stop(timers, &t->actor), TRP_OK);
    for (unsigned n = 0; n < 10; n++)
        tick(0);
    CHECK_EQ(count_due, 10);
    stage_log_clear();
}

static void pause_and_scale(void)
{
    for (int clock = TRP_CLOCK_SECONDS; clock <= TRP_CLOCK_WORLD_TICKS; clock++)
    {
        const bool world_ticks = clock == TRP_CLOCK_WORLD_TICKS;
        const bool seconds = clock == TRP_CLOCK_SECONDS;
        set_up((trp_clock)clock, TRP_DUE_CALL);
        thing *t = born(1);
        CHECK_RESULT(seconds ? trp_timer_start(timers, &t->actor, 4)
                             : trp_timer_start_ticks(timers, &t->actor, 4),
                     TRP_OK);
        tick(1);
        trp_layer_set_enabled(world, 0, false);
        for (int i = 0; i < 3; i++)
            tick(1);
        CHECK_EQ(trp_timer_is_running(timers, &t->actor), !world_ticks);
        trp_layer_set_enabled(world, 0, true);
        trp_layer_set_time_scale(world, 0, 0.5f);
        tick(1);
        CHECK(!seconds || trp_timer_left(timers, &t->actor) == 2.5f);
        /* to another layer, with another time */
        CHECK_RESULT(trp_pool_set_layer(pool, 2), TRP_OK);
        trp_layer_set_time_scale(world, 2, 2);
        tick(1);
        CHECK(!seconds || trp_timer_left(timers, &t->actor) == 0.5f);
        CHECK_EQ(trp_timer_is_running(timers, &t->actor), !world_ticks);
        tick(1);
        CHECK(!trp_timer_is_running(timers, &t->actor));
        stage_log_clear();
    }
}

static void expires_recycles_wakes(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_EXPIRE);
    trp_timers *recycling = make(pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    trp_timers *waking = make(pool, TRP_CLOCK_TICKS, TRP_DUE_WAKE);
    thing *a = born(1);
    thing *b = born(2);
    thing *c = born(3);
    thing *d = born(4);
    CHECK_RESULT(trp_timer_start_ticks(timers, &a->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(recycling, &b->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_sleep_ticks(waking, &c->actor, 1), TRP_OK);
    CHECK_EQ(trp_state_of(world, &c->actor), TRP_STATE_ASLEEP);
    CHECK_RESULT(trp_deactivate(world, &d->actor), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(timers, &d->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), DUE(4), GONE(TRP_REASON_EXPIRED, 4), DUE(2), GONE(TRP_REASON_RECYCLED, 2),
              DUE(3), GONE(TRP_REASON_EXPIRED, 1), 3);
    CHECK_EQ(trp_pool_count(pool), 1);
    /* one that sleeps sleeps on; one that is awake is left alone */
    CHECK_RESULT(trp_timer_sleep_ticks(waking, &c->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_sleep_ticks(waking, &c->actor, 2), TRP_OK);
    tick(0);
    CHECK_LOG();
    CHECK_RESULT(trp_activate(world, &c->actor), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(3), 3);
    CHECK_EQ(trp_world_misuse_count(world), 0);
    CHECK_VALID(world);
}

/* whatever ends the life ends the timer; the next tenant has none */
static void it_ends_with_its_actor(void)
{
    for (int how = 0; how < 4; how++)
    {
        set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
        CHECK(pool->is_plain == (pool->desc.on_recycle == NULL && TRP__FAST_PATHS));
        thing *t = born(1);
        CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 3), TRP_OK);
        if (how == 0)
            CHECK_RESULT(trp_recycle(world, &t->actor), TRP_OK);
        else if (how == 1)
            CHECK_RESULT(trp_expire(world, &t->actor), TRP_OK);
        else if (how == 2)
            CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
        else
            CHECK_RESULT(trp_layer_expire_all(world, 0), TRP_OK);
        CHECK(!trp_timer_is_running(timers, &t->actor));
        tick(0);
        thing *next = born(2);
        CHECK(next == t);
        CHECK(!trp_timer_is_running(timers, &next->actor));
        CHECK_QUIET(world, trp_timer_stop(timers, &next->actor), TRP_GONE);
        tick(0);
        tick(0);
        CHECK_LOG(2, 2);
        CHECK_RESULT(trp_timer_start_ticks(timers, &next->actor, 1), TRP_OK);
        tick(0);
        CHECK_LOG(DUE(2), 2);
        CHECK_EQ(trp_world_misuse_count(world), 0);
    }
}

static thing *other;

static void starts_again(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)t;
    CHECK(!trp_timer_is_running(of, &self->actor));
    CHECK_RESULT(trp_timer_start_ticks(of, &self->actor, 0), TRP_OK);
}

static void stops_the_other(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)t;
    (void)self;
    trp_timer_stop(of, &other->actor);
}

static void puts_the_other_off(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)t;
    if (self != other)
        CHECK_RESULT(trp_timer_start_ticks(of, &other->actor, 2), TRP_OK);
}

static void ends_the_other_and_itself(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)of;
    trp_recycle(t->world, &other->actor);
    trp_recycle(t->world, &self->actor);
    CHECK(trp_create(pool) != NULL); /* in the same slot */
}

static void creates_one(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)of;
    (void)t;
    trp_create_from(pool, &(thing){.id = self->id + 1});
}

static void in_callbacks(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    pool->desc.on_create = NULL;
    pool->desc.on_recycle = NULL;
    thing *t = born(1);
    other = born(2);
    /* started again: in the next tick, not in this one */
    when_due = starts_again;
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 1, 2);
    tick(0);
    CHECK_LOG(DUE(1), 1, 2);
    CHECK_RESULT(trp_timer_stop(timers, &t->actor), TRP_OK);
    /* of those that are due in the same tick, one stops another, or starts it again */
    when_due = stops_the_other;
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(timers, &other->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 1, 2);
    when_due = puts_the_other_off;
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(timers, &other->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 1, 2);
    tick(0);
    tick(0);
    CHECK_LOG(1, 2, DUE(2), 1, 2);
    /* what is created is updated in this tick */
    when_due = creates_one;
    CHECK_RESULT(trp_timer_start_ticks(timers, &other->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(2), 1, 2, 3);
    /* lives end */
    when_due = ends_the_other_and_itself;
    CHECK_RESULT(trp_timer_repeat_ticks(timers, &t->actor, 1), TRP_OK);
    CHECK_RESULT(trp_timer_start_ticks(timers, &other->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 0, 3);
    tick(0);
    CHECK_LOG(0, 3);
    CHECK_EQ(trp_world_misuse_count(world), 0);
    CHECK_VALID(world);
}

static void wakes_again(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)t;
    CHECK_RESULT(trp_timer_start_ticks(of, &self->actor, 5), TRP_OK);
}

static void starts_in_another(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)of;
    (void)t;
    (void)self;
    CHECK_RESULT(trp_timer_start_ticks((trp_timers *)trp_timers_user(of), &other->actor, 1),
                 TRP_OK);
}

/* on_due keeps the actor by starting its timer again; a start in a later table is for a later tick */
static void on_due_decides(void)
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    when_due = wakes_again;
    thing *t = born(1);
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1), 1);
    CHECK_EQ(trp_timer_left_ticks(timers, &t->actor), 5);
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    t = born(1);
    other = t;
    pool->desc.update = NULL;
    timers->desc.user = make(pool, TRP_CLOCK_TICKS, TRP_DUE_WAKE);
    when_due = starts_in_another;
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    tick(0);
    CHECK_LOG(DUE(1));
    when_due = NULL;
    tick(0);
    CHECK_LOG(DUE(1));
}

static void as_the_world_ends(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)self;
    CHECK_MISUSE(t->world, trp_timers_destroy(of), TRP_BUSY);
    CHECK_MISUSE(t->world, trp_world_destroy(t->world), TRP_BUSY);
    CHECK_MISUSE(t->world, trp_update_all(t->world, 0), TRP_BUSY);
    CHECK_MISUSE(t->world, trp_pool_trim(trp_timers_pool(of)), TRP_BUSY);
}

static trp_actor *drawn;

static void draw(const trp_actor *self, const trp_view *view)
{
    (void)self;
    CHECK_MISUSE(view->world, trp_timer_start_ticks(timers, drawn, 1), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_timer_stop(timers, drawn), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_timers_destroy(timers), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_expire_in(world, drawn, 1), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER), TRP_BUSY);
    CHECK_NULL_MISUSE(view->world, trp_timers_create(world, &(trp_timers_desc){.pool = pool}),
                      TRP_BUSY);
    CHECK_EQ(trp_timer_left_ticks(timers, drawn), 7);
}

static void mistakes(void)
{
    static thing stranger;
    trp_timers_desc desc = {0};

    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_timers *in_seconds = make(pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_pool *foreign = stage_pool(world, 4, TRP_ORDER_MEMORY);
    thing *t = born(1);
    thing *f = stage_thing(foreign, 9);
    CHECK_NULL_MISUSE(world, trp_timers_create(world, NULL), TRP_ERR_NULL);
    CHECK_NULL_MISUSE(world, trp_timers_create(world, &desc), TRP_ERR_NULL);
    desc.pool = pool;
    desc.clock = (trp_clock)3;
    CHECK_NULL_MISUSE(world, trp_timers_create(world, &desc), TRP_ERR_VALUE);
    desc.clock = TRP_CLOCK_TICKS;
    desc.due = (trp_due)4;
    CHECK_NULL_MISUSE(world, trp_timers_create(world, &desc), TRP_ERR_VALUE);
    desc.due = TRP_DUE_CALL;
    trp_world *second = stage_second_world(1);
    CHECK(trp_timers_create(second, &desc) == NULL);
    CHECK_EQ(trp_last_result(second), TRP_ERR_FOREIGN);
    CHECK(trp_timers_create(NULL, &desc) == NULL);
    CHECK_MISUSE(world, trp_timer_start(timers, &t->actor, 1), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_timer_repeat(timers, &t->actor, 1), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_timer_sleep(timers, &t->actor, 1), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_timer_sleep_ticks(timers, &t->actor, 1), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_timer_repeat_ticks(timers, &t->actor, 0), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_timer_start_ticks(in_seconds, &t->actor, 1), TRP_ERR_DESC);
    CHECK_MISUSE(world, trp_timer_start(in_seconds, &t->actor, -1), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_timer_start(in_seconds, &t->actor, TRP_INFINITY), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_timer_repeat(in_seconds, &t->actor, 0), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_timer_repeat(in_seconds, &t->actor, -0.0f), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_timer_repeat(in_seconds, &t->actor, 1.0f / 1025), TRP_ERR_VALUE);
    CHECK_RESULT(trp_timer_start(in_seconds, &t->actor, -0.0f), TRP_OK);
    CHECK_RESULT(trp_timer_start(in_seconds, &t->actor, TRP_MAX_TIMER_SECONDS), TRP_OK);
    CHECK(trp_timer_left(in_seconds, &t->actor) == TRP_MAX_TIMER_SECONDS);
    CHECK_MISUSE(world, trp_timer_start_ticks(timers, &f->actor, 1), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_timer_start_ticks(timers, &stranger.actor, 1), TRP_ERR_FOREIGN);
    CHECK_QUIET(world, trp_timer_start_ticks(timers, NULL, 1), TRP_GONE);
    CHECK_QUIET(world, trp_timer_start_ticks(NULL, &t->actor, 1), TRP_ERR_NULL);
    CHECK_QUIET(world, trp_timer_stop(NULL, &t->actor), TRP_ERR_NULL);
    CHECK_QUIET(world, trp_timer_stop(timers, NULL), TRP_GONE);
    CHECK_QUIET(world, trp_timers_destroy(NULL), TRP_GONE);
    CHECK(!trp_timer_is_running(timers, &t->actor));
    CHECK(!trp_timer_is_running(timers, &f->actor) && !trp_timer_is_running(NULL, &t->actor));
    CHECK(trp_timer_left(NULL, &t->actor) == 0 && trp_timer_left_ticks(timers, NULL) == 0);
    CHECK(situation_text_equal(trp_timers_name(timers), "fuse"));
    CHECK(situation_text_equal(trp_timers_name(NULL), "") && trp_timers_pool(NULL) == NULL);
    CHECK(trp_timers_pool(timers) == pool && trp_timers_user(NULL) == NULL);
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 7), TRP_OK);
    drawn = &t->actor;
    pool->desc.draw = draw;
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    when_due = as_the_world_ends;
    CHECK_RESULT(trp_timer_start_ticks(timers, &t->actor, 1), TRP_OK);
    tick(0);
    CHECK_RESULT(trp_expire(world, &t->actor), TRP_OK);
    CHECK_MISUSE(world, trp_timer_start_ticks(timers, &t->actor, 1), TRP_ERR_EXPIRED);
    CHECK_RESULT(trp_recycle(world, &t->actor), TRP_OK);
    CHECK_MISUSE(world, trp_timer_start_ticks(timers, &t->actor, 1), TRP_ERR_FREE);
    stage_log_clear();
}

/* an idle timer changes no byte of the table's entries */
static void nothing_changes_while_it_waits(void)
{
    static unsigned char before[64 * sizeof(trp__timer)];

    set_up(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    pool->desc.update = NULL;
    for (uint32_t i = 0; i < 64; i++)
        CHECK_RESULT(trp_timer_start(timers, &stage_thing(pool, i)->actor, 1000), TRP_OK);
    memcpy(before, timers->entries, sizeof before);
    for (int i = 0; i < 60; i++)
    {
        tick(1.0f / 60);
        for (size_t k = 0; k < sizeof before; k++)
            CHECK_EQ(before[k], ((unsigned char *)timers->entries)[k]);
    }
    stage_log_clear();
}

/* the table grows with its pool, and all memory comes back */
static void grows(void)
{
    static trp_actor *all[160];

    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 160;
    desc.on_create = NULL;
    desc.on_recycle = NULL;
    desc.update = NULL;
    pool = stage_pool_as(world, desc);
    const size_t bytes = heap_out;
    timers = make(pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    when_due = NULL;
    for (uint32_t i = 0; i < 160; i++)
    {
        all[i] = &stage_thing(pool, i)->actor;
        CHECK_EQ(trp_timer_left_ticks(timers, all[i]), 0);
        CHECK_QUIET(world, trp_timer_stop(timers, all[i]), TRP_GONE);
        CHECK_RESULT(trp_timer_start_ticks(timers, all[i], 1000 - i), TRP_OK);
    }
    for (uint32_t i = 0; i < 160; i++)
        CHECK_EQ(trp_timer_left_ticks(timers, all[i]), 1000 - i);
    /* a slot whose chunk was given back */
    for (uint32_t i = 10; i < 160; i++)
        CHECK_RESULT(trp_recycle(world, all[i]), TRP_OK);
    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    for (uint32_t i = 0; i < 1000; i++)
        tick(0);
    CHECK_LOG(DUE(9), DUE(8), DUE(7), DUE(6), DUE(5), DUE(4), DUE(3), DUE(2), DUE(1), DUE(0));
    CHECK_RESULT(trp_timers_destroy(timers), TRP_OK);
    CHECK(world->clocks == NULL);
    make(pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    (void)bytes;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(heap_out, 0);
}

static void fills(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)self;
    (void)t;
    for (uint32_t i = 0; i < 30; i++)
        CHECK_RESULT(trp_timer_start_ticks(of, trp_create(pool), 3), TRP_OK);
}

/* ... in a callback, too, with others still to fire */
static void grows_while_it_fires(void)
{
    stage_world();
    heap_reset();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 200;
    desc.on_create = NULL;
    desc.update = NULL;
    pool = stage_pool_as(world, desc);
    timers = make(pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    when_due = fills;
    for (uint32_t i = 0; i < 4; i++)
        CHECK_RESULT(trp_timer_start_ticks(timers, &stage_thing(pool, i)->actor, 1), TRP_OK);
    stage_log_clear();
    tick(0);
    CHECK_EQ(trp_pool_count(pool), 120);
    CHECK_EQ(trp_world_misuse_count(world), 0);
    when_due = NULL;
    tick(0);
    tick(0);
    tick(0);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(heap_out, 0);
    stage_log_clear();
}

/* TRP_TIMERS_BYTES is enough, and there is no allocation in a caller's block */
static void the_memory_is_enough(void)
{
    static const uint32_t capacities[] = {1, 2, 63, 64, 65, 300};
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 300) + TRP_TIMERS_BYTES(300)];

    for (unsigned i = 0; i < sizeof capacities / sizeof capacities[0]; i++)
    {
        const uint32_t n = capacities[i];
        const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, n) + TRP_TIMERS_BYTES(n);
        stage_open(memory, sizeof memory);
        world = trp_world_init(memory, bytes, NULL);
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = n};
        pool = stage_pool_as(world, desc);
        timers = trp_timers_create(world, &(trp_timers_desc){.pool = pool});
        CHECK(timers != NULL);
        const size_t left = trp_world_free_bytes(world);
        trp_actor *last = NULL;
        for (uint32_t k = 0; k < n; k++)
            CHECK_RESULT(trp_timer_start(timers, last = trp_create(pool), (float)k), TRP_OK);
        for (int k = 0; k < 400; k++)
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK(!trp_timer_is_running(timers, last));
        CHECK_EQ(trp_world_free_bytes(world), left);
        CHECK_RESULT(trp_timers_destroy(timers), TRP_OK);
        CHECK(trp_world_free_bytes(world) >= left);
        CHECK(n < 300 || trp_timers_create(world, &(trp_timers_desc){.pool = pool}) != NULL);
        CHECK(trp_timers_create(world, &(trp_timers_desc){.pool = pool}) == NULL ||
              bytes > TRP__TIMERS_BASE);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    }
}

static void outside_actors(void)
{
    static thing outside[3];

    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_OLDEST);
    desc.external = true;
    desc.update = NULL;
    desc.on_create = NULL;
    pool = stage_pool_as(world, desc);
    timers = make(pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    for (uint32_t i = 0; i < 3; i++)
    {
        CHECK(trp_adopt(pool, &outside[i].actor) != NULL);
        outside[i].id = i;
        CHECK_RESULT(trp_timer_start_ticks(timers, &outside[i].actor, 2), TRP_OK);
    }
    CHECK_RESULT(trp_recycle(world, &outside[1].actor), TRP_OK);
    stage_log_clear();
    tick(0);
    tick(0);
    CHECK_EQ(trp_pool_count(pool), 0);
    stage_log_clear();
}

const situation timers_situations[] = {
    {"n ticks are n ticks, before the updates", in_ticks},
    {"in the order of slots for every history of starts", by_slot_for_every_history},
    {"pools in their order, then tables in theirs", by_pool_then_table},
    {"2^24 + 1 ticks, and other spans, from any present, by jumps", far_away},
    {"each of many in its tick", each_in_its_tick},
    {"ten seconds are ten seconds at any rate of ticks", exact_in_seconds},
    {"repeats do not drift, and a long tick loses none", repeats},
    {"a pause, slow motion and another layer count as they should", pause_and_scale},
    {"it expires, recycles and wakes", expires_recycles_wakes},
    {"a timer ends with its actor, whatever ends that", it_ends_with_its_actor},
    {"callbacks may start, stop, create and end", in_callbacks},
    {"on_due decides; a start in a later table waits for the next tick", on_due_decides},
    {"mistakes change nothing", mistakes},
    {"a timer that waits changes no byte", nothing_changes_while_it_waits},
    {"the table grows with its pool", grows},
    {"the table grows while it fires", grows_while_it_fires},
    {"TRP_TIMERS_BYTES are enough, and nothing more is taken", the_memory_is_enough},
    {"actors in memory of the game", outside_actors},
};
const unsigned timers_situation_count = sizeof timers_situations / sizeof timers_situations[0];
