#include "../ledger.h"

SITUATIONS(span);

static trp_world *world;
static trp_pool *pool;

static void number(trp_actor *actor, const trp_context *in)
{
    trp_as(thing, actor)->id = ++*(uint32_t *)in->arg;
}

/* leaves every third of `count` free, and some whole words */
static void scatter(trp_pool *in, uint32_t count)
{
    trp_actor *actors[400];
    for (uint32_t i = 0; i < count; i++)
        actors[i] = trp_create(in, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (i % 3 == 1 || (i >= 128 && i < 200))
            CHECK_OK(trp_recycle(trp_pool_info(in).world, actors[i]));
}

static trp_pool *silent_pool(trp_world *in, uint32_t capacity, trp_order order)
{
    return stage_pool_as(
        in, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = capacity, .order = order});
}

/* a span gives the same as single calls: slots, order, handles */
SITUATION("many at once get what as many single ones get")
{
    for (uint32_t n = 1; n <= 310; n += n < 5 ? 1 : 61)
        for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
            for (int silent = 0; silent < 2; silent++) {
                trp_pool *pools[2];
                uint32_t born = 0, created = 0;
                world = stage_world();
                for (int i = 0; i < 2; i++) {
                    pools[i] = silent ? silent_pool(world, 300, stage_orders[order])
                                      : stage_pool(world, 300, stage_orders[order]);
                    scatter(pools[i], 300);
                }
                for (uint32_t i = 0; i < n; i++)
                    created += trp_create(pools[0], NULL) != NULL;
                CHECK_EQ(trp_create_many(pools[1], n, number, &born), created);
                CHECK_EQ(born, created);
                CHECK_EQ(trp_last_result(world), created < n ? TRP_ERR_FULL : TRP_OK);
                for (uint32_t slot = 0; slot < 300; slot++) {
                    const trp_actor *a = trp_pool_at(pools[0], slot);
                    const trp_actor *b = trp_pool_at(pools[1], slot);
                    CHECK((a == NULL) == (b == NULL));
                    CHECK(!a ||
                          trp_handle_of(world, a).generation == trp_handle_of(world, b).generation);
                }
                CHECK_VALID(world);
                uint32_t last = 0;
                if (order == IN_MEMORY_ORDER) /* init went up through the slots */
                    for (uint32_t slot = 0; slot < 300; slot++) {
                        const thing *it = trp_as(thing, trp_pool_at(pools[1], slot));
                        if (it && it->id)
                            CHECK_EQ(it->id, ++last);
                    }
            }
}

static void look_and_fill(trp_actor *actor, const trp_context *in)
{
    thing *it = trp_as(thing, actor);
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    CHECK_EQ(it->data, 7);
    CHECK_EQ(it->id, 0);
    it->id = ++*(uint32_t *)in->arg;
}

/* from the prototype; init, then on_create */
SITUATION("init is called before on_create")
{
    uint32_t ids = 0;
    const thing prototype = {.data = 7};
    world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.prototype = &prototype;
    pool = stage_pool_as(world, desc);
    CHECK_EQ(trp_create_many(pool, 3, look_and_fill, &ids), 3);
    CHECK_LOG(BORN(1), BORN(2), BORN(3));
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 2);
    CHECK_LOG(BORN(0), BORN(0));
}

SITUATION("as many are created as fit")
{
    uint32_t ids = 0;
    world = stage_world();
    pool = silent_pool(world, 100, TRP_ORDER_MEMORY);
    CHECK_EQ(trp_create_many(pool, 70, number, &ids), 70);
    CHECK_EQ(trp_last_result(world), TRP_OK);
    CHECK_EQ(trp_create_many(pool, 70, number, &ids), 30);
    CHECK_EQ(trp_last_result(world), TRP_ERR_FULL);
    CHECK_EQ(trp_create_many(pool, UINT32_MAX, number, &ids), 0);
    CHECK_EQ(ids, 100);
    CHECK_EQ(trp_pool_info(pool).refused, 2);
    CHECK_EQ(trp_pool_info(pool).created, 100);
    CHECK_EQ(trp_pool_info(pool).peak, 100);
    CHECK_EQ(trp_create_many(pool, 0, number, &ids), 0);
    CHECK_EQ(trp_create_many(NULL, 5, number, &ids), 0);
    CHECK_VALID(world);
}

