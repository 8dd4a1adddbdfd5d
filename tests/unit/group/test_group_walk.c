#include "../script.h"

SITUATIONS(group_walk);

#define MEMBERS 60u

static trp_world *world;
static trp_pool *pool;
static trp_group group;
static uint32_t visited[200], visits;

static void set_up_with(trp_order order, uint32_t members)
{
    world = stage_world();
    trp_pool_desc desc = stage_silent_desc(200, order);
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.capacity = members}));
    for (uint32_t id = 1; id <= members; id++)
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, id)->actor));
    visits = 0;
    stage_log_clear();
}

static void recycle(uint32_t id)
{
    thing *it = stage_find(pool, id);
    if (it != NULL)
        CHECK_OK(trp_recycle(world, &it->actor));
}

static void remove_member(uint32_t id)
{
    thing *it = stage_find(pool, id);
    if (it != NULL)
        CHECK_OK(trp_group_remove(&group, &it->actor));
}

static void log_members(void)
{
    visits = 0;
    trp_group_each (thing, it, &group)
        visited[visits++] = it->id;
}

/* the members are first .. last, except one */
static void check_members(uint32_t first, uint32_t last, uint32_t without)
{
    uint32_t at = 0;
    CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
    log_members();
    for (uint32_t id = first; id <= last; id++)
        if (id != without)
            CHECK_EQ(visited[at++], id);
    CHECK_EQ(visits, at);
    CHECK_EQ(trp_group_size(&group), at);
    CHECK_EQ(trp_group_measure(&group), at);
}

typedef void ending(uint32_t id);

static void expire(uint32_t id)
{
    CHECK_OK(trp_expire(world, &stage_find(pool, id)->actor));
}

/* every way to remove, from every place, seen from every place */
SITUATION("any removal inside a walk")
{
    static ending *const endings[] = {recycle, expire, remove_member};
    unsigned long cases = 0;
    for (int order = 0; order < 3; order++)
        for (int kind = 0; kind < 3; kind++)
            for (uint32_t at = 1; at <= MEMBERS; at += 7)
                for (uint32_t victim = 1; victim <= MEMBERS; victim++) {
                    set_up_with(stage_orders[order], MEMBERS);
                    uint32_t seen = 0, expected = victim > at ? MEMBERS - 1 : MEMBERS;
                    trp_group_each (thing, it, &group) {
                        seen++;
                        CHECK(it->id != victim || victim <= at);
                        CHECK_EQ(it->id, seen + (victim > at && it->id > victim));
                        if (it->id == at)
                            endings[kind](victim);
                    }
                    CHECK_EQ(seen, expected);
                    check_members(1, MEMBERS, victim);
                    cases++;
                }
    situation_cases("removals in a walk over a group", cases);
}

SCRIPT("freed inside a walk", "group; new 1-6; add 1-6; go; at 3: freegroup; walk; = 1 2 3");
SCRIPT("adds and growth inside a walk",
       "pool 20; group room 4; new 1-4; add 1-4; at *: new me+10, add me+10; at 3: recycle 3; go;"
       "walk; = 1 +11 2 +12 3 +13 -3 4 +14; places 1 2 0 4 11-14; still; walk; = 1 2 4 11-14;"
       "prune; places 1 2 4 11-14");
SCRIPT("left in the middle",
       "pool 12; group; new 1-12; add 1-12; recycle 2 4 6 8 10 12; go; at 5: leave; walk; = 1 3 5;"
       "places 1 0 3 0 5 0 7 0 9 0 11 0; still; walk; = 1 3 5 7 9 11; prune; places 1 3 5 7 9 11");

static bool find(uint32_t id)
{
    trp_group_each (thing, it, &group)
        if (it->id == id)
            return true;
    return false;
}

/* left by return: nothing is lost */
SITUATION("left by return")
{
    set_up_with(TRP_ORDER_MEMORY, MEMBERS);
    for (uint32_t id = 1; id <= MEMBERS; id++) {
        CHECK(find(id));
        if (id % 4 == 0)
            recycle(id);
        CHECK_EQ(find(id), id % 4 != 0);
    }
#if TRP__CAN_LEAVE
    CHECK_EQ(group.walks, 0);
#endif
    log_members();
    CHECK_EQ(visits, MEMBERS - MEMBERS / 4);
}

SCRIPT("nested walks", "group; new 1-6; add 1-6; go; at 2: still, walk, recycle 3 2; walk;"
                       "= 1 2 1 2 3 4 5 6 -3 -2 4 5 6; prune; places 1 4 5 6");

/* reading and walking members of many types */
SITUATION("members of many types")
{
    set_up_with(TRP_ORDER_MEMORY, 2);
    trp_pool *crates =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 3});
    for (uint32_t id = 11; id <= 12; id++)
        CHECK_OK(trp_group_add(&group, trp_create(crates, &(crate){.id = id, .weight = id})));
    trp_group_each_actor(it, &group) stage_log(
        trp_pool_of(world, it) == pool ? trp_as(thing, it)->id : trp_as_in(crate, node, it)->id);
    CHECK_LOG(1, 2, 11, 12);
    remove_member(1);
    remove_member(2);
    trp_group_each_of(crate, node, it, &group) stage_log(it->id + (uint32_t)it->weight);
    CHECK_LOG(22, 24);
}

/* a walk is one statement, like any loop */
SITUATION("a walk reads like a loop")
{
    set_up_with(TRP_ORDER_MEMORY, 5);
    if (visits == 0)
        trp_group_each (thing, it, &group)
            if (it->id == 2)
                continue;
            else
                stage_log(it->id);
    else
        stage_log(99);
    CHECK_LOG(1, 3, 4, 5);
}

SCRIPT("all recycle themselves", "pool 6; group; new 1-6; add 1-6; go; at *: recycle me; walk;"
                                 "= 1 -1 2 -2 3 -3 4 -4 5 -5 6 -6; places 0 0 0 0 0 0; walk; =");
SCRIPT("all die at the first, and their slots have new tenants",
       "in memory; pool 4; group; new 1-4; add 1-4; go; at 1: clear, new 11-14;"
       "walk; = 1 -1c -2c -3c -4c +11 +12 +13 +14; places 0 0 0 0");
SCRIPT("cleared and filled again inside a walk",
       "group; new 1-4; add 1-4; go; at 3: empty, add 1 2 3 4; walk; = 1 2 3;"
       "places 1 2 3 4");
SCRIPT("a walk by callback", "group; new 1-5; add 1-5; recycle 2; go; members; = 1 3 4 5");
