/* Groups beside hooks, drawing, systems and the end of the world. */
#include "../../../src/core/core.h" /* events that a pool notifies, and whether it is plain */
#include "../script.h"

SITUATIONS(group_life);

static trp_world *world;
static trp_pool *pool;
static trp_group group;

static void set_up(void)
{
    world = stage_world();
    pool = stage_pool_as(world, stage_silent_desc(40, TRP_ORDER_MEMORY));
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, NULL));
}

static void draw_walking(const trp_actor *self, const trp_view *view)
{
    if (trp_as(thing, self)->id == 1)
        trp_group_each (thing, it, &group)
            stage_log(it->id);
}

/* a walk in a drawing in a walk: the outer one still counts as in progress */
SITUATION("a walk in a drawing in a walk")
{
    uint32_t seen = 0;
    set_up();
    pool->desc.draw = draw_walking;
    for (uint32_t id = 1; id <= 9; id++)
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, id)->actor));
    stage_log_clear();
    trp_group_each (thing, it, &group) {
        seen++;
        if (it->id != 5)
            continue;
        CHECK_OK(trp_draw_all(world, NULL, 0));
        CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9);
        CHECK_OK(trp_group_remove(&group, &stage_find(pool, 2)->actor));
    }
    CHECK_EQ(seen, 9);
}

