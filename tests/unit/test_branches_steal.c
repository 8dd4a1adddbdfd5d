/*
 * A node that names another pool than its own, or none, or is linked by hand: nobody takes its word for it. And what a full
 * pool does whose next victim was overwritten.
 */
#include "../../src/core/internal.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool, *joined, *elsewhere;

static void nothing(const trp_actor *self, const trp_view *view)
{
    (void)view;
    stage_log(
        ((const thing *)(const void *)((const unsigned char *)self - offsetof(thing, actor)))->id);
}

/* things 1, 11, 2, 12, 3, 13 in one segment, 21 and 22 in another, oldest first */
static void set_up(trp_full when_full)
{
    trp_pool_desc desc = stage_desc(when_full == TRP_FULL_FAIL ? 4 : 3, TRP_ORDER_OLDEST);

    world = stage_world();
    elsewhere = stage_pool(world, 4, TRP_ORDER_OLDEST);
    desc.when_full = when_full;
    desc.draw = nothing;
    pool = stage_pool_as(world, desc);
    desc.joins = pool;
    desc.when_full = TRP_FULL_FAIL;
    joined = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 3; id++)
    {
        stage_thing(pool, id);
        stage_thing(joined, 10 + id);
    }
    stage_things(elsewhere, 21, 22);
    stage_log_clear();
    stage_forget();
}

static trp_actor *find(trp_pool *in, uint32_t id)
{
    thing *it = stage_find(in, id);
    CHECK(it != NULL);
    return &it->actor;
}

static void rename(trp_actor *actor, uint32_t number)
{
    actor->stamp = trp__stamp(trp__serial(actor), number);
}

static void a_clear_leaves_it_alone(void)
{
    trp_actor *actor;

    set_up(TRP_FULL_FAIL);
    actor = find(joined, 12);
    rename(actor, pool->number);
    stage_before(world);
    CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
    CHECK_EQ(told.count, 1);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK(told.pool == joined && told.actor == actor);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(trp_pool_count(joined), 3);
    CHECK_VALID(world);
    for (uint32_t id = 31; id <= 34; id++)
        CHECK(trp_pool_of(world, &stage_thing(pool, id)->actor) == pool);
    CHECK_VALID(world);
}

static void walks_step_over_it(void)
{
    static const uint32_t numbers[] = {2, 3, 4, 4000};

    for (unsigned i = 0; i < 4; i++)
        for (int draws = 0; draws < 2; draws++)
        {
            set_up(TRP_FULL_FAIL);
            rename(find(joined, 12), numbers[i] == 2 ? elsewhere->number : numbers[i]);
            if (draws)
            {
                CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
                CHECK_LOG(1, 11, 2, 3, 13);
                CHECK_EQ(told.count, 0);
            }
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            CHECK_LOG(21, 22, 1, 11, 2, 3, 13);
            CHECK_EQ(told.count, 1);
            CHECK_EQ(told.result, TRP_ERR_CORRUPT);
            CHECK(told.pool == joined);
            CHECK_VALID(world);
            CHECK_RESULT(trp_for_each(joined, stage_visit, NULL), TRP_OK);
            CHECK_LOG(11, 12, 13);
        }
}

/* nobody's actor, whose links agree */
static void one_linked_by_hand(void)
{
    for (int named = 0; named < 2; named++)
    {
        static thing stranger;
        trp_link *link = &stranger.actor.hook.link, *before, *behind;
        set_up(TRP_FULL_FAIL);
        before = &find(pool, 2)->hook.link;
        behind = &find(joined, 12)->hook.link;
        stranger.actor.stamp = trp__stamp(1, named ? pool->number : 4000);
        link->prev = before, link->next = behind;
        before->next = link, behind->prev = link;
        if (!named)
            CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        else
        {
            CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
            CHECK_LOG(GONE(TRP_REASON_CLEARED, 1), GONE(TRP_REASON_CLEARED, 2),
                      GONE(TRP_REASON_CLEARED, 3));
        }
        if (!named)
            CHECK_LOG(21, 22, 1, 11, 2, 12, 3, 13);
        CHECK_EQ(told.count, 0);
        link->prev->next = link->next;
        link->next->prev = link->prev;
        CHECK_VALID(world);
    }
}

/* the oldest of a pool that steals is its own: not one that only says so */
static void the_oldest_is_its_own(void)
{
    trp_actor *actor;

    set_up(TRP_FULL_STEAL_OLDEST);
    actor = find(joined, 11);
    rename(actor, pool->number);
    CHECK_RESULT(trp_recycle(world, find(pool, 1)), TRP_OK);
    stage_thing(pool, 4);
    stage_log_clear();
    stage_thing(pool, 5);
    CHECK_LOG(GONE(TRP_REASON_STOLEN, 2), BORN(5));
    CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
    CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
    stage_thing(pool, 6);
    CHECK(stage_find(pool, 3) == NULL);
    CHECK_VALID(world);
}

/* until a tick has mended it, the pool is full */
static void a_zeroed_oldest_is_not_stolen(void)
{
    set_up(TRP_FULL_STEAL_OLDEST);
    *find(pool, 1) = (trp_actor){0};
    CHECK_NULL_QUIET(world, trp_create(pool), TRP_ERR_FULL);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_VALID(world);
    stage_log_clear();
    stage_thing(pool, 4); /* the mended one's slot is retired, so one more is stolen */
    CHECK_LOG(GONE(TRP_REASON_STOLEN, 1), GONE(TRP_REASON_STOLEN, 2), BORN(4));
    CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
    CHECK_VALID(world);
}

static void an_oldest_that_cannot_leave(void)
{
    set_up(TRP_FULL_STEAL_OLDEST);
    find(pool, 1)->hook.link.next = NULL;
    *find(joined, 11) = (trp_actor){0};
    stage_before(world);
    CHECK(trp_create(pool) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_ERR_FULL);
    CHECK(told.count > 0);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK(situation_text_has(told.message, "trp_create"));
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_EQ(pool->barred, 0);
}

/* in memory order the hand steps over who was overwritten */
static void the_next_is_stolen_instead(void)
{
    for (int how = 0; how < 2; how++)
    {
        trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
        trp_actor *actor;
        world = stage_world();
        (void)stage_pool(world, 1, TRP_ORDER_MEMORY);
        desc.when_full = TRP_FULL_STEAL_NEXT;
        pool = stage_pool_as(world, desc);
        stage_things(pool, 1, 4);
        actor = find(pool, 1);
        if (how == 0)
            *actor = (trp_actor){0};
        else
            rename(actor, 0);
        CHECK(trp_slot_of(world, &stage_thing(pool, 5)->actor) == 1);
        CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
        CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
        CHECK_VALID(world);
    }
}

const situation branches_steal_situations[] = {
    {"a clear leaves alone who only says that it is of the pool", a_clear_leaves_it_alone},
    {"walks step over who names a pool that is not here, and mend it", walks_step_over_it},
    {"nobody's actor, linked by hand, is stepped over", one_linked_by_hand},
    {"the oldest of a pool that steals is its own", the_oldest_is_its_own},
    {"a pool whose oldest was zeroed is full until a tick mends it", a_zeroed_oldest_is_not_stolen},
    {"a pool whose oldest cannot leave is full, and says why", an_oldest_that_cannot_leave},
    {"the hand steps over who was overwritten", the_next_is_stolen_instead},
};
const unsigned branches_steal_situation_count =
    sizeof branches_steal_situations / sizeof branches_steal_situations[0];
