/* Lifetimes, intervals and timers at their limits: the last moment that is accepted, pools of
 * awkward structs and of many slots, settings that change in a disabled layer. */
#include "../timers_scene.h"

#include "../../../src/time/timers.h" /* moments in units, wheels far from now */

SITUATIONS(time_exact);

typedef struct parcel {
    uint32_t id;
    double weight;
    trp_actor node;
    trp_time until;
} parcel;

static void update_parcel(trp_actor *self, const trp_context *in)
{
    stage_log(trp_as_in(parcel, node, self)->id);
}

/* ... in each order, with and without an update */
SITUATION_IN_EACH_ORDER("lives end in structs with the node in the middle")
{
    for (int updates = 0; updates < 2; updates++) {
        trp_world *const world = stage_world();
        trp_pool *const pool = stage_pool_as(
            world, (trp_pool_desc){.type = TRP_TYPE(parcel, node),
                                   .capacity = 8,
                                   .order = stage_orders[order],
                                   .update = updates != 0 ? update_parcel : NULL,
                                   .lifetime = TRP_LIFETIME_BY(parcel, until, TRP_CLOCK_TICKS)});
        CHECK_OK(trp_update_all(world, 1)); /* so that no moment is the number of a slot */
        for (uint32_t id = 0; id < 5; id++)
            MADE(trp_create(pool,
                            &(parcel){.id = id, .until = trp_time_in(pool, trp_ticks(id + 1))}));
        for (uint32_t left = 5; left-- > 0;) {
            stage_log_clear();
            CHECK_OK(trp_update_all(world, 1));
            CHECK_EQ(trp_pool_count(pool), left);
            if (updates != 0 && left == 2 && order != NEWEST_FIRST)
                CHECK_LOG(3, 4);
        }
    }
}

/* ... wherever the clock stands: the third tick and the fourth one pass the half of all moments. A
 * clock in seconds is one unit ahead. */
SCRIPT("nothing is left of never and of reached moments",
       "pool lifetime seconds; pool lifetime ticks; new 1; new b 2; moment 1 1; lifeleft 1 seconds "
       "0; moment 1 2; lifeleft 1 seconds 0.00048828125; moment 1 0; at 1: lifeleft 1 seconds 0, "
       "life 1 seconds 3, lifeleft 1 seconds 3, life 1 seconds 524287, lifeleft 1 seconds 524287, "
       "moment 1 0; tick 196608; tick 196608; tick 196608; tick 196608; tick 196608");
SCRIPT("nothing is left of never and of reached ticks",
       "pool lifetime ticks; new 1; lifeleft 1 ticks 0; moment 1 1; lifeleft 1 ticks 1; sleep 1; "
       "tick; lifeleft 1 ticks 0; moment 1 2; lifeleft 1 ticks 1");

/* The tick in which an interval ends is one as without it. */
SCRIPT("the tick in which an interval ends",
       "pool lifetime world; together 3; new 1 2; life 2 world 2; tick; together 1; save; go; "
       "tick; memory oldest = 1 -2e; newest = -2e 1; live 1; restore; disable 0; go; tick; = -2e; "
       "live 1");

/* ... and the floats next to them. */
SCRIPT("the longest and the shortest timers",
       "pool still; timers 0 seconds wake; new 1; start 0 1 1073741824; left 0 1 1073741824; start "
       "0 1 1073741952 !VALUE; start 0 1 1073741760; repeat 0 1 1073741824; repeat 0 1 1073741952 "
       "!VALUE; repeat 0 1 0.0009765625; repeat 0 1 0.0009765624417923 !VALUE; left 0 1 "
       "0.0009765625; start 0 1 -0; start 0 1 -0.0000000000000001 !VALUE; repeat 0 1 -0 !VALUE; "
       "nap 0 1 1073741952 !VALUE; is active 1");

/* The neighbours of a float. */
static float next_float(float value, uint32_t up, uint32_t down)
{
    union {
        float number;
        uint32_t bits;
    } it;

    it.number = value;
    it.bits += up;
    it.bits -= down;
    return it.number;
}

/* of 2^-32 s, rounded to nearest */
SITUATION("seconds in units")
{
    static const struct {
        float seconds;
        uint32_t up; /* the float that is so many after it */
        uint64_t units;
    } table[] = {
        {1.0f / 2048, 1, (uint64_t)1 << 21},       /* and a quarter */
        {1.0f / 1024, 1, ((uint64_t)1 << 22) + 1}, /* and a half */
        {1.0f / 2048, 3, ((uint64_t)1 << 21) + 1}, /* and three quarters */
        {1.0f / 512, 1, ((uint64_t)1 << 23) + 1},
        {1.5f, 0, (uint64_t)3 << 31},
        {2097152, 1, ((uint64_t)2097152 << 32) + ((uint64_t)1 << 30)},
        {4194304, 1, ((uint64_t)4194304 << 32) + ((uint64_t)1 << 31)},
        {8388608, 1, (uint64_t)8388609 << 32},
        {16777216, 1, (uint64_t)16777218 << 32},
        {TRP_MAX_TIMER_SECONDS, 0, (uint64_t)TRP_MAX_TIMER_SECONDS << 32},
    };

    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *actor = &timers_scene_born(1)->actor;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        const float seconds = next_float(table[i].seconds, table[i].up, 0);
        CHECK_OK(trp_timer_start(fuse.timers, actor, trp_seconds(seconds)));
        CHECK_EQ(fuse.timers->entries[0].due, table[i].units);
    }
}

