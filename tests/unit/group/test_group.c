#include "../script.h"

SITUATIONS(group);

#ifndef HEAP_BYTES
#define HEAP_BYTES (64u * 1024u)
#endif

/* an allocator that overwrites returned memory, and never returns the same memory twice */
static _Alignas(16) unsigned char heap[HEAP_BYTES];
static size_t heap_used, heap_out, heap_limit;

static void *take(size_t size, void *arg)
{
    size_t bytes = (size + 15) & ~(size_t)15;
    if (bytes > heap_limit - heap_used)
        return NULL;
    heap_used += bytes;
    heap_out += size;
    return heap + heap_used - bytes;
}

static void give(void *memory, size_t size, void *arg)
{
    unsigned char *bytes = memory;
    CHECK(memory != NULL);
    heap_out -= size;
    for (size_t i = 0; i < size; i++)
        bytes[i] = 0xDD;
}

static trp_world *world;
static trp_pool *pool;
static trp_group group, other;

static void set_up_world(void)
{
    stage_world();
    heap_used = 0;
    heap_out = 0;
    heap_limit = HEAP_BYTES;
    world = MADE(trp_world_create(
        &(trp_world_desc){.allocator = {take, give, NULL}, .on_misuse = stage_on_misuse}));
    pool = stage_pool(world, 40, TRP_ORDER_MEMORY);
    group = (trp_group){0};
    other = (trp_group){0};
}

static void set_up_as(trp_group_desc desc)
{
    set_up_world();
    CHECK_QUIET(world, trp_group_init(&group, world, &desc), TRP_OK);
}

static void set_up(void)
{
    set_up_as((trp_group_desc){.name = "squad"});
}

static thing *add(uint32_t id)
{
    thing *it = stage_thing(pool, id);
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
    return it;
}

static void add_to(uint32_t first, uint32_t last)
{
    for (uint32_t id = first; id <= last; id++)
        add(id);
}

static void recycle(uint32_t id)
{
    CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
}

/* logs the actor at each place; 0: none */
static void log_places(const trp_group *of)
{
    stage_log_clear();
    for (uint32_t i = 0; i < trp_group_size(of); i++) {
        thing *it = trp_as(thing, trp_group_at(of, i));
        stage_log(it ? it->id : 0);
    }
}

#define CHECK_PLACES(of, ...)                                                                      \
    do {                                                                                           \
        log_places(of);                                                                            \
        CHECK_LOG(__VA_ARGS__);                                                                    \
    } while (0)

SITUATION("an actor that ends is out of all groups at once")
{
    static trp_group many[5];
    set_up();
    thing *it = stage_thing(pool, 7);
    for (int i = 0; i < 5; i++) {
        CHECK_OK(trp_group_init(&many[i], world, NULL));
        CHECK_OK(trp_group_add(&many[i], &it->actor));
    }
    CHECK_OK(trp_group_remove(&many[0], &it->actor));
    CHECK(trp_group_at(&many[1], 0) == &it->actor);
    CHECK_OK(trp_recycle(world, &it->actor));
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(trp_group_measure(&many[i]), 0);
        CHECK(trp_group_at(&many[i], 0) == NULL);
        CHECK_QUIET(world, trp_group_free(&many[i]), TRP_OK);
    }
}

SITUATION("the dead and strangers are refused")
{
    set_up_as((trp_group_desc){.type = TRP_TYPE(thing, actor)});
    trp_world *second = stage_second_world(3);
    trp_pool *far = stage_pool(second, 2, TRP_ORDER_MEMORY);
    trp_pool *crates =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 1});
    thing *it = stage_thing(pool, 1);
    thing stray = {.id = 0};
    CHECK_QUIET(world, trp_group_add(&group, NULL), TRP_GONE);
    CHECK_OK(trp_expire(world, &it->actor));
    CHECK_MISUSE(world, trp_group_add(&group, &it->actor), TRP_ERR_EXPIRED);
    CHECK_OK(trp_recycle(world, &it->actor));
    CHECK_MISUSE_SAYS(world, trp_group_add(&group, &it->actor), TRP_ERR_FREE, "things");
    CHECK_MISUSE(world, trp_group_add(&group, &stray.actor), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_group_add(&group, &stage_thing(far, 1)->actor), TRP_ERR_FOREIGN);
    CHECK_MISUSE(world, trp_group_add(&group, trp_create(crates, NULL)), TRP_ERR_TYPE);
    CHECK_EQ(trp_group_size(&group), 0);
    CHECK_EQ(trp_world_info(second).misuse, 0);
}

