/* Families: ends of lives together with those of their parents. */
#include "../family_clan.h"

#define WITH_PARENT(id) GONE(TRP_REASON_PARENT, id)
#define RECYCLED(id) GONE(TRP_REASON_RECYCLED, id)
#define EXPIRED(id) GONE(TRP_REASON_EXPIRED, id)

static void children_go_before_parents(void)
{
    clan_set_up(false);
    clan_plant();
    CHECK_QUIET(clan_world, clan_recycle(1), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), WITH_PARENT(8), WITH_PARENT(6), WITH_PARENT(2), WITH_PARENT(3),
              WITH_PARENT(9), WITH_PARENT(10), WITH_PARENT(7), WITH_PARENT(4), RECYCLED(1));
    CHECK_EQ(trp_world_info(clan_world).live, 0);
    CHECK_VALID(clan_world);
    clan_plant();
    CHECK_QUIET(clan_world, clan_recycle(4), TRP_OK);
    CHECK_LOG(WITH_PARENT(9), WITH_PARENT(10), WITH_PARENT(7), RECYCLED(4));
    clan_log_children(1);
    CHECK_LOG(2, 3);
}

/* none is missed, whatever the number is: no bound shrinks during the count */
static void all_children_go(void)
{
    for (uint32_t count = 0; count <= 18; count++)
    {
        clan_set_up(false);
        clan_create(MEMBERS, 1);
        for (uint32_t i = 0; i < count; i++)
        {
            clan_create(CARTS, 2 + i);
            CHECK_RESULT(clan_attach(1, 2 + i), TRP_OK);
            clan_create(RIDERS, 30 + i);
            CHECK_RESULT(clan_attach(2 + i, 30 + i), TRP_OK);
        }
        CHECK_RESULT(trp_pool_clear(clan_pools[MEMBERS], NULL), TRP_OK);
        for (uint32_t i = 0; i < count; i++)
        {
            CHECK(clan_actors[2 + i] == NULL);
            CHECK(clan_actors[30 + i] == NULL);
        }
        CHECK_EQ(trp_world_info(clan_world).live, 0);
        CHECK_EQ(trp_pool_info(clan_pools[CARTS]).recycled, count);
    }
}

static void every_reason_takes_the_children(void)
{
    clan_set_up(false);
    clan_plant();
    CHECK_RESULT(trp_pool_clear(clan_pools[CARTS], NULL), TRP_OK); /* 4, 7, 10 */
    CHECK_LOG(WITH_PARENT(9), WITH_PARENT(10), WITH_PARENT(7), GONE(TRP_REASON_CLEARED, 4));
    CHECK_RESULT(trp_layer_clear(clan_world, 0, NULL), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), WITH_PARENT(8), WITH_PARENT(6), WITH_PARENT(2), WITH_PARENT(3),
              GONE(TRP_REASON_CLEARED, 1));
    CHECK_VALID(clan_world);
}

static void the_stolen_take_their_children(void)
{
    clan_set_up(false);
    trp_pool *bold = stage_pool_as(clan_world, (trp_pool_desc){.type = TRP_TYPE(member, actor),
                                                               .capacity = 2,
                                                               .when_full = TRP_FULL_STEAL_NEXT});
    CHECK_RESULT(trp_family_add(&clan_family, bold), TRP_OK);
    trp_actor *first = trp_create(bold, NULL);
    trp_actor *second = trp_create(bold, NULL);
    clan_create(CARTS, 3);
    CHECK_RESULT(trp_family_attach(&clan_family, first, second), TRP_OK);
    CHECK_RESULT(trp_family_attach(&clan_family, second, clan_actors[3]), TRP_OK);
    CHECK(trp_create(bold, NULL) == first);
    CHECK_LOG(WITH_PARENT(3));
    CHECK_EQ(trp_pool_count(bold), 1);
    CHECK(trp_family_first(&clan_family, first) == NULL);
    CHECK_EQ(trp_pool_info(bold).stolen, 1);
    CHECK_VALID(clan_world);
}

