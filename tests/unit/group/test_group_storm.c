/* Random calls on a group, in nested random walks, compared with a plain array of handles. */
#include "../stage.h"

SITUATIONS(group_storm);

#define LIVES 120u
#define DEPTH 3u
#define GUESTS 20u

typedef struct member {
    trp_handle handle;
    uint32_t number;  /* number of adds before */
    uint32_t visited; /* a bit for each depth */
} member;

static trp_world *world;
static trp_pool *pool, *external;
static thing guests[GUESTS]; /* overwritten when they leave */
static trp_group group;
static bool has_hook;
static member members[LIVES * 4];
static uint32_t count, added, seed, steps, next_id;
static uint64_t pruned, died;
static unsigned long visits;

static uint32_t pick(uint32_t limit)
{
    return stage_random(&seed, limit);
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    CHECK(trp_get(world, handle) == NULL);
    pruned++;
}

static void drop_dead(void)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (trp_get(world, members[i].handle) != NULL)
            members[kept++] = members[i];
        else
            died++;
    }
    count = kept;
}

static bool is_in(const trp_actor *actor)
{
    for (uint32_t i = 0; i < count; i++)
        if (trp_get(world, members[i].handle) == actor)
            return true;
    return false;
}

static void check_all(void)
{
    drop_dead();
    uint32_t at = 0;
    for (uint32_t i = 0; i < trp_group_size(&group); i++) {
        trp_actor *shown = trp_group_at(&group, i);
        if (shown == NULL)
            continue;
        CHECK(at < count);
        CHECK(shown == trp_get(world, members[at].handle));
        at++;
    }
    CHECK_EQ(at, count);
    CHECK_EQ(trp_group_measure(&group), count);
}

static trp_actor *any_actor(void)
{
    if (pick(6) == 0)
        return trp_pool_at(external, pick(GUESTS));
    return trp_pool_at(pool, pick(LIVES));
}

static trp_actor *adopt(void)
{
    trp_actor *guest = &guests[pick(GUESTS)].actor;
    for (uint32_t slot = 0; slot < GUESTS; slot++)
        if (trp_pool_at(external, slot) == guest)
            return NULL;
    return trp_adopt(external, guest);
}

static void recycle(trp_actor *actor)
{
    trp_pool *of = trp_pool_of(world, actor);
    CHECK_OK(trp_recycle(world, actor));
    if (of == external)
        *trp_as(thing, actor) = (thing){.id = 99};
}

static void add(trp_actor *actor)
{
    drop_dead();
    if (actor == NULL || trp_handle_is_null(trp_handle_of(world, actor)) || is_in(actor))
        return;
    /* in a walk the dead are not pruned */
    const bool is_full = (group.walks != 0 ? trp_group_size(&group) : count) == LIVES / 2;
    CHECK_RESULT(trp_group_add(&group, actor), is_full ? TRP_ERR_FULL : TRP_OK);
    if (is_full)
        return;
    members[count++] = (member){trp_handle_of(world, actor), added++, 0};
}

static void take_out(trp_actor *actor)
{
    drop_dead();
    bool was_in = is_in(actor);
    CHECK_RESULT(trp_group_remove(&group, actor), was_in ? TRP_OK : TRP_GONE);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (trp_get(world, members[i].handle) != actor)
            members[kept++] = members[i];
    count = kept;
}

static void sleep_or_wake(trp_actor *actor)
{
    if (trp_state_of(world, actor) == TRP_STATE_ACTIVE)
        CHECK_OK(trp_deactivate(world, actor));
    else if (trp_state_of(world, actor) == TRP_STATE_ASLEEP)
        CHECK_OK(trp_activate(world, actor));
}

static void one_step(uint32_t depth);

/* the first entry that this walk should visit and has not visited */
static member *expected(uint32_t depth, uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++)
        if ((members[i].visited >> depth & 1) == 0 && members[i].number < limit &&
            trp_get(world, members[i].handle) != NULL)
            return &members[i];
    return NULL;
}

static member *visit(trp_actor *actor, uint32_t depth, uint32_t limit)
{
    member *m = MADE(expected(depth, limit));
    CHECK(trp_get(world, m->handle) == actor);
    m->visited |= 1u << depth;
    visits++;
    return m;
}

static void walk(uint32_t depth)
{
    uint32_t limit = added, stop = pick(4) == 0 ? pick(40) : UINT32_MAX, seen = 0;
    bool is_left = false;
    drop_dead();
    for (uint32_t i = 0; i < count; i++)
        members[i].visited &= ~(1u << depth);
    trp_group_each (thing, it, &group) {
        visit(&it->actor, depth, limit);
        if (pick(6) == 0)
            recycle(&it->actor);
        for (uint32_t i = pick(4); i == 1 && steps > 0;) {
            one_step(depth + 1);
            i = pick(4);
        }
        if (seen++ == stop) {
            is_left = true;
            break;
        }
    }
    CHECK(is_left || expected(depth, limit) == NULL);
}

static void rare_step(uint32_t depth)
{
    switch (pick(5)) {
    case 0:
        CHECK_QUIET(world, trp_group_prune(&group), group.walks != 0 ? TRP_BUSY : TRP_OK);
        drop_dead();
        CHECK(group.walks != 0 || trp_group_size(&group) == count);
        break;
    case 1:
        CHECK_OK(trp_group_reserve(&group, 0));
        break;
    case 2:
        if (pick(10) == 0) {
            drop_dead();
            CHECK_OK(trp_group_clear(&group));
            count = 0;
        }
        break;
    case 3:
        CHECK_OK(trp_update_all(world, 1));
        stage_log_clear();
        break;
    default:
        if (depth < DEPTH)
            walk(depth);
        break;
    }
    check_all();
}

static void one_step(uint32_t depth)
{
    trp_actor *actor = any_actor();
    steps--;
    switch (pick(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
        add(trp_create(pool, &(thing){.id = next_id++}));
        break;
    case 4:
        add(actor);
        break;
    case 5:
        add(pick(2) ? adopt() : actor);
        break;
    case 6:
        take_out(actor);
        break;
    case 7:
        if (actor != NULL)
            recycle(actor);
        break;
    case 8:
        if (actor != NULL)
            CHECK_OK(trp_expire(world, actor));
        break;
    case 9:
        sleep_or_wake(actor);
        break;
    default:
        rare_step(depth);
        break;
    }
}

static void storm(trp_order order, uint32_t number)
{
    stage_world();
    world = MADE(trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse}));
    trp_pool_desc desc = stage_silent_desc(LIVES, order);
    pool = stage_pool_as(world, desc);
    desc.external = TRP_EXTERNAL;
    desc.order = TRP_ORDER_OLDEST;
    desc.capacity = GUESTS;
    external = stage_pool_as(world, desc);
    has_hook = number % 2 == 0;
    seed = number * 2654435761u + 1;
    count = added = next_id = 0;
    steps = situation_rounds(5000);
    group = (trp_group){0};
    trp_group_desc of = {.max = LIVES / 2, .on_pruned = has_hook ? on_pruned : NULL};
    CHECK_OK(trp_group_init(&group, world, &of));
    while (steps > 0)
        one_step(0);
    CHECK_EQ(trp_world_info(world).misuse, 0);
    CHECK_VALID(world);
    if (number % 3 == 0)
        CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_world_destroy(world));
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
}

SITUATION("storms against an array of handles")
{
    visits = 0;
    for (uint32_t number = 0; number < 12; number++)
        storm(stage_orders[number % 3], number);
    situation_cases("visits in storms on groups", visits);
}