SITUATION("an actor can be in twice, or once where that is asked for")
{
    set_up();
    thing *it = add(1);
    add(2);
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
    CHECK_PLACES(&group, 1, 2, 1);
    CHECK_QUIET(world, trp_group_remove(&group, &it->actor), TRP_OK);
    CHECK_PLACES(&group, 0, 2, 0);
    CHECK_EQ(trp_group_measure(&group), 1);
    CHECK_QUIET(world, trp_group_remove(&group, &it->actor), TRP_GONE);
    CHECK_QUIET(world, trp_group_remove(&group, NULL), TRP_GONE);
    set_up_as((trp_group_desc){.unique = true, .max = 3});
    it = add(1);
    add(2);
    CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_OK);
    CHECK_PLACES(&group, 1, 2);
    trp_actor *both[] = {&it->actor, NULL, &stage_thing(pool, 3)->actor, &it->actor};
    CHECK_EQ(trp_group_add_many(&group, both, 4), 1);
    CHECK_PLACES(&group, 1, 2, 3);
}

SITUATION("adding many, slices and groups")
{
    trp_actor *all[10];
    set_up();
    CHECK_OK(trp_group_init(&other, world, &(trp_group_desc){.max = 4}));
    for (uint32_t i = 0; i < 10; i++)
        all[i] = &stage_thing(pool, i + 1)->actor;
    CHECK_EQ(trp_group_add_many(&group, all + 2, 5), 5);
    CHECK_PLACES(&group, 3, 4, 5, 6, 7);
    CHECK_EQ(trp_group_add_many(&group, NULL, 5), 0);
    CHECK_EQ(trp_group_add_from(&other, &group, 0, UINT32_MAX), 4);
    CHECK_PLACES(&other, 3, 4, 5, 6);
    CHECK_OK(trp_group_clear(&other));
    log_places(&other);
    CHECK_LOG();
    recycle(5);
    CHECK_EQ(trp_group_add_from(&other, &group, 1, 3), 2);
    CHECK_PLACES(&other, 4, 6);
    CHECK_EQ(trp_group_add_from(&other, &group, 4, UINT32_MAX), 1);
    CHECK_EQ(trp_group_add_from(&other, &group, 5, 1), 0);
    CHECK_EQ(trp_group_add_from(&other, &group, 0, 0), 0);
    CHECK_PLACES(&other, 4, 6, 7);
    CHECK_OK(trp_group_prune(&group));
    CHECK_PLACES(&group, 3, 4, 6, 7);
    CHECK_EQ(trp_group_add_from(&group, &group, 0, UINT32_MAX), 4);
    CHECK_PLACES(&group, 3, 4, 6, 7, 3, 4, 6, 7);
    CHECK_EQ(trp_group_add_from(&group, &group, 6, 2), 2);
    CHECK_PLACES(&group, 3, 4, 6, 7, 3, 4, 6, 7, 6, 7);
    recycle(8);
    CHECK_EQ(trp_group_add_many(&other, all + 6, 4), 1); /* 7 fits, 8 is dead */
    CHECK_PLACES(&other, 4, 6, 7, 7);
}

SITUATION("adds say how many fitted")
{
    set_up_as((trp_group_desc){.max = 3});
    add_to(1, 3);
    CHECK_EQ(trp_group_info(&group).available, 0);
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 4)->actor), TRP_ERR_FULL);
    CHECK_PLACES(&group, 1, 2, 3);
    recycle(2);
    CHECK_QUIET(world, trp_group_add(&group, &stage_find(pool, 4)->actor), TRP_OK);
    CHECK_PLACES(&group, 1, 3, 4);
    CHECK_QUIET(world, trp_group_reserve(&group, 4), TRP_ERR_FULL);
    set_up();
    heap_limit = heap_used + TRP_GROUP_BYTES(8);
    add_to(1, 8);
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 9)->actor), TRP_ERR_MEMORY);
    CHECK_EQ(trp_group_size(&group), 8);
    heap_limit = heap_used + (TRP_GROUP_BYTES(9) + 15) / 16 * 16; /* not for half as many more */
    CHECK_QUIET(world, trp_group_add(&group, &stage_find(pool, 9)->actor), TRP_OK);
    CHECK_EQ(trp_group_info(&group).capacity, 9);
}

