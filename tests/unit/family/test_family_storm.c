/* Families: random calls, in callbacks too, beside a model that knows parents only. */
#include "../family_clan.h"

SITUATIONS(family_storm);

#define IDS 40u

/* The model. An actor that has ended has no further data. */
static uint32_t parents[IDS];
static uint32_t serials[IDS]; /* of attachment */
static uint32_t last_serial;
static uint32_t seed, depth;
static bool has_orphans;
static bool is_leaving[IDS];
static unsigned long cases;

static bool is_there(uint32_t id)
{
    return clan_actors[id] != NULL;
}

static bool is_alive(uint32_t id)
{
    return is_there(id) && !trp_handle_is_null(trp_handle_of(clan_world, clan_actors[id]));
}

static bool is_below(uint32_t id, uint32_t above)
{
    for (; id != 0; id = parents[id])
        if (id == above)
            return true;
    return false;
}

/* the next child after that serial; 0: none */
static uint32_t next_child(uint32_t parent, uint32_t serial)
{
    uint32_t found = 0;
    for (uint32_t id = 1; id < IDS; id++)
        if (is_there(id) && parents[id] == parent && serials[id] > serial &&
            (found == 0 || serials[id] < serials[found]))
            found = id;
    return found;
}

static void check_children(uint32_t parent)
{
    const trp_actor *at = trp_family_first(&clan_family, clan_actors[parent]);
    uint32_t count = 0;
    for (uint32_t id = next_child(parent, 0); id != 0; id = next_child(parent, serials[id])) {
        count++;
        if (!is_alive(id))
            continue;
        CHECK(at == clan_actors[id]);
        at = trp_family_next(&clan_family, at);
    }
    CHECK(at == NULL);
}

static void check_all(void)
{
    for (uint32_t id = 1; id < IDS; id++) {
        if (!is_there(id))
            continue;
        CHECK_EQ(clan_id_or_0(trp_family_parent(&clan_family, clan_actors[id])), parents[id]);
        CHECK(parents[id] == 0 || is_there(parents[id]));
        if (!has_orphans && parents[id] != 0 && !is_alive(parents[id]))
            CHECK(!is_alive(id));
        check_children(id);
    }
    cases++;
}

static void orphan(uint32_t id)
{
    for (uint32_t child = 1; child < IDS; child++)
        if (parents[child] == id)
            parents[child] = 0;
}

static void attach(uint32_t parent, uint32_t child)
{
    const bool alive = is_alive(parent) && is_alive(child);
    const bool cycle = alive && is_below(parent, child);
    const trp_result result = clan_attach(parent, child);
    if (result == TRP_OK) {
        CHECK(alive && !cycle && parents[child] == 0);
        parents[child] = parent;
        serials[child] = ++last_serial;
    } else if (depth == 1 && alive) /* no callback is running */
        CHECK_RESULT(result, cycle ? TRP_ERR_CYCLE : TRP_ERR_LINKED);
}

static void create(uint32_t id)
{
    if (is_there(id) || trp_pool_count(clan_pools[id % 3]) == CLAN_CAPACITY)
        return;
    clan_create(id % 3, id);
    parents[id] = 0;
}

static void expire(uint32_t id)
{
    const bool dies = is_alive(id);
    if (clan_expire(id) == TRP_OK && dies && has_orphans && is_there(id))
        CHECK(trp_family_first(&clan_family, clan_actors[id]) == NULL);
}

/* the state of the walk in progress: each visit must be the next actor that has stayed below the
 * root */
typedef struct round {
    uint32_t ids[IDS];
    uint32_t count;
    uint32_t next;
    uint32_t limit;
} round;

static bool has_stayed(const round *walk, uint32_t id)
{
    const uint32_t root = walk->ids[0];
    if (!is_alive(id))
        return false;
    for (; id != root; id = parents[id])
        if (id == 0 || serials[id] > walk->limit)
            return false;
    return true;
}

static void collect(round *walk, uint32_t id)
{
    walk->ids[walk->count++] = id;
    for (uint32_t child = next_child(id, 0); child != 0; child = next_child(id, serials[child]))
        collect(walk, child);
}

static void any_call(void);

