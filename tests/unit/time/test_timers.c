/* When timers are due: in ticks and in seconds, near and far, in which order, and while time stands
 * still. */
#include "../../../src/core/types.h" /* which modules a world has */
#include "../heap.h"
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

/* The memory of timers: enough of it, with growing pools, and with actors in the game's memory. */

SCRIPT("the table grows with its pool",
       "in memory; grows; pool 10 grow 160 still; timers 0 ticks; new 1-160; idle 0 160;"
       "halt 0 160 ?GONE; start 0 1-160 900; start 0 3 850; left 0 160 900; recycle 11-160; trim;"
       "go; pass 850; = t3; pass 50; = t1 t2 t4-10; freetimers 0; timers 0 seconds");
SCRIPT("the table grows while it fires",
       "in oldest; grows; pool 4 grow 200 still; timers 0 ticks recycle; new 1-4;"
       "at t1: new 11-40, start 0 11-40 3; at t2: new 41-70, start 0 41-70 3;"
       "at t3: new 71-100, start 0 71-100 3; at t4: new 101-130, start 0 101-130 3; start 0 1-4 1;"
       "tick; live 120; still; pass 3; live 0");
SCRIPT("a table that grows before it has fired keeps what is due",
       "in memory; grows; pool 4 grow 200 still; timers 0 ticks; timers 1 ticks; new 1-4 11-60;"
       "at t1: start 1 60 9; start 0 1 3; start 1 2-3 3; start 1 4 4; tick; tick; go;"
       "tick; = t1 t2 t3; tick; = t4; pass 8; = t60");

/* TRP_TIMERS_BYTES is enough, and a table in the caller's block allocates nothing */
SITUATION("TRP_TIMERS_BYTES are enough, and nothing more is taken")
{
    static const uint32_t capacities[] = {1, 2, 63, 64, 65, 300};
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 300) + TRP_TIMERS_BYTES(300)];

    for (unsigned i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        const uint32_t n = capacities[i];
        const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, n) + TRP_TIMERS_BYTES(n);
        stage_open(memory, sizeof memory);
        fuse.world = trp_world_init(memory, bytes, NULL);
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = n};
        fuse.pool = stage_pool_as(fuse.world, desc);
        fuse.timers = MADE(trp_timers_create(fuse.pool, NULL));
        const size_t left = trp_world_info(fuse.world).free_bytes;
        trp_actor *last = NULL;
        for (uint32_t k = 0; k < n; k++)
            CHECK_OK(trp_timer_start(fuse.timers, last = trp_create(fuse.pool, NULL),
                                     trp_seconds((float)k)));
        for (int k = 0; k < 400; k++)
            CHECK_OK(trp_update_all(fuse.world, 1));
        CHECK(!trp_timer_is_running(fuse.timers, last));
        CHECK_EQ(trp_world_info(fuse.world).free_bytes, left);
        CHECK_OK(trp_timers_destroy(fuse.timers));
        CHECK(trp_world_info(fuse.world).free_bytes >= left);
        CHECK(n < 300 || trp_timers_create(fuse.pool, NULL) != NULL);
        CHECK(trp_timers_create(fuse.pool, NULL) == NULL || bytes > TRP__TIMERS_BASE);
        CHECK_OK(trp_world_destroy(fuse.world));
    }
}

SCRIPT("actors in memory of the game",
       "in newest oldest; pool external 3 still; timers 0 ticks recycle; new 1-3; start 0 1-3 2; "
       "recycle 2; pass 2; live 0");

SCRIPT("the smallest table grows",
       "in memory; grows; pool 1 grow 64 still; timers 0 ticks; new 1-3; start 0 1-3 1; go; tick; "
       "= t1 t2 t3");
SCRIPT(
    "slots without room have no timers",
    "in memory; grows; pool 4 grow 80 still; timers 0 ticks; new 1-40; start 0 1 9;"
    "halt 0 2-40 ?GONE; idle 0 40; start 0 1 160; halt 0 2-40 ?GONE; start 0 1 1; go; tick; = t1;"
    "timers 1 seconds; new 41-80; start 1 1 0.005; halt 1 2-80 ?GONE; idle 1 80; running 1 1");

/* the address after the last slot of the first chunk is no actor, though its number is one */
SITUATION("no actor is after the first chunk")
{
    trp_pool_desc desc = stage_still_desc(4, TRP_ORDER_MEMORY);
    stage_grow(&desc, 80);
    fuse.world = heap_world((trp_world_desc){0});
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    stage_things(fuse.pool, 0, 7);
    trp_actor *fifth = trp_pool_at(fuse.pool, 4);
    trp_actor *after = (trp_actor *)(void *)(fuse.pool->nodes + 4 * fuse.pool->stride);
    CHECK(after != fifth);
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, after, trp_ticks(1)), TRP_ERR_FOREIGN);
    CHECK_OK(trp_timer_start(fuse.timers, fifth, trp_ticks(1)));
    CHECK(trp_timer_is_running(fuse.timers, fifth));
    CHECK(!trp_timer_is_running(fuse.timers, after));
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, after, trp_ticks(9)), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_timer_left(fuse.timers, fifth).ticks, 1);
}

SCRIPT("a timer is stopped in a table that has grown",
       "in memory; grows; pool 1 grow 64 still; timers 0 seconds; new 1; repeat 0 1 1; at t1: new "
       "2-20, start 0 2-20 9, halt 0 1, go; tick 3; =");
SCRIPT("a timer repeats in a table that has grown",
       "in memory; grows; pool 1 grow 64 still; timers 0 seconds; new 1 2; repeat 0 1 1;"
       "at t1: start 0 2 9; go; tick 3; = t1 t1 t1; left 0 2 9");
