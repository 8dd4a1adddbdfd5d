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

static thing *other;

static void as_the_world_ends(trp_timers *of, thing *self, const trp_context *in)
{
    CHECK_MISUSE_SAYS(in->world, trp_timers_destroy(of), TRP_BUSY, "a tick is in progress");
    CHECK_MISUSE(in->world, trp_world_destroy(in->world), TRP_BUSY);
    CHECK_MISUSE(in->world, trp_update_all(in->world, 0), TRP_BUSY);
    CHECK_MISUSE(in->world, trp_pool_trim(in->pool), TRP_BUSY);
}

static trp_actor *drawn;

static void draw(const trp_actor *self, const trp_view *view)
{
    CHECK_MISUSE(view->world, trp_timer_start(fuse.timers, drawn, trp_ticks(1)), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_timer_stop(fuse.timers, drawn), TRP_BUSY);
    CHECK_MISUSE_SAYS(view->world, trp_timers_destroy(fuse.timers), TRP_BUSY,
                      "the world is being drawn");
    CHECK_MISUSE(view->world, trp_expire_in(fuse.world, drawn, trp_seconds(1)), TRP_BUSY);
    CHECK_MISUSE(view->world, trp_pool_set_interval(fuse.pool, 2, TRP_INTERVAL_TOGETHER), TRP_BUSY);
    CHECK_NULL_MISUSE(view->world, trp_timers_create(fuse.pool, NULL), TRP_BUSY);
    CHECK_EQ(trp_timer_left(fuse.timers, drawn).ticks, 7);
}

static void is_named(trp_timers *of, thing *self, const trp_context *in)
{
    CHECK(situation_text_equal(in->world->tag, "fuse"));
}

/* reports name the table whose timers fire */
SITUATION("timers have their table's name while they fire")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.when_due = is_named;
    CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(1)->actor, trp_ticks(1)));
    timers_scene_tick(0);
    CHECK_LOG(DUE(1), 1);
    CHECK(fuse.world->tag == NULL);
}

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

SITUATION("times that are refused")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_timers *in_seconds = timers_scene_make(fuse.pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    thing *t = timers_scene_born(1);
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, &t->actor, trp_seconds(1)), TRP_ERR_DESC);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(fuse.timers, &t->actor, trp_seconds(1)),
                 TRP_ERR_DESC);
    CHECK_MISUSE(fuse.world, trp_timer_sleep(fuse.timers, &t->actor, trp_seconds(1)), TRP_ERR_DESC);
    CHECK_MISUSE(fuse.world, trp_timer_sleep(fuse.timers, &t->actor, trp_ticks(1)), TRP_ERR_DESC);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(fuse.timers, &t->actor, trp_ticks(0)), TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_start(in_seconds, &t->actor, trp_ticks(1)), TRP_ERR_DESC);
    CHECK_MISUSE(fuse.world, trp_timer_start(in_seconds, &t->actor, trp_seconds(-1)),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_start(in_seconds, &t->actor, trp_seconds(TRP_INFINITY)),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(in_seconds, &t->actor, trp_seconds(0)),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(in_seconds, &t->actor, trp_seconds(-0.0f)),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(fuse.world, trp_timer_repeat(in_seconds, &t->actor, trp_seconds(1.0f / 1025)),
                 TRP_ERR_VALUE);
    CHECK_OK(trp_timer_start(in_seconds, &t->actor, trp_seconds(-0.0f)));
    CHECK_OK(trp_timer_start(in_seconds, &t->actor, trp_seconds(TRP_MAX_TIMER_SECONDS)));
    CHECK(trp_timer_left(in_seconds, &t->actor).seconds == TRP_MAX_TIMER_SECONDS);
}

SITUATION("mistakes change nothing")
{
    static thing stranger;

    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_pool *foreign = stage_pool(fuse.world, 4, TRP_ORDER_MEMORY);
    thing *t = timers_scene_born(1);
    thing *f = stage_thing(foreign, 9);
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, &f->actor, trp_ticks(1)),
                 TRP_ERR_FOREIGN);
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, &stranger.actor, trp_ticks(1)),
                 TRP_ERR_FOREIGN);
    CHECK_QUIET(fuse.world, trp_timer_start(fuse.timers, NULL, trp_ticks(1)), TRP_GONE);
    CHECK_QUIET(fuse.world, trp_timer_start(NULL, &t->actor, trp_ticks(1)), TRP_ERR_NULL);
    CHECK_QUIET(fuse.world, trp_timer_stop(NULL, &t->actor), TRP_ERR_NULL);
    CHECK_QUIET(fuse.world, trp_timer_stop(fuse.timers, NULL), TRP_GONE);
    CHECK_QUIET(fuse.world, trp_timers_destroy(NULL), TRP_GONE);
    CHECK(!trp_timer_is_running(fuse.timers, &t->actor));
    CHECK(!trp_timer_is_running(fuse.timers, &f->actor) && !trp_timer_is_running(NULL, &t->actor));
    CHECK(trp_timer_left(NULL, &t->actor).seconds == 0 &&
          trp_timer_left(fuse.timers, NULL).ticks == 0);
    CHECK_OK(trp_timer_start(fuse.timers, &t->actor, trp_ticks(7)));
    drawn = &t->actor;
    fuse.pool->desc.draw = draw;
    CHECK_OK(trp_draw_all(fuse.world, NULL, 0));
    fuse.when_due = as_the_world_ends;
    CHECK_OK(trp_timer_start(fuse.timers, &t->actor, trp_ticks(1)));
    timers_scene_tick(0);
    CHECK_OK(trp_expire(fuse.world, &t->actor));
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, &t->actor, trp_ticks(1)),
                 TRP_ERR_EXPIRED);
    CHECK_OK(trp_recycle(fuse.world, &t->actor));
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, &t->actor, trp_ticks(1)), TRP_ERR_FREE);
    stage_log_clear();
}

