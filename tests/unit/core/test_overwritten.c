/*
 * A game overwrites the node of an actor, mostly by assigning the whole struct. That costs a report and nothing else: what is
 * true of the actor stands elsewhere.
 */
#include "../ledger.h"

typedef enum shape
{
    PLAIN, /* memory order, nothing to notify */
    NOTIFIED,
    NEWEST,
    OLDEST,
    JOINED, /* two pools in one segment, in turn */
    EXTERNAL,
    EXTERNAL_OLDEST,
    SHAPES
} shape;

#define LAST_ID 5u

static trp_world *world;
static trp_pool *pools[2];
static thing *things[LAST_ID + 1];
static thing mine[LAST_ID + 1];

static bool is_external(shape which)
{
    return which == EXTERNAL || which == EXTERNAL_OLDEST;
}

static void set_up(shape which)
{
    const trp_order order = which == NEWEST                       ? TRP_ORDER_NEWEST
                            : which < NEWEST || which == EXTERNAL ? TRP_ORDER_MEMORY
                                                                  : TRP_ORDER_OLDEST;
    trp_pool_desc desc = stage_desc(LAST_ID + 1, order);

    world = stage_world();
    if (which == PLAIN)
        desc.on_create = NULL, desc.on_recycle = NULL;
    desc.external = is_external(which);
    pools[0] = pools[1] = stage_pool_as(world, desc);
    desc.joins = pools[0];
    if (which == JOINED)
        pools[1] = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= LAST_ID; id++)
    {
        mine[id] = (thing){.id = id};
        things[id] = is_external(which) ? &mine[id] : stage_thing(pools[id % 2], id);
        if (is_external(which))
            CHECK(trp_adopt(pools[0], &mine[id].actor) != NULL);
    }
    stage_log_clear();
    stage_forget();
}

/* What comes of a call */

typedef struct outcome
{
    trp_result result;
    trp_state state;
    bool is_alive;
    bool is_new; /* there is one more */
    uint32_t counts;
    uint32_t order[3][LAST_ID + 2]; /* as ticks, links forward and links backward have it */
} outcome;

static outcome seen;

static void note_order(thing *self, const trp_tick *tick)
{
    uint32_t *order = seen.order[0];

    (void)tick;
    while (*order != 0)
        order++;
    *order = self->id;
}

static void note_links(void)
{
    const trp_actor *last = NULL;
    uint32_t n = 0;

    for (const trp_actor *at = trp_first(world); at != NULL; at = trp_next(world, at))
    {
        CHECK(n <= LAST_ID);
        seen.order[1][n++] = trp_as_const(thing, at)->id;
        last = at;
    }
    n = 0;
    for (; last != NULL; last = trp_prev(world, last))
    {
        CHECK(n <= LAST_ID);
        seen.order[2][n++] = trp_as_const(thing, last)->id;
    }
}

static void visit(trp_actor *self, void *user)
{
    (void)self;
    (void)user;
}

/* A tick looks at the stamps alone; this walk at the indices as well. */
static void repair_rest(void)
{
    for (int i = 0; i < 2; i++)
        CHECK_RESULT(trp_for_each(pools[i], visit, NULL), TRP_OK);
}

static void note(trp_handle handle)
{
    seen.state = trp_state_of(world, trp_get(world, handle));
    seen.is_alive = trp_get(world, handle) != NULL;
    seen.counts = trp_pool_count(pools[0]) * 100 + trp_pool_count(pools[1]) * 10 +
                  trp_pool_get_stats(pools[0]).retired;
    stage_when_updated = note_order;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    stage_when_updated = NULL;
    if (seen.state == TRP_STATE_ASLEEP) /* no walk comes to it, but this call does */
        (void)trp_deactivate(world, trp_get(world, handle));
    repair_rest();
    note_links();
    CHECK_VALID(world);
}

/* Calls */

typedef enum call
{
    RECYCLE,
    EXPIRE,
    DEACTIVATE,
    ACTIVATE,
    RENEW,
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
    const trp_handle handle = trp_handle_of(world, actor);

    return trp_pool_of(world, actor) != NULL && trp_slot_of(world, actor) != TRP_NO_SLOT &&
                   (trp_handle_is_null(handle) || trp_get(world, handle) == actor)
               ? TRP_OK
               : TRP_GONE;
}

