/*
 * A game overwrites the node of an actor, in most cases by assigning the whole struct. The only
 * effect is a report: the library stores the actor's state elsewhere.
 */
#include "../overwritten_scene.h"

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

/* the usual mistake: an actor's update assigns its whole struct */
static void assign_all(thing *self, const trp_context *in)
{
    *self = (thing){.id = self->id, .data = self->data + 1};
}

SITUATION("structs are assigned in their own updates")
{
    for (int which = 0; which < SHAPES; which++) {
        overwritten_scene_begin((shape)which);
        stage_when_updated = assign_all;
        for (int tick = 0; tick < 3; tick++)
            CHECK_OK(trp_update_all(victims.world, 1));
        for (uint32_t id = 1; id <= LAST_ID; id++)
            CHECK_EQ(victims.things[id]->data, 3);
        stage_when_updated = NULL;
        CHECK_OK(trp_update_all(victims.world, 1));
        overwritten_scene_note_links();
        CHECK_VALID(victims.world);
    }
}

/* the report names the actor and the remedy; the next report is about another actor */
SITUATION("the report names the actor, and says what to do")
{
    for (int which = 0; which < SHAPES; which++) {
        trp_handle handle;
        overwritten_scene_begin((shape)which);
        handle = trp_handle_of(victims.world, &victims.things[2]->actor);
        victims.things[2]->actor = (trp_actor){0};
        CHECK(trp_get(victims.world, handle) == &victims.things[2]->actor);
        CHECK_EQ(trp_state_of(victims.world, &victims.things[2]->actor), TRP_STATE_ACTIVE);
        CHECK_EQ(told.count, 0);
        CHECK_OK(trp_expire(victims.world, &victims.things[2]->actor));
        CHECK_TOLD(1, TRP_ERR_CORRUPT);
        CHECK(told.actor == &victims.things[2]->actor && told.pool == victims.pools[0]);
        CHECK_SAYS("trp_expire");
        CHECK_SAYS("Assign members");
        CHECK_OK(trp_recycle(victims.world, &victims.things[2]->actor));
        CHECK_EQ(told.count, 1);
        CHECK_VALID(victims.world);
    }
}

/* the notified hook ends the life of this actor, or of the next one */

/* it is drawn regardless; nothing is repaired or reported during drawing */
static uint32_t drawn;

static void draw(const trp_actor *self, const trp_view *view)
{
    drawn = drawn * 10 + trp_as(thing, self)->id;
}

SITUATION("overwritten ones are drawn, and nothing is reported")
{
    for (int which = 0; which < SHAPES; which++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++) {
            overwritten_scene_begin((shape)which);
            victims.pools[0]->desc.draw = victims.pools[1]->desc.draw = draw;
            drawn = 0;
            ledger_overwrite(&victims.things[2]->actor, (ledger_overwrite_kind)how,
                             &victims.things[4]->actor);
            CHECK_OK(trp_draw_all(victims.world, NULL, 0));
            CHECK_EQ(drawn, which == NEWEST ? 54321 : 12345);
            CHECK_EQ(told.count, 0);
        }
}

/* a full pool steals the right actor */
SITUATION("an overwritten victim is stolen as any other")
{
    for (int next = 0; next < 2; next++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++) {
            trp_pool_desc desc = stage_desc(3, next ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST);
            desc.when_full = next ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
            victims.world = stage_world();
            victims.pools[0] = stage_pool_as(victims.world, desc);
            stage_things(victims.pools[0], 1, 3);
            ledger_overwrite(&stage_find(victims.pools[0], 1)->actor, (ledger_overwrite_kind)how,
                             &stage_find(victims.pools[0], 2)->actor);
            for (uint32_t id = 1; id <= 2; id++) {
                thing *const victim = stage_find(victims.pools[0], id);
                const trp_handle handle = trp_handle_of(victims.world, &victim->actor);
                CHECK(stage_thing(victims.pools[0], id + 3) == victim);
                CHECK(trp_get(victims.world, handle) == NULL);
            }
            CHECK_EQ(trp_pool_info(victims.pools[0]).retired, 0);
        }
}

/* through a kept pointer: the next birth in the slot reports it, and succeeds */
SITUATION("free slots that are written to are reported, and used")
{
    for (int which = 0; which < EXTERNAL; which++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++)
            for (int optional = 0; optional < 2; optional++) {
                trp_actor *dead, *born;
                bool is_seen;
                overwritten_scene_begin((shape)which);
                dead = &victims.things[3]->actor;
                CHECK_OK(trp_recycle(victims.world, dead));
                stage_open(dead, sizeof *dead);
                is_seen =
                    ledger_overwrite(dead, (ledger_overwrite_kind)how, &victims.things[4]->actor) &&
                    ledger_is_seen((ledger_overwrite_kind)how);
                CHECK_EQ(trp_state_of(victims.world, dead), TRP_STATE_FREE);
                CHECK_MISUSE(victims.world, trp_recycle(victims.world, dead), TRP_ERR_FREE);
                stage_forget();
                born = optional ? trp_create_with(victims.pools[1], &(trp_birth){.optional = true})
                                : trp_create(victims.pools[1], NULL);
                CHECK(born == dead);
                CHECK_EQ(told.count, is_seen);
                if (is_seen)
                    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
                CHECK_VALID(victims.world);
            }
}

/* an external actor that has left: its node belongs to the game, and its content is not checked */
SITUATION("external actors that have left are adopted as they are")
{
    for (int how = 0; how < LEDGER_OVERWRITES; how++) {
        trp_handle old, handle;
        overwritten_scene_begin(EXTERNAL);
        old = trp_handle_of(victims.world, &victims.mine[3].actor);
        CHECK_OK(trp_recycle(victims.world, &victims.mine[3].actor));
        ledger_overwrite(&victims.mine[3].actor, (ledger_overwrite_kind)how,
                         &victims.mine[4].actor);
        CHECK(trp_adopt(victims.pools[0], &victims.mine[3].actor) == &victims.mine[3].actor);
        CHECK_EQ(told.count, 0);
        handle = trp_handle_of(victims.world, &victims.mine[3].actor);
        CHECK(trp_get(victims.world, handle) == &victims.mine[3].actor);
        CHECK(trp_get(victims.world, old) == NULL);
        CHECK_VALID(victims.world);
    }
}

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
