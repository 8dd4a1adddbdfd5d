/*
 * `layers`: the same actors in one pool, in 8 and 64 layers with a pool each, and in 64 pools of
 * different sizes in one layer. Each with a callback per actor, and with a trp_each() in an
 * update_pool (`_each`). The sizes are constant: each pool gets as many newborns as it lost. They
 * come in a fixed order that changes pools at each step, as in a game with many simultaneous
 * events.
 */
#include "subjects.h"

#define POOLS_MAX 64

typedef struct layers_state layers_state;

/* A pool and its number. */
typedef struct part {
    layers_state *state;
    trp_pool *pool;
    unsigned char number;
} part;

struct layers_state {
    work *w;
    trp_world *world;
    part parts[POOLS_MAX];
    uint32_t part_count;
    uint32_t destroyed;  /* in this frame */
    unsigned char *lost; /* the pool of each ended actor */
};

/* A variant of the workload. */
typedef struct layout {
    uint32_t layers, pools;
    bool differ;  /* sizes are as 8, 9, 10 and so on: the last of 64 is 9 times the first */
    bool by_each; /* update_pool */
} layout;

static void update_bullet(trp_actor *self, const trp_context *in)
{
    bullet *b = trp_as(bullet, self);
    if (body_step(&b->body, in->dt))
        return;
    part *p = in->user;
    p->state->lost[p->state->destroyed++] = p->number;
    trp_recycle(in->world, self);
}

static void update_bullets(trp_pool *pool, const trp_context *in)
{
    part *p = in->user;
    uint32_t count = bullets_step(in->world, pool, in->dt);
    memset(p->state->lost + p->state->destroyed, p->number, count);
    p->state->destroyed += count;
}

/* The slots of the first `pools` pools together. */
static uint32_t slots_of(const layout *l, uint32_t slots, uint32_t pools)
{
    uint64_t share = l->differ ? pools * (pools + 15) / 2 : pools;
    uint64_t whole = l->differ ? l->pools * (l->pools + 15) / 2 : l->pools;
    return (uint32_t)(slots * share / whole);
}

static bullet *layers_take(layers_state *s, uint32_t number)
{
    bullet *b = trp_as(bullet, trp_create(s->parts[number].pool, NULL));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static void fill_part(layers_state *s, const layout *l, uint32_t k)
{
    uint32_t capacity = slots_of(l, s->w->capacity, k + 1) - slots_of(l, s->w->capacity, k);
    trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor),
                          .capacity = capacity,
                          .layer = k % l->layers,
                          .user = &s->parts[k]};
    if (l->by_each)
        desc.update_pool = update_bullets;
    else
        desc.update = update_bullet;
    s->parts[k] = (part){s, trp_pool_create(s->world, &desc), (unsigned char)k};
    bench_check(s->parts[k].pool != NULL, "trp_pool_create gave nothing");
    for (; capacity > 0; capacity--)
        work_first_birth(s->w, &layers_take(s, k)->body);
}

static void *layers_open(work *w, const layout *l)
{
    layers_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->lost = bench_room(w->capacity, 1);
    s->part_count = l->pools;
    s->world = trp_world_create(&(trp_world_desc){.layers = l->layers, .max_pools = POOLS_MAX});
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    for (uint32_t k = 0; k < l->pools; k++)
        fill_part(s, l, k);
    return s;
}

static void layers_frame(void *state)
{
    enum {
        STEP = 37 /* no pool of 64 loses so many at 1%: following newborns go elsewhere */
    };
    layers_state *s = state;
    trp_update_all(s->world, BENCH_DT);
    uint32_t births = work_births(s->w, s->destroyed);
    for (uint32_t first = 0; first < STEP; first++)
        for (uint32_t i = first; i < births; i += STEP)
            work_birth(s->w, &layers_take(s, s->lost[i])->body);
    s->destroyed = 0;
}

static tally layers_count(void *state)
{
    layers_state *s = state;
    tally t = {0, 0};
    for (uint32_t k = 0; k < s->part_count; k++)
        trp_each (bullet, it, s->parts[k].pool)
            tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

/* X(name, layers, pools, differ, by each) */
#define VARIANTS(X)                                                                                \
    X(layers1, 1, 1, false, false)                                                                 \
    X(layers8, 8, 8, false, false)                                                                 \
    X(layers64, 64, 64, false, false)                                                              \
    X(pools64, 1, 64, true, false)                                                                 \
    X(layers1_each, 1, 1, false, true)                                                             \
    X(layers8_each, 8, 8, false, true)                                                             \
    X(layers64_each, 64, 64, false, true)                                                          \
    X(pools64_each, 1, 64, true, true)

#define VARIANT(name, layers, pools, differ, by_each)                                              \
    static void *name##_open(work *w)                                                              \
    {                                                                                              \
        return layers_open(w, &(layout){layers, pools, differ, by_each});                          \
    }                                                                                              \
    const subject name = {#name, name##_open, layers_frame, NULL, layers_count};
VARIANTS(VARIANT)