static void free_it(trp_handle handle, const trp_context *in)
{
    CHECK_OK(trp_group_free(in->group));
}

SITUATION("without memory the dead make room")
{
    set_up();
    heap_limit = heap_used + TRP_GROUP_BYTES(8);
    add_to(1, 8);
    recycle(3);
    trp_group_each (thing, it, &group) /* nothing is pruned in a walk */
    {
        CHECK_QUIET(world, trp_group_add(&group, &it->actor), TRP_ERR_MEMORY);
        break;
    }
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 9)->actor), TRP_OK);
    CHECK_PLACES(&group, 1, 2, 4, 5, 6, 7, 8, 9);
    CHECK_QUIET(world, trp_group_add(&group, &stage_find(pool, 9)->actor), TRP_ERR_MEMORY);
    set_up();
    heap_limit = heap_used + TRP_GROUP_BYTES(16);
    CHECK_OK(trp_group_reserve(&group, 16));
    add_to(1, 16); /* then it is pruned in any case */
    CHECK_QUIET(world, trp_group_add(&group, &stage_find(pool, 9)->actor), TRP_ERR_MEMORY);
    set_up_as((trp_group_desc){.on_pruned = free_it});
    heap_limit = heap_used + TRP_GROUP_BYTES(8);
    add_to(1, 8);
    recycle(3);
    CHECK_QUIET(world, trp_group_add(&group, &stage_find(pool, 8)->actor), TRP_ERR_NULL);
    CHECK_EQ(trp_group_size(&group), 0);
}

static uint32_t refused_adds;

static void add_two(trp_handle handle, const trp_context *in)
{
    for (unsigned i = 0; i < 2; i++)
        refused_adds += trp_group_add(in->group, &stage_find(pool, 4)->actor) == TRP_ERR_FULL;
}

/* those that are still to be told of take the room of an array; other memory grows past its most */
SITUATION("in the caller's array a hook has the room of those that it is told of")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char array[TRP_GROUP_BYTES(4)];

    for (unsigned own = 0; own < 2; own++) {
        trp_group_desc desc = {.max = 4, .on_pruned = add_two};
        desc.array = own ? NULL : array;
        desc.array_bytes = own ? 0 : sizeof array;
        refused_adds = 0;
        set_up_as(desc);
        add_to(1, 4);
        for (uint32_t id = 1; id <= 3; id++)
            recycle(id);
        CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
        CHECK_EQ(refused_adds, 3);
        CHECK_PLACES(&group, 4, 4, 4, 4);
    }
}

SITUATION("the caller's array")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char array[TRP_GROUP_BYTES(4) + 3];
    trp_group_desc desc = {.array = array, .array_bytes = sizeof array};
    set_up_as(desc);
    size_t before = heap_used;
    CHECK_EQ(trp_group_info(&group).capacity, 4);
    add_to(1, 3);
    CHECK_EQ(trp_group_info(&group).available, 1);
    add(4);
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 5)->actor), TRP_ERR_FULL);
    CHECK_QUIET(world, trp_group_reserve(&group, 5), TRP_ERR_FULL);
    recycle(1);
    CHECK_QUIET(world, trp_group_reserve(&group, 0), TRP_OK);
    CHECK_EQ(trp_group_info(&group).capacity, 4);
    add(6);
    CHECK_PLACES(&group, 2, 3, 4, 6);
    CHECK_EQ(heap_used, before);
    CHECK_OK(trp_group_free(&group));
    desc.array = array + 1;
    CHECK_MISUSE(world, trp_group_init(&group, world, &desc), TRP_ERR_ALIGN);
    desc.array = array;
    desc.array_bytes = TRP_GROUP_BYTES(1) - 1;
    CHECK_MISUSE(world, trp_group_init(&group, world, &desc), TRP_ERR_MEMORY);
    desc.array_bytes = TRP_GROUP_BYTES(4);
    desc.capacity = 4;
    CHECK_MISUSE_SAYS(world, trp_group_init(&group, world, &desc), TRP_ERR_DESC,
                      "a capacity beside an array");
    desc = (trp_group_desc){.capacity = 5, .max = 4};
    CHECK_MISUSE_SAYS(world, trp_group_init(&group, world, &desc), TRP_ERR_DESC,
                      "a capacity above max");
}

