#include "../heap.h"
#include "../parallel_scene.h"

SITUATIONS(parallel_misuse);

static trp_world *world;
static trp_pool *pool;

/* Makes a pool of things that is updated by this function, with one of them. */
static void begin(trp_update_part_fn *update)
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(100, TRP_ORDER_MEMORY);
    desc.update = NULL;
    desc.parallel = (trp_parallel)TRP_PARALLEL(
        &(trp_parallel_desc){.update = update, .slots_per_part = 64, .command_bytes = 16});
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 0);
    stage_log_clear();
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 1));
    CHECK_VALID(world);
}

static void nothing(trp_part *part, const trp_context *in)
{
}

/* The desc */

SITUATION("only pools with slots in memory order are parallel")
{
    const trp_parallel_desc parts = {.update = nothing};
    const char *const few = "at most 65,536", *const in_order_only = "memory order";
    const struct {
        trp_parallel_desc parts;
        trp_pool_desc desc;
        trp_result why;
        const char *says;
    } rows[] = {
        {parts, {.order = TRP_ORDER_NEWEST}, TRP_ERR_DESC, in_order_only},
        {parts, {.order = TRP_ORDER_OLDEST, .external = TRP_EXTERNAL}, TRP_ERR_DESC, ""},
        {parts, {.update = stage_update}, TRP_ERR_DESC, "update and update_pool exclude"},
        {parts, {.update_pool = stage_update_nothing}, TRP_ERR_DESC, ""},
        {{.update = NULL}, {0}, TRP_ERR_NULL, "its update is NULL"},
        {{.update = nothing, .slots_per_part = 65537}, {0}, TRP_ERR_VALUE, few},
        {{.update = nothing, .command_bytes = 4097}, {0}, TRP_ERR_VALUE, ""},
        {{.update = nothing, .slots_per_part = 65536, .command_bytes = 4096},
         {0},
         TRP_ERR_MEMORY,
         ""},
    };
    trp_pool_desc desc;

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        world = stage_world();
        desc = rows[i].desc;
        desc.type = (trp_type)TRP_TYPE(thing, actor);
        desc.capacity = 8;
        desc.parallel = (trp_parallel)TRP_PARALLEL(&rows[i].parts);
        CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), rows[i].why, rows[i].says);
    }
    desc = stage_still_desc(8, TRP_ORDER_MEMORY);
    desc.parallel = (trp_parallel)TRP_PARALLEL(NULL);
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_NULL,
                           "its update is NULL");
    desc.parallel =
        (trp_parallel){.desc = &parts}; /* not by the macro, which links what is needed */
    CHECK_NULL_MISUSE_SAYS(world, trp_pool_create(world, &desc), TRP_ERR_DESC,
                           "TRP_PARALLEL(&desc)");
    desc.parallel.desc = NULL;
    pool = stage_pool_as(world, desc);
    CHECK_EQ(trp_pool_info(pool).parallel.part_bytes, 0);
    CHECK_MISUSE(world, trp_pool_set_parallel_for(pool, in_order, NULL), TRP_ERR_DESC);
    CHECK_RESULT(trp_pool_set_parallel_for(NULL, NULL, NULL), TRP_ERR_NULL);
}

SITUATION("a pool with a staggered interval is not parallel")
{
    begin(nothing);
    CHECK_MISUSE(world, trp_pool_set_interval(pool, 2, TRP_INTERVAL_STAGGERED), TRP_ERR_DESC);
    CHECK_OK(trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER));
    CHECK_OK(trp_update_all(world, 1));
}

/* Memory */

