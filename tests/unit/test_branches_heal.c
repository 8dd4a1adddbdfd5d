/*
 * One word of a node is overwritten, as by an array's bound in front of it, and not the whole node: whoever comes by mends
 * it, or refuses, and nothing else is harmed.
 */
#include "../../src/core/internal.h"
#include "stage.h"

static trp_world *world;
static trp_pool *pool, *other;
static trp_actor stray; /* in no pool, and names nobody */

static void set_up(trp_order order)
{
    world = stage_world();
    other = stage_pool(world, 4, order);
    pool = stage_pool(world, 8, order);
    stage_things(other, 11, 13);
    stage_things(pool, 1, 5);
    stray = (trp_actor){0};
    stage_log_clear();
    stage_forget();
}

static thing *find(uint32_t id)
{
    thing *it = stage_find(id > 10 ? other : pool, id);
    CHECK(it != NULL);
    return it;
}

static trp_link *link_of(uint32_t id)
{
    return &find(id)->actor.hook.link;
}

typedef enum part
{
    NO_PREV,
    OWN_PREV,
    STRAY_PREV,
    ANOTHERS_PREV,
    NO_NEXT,
    OWN_NEXT,
    STRAY_NEXT,
    ANOTHERS_NEXT,
    FREE_NEXT,
    STRAY_BOTH,
    NO_PREV_ANOTHERS_NEXT,
    NO_STAMP,
    ANOTHERS_STAMP,
    NO_POOLS_STAMP,
    FUTURE_STAMP,
    PARTS
} part;

/* Things 1 and 5 stand at the ends of the list, and their slots too. */
static void overwrite(trp_actor *actor, part which)
{
    trp_link *link = &actor->hook.link;

    if (which == NO_PREV || which == NO_PREV_ANOTHERS_NEXT)
        link->prev = NULL;
    else if (which == OWN_PREV)
        link->prev = link;
    else if (which == STRAY_PREV || which == STRAY_BOTH)
        link->prev = &stray.hook.link;
    else if (which == ANOTHERS_PREV)
        link->prev = link_of(link == link_of(1) ? 3 : 1);
    else if (which == NO_NEXT)
        link->next = NULL;
    else if (which == OWN_NEXT)
        link->next = link;
    else if (which == STRAY_NEXT)
        link->next = &stray.hook.link;
    else if (which == ANOTHERS_NEXT)
        link->next = link_of(link == link_of(5) ? 3 : 5);
    else if (which == FREE_NEXT)
        link->next = &trp__node_at(other, 3)->hook.link;
    else if (which == NO_STAMP)
        actor->stamp = 0;
    else if (which == ANOTHERS_STAMP)
        actor->stamp = trp__stamp(trp__serial(actor), other->number);
    else if (which == NO_POOLS_STAMP)
        actor->stamp = trp__stamp(trp__serial(actor), 4000);
    else
        actor->stamp = trp__stamp(world->serial + 100, pool->number);
    if (which == STRAY_BOTH)
        link->next = &stray.hook.link;
    if (which == NO_PREV_ANOTHERS_NEXT)
        link->next = link_of(link == link_of(5) ? 3 : 5);
}

/* some neighbour's link or its own bitmap says what the node must be: refused once, and then all is well */
static void a_call_mends_it(void)
{
    for (int order = 0; order < 3; order++)
        for (part which = NO_PREV; which < PARTS; which++)
            for (uint32_t id = 1; id <= 5; id++)
            {
                trp_actor *actor;
                set_up((trp_order)order);
                actor = &find(id)->actor;
                overwrite(actor, which);
                if (trp__is_sound(pool, actor, trp__slot_of(pool, actor)) &&
                    (actor->stamp & TRP__POOL_MASK) == pool->number)
                    continue; /* the first was linked to the last already, or the like */
                CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
                CHECK_VALID(world);
                CHECK_EQ(trp_pool_count(pool), 5);
                for (uint32_t i = 1; i <= 5; i++)
                    CHECK_RESULT(trp_recycle(world, &find(i)->actor), TRP_OK);
                CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
                CHECK_EQ(trp_pool_count(other), 3);
                CHECK_VALID(world);
            }
}

