/* The targets, and whether this run reached them. For information: nothing fails here. */
#include "bench.h"

#include <troupe/troupe.h>

#include <float.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define ANY_CHURN 100u

/* `over` against `under`, in all cells of these workloads, n and churn. */
typedef struct target {
    unsigned int workloads;
    subject_id over, under;
    bool at_least; /* otherwise at most */
    double bound;
    unsigned int n_from, n_to;
    unsigned int churn_from, churn_to;
} target;

static const target targets[] = {
    {STORM, EACH, ARRAY, false, 1.2, 0, 100000, 0, 1},
    {STORM, EACH, ARRAY, false, 1.45, 0, 100000, 10, 10},
    {STORM, EACH, ARRAY, false, 1.7, 1000000, 1000000, 0, 1},
    {STORM, EACH, ARRAY, false, 2.5, 1000000, 1000000, 10, 10},
    {STORM | SPARSE, POOL, EACH, false, 1.05, 0, UINT_MAX, 0, ANY_CHURN},
    {KINDS, TEXTBOOK, UPDATE, true, 2.5, 0, UINT_MAX, 0, 0},
    {STORM, UPDATE, ARRAY, false, 2.3, 0, 100000, 0, 1},
    {STORM, TEXTBOOK, EACH, true, 7, 100000, 100000, 1, 1},
    {STORM, TEXTBOOK, EACH, true, 30, 1000000, 1000000, 1, 1},
    {STORM | SPARSE | PAIR | BURST, COLONY, EACH, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {STORM | SPARSE, EACH, SCAN, false, 1.5, 0, UINT_MAX, 0, ANY_CHURN},
    {SPARSE, SCAN, EACH, true, 10, 0, UINT_MAX, 0, ANY_CHURN},
    {PAIR, EACH, TEXTBOOK, false, 3.5, 0, 10000, 0, ANY_CHURN},
    {BURST, EACH, TEXTBOOK, false, 2.7, 10000, 10000, 0, ANY_CHURN},
    {BURST, EACH, TEXTBOOK, false, 1, 100000, UINT_MAX, 0, ANY_CHURN},
    {SPANS, MANY, SINGLE, false, 0.85, 100000, 100000, 10, 10},
    {LAYERS, LAYERS8, LAYERS1, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {LAYERS, LAYERS64, LAYERS1, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {LAYERS, POOLS64, LAYERS1, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {LAYERS, LAYERS8_EACH, LAYERS1_EACH, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {LAYERS, LAYERS64_EACH, LAYERS1_EACH, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {LAYERS, POOLS64_EACH, LAYERS1_EACH, false, 1.15, 0, UINT_MAX, 0, ANY_CHURN},
    {BY_AGE, GROUP, ARRAY, false, 1.9, 100000, 100000, 1, 1},
    {BY_AGE, OLDEST, GROUP, false, 1.25, 100000, 100000, 1, 1},
    {BY_AGE, OLDEST, ARRAY, false, 4, 100000, 100000, 1, 1},
    {BY_AGE, AGED, OLDEST, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {BY_AGE, AGED, OLDEST, true, 3, 1000000, 1000000, 0, ANY_CHURN},
    {STORM, TEXTBOOK, OLDEST, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {STORM, TEXTBOOK, OLDEST, true, 3, 1000000, 1000000, 0, ANY_CHURN},
    {PAIRS | PAIRS_MIXED, CHIPMUNK_HASH, SPACE_LEVELS, true, 4.5, 10000, 100000, 0, ANY_CHURN},
    {PAIRS | PAIRS_MIXED, BOX2D, SPACE_LEVELS, true, 6, 10000, 100000, 0, ANY_CHURN},
    {PAIRS | PAIRS_MIXED | QUERIES, SPACE_LEVELS, HAND, false, 1.5, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, BRUTE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, SWEEP, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, QUADTREE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, CHIPMUNK_HASH, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, CHIPMUNK_TREE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {CLUSTERED | SIZES, BOX2D, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, BRUTE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, SWEEP, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, QUADTREE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, CHIPMUNK_HASH, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, CHIPMUNK_TREE, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {QUERIES, BOX2D, SPACE_LEVELS, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS_START | TIMERS_STOP, HEAP4, TIMER_TABLE, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS_START | TIMERS_STOP, LIBEV, TIMER_TABLE, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS_FIRE, HEAP4, TIMER_TABLE, true, 4, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS_FIRE, LIBEV, TIMER_TABLE, true, 4, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS_FIRE, WHEEL, TIMER_TABLE, true, 1, 0, UINT_MAX, 0, ANY_CHURN},
    {TIMERS, COUNTDOWN, TIMER_TABLE, true, 10, 100000, 100000, 0, 1},
    {INTERVALS, FULL_UPDATE, STAGGERED, true, 6, 100000, 100000, 0, ANY_CHURN},
};

static bool concerns(const target *t, const cell *c)
{
    return (t->workloads & c->workload) && c->n >= t->n_from && c->n <= t->n_to &&
           c->churn >= t->churn_from && c->churn <= t->churn_to && c->ns[t->over] > 0 &&
           c->ns[t->under] > 0;
}

static bool reached(const target *t, double ratio)
{
    return t->at_least ? ratio >= t->bound : ratio <= t->bound;
}

static void print_scope(const target *t)
{
    const char *between = "";
    for (unsigned int bit = 1; bit < 1u << WORKLOAD_BITS; bit <<= 1) {
        if (!(t->workloads & bit))
            continue;
        printf("%s%s", between, workload_name(bit));
        between = "+";
    }
    if (t->n_from == t->n_to)
        printf(" n %u", t->n_from);
    else if (t->n_to != UINT_MAX)
        printf(" n to %u", t->n_to);
    else if (t->n_from != 0)
        printf(" n from %u", t->n_from);
    if (t->churn_to != ANY_CHURN && t->churn_from != t->churn_to)
        printf(" churn %u-%u%%", t->churn_from, t->churn_to);
    else if (t->churn_to != ANY_CHURN)
        printf(" churn %u%%", t->churn_to);
}

static void print_misses(const target *t, const cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const cell *c = &cells[i];
        if (concerns(t, c) && !reached(t, c->ns[t->over] / c->ns[t->under]))
            printf("                 %.2f in %s n %u churn %u%% payload %u\n",
                   c->ns[t->over] / c->ns[t->under], workload_name(c->workload), c->n, c->churn,
                   c->payload);
    }
}

static void print_target(const target *t, const cell *cells, size_t count)
{
    double low = DBL_MAX, high = 0;
    int met = 0, met_cells = 0;
    for (size_t i = 0; i < count; i++) {
        if (!concerns(t, &cells[i]))
            continue;
        double ratio = cells[i].ns[t->over] / cells[i].ns[t->under];
        low = ratio < low ? ratio : low;
        high = ratio > high ? ratio : high;
        met += reached(t, ratio);
        met_cells++;
    }
    printf("%s  %s/%s %s %g, ",
           met_cells == 0     ? "not measured "
           : met == met_cells ? "reached      "
                              : "NOT REACHED  ",
           subjects[t->over].name, subjects[t->under].name, t->at_least ? "at least" : "at most",
           t->bound);
    print_scope(t);
    if (met_cells > 0)
        printf(": %.2f to %.2f, %d of %d cells", low, high, met, met_cells);
    printf("\n");
    print_misses(t, cells, count);
}

static void *counting_allocate(size_t size, void *user)
{
    *(size_t *)user += size;
    return malloc(size);
}

static void counting_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

typedef struct empty {
    trp_actor actor;
} empty;

/* The bytes of a world with one pool of this many slots; 0 if it cannot be created. */
static size_t bytes_of(uint32_t capacity, trp_order order, bool external)
{
    size_t bytes = 0;
    trp_world_desc desc = {.allocator = {counting_allocate, counting_release, &bytes}};
    trp_world *world = trp_world_create(&desc);
    trp_pool_desc pool = {.type = TRP_TYPE(empty, actor),
                          .capacity = capacity,
                          .order = order,
                          .external = external ? TRP_EXTERNAL : NULL};
    if (!world || !trp_pool_create(world, &pool))
        bytes = 0;
    trp_world_destroy(world);
    return bytes;
}

/* Node and book-keeping together. An external actor's node is in the game's memory. */
static void print_bytes_of(const char *what, trp_order order, bool external, double limit)
{
    const size_t few = bytes_of(1000, order, external), many = bytes_of(1001000, order, external);
    const double node = external ? sizeof(trp_actor) : 0;
    const double per_slot = (double)(many - few) / 1000000 + node;

    printf("%s  node and book-keeping at most %.1f bytes per slot, %s: %.2f\n",
           few == 0 || many == 0 ? "not measured "
           : per_slot <= limit   ? "reached      "
                                 : "NOT REACHED  ",
           limit, what, per_slot);
}

static void print_bytes(void)
{
    print_bytes_of("memory order", TRP_ORDER_MEMORY, false, 24.3);
    print_bytes_of("age order", TRP_ORDER_OLDEST, false, 32.3);
    print_bytes_of("external, memory order", TRP_ORDER_MEMORY, true, 40);
    print_bytes_of("external, age order", TRP_ORDER_OLDEST, true, 40);
}

/* A tick in which nothing is due: its time with 100,000 waiting timers, relative to 1,000. */
static void print_flat(const cell *cells, size_t count)
{
    double few = 0, many = 0;
    for (size_t i = 0; i < count; i++) {
        if (cells[i].workload == TIMERS_IDLE && cells[i].n == 1000)
            few = cells[i].ns[TIMER_TABLE];
        if (cells[i].workload == TIMERS_IDLE && cells[i].n == 100000)
            many = cells[i].ns[TIMER_TABLE];
    }
    bool known = few > 0 && many > 0;
    printf("%s  an idle tick with 100,000 timers at most 1.25 times one with 1,000: %.2f\n",
           !known               ? "not measured "
           : many <= 1.25 * few ? "reached      "
                                : "NOT REACHED  ",
           known ? many / few : 0);
}

void print_targets(const cell *cells, size_t count)
{
    printf("\ntargets\n");
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        print_target(&targets[i], cells, count);
    print_bytes();
    print_flat(cells, count);
}