SITUATION("TRP_PARALLEL_BYTES is what a parallel pool takes")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[24 * 1024];
    trp_pool_desc desc = stage_desc(150, TRP_ORDER_MEMORY);

    desc.update = NULL;
    desc.parallel = (trp_parallel)TRP_PARALLEL(
        &(trp_parallel_desc){.update = nothing, .slots_per_part = 70, .command_bytes = 9});
    for (size_t less = 0; less < 2; less++) {
        const size_t parallel = TRP_PARALLEL_BYTES(150, 70, 9);
        const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 150);
        stage_open(memory, sizeof memory);
        world = MADE(trp_world_init(memory, bytes + parallel - less * 2048,
                                    &(trp_world_desc){.on_misuse = stage_on_misuse}));
        CHECK((trp_pool_create(world, &desc) != NULL) == (less == 0));
        CHECK_RESULT(trp_last_result(world), less == 0 ? TRP_OK : TRP_ERR_MEMORY);
        CHECK_OK(trp_world_destroy(world));
    }
}

static size_t most_asked;

static void *note_and_take(size_t bytes, void *arg)
{
    if (bytes > most_asked)
        most_asked = bytes;
    return bytes < 512u * 1024u ? heap_take(bytes, arg) : NULL;
}

/* an allocator that adds a header to each size relies on it */
SITUATION("an allocator is never asked for more than a size can be")
{
    trp_pool_desc desc = stage_desc(8, TRP_ORDER_MEMORY);

    stage_needs(64u * 1024u * 1024u);
    heap_reset();
    stage_world();
    world = trp_world_create(&(trp_world_desc){.allocator = {note_and_take, heap_give, NULL},
                                               .on_misuse = stage_on_misuse});
    desc.update = NULL;
    stage_grow(&desc, 1u << 20);
    desc.parallel =
        (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = nothing, .command_bytes = 4096});
    most_asked = 0;
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY);
    CHECK(most_asked <= SIZE_MAX / 2);
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

/* Commands with misuse: the first of a part is reported, after all parts */

static void (*act)(trp_part *part, thing *it);
static trp_part *kept;
static trp_pool *other_pool;
static trp_actor *other_actor;
static trp_handle other_handle;
static trp_play_fn *no_function;

static void acts(trp_part *part, const trp_context *in)
{
    kept = part;
    trp_part_each (thing, it, part) {
        act(part, it);
        CHECK_EQ(told.count, 0);
    }
}

static void later(const void *event, const trp_context *in)
{
    stage_log(77);
}

static void check_wrong(void (*what)(trp_part *, thing *), trp_result result, const char *call)
{
    const uint64_t before = trp_world_info(world).misuse;

    act = what;
    stage_forget();
    tick();
    CHECK_EQ(told.count, 1);
    CHECK_EQ(trp_world_info(world).misuse, before + 1);
    CHECK_EQ(told.result, result);
    CHECK(told.pool == pool && (told.actor == NULL || result == TRP_BUSY));
    CHECK(situation_text_equal(told.call, call) || told.call[0] == '\0');
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_LOG();
}

static void creates_nowhere(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_create(part, NULL, it), TRP_ERR_NULL);
    CHECK_RESULT(trp_part_call(part, NULL, NULL, 0), TRP_ERR_NULL); /* not reported */
}

static void creates_elsewhere(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_create(part, other_pool, it), TRP_ERR_FOREIGN);
}

static void creates_outside(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_create(part, other_pool, it), TRP_ERR_TYPE);
}

static void calls_nothing(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_call(part, no_function, NULL, 0), TRP_ERR_NULL);
}

static void calls_with_nothing(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_call(part, later, NULL, 4), TRP_ERR_NULL);
}

static void calls_with_too_much(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_call(part, later, it, 65537), TRP_ERR_VALUE);
}

static void walks_another_type(trp_part *part, thing *it)
{
    trp_part_each_of(crate, node, no_crate, part) CHECK(no_crate == NULL);
}

static void walks_another_node(trp_part *part, thing *it)
{
    typedef struct late {
        uint32_t id, data;
        trp_actor actor;
    } late;
    _Static_assert(sizeof(late) == sizeof(thing), "only the node is elsewhere");
    trp_part_each (late, none, part)
        CHECK(none == NULL);
}

typedef struct large_thing {
    trp_actor actor; /* where a thing has it */
    uint32_t id, data[9];
} large_thing;

static void walks_too_far(trp_part *part, thing *it)
{
    trp_part_each (large_thing, none, part)
        CHECK(none == NULL);
}

