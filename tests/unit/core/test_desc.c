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
    const size_t bytes = trp_world_info(world).free_bytes;

    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), why);
    CHECK_EQ(trp_world_info(world).pools, pools);
    CHECK_EQ(trp_world_info(world).free_bytes, bytes);
}

typedef struct row {
    trp_pool_desc desc;
    trp_result why;
    const char *says;
} row;

static void check(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        refused(rows[i].desc, rows[i].why);
        CHECK_SAYS(rows[i].says);
    }
}

static const char *const type_words = "desc.type is missing or impossible: write .type = TRP_TYPE(";
static const char *const most_words =
    "desc.max_capacity is for TRP_FULL_GROW, which needs it: from";
static const char *const one_words = "newborns and prunes must be one of the enumerators";
static const char *const joins_words =
    "pools that join must have the same age order, and no update_pool";
static const char *const external_words =
    "an external pool has no slots: no prototype, no stealing";
static const char *const same_words = "TRP_NEWBORNS_SAME_WALK is for oldest first";
static const char *const lifetime_words =
    "lifetime must be TRP_LIFETIME(struct, member), of this struct";

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
        CHECK_SAYS(type_words);
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

SITUATION("a refusal names the number")
{
    const trp_type things = TRP_TYPE(thing, actor);
    const uint32_t most = TRP_MAX_SLOTS;
    const trp_full grow = TRP_FULL_GROW;
    const row rows[] = {
        {{.type = things, .capacity = 0}, TRP_ERR_VALUE, "capacity must be 1 to 2^24"},
        {{.type = things, .capacity = most + 1}, TRP_ERR_VALUE, "capacity must be 1 to 2^24"},
        {{.type = things, .capacity = UINT32_MAX}, TRP_ERR_VALUE, "capacity must be 1 to 2^24"},
        {{.type = things, .capacity = 4, .layer = 3},
         TRP_ERR_VALUE,
         "desc.layer must be less than the world's number of layers (desc.layers)"},
        {{.type = things, .capacity = 4, .layer = UINT32_MAX}, TRP_ERR_VALUE, "desc.layer"},
        {{.type = things, .capacity = 4, .newborns = (trp_newborns)4}, TRP_ERR_VALUE, one_words},
        {{.type = things, .capacity = 4, .prunes = (trp_pruning)2}, TRP_ERR_VALUE, one_words},
        {{.type = things, .capacity = 4, .reserve = 4},
         TRP_ERR_VALUE,
         "desc.reserve must be less than the capacity"},
        {{.type = things, .capacity = 4, .reserve = UINT32_MAX}, TRP_ERR_VALUE, "desc.reserve"},
        {{.type = things, .capacity = 4, .joined_capacity = most + 1},
         TRP_ERR_VALUE,
         "desc.joined_capacity must be 2^24 at most"},
        {{.type = things, .capacity = 4, .max_capacity = 8}, TRP_ERR_DESC, most_words},
        {{.type = things, .capacity = 4, .when_full = grow}, TRP_ERR_VALUE, most_words},
        {{.type = things, .capacity = 4, .when_full = grow, .max_capacity = 3},
         TRP_ERR_VALUE,
         most_words},
        {{.type = things, .capacity = 4, .when_full = grow, .max_capacity = most + 1},
         TRP_ERR_VALUE,
         most_words},
        {{.type = things, .capacity = 4, .when_full = grow, .max_capacity = most},
         TRP_ERR_NO_ALLOCATOR,
         "when_full (TRP_FULL_GROW)"},
    };

    begin();
    check(rows, sizeof rows / sizeof rows[0]);
}

SITUATION("a refusal names the settings that exclude each other")
{
    begin();
    const trp_type things = TRP_TYPE(thing, actor);
    trp_pool *const memory = stage_pool(world, 2, TRP_ORDER_MEMORY);
    trp_pool *const far = stage_pool(stage_second_world(9), 2, TRP_ORDER_OLDEST);
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    desc.update = NULL;
    desc.update_pool = stage_update_nothing;
    trp_pool *const whole = stage_pool_as(world, desc);
    const trp_order newest = TRP_ORDER_NEWEST, oldest = TRP_ORDER_OLDEST;
    const trp_newborns same = TRP_NEWBORNS_SAME_WALK;
    const trp_full steal = TRP_FULL_STEAL_OLDEST, steal_next = TRP_FULL_STEAL_NEXT;
    const row rows[] = {
        {{.type = things, .capacity = 4, .joins = far},
         TRP_ERR_FOREIGN,
         "joins (a pool of this world)"},
        {{.type = things, .capacity = 4, .joins = memory}, TRP_ERR_DESC, joins_words},
        {{.type = things, .capacity = 4, .joins = memory, .order = oldest},
         TRP_ERR_DESC,
         joins_words},
        {{.type = things, .capacity = 4, .joins = aged, .order = oldest},
         TRP_ERR_DESC,
         joins_words},
        {{.type = things, .capacity = 4, .joins = whole, .order = oldest},
         TRP_ERR_DESC,
         joins_words},
        {{.type = things, .capacity = 4, .joins = aged, .update_pool = stage_update_nothing},
         TRP_ERR_DESC,
         joins_words},
        {{.type = things, .capacity = 4, .joins = aged, .layer = 2},
         TRP_ERR_DESC,
         "a pool that joins takes the other's layer: name the same or none"},
        {{.type = things,
          .capacity = 4,
          .update = stage_update,
          .update_pool = stage_update_nothing},
         TRP_ERR_DESC,
         "update and update_pool exclude each other"},
        {{.type = things, .capacity = 4, .newborns = same}, TRP_ERR_DESC, same_words},
        {{.type = things, .capacity = 4, .newborns = same, .order = newest},
         TRP_ERR_DESC,
         same_words},
        {{.type = things, .capacity = 4, .newborns = same, .order = oldest, .when_full = steal},
         TRP_ERR_DESC,
         ""},
        {{.type = things, .capacity = 4, .when_full = steal},
         TRP_ERR_DESC,
         "TRP_FULL_STEAL_OLDEST needs an age order"},
        {{.type = things, .capacity = 4, .when_full = steal_next, .order = oldest},
         TRP_ERR_DESC,
         ""},
        {{.type = things, .capacity = 4, .when_full = steal_next, .order = newest},
         TRP_ERR_DESC,
         ""},
        {{.type = things, .capacity = 4, .external = TRP_EXTERNAL, .prototype = &things},
         TRP_ERR_DESC,
         external_words},
        {{.type = things, .capacity = 4, .external = TRP_EXTERNAL, .when_full = steal},
         TRP_ERR_DESC,
         external_words},
        {{.type = things, .capacity = 4, .external = TRP_EXTERNAL, .when_full = steal_next},
         TRP_ERR_DESC,
         external_words},
        {{.type = things,
          .capacity = 4,
          .external = TRP_EXTERNAL,
          .when_full = TRP_FULL_GROW,
          .max_capacity = 8},
         TRP_ERR_NO_ALLOCATOR,
         ""},
    };

    check(rows, sizeof rows / sizeof rows[0]);
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
        CHECK_SAYS(lifetime_words);
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
