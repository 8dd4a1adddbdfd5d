#include "../ledger.h"
#include "../script.h"

SITUATIONS(handle);

static void check_dead(const trp_world *world, trp_handle handle)
{
    CHECK_QUIET(world, trp_get(world, handle) == NULL ? TRP_OK : TRP_GONE, TRP_OK);
    for (uint32_t i = 0; i < trp_world_info(world).pools; i++)
        CHECK(trp_get_in(trp_world_pool(world, i), handle) == NULL);
}

SITUATION("a handle names its actor, in its pool")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_pool *other = stage_pool(world, 4, TRP_ORDER_OLDEST);
    thing *a = stage_thing(pool, 1), *b = stage_thing(other, 2);
    trp_handle ha = trp_handle_of(world, &a->actor), hb = trp_handle_of(world, &b->actor);
    CHECK(!trp_handle_is_null(ha));
    CHECK(trp_handle_equal(ha, trp_handle_of(world, &a->actor)));
    CHECK(!trp_handle_equal(ha, hb));
    CHECK(trp_get(world, ha) == &a->actor);
    CHECK(trp_get(world, hb) == &b->actor);
    CHECK(trp_get_in(pool, ha) == &a->actor);
    CHECK(trp_get_in(other, hb) == &b->actor);
    CHECK(trp_get_in(pool, hb) == NULL);
    CHECK(trp_get_in(other, ha) == NULL);
    CHECK_EQ(told.count, 0);
}

SITUATION("a handle names its actor in a pool of a world with an id")
{
    stage_world();
    trp_world *second = stage_second_world(7);
    trp_pool *pool = stage_pool(second, 4, TRP_ORDER_MEMORY);
    thing *it = stage_thing(pool, 1);
    trp_handle handle = trp_handle_of(second, &it->actor);
    CHECK(trp_get(second, handle) == &it->actor);
    CHECK(trp_get_in(pool, handle) == &it->actor);
    handle.index ^= 1u << 24;
    CHECK(trp_get(second, handle) == NULL);
    CHECK(trp_get_in(pool, handle) == NULL);
}

SITUATION("the null handle belongs to no actor")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_handle none = {0, 0};
    stage_thing(pool, 1);
    CHECK(trp_handle_is_null(none));
    CHECK(trp_handle_equal(none, (trp_handle){0, 0}));
    check_dead(world, none);
    CHECK_QUIET(world, trp_recycle(world, trp_get(world, none)), TRP_GONE);
}

/* A script asks for the handles of all that ever lived, after each statement. */
SCRIPT("every way out makes the handle stale",
       "pool 6 steal; new 0-5; new 10; stolen 1; recycle 1; expire 2; is expired 2; tick; sleep 3;"
       "is asleep 3; expire 3; is free 3; sleep 4; clear; new 20-25; live 6");

SCRIPT("each life in a slot has its own handle",
       "try 2 3 4 100 190; pool 2; churn 1-$; live 1; recycle $; recycled $; churn 1-190");

/* what the memory contained: numbers of pools that do not exist */
static void soil_memory(void)
{
    stage_open(stage_memory(), STAGE_BYTES);
    for (size_t i = 0; i < STAGE_BYTES; i++)
        stage_memory()[i] = i % 2 == 0 ? 5 : 0;
}

SITUATION("made-up handles belong to no actor, and are no misuse")
{
    soil_memory();
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 5, TRP_ORDER_MEMORY);
    thing *it = stage_thing(pool, 1);
    trp_handle real = trp_handle_of(world, &it->actor);
    uint32_t seed = 99;
    for (uint32_t bit = 0; bit < 32; bit++) {
        check_dead(world, (trp_handle){real.index ^ 1u << bit, real.generation});
        check_dead(world, (trp_handle){real.index, real.generation ^ 1u << bit});
        check_dead(world, (trp_handle){real.index ^ 1u << bit, 0});
    }
    for (int i = 0; i < 20000; i++) {
        uint32_t index = stage_random(&seed, UINT32_MAX);
        trp_handle handle = {index, i % 2 ? 1 : stage_random(&seed, 5)};
        if (handle.index != real.index)
            CHECK(trp_get(world, handle) == NULL);
    }
    for (uint32_t slot = 0; slot < 100; slot++)
        if (slot != (real.index & 0xFFFFFF))
            CHECK(trp_get(world, (trp_handle){slot, 1}) == NULL);
    CHECK_EQ(told.count, 0);
    CHECK(trp_get(world, real) == &it->actor);
    for (uint32_t bit = 0; bit < 24; bit++) {
        it->actor.index = real.index ^ 1u << bit;
        CHECK(trp_pool_of(world, &it->actor) == pool);
    }
    CHECK_OK(trp_recycle(world, &it->actor));
    CHECK_EQ(told.count, 1);
}

