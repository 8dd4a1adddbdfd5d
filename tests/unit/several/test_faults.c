/*
 * All calls that take memory fail for lack of it: at the first call of the allocator, at the
 * second, and so on until a scenario succeeds; once only, or from then on until the call has
 * failed. After each failure nothing has changed, nothing is lost, and the same call succeeds when
 * there is memory again.
 */
#include "../heap.h"
#include "../stage.h"

SITUATIONS(faults);

typedef struct unit {
    trp_actor actor;
    trp_box box;
} unit;

static unsigned calls, fails_at, failures;
static bool is_lasting; /* all calls from fails_at on fail, until a failure is noticed */
static bool is_short;
static trp_world *world;
static unsigned long cases;

static void *take(size_t size, void *arg)
{
    calls++;
    if (calls == fails_at)
        is_short = true;
    if (!is_short)
        return heap_take(size, arg);
    failures++;
    is_short = is_lasting;
    return NULL;
}

/* Begins a call that may need memory; returns the bytes allocated before it. */
static size_t before(void)
{
    failures = 0;
    return heap_out;
}

/* A call has failed for lack of memory, and has freed what it took. Then there is memory again. */
static void after_failure(size_t out)
{
    CHECK(failures > 0);
    CHECK_EQ(heap_out, out);
    if (world != NULL)
        CHECK_VALID(world);
    is_short = false;
    cases++;
}

/* The call succeeds, or fails as documented and then succeeds. */
#define TRY(call, failure)                                                                         \
    do {                                                                                           \
        const size_t out = before();                                                               \
        const trp_result result = (call);                                                          \
        if (result != TRP_OK) {                                                                    \
            CHECK_EQ(result, (failure));                                                           \
            after_failure(out);                                                                    \
            CHECK_OK((call));                                                                      \
        }                                                                                          \
        is_short = false;                                                                          \
    } while (0)

static void make_world(void)
{
    trp_result result = TRP_OK;
    const trp_world_desc desc = {
        .layers = 2, .max_pools = 12, .allocator = {take, heap_give, NULL}, .result = &result};
    const size_t out = before();
    world = trp_world_create(&desc);
    if (world == NULL) {
        CHECK_RESULT(result, TRP_ERR_MEMORY);
        after_failure(out);
        world = trp_world_create(&desc);
    }
    is_short = false;
    CHECK(world != NULL);
}

static trp_pool *make_pool(trp_pool_desc desc)
{
    const uint32_t count = trp_world_info(world).pools;
    const size_t out = before();
    desc.type = (trp_type)TRP_TYPE(unit, actor);
    trp_pool *pool = trp_pool_create(world, &desc);
    if (pool == NULL) {
        CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
        CHECK_EQ(trp_world_info(world).pools, count);
        after_failure(out);
        pool = trp_pool_create(world, &desc);
    }
    is_short = false;
    CHECK(pool != NULL && trp_world_info(world).pools == count + 1);
    return pool;
}

static trp_pool *growing(trp_order order)
{
    return make_pool((trp_pool_desc){
        .capacity = 2, .max_capacity = 20, .when_full = TRP_FULL_GROW, .order = order});
}

static trp_actor *create(trp_pool *pool)
{
    const trp_pool_facts stats = trp_pool_info(pool);
    const size_t out = before();
    trp_actor *actor = trp_create(pool, NULL);
    if (actor == NULL) {
        CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
        CHECK_EQ(trp_pool_info(pool).refused, stats.refused + 1);
        CHECK_EQ(trp_pool_count(pool), stats.live);
        CHECK_EQ(trp_pool_info(pool).slots, stats.capacity);
        after_failure(out);
        actor = trp_create(pool, NULL);
    }
    is_short = false;
    CHECK(actor != NULL);
    return actor;
}

/* Scenarios: each begins with no world and leaves one. */

static void pools_of_each_kind(void)
{
    static const unit prototype;
    make_world();
    make_pool((trp_pool_desc){.capacity = 70});
    make_pool((trp_pool_desc){.capacity = 5, .order = TRP_ORDER_NEWEST, .prototype = &prototype});
    trp_pool *old = make_pool((trp_pool_desc){
        .capacity = 5, .order = TRP_ORDER_OLDEST, .when_full = TRP_FULL_STEAL_OLDEST, .layer = 1});
    make_pool((trp_pool_desc){.capacity = 5, .joins = old});
    make_pool((trp_pool_desc){.capacity = 5, .external = TRP_EXTERNAL, .joins = old});
    make_pool((trp_pool_desc){.capacity = 5, .external = TRP_EXTERNAL});
    make_pool((trp_pool_desc){.capacity = 5, .when_full = TRP_FULL_STEAL_NEXT});
    for (uint32_t order = 0; order < 3; order++)
        growing(stage_orders[order]);
}

