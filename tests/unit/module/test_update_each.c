/*
 * TRP_UPDATE_EACH: turns the update of one actor into that of a whole pool.
 */
#include "../script.h"

SITUATIONS(update_each);

static trp_world *world;
static trp_pool *pool;

static void update(thing *self, const trp_context *in)
{
    CHECK(in->pool == pool);
    stage_log(self->id);
}

TRP_UPDATE_EACH(update_all, thing, actor, update);

static void hear_none(trp_actor *actor, const trp_event_context *in)
{
    CHECK(false);
}

static void set_up(void)
{
    trp_pool_desc desc = stage_still_desc(100, TRP_ORDER_MEMORY);

    world = stage_world();
    desc.update_pool = update_all;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    stage_log_clear();
}

SCRIPT("watchers are notified of each update in a tick",
       "pool bulk; watch 0 of a only updated; new 1-4; go; tick; memory oldest = 1 w*1 2 w*2 3 w*3 "
       "4 w*4; newest = 4 w*4 3 w*3 2 w*2 1 w*1");

SITUATION("... and of none where the update of a pool is called directly")
{
    trp_watcher watcher = {.function = hear_none, .events = TRP_EVENT_UPDATED};

    set_up();
    CHECK_OK(trp_watch(world, &watcher));
    update_all(pool, &(trp_context){.pool = pool});
    CHECK_LOG(1, 2, 3, 4);
}

/* The length of runs is not promised. */
SCRIPT("a watcher that is added in an update is notified of all from the next tick on",
       "in memory; pool bulk; new 1-4; at u2: watch 0 of a only updated; tick; go; still; tick; "
       "= 1 w*1 2 w*2 3 w*3 4 w*4");

SITUATION("a pool of another type is refused")
{
    set_up();
    trp_pool *other = trp_pool_create(
        world, &(trp_pool_desc){.type = {sizeof(trp_actor), _Alignof(trp_actor), 0, "other"},
                                .capacity = 2,
                                .update_pool = update_all});
    CHECK(other != NULL && trp_create(other, NULL) != NULL);
    stage_forget();
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(1, 2, 3, 4);
    CHECK_TOLD(1, TRP_ERR_TYPE);
    update_all(NULL, NULL);
    CHECK_EQ(told.count, 1);
}

SCRIPT("each actor is updated once, in the pool's order",
       "pool 100 bulk; new 1-4; go; tick; memory oldest = 1 2 3 4; newest = 4 3 2 1");
SCRIPT("an update may do anything to any actor",
       "pool 100 bulk; new 1-4; go; at 2: recycle 1 2, sleep 3, new 5 6; tick;"
       "memory oldest = 1 2 -1 -2 +5 +6 4; newest = 4 3 2 -1 -2 +5 +6; still; tick;"
       "newest = 6 5 4; oldest = 4 5 6; memory = 5 6 4");
SCRIPT("one whose slot has another life after its update is not heard of",
       "pool 4 bulk; watch 0 of a only updated; new 1-4; go;"
       "at 2: recycle 2, new 5, slot 5 1; tick;"
       "memory oldest = 1 w*1 2 -2 +5 3 w*3 4 w*4;"
       "newest = 4 w*4 3 w*3 2 -2 +5 1 w*1");
SCRIPT("... nor is one that has expired in it",
       "pool 4 bulk; watch 0 of a only updated; new 1-4; go; at 2: expire 2; tick;"
       "memory oldest = 1 w*1 2 3 w*3 4 w*4 -2e; newest = 4 w*4 3 w*3 2 1 w*1 -2e");
SCRIPT("one that falls asleep in its update lives, and is heard of",
       "pool 4 bulk; watch 0 of a only updated; new 1-4; go; at 2: sleep 2; tick;"
       "memory oldest = 1 w*1 2 w*2 3 w*3 4 w*4; newest = 4 w*4 3 w*3 2 w*2 1 w*1");
