/* When a timer is due: what happens, what its callback may do, and what is refused. The end of an
 * actor ends its timer. */
#include "troupe/hash.h"
#include "../script.h"
#include "../timers_scene.h"

#include "../../../src/time/timers.h" /* changes a desc; whether a pool is plain */

SITUATIONS(timers_due);

/* Any end of the life ends the timer; the next actor in the slot has none. */
SCRIPT("a timer ends with its actor, whatever ends that",
       "pool 1; timers 0 ticks; new 1; start 0 1 3; recycle 1; tick; new 2; idle 0 2; halt 0 2 "
       "?GONE; go; pass 2; = 2 2; start 0 2 1; tick; = t2 2; start 0 2 3; expire 2; tick; new 3; "
       "idle 0 3; go; pass 2; = 3 3; start 0 3 3; clear; new 4; idle 0 4; start 0 4 3; fadelayer "
       "0; tick; new 5; idle 0 5; go; pass 2; = 5 5");

/* Reports name the table whose timers fire. */
SCRIPT("timers have their table's name while they fire",
       "timers 0 ticks called fuse; new 1; start 0 1 1; at t1: tagged fuse; go; tick; = t1 1; "
       "tagged");

SITUATION("descs that are refused")
{
    trp_timers_desc desc = {0};

    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    desc.clock = (trp_clock)3;
    CHECK_NULL_MISUSE(fuse.world, trp_timers_create(fuse.pool, &desc), TRP_ERR_VALUE);
    desc.clock = TRP_CLOCK_TICKS;
    desc.due = (trp_due)4;
    CHECK_NULL_MISUSE(fuse.world, trp_timers_create(fuse.pool, &desc), TRP_ERR_VALUE);
    CHECK(trp_timers_create(NULL, &desc) == NULL);
}

SCRIPT("times that are refused",
       "timers 0 ticks; timers 1 seconds; new 1; nap 0 1 1 !DESC; repeat 0 1 0 !VALUE; start 1 1 "
       "-1 !VALUE; start 1 1 inf !VALUE; repeat 1 1 0 !VALUE; repeat 1 1 -0 !VALUE; repeat 1 1 "
       "0.00097 !VALUE; start 1 1 -0; start 1 1 1073741824; left 1 1 1073741824");
SCRIPT("the most ticks that there are",
       "timers 0 ticks; new 1; repeat 0 1 2147483647; left 0 1 2147483647; start 0 1 4294967294 "
       "!VALUE; repeat 0 1 2147483648 !VALUE; repeat 0 1 0 !VALUE; left 0 1 2147483647; start 0 1 "
       "2147483647; left 0 1 2147483647");
SCRIPT("mistakes change nothing",
       "pool; pool; timers 0 a ticks; new 1; new b 9; start 0 9 1 !FOREIGN; idle 0 9; start 0 0 1 "
       "?GONE; start 1 1 1 ?NULL; halt 1 1 ?NULL; halt 0 0 ?GONE; freetimers 1 ?GONE; idle 0 1; "
       "idle 1 1; start 0 1 7; at d1: start 0 1 1 !BUSY, halt 0 1 !BUSY, left 0 1 7,life 1 seconds "
       "1 !BUSY, together 2 !BUSY, timers 1 ticks !BUSY, freetimers 0 !BUSY,says the world is "
       "being drawn; draw; at t1: destroy !BUSY, tick !BUSY, trim !BUSY,freetimers 0 !BUSY, says a "
       "tick is in progress; start 0 1 1; tick; expire 1; start 0 1 1 !EXPIRED; recycle 1; start 0 "
       "1 1 !FREE");

/* Again */

static trp_duration pauses[4];
static unsigned pause_now;

static void pauses_again(trp_timers *of, thing *self, const trp_context *in)
{
    if (pause_now < 4)
        CHECK_OK(trp_timer_again(of, &self->actor, pauses[pause_now++]));
}

/* however long the ticks are, and though the second period is over in the tick in which it began */
SITUATION_FOR("periods that vary do not drift", int, repeats, 0, 1)
{
    for (int due = 0; due < 2; due++) {
        thing *t;
        timers_scene_begin(TRP_CLOCK_SECONDS, due == 0 ? TRP_DUE_CALL : TRP_DUE_WAKE);
        fuse.pool->desc.update = NULL;
        fuse.when_due = pauses_again;
        pause_now = 0;
        pauses[0] = trp_seconds(0.5f);
        pauses[1] = trp_seconds(0.25f);
        pauses[2] = trp_seconds(2);
        pauses[3] = trp_seconds(0.125f);
        t = timers_scene_born(1);
        CHECK_OK(repeats != 0 ? trp_timer_repeat(fuse.timers, &t->actor, trp_seconds(1))
                              : trp_timer_start(fuse.timers, &t->actor, trp_seconds(1)));
        timers_scene_tick(0.75f);
        CHECK_LOG();
        timers_scene_tick(1); /* 1.75: due at 1, 1.5 and 1.75 */
        CHECK_LOG(DUE(1), DUE(1), DUE(1));
        CHECK(trp_timer_left(fuse.timers, &t->actor).seconds == 2);
        timers_scene_tick(1.75f);
        CHECK_LOG();
        timers_scene_tick(0.25f);
        CHECK_LOG(DUE(1));
        timers_scene_tick(0.125f);
        CHECK_LOG(DUE(1));
        CHECK(!trp_timer_is_running(fuse.timers, &t->actor)); /* nor does it repeat */
        CHECK_VALID(fuse.world);
    }
}

