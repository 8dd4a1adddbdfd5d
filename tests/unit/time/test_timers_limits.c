/* Limits of timers and queues: no memory, returned chunks, callbacks that end lives, a world that
 * ends. */
#include "../ledger.h"
#include "../script.h"

#include "../../../src/time/timers.h" /* wheels far from now */

#include <stdlib.h>

SITUATIONS(timers_limits);

static trp_world *world;
static trp_pool *pool;
static trp_timers *timers;
static void (*when_due)(trp_timers *of, thing *self);

#define DUE(id) (50000u + (id))

static void log_due(trp_actor *self, const trp_context *in)
{
    thing *t = trp_as(thing, self);
    stage_log(DUE(t->id));
    if (when_due != NULL)
        when_due(in->timers, t);
}

static trp_timers *make(trp_clock clock, trp_due due)
{
    return trp_timers_create(pool,
                             &(trp_timers_desc){.clock = clock, .due = due, .on_due = log_due});
}

static void set_up(trp_clock clock, trp_due due)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);
    desc.update = NULL;
    desc.on_create = NULL;
    pool = stage_pool_as(world, desc);
    timers = MADE(make(clock, due));
    when_due = NULL;
}

static void tick(float dt)
{
    CHECK_OK(trp_update_all(world, dt));
}

/* timers of several due moments fire together, by slot, as when ticks are left out */
SITUATION("over many moments at once")
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    stage_things(pool, 0, 7);
    for (uint32_t slot = 0; slot < 8; slot++)
        CHECK_OK(trp_timer_start(timers, trp_pool_at(pool, slot), trp_ticks(40 - 5 * slot)));
    stage_log_clear();
    timers->now += 21;
    tick(0);
    CHECK_LOG(DUE(4), DUE(5), DUE(6), DUE(7));
    timers->now += 17;
    tick(0);
    CHECK_LOG(DUE(0), DUE(1), DUE(2), DUE(3));
}

/* no room for the table's head, none for its timers */
SITUATION("no room for a table")
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    const size_t rooms[] = {0, sizeof(trp_timers) + TRP_ALIGNMENT};
    const size_t left = world->block_left;
    for (unsigned i = 0; i < 2; i++) {
        world->block_left = rooms[i];
        CHECK_NULL_MISUSE(world, make(TRP_CLOCK_TICKS, TRP_DUE_CALL), TRP_ERR_MEMORY);
        CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "enumerators"));
        CHECK_EQ(trp_world_info(world).free_bytes, rooms[i]);
    }
    world->block_left = left;
    CHECK_VALID(world);
}

SCRIPT("a refused start says what the timers need",
       "pool still; timers 0 seconds; timers 1 ticks; new 1; start 0 1 -1 !VALUE;"
       "says need 0 to TRP_MAX_TIMER_SECONDS seconds; says trp_timer_start; repeat 0 1 0 !VALUE;"
       "says need a period of TRP_MIN_TIMER_PERIOD to; says trp_timer_repeat; nap 0 1 1 !DESC;"
       "says wake nothing; says trp_timer_sleep; start 1 1 2147483648 !VALUE;"
       "says need 0 to TRP_MAX_TIMER_TICKS ticks; repeat 1 1 0 !VALUE;"
       "says need a period of 1 to TRP_MAX_TIMER_TICKS; nap 1 1 1 !DESC; says wake nothing");

