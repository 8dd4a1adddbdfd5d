#include "../../../src/core/core.h" /* events that a pool notifies, and whether it is plain */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(group_life);

/* hooks, the world's end, drawing, misuse */

static trp_world *world;
static trp_pool *pool;
static trp_group group;
static trp_handle handles[64];
static uint32_t to_add, to_replace;

static void on_added(trp_actor *actor, const trp_context *in)
{
    CHECK(in->group == &group);
    CHECK(in->user == &to_add);
    stage_log(100 + trp_as(thing, actor)->id);
    CHECK(trp_group_has(in->group, actor));
    if (to_add != 0)
        CHECK_OK(trp_group_add(in->group, &stage_thing(pool, to_add--)->actor));
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    CHECK(in->group == &group);
    CHECK(in->user == &to_add);
    CHECK(trp_get(world, handle) == NULL);
    for (uint32_t id = 0; id < 64; id++)
        if (trp_handle_equal(handles[id], handle))
            stage_log(200 + id);
    if (to_replace != 0)
        CHECK_OK(trp_group_add(in->group, &stage_thing(pool, to_replace--)->actor));
}

static void set_up_as(trp_group_desc desc)
{
    world = stage_world();
    trp_pool_desc of = stage_silent_desc(40, TRP_ORDER_MEMORY);
    pool = stage_pool_as(world, of);
    to_add = 0;
    to_replace = 0;
    desc.user = &to_add;
    desc.on_added = on_added;
    desc.on_pruned = on_pruned;
    group = (trp_group){0};
    CHECK_QUIET(world, trp_group_init(&group, world, &desc), TRP_OK);
}

static void add(uint32_t id)
{
    thing *it = stage_thing(pool, id);
    handles[id] = trp_handle_of(world, &it->actor);
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
}

static void add_to(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        add(id);
    stage_log_clear();
}

static void recycle(uint32_t id)
{
    CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

static void log_members(void)
{
    trp_group_each (thing, it, &group)
        stage_log(it->id);
}

static void forget(trp_handle handle, const trp_context *in)
{
    CHECK_OK(trp_group_free(in->group));
}

SITUATION("a hook frees the group")
{
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.max = 3, .on_pruned = forget}));
    add_to(1, 3);
    recycle(1);
    recycle(2);
    CHECK_RESULT(trp_group_add(&group, &stage_thing(pool, 4)->actor), TRP_ERR_NULL);
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
}

SCRIPT("a group while the world ends",
       "pool 40; group; new 1-3; add 1-3; at -*: walk, add me !BUSY; go; destroy; memory oldest = "
       "-1x 2 3 -2x 3 -3x; newest = -3x 1 2 -2x 1 -1x; freegroup ?GONE");

static void draw(const trp_actor *self, const trp_view *view)
{
    trp_group another = {0};
    trp_actor *one = trp_group_at(&group, 0);
    if (trp_as(thing, self)->id != 1)
        return;
    CHECK_MISUSE(world, trp_group_add(&group, one), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_remove(&group, one), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_clear(&group), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_prune(&group), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_reserve(&group, 0), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_reserve(&group, 99), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_free(&group), TRP_BUSY);
    CHECK_MISUSE(world, trp_group_init(&another, world, NULL), TRP_BUSY);
    CHECK_EQ(trp_group_add_many(&group, &one, 1), 0);
    CHECK_EQ(trp_group_add_from(&group, &group, 0, UINT32_MAX), 0);
    log_members();
    CHECK_OK(trp_group_for_each(&group, stage_visit, NULL));
    trp_group_each (thing, it, &group)
        if (it->id == 3)
            break;
    CHECK_EQ(trp_group_size(&group), 4);
    CHECK_EQ(trp_group_measure(&group), 3);
}

SITUATION("while drawing groups are read, not changed")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, TRP_ORDER_MEMORY);
    desc.draw = draw;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, NULL));
    add_to(1, 4);
    recycle(2);
    stage_log_clear();
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_LOG(1, 3, 4, 1, 3, 4);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(trp_group_size(&group), 3);
}

static void draw_walking(const trp_actor *self, const trp_view *view)
{
    if (trp_as(thing, self)->id == 1)
        log_members();
}

/* a walk in a drawing in a walk: the outer one still counts as in progress */
SITUATION("a walk in a drawing in a walk")
{
    uint32_t seen = 0;
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, TRP_ORDER_MEMORY);
    desc.draw = draw_walking;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, world, NULL));
    add_to(1, 9);
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
    set_up_as((trp_group_desc){.capacity = 8});
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

typedef struct wide {
    trp_actor actor;
    uint32_t words[20];
} wide;

/* of another size, though the node is at the same place */
SITUATION("a walk of another type is refused, and names the group")
{
    unsigned visits = 0;
    set_up_as((trp_group_desc){.capacity = 8, .type = TRP_TYPE(thing, actor), .name = "squad"});
    add_to(1, 2);
    stage_forget();
    trp_group_each (wide, it, &group)
        visits += it != NULL;
    CHECK_EQ(visits, 0);
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, TRP_ERR_TYPE);
    CHECK_SAYS("'squad'");
    CHECK_OK(trp_group_free(&group));
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_MISUSE_SAYS(world, trp_group_for_each(&group, NULL, NULL), TRP_ERR_NULL, "'group'");
}

SITUATION("misuse")
{
    set_up_as((trp_group_desc){.capacity = 8, .type = TRP_TYPE(thing, actor)});
    trp_group second;
    add_to(1, 2);
    CHECK_MISUSE_SAYS(world, trp_group_init(&group, world, NULL), TRP_ERR_LINKED,
                      "the struct is initialised already");
    CHECK_EQ(trp_group_size(&group), 2);
    CHECK_MISUSE(world, trp_group_init(&second, world, &(trp_group_desc){.capacity = 1u << 29}),
                 TRP_ERR_LIMIT);
    CHECK_MISUSE(world, trp_group_init(&second, world, &(trp_group_desc){.capacity = 1u << 20}),
                 TRP_ERR_MEMORY);
    CHECK_QUIET(world, trp_group_free(&second), TRP_GONE);
    CHECK_MISUSE(world, trp_group_init(&second, world, &(trp_group_desc){.capacity = 3, .max = 2}),
                 TRP_ERR_DESC);
    stage_before(world);
    trp_group_each_of(crate, node, it, &group) CHECK(it == NULL);
    CHECK_EQ(told.result, TRP_ERR_TYPE);
    CHECK_SAYS("group");
    trp_world *far = stage_second_world(2);
    CHECK_OK(trp_group_init(&second, far, NULL));
    stage_before(far);
    CHECK_EQ(trp_group_add_from(&second, &group, 0, UINT32_MAX), 0);
    CHECK_EQ(told.result, TRP_ERR_FOREIGN);
    CHECK_OK(trp_group_free(&second));
    CHECK_OK(trp_group_init(&second, world, NULL));
    CHECK_OK(trp_group_free(&second));
}

SCRIPT("what was removed stays removed when its slot retires",
       "group; new 1; last 1; add 1; drop 1; recycle 1; retired 1; places 0");

/* groups do not affect pools: they are not notified of births and deaths */
SITUATION("pools stay plain beside groups")
{
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_OK(trp_group_free(&group));
    CHECK_EQ(pool->hears, 0);
    CHECK_OK(trp_group_init(&group, world, NULL));
    CHECK_EQ(pool->hears, TRP_EVENT_SHUTDOWN);
}

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
SCRIPT("... or after it", "group; new 1-6; add 1-6; freegroup; freegroup ?GONE; destroy");
