/* When timers are due: in ticks and in seconds, near and far, in which order, and while time stands
 * still. */
#include "../script.h"
#include "../timers_scene.h"

#include "../../../src/time/timers.h" /* wheels far from now */

#include <string.h>

SITUATIONS(timers);

/* By slot, whatever the order of starts: others are tried by random calls. */
SCRIPT(
    "in the order of slots for every history of starts",
    "pool still; timers 0 ticks; new 1-4; start 0 4 70; start 0 4 3; start 0 2 40; start 0 2 3;"
    "start 0 1 40; start 0 1 3; start 0 3 3; go; pass 2; =; tick; = t1-4; start 0 3 70;"
    "start 0 3 3; start 0 1 40; start 0 1 3; start 0 3 40; start 0 3 3; pass 2; =; tick; = t1 t3;"
    "start 0 4 3; start 0 3 3; start 0 4 40; start 0 2 3; start 0 4 3; start 0 1 3; pass 2; =;"
    "tick; = t1 t2 t3 t4; pass 70; =");

/* near the borders of the wheel's digits, from any present tick, by jumps */
SITUATION("2^24 + 1 ticks, and other spans, from any present, by jumps")
{
    static const uint64_t spans[] = {
        1,     31,      32,      33,      63,       64,       1023,     1024,     1025,       32767,
        32768, 1048575, 1048576, 1048577, 16777217, 33554431, 33554432, 33554433, 2000000000u};
    static const uint64_t presents[] = {0, 1, 30, 31, 1023, 1000000, 33554431, 68719476735u};
    uint32_t seed = 1;
    unsigned long cases = 0;

    for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++)
        for (unsigned k = 0; k < sizeof presents / sizeof presents[0]; k++)
            for (unsigned jumps = 0; jumps < 6; jumps++) {
                timers_scene_begin(TRP_CLOCK_WORLD_TICKS, TRP_DUE_CALL);
                thing *t = timers_scene_born(1);
                fuse.pool->desc.update = NULL;
                fuse.timers->now += presents[k];
                CHECK_OK(trp_timer_start(fuse.timers, &t->actor, trp_ticks((uint32_t)spans[i])));
                uint64_t left = spans[i] - 1;
                for (unsigned jump = 0; jump < jumps; jump++) {
                    uint64_t step = left / (1 + stage_random(&seed, 3));
                    fuse.timers->now += step;
                    left -= step;
                }
                fuse.timers->now += left;
                CHECK_EQ(trp_timer_left(fuse.timers, &t->actor).ticks, 1);
                timers_scene_tick(0);
                CHECK_LOG(DUE(1));
                cases++;
            }
    situation_cases("spans of timers", cases);
}

SCRIPT("each of many in its tick",
       "pool still; timers 0 ticks; new 1-8; start 0 1 1; start 0 2 2; start 0 3 5; start 0 4 33;"
       "start 0 5 64; start 0 6 1025; start 0 7 1026; start 0 8 3970; go; tick; = t1; tick; = t2;"
       "pass 2; =; tick; = t3; pass 27; =; tick; = t4; pass 30; =; tick; = t5; pass 960; =; tick;"
       "= t6; tick; = t7; pass 2943; =; tick; = t8");

SCRIPT("ten seconds are ten seconds at any rate of ticks",
       "try 3 10 24 25 30 50 60 100 144 240 1000; rate $; pool still; timers 0 seconds; new 1; "
       "start 0 "
       "1 10; left 0 1 10; go; almost 10; =; tick; = t1");

static unsigned count_due;

static void count(trp_actor *self, const trp_context *in)
{
    count_due++;
}

/* repeats do not drift, and nothing is lost in a long tick */
SITUATION("repeats do not drift, and a long tick loses none")
{
    static const unsigned rates[] = {3, 10, 24, 25, 30, 50, 60, 100, 144, 240, 1000};

    for (unsigned i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
        fuse.pool->desc.update = NULL;
        fuse.timers->desc.on_due = count;
        thing *t = timers_scene_born(1);
        count_due = 0;
        CHECK_OK(trp_timer_repeat(fuse.timers, &t->actor, trp_seconds(0.125f)));
        for (unsigned n = 1; n <= 100 * rates[i]; n++) {
            timers_scene_tick(1.0f / (float)rates[i]);
            CHECK_EQ(count_due, n * 8 / rates[i]);
        }
        timers_scene_tick(1000);
        CHECK_EQ(count_due, 800 + 8000);
    }
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.timers->desc.on_due = count;
    thing *t = timers_scene_born(1);
    count_due = 0;
    CHECK_OK(trp_timer_repeat(fuse.timers, &t->actor, trp_ticks(3)));
    for (unsigned n = 1; n <= 30; n++) {
        timers_scene_tick(0);
        CHECK_EQ(count_due, n / 3);
        CHECK_EQ(trp_timer_left(fuse.timers, &t->actor).ticks, 3 - n % 3);
    }
    CHECK_OK(trp_timer_stop(fuse.timers, &t->actor));
    for (unsigned n = 0; n < 10; n++)
        timers_scene_tick(0);
    CHECK_EQ(count_due, 10);
    stage_log_clear();
}

SCRIPT("a pause, slow motion and another layer count as they should",
       "layers 3; pool still; pool still; pool still; timers 0 a seconds; timers 1 b ticks; timers "
       "2 c world; new a 1; new b 2; new c 3; start 0 1 4; start 1 2 4; start 2 3 4; tick; disable "
       "0; pass 3; running 0 1; running 1 2; idle 2 3; enable 0; scalelayer 0 0.5; tick; left 0 1 "
       "2.5; move a 2; move b 2; scalelayer 2 2; tick; left 0 1 0.5; running 1 2; tick; idle 0 1; "
       "idle 1 2");

/* an idle timer changes no byte of the table's entries */
SITUATION("a timer that waits changes no byte")
{
    static unsigned char before[64 * sizeof(trp__timer)];

    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    fuse.pool->desc.update = NULL;
    for (uint32_t i = 0; i < 64; i++)
        CHECK_OK(
            trp_timer_start(fuse.timers, &stage_thing(fuse.pool, i)->actor, trp_seconds(1000)));
    memcpy(before, fuse.timers->entries, sizeof before);
    for (int i = 0; i < 60; i++) {
        timers_scene_tick(1.0f / 60);
        CHECK(memcmp(before, fuse.timers->entries, sizeof before) == 0);
    }
    stage_log_clear();
}

SCRIPT("n ticks are n ticks, before the updates",
       "timers 0 ticks; new 1; idle 0 1; start 0 1 2; left 0 1 2; go; tick;"
       "left 0 1 1; = 1; tick; = t1 1; left 0 1 0; idle 0 1; tick; = 1; start 0 1 0;"
       "tick; = t1 1; start 0 1 1; halt 0 1; halt 0 1 ?GONE; tick; = 1");
SCRIPT("pools in their order, then tables in theirs",
       "pool still; pool still; pool still; timers 0 a ticks; timers 1 c ticks;"
       "timers 2 b world; timers 3 a ticks; new a 1; new b 2; new c 3; start 1 3 1;"
       "start 3 1 1; start 2 2 1; start 0 1 1; go; tick; = t1 t1 t2 t3");
