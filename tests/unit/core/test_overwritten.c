/*
 * A game overwrites the node of an actor, in most cases by assigning the whole struct. The only
 * effect is a report: the library stores the actor's state elsewhere.
 */
#include "../script.h"

SITUATIONS(overwritten);

/* A trp_each in memory order reads the nodes: it may skip an actor whose node contains something
 * else, once. */
SCRIPT(
    "overwritten in a walk: it meets all, each once",
    "new 1-5; go; at 3: harm 1 any 2; tick ~; memory oldest = 1-5; newest = 5 4 3 2 1; at 3: still,"
    "harm 2 any 1; layer 0 ~; memory oldest = 1-5; newest = 5 4 3 2 1; at 3: still, harm 3 any 4;"
    "tick ~; memory oldest = 1-5; newest = 5 4 3 2 1; at 3: still, harm 4 any 1; for ~;"
    "memory oldest = 1-5; newest = 5 4 3 2 1; at 3: still, harm 5 any 2; tick ~; go; repair;"
    "tick; memory oldest = 1-5; newest = 5 4 3 2 1; live 5");
SCRIPT(
    "... in each inline walk of an age order",
    "in newest oldest; new 1-5; go; at 3: harm 1 any 2; each ~; oldest = 1-5; newest = 5 4 3 2 1;"
    "at 3: still, harm 3 any 4; each ~; oldest = 1-5; newest = 5 4 3 2 1; at 3: still,"
    "harm 5 any 2; each ~; oldest = 1-5; newest = 5 4 3 2 1; repair; live 5");
SCRIPT("... of joined pools",
       "in newest oldest; pool; pool joins a; deal 1-5; go; at 3: harm 1 any 2; tick ~;"
       "oldest = 1-5; newest = 5 4 3 2 1; at 3: still, harm 3 any 4; layer 0 ~; oldest = 1-5;"
       "newest = 5 4 3 2 1; at 3: still, harm 4 any 1; each b ~; go; repair; tick; oldest = 1-5;"
       "newest = 5 4 3 2 1");
SCRIPT("... of external actors",
       "in newest oldest; pool external; new 1-5; go; at 3: harm 1 any 2; tick ~; oldest = 1-5;"
       "newest = 5 4 3 2 1; at 3: still, harm 4 any 1; each ~; go; repair; tick; oldest = 1-5;"
       "newest = 5 4 3 2 1; live 5");

/* The usual mistake: an actor's update assigns its whole struct. */
SCRIPT("structs are assigned in their own updates",
       "new 1-5; at *: harm me zeros; tick ~; tick ~; tick ~; still; tick ~; repair; live 5");
SCRIPT(
    "... in joined pools",
    "in newest oldest; pool; pool joins a; deal 1-5; at *: harm me zeros; tick ~; tick ~; tick ~;"
    "still; tick ~; repair");
SCRIPT(
    "... and in external ones",
    "in newest oldest; pool external; new 1-5; at *: harm me zeros; tick ~; tick ~; tick ~; still;"
    "tick ~; repair; live 5");
SCRIPT("the report names the actor, and says what to do",
       "new 1-5; harm 2 zeros; is active 2; expire 2 ~CORRUPT; says Assign members; says slot 1;"
       "recycle 2; repair");

SCRIPT("overwritten ones are drawn, and nothing is reported",
       "new 1-5; go; harm 2 any 4; draw; memory oldest = d1 d2 d3 d4 d5;"
       "newest = d5 d4 d3 d2 d1; repair");
SCRIPT(
    "an overwritten victim is stolen as any other",
    "pool 3 steal; new 1-3; harm 1 any 2; new 4 ~; slot 4 0; new 5 ~; slot 5 1; retired 0; repair;"
    "live 3");
SCRIPT("free slots that are written to are reported, and used",
       "pool 6; new 1-5; recycle 3; harm 3 any 4; is free 3; recycle 3 !FREE; new 6 ~CORRUPT;"
       "slot 6 2; repair");
SCRIPT(
    "... by births that are optional too",
    "pool 6; new 1-5; recycle 3; harm 3 any 4; is free 3; optional 6 ~CORRUPT; slot 6 2; repair");
SCRIPT("external actors that have left are adopted as they are",
       "in newest oldest; pool external; new 1-5; recycle 3; harm 3 any 4; new 3; is active 3; "
       "repair");

/* an older copy of its own struct: slot and stamp are right, the links are not */
SITUATION_IN_EACH_ORDER("an older copy of the same struct breaks no list")
{
    for (int way = 0; way < 3; way++) {
        trp_world *in = stage_world();
        trp_pool *of = stage_pool(in, 8, stage_orders[order]);
        stage_things(of, 0, 4);
        thing *it = stage_find(of, 2);
        const thing saved = *it;
        CHECK_OK(trp_recycle(in, &stage_find(of, 1)->actor));
        CHECK_OK(trp_recycle(in, &stage_find(of, 3)->actor));
        *it = saved;
        if (way == 0)
            CHECK_OK(trp_recycle(in, &it->actor));
        else if (way == 1) {
            CHECK_OK(trp_deactivate(in, &it->actor));
            CHECK_OK(trp_activate(in, &it->actor));
        } else
            for (const trp_actor *at = trp_first(in); at != NULL; at = trp_next(in, at))
                (void)trp_prev(in, at);
        CHECK_VALID(in);
        CHECK_EQ(trp_pool_count(of), way == 0 ? 2 : 3);
    }
}

