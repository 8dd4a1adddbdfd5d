/* Random calls to a pool with a quarantine, compared with a model that predicts the slot of each
 * newborn. */
#include "../heap.h"
#include "../stage.h"

SITUATIONS(quarantine_storm);

#define MOST 64u

static trp_world *world;
static trp_pool *pool;
static uint32_t seed;

/* The model: a key for each slot, 0 where it is not. The slot with the largest one of `spare` is taken
 * next, that of `resting` comes out of quarantine next. */
static uint32_t spare[MOST], resting[MOST];
static uint32_t now, known, rests, rests_most; /* known: slots that exist */
static bool by_memory;
static bool trims; /* chunks are added and returned, without the model */

static uint32_t any(uint32_t below)
{
    return stage_random(&seed, below);
}

static void set_spare(uint32_t slot)
{
    spare[slot] = by_memory ? MOST - slot : ++now;
}

static uint32_t take_out(uint32_t *keys)
{
    uint32_t largest = 0;

    for (uint32_t slot = 1; slot < MOST; slot++)
        if (keys[slot] > keys[largest])
            largest = slot;
    CHECK(keys[largest] != 0);
    keys[largest] = 0;
    return largest;
}

static void rest_at_most(uint32_t most)
{
    for (; rests > most; rests--)
        set_spare(take_out(resting));
}

static void is_freed(trp_world *in, thing *self, trp_reason reason)
{
    resting[trp_slot_of(in, &self->actor)] = UINT32_MAX - ++now;
    rests++;
    rest_at_most(rests_most);
}

/* The slot of the next newborn, of a pool that may have grown. */
static uint32_t takes(void)
{
    const uint32_t slots = trp_pool_info(pool).slots;
    bool has_spare = false;

    for (uint32_t slot = slots; slot-- > known;)
        set_spare(slot);
    known = slots;
    for (uint32_t slot = 0; slot < MOST; slot++)
        has_spare = has_spare || spare[slot] != 0;
    if (!has_spare)
        rest_at_most(rests - 1);
    return take_out(spare);
}

static void set_up(trp_order order, trp_full when_full)
{
    world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_desc(16, order);
    desc.when_full = when_full;
    desc.max_capacity = when_full == TRP_FULL_GROW ? MOST : 0;
    desc.reserve = 3;
    desc.update = NULL;
    desc.on_create = NULL;
    desc.on_end = stage_on_end;
    pool = stage_pool_as(world, desc);
    stage_when_recycled = trims ? NULL : is_freed;
    by_memory = order == TRP_ORDER_MEMORY;
    known = rests = rests_most = 0;
    for (uint32_t slot = 0; slot < MOST; slot++)
        spare[slot] = resting[slot] = 0;
}

static trp_actor *any_actor(void)
{
    return trp_pool_at(pool, any(trp_pool_info(pool).slots));
}

static void create(bool is_optional)
{
    const uint32_t live = trp_pool_count(pool), capacity = trp_pool_info(pool).slots;
    const uint64_t stolen = trp_pool_info(pool).stolen;
    trp_actor *actor = is_optional ? trp_create_with(pool, &(trp_birth){.optional = true})
                                   : trp_create(pool, NULL);
    if (actor == NULL) {
        CHECK_EQ(trp_last_result(world), TRP_ERR_FULL);
        CHECK(is_optional ? capacity - live <= 3 : live == capacity);
        return;
    }
    if (!trims)
        CHECK_EQ(trp_slot_of(world, actor), takes());
    if (live < capacity) {
        CHECK_EQ(trp_pool_info(pool).slots, capacity);
        CHECK_EQ(trp_pool_info(pool).stolen, stolen);
    }
}

static void one_call(void)
{
    const uint32_t what = any(40);
    stage_log_clear();
    if (trims && any(20) == 0)
        CHECK_OK(trp_pool_trim(pool));
    else if (what < 16)
        create(what < 3);
    else if (what < 30)
        (void)trp_recycle(world, any_actor());
    else if (what < 33)
        (void)trp_expire(world, any_actor());
    else if (what < 35)
        CHECK_OK(trp_update_all(world, 1));
    else if (what < 37) {
        trp_actor *actor = any_actor();
        if (actor != NULL && trp_state_of(world, actor) == TRP_STATE_ACTIVE)
            CHECK_OK(trp_deactivate(world, actor));
    } else if (what < 39 || any(4) != 0) {
        rests_most = any(3) == 0 ? 0 : any(24);
        stage_set_quarantine(pool, rests_most);
        rest_at_most(rests_most);
    } else
        CHECK_OK(trp_pool_clear(pool, NULL));
    if (trims)
        CHECK(trp_pool_info(pool).quarantined <=
              trp_pool_info(pool).capacity - trp_pool_count(pool));
    else
        CHECK_EQ(trp_pool_info(pool).quarantined, rests);
    CHECK_VALID(world);
}

static void storm(trp_full when_full, int order)
{
    for (uint32_t round = 1; round <= 5; round++) {
        seed = round;
        set_up(stage_orders[order], when_full);
        for (int call = 0; call < 400; call++)
            one_call();
        CHECK_OK(trp_world_destroy(world));
        CHECK_EQ(heap_out, 0);
    }
    situation_cases(trims ? "calls with a quarantine and trimming"
                          : "calls with a quarantine, each slot as predicted",
                    5 * 400);
}

SITUATION_IN_EACH_ORDER("a model predicts each newborn's slot")
{
    trims = false;
    storm(TRP_FULL_FAIL, order);
    storm(TRP_FULL_GROW, order);
    storm(order == IN_MEMORY_ORDER ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST, order);
}

SITUATION_IN_EACH_ORDER("a storm with a quarantine and trimming")
{
    trims = true;
    storm(TRP_FULL_GROW, order);
}
