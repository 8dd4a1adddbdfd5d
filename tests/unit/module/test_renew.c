#include "../ledger.h"

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order, bool silent)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(5, order);
    if (silent)
    {
        desc.on_create = NULL;
        desc.on_end = NULL;
    }
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    stage_log_clear();
}

static void a_new_life_in_the_same_slot(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order++)
        for (int silent = 0; silent < 2; silent++)
        {
            set_up((trp_order)order, silent);
            thing *it = stage_find(pool, 2);
            it->data = 9;
            trp_handle old = trp_handle_of(world, &it->actor);
            uint32_t slot = trp_slot_of(world, &it->actor);
            CHECK(trp_renew(world, &it->actor) == &it->actor);
            CHECK_EQ(trp_last_result(world), TRP_OK);
            CHECK_EQ(it->id, 0);
            CHECK_EQ(it->data, 0);
            CHECK_EQ(trp_slot_of(world, &it->actor), slot);
            CHECK(trp_get(world, old) == NULL);
            trp_handle now = trp_handle_of(world, &it->actor);
            CHECK_EQ(now.index, old.index);
            CHECK_EQ(now.generation, old.generation + 1);
            CHECK(trp_get(world, now) == &it->actor);
            trp_pool_facts stats = trp_pool_info(pool);
            CHECK_EQ(stats.live, 4);
            CHECK_EQ(stats.peak, 4);
            CHECK_EQ(stats.created, 5);
            CHECK_EQ(stats.recycled, 1);
            if (!silent)
                CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2), BORN(0));
            CHECK_VALID(world);
            it->id = 5;
            stage_log_clear();
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            if (order == TRP_ORDER_MEMORY)
                CHECK_LOG(1, 5, 3, 4);
            else if (order == TRP_ORDER_NEWEST)
                CHECK_LOG(5, 4, 3, 1);
            else
                CHECK_LOG(1, 3, 4, 5);
        }
}

static void renew_oneself(thing *self, const trp_context *in)
{
    uint32_t id = self->id;
    if (id == 2)
    {
        CHECK(trp_renew(in->world, &self->actor) == &self->actor);
        self->id = 20;
    }
    if (id == 3 && stage_find(pool, 4))
        CHECK(trp_renew(in->world, &stage_find(pool, 4)->actor) != NULL);
}

/* it waits for the next tick, as every newborn does */
static void in_its_own_update(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order += TRP_ORDER_OLDEST)
        for (int silent = 0; silent < 2; silent++)
        {
            set_up((trp_order)order, silent);
            stage_when_updated = renew_oneself;
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            if (silent)
                CHECK_LOG(1, 2, 3);
            else
                CHECK_LOG(1, 2, GONE(TRP_REASON_RECYCLED, 2), BORN(0), 3,
                          GONE(TRP_REASON_RECYCLED, 4), BORN(0));
            CHECK_VALID(world);
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            CHECK_EQ(trp_pool_count(pool), 4);
        }
}

static void renew_and_expire(thing *self, const trp_context *in)
{
    if (self->id != 2)
        return;
    CHECK(trp_renew(in->world, &self->actor) == &self->actor);
    CHECK_RESULT(trp_expire(in->world, &self->actor), TRP_OK);
}

/* the update that is running is the former life's: the new life waits in the list to be pruned */
static void the_new_life_expires_at_once(void)
{
    for (int order = TRP_ORDER_MEMORY; order <= TRP_ORDER_OLDEST; order += TRP_ORDER_OLDEST)
        for (int silent = 0; silent < 2; silent++)
        {
            set_up((trp_order)order, silent);
            stage_when_updated = renew_and_expire;
            trp_actor *it = &stage_find(pool, 2)->actor;
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            if (order == TRP_ORDER_MEMORY)
                CHECK_EQ(trp_state_of(world, it), TRP_STATE_EXPIRED);
            CHECK_VALID(world);
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            CHECK_EQ(trp_pool_count(pool), 3);
            CHECK_VALID(world);
        }
}

