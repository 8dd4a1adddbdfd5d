#include "../script.h"

SITUATIONS(watch);

SITUATION("watchers that cannot be")
{
    trp_world *const world = stage_world();
    trp_pool *const far = stage_pool(stage_second_world(1), 1, TRP_ORDER_MEMORY);
    trp_watcher watcher = {.function = stage_hear_nothing, .pool = far};

    CHECK_MISUSE(world, trp_watch(world, &watcher), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_unwatch(world, &watcher), TRP_ERR_FOREIGN);
    watcher = (trp_watcher){.function = NULL};
    CHECK_MISUSE(world, trp_watch(world, &watcher), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_watch(world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_unwatch(world, NULL), TRP_ERR_NULL);
    watcher.function = stage_hear_nothing;
    CHECK_RESULT(trp_watch(NULL, &watcher), TRP_ERR_NULL);
    CHECK_RESULT(trp_unwatch(NULL, &watcher), TRP_ERR_NULL);
    CHECK_OK(trp_watch(world, &watcher));
    watcher.pool = stage_pool(world, 1, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_unwatch(world, &watcher), TRP_ERR_UNLINKED);
}

SCRIPT("a watcher is added once, and taken out once",
       "watch 0 of a; watch 1 of a; watch 0 of a !LINKED; watch 1 of a !LINKED; watch 2; unwatch 2;"
       "unwatch 2 !UNLINKED; new 1; = +1 w1+1 w0+1");
SCRIPT("every event is notified, with its reason",
       "pool 3; watch; new 1; = +1 w+1; sleep 1; = w<1; wake 1; = w>1; expire 1;"
       "= w!1; expire 1; =; tick; = w-1 -1e; new 2-4; go; new 9 ?FULL; = w?0;"
       "optional 9 ?FULL; = w?0; recycle 2; = w-2 -2; tick;"
       "memory oldest = 3 w*3 4 w*4; newest = 4 w*4 3 w*3");
SCRIPT("those that live already, if it wants",
       "new 1-3; sleep 2; expire 3; go; watch 0 of a existing; = w0+1 w0+2");
SCRIPT("... and the watcher leaves meanwhile",
       "new 1-3; go; at w0+2: unwatch 0; watch 0 of a existing; = w0+1 w0+2;"
       "unwatch 0 !UNLINKED");
SCRIPT("... before the next pool",
       "pool; pool 2; new 1-3; go; at w0+1: unwatch 0; watch 0 existing; = w0+1");
SCRIPT("... or ends one and creates another, in the same slot",
       "new 1-3; go; at w0+1: recycle 3, new 9; watch 0 existing;"
       "= w0+1 w0-3 -3 +9 w0+9 w0+2");
SCRIPT("a watcher that wants the living names births",
       "new 1; go; watch 0 existing only ended !VALUE; =");
SCRIPT("misuse notifies no watcher",
       "watch; new 1; go; wake 1 !ACTIVE; recycle 1; = w-1 -1; recycle 1 !FREE; =");
SCRIPT("the watcher added last is notified first",
       "watch 0 of a; watch 1 of a; watch 2 of a; new 1; = +1 w2+1 w1+1 w0+1; clear;"
       "= w2-1 w1-1 w0-1 -1c");
SCRIPT("a removed watcher is notified of nothing",
       "watch 0 of a; watch 1 of a; watch 2 of a; unwatch 1; new 1; = +1 w2+1 w0+1;"
       "watch 1 of a; unwatch 0; new 2; = +2 w1+2 w2+2; unwatch 1; unwatch 2; new 3;"
       "= +3");
SCRIPT("a watcher takes out itself",
       "watch 0 of a; watch 1 of a; watch 2 of a; at w1+1: unwatch 1; new 1;"
       "= +1 w2+1 w1+1 w0+1; new 2; = +2 w2+2 w0+2");
SCRIPT("... the next one, which is not notified",
       "watch 0 of a; watch 1 of a; watch 2 of a; at w2+1: unwatch 1; new 1;"
       "= +1 w2+1 w0+1");
SCRIPT("... all", "watch 0 of a; watch 1 of a; watch 2 of a;"
                  "at w1+1: unwatch 0, unwatch 1, unwatch 2; new 1; = +1 w2+1 w1+1; new 2; = +2");
SCRIPT("... one that was notified before",
       "watch 0 of a; watch 1 of a; watch 2 of a; at w1+1: unwatch 2; new 1;"
       "= +1 w2+1 w1+1 w0+1");
SCRIPT("a watcher adds another, which is notified from the next event on",
       "watch 0 of a; at w0+1: watch 1 of a; new 1; = +1 w0+1; recycle 1;"
       "= w1-1 w0-1 -1");
SCRIPT("a watcher moves another to the front",
       "watch 0 of a; watch 1 of a; watch 2 of a; at w1+1: unwatch 0, watch 0 of a;"
       "new 1; = +1 w2+1 w1+1; new 2; = +2 w0+2 w2+2 w1+2");
SCRIPT("a watcher recycles the newborn",
       "watch 0 of a; watch 1 of a; watch 2 of a; at w1+1: recycle 1; new 1 ?GONE;"
       "= +1 w2+1 w1+1 w2-1 w1-1 w0-1 -1; live 0");
SCRIPT("on_create recycles the newborn", "watch; go; at +1: recycle 1; new 1 ?GONE; = +1 w-1 -1");
SCRIPT("watchers see the dead readable, before on_end",
       "watch; new 1; go; at w-1: is expired 1, recycle 1 !BUSY, new 9, slot 9 1;"
       "recycle 1; = w-1 +9 w+9 -1");
SCRIPT("events within events",
       "watch; new 1; go; at w<1: still, wake 1; sleep 1; = w<1 w>1; is active 1");
SCRIPT("each life ends once", "watch; new 1; clear; created 1; recycled 1; new 1; expire 1; clear;"
                              "recycled 2; new 1; sleep 1; clear; recycled 3; created 3");
SCRIPT("no more events of an actor that expired and was recycled meanwhile",
       "watch 0 of a; watch 1 of a; new 1; go; at w1!1: recycle 1; expire 1;"
       "= w1!1 w1-1 w0-1 -1");
SCRIPT("a watcher is notified only of the events that it names",
       "watch 0 of a only expired asleep; new 1; sleep 1; wake 1; expire 1; clear;"
       "= +1 w0<1 w0!1 -1c; watch 1 of a only born; new 2; = +2 w1+2; unwatch 1");
SCRIPT("a living actor can be marked as changed",
       "watch; new 1; go; mark 1; = w^1; sleep 1; mark 1; wake 1; expire 1; go;"
       "mark 1 !EXPIRED; recycle 1; mark 1 !FREE; mark 0 ?GONE; = w-1 -1");
SCRIPT("only watchers that name updates are notified of them, and not of dead actors",
       "in memory oldest; pool 4; watch 0 of a only updated;"
       "watch 1 of a only updated; new 1-4; go; at u2: recycle 2; at u4: expire 4;"
       "at w1*3: expire 3; tick; = 1 w1*1 w0*1 2 -2 3 w1*3 -3e 4 -4e; still; for;"
       "= 1");

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