static void tick_twice(void)
{
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_VALID(world);
    stage_log_clear();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
}

/* in an age order, where the links lead */
static void a_tick_mends_it(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (part which = NO_PREV; which < PARTS; which++)
            for (uint32_t id = 1; id <= 5; id++)
            {
                set_up((trp_order)order);
                overwrite(&find(id)->actor, which);
                if (which == FUTURE_STAMP && trp__is_linked(&find(id)->actor))
                    continue; /* such a one looks like a newborn to a walk */
                if (trp_world_validate(world) == TRP_OK)
                    continue;
                stage_forget();
                tick_twice();
                CHECK(told.count > 0);
                CHECK_EQ(told.result, TRP_ERR_CORRUPT);
                CHECK(situation_text_has(told.message, "overwritten") ||
                      situation_text_has(told.message, "things"));
                if (order == TRP_ORDER_OLDEST)
                    CHECK_LOG(11, 12, 13, 1, 2, 3, 4, 5);
                else
                    CHECK_LOG(13, 12, 11, 5, 4, 3, 2, 1);
            }
}

static part part_now;
static uint32_t id_now;

static void overwrite_oneself(thing *self, const trp_tick *tick)
{
    (void)tick;
    if (self->id != id_now)
        return;
    id_now = 0;
    overwrite(&self->actor, part_now);
}

/* the walk stands on the very node, and steps off it all the same */
static void an_update_overwrites_its_own(void)
{
    for (int order = TRP_ORDER_NEWEST; order <= TRP_ORDER_OLDEST; order++)
        for (part which = NO_PREV; which < FUTURE_STAMP; which++)
            for (uint32_t id = 1; id <= 5; id++)
            {
                set_up((trp_order)order);
                stage_when_updated = overwrite_oneself;
                part_now = which;
                id_now = id;
                CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
                CHECK_EQ(id_now, 0);
                tick_twice();
                CHECK_EQ(trp_pool_get_stats(pool).active, 5);
                if (order == TRP_ORDER_OLDEST)
                    CHECK_LOG(11, 12, 13, 1, 2, 3, 4, 5);
                else
                    CHECK_LOG(13, 12, 11, 5, 4, 3, 2, 1);
            }
}

static void one_whom_nobody_names(void)
{
    set_up(TRP_ORDER_OLDEST);
    link_of(2)->next = link_of(4);
    CHECK_MISUSE(world, trp_recycle(world, &find(3)->actor), TRP_ERR_CORRUPT);
    CHECK_EQ(trp_pool_count(pool), 5);
    tick_twice();
    CHECK_LOG(11, 12, 13, 1, 2, 3, 4, 5);
    CHECK_RESULT(trp_recycle(world, &find(3)->actor), TRP_OK);
    CHECK_VALID(world);
}

/* thing 1 has no `next`, and thing 2 nothing: who stood where is lost, but everybody is told, and nobody falls */
static void lose_the_way(void)
{
    find(1)->actor.hook.link.next = NULL;
    find(2)->actor = (trp_actor){0};
}

static void a_clear_that_cannot_go_on(void)
{
    set_up(TRP_ORDER_OLDEST);
    lose_the_way();
    stage_before(world);
    CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
    CHECK(told.count > 0);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_EQ(trp_pool_count(pool), 5);
    CHECK_EQ(pool->barred, 0);
    CHECK_EQ(trp_world_validate(world), TRP_ERR_INVALID);
    CHECK_MISUSE(world, trp_recycle(world, &find(1)->actor), TRP_ERR_CORRUPT);
    CHECK_RESULT(trp_recycle(world, &find(5)->actor), TRP_OK);
    CHECK_RESULT(trp_pool_clear(other), TRP_OK);
    CHECK_EQ(trp_pool_count(other), 0);
}

static void a_tick_that_cannot_go_on(void)
{
    set_up(TRP_ORDER_OLDEST);
    lose_the_way();
    stage_forget();
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(11, 12, 13, 1);
    CHECK(told.count > 0);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    set_up(TRP_ORDER_OLDEST);
    find(1)->actor = (trp_actor){0};
    find(2)->actor = (trp_actor){0};
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(11, 12, 13);
    CHECK(told.count > 0);
}