static bool is_even(const trp_actor *actor, const trp_context *in)
{
    (void)in;
    return clan_id(actor) % 2 == 0;
}

/* actors that a span ends take their descendants along, each once, whether these match or not */
static void a_span_ends(void)
{
    clan_set_up(false);
    clan_plant();
    (void)trp_pool_recycle_if(clan_pools[CARTS], NULL, is_even, NULL); /* 4 and 10, and 7 and 9 */
    CHECK_LOG(WITH_PARENT(9), WITH_PARENT(10), WITH_PARENT(7), RECYCLED(4));
    (void)trp_pool_recycle_if(clan_pools[RIDERS], &(trp_ending){.later = true}, is_even,
                              NULL); /* 2 and 8, and 5 and 6 */
    for (uint32_t id = 5; id <= 8; id++)
        CHECK(id == 7 || trp_state_of(clan_world, clan_actors[id]) == TRP_STATE_EXPIRED);
    CHECK_EQ(trp_state_of(clan_world, clan_actors[3]), TRP_STATE_ACTIVE);
    CHECK_VALID(clan_world);
}

static void orphans_live_on(void)
{
    clan_set_up(true);
    clan_plant();
    CHECK_QUIET(clan_world, clan_recycle(4), TRP_OK);
    CHECK_LOG(RECYCLED(4));
    CHECK(trp_family_parent(&clan_family, clan_actors[7]) == NULL);
    CHECK_RESULT(clan_each(7), TRP_OK);
    CHECK_LOG(7, 9, 10);
    CHECK_QUIET(clan_world, clan_expire(2), TRP_OK);
    CHECK_LOG();
    CHECK(trp_family_parent(&clan_family, clan_actors[5]) == NULL);
    CHECK(trp_family_parent(&clan_family, clan_actors[6]) == NULL);
    CHECK(!trp_handle_is_null(trp_handle_of(clan_world, clan_actors[5])));
    CHECK_RESULT(clan_each(6), TRP_OK);
    CHECK_LOG(6, 8);
    CHECK_RESULT(clan_each(1), TRP_OK);
    CHECK_LOG(1, 3);
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_LOG(EXPIRED(2));
    CHECK_VALID(clan_world);
}

static void expiring_goes_down(void)
{
    clan_set_up(false);
    clan_plant();
    CHECK_QUIET(clan_world, clan_expire(9), TRP_OK);
    CHECK_QUIET(clan_world, clan_expire(4), TRP_OK);
    CHECK_LOG();
    for (uint32_t id = 1; id <= 10; id++)
        CHECK_EQ(trp_state_of(clan_world, clan_actors[id]),
                 id == 4 || id == 7 || id >= 9 ? TRP_STATE_EXPIRED : TRP_STATE_ACTIVE);
    CHECK_RESULT(clan_each(1), TRP_OK);
    CHECK_LOG(1, 2, 5, 6, 8, 3);
    clan_log_children(1);
    CHECK_LOG(2, 3);
    CHECK_EQ(clan_id_or_0(trp_family_parent(&clan_family, clan_actors[7])), 4);
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_LOG(EXPIRED(9), EXPIRED(10), EXPIRED(7), EXPIRED(4));
    CHECK_VALID(clan_world);
}

/* of each end: the cause of the first one, and the direct parent */
static struct
{
    trp_handle cause, parent;
    trp_reason reason;
} ends_of[4];

static void note_end(trp_actor *self, const trp_end_context *in)
{
    const uint32_t id = trp_as(thing, self)->id;
    ends_of[id].cause = in->cause;
    ends_of[id].parent = in->parent;
    ends_of[id].reason = in->reason;
}

