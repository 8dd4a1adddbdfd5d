/* Counts and bytes, compared with those of an allocator. */
#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what is printed here has none */
#endif
#include "../inspect_scene.h"
#include "../ledger.h"

SITUATIONS(inspect_stats);

static _Alignas(16) unsigned char block[20 * 1024];
static _Alignas(16) unsigned char arena[16 * 1024];
static size_t arena_used;
static size_t out;

/* the allocator counts exactly; returned memory is not reused */
static void *take(size_t size, void *arg)
{
    unsigned char *memory = arena + arena_used;
    CHECK(size <= sizeof arena - arena_used);
    arena_used += (size + 15) / 16 * 16;
    out += size;
    return memory;
}

static void give(void *memory, size_t size, void *arg)
{
    out -= size;
}

static trp_world *counted_world(uint32_t layers, uint32_t max_pools)
{
    arena_used = 0;
    out = 0;
    trp_world *world = MADE(trp_world_create(&(trp_world_desc){
        .allocator = {take, give, NULL}, .layers = layers, .max_pools = max_pools}));
    return world;
}

SITUATION("bytes are what an allocator counts")
{
    static const thing model = {.id = 3};
    trp_world *world = counted_world(3, 5);
    trp_group group;
    CHECK_EQ(trp_world_measure(world).bytes, out);
    size_t before = out;
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                          .capacity = 5,
                                                          .max_capacity = 40,
                                                          .when_full = TRP_FULL_GROW,
                                                          .prototype = &model});
    CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    for (int i = 0; i < 21; i++)
        inspect_scene_create(pool);
    CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    CHECK_EQ(trp_pool_measure(pool).capacity, 40);
    CHECK_EQ(trp_pool_measure(pool).live_bytes, 21 * sizeof(thing));
    for (uint32_t i = 5; i < 20; i++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, i)));
    CHECK_OK(trp_pool_trim(pool)); /* chunks in the middle */
    CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    CHECK_EQ(trp_pool_measure(pool).capacity, 25);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 20)));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    CHECK_EQ(trp_pool_measure(pool).capacity, 5);
    before = out;
    trp_pool *external = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                              .capacity = 7,
                                                              .external = TRP_EXTERNAL,
                                                              .layer = 2});
    CHECK_EQ(trp_pool_measure(external).bytes, out - before);
    CHECK_EQ(trp_layer_measure(world, 2).bytes, out - before);
    CHECK_EQ(trp_world_measure(world).bytes, out);
    /* other modules take memory from the world, too */
    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.capacity = 10}));
    CHECK_EQ(trp_world_measure(world).bytes, out);
    CHECK_OK(trp_group_free(&group));
    CHECK_EQ(trp_world_measure(world).bytes, out);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(out, 0);
}

/* an age order that has grown has its entries in separate memory */
SITUATION_IN_EACH_ORDER("bytes of age orders that grow, as an allocator counts them")
{
    trp_world *world = counted_world(1, 2);
    const size_t before = out;
    trp_pool *pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                          .capacity = 3,
                                                          .max_capacity = 20,
                                                          .order = stage_orders[order],
                                                          .when_full = TRP_FULL_GROW});
    for (int i = 0; i < 20; i++) {
        inspect_scene_create(pool);
        CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    }
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(trp_pool_trim(pool));
    CHECK_EQ(trp_pool_measure(pool).bytes, out - before);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(out, 0);
}

typedef struct seed {
    trp_actor actor;
    uint32_t id; /* a size that is no multiple of the alignment */
} seed;

SITUATION("bytes are what is gone from a block")
{
    trp_world *world = trp_world_init(block, sizeof block, NULL);
    size_t left = sizeof block;
    trp_pool *pool;
    CHECK(world != NULL);
    CHECK_EQ(trp_world_measure(world).bytes, left - trp_world_info(world).free_bytes);
    for (uint32_t n = 1; n < 8; n++) {
        left = trp_world_info(world).free_bytes;
        pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(crate, node),
                                                       .capacity = n,
                                                       .external = n == 3 ? TRP_EXTERNAL : NULL});
        CHECK(pool != NULL);
        CHECK_EQ(trp_pool_measure(pool).bytes, left - trp_world_info(world).free_bytes);
        CHECK_EQ(trp_world_measure(world).bytes, sizeof block - trp_world_info(world).free_bytes);
        left = trp_world_info(world).free_bytes;
        pool = MADE(trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(seed, actor),
                                                            .capacity = n,
                                                            .order = TRP_ORDER_OLDEST}));
        CHECK_EQ(trp_pool_measure(pool).bytes, left - trp_world_info(world).free_bytes);
    }
}

/* each number of a layer or world is the sum of its pools' */
static trp_pool *summed[3]; /* the first two in layer 1 */