static void growth_by_create(void)
{
    make_world();
    for (uint32_t order = 0; order < 3; order++) {
        trp_pool *pool = growing(stage_orders[order]);
        for (uint32_t i = 0; i < 20; i++)
            create(pool);
        CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    }
}

/* an external pool takes three blocks per growth: cells, order and addresses */
static void growth_by_adopt(void)
{
    static unit units[20];
    make_world();
    for (int ends = 0; ends < 2; ends++) {
        trp_pool *pool = make_pool((trp_pool_desc){.capacity = 2,
                                                   .max_capacity = 20,
                                                   .when_full = TRP_FULL_GROW,
                                                   .external = TRP_EXTERNAL,
                                                   .ends = ends != 0});
        for (uint32_t i = 0; i < 20; i++) {
            const size_t bytes = trp_world_measure(world).bytes;
            const size_t out = before();
            units[i] = (unit){0};
            if (trp_adopt(pool, &units[i].actor) == NULL) {
                CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
                CHECK_EQ(trp_world_measure(world).bytes, bytes);
                after_failure(out);
                CHECK(trp_adopt(pool, &units[i].actor) != NULL);
            }
            is_short = false;
        }
        CHECK_OK(trp_pool_clear(pool, NULL));
    }
}

static void growth_by_create_many(void)
{
    make_world();
    for (uint32_t order = 0; order < 3; order++) {
        trp_pool *pool = growing(stage_orders[order]);
        uint32_t count = 0;
        for (int tries = 0; tries < 2 && count < 20; tries++) {
            (void)before();
            count += trp_create_many(pool, 20 - count, NULL, NULL);
            CHECK_EQ(trp_pool_count(pool), count);
            CHECK(count == 20 || trp_last_result(world) == TRP_ERR_MEMORY);
            if (count < 20)
                after_failure(heap_out);
        }
        is_short = false;
        CHECK_EQ(count, 20);
    }
}

/* freed memory is taken again */
static void growth_after_a_trim(void)
{
    make_world();
    trp_pool *pool = growing(TRP_ORDER_MEMORY);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 20; i++)
            create(pool);
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(trp_pool_trim(pool));
        CHECK_EQ(trp_pool_info(pool).capacity, 2);
    }
}

static void one_more(trp_actor *actor, const trp_context *in)
{
    create((trp_pool *)in->arg);
}

static void growth_inside_of_walks(void)
{
    make_world();
    for (uint32_t order = 0; order < 3; order++) {
        trp_pool *pool = growing(stage_orders[order]);
        create(pool);
        for (uint32_t count = 1; count < 16; count *= 2) {
            CHECK_EQ(trp_pool_count(pool), count);
            CHECK_OK(trp_for_each(pool, one_more, pool));
        }
    }
}

static void groups(void)
{
    static trp_group made, found;
    made = found = (trp_group){0};
    make_world();
    trp_pool *pool = make_pool((trp_pool_desc){.capacity = 40});
    TRY(trp_group_init(&made, world, &(trp_group_desc){.capacity = 3}), TRP_ERR_MEMORY);
    TRY(trp_group_init(&found, world, NULL), TRP_ERR_MEMORY);
    for (uint32_t i = 0; i < 40; i++) {
        trp_actor *actor = create(pool);
        TRY(trp_group_add(&made, actor), TRP_ERR_MEMORY);
        CHECK(trp_group_measure(&made) == i + 1 && trp_group_at(&made, i) == actor);
    }
    TRY(trp_group_reserve(&found, 10), TRP_ERR_MEMORY);
    for (uint32_t count = 0, tries = 0; count < 40 && tries < 3; tries++) {
        (void)before();
        count += trp_group_add_from(&found, &made, count, 40 - count);
        CHECK_EQ(trp_group_measure(&found), count);
        if (count < 40)
            after_failure(heap_out);
    }
    is_short = false;
    CHECK_EQ(trp_group_measure(&found), 40);
    CHECK_OK(trp_pool_clear(pool, NULL));
    create(pool);
    (void)before();
    (void)trp_group_reserve(&made, 0);
    CHECK_OK(trp_group_add(&found, trp_pool_at(pool, 0)));
    (void)trp_group_reserve(&found, 0);
    is_short = false;
    CHECK_EQ(trp_group_measure(&found), 1);
    CHECK_OK(trp_group_free(&found));
}

static void families(void)
{
    static trp_family family;
    trp_pool *pool[2];
    trp_actor *child;
    make_world();
    pool[0] = make_pool((trp_pool_desc){.capacity = 4});
    pool[1] = growing(TRP_ORDER_OLDEST);
    CHECK_OK(trp_family_init(&family, world, NULL));
    for (int i = 0; i < 2; i++)
        TRY(trp_family_add(&family, pool[i]), TRP_ERR_MEMORY);
    trp_actor *parent = create(pool[0]);
    for (int i = 0; i < 8; i++) {
        child = create(pool[1]);
        TRY(trp_family_attach(&family, parent, child), TRP_ERR_MEMORY);
    }
    CHECK_OK(trp_recycle(world, parent));
    CHECK_EQ(trp_world_info(world).live, 0);
}

