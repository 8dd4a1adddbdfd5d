/* Families: `*it = (type){0}` over a live actor takes its trp_kin with it. */
#include "../../src/core/internal.h"
#include "family_clan.h"
#include "heap.h"

/* its relatives still lead to it */
static void overwrite(uint32_t id, bool node_too)
{
    trp_actor *actor = clan_actors[id];
    if (id % 3 == MEMBERS)
    {
        if (node_too)
            *trp_as(member, actor) = (member){.id = id};
        trp_as(member, actor)->kin = (trp_kin){0};
    }
    else if (id % 3 == CARTS)
    {
        cart *it = trp_container_of(cart, node, actor);
        if (node_too)
            *it = (cart){.id = id};
        it->kin = (trp_kin){0};
    }
    else
    {
        if (node_too)
            *trp_as(rider, actor) = (rider){.id = id};
        trp_as(rider, actor)->kin = (trp_kin){0};
    }
}

/* 1 has the children 2, 3 and 4, and one of them is overwritten */
static uint32_t set_up(uint32_t number)
{
    const uint32_t victim = 2 + number % 3;
    clan_set_up(false);
    clan_plant();
    overwrite(victim, number >= 3);
    return victim;
}

/* the others are found, whichever end of the list they stand at */
static void check_others(uint32_t victim)
{
    clan_log_children(1);
    if (victim == 2)
        CHECK_LOG(3, 4);
    else if (victim == 3)
        CHECK_LOG(2, 4);
    else
        CHECK_LOG(2, 3);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 2);
}

static void a_walk_mends(void)
{
    for (uint32_t number = 0; number < 6; number++)
    {
        const uint32_t victim = set_up(number);
        CHECK_MISUSE(clan_world, (clan_each(1), told.result), TRP_ERR_CORRUPT);
        if (victim == 2)
            CHECK_LOG(1, 3, 4, 7, 9, 10);
        else if (victim == 3)
            CHECK_LOG(1, 2, 5, 6, 8, 4, 7, 9, 10);
        else
            CHECK_LOG(1, 2, 5, 6, 8, 3);
        check_others(victim);
    }
}

static void attaching_mends(void)
{
    for (uint32_t number = 0; number < 6; number++)
    {
        const uint32_t victim = set_up(number);
        clan_create(MEMBERS, 15);
        if (victim == 4) /* the last: this is where it would be attached */
            CHECK_MISUSE(clan_world, clan_attach(1, 15), TRP_ERR_CORRUPT);
        CHECK_QUIET(clan_world, clan_attach(1, 15), TRP_OK);
        (void)clan_each(1);
        stage_log_clear();
        CHECK_QUIET(clan_world, clan_detach(15), TRP_OK);
        check_others(victim);
    }
}

static void detaching_mends(void)
{
    for (uint32_t number = 0; number < 6; number++)
    {
        const uint32_t victim = set_up(number);
        const uint32_t other = victim == 3 ? 2 : 3; /* beside it */
        CHECK_MISUSE(clan_world, clan_detach(other), TRP_ERR_CORRUPT);
        check_others(victim);
        CHECK_QUIET(clan_world, clan_detach(other), TRP_OK);
        CHECK_EQ(trp_family_count(&clan_family, clan_actors[1]), 1);
    }
}

/* all go but the victim and those below it */
static void an_end_mends(void)
{
    for (uint32_t number = 0; number < 12; number++)
    {
        const uint32_t victim = set_up(number % 6);
        const uint32_t rest = victim == 2 ? 4 : victim == 3 ? 1 : 4;
        if (number < 6)
            CHECK_MISUSE(clan_world, (clan_recycle(1), told.result), TRP_ERR_CORRUPT);
        else
            CHECK_MISUSE(clan_world, (clan_expire(1), told.result), TRP_ERR_CORRUPT);
        CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
        CHECK_EQ(trp_world_count(clan_world), rest);
        if (clan_recycle(victim) == TRP_ERR_CORRUPT)
            CHECK_RESULT(clan_recycle(victim), TRP_OK);
        (void)trp_pool_clear(clan_pools[MEMBERS]);
        (void)trp_pool_clear(clan_pools[CARTS]);
        (void)trp_pool_clear(clan_pools[RIDERS]);
        CHECK_EQ(trp_world_count(clan_world), 0);
    }
}

/* its children are roots, and it can be a parent again */
static void an_overwritten_parent(void)
{
    clan_set_up(false);
    clan_plant();
    overwrite(7, false);
    CHECK(trp_family_parent(&clan_family, clan_actors[9]) == NULL);
    CHECK(trp_family_parent(&clan_family, clan_actors[7]) == NULL);
    CHECK(trp_family_next(&clan_family, clan_actors[7]) == NULL);
    CHECK_EQ(trp_family_count(&clan_family, clan_actors[7]), 0);
    CHECK_MISUSE(clan_world, clan_attach(3, 9), TRP_ERR_CORRUPT);
    CHECK_QUIET(clan_world, clan_attach(3, 9), TRP_OK);
    CHECK_RESULT(clan_each(3), TRP_OK);
    CHECK_LOG(3, 9);
    CHECK_MISUSE(clan_world, clan_detach(10), TRP_ERR_CORRUPT);
    CHECK_QUIET(clan_world, clan_attach(7, 10), TRP_OK);
    CHECK_MISUSE(clan_world, (clan_each(4), told.result), TRP_ERR_CORRUPT);
    CHECK_LOG(4);
    CHECK_QUIET(clan_world, clan_attach(4, 7), TRP_OK);
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_EQ(trp_world_count(clan_world), 0);
    CHECK_VALID(clan_world);
}

