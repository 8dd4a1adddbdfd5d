#include "../script.h"

SITUATIONS(watch_world);

SITUATION("a watcher names events that exist")
{
    trp_world *const world = stage_world();
    trp_watcher watcher = {.function = stage_hear_nothing, .events = 2u * TRP_EVENT_RESTORED};

    CHECK_MISUSE(world, trp_watch(world, &watcher), TRP_ERR_VALUE);
    watcher.events--;
    CHECK_QUIET(world, trp_watch(world, &watcher), TRP_OK);
    CHECK_QUIET(world, trp_unwatch(world, &watcher), TRP_OK);
}

SCRIPT("a watcher of one event, beside one of all that has left",
       "watch 0 of a; watch 1 only asleep; unwatch 0; new 1; go; sleep 1; wake 1; = w1<1");
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