/* a clock advances by no less than a unit, and by 2^18 s at most */
SITUATION("the shortest and the longest ticks")
{
    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    timers_scene_tick(0);
    timers_scene_tick(1e-12f);
    timers_scene_tick(1e-30f);
    timers_scene_tick(1e-45f);
    CHECK_EQ(fuse.timers->now, 0);
    timers_scene_tick(1.0f / 4294967296.0f);
    CHECK_EQ(fuse.timers->now, 1);
    timers_scene_tick(next_float(262144, 0, 1));
    CHECK_EQ(fuse.timers->now, ((uint64_t)1 << 50) - ((uint64_t)1 << 26) + 1);
    timers_scene_tick(262144);
    CHECK_EQ(fuse.timers->now, ((uint64_t)2 << 50) - ((uint64_t)1 << 26) + 1);
    timers_scene_tick(3e38f);
    CHECK_EQ(fuse.timers->now, ((uint64_t)3 << 50) - ((uint64_t)1 << 26) + 1);
}

/* ... which is 1 / 4096 s, and no earlier; each time that it repeats. */
SCRIPT("timers are due from a unit before their moment",
       "timers 0 seconds; new 1; go; start 0 1 1; tick 0.9997557997703; = 1; tick 0; = 1; start 0 "
       "1 1; tick 0.999755859375; = t1 1; repeat 0 1 0.5001220703125; tick 1; = t1 t1 1");
SCRIPT("a timer is due in a tick as long as its wait, whatever digits both have",
       "try 1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072; timers 0 "
       "seconds; new 1; tick 0.999755859375; repeat 0 1 0.5001220703125; tick 1; go; start 0 1 $; "
       "tick $; = t1 1");

/* More than are examined at a time stay beyond all digits of the wheel, and are due later. */
SCRIPT("many timers stay far away",
       "in memory; pool 64 still; timers 0 ticks; new 1-64; start 0 1-32 67108864; start 0 33-64 "
       "67108865; go; advance 0 16777216; advance 0 50331647; tick 0; = t1-32; tick 0; = t33-64");

SCRIPT("an interval of a pool that does nothing",
       "pool still; new 1-4; together 2; pass 4; live 4");

static uint32_t fired;

static void count_due(trp_actor *self, const trp_context *in)
{
    fired++;
    CHECK_EQ(trp_as(thing, self)->data, fired);
}

/* More slots than a word of summaries has bits for: all fire, in the order of slots. */
SITUATION("timers of thousands of slots")
{
    enum { MANY = 10000 };
    static const float spans[] = {0.1f, 3.0f, 70.0f};

    for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        trp_world *const world = stage_large_world(16u * 1024u * 1024u);
        trp_pool *const pool = MADE(trp_pool_create(
            world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = MANY}));
        trp_timers *const timers =
            MADE(trp_timers_create(pool, &(trp_timers_desc){.on_due = count_due}));
        uint32_t running = 0;
        for (uint32_t slot = 0; slot < MANY; slot++) {
            thing *const it = stage_thing(pool, slot);
            if (slot % 40 != 1 && slot / 64 % 13 != 12)
                continue;
            it->data = ++running;
            CHECK_OK(trp_timer_start(timers, &it->actor, trp_seconds(spans[i])));
        }
        fired = 0;
        CHECK_OK(trp_update_all(world, spans[i] * 0.75f));
        CHECK_EQ(fired, 0);
        CHECK_OK(trp_update_all(world, spans[i] * 0.5f));
        CHECK_EQ(fired, running);
    }
}

/* A restore of the first table leaves the second one alone, though they are neighbours in memory:
 * with any digit at any place, and with timers in all slots. */
SCRIPT("a restore of timers writes to no neighbour",
       "try 1 2 3 4 5 6 7 8 9 A B C D E F; pool still; timers 0 ticks; timers 1 ticks; new 1; "
       "start 1 1 2; save; start 0 1 #$; start 0 1 #$0; start 0 1 #$00; start 0 1 #$000; start 0 1 "
       "#$0000; start 0 1 #$00000; restore; idle 0 1; left 1 1 2; go; tick; =; tick; = t1");
SCRIPT("a restore of timers in all slots writes to no neighbour",
       "in memory; pool 64 still; timers 0 ticks; timers 1 ticks; new 1-64; start 1 1-21 3; start "
       "1 22-42 2; start 1 43-64 1; save; restore; go; tick; = t43-64; tick; = t22-42; tick; = "
       "t1-21");

/* A chunk was given back, and comes again: its actors of then had timers. */
SCRIPT("newborns in a chunk that comes again have no timers",
       "grows; pool 4 grow 16 still; timers 0 ticks; new 1-4; save; new 5-8; start 0 5-8 3; "
       "recycle 5-8; trim; slots 4; restore; new 5-8; idle 0 5 6 7 8");