SITUATION("a pool that steals is filled once")
{
    uint32_t ids = 0;
    world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_OLDEST);
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    pool = stage_pool_as(world, desc);
    CHECK_EQ(trp_create_many(pool, 8, number, &ids), 8);
    CHECK_EQ(trp_create_many(pool, 5, number, &ids), 5);
    CHECK_EQ(trp_pool_info(pool).stolen, 3);
    CHECK_EQ(trp_create_many(pool, 11, number, &ids), 10);
    CHECK_EQ(trp_create_many(pool, 1000000, number, &ids), 10);
    CHECK_EQ(trp_pool_count(pool), 10);
    CHECK_VALID(world);
}

static uint32_t inits;

/* an init that ends its own life, the next one's, all lives, or creates more */
static void meddle(trp_actor *actor, const trp_context *in)
{
    const uint32_t slot = trp_slot_of(world, actor);
    inits++;
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    switch (*(const int *)in->arg) {
    case 0:
        CHECK_OK(trp_recycle(world, actor));
        break;
    case 1:
        if (slot + 1 < 200)
            trp_recycle(world, trp_pool_at(pool, slot + 1));
        break;
    case 2:
        CHECK_OK(trp_pool_clear(pool, NULL));
        break;
    default:
        if (inits < 20)
            CHECK(trp_create(pool, NULL) != NULL);
    }
}

SITUATION("an init may do anything")
{
    for (int what = 0; what < 4; what++)
        for (int silent = 0; silent < 2; silent++) {
            world = stage_world();
            pool = silent ? silent_pool(world, 200, TRP_ORDER_MEMORY)
                          : stage_pool(world, 200, TRP_ORDER_MEMORY);
            scatter(pool, 150);
            inits = 0;
            CHECK_EQ(trp_create_many(pool, 90, meddle, &what), 90);
            CHECK(inits <= 90 && inits > 0);
            CHECK_VALID(world);
            if (what == 0)
                CHECK_EQ(trp_pool_info(pool).created - trp_pool_info(pool).live >= 90, 1);
        }
}

static void many_more(trp_actor *self, const trp_context *in)
{
    stage_visit(self, in);
    if (trp_as(thing, self)->id == 1)
        CHECK_EQ(trp_create_many(pool, 50, NULL, NULL), 50);
}

SITUATION("a walk in progress does not visit them")
{
    world = stage_world();
    pool = silent_pool(world, 100, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 3);
    CHECK_OK(trp_for_each(pool, many_more, NULL));
    CHECK_LOG(1, 2, 3);
    CHECK_EQ(trp_pool_count(pool), 53);
}

SITUATION("an overwritten slot is used, and reported")
{
    world = stage_world();
    pool = silent_pool(world, 100, TRP_ORDER_MEMORY);
    CHECK_EQ(trp_create_many(pool, 100, NULL, NULL), 100);
    thing *gone = trp_as(thing, trp_pool_at(pool, 40));
    for (uint32_t slot = 30; slot < 60; slot++)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    ledger_overwrite_free(&gone->actor);
    CHECK_EQ(trp_create_many(pool, 30, NULL, NULL), 30);
    CHECK_TOLD(1, TRP_ERR_CORRUPT);
    CHECK_VALID(world);
}

/* before a free slot in the same word, and before one that begins a word */
SITUATION("an overwritten neighbour does not matter")
{
    static const uint32_t holes[] = {21, 64};
    for (unsigned i = 0; i < sizeof holes / sizeof holes[0]; i++) {
        world = stage_world();
        pool = silent_pool(world, 100, TRP_ORDER_MEMORY);
        CHECK_EQ(trp_create_many(pool, 100, NULL, NULL), 100);
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, holes[i])));
        thing *before = trp_as(thing, trp_pool_at(pool, holes[i] - 1));
        before->actor = (trp_actor){.stamp = 0};
        CHECK_EQ(trp_create_many(pool, 5, NULL, NULL), 1);
        CHECK_EQ(trp_pool_count(pool), 100);
        CHECK_EQ(told.count, 0);
        CHECK_OK(trp_for_each(pool, stage_visit, NULL));
        CHECK_EQ(told.result, TRP_ERR_CORRUPT);
        stage_log_clear();
        CHECK_VALID(world);
    }
}

static void clear_and_create(trp_world *in, thing *self, trp_reason reason)
{
    if (reason == TRP_REASON_CLEARED)
        CHECK_EQ(trp_create_many(pool, 3, NULL, NULL), 0);
    CHECK_EQ(trp_last_result(in), TRP_BUSY);
}

SITUATION("nothing is created while the pool is cleared")
{
    world = stage_world();
    pool = stage_pool(world, 10, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 2);
    stage_when_recycled = clear_and_create;
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_EQ(trp_pool_count(pool), 0);
}