SITUATION("NULL, and a group that was not made")
{
    trp_group none = {0};
    trp_actor *nothing = NULL;
    set_up();
    trp_group *const both[] = {NULL, &none};
    for (int i = 0; i < 2; i++) {
        trp_group *r = both[i];
        CHECK_RESULT(trp_group_add(r, NULL), TRP_ERR_NULL);
        CHECK_EQ(trp_group_add_many(r, NULL, 3), 0);
        CHECK_EQ(trp_group_add_many(r, &nothing, 0), 0);
        CHECK_EQ(trp_group_add_many(r, &nothing, 1), 0);
        CHECK_EQ(trp_group_add_from(r, &group, 0, UINT32_MAX), 0);
        CHECK_EQ(trp_group_add_from(&group, r, 0, 1), 0);
        CHECK_QUIET(world, trp_group_add_from(&group, r, 0, UINT32_MAX) == 0 ? TRP_OK : TRP_GONE,
                    TRP_OK);
        CHECK_RESULT(trp_group_remove(r, NULL), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_clear(r), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_prune(r), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_reserve(r, 0), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_reserve(r, 1), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_for_each(r, stage_visit, NULL), TRP_ERR_NULL);
        CHECK_RESULT(trp_group_free(r), TRP_GONE);
        CHECK_EQ(trp_group_size(r) + trp_group_measure(r) + trp_group_info(r).capacity, 0);
        CHECK_EQ(trp_group_info(r).available, 0);
        CHECK(!trp_group_has(r, NULL));
        CHECK(trp_group_at(r, 0) == NULL);
        trp_group_each (thing, it, r)
            CHECK(it == NULL);
    }
    CHECK_RESULT(trp_group_init(&none, NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_group_init(NULL, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_group_for_each(&group, NULL, NULL), TRP_ERR_NULL);
}

/* groups do not affect pools: they are not notified of births and deaths */
SITUATION("pools stay plain beside groups")
{
    set_up();
    CHECK_OK(trp_group_free(&group));
    const uint32_t hears = pool->hears;
    CHECK_EQ(hears & TRP_EVENT_SHUTDOWN, 0);
    CHECK_OK(trp_group_init(&group, world, NULL));
    CHECK_EQ(pool->hears, hears | TRP_EVENT_SHUTDOWN);
}

/* a group and a family that lie in a system's struct */
static struct guard {
    trp_system system;
    trp_group watched;
    trp_family family;
} guards[2];

static void guard_dispose(trp_system *self, const trp_context *in)
{
    struct guard *guard = TRP_ITEM(struct guard, system, self);
    const trp_result result = guard->watched.world != NULL ? TRP_OK : TRP_GONE;
    unsigned char *bytes = (unsigned char *)guard;

    CHECK_QUIET(in->world, trp_group_free(&guard->watched), result);
    CHECK_QUIET(in->world, trp_family_free(&guard->family), result);
    stage_log((uint32_t)result);
    for (size_t i = 0; i < sizeof *guard; i++)
        bytes[i] = 0xA5; /* used for other data from now on */
}

SITUATION_FOR("a group's and a family's memory goes in dispose", unsigned, at_the_end, 0, 1)
{
    set_up();
    CHECK_OK(trp_group_free(&group));
    for (unsigned i = 0; i < 2; i++) {
        guards[i] = (struct guard){.system = {.name = "guard", .dispose = guard_dispose}};
        CHECK_OK(trp_group_init(&guards[i].watched, world, NULL));
        CHECK_OK(trp_family_init(&guards[i].family, world, NULL));
        CHECK_OK(trp_family_add(&guards[i].family, pool));
        CHECK_OK(trp_system_add(world, &guards[i].system));
    }
    stage_log_clear();
    if (at_the_end) {
        CHECK_OK(trp_world_destroy(world));
        CHECK_LOG(TRP_GONE, TRP_GONE);
        return;
    }
    stage_clear_systems(world);
    CHECK_LOG(TRP_OK, TRP_OK);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("a hook frees the group",
       "group max 3 hooks; new 1-4; add 1-3; recycle 1 2; at g-1: freegroup; at g-2: freegroup;"
       "add 4 ?NULL; places; freegroup ?GONE");
SCRIPT("a hook frees the group that many are added to",
       "group hooks; new 1 2; at g+1: freegroup; many 1 2; fitted 1; places; many 1 2; fitted 0;"
       "still; group max 1; add 1; recycle 2; many 1 2; fitted 0");
SCRIPT("a hook frees the group and makes another",
       "group hooks; new 1-4; add 1-4; clear; at g-1: freegroup, group hooks;"
       "at g-4: freegroup, group hooks; prune; places; freegroup; new 1-5; group max 4 hooks;"
       "add 1-4; recycle 1-4; add 5; places 5");
SCRIPT("... while many are added",
       "new 1-3; use 1; group; add 1-3; use 0; group hooks; at g+1: freegroup, group; many 1 2 3;"
       "fitted 3; places 2 3; freegroup; group hooks; slice 1 0; fitted 3; places 2 3");
SCRIPT("another group in the struct of a walk",
       "group; empty; empty; new 1-6; add 1-6; go; at 3: freegroup, group, add 1-6; walk; = 1 2 3");
SCRIPT("a hook adds the actor that is being added",
       "in memory; pool 40; group unique max 4 hooks; new 1-5; add 1-4; recycle 1 2;"
       "at g-1: add 5; at g-2: add 5; add 5; places 3 4 5");
SCRIPT("on_added and a visit count as callbacks",
       "group hooks; at g+1: trim !BUSY; at v1: trim !BUSY; new 1; add 1; trim;"
       "members; trim");
SCRIPT("a pool is trimmed in a walk over a group",
       "in memory; grows; pool 2 grow 64; group; new 1-40; add 1-40; go;"
       "at 3: recycle 3-40, trim, go; walk; =; slots 2");
SCRIPT("a group while the world ends",
       "pool 40; group; new 1-3; add 1-3; at -*: walk, add me !BUSY; go; destroy; "
       "memory oldest = -1x 2 3 -2x 3 -3x; newest = -3x 1 2 -2x 1 -1x; freegroup ?GONE");
SCRIPT("while drawing groups are read, not changed",
       "in memory; group; new 1-4; add 1-4; recycle 2; go; at d1: add 1 !BUSY, drop 1 !BUSY,"
       "empty !BUSY, prune !BUSY, grant 0 !BUSY, grant 99 !BUSY, freegroup !BUSY, use 1,"
       "group !BUSY, use 0, many 1 !BUSY, slice 0 0 !BUSY, walk, members; at 3: leave;"
       "draw; = d1 1 3 1 3 4 d3 d4; still; places 1 0 3 4; prune; places 1 3 4");
SCRIPT("a hook that adds overwrites nothing",
       "pool 40; group hooks; at g+1: new 9, add 9; at g+9: new 8, add 8; new 1; go;"
       "add 1; = g+1 +9 g+9 +8 g+8; places 1 9 8");
SCRIPT("on_pruned is called for each dead one once",
       "pool 40 still; group hooks; new 1-6; add 1-6; go; recycle 2 3; go; walk;"
       "= 1 4 5 6; prune; = g-2 g-3; prune; =; expire 6; tick; go; prune; = g-6;"
       "drop 1; recycle 4; go; empty; =");
SCRIPT("on_pruned is called for external ones",
       "in newest oldest; pool 6 external; group hooks; new 10 11; add 10 11;"
       "recycle 11; go; prune; = g-11");
SCRIPT("a hook replaces the pruned",
       "in memory; pool 40; group max 8 hooks; new 1-8; add 1-8; recycle 3 4; go;"
       "at g-4: new 21, add 21; at g-3: new 20, add 20; prune;"
       "= g-4 +21 g+21 g-3 +20 g+20; places 1 2 5 6 7 8 21 20; still; recycle 1;"
       "at g-1: new 30, add 30; new 40; add 40 ?FULL; places 2 5 6 7 8 21 20 30");
SCRIPT("a hook ends the actor to be added",
       "in memory; pool 40; group max 3 hooks; new 1-3 5; add 1-3; recycle 1;"
       "at g-1: recycle 5, new 6; add 5 ?GONE; places 2 3");
SCRIPT("the world ends before the group, or after it",
       "group; new 1-6; add 1-6; destroy; go; walk; =; freegroup ?GONE");
SCRIPT("... or after it", "group; new 1-6; add 1-6; freegroup; add 1 ?NULL; freegroup ?GONE; destroy");
