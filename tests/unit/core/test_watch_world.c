#include "../script.h"

SITUATIONS(watch_world);

static trp_world *world;
static trp_pool *pool;
static trp_watcher watchers[3];

/* a watcher logs its number, the event and the id */
#define TOLD(number, event, id) (1000000u * (number) + 1000u * (uint32_t)(event) + (id))

static trp_pool *last_pool;

static void watch_any(trp_actor *actor, const trp_event_context *in)
{
    uint32_t number = (uint32_t)((trp_watcher *)in->user - watchers);
    last_pool = in->pool;
    stage_log(TOLD(number, in->event, actor ? trp_as(thing, actor)->id : 0));
}

static void watch_as(uint32_t number, trp_watch_fn *function)
{
    watchers[number] = (trp_watcher){.function = function, .user = &watchers[number]};
}

static void set_up(void)
{
    world = stage_world();
    pool = stage_pool(world, 3, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < 3; i++)
        watch_as(i, watch_any);
}

SITUATION("a watcher names events that exist")
{
    set_up();
    watchers[0].events = 2u * TRP_EVENT_RESTORED;
    watchers[0].pool = pool;
    CHECK_MISUSE(world, trp_watch(world, &watchers[0]), TRP_ERR_VALUE);
    watchers[0].events--;
    CHECK_QUIET(world, trp_watch(world, &watchers[0]), TRP_OK);
    watchers[1].events = TRP_EVENT_DEACTIVATED;
    CHECK_QUIET(world, trp_watch(world, &watchers[1]), TRP_OK);
    CHECK_QUIET(world, trp_unwatch(world, &watchers[0]), TRP_OK);
    thing *it = stage_thing(pool, 1);
    stage_log_clear();
    CHECK_OK(trp_deactivate(world, &it->actor));
    CHECK_OK(trp_activate(world, &it->actor));
    CHECK_LOG(TOLD(1, TRP_EVENT_DEACTIVATED, 1));
}

SCRIPT("an actor is watched from its own update on",
       "in oldest; pool 4; new 1-3; at u2: watch 0 of a only updated; at w*2: recycle 2;"
       "at w*3: recycle 3; go; tick; = 1 2 w*2 -2 3 w*3 -3");
SCRIPT("... in a joined pool too",
       "in oldest; pool 4; pool 4 joins a; new b 1-3; at u2: watch 0 of b only updated;"
       "at w*2: recycle 2; at w*3: recycle 3; go; tick; = 1 2 w*2 -2 3 w*3 -3");
SCRIPT("... unless it ends itself",
       "in oldest; pool 4; new 1-3; at u2: watch 0 of a only updated, recycle 2; at w*3: recycle 3;"
       "go; tick; = 1 2 -2 3 w*3 -3");
SCRIPT("... there as well",
       "in oldest; pool 4; pool 4 joins a; new b 1-3; at u2: watch 0 of b only updated, recycle 2;"
       "at w*3: recycle 3; go; tick; = 1 2 -2 3 w*3 -3");
SCRIPT("a world's watcher is notified of all pools, later ones too",
       "watch 0 of a; watch 1; watch 1 !LINKED; new 1; = +1 w0+1 w1+1; pool;"
       "new b 2; = +2 w1+2; unwatch 1; unwatch 1 !UNLINKED; new b 3; = +3");
SCRIPT("a world's watchers take each other out",
       "watch 1; watch 2; at w2+1: unwatch 1, unwatch 2; new 1; = +1 w2+1; new 2;"
       "= +2");
SCRIPT("a world's watcher is notified of its end",
       "watch 1; watch 2 of a; new 1; go; destroy; = w2-1 w1-1 -1x w1#0");
SCRIPT("a watcher is notified of refusals alone",
       "pool 1; watch 0 of a only refused; new 1; go; new 2 ?FULL; optional 2 ?FULL;"
       "= w0?0 w0?0");
SCRIPT("a world's watcher that a pool's adds is notified from the next event on",
       "watch 0 of a; at w0+1: watch 1; new 1; = +1 w0+1; recycle 1; = w0-1 w1-1 -1");
SCRIPT("the end of the world in its end is TRP_BUSY",
       "watch 1; at w1#0: destroy !BUSY; destroy; = w1#0");
SCRIPT("a world's watcher is not notified of what a pool's has ended",
       "watch 0 of a only born; watch 1 only born; at w0+1: recycle 1; new 1 ?GONE;"
       "= +1 w0+1 -1");
