#include "../stage.h"

SITUATIONS(world);

SITUATION("a fresh world is empty")
{
    static int user;
    trp_world *world = stage_world_as((trp_world_desc){.user = &user, .layers = 2});
    CHECK(trp_world_user(world) == &user);
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_EQ(trp_world_info(world).live, 0);
    CHECK_EQ(trp_world_info(world).misuse, 0);
    CHECK_EQ(trp_world_info(world).pools, 0);
    CHECK(trp_world_pool(world, 0) == NULL);
    CHECK_EQ(trp_world_info(world).layers, 2);
    CHECK_OK(trp_last_result(world));
    CHECK(trp_first(world) == NULL);
    CHECK_QUIET(world, trp_update_all(world, 1), TRP_OK);
    CHECK_QUIET(world, trp_draw_all(world, NULL, 0), TRP_OK);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("a world without a desc")
{
    stage_world();
    trp_world *world = MADE(trp_world_init(stage_memory(), STAGE_BYTES, NULL));
    CHECK(trp_world_user(world) == NULL);
    CHECK_EQ(trp_world_info(world).layers, 1);
    CHECK_OK(trp_world_destroy(world));
}

static void check_refused(void *memory, size_t size, trp_world_desc desc, trp_result expected)
{
    trp_result result = TRP_OK;
    desc.result = &result;
    desc.on_misuse = stage_on_misuse;
    stage_forget();
    CHECK(trp_world_init(memory, size, &desc) == NULL);
    CHECK_RESULT(result, expected);
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, expected);
    CHECK(told.world == NULL);
    CHECK_SAYS("trp_world_init");
}

SITUATION("impossible descs and blocks")
{
    unsigned char *memory = stage_memory();
    check_refused(NULL, 10000, (trp_world_desc){0}, TRP_ERR_NULL);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.id = 256}, TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.id = UINT32_MAX}, TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.layers = TRP_MAX_LAYERS + 1},
                  TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.layers = UINT32_MAX}, TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.max_pools = TRP_MAX_POOLS + 1},
                  TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.max_pools = UINT32_MAX}, TRP_ERR_VALUE);
    check_refused(memory, STAGE_BYTES, (trp_world_desc){.layers = TRP_MAX_LAYERS}, TRP_ERR_MEMORY);
    check_refused(memory, 0, (trp_world_desc){0}, TRP_ERR_MEMORY);
    for (size_t i = 1; i < TRP_ALIGNMENT; i++)
        check_refused(memory + i, STAGE_BYTES - 8, (trp_world_desc){0}, TRP_ERR_ALIGN);
}

SITUATION("desc.result is TRP_OK after a success")
{
    trp_result result = TRP_ERR_FULL;
    stage_forget();
    CHECK(trp_world_init(stage_memory(), STAGE_BYTES,
                         &(trp_world_desc){.result = &result, .on_misuse = stage_on_misuse}));
    CHECK_OK(result);
    CHECK_EQ(told.count, 0);
}

SITUATION("refused without a hook")
{
    CHECK(trp_world_init(NULL, 0, NULL) == NULL);
    CHECK(trp_world_init(stage_memory(), 10, NULL) == NULL);
    CHECK(trp_world_init(stage_memory() + 1, 10000, NULL) == NULL);
}

SITUATION("trp_world_create refuses the same")
{
    trp_result result = TRP_OK;
    stage_forget();
    CHECK(trp_world_create(&(trp_world_desc){
              .id = 256, .result = &result, .on_misuse = stage_on_misuse}) == NULL);
    CHECK_RESULT(result, TRP_ERR_VALUE);
    CHECK_EQ(told.count, 1);
    CHECK(told.world == NULL);
}

SITUATION("every id is in the handles")
{
    for (uint32_t id = 0; id < 256; id++) {
        trp_world *world = stage_world_as((trp_world_desc){.id = id});
        trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
        thing *it = stage_thing(pool, 1);
        trp_handle handle = trp_handle_of(world, &it->actor);
        CHECK(!trp_handle_is_null(handle));
        CHECK(trp_get(world, handle) == &it->actor);
        uint32_t others = 0;
        for (uint32_t bits = 0; bits < 256; bits++) {
            trp_handle made_up = {(handle.index & 0xFFFFFF) | bits << 24, handle.generation};
            others += trp_get(world, made_up) != NULL;
        }
        CHECK_EQ(others, 1);
    }
}

SITUATION("as many layers and pools as there can be")
{
    stage_needs(16u * 1024u * 1024u);
    stage_world();
    trp_world *world = MADE(trp_world_create(&(trp_world_desc){
        .layers = TRP_MAX_LAYERS, .max_pools = TRP_MAX_POOLS, .on_misuse = stage_on_misuse}));
    CHECK_EQ(trp_world_info(world).layers, TRP_MAX_LAYERS);
    for (uint32_t i = 0; i < TRP_MAX_POOLS; i++) {
        trp_pool_desc desc = stage_desc(2, i % 2 ? TRP_ORDER_MEMORY : TRP_ORDER_OLDEST);
        desc.layer = TRP_MAX_LAYERS - 1 - i;
        trp_pool *pool = stage_pool_as(world, desc);
        thing *it = stage_thing(pool, i);
        CHECK(trp_get(world, trp_handle_of(world, &it->actor)) == &it->actor);
        CHECK(trp_pool_of(world, &it->actor) == pool);
    }
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_LIMIT);
    uint32_t expected = TRP_MAX_POOLS;
    for (const trp_actor *at = trp_first(world); at; at = trp_next(world, at))
        CHECK_EQ(trp_as(thing, at)->id, --expected);
    CHECK_EQ(expected, 0);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