/* Any call for an actor whose node was overwritten has the same outcome as without the
 * overwriting. */

/* The same as without any overwriting, except for the report. */
SCRIPT("overwritten: any call goes on as if it were not",
       "new 1-5; harm 3 any 4; recycle 3 ~CORRUPT; repair; harm 1 any 4; expire 1 ~CORRUPT; repair;"
       "is expired 1; harm 5 any 2; sleep 5 ~CORRUPT; repair; is asleep 5; harm 5 any 2;"
       "wake 5 ~CORRUPT; repair; memory oldest list 2 4 5; newest list 5 4 2; live 4; harm 1 any 2;"
       "recycle 1 ~CORRUPT; repair; live 3; harm 4 any 2; is active 4; mark 4 ~CORRUPT; repair;"
       "go; tick; memory oldest = 2 4 5; newest = 5 4 2");
SCRIPT("... in joined pools",
       "in newest oldest; pool; pool joins a; deal 1-5; harm 3 any 4; recycle 3 ~CORRUPT; repair;"
       "harm 1 any 4; expire 1 ~CORRUPT; repair; harm 5 any 2; sleep 5 ~CORRUPT; repair;"
       "harm 5 any 2; wake 5 ~CORRUPT; repair; live 2; live 2 b; go; tick;"
       "oldest = -1e 2 4 5; newest = 5 4 2 -1e");
SCRIPT("... and external ones",
       "in newest oldest; pool external; new 1-5; harm 3 any 4; recycle 3 ~CORRUPT; repair;"
       "harm 1 any 4; expire 1 ~CORRUPT; repair; harm 5 any 2; sleep 5 ~CORRUPT; repair;"
       "harm 5 any 2; wake 5 ~CORRUPT; repair; live 4; go; tick; oldest = -1e 2 4 5;"
       "newest = 5 4 2 -1e");
SCRIPT("... and calls for all",
       "new 1-5; expire 4; harm 3 any 1; harm 4 any 1; go; for ~; memory oldest = 1 2 3 -4e 5;"
       "newest = 5 -4e 3 2 1; harm 3 any 5; tick ~; memory oldest = 1 2 3 5; newest = 5 3 2 1;"
       "harm 3 any 5; clear ~; repair; live 0; new 11-14; harm 13 any 11; clearlayer 0 ~; repair;"
       "live 0; new 21-24; sleep 23; harm 23 any 21; fadelayer 0 ~; repair; tick; live 0;"
       "new 31-34; sleep 33; harm 33 any 31; clear ~; repair; live 0");

static trp_world *world;
static trp_pool *pool;

/* a wrong link is reported by the call that follows it */
SITUATION_IN_EACH_ORDER("a link is followed")
{
    world = stage_world();
    pool = stage_pool(world, 4, stage_orders[order]);
    stage_things(pool, 1, 3);
    stage_find(pool, 2)->actor.next = 1u << 20;
    CHECK(trp_next(world, &stage_find(pool, 2)->actor) != NULL);
    CHECK(situation_text_equal(told.call, "trp_next") || told.call[0] == '\0');
    stage_find(pool, 2)->actor.prev = 1u << 20;
    CHECK(trp_prev(world, &stage_find(pool, 2)->actor) != NULL);
    CHECK(situation_text_equal(told.call, "trp_prev") || told.call[0] == '\0');
    CHECK_EQ(told.count, 2);
    CHECK_VALID(world);
}

/* it names no neighbours, or another world */
SITUATION_IN_EACH_ORDER("the ledger knows better than an overwritten node")
{
    world = stage_world();
    pool = stage_pool(world, 4, stage_orders[order]);
    stage_things(pool, 1, 4);
    trp_actor *alone = &stage_find(pool, 2)->actor, *foreign = &stage_find(pool, 3)->actor;
    alone->prev = TRP_NO_LINK;
    alone->next = TRP_NO_LINK;
    CHECK_QUIET(world, trp_recycle(world, alone), TRP_OK);
    CHECK_VALID(world);
    foreign->index ^= 1u << 24;
    CHECK_OK(trp_recycle(world, foreign));
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_VALID(world);
}

/* zeros, a copy of an actor that was born in the same walk, and one of a later one */
SITUATION_IN_EACH_ORDER("what a tick notices of a struct that was assigned over an actor")
{
    for (int way = 0; way < 3; way++) {
        const bool is_noticed = way != 1 || order != IN_MEMORY_ORDER;
        world = stage_world();
        pool = stage_pool(world, 4, stage_orders[order]);
        stage_things(pool, 1, 2);
        CHECK_OK(trp_update_all(world, 1));
        stage_thing(pool, 3);
        trp_actor *it = &stage_find(pool, 1)->actor;
        *it = way == 0 ? (trp_actor){0} : stage_find(pool, way == 1 ? 2 : 3)->actor;
        CHECK_OK(trp_update_all(world, 1));
        CHECK_EQ(trp_world_info(world).misuse, is_noticed);
        CHECK_OK(trp_recycle(world, it));
        CHECK_EQ(trp_world_info(world).misuse, 1);
        CHECK_EQ(told.result, TRP_ERR_CORRUPT);
        CHECK_VALID(world);
    }
}

SCRIPT("a tick that asks is_expired repairs",
       "pool mortal; new 1-3; harm 2 index; tick ~CORRUPT; valid; repair");