static trp_pool *neighbour;

static void create_many_in_the_neighbour(trp_world *in, thing *self, trp_reason reason)
{
    CHECK_EQ(trp_create_many(neighbour, 3, NULL, NULL), 0);
    CHECK_EQ(trp_last_result(in), TRP_BUSY);
}

SITUATION("nor while its layer is cleared")
{
    world = stage_world();
    pool = stage_pool(world, 10, TRP_ORDER_MEMORY);
    neighbour = silent_pool(world, 10, TRP_ORDER_MEMORY);
    CHECK_EQ(trp_create_many(neighbour, 2, NULL, NULL), 2);
    stage_things(pool, 1, 2);
    stage_when_recycled = create_many_in_the_neighbour;
    CHECK_OK(trp_layer_clear(world, 0, NULL));
    CHECK_EQ(trp_world_info(world).live, 0);
}

static bool is_even(const trp_actor *actor, const trp_context *in)
{
    ++*(uint32_t *)in->arg;
    return trp_as(thing, actor)->id % 2 == 0;
}

static void create_one(trp_world *in, thing *self, trp_reason reason)
{
    if (self->id == 2)
        CHECK_OK(trp_recycle(in, &stage_find(pool, 4)->actor));
    if (self->id == 6)
        stage_thing(pool, 60);
}

/* an actor that a callback recycles is not matched or counted twice; a newborn is not matched */
SITUATION("all actors that match are recycled, each once")
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order += OLDEST_FIRST) {
        uint32_t asked = 0;
        world = stage_world();
        pool = stage_pool(world, 10, stage_orders[order]);
        stage_things(pool, 1, 7);
        CHECK_OK(trp_deactivate(world, &stage_find(pool, 7)->actor));
        stage_when_recycled = create_one;
        stage_log_clear();
        CHECK_EQ(trp_pool_recycle_if(pool, NULL, is_even, &asked), 2);
        CHECK_EQ(asked, 5);
        CHECK_LOG(GONE(TRP_REASON_RECYCLED, 2), GONE(TRP_REASON_RECYCLED, 4),
                  GONE(TRP_REASON_RECYCLED, 6), BORN(60));
        CHECK(stage_find(pool, 60) != NULL);
        CHECK_VALID(world);
    }
    CHECK_EQ(trp_pool_recycle_if(NULL, NULL, is_even, NULL), 0);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, NULL, NULL), 0);
    CHECK_EQ(told.result, TRP_ERR_NULL);
}

SITUATION("or expire, and are pruned by the next tick")
{
    uint32_t asked = 0;
    world = stage_world();
    pool = stage_pool(world, 10, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 6);
    trp_handle handle = trp_handle_of(world, &stage_find(pool, 4)->actor);
    stage_log_clear();
    CHECK_EQ(trp_pool_recycle_if(pool, &(trp_ending){.later = true}, is_even, &asked), 3);
    CHECK_EQ(asked, 6);
    CHECK(trp_get(world, handle) == NULL);
    CHECK_EQ(trp_pool_count(pool), 6);
    CHECK_EQ(trp_pool_recycle_if(pool, &(trp_ending){.later = true}, is_even, &asked), 0);
    CHECK_LOG();
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(1, GONE(TRP_REASON_EXPIRED, 2), 3, GONE(TRP_REASON_EXPIRED, 4), 5,
              GONE(TRP_REASON_EXPIRED, 6));
    CHECK_VALID(world);
}

SITUATION("of a joined segment only the pool's own")
{
    uint32_t asked = 0;
    world = stage_world();
    pool = stage_pool(world, 10, TRP_ORDER_OLDEST);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_OLDEST);
    desc.joins = pool;
    trp_pool *other = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 8; id++)
        stage_thing(id % 4 < 2 ? pool : other, id);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, is_even, &asked), 2);
    CHECK_EQ(asked, 4);
    CHECK_EQ(trp_pool_count(other), 4);
}

static void try_while_drawing(const trp_actor *self, const trp_view *view)
{
    uint32_t asked = 0;
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 0);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, is_even, &asked), 0);
    CHECK_EQ(trp_pool_recycle_if(pool, &(trp_ending){.later = true}, is_even, &asked), 0);
    CHECK_EQ(told.count, 3);
    CHECK_EQ(asked, 0);
}

SITUATION("nothing of it while drawing")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.draw = try_while_drawing;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 2);
    stage_forget();
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(trp_pool_count(pool), 1);
}
