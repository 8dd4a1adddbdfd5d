/* Any call for an actor whose node was overwritten has the same outcome as without the
 * overwriting; what on_misuse may do when it hears of it. */
#include "../overwritten_scene.h"

SITUATIONS(overwritten_calls);

static void note_order(thing *self, const trp_context *in)
{
    uint32_t *order = seen.order[0];

    while (*order != 0)
        order++;
    *order = self->id;
}

static void note(trp_handle handle)
{
    seen.state = trp_state_of(victims.world, trp_get(victims.world, handle));
    seen.is_alive = trp_get(victims.world, handle) != NULL;
    seen.counts = trp_pool_count(victims.pools[0]) * 100 + trp_pool_count(victims.pools[1]) * 10 +
                  trp_pool_info(victims.pools[0]).retired;
    stage_when_updated = note_order;
    CHECK_OK(trp_update_all(victims.world, 1));
    stage_when_updated = NULL;
    if (seen.state == TRP_STATE_ASLEEP) /* no walk reaches it, but this call does */
        (void)trp_deactivate(victims.world, trp_get(victims.world, handle));
    overwritten_scene_repair();
    overwritten_scene_note_links();
    CHECK_VALID(victims.world);
}

typedef enum call {
    RECYCLE,
    EXPIRE,
    DEACTIVATE,
    ACTIVATE,
    ADOPT,
    ASK,
    TICK,
    FOR_EACH,
    CLEAR,
    LAYER_CLEAR,
    EXPIRE_ALL,
    CALLS
} call;

static trp_result ask(const trp_actor *actor)
{
    const trp_handle handle = trp_handle_of(victims.world, actor);

    return trp_pool_of(victims.world, actor) != NULL &&
                   trp_slot_of(victims.world, actor) != TRP_NO_SLOT &&
                   (trp_handle_is_null(handle) || trp_get(victims.world, handle) == actor)
               ? TRP_OK
               : TRP_GONE;
}

static trp_result make(call what, trp_pool *pool, trp_actor *actor)
{
    switch (what) {
    case RECYCLE:
        return trp_recycle(victims.world, actor);
    case EXPIRE:
        return trp_expire(victims.world, actor);
    case DEACTIVATE:
        return trp_deactivate(victims.world, actor);
    case ACTIVATE:
        return trp_activate(victims.world, actor);
    case ADOPT:
        if (TRP__DEBUGS || pool->desc.external == NULL) /* others trust the node */
            seen.is_new = trp_adopt(pool, actor) != NULL;
        return TRP_OK;
    case ASK:
        return ask(actor);
    case TICK:
        return trp_update_all(victims.world, 1);
    case FOR_EACH:
        return trp_for_each(pool, overwritten_scene_visit, NULL);
    case CLEAR:
        return trp_pool_clear(pool, NULL);
    case LAYER_CLEAR:
        return trp_layer_clear(victims.world, 0, NULL);
    default:
        return trp_layer_clear(victims.world, 0, &(trp_ending){.later = true});
    }
}

static const trp_state states[] = {TRP_STATE_ACTIVE, TRP_STATE_ASLEEP, TRP_STATE_EXPIRED};

/* LEDGER_OVERWRITES: no overwriting. Returns whether the library must report something. */
static bool play(shape which, trp_state state, uint32_t id, call what, ledger_overwrite_kind how)
{
    trp_actor *actor;
    bool is_seen = false;

    overwritten_scene_begin(which);
    actor = &victims.things[id]->actor;
    trp_handle handle = trp_handle_of(victims.world, actor);
    seen = (outcome){.result = TRP_OK};
    if (state == TRP_STATE_ASLEEP)
        CHECK_OK(trp_deactivate(victims.world, actor));
    if (state == TRP_STATE_EXPIRED)
        CHECK_OK(trp_expire(victims.world, actor));
    stage_forget();
    if (how != LEDGER_OVERWRITES)
        is_seen = ledger_overwrite(actor, how, &victims.things[id % LAST_ID + 1]->actor) &&
                  ledger_is_seen(how);
    seen.result = make(what, victims.pools[id % 2], actor);
    note(handle);
    return is_seen;
}

static bool is_same(const outcome *a, const outcome *b)
{
    bool same = a->result == b->result && a->state == b->state && a->is_alive == b->is_alive &&
                a->is_new == b->is_new && a->counts == b->counts;

    for (uint32_t i = 0; i < 3 * (LAST_ID + 2); i++)
        same &= a->order[i / (LAST_ID + 2)][i % (LAST_ID + 2)] ==
                b->order[i / (LAST_ID + 2)][i % (LAST_ID + 2)];
    return same;
}

/* the same as without any overwriting, except for the report */
SITUATION("overwritten: any call goes on as if it were not")
{
    unsigned long cases = 0;

    for (int which = 0; which < SHAPES; which++)
        for (unsigned state = 0; state < 3; state++)
            for (uint32_t id = 1; id <= LAST_ID; id += 2)
                for (int what = 0; what < CALLS; what++) {
                    outcome expected;
                    unsigned reports;
                    play((shape)which, states[state], id, (call)what, LEDGER_OVERWRITES);
                    expected = seen;
                    reports = told.count;
                    for (int how = 0; how < LEDGER_OVERWRITES; how++, cases++) {
                        const bool is_seen = play((shape)which, states[state], id, (call)what,
                                                  (ledger_overwrite_kind)how);
                        CHECK(is_same(&seen, &expected));
                        if (is_seen && what < ADOPT)
                            CHECK(told.count > reports);
                    }
                }
    situation_cases("overwritten, then a call", cases);
}

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

SITUATION_IN_EACH_ORDER("a tick that asks is_expired repairs")
{
    trp_pool_desc desc = stage_desc(4, stage_orders[order]);
    desc.is_expired = stage_is_never;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 3);
    stage_find(pool, 2)->actor.index = 7;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_VALID(world);
}
