/* The same in a world of the library, whose memory is a part of `now`. */
#include "exhaust.h"

#include <string.h>

typedef struct bare {
    trp_actor actor;
} bare;

static void *take(size_t size, void *arg)
{
    void *memory = now.arena + now.used;
    (void)arg;
    size = (size + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
    if (size > ARENA - now.used)
        return NULL;
    now.used += size;
    return memory;
}

static void give(void *memory, size_t size, void *arg)
{
    (void)memory, (void)size, (void)arg;
}

/* The actor's number; a newborn's may be new. */
static uint32_t number_of(const trp_actor *actor)
{
    for (uint32_t i = 0; i < all_numbers(); i++)
        if (now.at[i] == actor)
            return i;
    return NUMBERS;
}

static void learn(trp_actor *actor)
{
    const trp_pool *pool = trp_pool_of(now.world, actor);
    if (number_of(actor) == NUMBERS)
        now.at[(pool == now.pools[0] ? 0 : world_plan->actors[0]) + trp_slot_of(now.world, actor)] =
            actor;
}

static void begins(trp_actor *actor)
{
    learn(actor);
    if (now.lives < LIVES)
        now.handles[now.lives++] = trp_handle_of(now.world, actor);
}

static void called_back(uint32_t what, const trp_actor *actor, uint32_t more)
{
    static const uint32_t place_of[] = {FREE, FREE, ACTIVE, ASLEEP, EXPIRED};
    note(&wrote, EVENT(what, number_of(actor), more));
    if (++wrote.callbacks != doing.k)
        return;
    for (uint32_t i = 0; i < all_numbers(); i++)
        note(&wrote, place_of[trp_state_of(now.world, now.at[i])]);
    real_do(doing.nested);
}

static void update(trp_actor *actor, const trp_context *in)
{
    if (in->pool != trp_pool_of(now.world, actor))
        note(&wrote, 999);
    called_back(0, actor, 0);
}

static void visit(trp_actor *actor, const trp_context *in)
{
    (void)in;
    called_back(1, actor, 0);
}

static void on_create(trp_actor *actor, const trp_context *in)
{
    (void)in;
    begins(actor);
    called_back(2, actor, 0);
}

static void on_end(trp_actor *actor, const trp_end_context *in)
{
    called_back(3, actor, (uint32_t)in->reason);
}

void real_begin(void)
{
    const trp_world_desc desc = {.max_pools = 2, .allocator = {take, give, NULL}};
    static const state none;
    now = none;
    now.world = trp_world_create(&desc);
    for (uint32_t i = 0; i < 2; i++) {
        trp_pool_desc pool = world_plan->pools[i];
        pool.type = (trp_type)TRP_TYPE(bare, actor);
        pool.joins = i == 1 && world_plan->joined ? now.pools[0] : NULL;
        pool.update = update;
        if (!world_plan->silent) {
            pool.on_create = on_create;
            pool.on_end = on_end;
        }
        now.pools[i] = trp_pool_create(now.world, &pool);
    }
    now.region = (trp_region){.start = now.outside, .bytes = sizeof now.outside};
    (void)trp_region_add(now.world, &now.region);
    for (uint32_t i = 0; world_plan->pools[0].external && i < world_plan->actors[0]; i++)
        now.at[i] = &now.outside[i];
}

static void note_born(trp_actor *actor)
{
    if (actor != NULL) {
        if (world_plan->silent)
            begins(actor);
        note(&wrote, number_of(actor));
    }
    note(&wrote, RESULT(trp_last_result(now.world)));
}

void real_do(op what)
{
    trp_world *world = now.world;
    trp_actor *actor = what.what >= OP_RECYCLE || what.what == OP_ADOPT ? now.at[what.on] : NULL;
    trp_result result = TRP_OK;
    switch (what.what) {
    case OP_CREATE:
        note_born(trp_create(now.pools[what.on], NULL));
        return;
    case OP_OPTIONAL:
        note_born(trp_create_with(now.pools[what.on], &(trp_birth){.optional = true}));
        return;
    case OP_ADOPT:
        note_born(trp_adopt(now.pools[0], actor));
        return;
    case OP_CLEAR:
        result = trp_pool_clear(now.pools[what.on], NULL);
        break;
    case OP_EACH:
        result = trp_for_each(now.pools[what.on], visit, NULL);
        break;
    case OP_TICK:
        result = trp_update_all(world, 1);
        break;
    case OP_RECYCLE:
        result = trp_recycle(world, actor);
        break;
    case OP_EXPIRE:
        result = trp_expire(world, actor);
        break;
    case OP_DEACTIVATE:
        result = trp_deactivate(world, actor);
        break;
    default:
        result = trp_activate(world, actor);
    }
    note(&wrote, RESULT(result));
}

/* Comparing */

static bool list_is_same(void)
{
    uint32_t order[NUMBERS];
    const uint32_t count = expect_list(order);
    const trp_actor *at = trp_first(now.world);
    for (uint32_t i = 0; i < count; i++, at = trp_next(now.world, at))
        if (at == NULL || at != now.at[order[i]] ||
            trp_prev(now.world, at) != (i > 0 ? now.at[order[i - 1]] : NULL))
            return false;
    return at == NULL;
}

static bool states_are_same(void)
{
    static const trp_state states[] = {[FREE] = TRP_STATE_FREE,
                                       [ACTIVE] = TRP_STATE_ACTIVE,
                                       [ASLEEP] = TRP_STATE_ASLEEP,
                                       [EXPIRED] = TRP_STATE_EXPIRED,
                                       [LEAVING] = TRP_STATE_EXPIRED};
    for (uint32_t i = 0; i < all_numbers(); i++)
        if (expect_is_known(i) && trp_state_of(now.world, now.at[i]) != states[expect_state(i)])
            return false;
    return true;
}

static bool counts_are_same(void)
{
    uint32_t all = 0;
    for (uint32_t pool = 0; pool < 2; pool++) {
        const model_pool *of = &now.model.world.pools[pool];
        const trp_pool_facts stats = trp_pool_info(now.pools[pool]);
        if (stats.live != of->live || stats.expired != of->expired ||
            stats.active != of->live - of->sleepers - of->expired || stats.peak != of->peak ||
            stats.created != of->created || stats.recycled != of->created - of->live ||
            stats.refused != of->refused || stats.stolen != of->stolen ||
            stats.capacity != of->capacity)
            return false;
        all += stats.live;
    }
    return all == trp_world_info(now.world).live;
}

static bool handles_are_same(void)
{
    if (now.lives != now.model.lives)
        return false;
    for (uint32_t i = 0; i < now.lives; i++) {
        const life *it = &now.model.life[i];
        const trp_actor *actor = expect_is_alive(it) ? now.at[it->number] : NULL;
        if (now.handles[i].generation != it->generation ||
            trp_get(now.world, now.handles[i]) != actor)
            return false;
    }
    return true;
}

const char *real_differs(void)
{
    if (wrote.count != expected.count)
        return "the number of callbacks and answers";
    for (uint32_t i = 0; i < wrote.count; i++)
        if (wrote.entry[i] != expected.entry[i])
            return "callbacks and answers";
    if (!states_are_same())
        return "the states of actors";
    if (!list_is_same())
        return "the list";
    if (!counts_are_same())
        return "the counts";
    if (!handles_are_same())
        return "the handles";
    if (trp_world_validate(now.world) != TRP_OK)
        return "the world's own validation";
    return NULL;
}

/* Snapshots */

void real_save(unsigned char *snapshot)
{
    if (trp_snapshot_save(now.world, snapshot, SNAPSHOT, NULL) != TRP_OK)
        snapshot[0] ^= 1; /* which restoring detects */
}

bool real_restore(const unsigned char *snapshot, const state *then)
{
    if (trp_snapshot_restore(now.world, snapshot, SNAPSHOT) != TRP_OK)
        return false;
    now.model = then->model;
    now.lives = then->lives;
    memcpy(now.handles, then->handles, sizeof now.handles);
    memcpy(now.at, then->at, sizeof now.at);
    wrote.count = wrote.callbacks = 0;
    expected.count = expected.callbacks = 0;
    return true;
}