static void overwrite_itself(uint32_t id)
{
    if (id == 3)
        overwrite(3, true);
}

static void overwrite_the_next(uint32_t id)
{
    if (id == 2)
        overwrite(5, false);
    if (id == 9)
        overwrite(7, false);
}

static void overwritten_in_a_walk(void)
{
    clan_set_up(false);
    clan_plant();
    clan_when_visited = overwrite_itself;
    CHECK_QUIET(clan_world, clan_each(1), TRP_OK);
    CHECK_LOG(1, 2, 5, 6, 8, 3, 4, 7, 9, 10);
    clan_when_visited = overwrite_the_next;
    CHECK_MISUSE(clan_world, clan_each(2), TRP_ERR_CORRUPT);
    CHECK_LOG(2);
    CHECK_MISUSE(clan_world, clan_each(4), TRP_ERR_CORRUPT); /* from 10 nobody knows the way back */
    CHECK_LOG(4, 7, 9, 10);
}

/* the list of actors mends the node, and the relations hold */
static void only_the_node(void)
{
    clan_set_up(false);
    clan_plant();
    *clan_actors[6] = (trp_actor){0};
    CHECK_RESULT(trp_update_all(clan_world, 1), TRP_OK);
    (void)clan_recycle(6);
    if (clan_actors[6] != NULL)
        CHECK_RESULT(clan_recycle(6), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_PARENT, 8), GONE(TRP_REASON_RECYCLED, 6));
    clan_log_children(2);
    CHECK_LOG(5);
    *clan_actors[9] = (trp_actor){0};
    CHECK_RESULT(clan_recycle(1), TRP_OK);
    CHECK_EQ(trp_world_count(clan_world), 0);
}

static trp_family kin;
static trp_world *world;
static trp_pool *pool;

static void set_up_growing(void)
{
    pool = clan_set_up_growing(&kin, 2);
    world = trp_pool_world(pool);
}

static void relate(uint32_t parent, uint32_t child)
{
    CHECK_RESULT(trp_family_attach(&kin, trp_pool_at(pool, parent), trp_pool_at(pool, child)),
                 TRP_OK);
}

static void lose(uint32_t slot)
{
    trp_actor *actor = trp_pool_at(pool, slot);
    trp_as(member, actor)->kin = (trp_kin){0};
    CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
}

static void count_visit(trp_actor *actor, void *user)
{
    (void)actor;
    ++*(uint32_t *)user;
}

/* its kin overwritten, it could not tell its relatives that it went; then its memory goes, too */
static void the_memory_of_the_overwritten_goes(void)
{
    for (int who = 0; who < 4; who++)
    {
        set_up_growing();
        if (who == 0) /* the parent of both */
        {
            relate(2, 0);
            relate(2, 1);
        }
        else /* one of three children */
            for (uint32_t child = 1; child <= 3; child++)
                relate(0, who == 1 ? 4 - child : child % 3 + 1);
        if (who == 3)
        {
            CHECK_RESULT(trp_family_detach(&kin, trp_pool_at(pool, 1)), TRP_OK);
            relate(2, 1); /* whose new parent goes as well */
        }
        lose(3);
        lose(2);
        const unsigned char *chunk = (const unsigned char *)pool->grown[0].memory;
        const size_t bytes = pool->grown[0].bytes;
        uint32_t visits = 0;
        CHECK_RESULT(trp_pool_trim(pool), TRP_OK);
        CHECK_EQ(trp_pool_capacity(pool), 2);
        for (uint32_t slot = 0; slot < 2; slot++)
        {
            CHECK(trp_family_parent(&kin, trp_pool_at(pool, slot)) ==
                  (slot == 1 && (who == 1 || who == 2) ? trp_pool_at(pool, 0) : NULL));
            CHECK_EQ(trp_family_count(&kin, trp_pool_at(pool, slot)),
                     slot == 0 && (who == 1 || who == 2));
        }
        CHECK_RESULT(trp_family_each(&kin, trp_pool_at(pool, 0), count_visit, &visits), TRP_OK);
        CHECK_EQ(visits, who == 1 || who == 2 ? 2 : 1);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 1)), TRP_OK);
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 0)), TRP_OK);
        for (size_t i = 0; i < bytes; i++)
            CHECK_EQ(chunk[i], 0xDD); /* nobody has written there */
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
        CHECK_EQ(heap_out, 0);
    }
}

const situation family_mend_situations[] = {
    {"a walk mends what was overwritten", a_walk_mends},
    {"attaching mends what was overwritten", attaching_mends},
    {"detaching mends what was overwritten", detaching_mends},
    {"the end of a parent mends what was overwritten", an_end_mends},
    {"a parent is overwritten", an_overwritten_parent},
    {"a visit overwrites itself, and the next one", overwritten_in_a_walk},
    {"only the node is overwritten", only_the_node},
    {"the memory of the overwritten is given back", the_memory_of_the_overwritten_goes},
};
const unsigned family_mend_situation_count =
    sizeof family_mend_situations / sizeof family_mend_situations[0];