static void ends_name_the_parent_and_the_cause(void)
{
    const trp_handle none = {0, 0};
    for (int expires = 0; expires < 2; expires++)
    {
        trp_family family;
        trp_handle lives[4];
        trp_world *world = stage_world();
        trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
        desc.on_end = note_end;
        desc.ends = true;
        trp_pool *pool = stage_pool_as(world, desc);
        CHECK_RESULT(trp_family_init(&family, world, NULL), TRP_OK);
        if (trp_family_add(&family, pool) != TRP_OK)
            return;
        for (uint32_t id = 0; id < 4; id++)
            lives[id] = trp_handle_of(world, &stage_thing(pool, id)->actor);
        for (uint32_t id = 2; id < 4; id++)
            CHECK_RESULT(trp_family_attach(&family, trp_get(world, lives[id - 1]),
                                           trp_get(world, lives[id])),
                         TRP_OK);
        CHECK_RESULT(
            trp_recycle_with(
                world, trp_get(world, lives[1]),
                &(trp_ending){.reason = TRP_REASON_OWN(2), .cause = lives[0], .later = expires}),
            TRP_OK);
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_EQ(trp_pool_count(pool), 1);
        for (uint32_t id = 1; id < 4; id++)
        {
            CHECK(trp_handle_equal(ends_of[id].cause, lives[0]));
            CHECK_EQ(ends_of[id].reason, id == 1 ? TRP_REASON_OWN(2) : TRP_REASON_PARENT);
            CHECK(trp_handle_equal(ends_of[id].parent, id == 1 ? none : lives[id - 1]));
        }
        CHECK_VALID(world);
    }
}

/* a sleeper is recycled at once, and so are its descendants */
static void a_sleeping_parent_expires(void)
{
    clan_set_up(false);
    clan_plant();
    CHECK_RESULT(trp_deactivate(clan_world, clan_actors[7]), TRP_OK);
    CHECK_RESULT(trp_deactivate(clan_world, clan_actors[3]), TRP_OK);
    CHECK_QUIET(clan_world, clan_expire(1), TRP_OK);
    CHECK_LOG(WITH_PARENT(3), WITH_PARENT(9), WITH_PARENT(10), WITH_PARENT(7));
    for (uint32_t id = 1; id <= 10; id++)
        CHECK(clan_actors[id] == NULL ||
              trp_handle_is_null(trp_handle_of(clan_world, clan_actors[id])));
    CHECK_EQ(trp_world_info(clan_world).live, 6);
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_EQ(trp_world_info(clan_world).live, 0);
    CHECK_VALID(clan_world);
}

static void an_expired_child_goes_with_its_parent(void)
{
    clan_set_up(false);
    clan_plant();
    CHECK_RESULT(clan_expire(6), TRP_OK);
    CHECK_RESULT(clan_detach(8), TRP_OK); /* expired, but it can be detached */
    CHECK_RESULT(clan_recycle(2), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), EXPIRED(6), RECYCLED(2));
    CHECK_EQ(trp_state_of(clan_world, clan_actors[8]), TRP_STATE_EXPIRED);
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_LOG(EXPIRED(8));
}

/* Calls in callbacks meanwhile */

static void recycle_relatives(uint32_t id, trp_reason reason)
{
    (void)reason;
    if (id == 5)
    {
        CHECK_QUIET(clan_world, clan_recycle(6), TRP_OK); /* its sibling, and 8 */
        CHECK_MISUSE(clan_world, clan_recycle(1), TRP_BUSY);
        CHECK_QUIET(clan_world, clan_recycle(10), TRP_OK);
    }
    if (id == 3)
        CHECK_QUIET(clan_world, clan_recycle(4), TRP_OK);
}

static void callbacks_recycle_relatives(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_gone = recycle_relatives;
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), WITH_PARENT(8), RECYCLED(6), RECYCLED(10), WITH_PARENT(2),
              WITH_PARENT(3), WITH_PARENT(9), WITH_PARENT(7), RECYCLED(4), RECYCLED(1));
    CHECK_VALID(clan_world);
}