SITUATION("handles of another world are refused")
{
    trp_world *world = stage_world_as((trp_world_desc){.id = 1});
    trp_world *second = stage_second_world(255);
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_pool *twin = stage_pool(second, 4, TRP_ORDER_MEMORY);
    thing *a = stage_thing(pool, 1), *b = stage_thing(twin, 2);
    trp_handle ha = trp_handle_of(world, &a->actor), hb = trp_handle_of(second, &b->actor);
    CHECK(!trp_handle_equal(ha, hb));
    check_dead(world, hb);
    check_dead(second, ha);
    CHECK(trp_handle_is_null(trp_handle_of(world, &b->actor)));
    CHECK(trp_handle_is_null(trp_handle_of(second, &a->actor)));
    CHECK(trp_get(world, ha) == &a->actor);
    CHECK(trp_get(second, hb) == &b->actor);
    CHECK_EQ(told.count, 0);
}

SITUATION("two worlds differ by default, so that they refuse each other's handles")
{
    trp_world *world = stage_world();
    trp_world *second = stage_second_world(0);
    const trp_handle a =
        trp_handle_of(world, &stage_thing(stage_pool(world, 4, TRP_ORDER_MEMORY), 1)->actor);
    const trp_handle b =
        trp_handle_of(second, &stage_thing(stage_pool(second, 4, TRP_ORDER_MEMORY), 2)->actor);

    CHECK_EQ(trp_handle_equal(a, b), !TRP__SYSTEM);
    if (!TRP__SYSTEM)
        return;
    check_dead(world, b);
    check_dead(second, a);
}

/* Ids are given back, also by a world that is overwritten: a level that begins again has the same
 * handles. */
SITUATION("a world's id is free again when it ends or is overwritten")
{
    trp_handle handles[3];

    for (int i = 0; i < 3; i++) {
        trp_world *world = stage_world();
        trp_world *second = stage_second_world(0);
        trp_pool *pool = stage_pool(second, 4, TRP_ORDER_MEMORY);
        handles[i] = trp_handle_of(second, &stage_thing(pool, 1)->actor);
        if (i == 0) {
            CHECK_OK(trp_world_destroy(second));
            CHECK_OK(trp_world_destroy(world));
        }
    }
    CHECK(trp_handle_equal(handles[0], handles[1]));
    CHECK(trp_handle_equal(handles[0], handles[2]));
}

SITUATION("worlds with the same id cannot be distinguished")
{
    trp_world *world = stage_world_as((trp_world_desc){.id = 9}), *second = stage_second_world(9);
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_pool *twin = stage_pool(second, 4, TRP_ORDER_MEMORY);
    thing *a = stage_thing(pool, 1), *b = stage_thing(twin, 2);
    CHECK(trp_handle_equal(trp_handle_of(world, &a->actor), trp_handle_of(second, &b->actor)));
}

/* uses up the remaining generations of a slot */
static uint32_t lives_left(trp_world *world, trp_pool *pool)
{
    uint32_t lives = 0;
    for (; lives < 5; lives++) {
        thing *it = trp_as(thing, trp_create(pool, NULL));
        if (it == NULL)
            break;
        trp_handle handle = trp_handle_of(world, &it->actor);
        CHECK(handle.generation != 0 && handle.generation > 1000);
        CHECK(trp_get(world, handle) == &it->actor);
        CHECK_OK(trp_recycle(world, &it->actor));
        CHECK(trp_get(world, handle) == NULL);
        CHECK_VALID(world);
    }
    return lives;
}