static trp_result make(call what, trp_pool *pool, trp_actor *actor)
{
    switch (what)
    {
    case RECYCLE:
        return trp_recycle(world, actor);
    case EXPIRE:
        return trp_expire(world, actor);
    case DEACTIVATE:
        return trp_deactivate(world, actor);
    case ACTIVATE:
        return trp_activate(world, actor);
    case RENEW:
        seen.is_new = trp_renew(world, actor) != NULL;
        return TRP_OK;
    case ADOPT:
        seen.is_new = trp_adopt(pool, actor) != NULL;
        return TRP_OK;
    case ASK:
        return ask(actor);
    case TICK:
        return trp_update_all(world, 1);
    case FOR_EACH:
        return trp_for_each(pool, visit, NULL);
    case CLEAR:
        return trp_pool_clear(pool);
    case LAYER_CLEAR:
        return trp_layer_clear(world, 0);
    default:
        return trp_layer_expire_all(world, 0);
    }
}

static const trp_state states[] = {TRP_STATE_ACTIVE, TRP_STATE_ASLEEP, TRP_STATE_EXPIRED};

/* LEDGER_OVERWRITES: does not. Whether the library should have something to report. */
static bool play(shape which, trp_state state, uint32_t id, call what, ledger_overwrite_kind how)
{
    trp_handle handle;
    trp_actor *actor;
    bool is_seen = false;

    set_up(which);
    actor = &things[id]->actor;
    handle = trp_handle_of(world, actor);
    seen = (outcome){.result = TRP_OK};
    if (state == TRP_STATE_ASLEEP)
        CHECK_RESULT(trp_deactivate(world, actor), TRP_OK);
    if (state == TRP_STATE_EXPIRED)
        CHECK_RESULT(trp_expire(world, actor), TRP_OK);
    stage_forget();
    if (how != LEDGER_OVERWRITES)
        is_seen =
            ledger_overwrite(actor, how, &things[id % LAST_ID + 1]->actor) && ledger_is_seen(how);
    seen.result = make(what, pools[id % 2], actor);
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

/* as if nobody had overwritten anything, but for the report */
static void any_call_goes_on(void)
{
    unsigned long cases = 0;

    for (int which = 0; which < SHAPES; which++)
        for (unsigned state = 0; state < 3; state++)
            for (uint32_t id = 1; id <= LAST_ID; id += 2)
                for (int what = 0; what < CALLS; what++)
                {
                    outcome expected;
                    unsigned reports;
                    play((shape)which, states[state], id, (call)what, LEDGER_OVERWRITES);
                    expected = seen;
                    reports = told.count;
                    for (int how = 0; how < LEDGER_OVERWRITES; how++, cases++)
                    {
                        const bool is_seen = play((shape)which, states[state], id, (call)what,
                                                  (ledger_overwrite_kind)how);
                        CHECK(is_same(&seen, &expected));
                        if (is_seen && what < ADOPT)
                            CHECK(told.count > reports);
                    }
                }
    situation_cases("overwritten, then a call", cases);
}

/* every walk in which a visit overwrites a node meets all, each once */

static ledger_overwrite_kind how_now;
static uint32_t victim_now, sum;

static void overwrite_once(const thing *self)
{
    sum = sum * 10 + self->id;
    if (self->id == 3 && trp_state_of(world, &things[victim_now]->actor) != TRP_STATE_FREE)
        ledger_overwrite(&things[victim_now]->actor, how_now, &things[victim_now % 2 + 1]->actor);
}

static void overwrite_in_update(thing *self, const trp_tick *tick)
{
    (void)tick;
    overwrite_once(self);
}

static void overwrite_in_visit(trp_actor *self, void *user)
{
    (void)user;
    overwrite_once(trp_as(thing, self));
}

static void walk(int kind, shape which)
{
    sum = 0;
    if (kind == 0)
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    else if (kind == 1)
        CHECK_RESULT(trp_layer_each(world, 0, overwrite_in_visit, NULL), TRP_OK);
    else
        for (unsigned i = 0; i < (which == JOINED ? 2u : 1u); i++)
            trp_each (thing, it, pools[i])
                overwrite_once(it);
}

/* A trp_each in memory order asks the nodes: one that says another thing may be passed by, this once. */
static bool asks_nodes(int kind, shape which)
{
    return kind == 2 && which <= NOTIFIED;
}

static void any_walk_goes_on(void)
{
    unsigned long cases = 0;

    for (int which = 0; which < SHAPES; which++)
        for (int kind = 0; kind < 3; kind++)
            for (victim_now = 1; victim_now <= LAST_ID; victim_now++)
                for (int how = 0; how < LEDGER_OVERWRITES; how++, cases++)
                {
                    const uint32_t in_order = which == NEWEST                ? 54321
                                              : which == JOINED && kind == 2 ? 24135
                                                                             : 12345;
                    set_up((shape)which);
                    how_now = (ledger_overwrite_kind)how;
                    stage_when_updated = overwrite_in_update;
                    walk(kind, (shape)which);
                    CHECK(sum == in_order || asks_nodes(kind, (shape)which));
                    how_now = LEDGER_NO_LINKS;
                    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
                    victim_now = victim_now % LAST_ID + 1;
                    walk(kind, (shape)which);
                    CHECK_EQ(sum, in_order);
                    victim_now = (victim_now + LAST_ID - 2) % LAST_ID + 1;
                    repair_rest();
                    note_links();
                    CHECK_EQ(trp_pool_count(pools[0]) + trp_pool_count(pools[1]),
                             which == JOINED ? LAST_ID : 2 * LAST_ID);
                    CHECK_VALID(world);
                }
    situation_cases("overwritten in a walk", cases);
}

/* the usual mistake: the struct is assigned, in its own update */
static void assign_all(thing *self, const trp_tick *tick)
{
    (void)tick;
    *self = (thing){.id = self->id, .data = self->data + 1};
}

static void structs_assigned_in_updates(void)
{
    for (int which = 0; which < SHAPES; which++)
    {
        set_up((shape)which);
        stage_when_updated = assign_all;
        for (int tick = 0; tick < 3; tick++)
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        for (uint32_t id = 1; id <= LAST_ID; id++)
            CHECK_EQ(things[id]->data, 3);
        stage_when_updated = NULL;
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        note_links();
        CHECK_VALID(world);
    }
}

/* the report says whom, and what to do; the next one is about another */
static void the_report(void)
{
    for (int which = 0; which < SHAPES; which++)
    {
        trp_handle handle;
        set_up((shape)which);
        handle = trp_handle_of(world, &things[2]->actor);
        things[2]->actor = (trp_actor){0};
        CHECK(trp_get(world, handle) == &things[2]->actor);
        CHECK_EQ(trp_state_of(world, &things[2]->actor), TRP_STATE_ACTIVE);
        CHECK_EQ(told.count, 0);
        CHECK_RESULT(trp_expire(world, &things[2]->actor), TRP_OK);
        CHECK_EQ(told.count, 1);
        CHECK_EQ(told.result, TRP_ERR_CORRUPT);
        CHECK(told.actor == &things[2]->actor && told.pool == pools[0]);
        CHECK(situation_text_has(told.message, "trp_expire"));
        CHECK(situation_text_has(told.message, "Assign members"));
        CHECK_RESULT(trp_recycle(world, &things[2]->actor), TRP_OK);
        CHECK_EQ(told.count, 1);
        CHECK_VALID(world);
    }
}

/* the hook that is told ends the life, or that of the next one */
static trp_result (*end_in_hook)(trp_world *, trp_actor *);
static uint32_t ended_in_hook;

static void end_when_told(trp_world *of, const trp_misuse *misuse)
{
    if (misuse->result == TRP_ERR_CORRUPT)
        CHECK_RESULT(end_in_hook(of, &things[ended_in_hook]->actor), TRP_OK);
}

static void a_hook_that_ends_it(void)
{
    for (int which = 0; which < SHAPES; which++)
        for (int kind = 0; kind < 3; kind++)
            for (int how = 0; how < 2; how++)
                for (ended_in_hook = 2; ended_in_hook <= 4; ended_in_hook++)
                {
                    set_up((shape)which);
                    world->on_misuse = end_when_told;
                    end_in_hook = how ? trp_expire : trp_recycle;
                    things[3]->actor = (trp_actor){0};
                    victim_now = ended_in_hook;
                    how_now = LEDGER_NO_LINKS;
                    walk(kind, (shape)which);
                    world->on_misuse = stage_on_misuse;
                    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
                    note_links();
                    CHECK_VALID(world);
                }
}

/* drawn all the same; nothing is repaired or reported meanwhile */
static uint32_t drawn;

static void draw(const trp_actor *self, const trp_view *view)
{
    (void)view;
    drawn = drawn * 10 + trp_as_const(thing, self)->id;
}

static void overwritten_in_a_drawing(void)
{
    for (int which = 0; which < SHAPES; which++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++)
        {
            set_up((shape)which);
            pools[0]->desc.draw = pools[1]->desc.draw = draw;
            drawn = 0;
            ledger_overwrite(&things[2]->actor, (ledger_overwrite_kind)how, &things[4]->actor);
            CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
            CHECK_EQ(drawn, which == NEWEST ? 54321 : 12345);
            CHECK_EQ(told.count, 0);
        }
}

/* a full pool steals whom it should */
static void overwritten_and_stolen(void)
{
    for (int next = 0; next < 2; next++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++)
        {
            trp_pool_desc desc = stage_desc(3, next ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST);
            desc.when_full = next ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
            world = stage_world();
            pools[0] = stage_pool_as(world, desc);
            stage_things(pools[0], 1, 3);
            ledger_overwrite(&stage_find(pools[0], 1)->actor, (ledger_overwrite_kind)how,
                             &stage_find(pools[0], 2)->actor);
            for (uint32_t id = 1; id <= 2; id++)
            {
                thing *const victim = stage_find(pools[0], id);
                const trp_handle handle = trp_handle_of(world, &victim->actor);
                CHECK(stage_thing(pools[0], id + 3) == victim);
                CHECK(trp_get(world, handle) == NULL);
            }
            CHECK_EQ(trp_pool_get_stats(pools[0]).retired, 0);
        }
}

/* through a pointer that was kept: whoever gets the slot next is told of it, and gets it */
static void overwritten_while_free(void)
{
    for (int which = 0; which < EXTERNAL; which++)
        for (int how = 0; how < LEDGER_OVERWRITES; how++)
            for (int optional = 0; optional < 2; optional++)
            {
                trp_actor *dead, *born;
                bool is_seen;
                set_up((shape)which);
                dead = &things[3]->actor;
                CHECK_RESULT(trp_recycle(world, dead), TRP_OK);
                stage_open(dead, sizeof *dead);
                is_seen = ledger_overwrite(dead, (ledger_overwrite_kind)how, &things[4]->actor) &&
                          ledger_is_seen((ledger_overwrite_kind)how);
                if (how == LEDGER_NO_INDEX && pools[1]->is_plain)
                    continue; /* the fast path looks at the stamp alone */
                CHECK_EQ(trp_state_of(world, dead), TRP_STATE_FREE);
                CHECK_MISUSE(world, trp_recycle(world, dead), TRP_ERR_FREE);
                stage_forget();
                born = optional ? trp_create_optional(pools[1]) : trp_create(pools[1]);
                CHECK(born == dead);
                CHECK_EQ(told.count, is_seen);
                if (is_seen)
                    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
                CHECK_VALID(world);
            }
}

/* an external actor that has left: its node is the game's, and taken as it is */
static void external_ones_that_have_left(void)
{
    for (int how = 0; how < LEDGER_OVERWRITES; how++)
    {
        trp_handle old, handle;
        set_up(EXTERNAL);
        old = trp_handle_of(world, &mine[3].actor);
        CHECK_RESULT(trp_recycle(world, &mine[3].actor), TRP_OK);
        ledger_overwrite(&mine[3].actor, (ledger_overwrite_kind)how, &mine[4].actor);
        CHECK(trp_adopt(pools[0], &mine[3].actor) == &mine[3].actor);
        CHECK_EQ(told.count, 0);
        handle = trp_handle_of(world, &mine[3].actor);
        CHECK(trp_get(world, handle) == &mine[3].actor);
        CHECK(trp_get(world, old) == NULL);
        CHECK_VALID(world);
    }
}

const situation overwritten_situations[] = {
    {"overwritten: any call goes on as if it were not", any_call_goes_on},
    {"overwritten in a walk: it meets all, each once", any_walk_goes_on},
    {"structs are assigned in their own updates", structs_assigned_in_updates},
    {"the report says whom, and what to do", the_report},
    {"the hook that is told ends a life", a_hook_that_ends_it},
    {"overwritten ones are drawn, and nothing is reported", overwritten_in_a_drawing},
    {"an overwritten victim is stolen as any other", overwritten_and_stolen},
    {"free slots that are written to are reported, and used", overwritten_while_free},
    {"external actors that have left are adopted as they are", external_ones_that_have_left},
};
const unsigned overwritten_situation_count =
    sizeof overwritten_situations / sizeof overwritten_situations[0];
