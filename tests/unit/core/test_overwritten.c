/*
 * A game overwrites the node of an actor, in most cases by assigning the whole struct. The only
 * effect is a report: the library stores the actor's state elsewhere.
 */
#include "../overwritten_scene.h"
#include "../script.h"

SITUATIONS(overwritten);

static ledger_overwrite_kind how_now;
static uint32_t victim_now, sum;

static void overwrite_once(const thing *self)
{
    sum = sum * 10 + self->id;
    if (self->id == 3 &&
        trp_state_of(victims.world, &victims.things[victim_now]->actor) != TRP_STATE_FREE)
        ledger_overwrite(&victims.things[victim_now]->actor, how_now,
                         &victims.things[victim_now % 2 + 1]->actor);
}

static void overwrite_in_update(thing *self, const trp_context *in)
{
    overwrite_once(self);
}

static void overwrite_in_visit(trp_actor *self, const trp_context *in)
{
    overwrite_once(trp_as(thing, self));
}

static void walk(int kind, shape which)
{
    sum = 0;
    if (kind == 0)
        CHECK_OK(trp_update_all(victims.world, 1));
    else if (kind == 1)
        CHECK_OK(trp_layer_for_each(victims.world, 0, overwrite_in_visit, NULL));
    else
        for (unsigned i = 0; i < (which == JOINED ? 2u : 1u); i++)
            trp_each (thing, it, victims.pools[i])
                overwrite_once(it);
}

/* A trp_each in memory order reads the nodes. It may skip an actor whose node contains something
 * else, once. */
static bool asks_nodes(int kind, shape which)
{
    return kind == 2 && which <= NOTIFIED;
}

SITUATION("overwritten in a walk: it meets all, each once")
{
    unsigned long cases = 0;

    for (int which = 0; which < SHAPES; which++)
        for (int kind = 0; kind < 3; kind++)
            for (victim_now = 1; victim_now <= LAST_ID; victim_now++)
                for (int how = 0; how < LEDGER_OVERWRITES; how++, cases++) {
                    const uint32_t in_order = which == NEWEST                ? 54321
                                              : which == JOINED && kind == 2 ? 24135
                                                                             : 12345;
                    overwritten_scene_begin((shape)which);
                    how_now = (ledger_overwrite_kind)how;
                    stage_when_updated = overwrite_in_update;
                    walk(kind, (shape)which);
                    CHECK(sum == in_order || asks_nodes(kind, (shape)which));
                    how_now = LEDGER_NO_LINKS;
                    CHECK_OK(trp_update_all(victims.world, 1));
                    victim_now = victim_now % LAST_ID + 1;
                    walk(kind, (shape)which);
                    CHECK_EQ(sum, in_order);
                    victim_now = (victim_now + LAST_ID - 2) % LAST_ID + 1;
                    overwritten_scene_repair();
                    overwritten_scene_note_links();
                    CHECK_EQ(trp_pool_count(victims.pools[0]) + trp_pool_count(victims.pools[1]),
                             which == JOINED ? LAST_ID : 2 * LAST_ID);
                    CHECK_VALID(victims.world);
                }
    situation_cases("overwritten in a walk", cases);
}

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
SCRIPT("an overwritten victim is stolen as any other",
       "pool 3 steal; new 1-3; harm 1 any 2; new 4 ~; slot 4 0; new 5 ~; slot 5 1; retired 0; repair;"
       "live 3");
SCRIPT("free slots that are written to are reported, and used",
       "pool 6; new 1-5; recycle 3; harm 3 any 4; is free 3; recycle 3 !FREE; new 6 ~CORRUPT;"
       "slot 6 2; repair");
SCRIPT("... by births that are optional too",
       "pool 6; new 1-5; recycle 3; harm 3 any 4; is free 3; optional 6 ~CORRUPT; slot 6 2; repair");
SCRIPT(
    "external actors that have left are adopted as they are",
    "in newest oldest; pool external; new 1-5; recycle 3; harm 3 any 4; new 3; is active 3; repair");

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
