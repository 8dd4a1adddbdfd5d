/* Timers and the life of their actor: none fires beyond its end, how late each fires, what an actor
 * keeps while it sleeps, and what counts from the tick in which it was started. */
#include "../script.h"
#include "../timers_scene.h"
#include "troupe/hash.h"

#include "../../../src/time/timers.h" /* changes descs */

SITUATIONS(timers_life);

typedef struct ember {
    trp_actor actor;
    uint32_t id;
    float x, vx;
    trp_time until;
} ember;

static trp_world *world;
static trp_pool *pool;
static float late[64];
static unsigned fired;

static void on_due(trp_actor *self, const trp_context *in)
{
    CHECK(fired < 64 && trp_as(ember, self)->id != 0);
    CHECK(in->user == &fired);
    late[fired++] = in->seconds_late;
}

static trp_timers *table_of(trp_clock clock, trp_due due)
{
    trp_timers *made = trp_timers_create(
        pool, &(trp_timers_desc){.clock = clock, .due = due, .on_due = on_due, .user = &fired});

    CHECK(made != NULL);
    return made;
}

static void set_up(trp_clock clock, bool sleep_stops_time)
{
    trp_pool_desc desc = {.type = TRP_TYPE(ember, actor),
                          .capacity = 8,
                          .sleep_stops_time = sleep_stops_time,
                          .lifetime = TRP_LIFETIME(ember, until)};

    desc.lifetime.clock = clock;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    fired = 0;
}

static trp_actor *born(void)
{
    trp_actor *actor = trp_create(pool, &(ember){.id = 1});

    CHECK(actor != NULL);
    return actor;
}

static void ticks(unsigned count, float dt)
{
    while (count-- > 0)
        CHECK_OK(trp_update_all(world, dt));
}

/* No timer fires beyond the end of a life */

/* an actor lives for 0.05 s and fires each 0.02 s: twice, whatever ends it and however long ticks
 * are */
