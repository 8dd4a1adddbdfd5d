/* Tests that the counter of allocations counts each of the four calls, and nothing else. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "count_allocations.h"
#include "troupe/troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef struct mote {
    trp_actor actor;
    float x;
} mote;

/* Volatile, so that compilers keep an allocation that is not read. */
static void *volatile kept;
static trp_pool *pool;

static void call_malloc(void)
{
    kept = malloc(100);
    free(kept);
}

static void call_calloc(void)
{
    kept = calloc(10, 10);
    free(kept);
}

static void call_realloc(void)
{
    kept = realloc(NULL, 100);
    free(kept);
}

static void call_mmap(void)
{
    kept = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (kept != MAP_FAILED)
        munmap(kept, 4096);
}

static void call_none(void)
{
    mote local = {.x = 1};
    kept = &local;
    kept = NULL;
}

static void call_library(void)
{
    trp_world *world = trp_pool_info(pool).world;
    trp_recycle(world, trp_create(pool, NULL));
    trp_update_all(world, 1);
}

static void call_growing_library(void)
{
    while (trp_pool_count(pool) <= 64)
        trp_create(pool, NULL);
}

static const struct situation {
    const char *name;
    void (*run)(void);
    size_t least, most;
} situations[] = {
    {"malloc", call_malloc, 1, 1},
    {"calloc", call_calloc, 1, 1},
    {"realloc", call_realloc, 1, 1},
    {"mmap", call_mmap, 1, 1},
    {"nothing", call_none, 0, 0},
    {"the library, creating and recycling", call_library, 0, 0},
    {"the library, growing", call_growing_library, 1, 4},
};

int main(void)
{
    int passed = 0;
    int failed = 0;
    trp_world *world = trp_world_create(NULL);
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(mote, actor),
                                                   .capacity = 64,
                                                   .max_capacity = 1024,
                                                   .when_full = TRP_FULL_GROW});
    for (size_t i = 0; i < sizeof situations / sizeof *situations; ++i) {
        const struct situation *at = &situations[i];
        size_t before = count_allocations();
        at->run();
        size_t counted = count_allocations() - before;
        bool good = at->least <= counted && counted <= at->most;
        passed += good;
        failed += !good;
        if (!good)
            printf("FAILED: %s: counted %zu\n", at->name, counted);
    }
    trp_world_destroy(world);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
