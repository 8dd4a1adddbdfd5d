/*
 * Descs that contradict themselves or the world: refused and reported, and nothing was created.
 */
#include "../script.h"

SITUATIONS(desc);

static trp_world *world;
static trp_pool *aged;

static void refused(trp_pool_desc desc, trp_result why)
{
    const uint32_t pools = trp_world_info(world).pools;
    const size_t bytes = trp_world_info(world).free_bytes;

    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), why);
    CHECK_EQ(trp_world_info(world).pools, pools);
    CHECK_EQ(trp_world_info(world).free_bytes, bytes);
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
    const size_t most = SIZE_MAX / 2;
    const trp_type types[] = {{.size = 0},
                              {sizeof(thing) + 1, 8, 0, "odd"},
                              {sizeof(trp_actor) - 1, 8, 0, "small"},
                              {12, 4, 0, "small"},
                              {48, 12, 0, "odd"},
                              {sizeof(thing), 0, 0, "odd"},
                              {sizeof(thing), 3, 0, "odd"},
                              {sizeof(thing), 1, 0, "odd"},
                              {sizeof(thing), 8, sizeof(thing), "odd"},
                              {sizeof(thing), 8, SIZE_MAX, "odd"},
                              {sizeof(thing), 8, 1, "odd"}};
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    begin();
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        desc.type = types[i];
        refused(desc, TRP_ERR_VALUE);
        CHECK_SAYS("desc.type is missing or impossible: write .type = TRP_TYPE(");
    }
    desc.type = (trp_type){most / 2 & ~(size_t)63, 8, 0, "large"};
    CHECK(trp_pool_create(world, &desc) == NULL);
    desc.type.size = SIZE_MAX - 7;
    CHECK(trp_pool_create(world, &desc) == NULL);
    stage_forget();
    desc.type = (trp_type)TRP_TYPE(thing, actor);
    desc.capacity = 1u << 24;
    world = stage_world();
    refused(desc, TRP_ERR_MEMORY);
}

SITUATION("max_capacity may be the capacity")
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    begin();
    desc.max_capacity = 4;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).slots, 4);
}

SITUATION("a pool that joins has the other's order and layer, or names none")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4};

    begin();
    desc.joins = aged;
    desc.order = TRP_ORDER_NEWEST;
    desc.layer = 1;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).layer, 1);
    desc.order = TRP_ORDER_MEMORY;
    desc.layer = 0;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).layer, 1);
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

SCRIPT("a refusal names the number",
       "plain; layers 3; pool 0 !VALUE; says capacity must be 1 to 2^24; pool 16777217 !VALUE;"
       "says capacity must be 1 to 2^24; pool 4294967295 !VALUE; says capacity must be 1 to 2^24;"
       "pool layer 3 !VALUE; says desc.layer must be less than the world's number of layers;"
       "pool layer 4294967295 !VALUE; says desc.layer; pool 4 reserve 4 !VALUE;"
       "says desc.reserve must be less than the capacity; pool 4 reserve 4294967295 !VALUE;"
       "says desc.reserve; pool 4 grow 0 !VALUE; says desc.max_capacity is for TRP_FULL_GROW;"
       "pool 4 grow 3 !VALUE; pool 4 grow 16777217 !VALUE; says which needs it;"
       "pool 4 grow 16777216 !NO_ALLOCATOR; says when_full (TRP_FULL_GROW);"
       "pool external 4 grow 8 !NO_ALLOCATOR");
SCRIPT("a refusal names the settings that exclude each other",
       "in memory; layers 3; pool; pool newest layer 1; pool oldest whole; pool joins a !DESC;"
       "says pools that join must have the same age order, and no update_pool;"
       "pool oldest joins a !DESC; pool oldest joins b !DESC; pool oldest joins c !DESC;"
       "pool joins b whole !DESC; says pools that join must have the same age order;"
       "pool joins b layer 2 !DESC; says a pool that joins takes the other's layer;"
       "pool same !DESC; says TRP_NEWBORNS_SAME_WALK is for oldest first; pool newest same !DESC;"
       "pool oldest steal same !DESC; pool oldest steal memory !DESC;"
       "says TRP_FULL_STEAL_OLDEST needs an age order; pool steal oldest !DESC;"
       "pool steal newest !DESC; pool external steal !DESC;"
       "says an external pool has no slots: no prototype, no stealing;"
       "pool external oldest steal !DESC; says an external pool has no slots");

/* Of what scripts do not have. */
SITUATION("further settings are refused")
{
    begin();
    const trp_type things = TRP_TYPE(thing, actor);
    trp_pool *const far = stage_pool(stage_second_world(9), 2, TRP_ORDER_OLDEST);
    const struct {
        trp_pool_desc desc;
        trp_result why;
        const char *says;
    } rows[] = {
        {{.newborns = (trp_newborns)4}, TRP_ERR_VALUE, "must be one of the enumerators"},
        {{.prunes = (trp_pruning)2}, TRP_ERR_VALUE, "must be one of the enumerators"},
        {{.joined_capacity = TRP_MAX_SLOTS + 1}, TRP_ERR_VALUE, "desc.joined_capacity must be"},
        {{.max_capacity = 8}, TRP_ERR_DESC, "desc.max_capacity is for TRP_FULL_GROW"},
        {{.joins = far}, TRP_ERR_FOREIGN, "joins (a pool of this world)"},
        {{.update = stage_update, .update_pool = stage_update_nothing}, TRP_ERR_DESC, "exclude"},
        {{.external = TRP_EXTERNAL, .prototype = &things}, TRP_ERR_DESC, "no prototype"},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        trp_pool_desc desc = rows[i].desc;
        desc.type = things;
        desc.capacity = 4;
        refused(desc, rows[i].why);
        CHECK_SAYS(rows[i].says);
    }
}

typedef struct mortal {
    trp_time until;
    trp_actor actor;
    trp_time twin;
} mortal;

/* before the node, or after it, but not in it */
SITUATION("a lifetime is beside the node")
{
    trp_pool_desc desc = {.type = TRP_TYPE(mortal, actor), .capacity = 2};
    const trp_lifetime good = TRP_LIFETIME(mortal, until);

    begin();
    desc.lifetime = good;
    stage_pool_as(world, desc);
    desc.lifetime.offset = offsetof(mortal, twin);
    stage_pool_as(world, desc);
    for (uint32_t at = 0; at < sizeof(trp_actor); at += sizeof(trp_time)) {
        desc.lifetime.offset = offsetof(mortal, actor) + at;
        refused(desc, TRP_ERR_VALUE);
    }
    const trp_lifetime wrong[] = {{.clock = TRP_CLOCK_TICKS},
                                  {.offset = 4},
                                  {.offset = good.offset + 1, .use = good.use},
                                  {.offset = sizeof(mortal), .use = good.use},
                                  {good.offset, good.clock, good.use, sizeof(mortal) + 1, NULL},
                                  {.offset = good.offset, .clock = (trp_clock)3, .use = good.use}};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        desc.lifetime = wrong[i];
        refused(desc, TRP_ERR_VALUE);
        CHECK_SAYS("lifetime must be TRP_LIFETIME(struct, member), of this struct");
    }
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
