/* Groups: their end in callbacks, their sizes. */
#include "../heap.h"
#include "../script.h"

SITUATIONS(group_end);

static trp_world *world;
static trp_pool *pool;
static trp_group group;
static trp_world *next_world;
static unsigned pruned_calls;

static void set_up(void)
{
    world = stage_world();
    pool = stage_pool(world, 40, TRP_ORDER_MEMORY);
    group = (trp_group){0};
    pruned_calls = 0;
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

SITUATION("a group's and a family's memory goes in dispose")
{
    for (unsigned at_the_end = 0; at_the_end < 2; at_the_end++) {
        set_up();
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
            continue;
        }
        stage_clear_systems(world);
        CHECK_LOG(TRP_OK, TRP_OK);
        CHECK_OK(trp_world_destroy(world));
    }
}

/* bytes that a 32-bit machine cannot count */
SITUATION("a group larger than memory")
{
    set_up();
    CHECK_MISUSE(world, trp_group_init(&group, world, &(trp_group_desc){.capacity = 1u << 28}),
                 TRP_ERR_MEMORY);
    CHECK_OK(trp_group_init(&group, world, NULL));
    for (uint32_t capacity = 1u << 28; capacity >= 1u << 27; capacity -= 1u << 26)
        CHECK_QUIET(world, trp_group_reserve(&group, capacity), TRP_ERR_MEMORY);
    CHECK_EQ(trp_group_info(&group).capacity, 0);
    CHECK_OK(trp_group_add(&group, &stage_thing(pool, 1)->actor));
    CHECK_VALID(world);
}

/* notified once, and makes another group in the same struct, with the same hook */
static void on_pruned(trp_handle handle, const trp_context *in)
{
    CHECK(in->group == &group);
    CHECK(trp_get(world, handle) == NULL);
    pruned_calls++;
    CHECK_EQ(in->user != NULL, false);
    CHECK_OK(trp_group_free(in->group));
    CHECK_OK(trp_group_init(in->group, next_world,
                            &(trp_group_desc){.user = &pruned_calls, .on_pruned = on_pruned}));
}

static void of_four_dead(uint32_t max)
{
    trp_group_desc desc = {.max = max, .on_pruned = on_pruned};

    CHECK_OK(trp_group_init(&group, world, &desc));
    for (uint32_t id = 0; id < 4; id++)
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, id)->actor));
    CHECK_OK(trp_pool_clear(pool, NULL));
}

SITUATION("a hook frees the group and makes another")
{
    for (unsigned other_world = 0; other_world < 2; other_world++) {
        set_up();
        next_world = other_world ? stage_second_world(7) : world;
        of_four_dead(0);
        CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
        CHECK_EQ(pruned_calls, 1);
        CHECK_EQ(trp_group_size(&group), 0);
        CHECK_OK(trp_group_free(&group));
        of_four_dead(4);
        pruned_calls = 0;
        CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 9)->actor), TRP_ERR_NULL);
        CHECK_EQ(pruned_calls, 1);
        CHECK_EQ(trp_group_size(&group), 0);
        CHECK_OK(trp_group_free(&group));
        CHECK_VALID(world);
    }
}

static void on_added(trp_actor *actor, const trp_context *in)
{
    CHECK(trp_group_has(in->group, actor));
    pruned_calls++;
    CHECK_OK(trp_group_free(in->group));
    CHECK_OK(trp_group_init(in->group, world, NULL));
}

/* an actor that was to be added to the old one is not added to the new one */
SITUATION("a hook makes another group while many are added")
{
    const trp_group_desc desc = {.on_added = on_added};
    trp_group from = {0};
    trp_actor *actors[3];

    set_up();
    CHECK_OK(trp_group_init(&from, world, NULL));
    for (uint32_t i = 0; i < 3; i++)
        CHECK_OK(trp_group_add(&from, actors[i] = &stage_thing(pool, i)->actor));
    for (unsigned how = 0; how < 2; how++) {
        pruned_calls = 0;
        CHECK_OK(trp_group_init(&group, world, &desc));
        CHECK_EQ(how ? trp_group_add_from(&group, &from, 0, UINT32_MAX)
                     : trp_group_add_many(&group, actors, 3),
                 1);
        CHECK_EQ(pruned_calls, 1);
        CHECK_EQ(trp_group_size(&group), 0);
        CHECK_OK(trp_group_free(&group));
    }
    CHECK_OK(trp_group_free(&from));
}

SITUATION("a group that is made twice")
{
    set_up();
    CHECK_OK(trp_group_init(&group, world, NULL));
    CHECK_MISUSE(world, trp_group_init(&group, world, NULL), TRP_ERR_LINKED);
    CHECK_OK(trp_group_free(&group));
    CHECK_OK(trp_group_init(&group, stage_second_world(7), NULL));
    CHECK_OK(trp_group_free(&group));
}

/* the first one's walk is not continued over another one in its struct */
SITUATION("another group in the struct of a walk")
{
    static trp_group third;
    unsigned count = 0;

    set_up();
    stage_things(pool, 0, 9);
    CHECK_OK(trp_group_init(&group, world, NULL));
    CHECK_OK(trp_group_init(&third, world, NULL));
    for (uint32_t round = 0; round < 20; round++)
        CHECK_OK(trp_group_clear(&group));
    for (uint32_t id = 0; id < 10; id++)
        CHECK_OK(trp_group_add(&group, trp_pool_at(pool, id)));
    trp_group_each_actor(it, &group)
    {
        (void)it;
        if (++count != 3)
            continue;
        CHECK_OK(trp_group_free(&group));
        CHECK_OK(trp_group_free(&third));
        CHECK_OK(trp_group_init(&group, world, NULL));
        for (uint32_t id = 0; id < 10; id++)
            CHECK_OK(trp_group_add(&group, trp_pool_at(pool, id)));
    }
    CHECK_EQ(count, 3);
    CHECK_OK(trp_group_free(&group));
}

SCRIPT("a hook adds the actor that is being added",
       "in memory; pool 40; group unique max 4 hooks; new 1-5; add 1-4; recycle 1 2;"
       "at g-1: add 5; at g-2: add 5; add 5; places 3 4 5");
SCRIPT("on_added and a visit count as callbacks",
       "group hooks; at g+1: trim !BUSY; at v1: trim !BUSY; new 1; add 1; trim;"
       "members; trim");
SCRIPT("a pool is trimmed in a walk over a group",
       "in memory; grows; pool 2 grow 64; group; new 1-40; add 1-40; go;"
       "at 3: recycle 3-40, trim, go; walk; =; slots 2");
