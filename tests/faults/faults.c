/*
 * Known faults: situations that ought to be so, and are not yet. Each names the subject of the issue
 * whose work makes it true, and is expected to fail; one that succeeds moves to the tests of its
 * module.
 */
#include "../unit/stage.h"

#include <setjmp.h>
#include <stdio.h>

typedef struct fault {
    const char *issue;
    const char *name; /* what ought to be so, as a sentence */
    void (*run)(void);
} fault;

enum { FEW = 20, PEAK = 20000 };

static trp_world *world;
static trp_pool *pool;

/* After a peak, few actors live, spread over the slots. */
static size_t bytes_after(uint32_t peak, trp_order order)
{
    size_t bytes;
    uint32_t number = 0;

    world = trp_world_create(&(trp_world_desc){.on_misuse = trp_ignore_misuse});
    pool = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                   .order = order,
                                                   .capacity = 1024,
                                                   .max_capacity = 2 * PEAK,
                                                   .when_full = TRP_FULL_GROW});
    for (uint32_t i = 0; i < peak; i++)
        stage_thing(pool, i);
    trp_each (thing, it, pool)
        if (number++ % (peak / FEW) != 0)
            (void)trp_recycle(world, &it->actor);
    bytes = trp_snapshot_bytes(world, NULL);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    return bytes;
}

static void a_peak_costs_nothing_afterwards(void)
{
    for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
        CHECK(bytes_after(PEAK, stage_orders[order]) <= 16 * bytes_after(FEW, stage_orders[order]));
}

static const fault faults[] = {
    {"State pages", "a snapshot of few actors is small after a peak",
     a_peak_costs_nothing_afterwards},
};

static jmp_buf out;
static char failure[400];

void situation_failed(const char *file, int line, const char *text)
{
    snprintf(failure, sizeof failure, "%s:%d: %s", file, line, text);
    longjmp(out, 1);
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what;
    (void)cases;
}

/* Whether the situation fails, as is known. */
static bool is_fault(const fault *it)
{
    situation_begin(false);
    if (setjmp(out) != 0) {
        printf("known fault: %s (%s)\n    %s\n", it->name, it->issue, failure);
        return true;
    }
    it->run();
    printf("NO LONGER A FAULT: %s (%s): it belongs to the tests of its module now\n", it->name,
           it->issue);
    return false;
}

int main(void)
{
    unsigned known = 0, gone = 0;

    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (is_fault(&faults[i]))
            known++;
        else
            gone++;
    }
    printf("known faults: %u, each with the issue that removes it\n", known);
    return gone != 0;
}