SCRIPT("a timer starts again only in its on_due",
       "pool still; timers 0 ticks; timers 1 ticks; new 1; start 0 1 1; at t1: again 0 1 2; go; "
       "pass 2; = t1; at t1: still, again 0 1 1, recycle 1; tick; still; tick; go; new 2; again 0 "
       "2 1 !VALUE; says call this in its on_due; again 1 2 0 !VALUE; new 3 4; at t4: again 0 3 1 "
       "!VALUE; start 0 4 1; tick; still; again 0 0 1 ?GONE; again 2 2 1 ?NULL; idle 0 2; go; "
       "tick; =");
SCRIPT("a timer starts again for no later life in the slot",
       "pool still; timers 0 seconds; new 1; start 0 1 1; at t1: recycle 1, new 2, slot 2 0, again "
       "0 2 1 !VALUE, idle 0 2; tick; live 1; left 1 2 0");
SCRIPT("it expires, recycles and wakes",
       "in memory; timers 0 ticks expire; timers 1 ticks recycle; timers 2 ticks wake; new 1-4; "
       "start 0 1 1; start 1 2 1; nap 2 3 1; is asleep 3; sleep 4; start 0 4 1; go; tick; = t3 t1 "
       "t4 -4e t2 -2 -1e 3; live 1; nap 2 3 1; nap 2 3 2; tick; =; wake 3; tick; = t3 3");
SCRIPT("callbacks may start, stop, create and end",
       "timers 0 ticks; new 1 2; go; at t1: start 0 1 0; start 0 1 1; tick; memory oldest = t1 1 "
       "2; newest = t1 2 1; tick; go; halt 0 1; still; at t1: halt 0 2; start 0 1 1; start 0 2 1; "
       "tick; memory oldest = t1 1 2; newest = t1 2 1");
SCRIPT("one starts another again, which is due later",
       "in memory oldest; timers 0 ticks; new 1 2; go; at t1: start 0 2 2; start 0 1 1; start 0 2 "
       "1; tick; = t1 1 2; tick; = 1 2; tick; = t2 1 2");
SCRIPT("a newborn is updated in this tick, and lives end",
       "in memory; timers 0 ticks; new 1 2; go; at t2: new 3; start 0 2 1; tick; = t2 +3 1 2 3; "
       "still; at t1: recycle 2 1, new 4; repeat 0 1 1; start 0 2 1; tick; = t1 -2 -1 +4 4 3; "
       "tick; = 4 3");
SCRIPT("an end comes though on_due starts the timer again, and though it repeats",
       "try start repeat; timers 0 ticks expire; timers 1 ticks recycle; new 1 2; go; at t1: start "
       "0 1 5; at t2: start 1 2 5; $ 0 1 1; $ 1 2 1; tick; = t1 t2 -2 -1e");
SCRIPT("a start in a later table waits for the next tick",
       "pool still; timers 0 ticks; timers 1 ticks wake; new 1; go; at t1: start 1 1 1; start 0 1 "
       "1; tick; = t1; still; tick; = t1");
SCRIPT("who expires as it wakes is not called any more",
       "pool still; timers 0 ticks wake; new 1 2; watch 0 only awake; nap 0 1 1; nap 0 2 1; go; at "
       "w>1: expire 1; tick; = w>1 w>2 t2 -1e; live 1");

/* Timers and the life of their actor: none fires beyond its end, how late each fires, what an actor
 * keeps while it sleeps, and what counts from the tick in which it was started. */

typedef struct ember {
    trp_actor actor;
    uint32_t id;
    float x, vx;
    trp_time until;
} ember;

static trp_world *world;
static trp_pool *pool;
static void ticks(unsigned count, float dt)
{
    while (count-- > 0)
        CHECK_OK(trp_update_all(world, dt));
}

/* No timer fires beyond the end of a life */

/* It lives for 0.05 s and fires each 0.02 s: twice, whatever ends it and however long ticks are. The
 * end calls too, if a table brings it and has a call. */
