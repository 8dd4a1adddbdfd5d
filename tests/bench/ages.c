/**
 * @file ages.c What the order of age costs a tick: the library's tick, compared with what a good
 * programmer writes by hand: an array of pointers, oldest first, that drops dead entries on its way,
 * prefetches, and calls back. Actors of 64 bytes; a share of them, chosen at random, is replaced
 * before each tick. Both run the same births and ends, and must give the same sum. The table has
 * medians of CPU time per actor of the tick alone, in turns, and the ratio.
 */
#include "troupe/troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    AHEAD = 20,      /* entries that the array prefetches ahead */
    ROUNDS = 15,     /* of which the median counts */
    VISITS = 1000000 /* per round and subject */
};

typedef struct mote {
    trp_actor actor;
    struct mote *next_free; /* by hand */
    float x, vx;
    uint32_t is_dead; /* by hand */
    uint32_t rest[7];
} mote;

typedef void hand_fn(mote *self, float dt);

typedef struct hand {
    mote *slots, *spare;
    mote **live;
    uint32_t count;
    hand_fn *update;
} hand;

static double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void mote_update(trp_actor *self, const trp_context *in)
{
    mote *it = trp_as(mote, self);

    it->x += it->vx * in->dt;
}

static void hand_update(mote *self, float dt)
{
    self->x += self->vx * dt;
}

/* Compilers do not know whom it calls, as in a program with several kinds of actors: otherwise they
 * would inline it, and there would be no callback. */
static hand_fn *volatile hand_calls = hand_update;

static mote *hand_create(hand *by)
{
    mote *it = by->spare;

    by->spare = it->next_free;
    *it = (mote){.vx = 1};
    by->live[by->count++] = it;
    return it;
}

static void hand_tick(hand *by, float dt)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < by->count; i++) {
        mote *it = by->live[i];
        __builtin_prefetch(by->live[i + AHEAD], 1);
        if (it->is_dead) {
            it->next_free = by->spare;
            by->spare = it;
            continue;
        }
        by->update(it, dt);
        by->live[kept++] = it;
    }
    by->count = kept;
}

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;

    return (one > other) - (one < other);
}

static double median(double *numbers)
{
    qsort(numbers, ROUNDS, sizeof *numbers, compare);
    return numbers[ROUNDS / 2];
}

/* One row. Dead entries stay in the array until its tick, so it needs more slots. */
static int measure(uint32_t n, uint32_t per_mille)
{
    const uint32_t replaced = n * per_mille / 1000, ticks = 1 + VISITS / n;
    double by_hand[ROUNDS], by_library[ROUNDS], hand_ns, library_ns, sums[2] = {0, 0};
    uint32_t seeds[2] = {1, 1};
    hand own = {.update = hand_calls};
    mote **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
    trp_world *world = trp_world_create(NULL);
    trp_pool *motes = trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(mote, actor),
                                                              .capacity = n,
                                                              .order = TRP_ORDER_OLDEST,
                                                              .update = mote_update});

    own.slots = calloc(n + replaced, sizeof *own.slots);
    own.live = calloc(n + replaced + AHEAD, sizeof *own.live);
    if (motes == NULL || a == NULL || b == NULL || own.slots == NULL || own.live == NULL)
        return 1;
    for (uint32_t i = n + replaced; i-- > 0; own.spare = &own.slots[i])
        own.slots[i].next_free = own.spare;
    for (uint32_t i = 0; i < n; i++) {
        a[i] = hand_create(&own);
        b[i] = trp_as(mote, trp_create(motes, &(mote){.vx = 1}));
    }
    for (int round = 0; round < ROUNDS; round++) {
        by_hand[round] = by_library[round] = 0;
        for (uint32_t tick = 0; tick < ticks; tick++) {
            double start;
            for (uint32_t i = 0; i < replaced; i++) {
                mote **one = &a[next_random(&seeds[0]) % n];
                (*one)->is_dead = 1;
                *one = hand_create(&own);
            }
            start = now();
            hand_tick(&own, 0.25f);
            by_hand[round] += (now() - start) / n / ticks;
            for (uint32_t i = 0; i < replaced; i++) {
                mote **one = &b[next_random(&seeds[1]) % n];
                trp_recycle(world, &(*one)->actor);
                *one = trp_as(mote, trp_create(motes, &(mote){.vx = 1}));
            }
            start = now();
            trp_update_all(world, 0.25f);
            by_library[round] += (now() - start) / n / ticks;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        sums[0] += a[i]->x;
        sums[1] += b[i]->x;
    }
    hand_ns = median(by_hand);
    library_ns = median(by_library);
    printf("| %u | %.0f%% | %.2f | %.2f | %.2f |\n", n, per_mille / 10.0, hand_ns, library_ns,
           library_ns / hand_ns);
    fflush(stdout);
    trp_world_destroy(world);
    free(own.live);
    free(own.slots);
    free(a);
    free(b);
    return sums[0] != sums[1];
}

int main(void)
{
    int differ = 0;

    puts("| actors | replaced | by hand, ns | library, ns | ratio |\n|---|---|---|---|---|");
    for (uint32_t n = 1000; n <= 1000000; n *= 10)
        for (uint32_t row = 0; row < 3; row++)
            differ |= measure(n, row == 0 ? 0 : row == 1 ? 10 : 100);
    return differ;
}