static trp_space *make_space(trp_space_desc desc)
{
    const size_t out = before();
    trp_space *space = trp_space_create(world, &desc);
    if (space == NULL) {
        after_failure(out);
        space = trp_space_create(world, &desc);
    }
    is_short = false;
    CHECK(space != NULL);
    return space;
}

/* in a space, or outside of it for lack of memory: then it can be added later */
static void check_in(trp_space *space, trp_actor *actor)
{
    if (trp_space_member(space, actor, NULL))
        return;
    CHECK(failures > 0);
    CHECK(trp_space_info(space).refused > 0);
    CHECK_VALID(world);
    is_short = false;
    cases++;
    CHECK_OK(trp_space_add(space, actor));
}

static void spaces_of_each_kind(void)
{
    make_world();
    trp_pool *pool = growing(TRP_ORDER_MEMORY);
    trp_pool *late = make_pool((trp_pool_desc){.capacity = 30});
    for (uint32_t kind = 0; kind < 2; kind++) {
        trp_space *space = make_space((trp_space_desc){
            .index = kind == 0 ? NULL : TRP_SPACE_BRUTE,
            .capacity = 2,
            .max_capacity = 60,
        });
        TRY(trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(unit, box)}),
            TRP_ERR_MEMORY);
        for (uint32_t i = 0; i < 20; i++) {
            trp_actor *actor = trp_pool_at(pool, i);
            (void)before();
            actor = actor != NULL ? actor : trp_create(pool, NULL);
            if (actor == NULL)
                is_short = false, cases++, actor = trp_create(pool, NULL);
            CHECK(actor != NULL);
            check_in(space, actor);
            is_short = false;
        }
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 0, 0)}, NULL, NULL),
            20);
        if (kind == 0)
            for (uint32_t i = 0; i < 30; i++)
                create(late);
        CHECK_OK(trp_pool_clear(pool, NULL));
        CHECK_OK(trp_space_destroy(space));
    }
}

static void pools_that_enter_spaces(void)
{
    const trp_space_pool_desc in = {.box = TRP_BOX_AT(unit, box)};
    make_world();
    trp_pool *pool = make_pool((trp_pool_desc){.capacity = 30});
    for (uint32_t i = 0; i < 30; i++)
        create(pool);
    trp_space *space = make_space((trp_space_desc){.capacity = 4, .max_capacity = 60});
    (void)before();
    if (trp_space_add_pool(space, pool, &in) != TRP_OK) {
        CHECK(failures > 0);
        CHECK_EQ(trp_space_info(space).count, 0);
        CHECK_VALID(world);
        is_short = false;
        cases++;
        CHECK_OK(trp_space_add_pool(space, pool, &in));
    }
    is_short = false;
    CHECK_EQ(trp_space_info(space).count, 30);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 0, 0)}, NULL, NULL),
             30);
}

/* Running them */

static bool comes_through(void (*scenario)(void), unsigned at, bool lasting)
{
    heap_reset();
    calls = 0;
    fails_at = at;
    is_lasting = lasting;
    is_short = false;
    world = NULL;
    scenario();
    CHECK_VALID(world);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
    return calls < at;
}

static void every_fault(void (*scenario)(void))
{
    cases = 0;
    for (int lasting = 0; lasting < 2; lasting++) {
        unsigned at = 1;
        while (!comes_through(scenario, at, lasting != 0))
            CHECK(++at < 200);
        CHECK(at > 2);
    }
    CHECK(cases > 0);
    situation_cases("calls that failed for want of memory", cases);
}

SITUATION("no memory for a world or a pool of any kind")
{
    every_fault(pools_of_each_kind);
}

SITUATION("no memory for a pool that grows")
{
    every_fault(growth_by_create);
    every_fault(growth_by_adopt);
}

SITUATION("nor for one that grows by a span")
{
    every_fault(growth_by_create_many);
}

SITUATION("nor for chunks that were given back")
{
    every_fault(growth_after_a_trim);
}

SITUATION("nor in the middle of a walk")
{
    every_fault(growth_inside_of_walks);
}

SITUATION("no memory for groups")
{
    every_fault(groups);
}

SITUATION("no memory for families")
{
    every_fault(families);
}

SITUATION("no memory for spaces of any kind")
{
    every_fault(spaces_of_each_kind);
}

SITUATION("nor for what enters them")
{
    every_fault(pools_that_enter_spaces);
}