static void visited(trp_actor *actor, const trp_context *in)
{
    round *walk = (round *)in->arg;
    const uint32_t id = clan_id(actor);
    while (walk->next < walk->count && !has_stayed(walk, walk->ids[walk->next]))
        walk->next++;
    CHECK(walk->next < walk->count);
    CHECK_EQ(walk->ids[walk->next], id);
    walk->next++;
    cases++;
    if (stage_random(&seed, 3) == 0)
        any_call();
}

static void walk(uint32_t root)
{
    round now = {.count = 0, .limit = last_serial};
    while (parents[root] != 0 && stage_random(&seed, 4) != 0)
        root = parents[root];
    if (!is_alive(root))
        return;
    collect(&now, root);
    const uint32_t generation = trp_handle_of(clan_world, clan_actors[root]).generation;
    CHECK_OK(trp_family_for_each(&clan_family, clan_actors[root], visited, &now));
    /* the root may have ended, and its id may be in use again */
    if (is_alive(root) && trp_handle_of(clan_world, clan_actors[root]).generation == generation)
        for (; now.next < now.count; now.next++)
            CHECK(!has_stayed(&now, now.ids[now.next]));
}

static void gone(uint32_t id, trp_reason reason)
{
    parents[id] = 0;
    is_leaving[id] = false;
    for (uint32_t child = 1; child < IDS; child++)
        if (parents[child] == id) {
            CHECK(has_orphans || !is_there(child) || is_leaving[child]); /* children first */
            parents[child] = 0;
        }
    if (stage_random(&seed, 4) == 0)
        any_call();
}

/* before the family is notified */
static void hears(uint32_t id, trp_event event)
{
    if (event == TRP_EVENT_RECYCLED)
        is_leaving[id] = true;
    if (stage_random(&seed, 4) == 0)
        any_call();
    if (event == TRP_EVENT_EXPIRED && has_orphans && is_there(id) && !is_alive(id))
        orphan(id);
}

static void any_call(void)
{
    const uint32_t id = 1 + stage_random(&seed, IDS - 1);
    const uint32_t other = 1 + stage_random(&seed, IDS - 1);
    const uint32_t what = stage_random(&seed, 64);
    if (depth == 4)
        return;
    depth++;
    stage_log_clear();
    if (what < 14)
        create(id);
    else if (what < 48)
        attach(id, other);
    else if (what < 50 && clan_detach(id) == TRP_OK)
        parents[id] = 0;
    else if (what == 50)
        (void)clan_recycle(id);
    else if (what == 51)
        expire(id);
    else if (what == 52 && is_alive(id)) {
        stage_detach_all(&clan_family, clan_actors[id]);
        orphan(id);
    } else if (what < 60)
        walk(id);
    else if (what == 60)
        (void)(is_alive(id) ? trp_deactivate(clan_world, clan_actors[id]) : TRP_OK);
    else if (what == 61)
        (void)(is_alive(id) ? trp_activate(clan_world, clan_actors[id]) : TRP_OK);
    depth--;
}

static void storm(bool orphans)
{
    const uint32_t rounds = situation_rounds(20);
    seed = 20260101u;
    cases = 0;
    for (uint32_t times = 0; times < rounds; times++) {
        has_orphans = orphans;
        depth = 0;
        last_serial = 0;
        clan_set_up(orphans);
        for (uint32_t id = 0; id < IDS; id++)
            parents[id] = 0, is_leaving[id] = false;
        clan_when_gone = gone;
        clan_when_notified = hears;
        for (uint32_t step = 0; step < 500; step++) {
            any_call();
            check_all();
            if (step % 50 == 49)
                CHECK_OK(trp_update_all(clan_world, 1));
        }
        CHECK_VALID(clan_world);
        depth = 4; /* no callbacks */
        CHECK_OK(times % 2 == 0 ? trp_family_free(&clan_family) : trp_world_destroy(clan_world));
    }
    situation_cases(orphans ? "calls and visits, orphans" : "calls and visits", cases);
}

SITUATION("random calls, children go with their parents")
{
    storm(false);
}

SITUATION("random calls, orphans live on")
{
    storm(true);
}
