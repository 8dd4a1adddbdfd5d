/*
 * Descs that contradict themselves or the world: refused and reported, and nothing was created.
 */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *aged;

static void refused(trp_pool_desc desc, trp_result why)
{
    const uint32_t pools = trp_world_pool_count(world);

    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), why);
    CHECK_EQ(trp_world_pool_count(world), pools);
}

static void begin(void)
{
    world = stage_world_as((trp_world_desc){.layers = 3});
    aged = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .capacity = 4,
                                                .order = TRP_ORDER_NEWEST,
                                                .layer = 1});
}

static void a_type_must_be_possible(void)
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

static void a_most_is_for_those_that_grow(void)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);

    begin();
    desc.max_capacity = 8;
    refused(desc, TRP_ERR_DESC);
    desc.max_capacity = 4;
    CHECK_EQ(trp_pool_capacity(stage_pool_as(world, desc)), 4);
}

static void joined_ones_take_order_and_layer(void)
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
    CHECK_EQ(trp_pool_layer(stage_pool_as(world, desc)), 1);
    desc.order = TRP_ORDER_MEMORY;
    desc.layer = 0;
    CHECK_EQ(trp_pool_layer(stage_pool_as(world, desc)), 1);
    CHECK_VALID(world);
}

static void an_external_pool_has_no_slots_to_fill(void)
{
    const thing model = {.id = 1};
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 4, .external = true};

    begin();
    desc.prototype = &model;
    refused(desc, TRP_ERR_DESC);
    desc.prototype = NULL;
    desc.when_full = TRP_FULL_STEAL_NEXT;
    refused(desc, TRP_ERR_DESC);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 8;
    refused(desc, TRP_ERR_NO_ALLOCATOR);
    CHECK_VALID(world);
}

static trp_result reason;

static size_t asked_for;

static void *none_left(size_t size, void *context)
{
    asked_for = size;
    ++*(unsigned *)context;
    return NULL;
}

static void never_called(void *memory, size_t size, void *context)
{
    (void)memory;
    (void)size;
    ++*(unsigned *)context;
}

static void both_functions_or_neither(void)
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

static void impossible_numbers_ask_for_little(void)
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

const situation desc_situations[] = {
    {"a type with an impossible size, place or alignment is refused", a_type_must_be_possible},
    {"max_capacity without growing is refused, unless it is the capacity",
     a_most_is_for_those_that_grow},
    {"a pool that joins has the other's order and layer, or names none",
     joined_ones_take_order_and_layer},
    {"an external pool takes no prototype, and does not steal",
     an_external_pool_has_no_slots_to_fill},
    {"half an allocator is refused, and never called", both_functions_or_neither},
    {"impossible numbers of a world overflow nothing", impossible_numbers_ask_for_little},
};
const unsigned desc_situation_count = sizeof desc_situations / sizeof desc_situations[0];
