#include "../../../src/core/core.h" /* events that a pool notifies, and whether it is plain */
#include "../ledger.h"
#include "../stage.h"

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
        CHECK_RESULT(trp_group_add(in->group, &stage_thing(pool, to_add--)->actor), TRP_OK);
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
        CHECK_RESULT(trp_group_add(in->group, &stage_thing(pool, to_replace--)->actor), TRP_OK);
}

static void set_up_as(trp_group_desc desc)
{
    world = stage_world();
    trp_pool_desc of = stage_desc(40, TRP_ORDER_MEMORY);
    of.on_create = NULL;
    of.on_end = NULL;
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
    CHECK_RESULT(trp_recycle(world, &stage_find(pool, id)->actor), TRP_OK);
}

static void log_members(void)
{
    trp_group_each(thing, it, &group) stage_log(it->id);
}

/* an add in the hook comes after, and overwrites nothing */
static void a_hook_that_adds(void)
{
    set_up_as((trp_group_desc){.capacity = 30});
    to_add = 9;
    add(1);
    CHECK_LOG(101, 109, 108, 107, 106, 105, 104, 103, 102, 101);
    log_members();
    CHECK_LOG(1, 9, 8, 7, 6, 5, 4, 3, 2, 1);
}

static void called_for_the_pruned_once(void)
{
    set_up_as((trp_group_desc){.capacity = 30});
    add_to(1, 6);
    recycle(2);
    recycle(3);
    CHECK_LOG();
    log_members();
    CHECK_LOG(1, 4, 5, 6);
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_LOG(203, 202);
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_LOG();
    CHECK_RESULT(trp_expire(world, &stage_find(pool, 6)->actor), TRP_OK);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    stage_log_clear();
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_LOG(206);
    CHECK_RESULT(trp_group_remove(&group, &stage_find(pool, 1)->actor), TRP_OK);
    recycle(4);
    CHECK_RESULT(trp_group_clear(&group), TRP_OK);
    CHECK_LOG();
}

/* dead external actors are reported by their handles, too */
static void called_for_external_ones(void)
{
    static thing mine[2];
    set_up_as((trp_group_desc){.capacity = 30});
    trp_pool_desc desc = stage_desc(6, TRP_ORDER_OLDEST);
    desc.external = TRP_EXTERNAL;
    desc.on_create = NULL;
    desc.on_end = NULL;
    trp_pool *guests = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 2; i++)
    {
        mine[i] = (thing){.id = 10 + i};
        CHECK(trp_adopt(guests, &mine[i].actor) != NULL);
        CHECK_RESULT(trp_group_add(&group, &mine[i].actor), TRP_OK);
        handles[10 + i] = trp_handle_of(world, &mine[i].actor);
    }
    stage_log_clear();
    CHECK_RESULT(trp_recycle(world, &mine[1].actor), TRP_OK);
    mine[1] = (thing){.id = 0};
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_LOG(211);
}

static void a_hook_that_replaces_the_pruned(void)
{
    set_up_as((trp_group_desc){.capacity = 8, .max = 8});
    add_to(1, 8);
    recycle(3);
    recycle(4);
    to_replace = 21;
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_LOG(203, 121, 204, 120);
    log_members();
    CHECK_LOG(1, 2, 5, 6, 7, 8, 21, 20);
    recycle(1);
    to_replace = 30;
    /* the add prunes, and the hook takes the room that the add made */
    CHECK_RESULT(trp_group_add(&group, &stage_thing(pool, 40)->actor), TRP_ERR_FULL);
    CHECK_EQ(trp_group_size(&group), 8);
}

static void forget(trp_handle handle, const trp_context *in)
{
    CHECK_RESULT(trp_group_free(in->group), TRP_OK);
}

static void a_hook_that_frees(void)
{
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    CHECK_RESULT(trp_group_init(&group, world, &(trp_group_desc){.max = 3, .on_pruned = forget}),
                 TRP_OK);
    add_to(1, 3);
    recycle(1);
    recycle(2);
    CHECK_RESULT(trp_group_add(&group, &stage_thing(pool, 4)->actor), TRP_ERR_NULL);
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
}