static void one_that_sleeps_or_has_expired(void)
{
    set_up(TRP_ORDER_MEMORY, false);
    thing *sleeper = stage_find(pool, 2), *expired = stage_find(pool, 3);
    CHECK_RESULT(trp_deactivate(world, &sleeper->actor), TRP_OK);
    CHECK_RESULT(trp_expire(world, &expired->actor), TRP_OK);
    CHECK(trp_renew(world, &sleeper->actor) == &sleeper->actor);
    CHECK(trp_renew(world, &expired->actor) == &expired->actor);
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2), BORN(0), GONE(TRP_REASON_EXPIRED, 3), BORN(0));
    CHECK_EQ(trp_state_of(world, &sleeper->actor), TRP_STATE_ACTIVE);
    CHECK_EQ(trp_state_of(world, &expired->actor), TRP_STATE_ACTIVE);
    CHECK_VALID(world);
}

static void mistakes(void)
{
    set_up(TRP_ORDER_MEMORY, false);
    thing *it = stage_find(pool, 2), stranger = {.id = 1};
    CHECK_NULL_QUIET(world, trp_renew(world, NULL), TRP_GONE);
    CHECK(trp_renew(NULL, &it->actor) == NULL);
    CHECK_NULL_MISUSE(world, trp_renew(world, &stranger.actor), TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_OK);
    CHECK_NULL_MISUSE(world, trp_renew(world, &it->actor), TRP_ERR_FREE);
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_OLDEST);
    desc.external = true;
    CHECK(trp_adopt(stage_pool_as(world, desc), &stranger.actor) != NULL);
    CHECK_NULL_MISUSE(world, trp_renew(world, &stranger.actor), TRP_ERR_TYPE);
    CHECK_EQ(trp_state_of(world, &stranger.actor), TRP_STATE_ACTIVE);
    CHECK_VALID(world);
}

static void renew_another(trp_world *in, thing *self, trp_reason reason)
{
    trp_actor *next = trp_pool_at(pool, trp_slot_of(in, &self->actor) + 1);
    CHECK_NULL_MISUSE(in, trp_renew(in, &self->actor), TRP_BUSY);
    if (next && reason == TRP_REASON_CLEARED)
        CHECK_NULL_QUIET(in, trp_renew(in, next), TRP_BUSY);
}

static void not_while_leaving_or_cleared(void)
{
    set_up(TRP_ORDER_MEMORY, false);
    stage_when_recycled = renew_another;
    CHECK_RESULT(trp_pool_clear(pool, NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_VALID(world);
}

static void end_at_once(trp_world *in, thing *self)
{
    CHECK_RESULT(trp_recycle(in, &self->actor), TRP_OK);
}

static void over_at_once(void)
{
    set_up(TRP_ORDER_MEMORY, false);
    stage_when_created = end_at_once;
    CHECK_NULL_QUIET(world, trp_renew(world, &stage_find(pool, 2)->actor), TRP_GONE);
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2), BORN(0), GONE(TRP_REASON_RECYCLED, 0));
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_VALID(world);
}

/* the last life of a slot: the next one begins in another */
static void lives_used_up(void)
{
    for (int silent = 0; silent < 2; silent++)
    {
        set_up(TRP_ORDER_MEMORY, silent);
        thing *it = stage_find(pool, 2);
        ledger_last_life(pool, &it->actor);
        trp_actor *next = trp_renew(world, &it->actor);
        CHECK(next != NULL && next != &it->actor);
        CHECK_EQ(trp_slot_of(world, next), 4);
        CHECK_EQ(trp_pool_info(pool).retired, 1);
        CHECK_VALID(world);
        ledger_last_life(pool, &stage_find(pool, 3)->actor);
        CHECK_NULL_QUIET(world, trp_renew(world, &stage_find(pool, 3)->actor), TRP_ERR_FULL);
        CHECK_VALID(world);
    }
}

const situation renew_situations[] = {
    {"a new life begins in the same slot, in a newborn's place", a_new_life_in_the_same_slot},
    {"in its own update, it waits for the next tick", in_its_own_update},
    {"a new life that expires at once", the_new_life_expires_at_once},
    {"a sleeper or an expired actor can be renewed", one_that_sleeps_or_has_expired},
    {"mistakes change nothing", mistakes},
    {"not from its own on_end, nor while its pool is cleared", not_while_leaving_or_cleared},
    {"a new life that on_create ends", over_at_once},
    {"when a slot's lives are used up, the next begins elsewhere", lives_used_up},
};
const unsigned renew_situation_count = sizeof renew_situations / sizeof renew_situations[0];