SITUATION("slices of any length, from any place")
{
    set_up();
    add_to(1, 4);
    CHECK_OK(trp_group_init(&other, world, NULL));
    CHECK_EQ(trp_group_add_from(&other, &group, 1, 0), 0);
    CHECK_EQ(trp_group_add_from(&other, &group, 4, 1), 0);
    CHECK_EQ(trp_group_add_from(&other, &group, 1, 1), 1);
    CHECK_PLACES(&other, 2);
    CHECK_EQ(trp_group_add_from(&other, &group, 3, 1), 1);
    CHECK_EQ(trp_group_add_from(&other, &group, 0, 2), 2);
    CHECK_PLACES(&other, 2, 4, 1, 2);
}

SITUATION("more room and less")
{
    set_up_as((trp_group_desc){.capacity = 2});
    CHECK_EQ(trp_group_info(&group).capacity, 2);
    CHECK_QUIET(world, trp_group_reserve(&group, 20), TRP_OK);
    CHECK_EQ(trp_group_info(&group).capacity, 20);
    add_to(1, 20);
    add(21);
    CHECK_EQ(trp_group_info(&group).capacity, 30);
    CHECK_EQ(trp_group_info(&group).available, 9);
    recycle(2);
    recycle(21);
    CHECK_OK(trp_group_prune(&group));
    size_t before = heap_out;
    CHECK_QUIET(world, trp_group_reserve(&group, 0), TRP_OK);
    CHECK_EQ(trp_group_info(&group).capacity, 19);
    CHECK_EQ(before - heap_out, TRP_GROUP_BYTES(11));
    CHECK(trp_group_at(&group, 1) == &stage_find(pool, 3)->actor);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(trp_group_prune(&group));
    CHECK_QUIET(world, trp_group_reserve(&group, 2), TRP_OK);
    CHECK_EQ(trp_group_info(&group).capacity, 2);
    before = heap_used;
    CHECK_QUIET(world, trp_group_reserve(&group, 2), TRP_OK); /* as it is */
    CHECK_EQ(heap_used, before);
    add_to(30, 33);
    CHECK_PLACES(&group, 30, 31, 32, 33);
}

SCRIPT("members stand in the order of adding",
       "group; places; new 1-4; add 4 3 2 1; places 4 3 2 1; new 8; places 4 3 2 1");
SCRIPT("the dead are not shown, nor their slots' next tenants",
       "in memory; group; new 1-5; add 1-5; recycle 2; expire 4; places 1 0 3 0 5;"
       "drop 4 ?GONE; new 20; slot 20 1; places 1 0 3 0 5; drop 2 ?GONE; prune;"
       "places 1 3 5; add 20; places 1 3 5 20");
SCRIPT("sleepers stay members",
       "group; new 1-3; add 1-3; sleep 2; prune; places 1 2 3; wake 2; places 1 2 3;"
       "sleep 3; add 3; places 1 2 3 3; expire 3; places 1 2 0 0");
SCRIPT("external actors, whose memory may be gone",
       "in newest oldest; pool 6 external; pool; group; new a 10-15; new b 1 3 5;"
       "add 10 11 1 12 13 3 14 15 5; places 10 11 1 12 13 3 14 15 5; recycle 11 14;"
       "places 10 0 1 12 13 3 0 15 5; new a 14; places 10 0 1 12 13 3 0 15 5;"
       "drop 13; prune; places 10 1 12 3 15 5; go; walk; members;"
       "= 10 1 12 3 15 5 10 1 12 3 15 5");