static void end_the_fifth(trp_handle handle, const trp_context *in)
{
    recycle(5);
    stage_thing(pool, 6);
}

/* the add prunes, and the hook ends the actor to be added; its slot has another actor */
static void a_hook_that_ends_the_added_actor(void)
{
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    CHECK_RESULT(
        trp_group_init(&group, world, &(trp_group_desc){.max = 3, .on_pruned = end_the_fifth}),
        TRP_OK);
    add_to(1, 3);
    thing *it = stage_thing(pool, 5);
    recycle(1);
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_GONE);
    log_members();
    CHECK_LOG(2, 3);
}

static void the_world_ends_first(void)
{
    set_up_as((trp_group_desc){.capacity = 8});
    add_to(1, 6);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG();
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK(trp_group_at(&group, 0) == NULL);
    log_members();
    CHECK_LOG();
    CHECK_RESULT(trp_group_add(&group, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
    set_up_as((trp_group_desc){.capacity = 8});
    add_to(1, 6);
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static void use_in_shutdown(trp_world *in, thing *self, trp_reason reason)
{
    static trp_group late;
    log_members();
    CHECK_RESULT(trp_group_add(&group, &self->actor), TRP_BUSY);
    CHECK_RESULT(trp_group_init(&late, in, NULL), TRP_BUSY);
}

static void while_the_world_ends(void)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, TRP_ORDER_MEMORY);
    desc.on_end = stage_on_end;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_RESULT(trp_group_init(&group, world, NULL), TRP_OK);
    add_to(1, 3);
    stage_when_recycled = use_in_shutdown;
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_LOG(GONE(TRP_REASON_SHUTDOWN, 1), 2, 3, GONE(TRP_REASON_SHUTDOWN, 2), 3,
              GONE(TRP_REASON_SHUTDOWN, 3));
    CHECK_RESULT(trp_group_free(&group), TRP_GONE);
}

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
    CHECK_RESULT(trp_group_for_each(&group, stage_visit, NULL), TRP_OK);
    trp_group_each(thing, it, &group) if (it->id == 3) break;
    CHECK_EQ(trp_group_size(&group), 4);
    CHECK_EQ(trp_group_measure(&group), 3);
}

static void while_drawing(void)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, TRP_ORDER_MEMORY);
    desc.draw = draw;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_RESULT(trp_group_init(&group, world, NULL), TRP_OK);
    add_to(1, 4);
    recycle(2);
    stage_log_clear();
    CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_LOG(1, 3, 4, 1, 3, 4);
    CHECK_RESULT(trp_group_prune(&group), TRP_OK);
    CHECK_EQ(trp_group_size(&group), 3);
}

static void draw_walking(const trp_actor *self, const trp_view *view)
{
    if (trp_as(thing, self)->id == 1)
        log_members();
}

/* a walk in a drawing in a walk: the outer one still counts as in progress */
static void drawing_inside_a_walk(void)
{
    uint32_t seen = 0;
    world = stage_world();
    trp_pool_desc desc = stage_desc(40, TRP_ORDER_MEMORY);
    desc.draw = draw_walking;
    pool = stage_pool_as(world, desc);
    group = (trp_group){0};
    CHECK_RESULT(trp_group_init(&group, world, NULL), TRP_OK);
    add_to(1, 9);
    trp_group_each(thing, it, &group)
    {
        seen++;
        if (it->id != 5)
            continue;
        CHECK_RESULT(trp_draw_all(world, NULL, 0), TRP_OK);
        CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9);
        CHECK_RESULT(trp_group_remove(&group, &stage_find(pool, 2)->actor), TRP_OK);
    }
    CHECK_EQ(seen, 9);
}

