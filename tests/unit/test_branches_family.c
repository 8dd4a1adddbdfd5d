/* Families: the game has written to one link of a trp_kin, and all others are right. */
#include "../../src/core/internal.h"
#include "family_clan.h"
#include "heap.h"

static trp_kin *kin_of(uint32_t id)
{
    trp_actor *actor = clan_actors[id];
    const trp_pool *home = trp_pool_of(clan_world, actor);

    if (home == clan_pools[MEMBERS])
        return &trp_as(member, actor)->kin;
    if (home == clan_pools[CARTS])
        return &trp_container_of(cart, node, actor)->kin;
    return &trp_as(rider, actor)->kin;
}

/* 1 has the children 2, 3 and 4 */
static void begin(void)
{
    clan_set_up(false);
    clan_plant();
}

#define CHECK_CHILDREN(...)                                                                        \
    do                                                                                             \
    {                                                                                              \
        stage_log_clear();                                                                         \
        clan_log_children(1);                                                                      \
        CHECK_LOG(__VA_ARGS__);                                                                    \
    } while (0)

static void the_parents_last_is_another(void)
{
    begin();
    kin_of(1)->last = kin_of(2);
    CHECK_MISUSE(clan_world, clan_detach(4), TRP_ERR_CORRUPT);
    CHECK_CHILDREN(2, 3, 4);
    CHECK_QUIET(clan_world, clan_detach(4), TRP_OK);
    CHECK_CHILDREN(2, 3);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 2);
}

static void the_parents_first_is_gone(void)
{
    begin();
    kin_of(1)->first = NULL;
    CHECK_CHILDREN();
    clan_create(MEMBERS, 15);
    CHECK_MISUSE(clan_world, clan_attach(1, 15), TRP_ERR_CORRUPT);
    CHECK_CHILDREN(2, 3, 4);
    CHECK_QUIET(clan_world, clan_attach(1, 15), TRP_OK);
    CHECK_CHILDREN(2, 3, 4, 15);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 4);
}

static void the_last_has_a_next(void)
{
    begin();
    kin_of(4)->next = kin_of(2); /* round and round? */
    CHECK_CHILDREN(2, 3, 4);
    clan_create(MEMBERS, 15);
    CHECK_MISUSE(clan_world, clan_attach(1, 15), TRP_ERR_CORRUPT);
    CHECK_QUIET(clan_world, clan_attach(1, 15), TRP_OK);
    CHECK_CHILDREN(2, 3, 4, 15);
    CHECK_RESULT(clan_each(1), TRP_OK);
}

static void a_childs_next_is_gone(void)
{
    begin();
    kin_of(2)->next = NULL;
    CHECK_CHILDREN(2);
    CHECK_MISUSE(clan_world, clan_detach(3), TRP_ERR_CORRUPT);
    CHECK_CHILDREN(2, 3, 4);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 3);
    CHECK_QUIET(clan_world, clan_detach(3), TRP_OK);
    CHECK_CHILDREN(2, 4);
}

static void a_childs_prev_is_gone(void)
{
    begin();
    kin_of(3)->prev = NULL;
    CHECK_MISUSE(clan_world, (clan_each(1), told.result), TRP_ERR_CORRUPT);
    CHECK_LOG(1, 2, 5, 6, 8, 3, 4, 7, 9, 10);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 3);
    CHECK_QUIET(clan_world, clan_each(1), TRP_OK);
}

/* who leaves is no longer known to the one in front of it */
static void one_ends_behind_an_overwritten_next(void)
{
    begin();
    kin_of(2)->next = NULL;
    CHECK_QUIET(clan_world, clan_recycle(3), TRP_OK);
    CHECK_CHILDREN(2);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 2);
    CHECK_MISUSE(clan_world, clan_detach(4), TRP_ERR_CORRUPT);
    CHECK_CHILDREN(2, 4);
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_EQ(trp_world_count(clan_world), 0);
    CHECK_VALID(clan_world);
}

/* so its own kin was another's, and its relatives were not told when it ended */
static void the_life_is_another(void)
{
    begin();
    kin_of(3)->life++;
    CHECK_QUIET(clan_world, clan_recycle(3), TRP_OK);
    stage_forget();
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_EQ(told.count, 1);
    /* where the bytes of the dead are marked they are not looked at */
    CHECK(told.result == TRP_ERR_FREE || told.result == TRP_ERR_CORRUPT);
    CHECK_EQ(trp_world_count(clan_world), 0);
    CHECK_VALID(clan_world);
}

static void overwrite_the_next(uint32_t id, trp_event event)
{
    if (id == 2 && event == TRP_EVENT_EXPIRED)
        *kin_of(5) = (trp_kin){0};
}

