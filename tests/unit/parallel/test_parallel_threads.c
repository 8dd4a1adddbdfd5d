/* Ready-made threads. */
#include "../parallel_scene.h"

SITUATIONS(parallel_threads);

static trp_threads *threads;
static unsigned char seen[2000];
static uint32_t inner;

static void forget_seen(void)
{
    for (uint32_t number = 0; number < sizeof seen; number++)
        seen[number] = 0;
}

static void mark(uint32_t number, void *task)
{
    CHECK(task == seen);
    seen[number]++;
}

/* each part once, whatever the number of threads; repeatedly, so that threads come late */
SITUATION("every part runs once, on any number of threads")
{
    static const uint32_t counts[] = {0, 1, 3, 8};

    for (unsigned i = 0; i < 4; i++) {
        threads = trp_threads_start(counts[i]);
        if (threads == NULL)
            return; /* this machine has none */
        for (uint32_t parts = 0; parts < sizeof seen; parts += parts / 4 + 1) {
            forget_seen();
            trp_threads_run(parts, mark, seen, threads);
            for (uint32_t number = 0; number < sizeof seen; number++)
                CHECK_EQ(seen[number], number < parts);
        }
        CHECK_OK(trp_threads_stop(threads));
    }
}

static void mark_within(uint32_t number, void *task)
{
    CHECK_RESULT(trp_threads_stop(threads), TRP_BUSY);
    trp_threads_run(10, mark, seen, threads); /* on the same thread */
    inner++;
}

SITUATION("threads that are busy are not waited for")
{
    threads = trp_threads_start(0);
    if (threads == NULL)
        return;
    forget_seen();
    inner = 0;
    trp_threads_run(2, mark_within, NULL, threads);
    CHECK_EQ(inner, 2);
    for (uint32_t number = 0; number < 10; number++)
        CHECK_EQ(seen[number], 2);
    CHECK_OK(trp_threads_stop(threads));
}

SITUATION("without threads the caller runs the parts")
{
    forget_seen();
    trp_threads_run(3, mark, seen, NULL);
    CHECK_EQ(seen[0] + seen[1] + seen[2] + seen[3], 3);
    CHECK(trp_threads_start(TRP_MAX_THREADS + 1) == NULL);
    CHECK_RESULT(trp_threads_stop(NULL), TRP_GONE);
}

/* the world is that of a tick without threads */
SITUATION("threads leave the same world")
{
    uint64_t expected = 0, found = 0;

    for (uint32_t count = 0; count < 3; count++) {
        uint64_t hash = 0;
        threads = trp_threads_start(count);
        scene_begin(&(scene_desc){.how = WAY_PARTS,
                                  .may = ENDS | EXPIRES | BEARS,
                                  .parts = {.parallel_for = count != 0 ? trp_threads_run : NULL,
                                            .user = threads,
                                            .slots_per_part = 64,
                                            .command_bytes = 128}});
        for (int i = 0; i < 20; i++)
            hash = trp_hash_mix(hash, scene_tick());
        if (count == 0)
            expected = hash;
        found = hash;
        CHECK(found == expected);
        (void)trp_threads_stop(threads);
    }
}
