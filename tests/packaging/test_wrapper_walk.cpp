/*
 * Tests walks of troupe.hpp: a range-for visits the same actors as trp_each, and may be left in any
 * way.
 */
#include "test_wrapper.hpp"

#include "troupe/shrink.h"

/* trp_each() contains an old-style cast */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* The actors that a walk visits while visits end actors by a rule. */
static std::vector<uint32_t> walked(troupe::pool<thing> pool, uint32_t rule, bool is_range)
{
    trp_world *world = trp_pool_info(pool.raw()).world;
    std::vector<uint32_t> visits;
    const auto visit = [&](thing &it) {
        visits.push_back(it.id);
        switch ((it.id * 7 + rule) % 5) {
        case 0:
            trp_recycle(world, &it.actor);
            break;
        case 1:
            if (thing *at = pool.at((it.id + rule) % 90))
                trp_expire(world, &at->actor);
            break;
        case 2:
            if (thing *at = pool.at((it.id * rule) % 90))
                trp_deactivate(world, &at->actor);
            break;
        case 3:
            if (trp_pool_info(pool.raw()).retired == 0 && rule % 2 == 0)
                pool.create({{}, 200 + it.id, {}});
            break;
        default:
            break;
        }
        return it.id == rule * 6;
    };
    if (is_range) {
        for (thing &it : pool)
            if (visit(it))
                break;
    } else {
        trp_each (thing, it, pool.raw())
            if (visit(*it))
                break;
    }
    return visits;
}

static void the_same_walk_as_trp_each()
{
    for (uint32_t rule = 0; rule < 60; rule++)
        for (trp_order order : {trp_order(TRP_ORDER_MEMORY), TRP_ORDER_OLDEST, TRP_ORDER_NEWEST}) {
            std::vector<uint32_t> visits[2];
            std::vector<uint32_t> left[2];
            if (order != TRP_ORDER_MEMORY && rule % 2 == 0)
                continue; /* the rule creates actors */
            for (int is_range = 0; is_range < 2; is_range++) {
                trp_world *world = new_world();
                troupe::pool<thing> pool = things(world, 90, order, 150);
                for (uint32_t walk = 0; walk < 3; walk++)
                    for (uint32_t id : walked(pool, rule + walk * 2, is_range == 1))
                        visits[is_range].push_back(id);
                trp_each (thing, it, pool.raw())
                    left[is_range].push_back(it->id);
                left[is_range].push_back(static_cast<uint32_t>(trp_world_info(world).misuse));
                CHECK(trp_world_validate(world) == TRP_OK);
                trp_world_destroy(world);
            }
            CHECK(!visits[0].empty() && visits[0] == visits[1]);
            CHECK(left[0] == left[1]);
        }
}

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static uint32_t first_above(troupe::pool<thing> pool, uint32_t id)
{
    for (const thing &it : pool)
        if (it.id > id)
            return it.id;
    return 0;
}

static void walks_end_however_they_are_left()
{
    trp_world *world = new_world();
    troupe::pool_desc<thing> desc("thing", 4);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 100;
    troupe::pool<thing> pool(world, desc);
    for (uint32_t id = 1; id <= 50; id++)
        pool.create({{}, id, {}});
    pool.recycle_if([](const thing &it) { return it.id > 10; });

    /* trimming is refused while a walk is open */
    for (thing &it : pool) {
        CHECK(trp_pool_trim(pool.raw()) == TRP_BUSY);
        if (it.id == 2)
            break;
    }
    CHECK(first_above(pool, 3) == 4); /* left by return */
    for (const thing &outer : pool)
        for (const thing &inner : pool)
            if (inner.id >= outer.id)
                break;
            else
                seen.push_back(10 * outer.id + inner.id);
    CHECK(seen.size() == 45);
    CHECK(trp_pool_trim(pool.raw()) == TRP_OK);
    CHECK(trp_pool_info(pool.raw()).slots < 50);
#if defined(__cpp_exceptions)
    try {
        for (thing &it : pool)
            if (it.id == 3)
                throw 3;
    } catch (int) {
    }
    CHECK(trp_pool_trim(pool.raw()) == TRP_OK);
#endif
    trp_world_destroy(world);
}

static void the_wrong_type()
{
    trp_world *world = new_world();
    troupe::pool<thing> pool = things(world, 3);

    for (crate &it : crates(pool.raw()))
        seen.push_back(it.tail);
    CHECK(seen.empty() && trp_world_info(world).misuse == 1);
    trp_world_destroy(world);
}

static void visits_and_matches()
{
    trp_world *world = new_world();
    troupe::pool<thing> pool = things(world, 9);
    uint32_t sum = 0;

    CHECK(pool.for_each([&](thing &it) { sum += it.id; }) == TRP_OK && sum == 45);
    CHECK(pool.recycle_if([](const thing &it) { return it.id % 2 == 0; }) == 4);
    trp_ending later = {};
    later.later = true;
    CHECK(pool.recycle_if([](const thing &it) { return it.id == 9; }, later) == 1);
    CHECK(pool.count() == 5);
    for (thing &it : pool)
        seen.push_back(it.id);
    CHECK(saw({1, 3, 5, 7}));
    trp_world_destroy(world);
}

void walks()
{
    the_same_walk_as_trp_each();
    walks_end_however_they_are_left();
    the_wrong_type();
    visits_and_matches();
}
