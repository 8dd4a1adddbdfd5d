/*
 * External actors whose nodes were overwritten, or that have left during a walk.
 */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(external_life);

static thing mine[6];
static trp_world *world;
static trp_pool *pool, *slots;

/* mine[0] to mine[3]; slots joins them */
static void set_up(uint32_t adopted)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);

    world = stage_world();
    desc.external = TRP_EXTERNAL;
    pool = stage_pool_as(world, desc);
    desc.external = false;
    desc.joins = pool;
    slots = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 6; i++)
        mine[i] = (thing){.id = i};
    for (uint32_t i = 0; i < adopted; i++)
        CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
    stage_log_clear();
}

SCRIPT("the last life of a slot retires it",
       "in oldest; pool external 4; new 1 2; last 1; recycle 1; retired 1; new 3 4; new 5 ?FULL");
SCRIPT("a walk steps off one that has left, over one that fell asleep",
       "in oldest; pool external; new 0-3; go; at v0: recycle 0, sleep 1; each; = 0 -0 2 3");

/* a slot's node that looks like an external one */
SITUATION("a slot's actor that says it is external is none")
{
    trp_actor *actor;
    uint32_t visits = 0;

    set_up(1);
    actor = &stage_thing(slots, 11)->actor;
    CHECK(trp_adopt(pool, &mine[1].actor) != NULL);
    *actor = mine[0].actor;
    trp_each (thing, it, pool)
        visits++;
    CHECK_EQ(visits, 2);
    CHECK(trp_pool_of(world, actor) == slots);
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    CHECK_OK(trp_recycle(world, actor));
    CHECK_TOLD(1, TRP_ERR_CORRUPT);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_EQ(trp_pool_count(slots), 0);
    CHECK_VALID(world);
}

/* an actor that has left is recognised by its node, a present one by its address */
SITUATION("where it is was overwritten")
{
    set_up(3);
    mine[1].actor.index = 99;
    if (TRP__DEBUGS) /* which search for it */
        CHECK_NULL_MISUSE(world, trp_adopt(pool, &mine[1].actor), TRP_ERR_ACTIVE);
    CHECK_OK(trp_recycle(world, &mine[1].actor));
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_SAYS(": the node was overwritten, or its memory was freed.");
    CHECK_EQ(trp_state_of(world, &mine[1].actor), TRP_STATE_FREE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[1].actor), TRP_ERR_FREE);
    mine[1].actor.index = 99;
    CHECK_EQ(trp_state_of(world, &mine[1].actor), TRP_STATE_NONE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[1].actor), TRP_ERR_FOREIGN);
    CHECK_VALID(world);
}

SCRIPT("where it is was overwritten in a tick",
       "in oldest; pool 4 external; watch 0 of a only updated; new 0-2; at u1: harm 1 index; go;"
       "tick; = 0 w*0 1 w*1 2 w*2; still; expire 1 ~CORRUPT; harm 1 index; go; tick ~CORRUPT;"
       "= 0 w*0 -1e 2 w*2; live 2; repair");

SITUATION("an external actor must be aligned")
{
    set_up(1);
    CHECK_NULL_MISUSE_SAYS(world,
                           trp_adopt(pool, (trp_actor *)(void *)((unsigned char *)&mine[1] + 1)),
                           TRP_ERR_TYPE, "misaligned");
    CHECK_EQ(trp_pool_count(pool), 1);
}

SCRIPT("nothing enters an external pool that is being cleared",
       "in oldest; pool external; new 0 1; at -0: new 4 ?BUSY; go; clear; = -0c -1c; live 0");

/* a free slot of another pool, the middle of one, and a call that is for the other kind of pool */
SITUATION("memory of another pool is not adopted")
{
    trp_actor *actor;

    set_up(1);
    actor = &stage_thing(slots, 11)->actor;
    CHECK_NULL_MISUSE_SAYS(world, trp_adopt(slots, &mine[1].actor), TRP_ERR_TYPE,
                           "slots of its own: trp_create fills it");
    CHECK_NULL_MISUSE_SAYS(world, trp_create(pool, NULL), TRP_ERR_TYPE,
                           "external: trp_adopt fills it");
    CHECK_NULL_MISUSE_SAYS(world, trp_adopt(pool, (trp_actor *)(void *)&trp_as(thing, actor)->id),
                           TRP_ERR_FOREIGN, ": the pointer lies in a slot, but not at");
    CHECK_OK(trp_recycle(world, actor));
    CHECK_NULL_MISUSE(world, trp_adopt(pool, actor), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_VALID(world);
}

/* the memory of a world contains the addresses of a former one */
SITUATION("what a former world had adopted is no actor")
{
    set_up(2);
    trp_actor former = mine[0].actor;
    set_up(0);
    mine[0].actor = former;
    CHECK_EQ(trp_state_of(world, &mine[0].actor), TRP_STATE_NONE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[0].actor), TRP_ERR_FOREIGN);
}

/* nothing is written to the memory of one that has left, even if an overwritten link leads there */
SITUATION("a link leads to one that has left")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 2};
    trp_actor *actor;
    uint32_t index;

    set_up(2);
    desc.joins = pool;
    slots = stage_pool_as(world, desc); /* nothing to notify */
    actor = &stage_thing(slots, 11)->actor;
    index = mine[0].actor.index & (TRP_MAX_SLOTS - 1);
    CHECK_OK(trp_recycle(world, &mine[0].actor));
    mine[0] = (thing){.actor = {.prev = 91, .next = 92}};
    actor->prev = index;
    actor->next = index;
    CHECK_OK(trp_recycle(world, actor));
    CHECK_EQ(mine[0].actor.prev, 91);
    CHECK_EQ(mine[0].actor.next, 92);
}

/* Its memory is the program's again as soon as on_end runs: it is not read any more. */

SCRIPT(
    "an actor whose memory is freed in its own update is not read",
    "in newest oldest; pool 8 external frees; watch 0 of a only updated; new 1-4; at 2: recycle 2;"
    "go; tick; oldest = 1 w*1 2 -2 3 w*3 4 w*4; newest = 4 w*4 3 w*3 2 -2 1 w*1");
SCRIPT("... in that of its pool neither",
       "in newest oldest; pool 8 external frees bulk; watch 0 of a only updated; new 1-4;"
       "at 2: recycle 2; go; tick; oldest = 1 w*1 2 -2 3 w*3 4 w*4;"
       "newest = 4 w*4 3 w*3 2 -2 1 w*1");