static void the_end_loses_its_way(void)
{
    begin();
    clan_when_told = overwrite_the_next;
    CHECK_RESULT(clan_expire(1), TRP_OK);
    CHECK_EQ(trp_state_of(clan_world, clan_actors[1]), TRP_STATE_EXPIRED);
    CHECK_EQ(trp_state_of(clan_world, clan_actors[2]), TRP_STATE_EXPIRED);
    for (uint32_t id = 3; id <= 10; id++)
        CHECK_EQ(trp_state_of(clan_world, clan_actors[id]), TRP_STATE_ACTIVE);
    CHECK_MISUSE(clan_world, (trp_update_all(clan_world, 1), told.result), TRP_ERR_CORRUPT);
    CHECK_EQ(trp_world_count(clan_world), 1); /* they end with 1 and 2 after all, but for 5 */
    CHECK_EQ(trp_state_of(clan_world, clan_actors[5]), TRP_STATE_ACTIVE);
    CHECK_VALID(clan_world);
}

static trp_kin instead;

static void overwrite_two(uint32_t id)
{
    if (id == 7)
    {
        *kin_of(10) = (trp_kin){0};
        *kin_of(7) = instead;
    }
}

/* nobody knows whose children are to be mended */
static void a_parent_and_its_child(void)
{
    static trp_actor stranger;

    for (int who = 0; who < 2; who++)
    {
        begin();
        stranger = (trp_actor){0};
        instead = (trp_kin){.actor = who != 0 ? &stranger : NULL};
        clan_when_visited = overwrite_two;
        CHECK_MISUSE(clan_world, clan_each(4), TRP_ERR_CORRUPT);
        CHECK_LOG(4, 7, 9);
        CHECK_EQ(trp_family_count(&clan_family, clan_actors[7]), 0);
        CHECK(trp_family_parent(&clan_family, clan_actors[10]) == NULL);
        CHECK_VALID(clan_world);
    }
}

static void those_above_the_parent_are_not_known(void)
{
    begin();
    *kin_of(7) = (trp_kin){0};
    CHECK_QUIET(clan_world, clan_detach(2), TRP_OK);
    CHECK_QUIET(clan_world, clan_attach(9, 2), TRP_OK); /* it brings children along */
    CHECK_QUIET(clan_world, clan_each(9), TRP_OK);
    CHECK_LOG(9, 2, 5, 6, 8);
    CHECK_VALID(clan_world);
}

static void a_walk_from_an_overwritten_node(void)
{
    begin();
    *clan_actors[3] = (trp_actor){0};
    CHECK_MISUSE(clan_world, clan_each(3), TRP_ERR_CORRUPT);
    CHECK_LOG();
    CHECK_MISUSE(clan_world, clan_detach(3), TRP_ERR_CORRUPT); /* mends it */
    CHECK_QUIET(clan_world, clan_each(3), TRP_OK);
    CHECK_LOG(3);
    CHECK_VALID(clan_world);
}

/* the node of one that stays related: its life is lost, and its kin's links must say whose they are */
static void begin_with_a_mended(uint32_t id)
{
    begin();
    *clan_actors[id] = (trp_actor){0};
    CHECK_MISUSE(clan_world, clan_detach(id), TRP_ERR_CORRUPT);
}

static uint32_t parent_of(uint32_t id)
{
    return clan_id_or_0(trp_family_parent(&clan_family, clan_actors[id]));
}

static void links_say_whose_they_are(void)
{
    begin_with_a_mended(1);
    CHECK_CHILDREN(2, 3, 4);
    begin_with_a_mended(6);
    CHECK_EQ(parent_of(6), 2);
    CHECK_EQ(parent_of(8), 6);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[6]), 1);
    kin_of(6)->first = kin_of(5); /* a brother's: so all of this is another's */
    CHECK_EQ(parent_of(6), 0);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[6]), 0);
    begin_with_a_mended(3);
    CHECK_EQ(parent_of(3), 1);
    kin_of(3)->next = NULL; /* but it is not the last */
    CHECK_EQ(parent_of(3), 0);
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    if (clan_actors[4] != NULL) /* it was reached from there */
        CHECK_RESULT(clan_recycle(4), TRP_OK);
    CHECK_EQ(trp_world_count(clan_world), 0);
    CHECK_VALID(clan_world);
}

static trp_family late;
static unsigned asked;

static void ask_too_late(uint32_t id, trp_reason reason)
{
    (void)id;
    (void)reason;
    asked++;
    CHECK_MISUSE(clan_world, trp_family_init(&late, clan_world, NULL), TRP_BUSY);
    CHECK(situation_text_has(told.message, "the world ends"));
    CHECK_MISUSE(clan_world, trp_family_add(&clan_family, clan_pools[CARTS], TRP_KIN(cart, owner)),
                 TRP_BUSY);
    CHECK(situation_text_has(told.message, "the world ends"));
}

