/*
 * Descs that contradict themselves or the world: refused and reported, and nothing was created.
 */
#include "../space_stage.h"

SITUATIONS(desc);

static trp_world *world;
static trp_pool *aged;

static void refused(trp_pool_desc desc, trp_result why)
{
    const uint32_t pools = trp_world_info(world).pools;

    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), why);
    CHECK_EQ(trp_world_info(world).pools, pools);
}

static void begin(void)
{
    world = stage_world_as((trp_world_desc){.layers = 3});
    aged = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 4,
                                                .order = TRP_ORDER_NEWEST,
                                                .layer = 1});
}

SITUATION("a type with an impossible size, place or alignment is refused")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4};

    begin();
    desc.type.size++;
    refused(desc, TRP_ERR_VALUE);
    desc.type = (trp_type)TRP_TYPE(crate, node);
    desc.type.offset++;
    refused(desc, TRP_ERR_VALUE);
    desc.type.offset--;
    desc.type.alignment = 3;
    refused(desc, TRP_ERR_VALUE);
    CHECK_VALID(world);
}

SITUATION("max_capacity without growing is refused, unless it is the capacity")
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    begin();
    desc.max_capacity = 8;
    refused(desc, TRP_ERR_DESC);
    desc.max_capacity = 4;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).slots, 4);
}

SITUATION("a pool that joins has the other's order and layer, or names none")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4, .joins = aged};

    begin();
    desc.joins = aged;
    desc.order = TRP_ORDER_OLDEST;
    refused(desc, TRP_ERR_DESC);
    desc.order = TRP_ORDER_NEWEST;
    desc.layer = 2;
    refused(desc, TRP_ERR_DESC);
    desc.layer = 1;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).layer, 1);
    desc.order = TRP_ORDER_MEMORY;
    desc.layer = 0;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).layer, 1);
    CHECK_VALID(world);
}

SITUATION("an external pool takes no prototype, and does not steal")
{
    const thing model = {.id = 1};
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4, .external = TRP_EXTERNAL};

    begin();
    desc.prototype = &model;
    refused(desc, TRP_ERR_DESC);
    desc.prototype = NULL;
    desc.when_full = TRP_FULL_STEAL_NEXT;
    refused(desc, TRP_ERR_DESC);
    stage_grow(&desc, 8);
    refused(desc, TRP_ERR_NO_ALLOCATOR);
    CHECK_VALID(world);
}

static trp_result reason;

static size_t asked_for;

static void *none_left(size_t size, void *arg)
{
    asked_for = size;
    ++*(unsigned *)arg;
    return NULL;
}

static void never_called(void *memory, size_t size, void *arg)
{
    ++*(unsigned *)arg;
}

SITUATION("half an allocator is refused, and never called")
{
    unsigned calls = 0;
    trp_world_desc desc = {.allocator = {none_left, NULL, &calls}, .result = &reason};

    CHECK(trp_world_create(&desc) == NULL);
    CHECK_EQ(reason, TRP_ERR_NULL);
    desc.allocator = (trp_allocator){NULL, never_called, &calls};
    reason = TRP_OK;
    CHECK(trp_world_create(&desc) == NULL);
    CHECK_EQ(reason, TRP_ERR_NULL);
    desc.result = NULL;
    CHECK(trp_world_create(&desc) == NULL);
    CHECK_EQ(calls, 0);
}

SITUATION("impossible numbers of a world overflow nothing")
{
    unsigned calls = 0;
    trp_world_desc desc = {.allocator = {none_left, never_called, &calls}, .result = &reason};

    desc.layers = TRP_MAX_LAYERS + 1;
    CHECK(trp_world_create(&desc) == NULL);
    CHECK_EQ(reason, TRP_ERR_MEMORY);
    CHECK(asked_for <= 64);
    desc.layers = 0;
    desc.max_pools = TRP_MAX_POOLS + 1;
    reason = TRP_OK;
    CHECK(trp_world_create(&desc) == NULL);
    CHECK_EQ(reason, TRP_ERR_MEMORY);
    CHECK(asked_for <= 64);
    CHECK_EQ(calls, 2);
}

static void says(trp_pool_desc desc, trp_result why, const char *what)
{
    refused(desc, why);
    CHECK_SAYS(what);
}

