/* When a timer is due: what happens, what its callback may do, and what is refused. The end of an
 * actor ends its timer. */
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