static void detach_relatives(uint32_t id, trp_reason reason)
{
    (void)reason;
    if (id == 5)
    {
        CHECK_QUIET(clan_world, clan_detach(2), TRP_OK); /* where the cascade is */
        CHECK_QUIET(clan_world, clan_detach(9), TRP_OK);
        CHECK_MISUSE(clan_world, clan_detach(1), TRP_BUSY);
    }
}

static void one_detached_in_time_is_spared(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_gone = detach_relatives;
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), WITH_PARENT(3), WITH_PARENT(10), WITH_PARENT(7), WITH_PARENT(4),
              RECYCLED(1));
    CHECK_RESULT(clan_each(2), TRP_OK);
    CHECK_LOG(2, 6, 8);
    CHECK(trp_family_parent(&clan_family, clan_actors[9]) == NULL);
    CHECK_VALID(clan_world);
}

static void attach_newborns(uint32_t id, trp_reason reason)
{
    (void)reason;
    if (id >= 20)
        return;
    clan_create(id % 3, 20 + id);
    for (uint32_t parent = 1; parent <= 10; parent++)
        if (clan_actors[parent] != NULL)
            CHECK_MISUSE(clan_world, clan_attach(parent, 20 + id), TRP_BUSY);
    CHECK_QUIET(clan_world, clan_attach(11, 20 + id), TRP_OK);
}

static void no_child_for_an_ending_parent(void)
{
    clan_set_up(false);
    clan_plant();
    clan_create(MEMBERS, 11);
    clan_when_gone = attach_newborns;
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    stage_log_clear();
    clan_log_children(11);
    CHECK_LOG(25, 28, 26, 22, 23, 29, 30, 27, 24, 21);
    CHECK_VALID(clan_world);
}

static void recycle_the_grandparent(uint32_t id, trp_reason reason)
{
    (void)reason;
    if (id == 9)
        CHECK_QUIET(clan_world, clan_recycle(1), TRP_OK);
}

/* the end of 4 is in progress when that of 1 begins: the rest below 4 still ends before 1 */
static void an_end_within_an_end(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_gone = recycle_the_grandparent;
    CHECK_RESULT(clan_recycle(4), TRP_OK);
    CHECK_LOG(WITH_PARENT(9), WITH_PARENT(5), WITH_PARENT(8), WITH_PARENT(6), WITH_PARENT(2),
              WITH_PARENT(3), WITH_PARENT(10), WITH_PARENT(7), RECYCLED(1), RECYCLED(4));
    CHECK_EQ(trp_world_info(clan_world).live, 0);
    CHECK_VALID(clan_world);
}

static void expire_or_change(uint32_t id, trp_event event)
{
    if (event != TRP_EVENT_EXPIRED)
        return;
    stage_log(id);
    if (id == 2)
    {
        CHECK_QUIET(clan_world, clan_recycle(5), TRP_OK);
        CHECK_QUIET(clan_world, clan_detach(3), TRP_OK);
        CHECK_MISUSE(clan_world, clan_attach(4, 3), TRP_BUSY);
        CHECK_QUIET(clan_world, clan_expire(7), TRP_OK);
        CHECK_QUIET(clan_world, clan_expire(1), TRP_OK);
    }
}

/* each once, though some expire out of turn */
static void expiring_meets_changes(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_notified = expire_or_change;
    CHECK_RESULT(clan_expire(1), TRP_OK);
    CHECK_LOG(1, 2, RECYCLED(5), 7, 9, 10, 6, 8, 4);
    CHECK_EQ(trp_state_of(clan_world, clan_actors[3]), TRP_STATE_ACTIVE);
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_EQ(trp_world_info(clan_world).live, 1);
    CHECK_VALID(clan_world);
}

/* while 2 expires because of an ancestor, all expire */
static void expire_above(uint32_t id, trp_event event)
{
    if (event != TRP_EVENT_EXPIRED)
        return;
    stage_log(id);
    if (id == 5)
    {
        CHECK_QUIET(clan_world, clan_expire(1), TRP_OK);
        for (uint32_t other = 1; other <= 10; other++)
            CHECK_EQ(trp_state_of(clan_world, clan_actors[other]), TRP_STATE_EXPIRED);
    }
}

