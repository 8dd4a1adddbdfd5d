/*
 * The work of every subject of the benchmark, written once, so that all do the same: the data of an
 * actor, the values of a newborn, its motion per frame, the length of its life, and the checksum of
 * the remaining ones. Compiles as C11 and as C++17.
 *
 * Nothing here depends on the order in which a subject keeps its actors. A newborn's values come
 * from a hash of its number, so the k-th newborn is the same everywhere, and so is the set of those
 * that end in a frame.
 */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BENCH_PAYLOAD
#define BENCH_PAYLOAD 24
#endif

/* Seconds per frame. A power of two, so that a life of k frames ends exactly in the k-th. */
#define BENCH_DT (1.0f / 64)

/* Sparse: the capacity is this many times the number of live actors. */
#define BENCH_SPARSE 100u

/* The data of a game beside the node: 24 bytes that a frame uses, and in the larger payload 80 more
 * that are not used. */
typedef struct body {
    float x, y, vx, vy, life;
    uint32_t number; /* which newborn this was, from 0 */
#if BENCH_PAYLOAD > 24
    unsigned char rest[BENCH_PAYLOAD - 24];
#endif
} body;

typedef enum workload {
    WORKLOAD_STORM,  /* frames: move all, remove the dead, create as many */
    WORKLOAD_SPARSE, /* frames over a few actors scattered in much room */
    WORKLOAD_KINDS,  /* the storm with 8 kinds */
    WORKLOAD_PAIR,   /* remove a random one, create one */
    WORKLOAD_BURST,  /* remove a random tenth, create as many */
    WORKLOAD_SPANS,  /* the storm, of which only the creating is timed */
    WORKLOAD_LAYERS, /* the storm in many layers and pools */
    WORKLOAD_GROUP   /* the storm, updated in order of creation */
} workload;

/* One cell's work, and its progress. */
typedef struct work {
    workload kind;
    uint32_t n;         /* live actors at the end of each frame */
    uint32_t capacity;  /* the most there ever are; as many are created before the first frame */
    uint32_t span;      /* newborns live 1 to `span` frames, all equally likely; 0: for ever */
    uint32_t born;      /* so far */
    uint64_t destroyed; /* so far */
    uint64_t random;    /* state of work_pick() */
    bool no_births;     /* frames create nothing */
    void (*at_births)(struct work *w); /* called when a frame begins to create, if not NULL */
    double births_began;               /* when it did */
} work;

/* The result at the end, independent of order. */
typedef struct tally {
    uint32_t live;
    uint64_t checksum;
} tally;

static inline uint64_t work_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t work_hash(uint32_t number)
{
    return work_mix((number + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15));
}

/* A random index below `count`. */
static inline uint32_t work_pick(work *w, uint32_t count)
{
    w->random += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(((work_mix(w->random) >> 32) * count) >> 32);
}

static inline uint32_t work_kind(uint32_t number)
{
    return (uint32_t)(work_hash(number) >> 46) & 7;
}

/* The number of frames that a newborn lives. 15 bits of its hash decide. */
static inline uint32_t work_frames(const work *w, uint64_t hash)
{
    return 1 + (uint32_t)(((hash >> 49) * w->span) >> 15);
}

/*
 * The remaining frames of an actor that exists at the start. They are distributed like the rest of
 * a life that is met at a random moment, (span + 1 - k) in span * (span + 1) / 2 for k frames, so
 * that as many end in the first frame as in any other. It is the minimum of two random numbers.
 */
static inline uint32_t work_frames_left(const work *w, uint64_t hash)
{
    uint32_t a = work_frames(w, hash);
    uint32_t b = 1 + (uint32_t)(((work_mix(hash) >> 49) * (w->span + 1)) >> 15);
    return a < b ? a : b;
}

static inline void body_fill(body *b, uint32_t number, uint64_t hash, float life)
{
    b->x = (float)(int32_t)(hash >> 24 & 2047);
    b->y = (float)(int32_t)(hash >> 35 & 2047);
    b->vx = (float)((int32_t)(hash & 4095) - 2048) * 0.0625f;
    b->vy = (float)((int32_t)(hash >> 12 & 4095) - 2048) * 0.0625f;
    b->life = life;
    b->number = number;
}

/* Makes `b` the next newborn. */
static inline void work_birth(work *w, body *b)
{
    uint32_t number = w->born++;
    uint64_t hash = work_hash(number);
    float life = w->span != 0 ? (float)work_frames(w, hash) * BENCH_DT : 1e6f;
    body_fill(b, number, hash, life);
}

/* Makes `b` the next actor of those that exist at the start. In `sparse` all but a random one of
 * each hundred have one frame to live: the first frame leaves the others, scattered. */
static inline void work_first_birth(work *w, body *b)
{
    uint32_t number = w->born++;
    uint64_t hash = work_hash(number);
    float life = w->span != 0 ? (float)work_frames_left(w, hash) * BENCH_DT : 1e6f;
    if (w->kind == WORKLOAD_SPARSE &&
        work_hash(number / BENCH_SPARSE) % BENCH_SPARSE != number % BENCH_SPARSE)
        life = BENCH_DT;
    body_fill(b, number, hash, life);
}

/* The number to create after a frame with this many ends. */
static inline uint32_t work_births(work *w, uint32_t destroyed)
{
    w->destroyed += destroyed;
    if (w->at_births)
        w->at_births(w);
    return w->no_births ? 0 : destroyed;
}

/*
 * A frame of one actor's life; false: it is over, remove it. Computed in locals and stored once, so
 * that an array that then copies the struct does not stall on stores in progress.
 */
static inline bool body_step(body *b, float dt)
{
    float life = b->life - dt;
    float x = b->x + b->vx * dt;
    float y = b->y + b->vy * dt;
    if (life <= 0)
        return false;
    b->x = x;
    b->y = y;
    b->life = life;
    return true;
}

static inline uint64_t work_bits(float low, float high)
{
    uint32_t a, b;
    memcpy(&a, &low, sizeof a);
    memcpy(&b, &high, sizeof b);
    return (uint64_t)b << 32 | a;
}

/* Adds a live actor to the tally, in any order. */
static inline void tally_add(tally *t, const body *b)
{
    uint64_t h = work_mix(work_bits(b->x, b->y) + b->number);
    h = work_mix(h ^ work_bits(b->vx, b->vy));
    h = work_mix(h ^ work_bits(b->life, 0));
    t->checksum += h;
    t->live++;
}

#endif