static void recycles_at_once(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_recycle(world, &it->actor), TRP_BUSY);
}

static void clears_and_creates(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_layer_clear(world, 0, NULL), TRP_BUSY);
    CHECK(trp_create(pool, NULL) == NULL); /* the last one is reported */
}

SITUATION("wrong commands are reported after all parts")
{
    begin(acts);
    check_wrong(recycles_at_once, TRP_BUSY, "trp_recycle");
    check_wrong(clears_and_creates, TRP_BUSY, "trp_create");
    check_wrong(creates_nowhere, TRP_ERR_NULL, "trp_part_create");
    CHECK_SAYS("the pool is NULL");
    check_wrong(calls_nothing, TRP_ERR_NULL, "trp_part_call");
    check_wrong(calls_with_nothing, TRP_ERR_NULL, "trp_part_call");
    check_wrong(calls_with_too_much, TRP_ERR_VALUE, "trp_part_call");
    check_wrong(walks_another_type, TRP_ERR_TYPE, "trp_part_each");
    check_wrong(walks_another_node, TRP_ERR_TYPE, "trp_part_each");
    check_wrong(walks_too_far, TRP_ERR_TYPE, "trp_part_each");
    other_pool = trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .external = TRP_EXTERNAL});
    check_wrong(creates_outside, TRP_ERR_TYPE, "trp_part_create");
    other_pool = stage_pool(stage_second_world(9), 2, TRP_ORDER_MEMORY);
    check_wrong(creates_elsewhere, TRP_ERR_FOREIGN, "trp_part_create");
}

/* The part is over */

static void check_over(trp_part *part, thing *it)
{
    CHECK_MISUSE(world, trp_part_end(part, trp_handle_of(world, &it->actor), NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_part_create(part, pool, NULL), TRP_BUSY);
    CHECK_MISUSE(world, trp_part_call(part, later, NULL, 0), TRP_BUSY);
    stage_forget();
    trp_part_each (thing, none, part)
        CHECK(none == NULL);
    CHECK_EQ(told.count, 1);
}

static void ignore(trp_part *part, thing *it)
{
}

SITUATION("a part is over when its update has returned")
{
    begin(acts);
    act = ignore;
    tick();
    check_over(kept, stage_find(pool, 0));
    CHECK_RESULT(trp_part_end(NULL, (trp_handle){0, 0}, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_part_create(NULL, pool, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_part_call(NULL, later, NULL, 0), TRP_ERR_NULL);
    trp_part_each (thing, none, NULL)
        CHECK(none == NULL);
}

/* Room for births and calls: 64 slots of 16 bytes */

static void gives_too_much(trp_part *part, thing *it)
{
    static const unsigned char data[1024 - 16];

    CHECK_OK(trp_part_call(part, later, data, sizeof data));
    CHECK_RESULT(trp_part_end(part, trp_handle_of(world, &it->actor), NULL), TRP_ERR_FULL);
    CHECK_RESULT(trp_part_create(part, pool, it), TRP_ERR_FULL);
    CHECK_RESULT(trp_part_create(part, pool, NULL), TRP_ERR_FULL);
    CHECK_RESULT(trp_part_call(part, later, NULL, 0), TRP_ERR_FULL);
}

SITUATION("a full part refuses births and calls as well")
{
    begin(acts);
    act = gives_too_much;
    tick();
    CHECK_LOG(77);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_EQ(trp_pool_info(pool).parallel.refused, 4);
    CHECK_TOLD(1, TRP_ERR_FULL);
    CHECK(situation_text_equal(told.call, "trp_part_end") || told.call[0] == '\0');
}

/* Endings */

static void ends_with_a_cause(trp_part *part, thing *it)
{
    const trp_handle own = trp_handle_of(world, &it->actor);

    if (it->id == 1)
        return;
    CHECK_OK(trp_part_end(part, other_handle, &(trp_ending){.cause = own}));
    CHECK_OK(trp_part_end(part, own, &(trp_ending){.reason = TRP_REASON_OWN(3)}));
    CHECK_OK(trp_part_end(
        part, own,
        &(trp_ending){.reason = TRP_REASON_OWN(3), .cause = own})); /* its life is over by then */
}

static trp_handle cause_of_end;

static void note_cause(trp_actor *self, const trp_end_context *in)
{
    stage_log(GONE(in->reason, trp_as(thing, self)->id));
    if (trp_as(thing, self)->id == 1)
        cause_of_end = in->cause;
}

SITUATION("endings are kept with their reasons and causes")
{
    trp_pool_desc desc = stage_desc(100, TRP_ORDER_MEMORY);
    desc.update = NULL;
    desc.on_end = note_cause;
    desc.parallel =
        (trp_parallel)TRP_PARALLEL(&(trp_parallel_desc){.update = acts, .command_bytes = 32});
    world = stage_world();
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 0);
    other_handle = trp_handle_of(world, &stage_thing(pool, 1)->actor);
    stage_log_clear();
    act = ends_with_a_cause;
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 1), GONE(TRP_REASON_OWN(3), 0));
    CHECK_EQ(cause_of_end.generation, 1);
    CHECK_EQ(trp_pool_count(pool), 0);
    CHECK_EQ(told.count, 0);
}

