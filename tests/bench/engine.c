/**
 * @file engine.c The workload `engine`: the thinkers of an engine's level, 100 to 1,000 structs of
 * 200 to 392 bytes, updated from the oldest to the newest. Newborns are updated in the same walk.
 * Each lives 100 ticks on average; when one ends, another one begins. The rival is the usual list
 * of engines: doubly linked through the structs, each with its own function. The table has
 * medians of CPU time per update, and ratios to that list, which takes turns with the others. All
 * update the same actors in the same order.
 */
#include "troupe/troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    KINDS = 4,
    FIELDS = 32, /* further fields of the structs, which an update uses */
    MOST = 1000,
    ROUNDS = 41,
    UPDATES = 60000 /* updates per block */
};

typedef struct thing thing;
typedef struct engine engine;

typedef struct links {
    thing *next, *prev;
} links;

/* The base struct of the four types. */
struct thing {
    union {
        trp_actor actor;
        links ring; /* of the list */
    } head;
    void (*think)(thing *self, engine *in); /* of the list, and of external actors */
    uint64_t state;
    uint32_t left; /* updates until it ends */
    uint32_t kind;
};

#define KIND(number)                                                                               \
    typedef struct thing##number {                                                                 \
        thing base;                                                                                \
        unsigned char rest[200 - sizeof(thing) + 64 * number];                                     \
    } thing##number
KIND(0);
KIND(1);
KIND(2);
KIND(3);

static const size_t sizes[KINDS] = {sizeof(thing0), sizeof(thing1), sizeof(thing2), sizeof(thing3)};

/* A subject in progress. */
struct engine {
    thing *(*create)(engine *in, uint32_t kind);
    void (*end)(engine *in, thing *it);
    void (*tick)(engine *in);
    uint32_t seed;
    uint32_t work; /* steps per update */
    uint64_t sum;
    uint64_t updates;
    links ring;
    thing *spare[KINDS];
    trp_world *world;
    trp_pool *pools[KINDS];
    unsigned char *memory;
};

static uint32_t next_random(engine *in)
{
    in->seed = in->seed * 1664525u + 1013904223u;
    return in->seed >> 8;
}

static void begin(engine *in)
{
    const uint32_t random = next_random(in);
    thing *it = in->create(in, random % KINDS);

    if (it == NULL)
        exit(1);
    it->state = random;
    it->left = 1 + next_random(in) % 199;
}

/* The work of every update, for all callers. */
static inline void live(thing *it, engine *in)
{
    uint64_t state = it->state;
    uint32_t *fields = (uint32_t *)(void *)(it + 1);

    for (uint32_t i = 0; i < in->work; i++) {
        fields[i % FIELDS] += (uint32_t)state >> i % 8;
        state += fields[(i + 7) % FIELDS];
    }
    it->state = state;
    in->updates++;
    if (--it->left != 0)
        return;
    in->sum = in->sum * 31 + state;
    in->end(in, it);
    begin(in);
}

static void think(thing *self, engine *in)
{
    live(self, in);
}

/* Structs of four sizes one after the other, as in an engine's zone. */
static void lay_out(engine *in, uint32_t count)
{
    unsigned char *at;

    in->memory = calloc(count * KINDS, sizes[KINDS - 1]);
    if (in->memory == NULL)
        exit(1);
    at = in->memory;
    for (uint32_t i = 0; i < count * KINDS; i++) {
        const uint32_t kind = i % KINDS;
        thing *it = (thing *)(void *)at;
        it->kind = kind;
        it->think = think;
        it->head.ring.next = in->spare[kind];
        in->spare[kind] = it;
        at += sizes[kind];
    }
}

static thing *take(engine *in, uint32_t kind)
{
    thing *it = in->spare[kind];

    if (it == NULL)
        exit(1);
    in->spare[kind] = it->head.ring.next;
    memset(it + 1, 0, sizes[kind] - sizeof *it);
    return it;
}

static void give(engine *in, thing *it)
{
    it->head.ring.next = in->spare[it->kind];
    in->spare[it->kind] = it;
}

/* The list */

static thing *list_end(engine *in)
{
    return (thing *)(void *)((unsigned char *)&in->ring - offsetof(thing, head));
}

static thing *list_create(engine *in, uint32_t kind)
{
    thing *it = take(in, kind);
    thing *end = list_end(in);

    it->head.ring.next = end;
    it->head.ring.prev = in->ring.prev;
    in->ring.prev->head.ring.next = it;
    in->ring.prev = it;
    return it;
}

/* It is removed after it has thought. */
static void list_end_thing(engine *in, thing *it)
{
    (void)in;
    (void)it;
}

static void list_remove(engine *in, thing *it)
{
    it->head.ring.prev->head.ring.next = it->head.ring.next;
    it->head.ring.next->head.ring.prev = it->head.ring.prev;
    give(in, it);
}

static void list_tick(engine *in)
{
    thing *const end = list_end(in);

    for (thing *it = in->ring.next, *next; it != end; it = next) {
        it->think(it, in);
        next = it->head.ring.next;
        if (it->left == 0)
            list_remove(in, it);
    }
}

static void list_open(engine *in, uint32_t count)
{
    lay_out(in, count);
    in->ring.next = in->ring.prev = list_end(in);
    in->create = list_create;
    in->end = list_end_thing;
    in->tick = list_tick;
}

/* The library */

static void troupe_tick(engine *in)
{
    trp_update_all(in->world, 1.0f / 35);
}