/* only memory that the pools need is touched, so this costs little but addresses */
SITUATION("2^24 slots in all")
{
    stage_needs(16u * 1024u * 1024u);
    stage_world();
    trp_world *world =
        trp_world_create(&(trp_world_desc){.max_pools = 2, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(1000, TRP_ORDER_MEMORY);
    stage_grow(&desc, TRP_MAX_SLOTS - TRP_MAX_SLOTS / 8);
    trp_pool *pool = trp_pool_create(world, &desc);
    if (pool == NULL) {
        CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
        CHECK_OK(trp_world_destroy(world));
        return;
    }
    desc.max_capacity = TRP_MAX_SLOTS / 2;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_LIMIT);
    desc.max_capacity = 2000;
    trp_pool *second = stage_pool_as(world, desc);
    stage_thing(second, 1);
    stage_thing(pool, 2);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("two worlds know nothing of each other")
{
    trp_world *a = stage_world_as((trp_world_desc){.id = 1}), *b = stage_second_world(2);
    trp_pool *pa = stage_pool(a, 5, TRP_ORDER_MEMORY), *pb = stage_pool(b, 5, TRP_ORDER_OLDEST);
    stage_things(pa, 1, 3);
    stage_things(pb, 11, 14);
    stage_log_clear();
    CHECK_OK(trp_update_all(a, 1));
    CHECK_LOG(1, 2, 3);
    CHECK_OK(trp_update_all(b, 1));
    CHECK_LOG(11, 12, 13, 14);
    CHECK_OK(trp_layer_set_enabled(a, 0, false));
    CHECK(trp_layer_enabled(b, 0));
    CHECK_EQ(trp_world_info(a).live, 3);
    CHECK_EQ(trp_world_info(b).live, 4);
    CHECK_EQ(trp_world_ticks(a), 1);
    CHECK_OK(trp_world_destroy(a));
    stage_log_clear();
    CHECK_VALID(b);
    CHECK_OK(trp_update_all(b, 1));
    CHECK_LOG(11, 12, 13, 14);
}

static trp_world *inner;

static void tick_the_other(thing *self, const trp_context *in)
{
    if (self->id < 10)
        CHECK_QUIET(inner, trp_update_all(inner, in->dt), TRP_OK);
}

SITUATION("a world ticks in another's tick")
{
    trp_world *outer = stage_world_as((trp_world_desc){.id = 1});
    inner = stage_second_world(2);
    trp_pool *po = stage_pool(outer, 5, TRP_ORDER_MEMORY);
    trp_pool *pi = stage_pool(inner, 5, TRP_ORDER_MEMORY);
    stage_things(po, 1, 2);
    stage_things(pi, 11, 12);
    stage_when_updated = tick_the_other;
    stage_log_clear();
    CHECK_OK(trp_update_all(outer, 1));
    CHECK_LOG(1, 11, 12, 2, 11, 12);
    CHECK_EQ(trp_world_ticks(inner), 2);
}

SITUATION("a node is 24 or 16 bytes")
{
    CHECK(sizeof(trp_actor) <= (sizeof(void *) == 8 ? 24 : 16));
    CHECK_EQ(sizeof(trp_handle), 8);
    CHECK_EQ(sizeof(trp_link), 2 * sizeof(void *));
}

static trp_misuse early;

static void keep_misuse(trp_world *world, const trp_misuse *misuse)
{
    CHECK(world == NULL);
    early = *misuse;
}

SITUATION("a refusal says what is wrong")
{
    check_refused(NULL, 10000, (trp_world_desc){0}, TRP_ERR_NULL);
    CHECK_SAYS("the block is NULL");
    check_refused(stage_memory(), STAGE_BYTES, (trp_world_desc){.id = 256}, TRP_ERR_VALUE);
    CHECK_SAYS("id must be at most 255");
    check_refused(stage_memory() + 1, STAGE_BYTES - 8, (trp_world_desc){0}, TRP_ERR_ALIGN);
    CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "the block is NULL"));
    CHECK(trp_world_init(NULL, 0, &(trp_world_desc){.on_misuse = keep_misuse}) == NULL);
    CHECK_RESULT(early.result, TRP_ERR_NULL);
    CHECK(early.file == NULL && early.line == 0);
    CHECK(early.pool == NULL && early.in_pool == NULL && early.actor == NULL);
}

SITUATION("the list leads back through all pools")
{
    trp_world *world = stage_world();
    const trp_actor *actors[4];

    for (uint32_t i = 0; i < 4; i++)
        actors[i] = trp_create(stage_pool(world, 1, TRP_ORDER_MEMORY), NULL);
    for (uint32_t i = 3; i > 0; i--)
        CHECK(trp_prev(world, actors[i]) == actors[i - 1]);
    CHECK(trp_prev(world, actors[0]) == NULL);
}
