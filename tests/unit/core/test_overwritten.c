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