SITUATION("a refusal names the number")
{
    const char *const type = "desc.type is missing or impossible: write .type = TRP_TYPE(";
    const char *const most = "desc.max_capacity is for TRP_FULL_GROW, which needs it: from";
    const char *const enumerators = "newborns and prunes must be one of the enumerators";
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4};
    trp_pool_desc bad = desc;

    begin();
    bad.type = (trp_type){.name = "odd", .size = 48, .alignment = 12};
    says(bad, TRP_ERR_VALUE, type);
    bad.type = (trp_type){.name = "small", .size = 12, .alignment = 4};
    says(bad, TRP_ERR_VALUE, type);
    bad = desc, bad.max_capacity = 8;
    says(bad, TRP_ERR_DESC, most);
    bad.when_full = TRP_FULL_GROW, bad.max_capacity = 3;
    says(bad, TRP_ERR_VALUE, most);
    bad.max_capacity = TRP_MAX_SLOTS + 1;
    says(bad, TRP_ERR_VALUE, most);
    bad.max_capacity = TRP_MAX_SLOTS;
    says(bad, TRP_ERR_NO_ALLOCATOR, "when_full (TRP_FULL_GROW)");
    bad = desc, bad.joined_capacity = TRP_MAX_SLOTS + 1;
    says(bad, TRP_ERR_VALUE, "desc.joined_capacity must be 2^24 at most");
    bad = desc, bad.prunes = (trp_pruning)7;
    says(bad, TRP_ERR_VALUE, enumerators);
}

SITUATION("a refusal names the settings that exclude each other")
{
    const char *const joins = "pools that join must have the same age order, and no update_pool";
    const char *const external = "an external pool has no slots: no prototype, no stealing";
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4};
    trp_pool_desc bad = desc;

    begin();
    bad.joins = stage_pool(stage_second_world(9), 2, TRP_ORDER_OLDEST);
    says(bad, TRP_ERR_FOREIGN, "joins (a pool of this world)");
    bad.joins = aged, bad.order = TRP_ORDER_OLDEST;
    says(bad, TRP_ERR_DESC, joins);
    bad.order = TRP_ORDER_NEWEST, bad.update_pool = stage_update_nothing;
    says(bad, TRP_ERR_DESC, joins);
    bad.update_pool = NULL, bad.layer = 2;
    says(bad, TRP_ERR_DESC, "a pool that joins takes the other's layer: name the same or none");
    bad = desc, bad.update = stage_update, bad.update_pool = stage_update_nothing;
    says(bad, TRP_ERR_DESC, "update and update_pool exclude each other");
    bad = desc, bad.external = TRP_EXTERNAL, bad.when_full = TRP_FULL_STEAL_OLDEST;
    says(bad, TRP_ERR_DESC, external);
    bad.when_full = TRP_FULL_STEAL_NEXT;
    says(bad, TRP_ERR_DESC, external);
}

typedef struct mortal {
    trp_time until;
    trp_actor actor;
    trp_time twin;
} mortal;

/* before the node, or after it, but not in it */
SITUATION("a lifetime is beside the node")
{
    const char *const lifetime = "lifetime must be TRP_LIFETIME(struct, member), of this struct";
    trp_pool_desc desc = {.type = TRP_TYPE(mortal, actor), .capacity = 2};

    begin();
    desc.lifetime = (trp_lifetime)TRP_LIFETIME(mortal, until);
    stage_pool_as(world, desc);
    for (uint32_t at = 0; at < sizeof(trp_actor); at += sizeof(trp_time)) {
        desc.lifetime.offset = offsetof(mortal, actor) + at;
        says(desc, TRP_ERR_VALUE, lifetime);
    }
    desc.lifetime.offset = offsetof(mortal, twin);
    stage_pool_as(world, desc);
    desc.lifetime.clock = (trp_clock)(TRP_CLOCK_WORLD_TICKS + 1);
    says(desc, TRP_ERR_VALUE, lifetime);
}

SITUATION("no desc")
{
    begin();
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, NULL), TRP_ERR_NULL, "the desc is NULL");
}

SITUATION("a pool may have the most slots")
{
    trp_pool_desc desc = stage_desc(TRP_MAX_SLOTS, TRP_ORDER_MEMORY);

    CHECK(trp_pool_bytes(&desc) > TRP_MAX_SLOTS);
    desc.capacity = 4;
    stage_grow(&desc, TRP_MAX_SLOTS);
    CHECK(trp_pool_bytes(&desc) != 0);
}

typedef struct wide {
    trp_actor actor;
    uint32_t words[12];
} wide;

/* slots in a caller's block are not aligned to lines */
SITUATION("a block gives as many bytes as was said")
{
    const trp_pool_desc desc = {.type = TRP_TYPE(wide, actor), .capacity = 3};

    for (uint32_t i = 0; i < 3; i++) {
        begin();
        if (i > 0)
            stage_pool(world, i, TRP_ORDER_OLDEST);
        const size_t left = trp_world_info(world).free_bytes;
        CHECK(trp_pool_create(world, &desc) != NULL);
        CHECK_EQ(left - trp_world_info(world).free_bytes, trp_pool_bytes(&desc));
    }
}

typedef struct broad {
    _Alignas(128) trp_actor actor;
    uint32_t words[28];
} broad;

SITUATION("slots keep an alignment above a line")
{
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    for (uint32_t i = 0; i < 3; i++) {
        const trp_pool_desc desc = {.type = TRP_TYPE(broad, actor), .capacity = 2 + i};
        CHECK((uintptr_t)trp_create(stage_pool_as(world, desc), NULL) % 128 == 0);
    }
    CHECK_OK(trp_world_destroy(world));
}