static void zero_oneself_and_the_next(thing *self, const trp_tick *tick)
{
    (void)tick;
    if (self->id != 2)
        return;
    self->actor = (trp_actor){0};
    find(3)->actor = (trp_actor){0};
}

static void two_side_by_side_in_a_tick(void)
{
    set_up(TRP_ORDER_OLDEST);
    stage_when_updated = zero_oneself_and_the_next;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(11, 12, 13, 1, 2);
    CHECK(told.count > 0);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
}

/* the mending of one looks at all others, whatever has become of them */
static void beside_the_expired_and_the_copied(void)
{
    trp_actor *actor;

    set_up(TRP_ORDER_OLDEST);
    actor = &find(3)->actor;
    CHECK_RESULT(trp_expire(world, &find(4)->actor), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &find(1)->actor), TRP_OK);
    *actor = (trp_actor){0};
    CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_get_stats(pool).expired, 1);
    set_up(TRP_ORDER_OLDEST);
    actor = &find(4)->actor;
    find(1)->actor = find(5)->actor;
    *actor = (trp_actor){0};
    CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
    tick_twice();
    CHECK_LOG(11, 12, 13, 1, 2, 3, 4, 5);
}

/* the bitmap does not tell who is asleep: what the node says against it is refused, and stays */
static void a_sleeper_that_looks_awake(void)
{
    for (int is_plain = 0; is_plain < 2; is_plain++)
    {
        trp_actor *sleeper;
        uint32_t stamp;
        set_up(TRP_ORDER_MEMORY);
        if (is_plain)
        {
            pool = stage_pool_as(world,
                                 (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 8});
            stage_things(pool, 1, 5);
            CHECK_RESULT(trp_recycle(world, &find(1)->actor), TRP_OK);
        }
        sleeper = &find(3)->actor;
        CHECK_RESULT(trp_deactivate(world, sleeper), TRP_OK);
        stamp = sleeper->stamp;
        sleeper->stamp = find(4)->actor.stamp;
        CHECK_MISUSE(world, trp_recycle(world, sleeper), TRP_ERR_CORRUPT);
        CHECK_MISUSE(world, trp_recycle(world, sleeper), TRP_ERR_CORRUPT);
        sleeper->stamp = stamp;
        CHECK_VALID(world);
        CHECK_RESULT(trp_recycle(world, sleeper), TRP_OK);
    }
}

/* an expired one beside one that was overwritten was right, and goes at once */
static void the_neighbour_of_an_overwritten_one(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up((trp_order)order);
        CHECK_RESULT(trp_expire(world, &find(3)->actor), TRP_OK);
        find(2)->actor = (trp_actor){0};
        stage_forget();
        CHECK_RESULT(trp_recycle(world, &find(3)->actor), TRP_OK);
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_EQ(told.count, 1);
        CHECK_EQ(told.result, TRP_ERR_CORRUPT);
        CHECK_EQ(trp_pool_count(pool), 4);
        stage_forget();
        CHECK_VALID(world);
    }
}

const situation branches_heal_situations[] = {
    {"a word of a node is overwritten: the first call refuses and mends", a_call_mends_it},
    {"a word of a node is overwritten: a tick mends it, and the next updates all", a_tick_mends_it},
    {"an update overwrites a word of its own node", an_update_overwrites_its_own},
    {"one whom no neighbour names is refused until a tick mends the neighbour",
     one_whom_nobody_names},
    {"a clear that cannot go on says so and ends", a_clear_that_cannot_go_on},
    {"a tick that cannot go on says so and ends", a_tick_that_cannot_go_on},
    {"an update zeroes its own node and the next: the walk says so and ends",
     two_side_by_side_in_a_tick},
    {"mending one, beside expired, sleeping and copied ones", beside_the_expired_and_the_copied},
    {"a sleeper that looks awake is refused", a_sleeper_that_looks_awake},
    {"the neighbour of an overwritten one is right", the_neighbour_of_an_overwritten_one},
};
const unsigned branches_heal_situation_count =
    sizeof branches_heal_situations / sizeof branches_heal_situations[0];
