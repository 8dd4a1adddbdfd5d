/* Groups: when entries are pruned, which is a matter of counts alone. */
#include "../script.h"

SITUATIONS(group_prune);

#define ROOM 200u

static trp_world *world;
static trp_pool *pool;
static trp_group group, other;
static trp_handle gone[ROOM];
static uint32_t gone_count;
static _Alignas(TRP_ALIGNMENT) unsigned char image[16384];

static void on_pruned(trp_handle handle, const trp_context *in)
{
    gone[gone_count++] = handle;
}

static void set_up_as(trp_group_desc desc)
{
    trp_pool_desc of = stage_silent_desc(ROOM, TRP_ORDER_MEMORY);

    world = stage_world();
    pool = stage_pool_as(world, of);
    group = (trp_group){0};
    other = (trp_group){0};
    gone_count = 0;
    CHECK_QUIET(world, trp_group_init(&group, world, &desc), TRP_OK);
}

static void add_to(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, id)->actor), TRP_OK);
    stage_log_clear();
}

static void take(uint32_t id)
{
    CHECK_OK(trp_group_remove(&group, &stage_find(pool, id)->actor));
}

static void recycle(uint32_t id)
{
    CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

static void log_places(void)
{
    stage_log_clear();
    for (uint32_t place = 0; place < trp_group_size(&group); place++) {
        const thing *it = trp_as(thing, trp_group_at(&group, place));
        stage_log(it != NULL ? it->id : 0);
    }
}

/* half as many as there were after the last pruning, and 16 */
SITUATION("an add prunes by counts, not by room")
{
    for (uint32_t capacity = 1; capacity <= ROOM; capacity += ROOM - 1) {
        set_up_as((trp_group_desc){.capacity = capacity, .on_pruned = on_pruned});
        add_to(1, 16);
        recycle(1);
        take(2);
        CHECK_EQ(trp_group_size(&group), 16);
        add_to(17, 17); /* 14 are kept */
        CHECK_EQ(trp_group_size(&group), 15);
        CHECK_EQ(gone_count, 1);
        add_to(18, 39);
        recycle(39);
        CHECK_EQ(trp_group_size(&group), 37);
        CHECK_EQ(gone_count, 1);
        add_to(40, 40);
        CHECK_EQ(trp_group_size(&group), 37);
        CHECK_EQ(gone_count, 2);
    }
}

SITUATION("all dead ones are told once")
{
    static trp_handle handles[ROOM];

    set_up_as((trp_group_desc){.on_pruned = on_pruned});
    add_to(1, ROOM);
    for (uint32_t i = 0; i < ROOM; i++)
        handles[i] = trp_handle_of(world, trp_group_at(&group, i));
    for (uint32_t id = 1; id <= ROOM; id++)
        if (id % 3 != 0)
            recycle(id);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(gone_count, ROOM - ROOM / 3);
    for (uint32_t i = 0; i < ROOM; i++) {
        uint32_t times = 0;
        for (uint32_t k = 0; k < gone_count; k++)
            times += trp_handle_equal(gone[k], handles[i]);
        CHECK_EQ(times, i % 3 != 2);
    }
    log_places();
    for (uint32_t i = 0; i < ROOM / 3; i++)
        CHECK_EQ(trp_as(thing, trp_group_at(&group, i))->id, 3 * i + 3);
}

static void add_three(trp_handle handle, const trp_context *in)
{
    on_pruned(handle, in);
    CHECK_QUIET(world, trp_group_prune(in->group), TRP_BUSY);
    for (uint32_t i = 0; i < 3; i++)
        if (trp_pool_count(pool) < 100)
            CHECK_QUIET(world, trp_group_add(in->group, &stage_thing(pool, 100 + i)->actor),
                        TRP_OK);
}

/* what it adds grows the array past those that it will still be told of */
SITUATION("a hook that adds loses nothing")
{
    set_up_as((trp_group_desc){.capacity = 10, .on_pruned = add_three});
    add_to(1, 10);
    for (uint32_t id = 1; id <= 7; id++)
        recycle(id);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(gone_count, 7);
    CHECK_EQ(trp_group_measure(&group), 3 + 7 * 3);
    CHECK_EQ(trp_group_size(&group), 3 + 7 * 3);
}

static void clear_it(trp_handle handle, const trp_context *in)
{
    on_pruned(handle, in);
    CHECK_OK(trp_group_clear(in->group));
}

SITUATION("a hook that clears is told no more")
{
    set_up_as((trp_group_desc){.on_pruned = clear_it});
    add_to(1, 9);
    for (uint32_t id = 1; id <= 7; id++)
        recycle(id);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(gone_count, 1);
    CHECK_EQ(trp_group_size(&group), 0);
}

/* in order and against it, from a group of which each actor is in once */
SITUATION("many removals, in a walk and against the order")
{
    set_up_as((trp_group_desc){.capacity = ROOM, .unique = true});
    add_to(1, ROOM);
    trp_group_each (thing, it, &group)
        if (it->id % 4 == 0)
            take(it->id);
    for (uint32_t id = ROOM - 1; id >= 4; id -= 4)
        take(id);
    CHECK_EQ(trp_group_size(&group), ROOM);
    CHECK_OK(trp_group_prune(&group));
    CHECK_EQ(trp_group_size(&group), ROOM - ROOM / 4 - (ROOM / 4 - 1));
    CHECK_EQ(trp_as(thing, trp_group_at(&group, 2))->id, 3);
    CHECK_EQ(trp_as(thing, trp_group_at(&group, 3))->id, 5);
}

/* a restored group prunes when the original does, whatever its memory */
SITUATION("restored with its counts")
{
    size_t bytes = 0;
    uint32_t size;

    set_up_as((trp_group_desc){.capacity = ROOM, .on_pruned = on_pruned});
    add_to(1, 40);
    recycle(3);
    take(5);
    CHECK_OK(trp_snapshot_save(world, image, sizeof image, &bytes));
    for (uint32_t round = 0; round < 2; round++) {
        gone_count = 0;
        log_places();
        CHECK_LOG(1, 2, 0, 4, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                  24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40);
        for (uint32_t id = 100; gone_count == 0; id++)
            add_to(id, id);
        if (round == 0)
            size = trp_group_size(&group);
        CHECK_EQ(trp_group_size(&group), size);
        CHECK_OK(trp_group_clear(&group));
        CHECK_OK(trp_snapshot_restore(world, image, bytes));
    }
}

SCRIPT("a member in a transient pool lives or not",
       "pool; pool 3 transient; group; new 1 2; new b 91 92; add 1 2 91 92; save; recycle 91; new "
       "b 93; empty; restore; places 1 2 0 92");

SCRIPT("a restore ends walks in progress",
       "group max 6; new 1-6; add 1-6; save; at 3: drop 1, restore; go; walk; = 1 2 3; places 1 2 "
       "3 4 5 6; prune");

/* a full one takes none of the members, and the walk over them is not left in progress */
SITUATION("a full group refuses the members of another one")
{
    set_up_as((trp_group_desc){.capacity = 9});
    add_to(1, 5);
    CHECK_OK(trp_group_init(&other, world, &(trp_group_desc){.max = 1}));
    CHECK_EQ(trp_group_add_from(&other, &group, 1, 2), 1);
    CHECK_EQ(trp_group_add_from(&other, &group, 0, UINT32_MAX), 0);
    CHECK(trp_group_at(&other, 0) == &stage_find(pool, 2)->actor);
    CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
}

/* as one that was left by `return` where compilers cannot tell */
SITUATION("a clear ends walks that were lost")
{
    set_up_as((trp_group_desc){.max = 3});
    add_to(1, 3);
    (void)trp__group_walk(&group, 0, 0);
    recycle(1);
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 4)->actor), TRP_ERR_FULL);
    CHECK_OK(trp_group_clear(&group));
    CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
}

/* The same calls, with more room than members: only counts say when the dead are pruned. */
SITUATION("room decides nothing")
{
    uint64_t order[2] = {0, 0};

    for (uint32_t i = 0; i < 2; i++) {
        set_up_as((trp_group_desc){.capacity = 100 + 28 * i});
        add_to(1, 100);
        recycle(1);
        add_to(101, 101);
        trp_group_each (thing, it, &group)
            order[i] = order[i] * 31 + it->id;
        CHECK_EQ(trp_group_measure(&group), 100);
    }
    CHECK_EQ(order[0], order[1]);
}

SCRIPT("walks and queries prune nothing",
       "group max 6; new 1-6; add 1-6; recycle 2; drop 4; go; walk; members;"
       "= 1 3 5 6 1 3 5 6; places 1 0 3 0 5 6");
SCRIPT("a walk in progress forbids pruning",
       "group max 6; new 1-7; add 1-6; recycle 2; go;"
       "at 3: drop 1, add 7 ?FULL, prune ?BUSY; walk; = 1 3 4 5 6; add 7;"
       "places 3 4 5 6 7");
