/*
 * Shared by the tests of troupe.hpp: a thing, a pool of things, a log of callbacks, and counted
 * checks.
 */
#ifndef TROUPE_TESTS_TEST_WRAPPER_HPP
#define TROUPE_TESTS_TEST_WRAPPER_HPP

#include "troupe/troupe.hpp"

#include <cstdio>
#include <vector>

inline unsigned passed, failed;

inline void check(bool condition, const char *file, int line, const char *text)
{
    if (condition)
        passed++;
    else {
        failed++;
        std::printf("%s:%d: %s\n", file, line, text);
    }
}

#define CHECK(condition) check(condition, __FILE__, __LINE__, #condition)

struct thing {
    trp_actor actor;
    uint32_t id;
    troupe::handle<thing> friend_of_it;
};

/* the node is in the middle and has another name */
class crate {
  public:
    double weight;
    unsigned char bytes[7];
    trp_actor node;
    uint16_t tail;
};

using crates = troupe::pool<crate, &crate::node>;

inline std::vector<uint32_t> seen;

inline bool saw(std::vector<uint32_t> expected)
{
    const bool same = seen == expected;
    seen.clear();
    return same;
}

inline trp_world *new_world()
{
    seen.clear();
    return trp_world_create(nullptr);
}

inline troupe::pool<thing> things(trp_world *world, uint32_t n, trp_order order = TRP_ORDER_MEMORY,
                                  uint32_t capacity = 0)
{
    troupe::pool_desc<thing> desc("thing", capacity != 0 ? capacity : n);
    desc.order = order;
    troupe::pool<thing> pool(world, desc);
    for (uint32_t i = 1; i <= n; i++)
        pool.create({{}, i, {}});
    return pool;
}

/* test_wrapper_walk.cpp */
void walks();

#endif