static void expiring_within_expiring(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_notified = expire_above;
    CHECK_RESULT(clan_expire(2), TRP_OK);
    CHECK_LOG(2, 5, 1, 6, 8, 3, 4, 7, 9, 10);
}

static void recycle_the_parent(trp_actor *self, const trp_context *in)
{
    const uint32_t id = trp_as(member, self)->id;
    stage_log(id);
    if (id == 12)
        CHECK_RESULT(trp_recycle(in->world, clan_actors[11]), TRP_OK);
    else
        CHECK_RESULT(trp_expire(in->world, clan_actors[11]), TRP_OK);
    CHECK_EQ(trp_state_of(in->world, self), id == 12 ? TRP_STATE_FREE : TRP_STATE_EXPIRED);
}

/* the actor that is being updated when its parent ends, and the next ones */
static void the_one_updated_goes(void)
{
    for (uint32_t first = 12; first <= 13; first++)
    {
        clan_set_up(false);
        trp_pool *busy = stage_pool_as(clan_world, (trp_pool_desc){.type = TRP_TYPE(member, actor),
                                                                   .capacity = 3,
                                                                   .update = recycle_the_parent});
        CHECK_RESULT(trp_family_add(&clan_family, busy), TRP_OK);
        clan_create(MEMBERS, 11);
        for (uint32_t i = 0; i < 3; i++)
            CHECK_RESULT(trp_family_attach(&clan_family, clan_actors[11],
                                           trp_create(busy, &(member){.id = first + i})),
                         TRP_OK);
        CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
        if (first == 12)
            CHECK_LOG(12, RECYCLED(11));
        else
            CHECK_LOG(13);
        CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
        CHECK_EQ(trp_world_info(clan_world).live, 0);
        CHECK_EQ(trp_pool_info(busy).recycled, 3);
        CHECK_VALID(clan_world);
    }
}

/* a watcher that is notified before the family: what it attaches goes along */
static void join_at_the_news(uint32_t id, trp_event event)
{
    if (id != 1 || (event != TRP_EVENT_RECYCLED && event != TRP_EVENT_EXPIRED))
        return;
    CHECK_MISUSE(clan_world, clan_attach(1, 20),
                 event == TRP_EVENT_RECYCLED ? TRP_BUSY : TRP_ERR_EXPIRED);
    CHECK_QUIET(clan_world, clan_attach(6, 20), TRP_OK);
}

static void attached_before_the_family_knows(void)
{
    for (unsigned expires = 0; expires < 2; expires++)
    {
        clan_set_up(false);
        clan_plant();
        clan_create(MEMBERS, 20);
        clan_when_notified = join_at_the_news;
        CHECK_RESULT(expires ? clan_expire(1) : clan_recycle(1), TRP_OK);
        clan_when_notified = NULL;
        CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
        CHECK_EQ(trp_world_info(clan_world).live, 0);
        CHECK_VALID(clan_world);
    }
}

/* Ends within ends of the other kind */

static void expire_the_doomed(uint32_t id, trp_reason reason)
{
    (void)reason;
    if (id == 5)
    {
        CHECK_QUIET(clan_world, clan_expire(6), TRP_OK); /* 8, below it, will be recycled */
        CHECK_EQ(trp_state_of(clan_world, clan_actors[8]), TRP_STATE_ACTIVE);
        CHECK_QUIET(clan_world, clan_expire(1), TRP_OK); /* and so will 2 and what is below */
        CHECK_EQ(trp_state_of(clan_world, clan_actors[7]), TRP_STATE_EXPIRED);
        CHECK_EQ(trp_state_of(clan_world, clan_actors[8]), TRP_STATE_ACTIVE);
    }
}

