/*
 * Tests every way of the examples to run parts, many times, with many numbers of parts and with
 * updates of very unequal length. Each part must run once, its writes must be visible, and the
 * final world must be the same as without threads.
 */
#include "troupe/hash.h"
#include "troupe/troupe.h"
#include "workers.h"

#include <stdio.h>

enum { GRAINS = 5000, TICKS = 300 };

typedef struct grain {
    trp_actor actor;
    uint32_t sum;
} grain;

static void grains_update(trp_part *part, const trp_context *in)
{
    trp_part_each(grain, it, part)
    {
        const uint64_t bits = trp_random(in->world, &it->actor, 1, 0);
        for (uint64_t i = (bits & 1023) == 0 ? 20000 : 10; i > 0; i--)
            it->sum = it->sum * 31 + (uint32_t)bits;
        if (bits >> 60 == 0)
            trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
        if (bits >> 60 == 1)
            trp_part_create(part, part->pool, it);
    }
}

static uint64_t play(trp_parallel_for_fn *parallel_for, void *user)
{
    const trp_parallel_desc parts = {.update = grains_update,
                                     .parallel_for = parallel_for,
                                     .user = user,
                                     .slots_per_part = 64,
                                     .command_bytes = 40};
    trp_world *world = trp_world_create(NULL);
    trp_pool *grains = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(grain, actor),
                                                               .capacity = GRAINS,
                                                               .parallel = TRP_PARALLEL(&parts)});
    uint64_t hash = 0;

    for (uint32_t i = 0; i < GRAINS / 2; i++)
        trp_create(grains, &(grain){.sum = i});
    for (int i = 0; i < TICKS; i++) {
        trp_update_all(world, 1);
        hash = trp_hash_mix(hash, trp_hash_world(world));
    }
    hash += trp_pool_info(grains).parallel.refused + trp_world_info(world).misuse;
    trp_world_destroy(world);
    return hash;
}

static int failed;

static void compare(const char *how, uint64_t hash, uint64_t expected)
{
    printf("%s: %s\n", how, hash == expected ? "as without threads" : "ANOTHER WORLD");
    failed += hash != expected;
}

int main(void)
{
    static const unsigned threads[] = {1, 2, 8};
    const uint64_t expected = play(NULL, NULL);

    for (int i = 0; i < 3; i++) {
        char how[32];
        trp_threads *w = trp_threads_start(threads[i] - 1);
        if (w == NULL)
            return 2;
        snprintf(how, sizeof how, "%u threads", threads[i]);
        compare(how, play(trp_threads_run, w), expected);
        trp_threads_stop(w);
    }
#ifdef HAS_OPENMP
    compare("OpenMP", play(openmp_for, NULL), expected);
#else
    printf("skipped: the compiler has no OpenMP (Debian: libgomp1)\n");
#endif
#ifdef HAS_TBB
    compare("TBB", play(tbb_for, NULL), expected);
#else
    printf("skipped: TBB is not installed (Debian: libtbb-dev)\n");
#endif
    return failed != 0;
}