SITUATION_IN_EACH_ORDER("a slot whose generation would wrap is retired")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 1, stage_orders[order]);
    thing *it = stage_thing(pool, 1);
    trp_handle old = trp_handle_of(world, &it->actor);
    ledger_cell(pool, &it->actor)->generation = UINT32_MAX - 1;
    CHECK(trp_get(world, old) == NULL);
    CHECK_OK(trp_recycle(world, &it->actor));
    CHECK_EQ(lives_left(world, pool), 1);
    trp_pool_facts stats = trp_pool_info(pool);
    CHECK_EQ(stats.retired, 1);
    CHECK_EQ(stats.capacity, 0);
    CHECK_EQ(stats.live, 0);
    CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
    check_dead(world, old);
    CHECK(trp_get(world, (trp_handle){old.index, UINT32_MAX}) == NULL);
    CHECK(trp_get(world, (trp_handle){old.index, 1}) == NULL);
    CHECK(trp_pool_at(pool, 0) == NULL);
    CHECK_VALID(world);
}

SCRIPT("a retired slot among others",
       "pool 4; new 0-3; last 1; recycle 1; retired 1; capacity 3; new 9 ?FULL; go; tick; "
       "memory oldest = 0 2 3; newest = 3 2 0; clear; new 4-6; new 9 ?FULL; is free 1");

/* The last life of a slot ends by expiring, or asleep. */
SCRIPT("a slot whose last life expires is retired",
       "pool 2; new 1 2; last 1; last 2; sleep 2; expire 1 2; is expired 1; tick; retired 2; "
       "new 3 ?FULL");
SCRIPT("a slot that is retired while it is being stolen",
       "in oldest; pool 2 steal; new 1; last 1; new 2; new 3; retired 1; live 1; is active 3");

SITUATION("a handle is a number below 2^53 and comes back from it")
{
    trp_world *world = trp_world_create(
        &(trp_world_desc){.id = 7, .small_generations = true, .on_misuse = trp_ignore_misuse});
    trp_pool *pools[2] = {stage_pool(world, 3, TRP_ORDER_MEMORY),
                          stage_pool(world, 3, TRP_ORDER_OLDEST)};

    for (unsigned p = 0; p < 2; p++) {
        trp_actor *actor = &stage_thing(pools[p], 1)->actor;
        ledger_cell(pools[p], actor)->generation = TRP_SMALL_GENERATIONS;
        const trp_handle last = trp_handle_of(world, actor);
        const uint64_t number = trp_handle_pack(last);
        CHECK(number != 0 && number < (uint64_t)1 << 53);
        CHECK(trp_handle_equal(trp_handle_unpack(world, number), last));
        CHECK_OK(trp_recycle(world, actor));
        CHECK_EQ(trp_pool_info(pools[p]).retired, 1);
        CHECK(trp_get(world, trp_handle_unpack(world, number)) == NULL);
        CHECK_VALID(world);

        /* a life beyond, as a save from a world without small generations brings it */
        trp_actor *later = &stage_thing(pools[p], 2)->actor;
        ledger_cell(pools[p], later)->generation = TRP_SMALL_GENERATIONS + 5;
        CHECK_OK(trp_recycle(world, later));
        CHECK_EQ(trp_pool_info(pools[p]).retired, 2);
        CHECK_VALID(world);
    }
    CHECK_EQ(trp_handle_pack((trp_handle){0, 0}), 0);
    CHECK_EQ(trp_handle_pack((trp_handle){1, TRP_SMALL_GENERATIONS + 1}), 0);
    CHECK(trp_handle_is_null(trp_handle_unpack(world, 0)));
    CHECK(trp_handle_is_null(trp_handle_unpack(world, (uint64_t)1 << 53)));
    CHECK(trp_handle_is_null(trp_handle_unpack(world, 5))); /* a slot without a life */
    CHECK_OK(trp_world_destroy(world));
}