static void expiring_within_recycling(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_gone = expire_the_doomed;
    CHECK_RESULT(clan_recycle(2), TRP_OK);
    CHECK_LOG(WITH_PARENT(5), WITH_PARENT(8), EXPIRED(6), RECYCLED(2));
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    CHECK_EQ(trp_world_info(clan_world).live, 0);
    CHECK_VALID(clan_world);
}

/* Several families */

static trp_family kin;

static void set_up_kin(void)
{
    clan_set_up(false);
    CHECK_RESULT(trp_family_init(&kin, clan_world, NULL), TRP_OK);
    for (unsigned i = 0; i < 3; i++)
        CHECK_RESULT(trp_family_add(&kin, clan_pools[i]), TRP_OK);
}

static trp_result attach_kin(uint32_t parent, uint32_t child)
{
    return trp_family_attach(&kin, clan_actors[parent], clan_actors[child]);
}

/* detached while 8, below it, is about to be recycled, before the families are notified */
static void detach_2(uint32_t id, trp_event event)
{
    if (id == 8 && event == TRP_EVENT_RECYCLED)
    {
        CHECK_MISUSE(clan_world, attach_kin(2, 11), TRP_BUSY);
        CHECK_MISUSE(clan_world, attach_kin(11, 6), TRP_BUSY);
        CHECK_MISUSE(clan_world, trp_family_free(&clan_family), TRP_BUSY);
        CHECK_QUIET(clan_world, clan_detach(2), TRP_OK);
        CHECK_QUIET(clan_world, attach_kin(2, 11), TRP_OK);
        CHECK_QUIET(clan_world, clan_detach(10), TRP_OK); /* 3 takes it along */
    }
}

/* a branch is detached in time, and lives on, except what another parent takes along */
static void a_spared_branch(void)
{
    set_up_kin();
    clan_plant();
    clan_create(MEMBERS, 11);
    CHECK_RESULT(clan_detach(5), TRP_OK);
    CHECK_RESULT(clan_attach(6, 5), TRP_OK);
    CHECK_RESULT(attach_kin(2, 6), TRP_OK); /* in both families */
    CHECK_RESULT(attach_kin(7, 5), TRP_OK);
    CHECK_RESULT(attach_kin(3, 10), TRP_OK);
    clan_when_notified = detach_2;
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    clan_when_notified = NULL;
    CHECK_LOG(WITH_PARENT(8), WITH_PARENT(5), WITH_PARENT(10), WITH_PARENT(3), WITH_PARENT(9),
              WITH_PARENT(7), WITH_PARENT(4), RECYCLED(1));
    CHECK_EQ(trp_world_info(clan_world).live, 3);
    CHECK_RESULT(clan_recycle(2), TRP_OK);
    CHECK_LOG(WITH_PARENT(6), WITH_PARENT(11), RECYCLED(2));
    CHECK_VALID(clan_world);
}

/* the order does not depend on the family by which an actor is found first */
static void a_child_of_two(void)
{
    set_up_kin();
    for (uint32_t id = 1; id <= 4; id++)
        clan_create(id % 3, id);
    CHECK_RESULT(clan_attach(1, 2), TRP_OK);
    CHECK_RESULT(clan_attach(1, 3), TRP_OK);
    CHECK_RESULT(clan_attach(2, 4), TRP_OK);
    CHECK_RESULT(attach_kin(3, 4), TRP_OK);
    CHECK_RESULT(attach_kin(3, 2), TRP_OK);
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_LOG(WITH_PARENT(4), WITH_PARENT(2), WITH_PARENT(3), RECYCLED(1));
    CHECK_VALID(clan_world);
}

/* Chains through two families in turn, as long as a stack would not be, and circles. */

enum
{
    CHAIN = 2000
};

static unsigned chain_ends;
static char *chain_low, *chain_high; /* of the stack, in on_end */
static trp_actor *chain_root;
static trp_family chains[2];