static void update(trp_actor *self, const trp_context *in)
{
    live((thing *)(void *)self, in->user);
}

static void update_by_kind(trp_actor *self, const trp_context *in)
{
    thing *it = (thing *)(void *)self;

    it->think(it, in->user);
}

static trp_pool_desc troupe_open(engine *in, uint32_t count)
{
    in->world = trp_world_create(NULL);
    in->tick = troupe_tick;
    return (trp_pool_desc){.type = {sizeof(thing0), _Alignof(thing0), 0, "thing"},
                           .capacity = count + count / 4,
                           .order = TRP_ORDER_OLDEST,
                           .newborns = TRP_NEWBORNS_SAME_WALK,
                           .user = in,
                           .update = update};
}

static thing *pool_create(engine *in, uint32_t kind)
{
    thing *it = (thing *)(void *)trp_create(in->pools[in->pools[1] != NULL ? kind : 0], NULL);

    it->kind = kind;
    return it;
}

static void pool_end(engine *in, thing *it)
{
    trp_recycle(in->world, &it->head.actor);
}

static void pooled_open(engine *in, uint32_t count)
{
    trp_pool_desc desc = troupe_open(in, count);

    desc.type.size = sizes[KINDS - 1];
    in->pools[0] = trp_pool_create(in->world, &desc);
    in->create = pool_create;
    in->end = pool_end;
}

static void joined_open(engine *in, uint32_t count)
{
    trp_pool_desc desc = troupe_open(in, count);

    for (int i = 0; i < KINDS; i++) {
        desc.type.size = sizes[i];
        in->pools[i] = trp_pool_create(in->world, &desc);
        desc.joins = in->pools[0];
    }
    in->create = pool_create;
    in->end = pool_end;
}

static thing *external_create(engine *in, uint32_t kind)
{
    thing *it = take(in, kind);

    trp_adopt(in->pools[0], &it->head.actor);
    return it;
}

static void external_end(engine *in, thing *it)
{
    trp_recycle(in->world, &it->head.actor);
    give(in, it);
}

static void external_open(engine *in, uint32_t count)
{
    trp_pool_desc desc = troupe_open(in, count);

    lay_out(in, count);
    desc.external = TRP_EXTERNAL;
    desc.update = update_by_kind;
    in->pools[0] = trp_pool_create(in->world, &desc);
    in->create = external_create;
    in->end = external_end;
}

/* Measuring */

typedef struct subject {
    const char *name;
    void (*open)(engine *in, uint32_t count);
} subject;

static const subject subjects[] = {{"list", list_open},
                                   {"external", external_open},
                                   {"pooled", pooled_open},
                                   {"joined", joined_open}};

enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static double times[SUBJECTS][ROUNDS];

static double now(void)
{
    struct timespec at;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;

    return (one > other) - (one < other);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

/* ns per update of an array of things, with this much work. */
static double time_of(uint32_t work)
{
    static thing3 things[300];
    static engine in;
    double best = 1e9;

    in.work = work;
    for (int round = 0; round < 200; round++) {
        const double start = now();
        for (int i = 0; i < 300; i++) {
            things[i].base.left = 2;
            things[i].base.think = think;
            things[i].base.think(&things[i].base, &in);
        }
        if (now() - start < best)
            best = now() - start;
    }
    return best / 300;
}

/* The amount of work that adds this much to an update. */
static uint32_t work_for(double ns)
{
    return (uint32_t)(ns * 256 / (time_of(256) - time_of(0)));
}

static void open_all(engine *all, uint32_t count, uint32_t work)
{
    for (int i = 0; i < SUBJECTS; i++) {
        memset(&all[i], 0, sizeof all[i]);
        all[i].seed = 1;
        all[i].work = work;
        subjects[i].open(&all[i], count);
        for (uint32_t k = 0; k < count; k++)
            begin(&all[i]);
        for (int tick = 0; tick < 300; tick++)
            all[i].tick(&all[i]);
    }
}

static void close_all(engine *all)
{
    for (int i = 0; i < SUBJECTS; i++) {
        if (all[i].sum != all[0].sum || all[i].updates != all[0].updates) {
            printf("%s has updated other actors than the list\n", subjects[i].name);
            exit(1);
        }
        if (all[i].world != NULL && trp_world_destroy(all[i].world) != TRP_OK)
            exit(1);
        free(all[i].memory);
    }
}

static void measure(uint32_t count, double ns, uint32_t work)
{
    static engine all[SUBJECTS];

    open_all(all, count, work);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < SUBJECTS; i++) {
            const uint64_t before = all[i].updates;
            double start;
            all[i].tick(&all[i]);
            start = now();
            for (uint32_t tick = 0; tick < UPDATES / count; tick++)
                all[i].tick(&all[i]);
            times[i][round] = (now() - start) / (double)(all[i].updates - before);
        }
    close_all(all);
    printf("%7u %6.0f %8.2f", count, ns, median(times[0]));
    for (int i = 1; i < SUBJECTS; i++)
        printf(" %8.2f", median(times[i]) / times[0][ROUNDS / 2]);
    puts("");
}

int main(void)
{
    static const uint32_t counts[] = {100, 300, MOST};
    static const double costs[] = {0, 20, 50};

    puts(" actors  ns of  list: ns  external   pooled   joined (times the list)");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            measure(counts[i], costs[k], work_for(costs[k]));
    return 0;
}
