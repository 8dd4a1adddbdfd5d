#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static void (*when_notified)(const trp_contact *contact);

#define BEGIN(a, b) (0u + PAIR(a, b))
#define STAY(a, b) (100000u + PAIR(a, b))
#define END(a, b) (200000u + PAIR(a, b))

static uint32_t id_of(const trp_actor *actor)
{
    return actor != NULL ? trp_as_const(boxed, actor)->id : 0;
}

static void log_contact(const trp_contact *contact)
{
    CHECK(contact->a == trp_get(world, contact->a_handle));
    CHECK(contact->b == trp_get(world, contact->b_handle));
    stage_log(100000u * (uint32_t)contact->phase + PAIR(id_of(contact->a), id_of(contact->b)));
    if (when_notified != NULL)
        when_notified(contact);
}

static void set_up(uint32_t contacts)
{
    world = stage_world();
    pool = space_pool(world, 8);
    when_notified = NULL;
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8, .contacts = contacts});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
        TRP_OK);
}

static boxed *box(uint32_t id, float x)
{
    return space_box(pool, id, x, 0, 4, 4);
}

static uint32_t contacts(void)
{
    stage_log_clear();
    return trp_space_contacts(space, log_contact, NULL);
}

static void move(boxed *it, float x)
{
    it->box.x = x;
    CHECK_RESULT(trp_space_moved(space, &it->actor), TRP_OK);
}

static void begin_stay_end(void)
{
    set_up(8);
    boxed *a = box(1, 0);
    box(2, 3);
    boxed *c = box(3, 100);
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(BEGIN(1, 2));
    move(c, 6);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(STAY(1, 2), BEGIN(2, 3));
    move(a, -50);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(END(1, 2), STAY(2, 3));
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(STAY(2, 3));
}

static void death_ends(void)
{
    set_up(8);
    boxed *a = box(1, 0), *b = box(2, 3), *c = box(3, 6);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(BEGIN(1, 2), BEGIN(2, 3));
    CHECK_RESULT(trp_recycle(world, &b->actor), TRP_OK);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(END(1, 0), END(0, 3));
    box(4, 2); /* in the slot of 2, with the number of 2 */
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(BEGIN(1, 4), BEGIN(4, 3));
    CHECK_RESULT(trp_expire(world, &a->actor), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &c->actor), TRP_OK);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(END(0, 4), END(4, 3)); /* a sleeper is still a member */
}

static void replaced(void)
{
    set_up(8);
    box(1, 0);
    boxed *b = box(2, 3);
    CHECK_EQ(contacts(), 1);
    CHECK_RESULT(trp_recycle(world, &b->actor), TRP_OK);
    box(5, 3);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(END(1, 0), BEGIN(1, 5));
}

static void recycle_both(const trp_contact *contact)
{
    if (contact->phase == TRP_CONTACT_END)
        return;
    CHECK_RESULT(trp_recycle(world, contact->a), TRP_OK);
    CHECK_RESULT(trp_recycle(world, contact->b), TRP_OK);
}

static void each_begin_has_an_end(void)
{
    set_up(8);
    for (uint32_t i = 1; i <= 4; i++)
        box(i, 3 * (float)i);
    when_notified = recycle_both;
    CHECK_EQ(contacts(), 2); /* 2 and 3 never begin: 2 died */
    CHECK_LOG(BEGIN(1, 2), BEGIN(3, 4));
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(END(0, 0), END(0, 0));
    when_notified = NULL;
    for (uint32_t i = 1; i <= 3; i++)
        box(i, 3 * (float)i);
    CHECK_EQ(contacts(), 2);
    when_notified = recycle_both;
    CHECK_EQ(contacts(), 2); /* in the same call: 2 died in the notification about 1 and 2 */
    CHECK_LOG(STAY(1, 2), END(0, 3));
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(END(0, 0));
}

