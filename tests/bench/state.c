/**
 * @file state.c
 *
 * Snapshots compared with a memcpy of the live actors' bytes, and with a serializer written by
 * hand, field by field. Medians of CPU time, as ratios to that memcpy, which runs between them.
 */
#include "../../src/core/core.h"
#include "troupe/fields.h"
#include "troupe/hash.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct thing {
    trp_actor actor;
    float x, y, vx, vy;
    uint32_t data[8];
} thing;

static const trp_field thing_fields[] = {TRP_FIELD(thing, x),          TRP_FIELD(thing, y),
                                         TRP_FIELD(thing, vx),         TRP_FIELD(thing, vy),
                                         TRP_FIELD_ARRAY(thing, data), TRP_FIELDS_END};
static const trp_fields thing_type = TRP_FIELDS(thing, 1, thing_fields);

enum {
    MEMCPY,
    SAVE,
    RESTORE,
    HISTORY,
    KEYFRAMES,
    REWIND,
    HASH,
    HASH_FIELDS,
    BY_HAND,
    COLUMNS,
    MOST_ROUNDS = 501
};

static double times[COLUMNS][MOST_ROUNDS];

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e6 + (double)at.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double median(int column, int rounds)
{
    qsort(times[column], (size_t)rounds, sizeof(double), by_value);
    return times[column][rounds / 2];
}

static void *take(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        exit(1);
    memset(memory, 1, bytes);
    return memory;
}

/* Code that a game would write with knowledge of its struct: the slot, the generation, the
 * fields. */
static size_t write_by_hand(const trp_world *world, trp_pool *pool, unsigned char *to)
{
    unsigned char *at = to;
    trp_each (thing, it, pool) {
        const trp_handle handle = trp_handle_of(world, &it->actor);
        memcpy(at, &handle, sizeof handle);
        memcpy(at + sizeof handle, &it->x, 4 * sizeof(float));
        memcpy(at + sizeof handle + 4 * sizeof(float), it->data, sizeof it->data);
        at += sizeof handle + 4 * sizeof(float) + sizeof it->data;
    }
    return (size_t)(at - to);
}

static trp_pool *fill(trp_world *world, uint32_t live, uint32_t holes)
{
    const uint32_t slots = (uint32_t)((uint64_t)live * 100 / (100 - holes));
    trp_pool *pool =
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = slots});
    uint32_t seed = 1;
    if (pool == NULL || trp_create_many(pool, slots, NULL, NULL) != slots)
        exit(1);
    while (trp_pool_count(pool) > live) {
        seed = seed * 1664525u + 1013904223u;
        trp_recycle(world, trp_pool_at(pool, (uint32_t)((uint64_t)seed * slots >> 32)));
    }
    return pool;
}

static void move(trp_pool *pool)
{
    trp_each (thing, it, pool) {
        it->x += 1;
        it->y += 1;
    }
}

static uint64_t sink;

static void open_history(trp_history *past, trp_world *world, trp_history_kind kind, size_t most)
{
    const size_t bytes = most * (kind == TRP_HISTORY_WHOLE ? 3 : 6);
    const trp_history_desc desc = {
        .memory = take(bytes), .bytes = bytes, .kind = kind, .keyframe_every = 100000};
    *past = (trp_history){0};
    if (trp_history_open(past, world, &desc) != TRP_OK)
        exit(1);
}

static void save(trp_history *past)
{
    if (trp_history_save(past) != TRP_OK)
        exit(1);
}

static void close_history(trp_history *past)
{
    void *memory = past->desc.memory;
    trp_history_close(past);
    free(memory);
}

/* Bytes of a delta state. */
static size_t delta_bytes(const trp_history *past)
{
    const trp_history_facts stats = trp_history_info(past);
    return trp_history_measure(past) / (stats.count - 1);
}

static void measure(uint32_t live, uint32_t holes)
{
    trp_world *world = trp_world_create(NULL);
    trp_pool *pool = fill(world, live, holes);
    const size_t bytes = (size_t)live * sizeof(thing);
    size_t most = 0;
    unsigned char *from = take(bytes), *to = take(bytes), *memory;
    const int rounds = live >= 100000 ? 31 : live >= 10000 ? 201 : MOST_ROUNDS;
    trp_history past[3];
    size_t used = 0;

    (void)trp_snapshot_bytes(world, &most);
    memory = take(most);
    for (int kind = TRP_HISTORY_WHOLE; kind <= TRP_HISTORY_REWIND; kind++)
        open_history(&past[kind], world, (trp_history_kind)kind, most);
    for (int i = 0; i < rounds; i++) {
        double at[COLUMNS + 1];
        move(pool);
        trp_update_all(world, 1);
        at[0] = now();
        memcpy(to, from, bytes);
        sink += to[i % (int)bytes];
        at[1] = now();
        if (trp_snapshot_save(world, memory, most, &used) != TRP_OK)
            exit(1);
        at[2] = now();
        if (trp_snapshot_restore(world, memory, used) != TRP_OK)
            exit(1);
        at[3] = now();
        for (int kind = TRP_HISTORY_WHOLE; kind <= TRP_HISTORY_REWIND; kind++) {
            save(&past[kind]);
            at[4 + kind] = now();
        }
        sink += trp_hash_world(world);
        at[7] = now();
        pool->desc.fields = &thing_type; /* as if the desc had said so */
        sink += trp_hash_world(world);
        pool->desc.fields = NULL;
        at[8] = now();
        sink += write_by_hand(world, pool, to);
        at[9] = now();
        for (int column = 0; column < COLUMNS; column++)
            times[column][i] = at[column + 1] - at[column];
    }
    printf("%7u %4u%% %10.1f", live, holes, median(MEMCPY, rounds));
    for (int column = SAVE; column < COLUMNS; column++)
        printf(" %8.2f", median(column, rounds) / times[MEMCPY][rounds / 2]);
    printf(" %8.2f %8.3f\n", (double)used / (double)bytes,
           (double)delta_bytes(&past[TRP_HISTORY_REWIND]) / (double)used);
    for (int kind = TRP_HISTORY_WHOLE; kind <= TRP_HISTORY_REWIND; kind++)
        close_history(&past[kind]);
    trp_world_destroy(world);
    free(from);
    free(to);
    free(memory);
}

int main(void)
{
    static const uint32_t lives[] = {1000, 10000, 100000}, holes[] = {0, 1, 10, 50};
    puts("EnTT's snapshot: not run (its headers are not installed)");
    puts("   live holes  memcpy us     save  restore  history keyframe   rewind     hash   fields  "
         "by "
         "hand    bytes    delta");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            measure(lives[i], holes[k]);
    return sink == 0;
}