SITUATION("... and by which clock")
{
    set_up(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *one = &stage_thing(pool, 1)->actor;
    CHECK_MISUSE_SAYS(world, trp_timer_start(timers, one, trp_ticks(1)), TRP_ERR_DESC,
                      "count seconds: pass trp_seconds(s)");
    CHECK_MISUSE_SAYS(world, trp_timer_sleep(timers, one, trp_ticks(1)), TRP_ERR_DESC,
                      "count seconds: pass trp_seconds(s)");
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    one = &stage_thing(pool, 1)->actor;
    CHECK_MISUSE_SAYS(world, trp_timer_repeat(timers, one, trp_seconds(1)), TRP_ERR_DESC,
                      "count ticks: pass trp_ticks(n)");
    CHECK_MISUSE_SAYS(world, trp_timer_start(timers, one, trp_seconds(1)), TRP_ERR_DESC,
                      "count ticks: pass trp_ticks(n)");
}

static void draw(const trp_actor *self, const trp_view *view)
{
    CHECK_NULL_MISUSE_SAYS(world, make(TRP_CLOCK_TICKS, TRP_DUE_CALL), TRP_BUSY,
                           "the world is being drawn, or ends");
}

SITUATION("a refused table says what its desc needs")
{
    set_up(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    CHECK_NULL_MISUSE_SAYS(world, make((trp_clock)9, TRP_DUE_CALL), TRP_ERR_VALUE,
                           "must be one of the enumerators");
    trp_pool_desc things = stage_desc(2, TRP_ORDER_MEMORY);
    things.draw = draw;
    stage_thing(stage_pool_as(world, things), 1);
    CHECK_OK(trp_draw_all(world, NULL, 0));
}

/* A slot that is used up has no generation, like a stopped timer. */
SCRIPT("a timer that was stopped in a slot's last life",
       "pool still; timers 0 ticks; new 1; last 1; start 0 1 1; halt 0 1; recycle 1; go; tick; =");
SCRIPT("no memory for the timers of a growing pool",
       "grows; pool 4 grow 64 still; timers 0 ticks; new 1-9; heap has 0; start 0 9 1 !MEMORY;"
       "idle 0 9; heap has; start 0 9 1; go; tick; = t9");

/* The table grows while more timers are due than are prefetched at once. */
SCRIPT("the table grows while many are due",
       "in memory; grows; pool 40 grow 64 still; timers 0 ticks; new 1-40; start 0 1-40 1; go; at "
       "t4: new 100-109, start 0 100-109 1; tick; = t1-4 +100-109 t5-40; tick; = t100-109");

/* A chunk between others was returned. */
SCRIPT("a chunk of the pool is missing",
       "in memory; grows; pool 4 grow 64 still; timers 0 ticks; new 1-13; start 0 1-13 2; recycle "
       "5-8; trim; capacity 12; go; pass 2; = t1-4 t9-13");

/* more words than a word of their summary has bits */
SITUATION("more slots than a word of words has")
{
    const uint32_t n = 10000;

    stage_needs(16u * 1024u * 1024u);
    const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 10000) + TRP_TIMERS_BYTES(10000);
    void *memory = MADE(malloc(bytes));
    world = trp_world_init(memory, bytes, NULL);
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = n});
    timers = MADE(make(TRP_CLOCK_TICKS, TRP_DUE_CALL));
    when_due = NULL;
    for (uint32_t id = 0; id < n; id++)
        stage_thing(pool, id);
    stage_log_clear();
    for (uint32_t id = 9999; id > 0; id /= 10)
        CHECK_OK(trp_timer_start(timers, trp_pool_at(pool, id), trp_ticks(1)));
    tick(0);
    CHECK_LOG(DUE(9), DUE(99), DUE(999), DUE(9999));
    CHECK_OK(trp_world_destroy(world));
    free(memory);
}

SCRIPT("no timers and queues are made while the world ends",
       "timers 0 ticks; new 1; at -1: timers 1 ticks !BUSY, queue 1 !BUSY; destroy");
SCRIPT("a queue is not flushed in a walk",
       "queue 1; new 1; post 1; at v1: flush !BUSY; for; waiting 1; flush; waiting 0");
SCRIPT("of several tables one ends",
       "pool still; timers 0 ticks; timers 1 ticks; new 1; start 0 1 1; start 1 1 1;"
       "freetimers 1; go; tick; = t1");
SCRIPT("a wrong time to sleep", "timers 0 seconds wake; new 1; nap 0 1 -1 !VALUE; is active 1");
SCRIPT("nothing is left while it fires several times in a tick",
       "pool still; timers 0 seconds; new 1; go; repeat 0 1 1; at t1: running 0 1;"
       "tick 3.5; = t1 t1 t1; left 0 1 0.5");
SCRIPT("the timer of an expired actor does not fire",
       "pool still; timers 0 ticks; new 1; start 0 1 1; expire 1; go; tick; = -1e");
SCRIPT("on_due ends what the table would recycle",
       "pool still; timers 0 ticks recycle; new 1; go; at t1: expire 1; start 0 1 1;"
       "tick; = t1 -1e");
SCRIPT("a watcher ends what a timer wakes",
       "pool still; timers 0 ticks wake; listen a; new 1; nap 0 1 1;"
       "at w>1: recycle 1; go; tick; = -1");