static void memory_for_few(void)
{
    set_up(2);
    boxed *a = box(1, 0);
    for (uint32_t i = 2; i <= 4; i++)
        box(i, 3 * (float)i - 3);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(BEGIN(1, 2), BEGIN(2, 3));
    CHECK_EQ(trp_space_get_stats(space).missed, 1);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(STAY(1, 2), STAY(2, 3));
    move(a, -50);
    CHECK_EQ(contacts(), 3); /* now there is room */
    CHECK_LOG(END(1, 2), STAY(2, 3), BEGIN(3, 4));
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(STAY(2, 3), STAY(3, 4));
}

static void no_room_for_a_new_one(void)
{
    set_up(2);
    boxed *a = box(1, -50);
    for (uint32_t i = 2; i <= 4; i++)
        box(i, 3 * (float)i - 3);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(BEGIN(2, 3), BEGIN(3, 4));
    move(a, 0); /* before them in the order */
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(STAY(2, 3), STAY(3, 4));
    CHECK_EQ(trp_space_get_stats(space).missed, 1);
}

static void within_itself(const trp_contact *contact)
{
    (void)contact;
    CHECK_MISUSE(world, trp_space_contacts(space, log_contact, NULL) == 0 ? told.result : TRP_OK,
                 TRP_BUSY);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 1);
    box(9, 1); /* begins at the next call */
    when_notified = NULL;
}

/* Bullets fly in swarms and touch each other, but pair only with the player. */
static void careless_pairs_take_no_room(void)
{
    when_notified = NULL;
    for (int kind = 0; kind < 3; kind++)
        for (uint32_t swarm = 1; swarm <= 60; swarm++)
        {
            world = stage_world();
            pool = space_pool(world, 64);
            space = trp_space_create(world, &(trp_space_desc){.kind = (trp_space_kind)kind,
                                                              .capacity = 64,
                                                              .cell = 10,
                                                              .hits = 300,
                                                              .contacts = 64});
            trp_space_add_pool(
                space, pool,
                &(trp_space_pool_desc){.box = TRP_BOX(boxed, box), .category = 2, .mask = 1});
            stage_log_clear();
            for (uint32_t i = 1; i <= swarm; i++)
                box(i, 5 + 0.01f * (float)i);
            trp_space_set_bits(space, &box(100, 8)->actor, 1, 2);
            trp_space_set_bits(space, &box(101, 8)->actor, 4,
                               2); /* the swarm does not pair with it */
            CHECK_EQ(contacts(), swarm);
            CHECK_EQ(trp_space_pairs(space, NULL, NULL), swarm);
            CHECK_EQ(trp_world_misuse_count(world), 0);
        }
}

static void misuses(void)
{
    set_up(2);
    box(1, 0);
    box(2, 0);
    when_notified = within_itself;
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(BEGIN(1, 2));
    CHECK_MISUSE(world, trp_space_contacts(space, NULL, NULL) == 0 ? told.result : TRP_OK,
                 TRP_ERR_NULL);
    set_up(0);
    CHECK_MISUSE(world, trp_space_contacts(space, log_contact, NULL) == 0 ? told.result : TRP_OK,
                 TRP_ERR_DESC);
    CHECK_EQ(trp_space_contacts(NULL, log_contact, NULL), 0);
}

const situation space_contacts_situations[] = {
    {"contacts begin, stay and end", begin_stay_end},
    {"a contact ends when one leaves, dies or falls asleep", death_ends},
    {"where a number has changed hands, the old contact ends and a new one begins", replaced},
    {"each begin has an end, whatever callbacks do", each_begin_has_an_end},
    {"contacts beyond the memory wait until there is room", memory_for_few},
    {"a new contact takes no room from those that stay", no_room_for_a_new_one},
    {"touching actors whose masks exclude each other take no room", careless_pairs_take_no_room},
    {"misuse", misuses},
};
const unsigned space_contacts_situation_count =
    sizeof space_contacts_situations / sizeof space_contacts_situations[0];