static void nulls_and_nothings(void)
{
    trp_group none = {0};
    trp_actor *nothing = NULL;
    set_up_as((trp_group_desc){.capacity = 8});
    trp_group *const both[] = {NULL, &none};
    for (int i = 0; i < 2; i++)
    {
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
        trp_group_each(thing, it, r) CHECK(it == NULL);
    }
    CHECK_RESULT(trp_group_init(&none, NULL, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_group_init(NULL, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_group_for_each(&group, NULL, NULL), TRP_ERR_NULL);
}

typedef struct wide
{
    trp_actor actor;
    uint32_t words[20];
} wide;

/* of another size, though the node is at the same place */
static void a_walk_of_another_type(void)
{
    unsigned visits = 0;
    set_up_as((trp_group_desc){.capacity = 8, .type = TRP_TYPE(thing, actor), .name = "squad"});
    add_to(1, 2);
    stage_forget();
    trp_group_each(wide, it, &group) visits += it != NULL;
    CHECK_EQ(visits, 0);
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, TRP_ERR_TYPE);
    CHECK(situation_text_has(told.message, "'squad'"));
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_MISUSE(world, trp_group_for_each(&group, NULL, NULL), TRP_ERR_NULL);
    CHECK(situation_text_has(told.message, "'group'"));
}

static void misuses(void)
{
    set_up_as((trp_group_desc){.capacity = 8, .type = TRP_TYPE(thing, actor)});
    trp_group second;
    add_to(1, 2);
    CHECK_MISUSE(world, trp_group_init(&group, world, NULL), TRP_ERR_LINKED);
    CHECK(situation_text_has(told.message, "the group is initialised already"));
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
    CHECK(situation_text_has(told.message, "group"));
    trp_world *far = stage_second_world(2);
    CHECK_RESULT(trp_group_init(&second, far, NULL), TRP_OK);
    stage_before(far);
    CHECK_EQ(trp_group_add_from(&second, &group, 0, UINT32_MAX), 0);
    CHECK_EQ(told.result, TRP_ERR_FOREIGN);
    CHECK_RESULT(trp_group_free(&second), TRP_OK);
    CHECK_RESULT(trp_group_init(&second, world, NULL), TRP_OK);
    CHECK_RESULT(trp_group_free(&second), TRP_OK);
}

static void a_slot_that_retires(void)
{
    set_up_as((trp_group_desc){.capacity = 8});
    thing *last = stage_thing(pool, 1);
    ledger_last_life(pool, &last->actor);
    CHECK_RESULT(trp_group_add(&group, &last->actor), TRP_OK);
    CHECK_RESULT(trp_group_remove(&group, &last->actor), TRP_OK);
    CHECK_RESULT(trp_recycle(world, &last->actor), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).retired, 1);
    CHECK_EQ(trp_group_measure(&group), 0);
    CHECK(trp_group_at(&group, 0) == NULL);
}

/* groups do not affect pools: they are not notified of births and deaths */
static void pools_stay_plain(void)
{
    set_up_as((trp_group_desc){.capacity = 8});
    CHECK_RESULT(trp_group_free(&group), TRP_OK);
    CHECK_EQ(pool->hears, 0);
    CHECK_RESULT(trp_group_init(&group, world, NULL), TRP_OK);
    CHECK_EQ(pool->hears, TRP_EVENT_SHUTDOWN);
}

const situation group_life_situations[] = {
    {"a hook that adds overwrites nothing", a_hook_that_adds},
    {"on_pruned is called for each dead one once", called_for_the_pruned_once},
    {"on_pruned is called for external ones", called_for_external_ones},
    {"a hook replaces the pruned", a_hook_that_replaces_the_pruned},
    {"a hook frees the group", a_hook_that_frees},
    {"a hook ends the actor to be added", a_hook_that_ends_the_added_actor},
    {"the world ends before the group, or after it", the_world_ends_first},
    {"a group while the world ends", while_the_world_ends},
    {"while drawing groups are read, not changed", while_drawing},
    {"a walk in a drawing in a walk", drawing_inside_a_walk},
    {"NULL, and a group that was not made", nulls_and_nothings},
    {"a walk of another type is refused, and names the group", a_walk_of_another_type},
    {"misuse", misuses},
    {"what was removed stays removed when its slot retires", a_slot_that_retires},
    {"pools stay plain beside groups", pools_stay_plain},
};
const unsigned group_life_situation_count =
    sizeof group_life_situations / sizeof group_life_situations[0];