SITUATION("an actor fires as often at any rate of ticks")
{
    static const float steps[] = {0.001f, 0.01f, 1.0f / 60, 0.1f, 0.25f};

    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (int how = 0; how < 4; how++) {
            trp_timers *end = NULL;
            trp_timers *twice;
            trp_actor *it;
            set_up(TRP_CLOCK_SECONDS, false);
            if (how == 1)
                end = table_of(TRP_CLOCK_SECONDS, TRP_DUE_RECYCLE);
            twice = table_of(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
            if (how == 2)
                end = table_of(TRP_CLOCK_SECONDS, TRP_DUE_EXPIRE);
            it = born();
            CHECK_OK(trp_timer_repeat(twice, it, trp_seconds(0.02f)));
            if (end != NULL)
                CHECK_OK(trp_timer_start(end, it, trp_seconds(0.05f)));
            else
                CHECK_OK(trp_expire_in(world, it, trp_seconds(0.05f)));
            if (how == 3) /* it has no call */
                twice->desc.on_due = NULL;
            ticks((unsigned)(0.5f / steps[i]), steps[i]);
            CHECK_EQ(trp_pool_count(pool), 0);
            CHECK_EQ(fired, how == 0 ? 2 : how == 3 ? 0 : 3); /* the end calls too */
        }
}

/* an end by another clock, one that is not due, one of another life, and one by turns set no
 * limit */
SITUATION("other clocks, other lives and turns set no limit")
{
    for (int how = 0; how < 5; how++) {
        trp_timers *end;
        trp_timers *calls;
        trp_actor *it;
        set_up(how == 0 ? TRP_CLOCK_TICKS : TRP_CLOCK_SECONDS, false);
        end = table_of(how == 1 ? TRP_CLOCK_TICKS : TRP_CLOCK_SECONDS, TRP_DUE_EXPIRE);
        end->desc.on_due = NULL;
        calls = table_of(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
        it = born();
        if (how == 0)
            CHECK_OK(trp_expire_in(world, it, trp_ticks(1)));
        else if (how == 1)
            CHECK_OK(trp_timer_start(end, it, trp_ticks(1)));
        else if (how == 2)
            CHECK_OK(trp_timer_start(end, it, trp_seconds(9)));
        else if (how == 3) {
            CHECK_OK(trp_timer_start(end, it, trp_seconds(0.25f)));
            CHECK_OK(trp_recycle(world, it));
            it = born();
        } else {
            CHECK_OK(trp_pool_set_interval(pool, 3, TRP_INTERVAL_STAGGERED));
            ticks(1, 0);
            CHECK_OK(trp_expire_in(world, it, trp_seconds(0.25f)));
        }
        CHECK_OK(trp_timer_start(calls, it, trp_seconds(0.5f)));
        ticks(1, 1);
        CHECK_EQ(fired, 1);
    }
}

/* How late */

SITUATION("each firing knows how late it is")
{
    set_up(TRP_CLOCK_SECONDS, false);
    trp_timers *seconds = table_of(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_timers *in_ticks = table_of(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_actor *it = born();
    CHECK_OK(trp_timer_repeat(seconds, it, trp_seconds(0.25f)));
    ticks(1, 0.875f);
    CHECK_EQ(fired, 3);
    CHECK(late[0] == 0.625f && late[1] == 0.375f && late[2] == 0.125f);
    ticks(1, 0.125f - 1.0f / 8192); /* it counts as reached already */
    CHECK_EQ(fired, 4);
    CHECK(late[3] == -1.0f / 8192);
    CHECK_OK(trp_timer_start(in_ticks, it, trp_ticks(1)));
    ticks(1, 0.0625f);
    CHECK_EQ(fired, 5);
    CHECK(late[4] == 0);
}

/* Emission */

static trp_pool *sparks;
static float gun_vx;

static void fly(trp_actor *self, const trp_context *in)
{
    ember *e = trp_as(ember, self);

    CHECK(in->timers == NULL && in->seconds_late == 0);
    e->x += e->vx * in->dt;
}

/* by the formula of timer.h */
static void emit(trp_actor *self, const trp_context *in)
{
    const ember *gun = trp_as(ember, self);
    const float v = 30;

    (void)trp_create(sparks,
                     &(ember){.id = 1,
                              .vx = v,
                              .x = gun->x + (gun->vx - v) * (in->dt - in->seconds_late),
                              .until = trp_time_in(sparks, trp_seconds(0.75f - in->seconds_late))});
}

/* after two seconds: the places of the particles that live, the oldest first */
static unsigned shoot(unsigned rate, float *places)
{
    unsigned count = 0;

    world = stage_world();
    pool = stage_pool_as(
        world, (trp_pool_desc){.type = TRP_TYPE(ember, actor), .capacity = 1, .update = fly});
    sparks = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(ember, actor),
                                                  .capacity = 64,
                                                  .order = TRP_ORDER_OLDEST,
                                                  .lifetime = TRP_LIFETIME(ember, until),
                                                  .update = fly});
    trp_timers *emits = trp_timers_create(pool, &(trp_timers_desc){.on_due = emit});
    CHECK_OK(trp_timer_repeat(emits, trp_create(pool, &(ember){.id = 1, .vx = gun_vx}),
                              trp_seconds(1.0f / 47)));
    ticks(2 * rate, 1 / (float)rate);
    trp_each (ember, it, sparks)
        places[count++] = it->x;
    return count;
}

/* a gun at rest and one that moves place their particles alike at 5, 60 and 144 ticks a second */
SITUATION("emission does not depend on the rate of ticks")
{
    static const unsigned rates[] = {5, 60, 144};
    float first[64], places[64];

    for (unsigned i = 0; i < 6; i++) {
        unsigned count;
        gun_vx = i < 3 ? 0 : 250;
        count = shoot(rates[i % 3], places);
        CHECK_EQ(count, 36); /* in 0.75 s */
        for (unsigned k = 0; k < count; k++) {
            if (i % 3 == 0)
                first[k] = places[k];
            CHECK(places[k] - first[k] < 0.02f && first[k] - places[k] < 0.02f);
            CHECK(k == 0 || i < 3 || places[k] - places[k - 1] > 4.6f);
        }
    }
}

SCRIPT(
    "a table that only calls sets no limit to the others of its pool",
    "pool still; timers 0 seconds recycle; timers 1 seconds call; timers 2 seconds call; new 1;"
    "start 1 1 0.75; start 2 1 0.25; go; tick 1; = t1 t1; start 1 1 0.25; start 2 1 0.75; tick 1;"
    "= t1 t1");

/* Sleep that stops time */

/* Actors with 5 s to live and a fuse of 3 s sleep for 10 s after the first one. */
SCRIPT("where sleep stops time, a sleeper keeps its timers and its life",
       "pool lifetime seconds stops still; pool lifetime ticks stops still; pool lifetime world "
       "stops still; timers 0 a seconds; timers 1 a seconds wake; timers 2 b ticks; timers 3 b "
       "ticks wake; timers 4 c world; timers 5 c world wake; new a 1; new b 2; new c 3; start 0 1 "
       "3; start 2 2 3; start 4 3 3; life 1 seconds 5; life 2 ticks 5; life 3 world 5; tick; nap 1 "
       "1 10; nap 3 2 10; nap 5 3 10; go; pass 9; =; left 0 1 2; left 2 2 2; left 4 3 2; lifeleft "
       "1 seconds 4; lifeleft 2 ticks 4; lifeleft 3 world 4; tick; = t1 t2 t3; is active 1 2 3; "
       "tick; =; tick; = t1 t2 t3; live 1; pass 2; = -1e -2e -3e");

/* nothing is rounded, however often it sleeps and wakes, and at whatever moments */
SITUATION("many sleeps round nothing")
{
    uint32_t seed = 7;
    float awake = 0;

    set_up(TRP_CLOCK_SECONDS, true);
    trp_timers *fuses = table_of(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *it = born();
    CHECK_OK(trp_timer_repeat(fuses, it, trp_seconds(8)));
    CHECK_OK(trp_expire_in(world, it, trp_seconds(32)));
    while (awake < 32) {
        const float dt = (float)(1 + stage_random(&seed, 4096)) / 4096;
        const float left = trp_time_left(world, it).seconds;
        CHECK_EQ(fired, (unsigned)(awake / 8));
        CHECK(left == 32 - awake);
        CHECK_OK(trp_deactivate(world, it));
        ticks(1 + stage_random(&seed, 3), 0.7f);
        CHECK(trp_time_left(world, it).seconds == left);
        CHECK_OK(trp_activate(world, it));
        CHECK(trp_time_left(world, it).seconds == left);
        ticks(1, dt);
        awake += dt;
    }
    CHECK_EQ(fired, 4);
    CHECK_EQ(trp_pool_count(pool), 0);
}

static bool restarts;

static void falls_asleep(trp_actor *self, const trp_context *in)
{
    on_due(self, in);
    CHECK_OK(trp_deactivate(in->world, self));
    if (restarts)
        CHECK_OK(trp_timer_again(in->timers, self, trp_seconds(fired == 1 ? 0.25f : 2)));
}

/* an actor falls asleep in its own on_due, with more periods behind it in the same tick: they are
 * due when it wakes, as one */
SITUATION("an actor falls asleep in its on_due")
{
    for (restarts = false;; restarts = true) {
        trp_timers *fuses;
        trp_actor *it;
        set_up(TRP_CLOCK_SECONDS, true);
        fuses = table_of(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
        fuses->desc.on_due = falls_asleep;
        it = born();
        CHECK_OK(trp_timer_repeat(fuses, it, trp_seconds(1)));
        ticks(1, 3.5f);
        CHECK_EQ(fired, 1);
        ticks(5, 3.5f);
        CHECK_EQ(fired, 1);
        CHECK_OK(trp_activate(world, it));
        ticks(1, 0.5f);
        CHECK_EQ(fired, 2);
        if (restarts) {
            const float left = trp_timer_left(fuses, it).seconds;
            CHECK(left >= 1.5f && left < 1.501f);
            return;
        }
    }
}

/* what never ends does not begin to; the clock may wrap around, and a moment is never 0 */
SITUATION("never stays never, though the clock wraps around")
{
    set_up(TRP_CLOCK_TICKS, true);
    trp_actor *never = born();
    trp_actor *it = born();
    pool->state.clock = 0xFFFFFFF0u;
    CHECK_OK(trp_expire_in(world, it, trp_ticks(10)));
    CHECK_OK(trp_deactivate(world, never));
    CHECK_OK(trp_deactivate(world, it));
    CHECK_EQ(trp_time_left(world, never).ticks, 0);
    pool->state.clock = 0xFFFFFFF6u;
    CHECK_OK(trp_activate(world, it)); /* at 2^32, which would be never */
    CHECK_EQ(trp_time_left(world, it).ticks, 11);
    CHECK_OK(trp_activate(world, never));
    ticks(12, 0);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_EQ(trp_time_left(world, never).ticks, 0);
    CHECK_EQ(trp_time_left(world, it).ticks, 0);
}

/* Started in a system's `before` */

/* A timer that is started there counts from this tick, and fires in a later one. */
SCRIPT("started in `before`, a timer fires in a later tick",
       "pool lifetime ticks stops still; timers 0 seconds; timers 1 ticks; timers 2 world; system "
       "0; new 1; at s0b: still, start 0 1 0.5, start 1 1 1, start 2 1 2; tick; left 0 1 0.5; left "
       "2 1 2; go; tick; = s0b t1 t1 s0a; tick; = s0b t1 s0a; at s0b: still, start 0 1 0.5, start "
       "1 1 1, start 2 1 2, halt 1 1, sleep 1, wake 1; tick; left 0 1 0.5; go; tick; = s0b t1 s0a; "
       "tick; = s0b t1 s0a; tick; = s0b s0a");

/* Woken there, it is updated in this tick, so its time runs in it. */
SCRIPT("started in `before` for an actor that ends or sleeps there",
       "pool lifetime ticks stops still; timers 0 seconds; timers 1 ticks; timers 2 world; system "
       "0 silent; system 1; new 1; at s1b: still, start 0 1 0.5, start 1 1 1, start 2 1 2, recycle "
       "1, new 2; tick; unsystem 0; go; pass 4; = s1b s1a s1b s1a s1b s1a s1b s1a; at s1b: still, "
       "start 0 2 0.5, start 1 2 1, start 2 2 2, sleep 2; pass 5; left 0 2 0.5; at s1b: still, "
       "wake 2; go; tick; = s1b t2 t2 s1a");

/* An actor that falls asleep there is not updated in this tick, so its time stands still in it. */
SCRIPT("a sleep that begins in `before` includes the tick",
       "pool lifetime ticks stops still; timers 0 ticks; system 0; new 1; start 0 1 3; tick; at "
       "s0b: still, sleep 1; pass 4; left 0 1 2; at s0b: still, wake 1; go; tick; = s0b s0a; tick; "
       "= s0b t1 s0a");

SCRIPT("at the end of a life itself timers fire",
       "pool lifetime seconds still; timers 0 seconds; new 1; life 1 seconds 0.5;"
       "start 0 1 0.5; go; tick; = t1 -1e");
SCRIPT("a quarter of a millisecond after the end timers fire, and not later",
       "pool lifetime seconds still; timers 0 seconds; new 1 2; life 1 seconds 0.5;"
       "life 2 seconds 0.5; start 0 1 0.500244140625; start 0 2 0.50048828125; go;"
       "tick; memory oldest = t1 -1e -2e; newest = t1 -2e -1e");
SCRIPT("of two ends the earlier one comes",
       "pool still; timers 0 seconds expire; timers 1 seconds recycle; new 1 2;"
       "start 0 1 0.25; start 1 1 0.5; start 0 2 0.5; start 1 2 0.25; go; tick;"
       "= t1 t2 -2 -1e");
SCRIPT("for a sleeper past its end only what wakes it fires",
       "pool lifetime seconds still; timers 0 seconds; timers 1 seconds wake; new 1;"
       "life 1 seconds 2; repeat 0 1 1; nap 1 1 4; go; tick; tick; = t1 t1; tick; =;"
       "idle 0 1; tick; = t1 -1e");
SCRIPT("for a sleeper past its end, in ticks, only what wakes it fires",
       "pool lifetime ticks still; timers 0 ticks; timers 1 ticks wake; new 1;"
       "life 1 ticks 2; repeat 0 1 1; nap 1 1 4; go; tick; tick; = t1 t1; tick; =;"
       "idle 0 1; tick; = t1 -1e");
SCRIPT("what is started for a sleeper begins when it wakes",
       "pool lifetime ticks stops still; timers 0 ticks; timers 1 ticks; new 1;"
       "sleep 1; start 0 1 0; left 0 1 1; idle 1 1; life 1 ticks 0;"
       "lifeleft 1 ticks 1; go; tick; tick; tick; tick; =; start 0 1 4;"
       "life 1 ticks 9; wake 1; tick; tick; tick; =; sleep 1; tick; tick; tick;"
       "tick; tick; wake 1; tick; = t1; lifeleft 1 ticks 5; tick; tick; tick; tick;"
       "=; tick; = -1e");
SCRIPT("what was due when it fell asleep is due when it wakes",
       "pool lifetime ticks stops still; timers 0 ticks; timers 1 ticks; new 1;"
       "start 0 1 2; start 1 1 2; life 1 ticks 2; go; at t1: still, sleep 1; tick;"
       "tick; tick; tick; tick; = t1; left 1 1 1; wake 1; live 1; tick; = t1 -1e");