SCRIPT(
    "an actor fires as often at any rate of ticks",
    "try 4 10 60 100 1000; rate $; pool lifetime seconds still; timers 0 seconds; new 1; repeat 0 "
    "1 0.02; life 1 seconds 0.05; go; almost 1; = t1 t1 -1e");
SCRIPT(
    "an actor fires as often at any rate of ticks until a table recycles it",
    "try 4 10 60 100 1000; rate $; pool still; timers 0 seconds recycle; timers 1 seconds; new 1; "
    "repeat 1 1 0.02; start 0 1 0.05; go; almost 1; = t1 t1 t1 -1");
SCRIPT(
    "an actor fires as often at any rate of ticks until a table expires it",
    "try 4 10 60 100 1000; rate $; pool still; timers 0 seconds; timers 1 seconds expire; new 1; "
    "repeat 0 1 0.02; start 1 1 0.05; go; almost 1; = t1 t1 t1 -1e");
SCRIPT("a table without a call fires in silence",
       "try 4 10 60 100 1000; rate $; pool lifetime seconds still; timers 0 seconds mute; new 1; "
       "repeat 0 1 0.02; life 1 seconds 0.05; go; almost 1; = -1e");

/* An end by another clock (of a, b), one that is not due (c), one of another life (d), and one by
 * turns (e). */
SCRIPT(
    "other clocks, other lives and turns set no limit",
    "pool lifetime ticks still; pool still; pool still; pool still; pool lifetime seconds still; "
    "timers 0 a seconds; timers 1 b ticks expire mute; timers 2 b seconds; timers 3 c seconds "
    "expire mute; timers 4 c seconds; timers 5 d seconds expire mute; timers 6 d seconds; timers 7 "
    "e seconds; new a 1; new b 2; new c 3; new d 4; new e 6; stagger e 3; tick 0; life 1 ticks 1; "
    "start 1 2 1; start 3 3 9; start 5 4 0.25; recycle 4; new d 5; life 6 seconds 0.25; start 0 1 "
    "0.5; start 2 2 0.5; start 4 3 0.5; start 6 5 0.5; start 7 6 0.5; go; tick; = t1 t2 t3 t5 t6 "
    "-1e -2e");

/* How late */

/* 2^-13 s before its moment it counts as reached already. */
SCRIPT(
    "each firing knows how late it is",
    "pool still; timers 0 seconds; timers 1 ticks; new 1; repeat 0 1 0.25; tick 0.875; late 0.625 "
    "0.375 0.125; tick 0.1248779296875; late -0.0001220703125; start 1 1 1; tick 0.0625; late 0");

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

static void count(trp_actor *self, const trp_context *in)
{
    ++*(unsigned *)in->user;
}

/* Nothing is rounded, however often it sleeps and wakes, and at whatever moments. */
SITUATION("many sleeps round nothing")
{
    unsigned fired = 0;
    uint32_t seed = 7;
    float awake = 0;

    world = stage_world();
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(ember, actor),
                                                .capacity = 8,
                                                .sleep_stops_time = true,
                                                .lifetime = TRP_LIFETIME(ember, until)});
    trp_timers *fuses =
        trp_timers_create(pool, &(trp_timers_desc){.on_due = count, .user = &fired});
    trp_actor *it = trp_create(pool, NULL);
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

/* More periods lie behind it in the same tick: they are due when it wakes, as one. */
SCRIPT(
    "an actor falls asleep in its on_due",
    "pool stops lifetime seconds still; timers 0 seconds; new 1; repeat 0 1 1; at t1: sleep 1; go; "
    "tick 3.5; = t1; tick 3.5; tick 3.5; =; wake 1; tick 0.5; = t1");
SCRIPT(
    "an actor that falls asleep in its on_due may start again",
    "pool stops lifetime seconds still; timers 0 seconds; new 1; repeat 0 1 1; at t1: sleep 1, "
    "again 0 1 0.25; go; tick 3.5; = t1; tick 3.5; tick 3.5; =; still; at t1: sleep 1, again 0 1 "
    "2; wake 1; tick 0.5; = t1; left 0 1 1.500244140625");

/* What never ends does not begin to; the clock may wrap around, and a moment is never 0. */
SCRIPT(
    "never stays never, though the clock wraps around",
    "pool stops lifetime ticks still; new 1 2; clock 4294967280; life 2 ticks 10; sleep 1 2; "
    "lifeleft 1 ticks 0; clock 4294967286; wake 2; lifeleft 2 ticks 11; wake 1; pass 12; live 1; "
    "lifeleft 1 ticks 0; is free 2");

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
       "try seconds ticks; pool lifetime $ still; timers 0 $; timers 1 $ wake; new 1; life 1 $ 2; "
       "repeat 0 1 1; nap 1 1 4; go; tick; tick; = t1 t1; tick; =; idle 0 1; tick; = t1 -1e");
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
