#include "../heap.h"
#include "../parallel_scene.h"
#include "../script.h"

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

SCRIPT("a pool with a staggered interval is not parallel",
       "in memory; pool parts; new 1; go; stagger 2 !DESC; at p1: partcall 5; together 3; pass 2; "
       "=; tick; = q5");

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

SCRIPT("wrong calls are reported after all parts",
       "in memory; pool parts; new 1; go; at p1: recycle 1 ?BUSY; tick ~BUSY; =; "
       "blames trp_recycle; live 1; still; at p1: clearlayer 0 ?BUSY, sleep 1 ?BUSY; tick ~BUSY; "
       "=; blames trp_deactivate");
SCRIPT("wrong commands are reported after all parts",
       "in memory; pool parts; pool external; new 1; go; at p1: partnew nowhere 5 ?NULL, partcall "
       "nothing ?NULL; tick ~NULL; blames trp_part_create; says the pool is NULL; still; "
       "at p1: partcall nothing ?NULL; tick ~NULL; blames trp_part_call; still; "
       "at p1: partcall 5 without ?NULL; tick ~NULL; blames trp_part_call; still; "
       "at p1: partcall 5 65537 ?VALUE; tick ~VALUE; blames trp_part_call; still; "
       "at p1: partnew b 5 ?TYPE; tick ~TYPE; blames trp_part_create; live 1; =");

static void (*act)(trp_part *part, thing *it);
static trp_part *kept;
static trp_pool *foreign_pool;

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

static void creates_elsewhere(trp_part *part, thing *it)
{
    CHECK_RESULT(trp_part_create(part, foreign_pool, it), TRP_ERR_FOREIGN);
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

SITUATION("a part is of one type, and of one world")
{
    static void (*const wrong[])(trp_part *, thing *) = {walks_another_type, walks_another_node,
                                                         walks_too_far, creates_elsewhere};

    begin(acts);
    foreign_pool = stage_pool(stage_second_world(9), 2, TRP_ORDER_MEMORY);
    for (unsigned i = 0; i < 4; i++) {
        act = wrong[i];
        stage_forget();
        tick();
        CHECK_TOLD(1, i == 3 ? TRP_ERR_FOREIGN : TRP_ERR_TYPE);
        CHECK(situation_text_equal(told.call, i == 3 ? "trp_part_create" : "trp_part_each") ||
              told.call[0] == '\0');
        CHECK_EQ(trp_pool_count(pool), 1);
    }
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

/* 64 slots of 16 bytes */
SCRIPT(
    "a full part refuses births and calls as well",
    "in memory; pool parts 16; new 1; go; at p1: partcall 5 1008, partend 1 ?FULL, partnew 2 ?FULL,"
    "partcall 6 ?FULL; tick ~FULL; = q5; live 1; uncommanded 3; blames trp_part_end");

/* Endings */

SCRIPT("endings are kept with their reasons and causes",
       "in memory; pool parts 32; new 1 2; go; at p1: partend 2 by 1, partend 1 own, partend 1 own "
       "by 1; tick; = -2 -1o; loud because 2 1; loud because 1 0; live 0");
SCRIPT("a life that a part ends is ended once",
       "in memory; pool parts; pool; new 1; new b 2; expire 2; go;"
       "at p1: partend 9 ?GONE, partend 2 ?GONE, partend 1, partend 1; tick; = -1 -2e; live 0; "
       "live 0 b;"
       "new 3; go; at p3: partend 3 softly; tick; = -3e");
SCRIPT("what a part ends later and at once is ended at once, and its slot is free",
       "in memory; pool parts 128; new 3; go; at p3: partend 3 softly, partend 3 softly, partend 3,"
       "partnew 4; tick; = -3 +4; live 1; loud slot 4 0");
SCRIPT(
    "no later life is ended, but who has fallen asleep is",
    "in memory; pool parts 32; new 1; go; at p1: partcall 5, partend 1; at q5: recycle 1, new 2; "
    "tick; = q5 -1 +2;"
    "slot 2 0; is active 2; at p2: partcall 6, partend 2; at q6: sleep 2; tick; = q6 -2; live 0");