static void chain_ended(trp_actor *actor, const trp_end_context *in)
{
    (void)in;
    char here;
    chain_ends++;
    if (chain_low == NULL || &here < chain_low)
        chain_low = &here;
    if (chain_high == NULL || &here > chain_high)
        chain_high = &here;
    CHECK(actor != chain_root || chain_ends == CHAIN); /* the root comes last */
    CHECK(trp_family_parent(&chains[0], actor) == NULL);
    CHECK(trp_family_first(&chains[1], actor) == NULL);
}

static void through_two_families(void)
{
    for (int order = 0; order < 3; order++)
        for (unsigned way = 0; way < 6; way++)
        {
            const bool expires = way % 2 != 0, is_circle = way / 2 == 1, joins = way / 2 == 2;
            trp_world *world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
            trp_pool *pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                     .capacity = CHAIN,
                                                                     .order = stage_orders[order],
                                                                     .on_end = chain_ended});
            trp_actor *last = NULL;
            chain_ends = 0;
            chain_low = chain_high = NULL;
            for (unsigned i = 0; i < 2; i++)
            {
                CHECK_RESULT(trp_family_init(&chains[i], world, NULL), TRP_OK);
                CHECK_RESULT(trp_family_add(&chains[i], pool), TRP_OK);
            }
            for (unsigned i = 0; i < CHAIN; i++)
            {
                trp_actor *next = trp_create(pool, NULL);
                if (i == 0)
                    chain_root = next;
                else /* some levels have two children, in one family each */
                    CHECK_RESULT(trp_family_attach(
                                     &chains[i % 2],
                                     joins && i % 3 == 2 ? trp_pool_at(pool, i - 2) : last, next),
                                 TRP_OK);
                last = next;
            }
            if (is_circle) /* the root is a child in the other family */
                CHECK_RESULT(trp_family_attach(&chains[0], last, chain_root), TRP_OK);
            if (expires)
            {
                chain_root = NULL;
                CHECK_RESULT(trp_expire(world, trp_pool_at(pool, 0)), TRP_OK);
                CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
            }
            else
                CHECK_RESULT(trp_recycle(world, chain_root), TRP_OK);
            CHECK_EQ(chain_ends, CHAIN);
            CHECK_EQ(trp_pool_count(pool), 0);
            CHECK((size_t)(chain_high - chain_low) < 4000); /* one level */
            CHECK_VALID(world);
            CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        }
}

const situation family_end_situations[] = {
    {"lives end through families in turn, with little stack", through_two_families},
    {"children go before their parents", children_go_before_parents},
    {"all children go, however many", all_children_go},
    {"children go with parents that are cleared", every_reason_takes_the_children},
    {"children go with parents that are stolen", the_stolen_take_their_children},
    {"children end with actors that a span ends", a_span_ends},
    {"orphans live on", orphans_live_on},
    {"expiring goes down the family", expiring_goes_down},
    {"ends of children name the parent and the cause", ends_name_the_parent_and_the_cause},
    {"a sleeping parent expires", a_sleeping_parent_expires},
    {"an expired child goes with its parent", an_expired_child_goes_with_its_parent},
    {"callbacks recycle relatives", callbacks_recycle_relatives},
    {"a child that is detached in time lives on", one_detached_in_time_is_spared},
    {"no actor is attached to one that is ending", no_child_for_an_ending_parent},
    {"what is attached before the family is notified goes along", attached_before_the_family_knows},
    {"an end within an end", an_end_within_an_end},
    {"expiring meets changes", expiring_meets_changes},
    {"expiring within expiring", expiring_within_expiring},
    {"expiring within recycling", expiring_within_recycling},
    {"a branch that is detached in time is spared by all families", a_spared_branch},
    {"a child of two parents ends before both", a_child_of_two},
    {"the one that is being updated goes", the_one_updated_goes},
};
const unsigned family_end_situation_count =
    sizeof family_end_situations / sizeof family_end_situations[0];