/* Again */

static trp_duration pauses[4];
static unsigned pause_now;

static void pauses_again(trp_timers *of, thing *self, const trp_context *in)
{
    if (pause_now < 4)
        CHECK_OK(trp_timer_again(of, &self->actor, pauses[pause_now++]));
}

/* however long the ticks are, and though the second period is over in the tick in which it began */
SITUATION("periods that vary do not drift")
{
    for (int repeats = 0; repeats < 2; repeats++)
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

static void ends_and_pauses(trp_timers *of, thing *self, const trp_context *in)
{
    pauses_again(of, self, in);
    CHECK_OK(trp_recycle(in->world, &self->actor));
}

static void another_again(trp_timers *of, thing *self, const trp_context *in)
{
    CHECK_EQ(trp_handle_of(in->world, &self->actor).generation,
             trp_handle_of(in->world, &other->actor).generation);
    CHECK_MISUSE(in->world, trp_timer_again(of, &other->actor, trp_ticks(1)), TRP_ERR_VALUE);
}

SITUATION("a timer starts again only in its on_due")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.pool->desc.update = NULL;
    thing *t = timers_scene_born(1);
    trp_timers *other_table = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    CHECK_OK(trp_timer_start(fuse.timers, &t->actor, trp_ticks(1)));
    pause_now = 0;
    pauses[0] = trp_ticks(2);
    pauses[1] = trp_ticks(1);
    fuse.when_due = pauses_again;
    timers_scene_tick(0);
    timers_scene_tick(0);
    CHECK_LOG(DUE(1));
    fuse.when_due = ends_and_pauses;
    timers_scene_tick(0);
    timers_scene_tick(0);
    stage_log_clear();
    t = timers_scene_born(2);
    fuse.when_due = NULL;
    CHECK_MISUSE_SAYS(fuse.world, trp_timer_again(fuse.timers, &t->actor, trp_ticks(1)),
                      TRP_ERR_VALUE, "call this in its on_due");
    CHECK_MISUSE(fuse.world, trp_timer_again(other_table, &t->actor, trp_ticks(0)), TRP_ERR_VALUE);
    other = timers_scene_born(3); /* of the same generation */
    fuse.when_due = another_again;
    CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(4)->actor, trp_ticks(1)));
    timers_scene_tick(0);
    stage_log_clear();
    fuse.when_due = NULL;
    CHECK_MISUSE(fuse.world, trp_timer_again(fuse.timers, &t->actor, trp_seconds(1)), TRP_ERR_DESC);
    CHECK_QUIET(fuse.world, trp_timer_again(NULL, &t->actor, trp_ticks(1)), TRP_ERR_NULL);
    CHECK_QUIET(fuse.world, trp_timer_again(fuse.timers, NULL, trp_ticks(1)), TRP_GONE);
    CHECK(!trp_timer_is_running(fuse.timers, &t->actor));
    timers_scene_tick(0);
    CHECK_LOG();
}

SCRIPT("it expires, recycles and wakes",
       "in memory; timers 0 ticks expire; timers 1 ticks recycle;"
       "timers 2 ticks wake; new 1-4; start 0 1 1; start 1 2 1; nap 2 3 1;"
       "is asleep 3; sleep 4; start 0 4 1; go; tick; = t3 t1 t4 -4e t2 -2 -1e 3;"
       "live 1; nap 2 3 1; nap 2 3 2; tick; =; wake 3; tick; = t3 3");
SCRIPT("callbacks may start, stop, create and end",
       "timers 0 ticks; new 1 2; go; at t1: start 0 1 0; start 0 1 1; tick;"
       "memory oldest = t1 1 2; newest = t1 2 1; tick; go; halt 0 1; still;"
       "at t1: halt 0 2; start 0 1 1; start 0 2 1; tick; memory oldest = t1 1 2;"
       "newest = t1 2 1");
SCRIPT("one starts another again, which is due later",
       "in memory oldest; timers 0 ticks; new 1 2; go; at t1: start 0 2 2; start 0 1 1;"
       "start 0 2 1; tick; = t1 1 2; tick; = 1 2; tick; = t2 1 2");
SCRIPT("a newborn is updated in this tick, and lives end",
       "in memory; timers 0 ticks; new 1 2; go; at t2: new 3; start 0 2 1; tick;"
       "= t2 +3 1 2 3; still; at t1: recycle 2 1, new 4; repeat 0 1 1; start 0 2 1;"
       "tick; = t1 -2 -1 +4 4 3; tick; = 4 3");
SCRIPT("an end comes though on_due starts the timer again",
       "timers 0 ticks expire; timers 1 ticks recycle; new 1 2; go;"
       "at t1: start 0 1 5; at t2: start 1 2 5; start 0 1 1; start 1 2 1; tick;"
       "= t1 t2 -2 -1e");
SCRIPT("... and though it repeats",
       "timers 0 ticks expire; timers 1 ticks recycle; new 1 2; go;"
       "at t1: start 0 1 5; at t2: start 1 2 5; repeat 0 1 1; repeat 1 2 1; tick;"
       "= t1 t2 -2 -1e");
SCRIPT("a start in a later table waits for the next tick",
       "pool still; timers 0 ticks; timers 1 ticks wake; new 1; go;"
       "at t1: start 1 1 1; start 0 1 1; tick; = t1; still; tick; = t1");
SCRIPT("who expires as it wakes is not called any more",
       "pool still; timers 0 ticks wake; new 1 2; watch 0 only awake; nap 0 1 1; nap 0 2 1; go;"
       "at w>1: expire 1; tick; = w>1 w>2 t2 -1e; live 1");