static void make_summed(void)
{
    static thing outside;
    inside.world = stage_world_as((trp_world_desc){.layers = 2});
    trp_pool *first = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                  .capacity = 4,
                                                                  .layer = 1,
                                                                  .order = TRP_ORDER_OLDEST});
    trp_pool *second = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                   .capacity = 3,
                                                                   .joins = first,
                                                                   .external = TRP_EXTERNAL});
    trp_pool *third = inspect_scene_pool("third", 2, TRP_ORDER_MEMORY);
    for (int i = 0; i < 4; i++)
        inspect_scene_create(first);
    CHECK(trp_create(first, NULL) == NULL);
    CHECK_OK(trp_expire(inside.world, trp_pool_at(first, 0)));
    CHECK_OK(trp_deactivate(inside.world, trp_pool_at(first, 1)));
    CHECK_OK(trp_recycle(inside.world, trp_pool_at(first, 2)));
    CHECK_RESULT(trp_activate(inside.world, trp_pool_at(first, 3)), TRP_ERR_ACTIVE);
    CHECK(trp_adopt(second, &outside.actor) != NULL);
    inspect_scene_create(third);
    CHECK_RESULT(trp_recycle(inside.world, NULL), TRP_GONE);
    CHECK_RESULT(trp_layer_set_enabled(inside.world, 5, true), TRP_ERR_VALUE); /* no pool's */
    summed[0] = first;
    summed[1] = second;
    summed[2] = third;
}

SITUATION("the usage of a pool")
{
    make_summed();
    const trp_usage a = trp_pool_measure(summed[0]);
    const trp_usage b = trp_pool_measure(summed[1]);
    CHECK_EQ(a.pools, 1);
    CHECK_EQ(a.live, 3);
    CHECK_EQ(a.active, 1);
    CHECK_EQ(a.asleep, 1);
    CHECK_EQ(a.expired, 1);
    CHECK_EQ(a.peak, 4);
    CHECK_EQ(a.capacity, 4);
    CHECK_EQ(a.created, 4);
    CHECK_EQ(a.recycled, 1);
    CHECK_EQ(a.refused, 1);
    CHECK_EQ(a.misuse, 1);
    CHECK_EQ(a.live_bytes, 3 * sizeof(thing));
    CHECK_EQ(b.live, 1);
    CHECK_EQ(b.live_bytes, 0);
}

static trp_usage plus(trp_usage a, trp_usage b)
{
    return (trp_usage){a.pools + b.pools,       a.live + b.live,       a.active + b.active,
                       a.asleep + b.asleep,     a.expired + b.expired, a.peak + b.peak,
                       a.capacity + b.capacity, a.retired + b.retired, a.created + b.created,
                       a.recycled + b.recycled, a.refused + b.refused, a.stolen + b.stolen,
                       a.misuse + b.misuse,     a.bytes + b.bytes,     a.live_bytes + b.live_bytes};
}

static void check_same(trp_usage a, trp_usage b)
{
    CHECK_EQ(a.pools, b.pools);
    CHECK(a.live == b.live && a.active == b.active && a.asleep == b.asleep);
    CHECK(a.expired == b.expired && a.peak == b.peak && a.retired == b.retired);
    CHECK(a.capacity == b.capacity && a.created == b.created && a.recycled == b.recycled);
    CHECK(a.refused == b.refused && a.stolen == b.stolen && a.misuse == b.misuse);
    CHECK(a.bytes == b.bytes && a.live_bytes == b.live_bytes);
}

SITUATION("a layer and a world are the sums of their pools")
{
    make_summed();
    trp_usage sum = trp_pool_measure(summed[0]);
    sum = plus(sum, trp_pool_measure(summed[1]));
    check_same(trp_layer_measure(inside.world, 1), sum);
    sum = plus(sum, trp_pool_measure(summed[2]));
    trp_usage whole = trp_world_measure(inside.world);
    CHECK_EQ(whole.misuse, 2); /* one is no pool's */
    CHECK_EQ(whole.misuse, trp_world_info(inside.world).misuse);
    CHECK(whole.bytes > sum.bytes);
    whole.misuse = sum.misuse;
    whole.bytes = sum.bytes;
    check_same(whole, sum);
    CHECK(whole.pools == 3 && whole.live == 5 && whole.capacity == 9 && whole.created == 6);
    CHECK_EQ(whole.live_bytes, 4 * sizeof(thing));
}

SITUATION("of nothing there is nothing")
{
    inspect_scene_begin(TRP_ORDER_MEMORY);
    CHECK_EQ(trp_pool_measure(NULL).bytes, 0);
    CHECK_EQ(trp_pool_measure(NULL).pools, 0);
    CHECK_EQ(trp_layer_measure(NULL, 0).pools, 0);
    CHECK_EQ(trp_layer_measure(inside.world, 1).pools, 0);
    CHECK_EQ(trp_world_measure(NULL).bytes, 0);
    CHECK_EQ(trp_print_leaks(NULL, inspect_scene_print, NULL), 0);
    CHECK_PAGE("");
    CHECK_EQ(trp_layer_measure(inside.world, 0).pools, 1);
}

SITUATION("stolen lives and retired slots")
{
    trp_actor *actor;
    inspect_scene_begin(TRP_ORDER_MEMORY);
    trp_pool *pool = stage_pool_as(inside.world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                                 .capacity = 2,
                                                                 .when_full = TRP_FULL_STEAL_NEXT});
    for (int i = 0; i < 5; i++)
        actor = inspect_scene_create(pool);
    CHECK_EQ(trp_pool_measure(pool).stolen, 3);
    CHECK_EQ(trp_world_measure(inside.world).stolen, 3);
    ledger_last_life(pool, actor);
    CHECK_OK(trp_recycle(inside.world, actor));
    CHECK_EQ(trp_pool_measure(pool).retired, 1);
    CHECK_EQ(trp_pool_measure(pool).capacity, 1);
    CHECK_EQ(trp_world_measure(inside.world).retired, 1);
}