static void no_family_begins_while_the_world_ends(void)
{
    begin();
    late = (trp_family){0};
    asked = 0;
    clan_when_gone = ask_too_late;
    CHECK_RESULT(trp_world_destroy(clan_world), TRP_OK);
    CHECK_EQ(asked, 10);
    CHECK(late.world == NULL);
}

typedef struct bare
{
    trp_actor actor;
} bare;

static void a_struct_too_small_for_kin(void)
{
    trp_pool *pool;

    CHECK(sizeof(bare) < sizeof(trp_kin));
    begin();
    pool = stage_pool_as(clan_world, (trp_pool_desc){.type = TRP_TYPE(bare, actor), .capacity = 1});
    CHECK_MISUSE(clan_world, trp_family_add(&clan_family, pool, sizeof(bare), 0), TRP_ERR_VALUE);
    CHECK_VALID(clan_world);
}

static trp_family kin;
static trp_world *world;
static trp_pool *pool;

static void set_up_growing(void)
{
    pool = clan_set_up_growing(&kin, 3);
    world = trp_pool_world(pool);
}

static trp_kin *kin_at(uint32_t slot)
{
    return &trp_as(member, trp_pool_at(pool, slot))->kin;
}

/* 0 has the children 1, 2 and 3, in one order or another; 3 ends without its relatives being told, its memory goes */
static void lose_the_third(const uint32_t order[3])
{
    set_up_growing();
    for (unsigned i = 0; i < 3; i++)
        CHECK_RESULT(trp_family_attach(&kin, trp_pool_at(pool, 0), trp_pool_at(pool, order[i])),
                     TRP_OK);
    *kin_at(3) = (trp_kin){0};
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 3)), TRP_OK);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 4)), TRP_OK);
}

static void check_trimmed(uint32_t first, uint32_t second)
{
    const unsigned char *chunk = (const unsigned char *)pool->grown[0].memory;
    const size_t bytes = pool->grown[0].bytes;
    trp_actor *parent = trp_pool_at(pool, 0);
    trp_actor *child;

    CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
    CHECK_EQ(trp_pool_capacity(pool), 3);
    CHECK_EQ(trp_family_count(&kin, parent), 2);
    child = trp_family_first(&kin, parent);
    CHECK(child == trp_pool_at(pool, first));
    child = trp_family_next(&kin, child);
    CHECK(child == trp_pool_at(pool, second));
    CHECK(trp_family_next(&kin, child) == NULL);
    CHECK_RESULT(trp_recycle(world, parent), TRP_OK);
    CHECK_EQ(trp_pool_count(pool), 0);
    for (size_t i = 0; i < bytes; i++)
        CHECK_EQ(chunk[i], 0xDD); /* nobody has written there */
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(heap_out, 0);
}

static void the_lost_stood_anywhere(void)
{
    static const uint32_t orders[][3] = {{3, 1, 2}, {1, 3, 2}, {2, 3, 1}, {1, 2, 3}};

    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++)
    {
        const uint32_t *order = orders[i];
        const uint32_t first = order[0] == 3 ? order[1] : order[0];
        lose_the_third(order);
        check_trimmed(first, 3 - first);
    }
}

/* a link leads to no pool of the family */
static void a_link_leads_nowhere(void)
{
    static trp_kin nobodys;

    lose_the_third((const uint32_t[]){3, 1, 2});
    nobodys = (trp_kin){0};
    kin_at(0)->first = &nobodys;
    stage_forget();
    check_trimmed(1, 2); /* they are reached from the other end */
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
}

const situation branches_family_situations[] = {
    {"a parent's last child is another", the_parents_last_is_another},
    {"a parent's first child is gone", the_parents_first_is_gone},
    {"the last child has a next one", the_last_has_a_next},
    {"a child's next one is gone", a_childs_next_is_gone},
    {"a child's previous one is gone", a_childs_prev_is_gone},
    {"one ends whom the one in front does not know", one_ends_behind_an_overwritten_next},
    {"a child's life is another", the_life_is_another},
    {"the one whose turn comes is overwritten while a parent expires", the_end_loses_its_way},
    {"a parent and its child are overwritten in a walk", a_parent_and_its_child},
    {"who stands above the parent is not known", those_above_the_parent_are_not_known},
    {"a walk begins at an overwritten node", a_walk_from_an_overwritten_node},
    {"the links of one whose node was overwritten say whose they are", links_say_whose_they_are},
    {"while the world ends no family begins or gets a pool", no_family_begins_while_the_world_ends},
    {"a struct may be too small for kin", a_struct_too_small_for_kin},
    {"the lost child stood anywhere among the others", the_lost_stood_anywhere},
    {"a link leads to nobody's memory", a_link_leads_nowhere},
};
const unsigned branches_family_situation_count =
    sizeof branches_family_situations / sizeof branches_family_situations[0];