/* Lives that are over in the meantime */

static void ends_the_dead(trp_part *part, thing *it)
{
    const trp_handle none = {0, 0};
    CHECK_RESULT(trp_part_end(part, none, NULL), TRP_GONE);
    CHECK_RESULT(trp_part_end(part, other_handle, NULL), TRP_GONE); /* expired */
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), NULL));
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), NULL));
}

static void expires_and_recycles(trp_part *part, thing *it)
{
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), &(trp_ending){.later = true}));
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), &(trp_ending){.later = true}));
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), NULL));
    CHECK_OK(trp_part_create(part, pool, it));
}

static void expires(trp_part *part, thing *it)
{
    CHECK_OK(trp_part_end(part, trp_handle_of(world, &it->actor), &(trp_ending){.later = true}));
}

static void is_born_again(const void *event, const trp_context *in)
{
    CHECK_OK(trp_recycle(world, other_actor));
    CHECK(trp_create(pool, NULL) == other_actor);
}

static void ends_a_former_life(trp_part *part, thing *it)
{
    CHECK_OK(trp_part_call(part, is_born_again, it, 1));
    CHECK_OK(trp_part_end(part, trp_handle_of(world, other_actor), NULL));
}

static void falls_asleep(const void *event, const trp_context *in)
{
    CHECK_OK(trp_deactivate(in->world, other_actor));
}

static void ends_a_sleeper(trp_part *part, thing *it)
{
    CHECK_OK(trp_part_call(part, falls_asleep, &it, sizeof it));
    CHECK_OK(trp_part_end(part, trp_handle_of(world, other_actor), NULL));
}

SITUATION("a life that a part ends is ended once, and no later one")
{
    begin(acts);
    other_actor = &stage_thing(pool, 1)->actor;
    other_handle = trp_handle_of(world, other_actor);
    CHECK_OK(trp_expire(world, other_actor));
    stage_log_clear();
    act = ends_the_dead;
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 0), GONE(TRP_REASON_EXPIRED, 1));
    CHECK_EQ(told.count, 0);
    stage_thing(pool, 2);
    stage_log_clear();
    act = expires_and_recycles;
    tick();
    CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2), BORN(2));
    CHECK_EQ(trp_slot_of(world, &stage_find(pool, 2)->actor), 0);
    other_actor = &stage_find(pool, 2)->actor;
    act = ends_a_former_life;
    tick();
    CHECK_EQ(trp_pool_count(pool), 1);
    stage_log_clear();
    other_actor = trp_pool_at(pool, 0);
    act = ends_a_sleeper;
    tick();
    CHECK_EQ(trp_pool_count(pool), 0);
    stage_thing(pool, 3);
    stage_log_clear();
    act = expires;
    tick();
    CHECK_LOG(GONE(TRP_REASON_EXPIRED, 3));
    CHECK_EQ(told.count, 0);
}
