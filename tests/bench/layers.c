/*
 * `layers`: the same actors in one pool, in 8 and 64 layers with a pool each, and in 64 pools of
 * different sizes in one layer. Which pool an actor is created in depends on its number alone, and
 * those of following numbers come into different pools, as in a game where much goes on at once.
 * Each by a callback an actor, and by a trp_each() in an update_pool (`_each`).
 */
#include "subjects.h"

#define POOLS_MAX 64
#define HOMES 4096u

typedef struct layers_state
{
    work *w;
    trp_world *world;
    trp_pool *pools[POOLS_MAX];
    uint32_t pool_count;
    uint32_t destroyed;        /* in this frame */
    unsigned char home[HOMES]; /* the pool of the number's lowest bits */
} layers_state;

/* What a variant is. */
typedef struct layout
{
    uint32_t layers, pools;
    bool differ;  /* pool k is k + 1 times as large as the first */
    bool by_each; /* update_pool */
} layout;

static void update_bullet(trp_actor *self, const trp_tick *tick)
{
    bullet *b = trp_as(bullet, self);
    if (body_step(&b->body, tick->dt))
        return;
    layers_state *s = tick->user;
    s->destroyed++;
    trp_recycle(tick->world, self);
}

static void update_bullets(trp_pool *pool, const trp_tick *tick)
{
    layers_state *s = tick->user;
    s->destroyed += bullets_step(tick->world, pool, tick->dt);
}

/* How many of the homes are in the first `pools` pools. */
static uint32_t homes_before(const layout *l, uint32_t pools)
{
    uint32_t share = l->differ ? pools * (pools + 1) / 2 : pools;
    uint32_t whole = l->differ ? l->pools * (l->pools + 1) / 2 : l->pools;
    return HOMES * share / whole;
}

static void make_pool(layers_state *s, const layout *l, uint32_t k)
{
    uint32_t first = homes_before(l, k), homes = homes_before(l, k + 1) - first;
    uint32_t share = (uint32_t)((uint64_t)s->w->capacity * homes / HOMES);
    /* how many there are in a pool drifts: more than its share */
    trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor),
                          .capacity = share + share / 4 + 128,
                          .layer = k % l->layers,
                          .user = s};
    if (l->by_each)
        desc.update_pool = update_bullets;
    else
        desc.update = update_bullet;
    s->pools[k] = trp_pool_create(s->world, &desc);
    bench_check(s->pools[k] != NULL, "trp_pool_create gave nothing");
    for (uint32_t i = first; i < first + homes; i++)
        s->home[i * 1597 % HOMES] = (unsigned char)k; /* an odd factor: every home once */
}

static bullet *layers_take(layers_state *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pools[s->home[s->w->born % HOMES]]));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static void *layers_open(work *w, const layout *l)
{
    layers_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->pool_count = l->pools;
    s->world = trp_world_create(&(trp_world_desc){.layers = l->layers, .max_pools = POOLS_MAX});
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    for (uint32_t k = 0; k < l->pools; k++)
        make_pool(s, l, k);
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &layers_take(s)->body);
    return s;
}

static void layers_frame(void *state)
{
    layers_state *s = state;
    trp_update_all(s->world, BENCH_DT);
    for (uint32_t births = work_births(s->w, s->destroyed); births > 0; births--)
        work_birth(s->w, &layers_take(s)->body);
    s->destroyed = 0;
}

static tally layers_count(void *state)
{
    layers_state *s = state;
    tally t = {0, 0};
    for (uint32_t k = 0; k < s->pool_count; k++)
        trp_each (bullet, it, s->pools[k])
            tally_add(&t, &it->body);
    bench_check(trp_world_misuse_count(s->world) == 0, "the library was misused");
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
