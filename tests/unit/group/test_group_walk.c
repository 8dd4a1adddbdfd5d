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

static void set_up(void)
{
    set_up_with(TRP_ORDER_MEMORY, MEMBERS);
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
    trp_group_each(thing, it, &group) visited[visits++] = it->id;
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
                    trp_group_each(thing, it, &group)
                    {
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

SITUATION("freed inside a walk")
{
    set_up();
    trp_group_each(thing, it, &group)
    {
        visits++;
        if (it->id == 30)
            CHECK_OK(trp_group_free(&group));
    }
    CHECK_EQ(visits, 30);
}

/* added entries wait for the next walk, however many they are, and however the array moves */
SITUATION("adds and growth inside a walk")
{
    set_up_with(TRP_ORDER_MEMORY, 40);
    size_t before = trp_group_info(&group).capacity;
    trp_group_each(thing, it, &group)
    {
        visits++;
        CHECK(it->id <= 40);
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, 100 + it->id)->actor));
        if (it->id % 3 == 0)
            CHECK_OK(trp_recycle(world, &it->actor));
    }
    CHECK_EQ(visits, 40);
    CHECK(trp_group_info(&group).capacity > before);
    CHECK_EQ(trp_group_size(&group), 80);
    log_members();
    CHECK_EQ(visits, 40 - 13 + 40);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(trp_group_size(&group), visits);
}

SITUATION("left in the middle")
{
    set_up();
    for (uint32_t id = 2; id <= MEMBERS; id += 2)
        recycle(id);
    for (uint32_t stop = 1; stop < MEMBERS; stop += 6) {
        uint32_t id = 1;
        trp_group_each(thing, it, &group)
        {
            CHECK_EQ(it->id, id);
            if (it->id >= stop)
                break;
            id += 2;
        }
        for (uint32_t i = 0, next = 1; i < trp_group_size(&group); i++) {
            thing *it = trp_as(thing, trp_group_at(&group, i));
            if (it == NULL)
                continue;
            CHECK_EQ(it->id, next);
            next += 2;
        }
        CHECK_EQ(trp_group_measure(&group), MEMBERS / 2);
    }
    CHECK_EQ(group.walks, 0);
    log_members();
    CHECK_EQ(visits, MEMBERS / 2);
}

static bool find(uint32_t id)
{
    trp_group_each(thing, it, &group) if (it->id == id) return true;
    return false;
}

/* left by return: nothing is lost */
SITUATION("left by return")
{
    set_up();
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

SITUATION("nested walks")
{
    set_up_with(TRP_ORDER_MEMORY, 30);
    uint32_t pairs = 0, outer = 0;
    trp_group_each(thing, a, &group)
    {
        outer++;
        trp_group_each(thing, b, &group)
        {
            const bool is_last = b->id == 29;
            pairs++;
            if (b->id == a->id + 1 && a->id % 5 == 0)
                CHECK_OK(trp_recycle(world, &b->actor));
            if (is_last)
                break;
        }
        if (a->id == 7)
            CHECK_OK(trp_recycle(world, &a->actor));
    }
    CHECK_EQ(outer, 30 - 5);
    CHECK(pairs > 25 * 20);
    log_members();
    CHECK_EQ(visits, 30 - 6);
}

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
        trp_group_each(thing, it, &group) if (it->id == 2) continue;
    else
        stage_log(it->id);
    else stage_log(99);
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
