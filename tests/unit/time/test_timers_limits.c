/* Limits of timers and queues: no memory, returned chunks, callbacks that end lives, a world that
 * ends. */
#include "../script.h"
#include "../timers_scene.h"

#include "../../../src/time/timers.h" /* the bytes of a table, the room of a world */

SITUATIONS(timers_limits);

/* ... and by slot, as when ticks are left out. */
SCRIPT("over many moments at once",
       "in memory; pool still; timers 0 ticks; new 1-8; start 0 1 40; start 0 2 35; start 0 3 30; "
       "start 0 4 25; start 0 5 20; start 0 6 15; start 0 7 10; start 0 8 5; go; advance 0 21; "
       "tick; = t5-8; advance 0 17; tick; = t1-4");

/* no room for the table's head, none for its timers */
SITUATION("no room for a table")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    const size_t rooms[] = {0, sizeof(trp_timers) + TRP_ALIGNMENT};
    const size_t left = fuse.world->block_left;
    for (unsigned i = 0; i < 2; i++) {
        fuse.world->block_left = rooms[i];
        CHECK_NULL_MISUSE(fuse.world, trp_timers_create(fuse.pool, NULL), TRP_ERR_MEMORY);
        CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "enumerators"));
        CHECK_EQ(trp_world_info(fuse.world).free_bytes, rooms[i]);
    }
    fuse.world->block_left = left;
    CHECK_VALID(fuse.world);
}

SCRIPT("a refused start says what the timers need",
       "pool still; timers 0 seconds; timers 1 ticks; new 1; start 0 1 -1 !VALUE; says need 0 to "
       "TRP_MAX_TIMER_SECONDS seconds; says trp_timer_start; repeat 0 1 0 !VALUE; says need a "
       "period of TRP_MIN_TIMER_PERIOD to; says trp_timer_repeat; nap 0 1 1 !DESC; says wake "
       "nothing; says trp_timer_sleep; start 1 1 2147483648 !VALUE; says need 0 to "
       "TRP_MAX_TIMER_TICKS ticks; repeat 1 1 0 !VALUE; says need a period of 1 to "
       "TRP_MAX_TIMER_TICKS; nap 1 1 1 !DESC; says wake nothing");

SITUATION("... and by which clock")
{
    timers_scene_begin(TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    trp_actor *const one = &timers_scene_born(1)->actor;
    trp_timers *const ticks = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    CHECK_MISUSE_SAYS(fuse.world, trp_timer_start(fuse.timers, one, trp_ticks(1)), TRP_ERR_DESC,
                      "count seconds: pass trp_seconds(s)");
    CHECK_MISUSE_SAYS(fuse.world, trp_timer_sleep(fuse.timers, one, trp_ticks(1)), TRP_ERR_DESC,
                      "count seconds: pass trp_seconds(s)");
    CHECK_MISUSE_SAYS(fuse.world, trp_timer_repeat(ticks, one, trp_seconds(1)), TRP_ERR_DESC,
                      "count ticks: pass trp_ticks(n)");
    CHECK_MISUSE_SAYS(fuse.world, trp_timer_start(ticks, one, trp_seconds(1)), TRP_ERR_DESC,
                      "count ticks: pass trp_ticks(n)");
}

SITUATION("a refused table says what its desc needs")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    CHECK_NULL_MISUSE_SAYS(fuse.world,
                           trp_timers_create(fuse.pool, &(trp_timers_desc){.clock = (trp_clock)9}),
                           TRP_ERR_VALUE, "must be one of the enumerators");
}
SCRIPT("... and that it cannot be made while the world is drawn",
       "new 1; at d1: timers 0 ticks !BUSY, says the world is being drawn; draw");

/* A slot that is used up has no generation, like a stopped timer. */
SCRIPT("a timer that was stopped in a slot's last life",
       "pool still; timers 0 ticks; new 1; last 1; start 0 1 1; halt 0 1; recycle 1; go; tick; =");
SCRIPT("no memory for the timers of a growing pool",
       "grows; pool 4 grow 64 still; timers 0 ticks; new 1-9; heap has 0; start 0 9 1 !MEMORY; "
       "idle 0 9; heap has; start 0 9 1; go; tick; = t9");

/* The table grows while more timers are due than are prefetched at once. */
SCRIPT("the table grows while many are due",
       "in memory; grows; pool 40 grow 64 still; timers 0 ticks; new 1-40; start 0 1-40 1; go; at "
       "t4: new 100-109, start 0 100-109 1; tick; = t1-4 +100-109 t5-40; tick; = t100-109");

/* A chunk between others was returned. */
SCRIPT("a chunk of the pool is missing",
       "in memory; grows; pool 4 grow 64 still; timers 0 ticks; new 1-13; start 0 1-13 2; recycle "
       "5-8; trim; capacity 12; go; pass 2; = t1-4 t9-13");

SCRIPT("no timers and queues are made while the world ends",
       "timers 0 ticks; new 1; at -1: timers 1 ticks !BUSY, queue 1 !BUSY; destroy");
SCRIPT("a queue is not flushed in a walk",
       "queue 1; new 1; post 1; at v1: flush !BUSY; for; waiting 1; flush; waiting 0");
SCRIPT("of several tables one ends",
       "pool still; timers 0 ticks; timers 1 ticks; new 1; start 0 1 1; start 1 1 1; freetimers 1; "
       "go; tick; = t1");
SCRIPT("a wrong time to sleep", "timers 0 seconds wake; new 1; nap 0 1 -1 !VALUE; is active 1");
SCRIPT("nothing is left while it fires several times in a tick",
       "pool still; timers 0 seconds; new 1; go; repeat 0 1 1; at t1: running 0 1; tick 3.5; = t1 "
       "t1 t1; left 0 1 0.5");
SCRIPT("the timer of an expired actor does not fire",
       "pool still; timers 0 ticks; new 1; start 0 1 1; expire 1; go; tick; = -1e");
SCRIPT(
    "on_due ends what the table would recycle",
    "pool still; timers 0 ticks recycle; new 1; go; at t1: expire 1; start 0 1 1; tick; = t1 -1e");
SCRIPT("a watcher ends what a timer wakes",
       "pool still; timers 0 ticks wake; listen a; new 1; nap 0 1 1; at w>1: recycle 1; go; tick; "
       "= -1");
