/*
 * The storm in order of creation. `roster`: actors of a pool in memory order, walked by a roster,
 * which the walk prunes. `oldest`: a pool in an age order.
 */
#include "subjects.h"

typedef struct roster_state
{
    work *w;
    trp_world *world;
    trp_pool *pool;
    trp_roster roster;

} roster_state;

static bullet *oldest_take(roster_state *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pool, NULL));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static bullet *roster_take(roster_state *s)
{
    bullet *b = oldest_take(s);
    if (trp_roster_add(&s->roster, &b->actor) != TRP_OK)
        bench_check(false, "trp_roster_add failed");
    return b;
}

static roster_state *open_world(work *w, trp_order order)
{
    roster_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->world = trp_world_create(NULL);
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    s->pool = trp_pool_create(
        s->world,
        &(trp_pool_desc){.type = TRP_TYPE(bullet, actor), .capacity = w->capacity, .order = order});
    bench_check(s->pool != NULL, "trp_pool_create gave nothing");
    return s;
}

static void *roster_open(work *w)
{
    roster_state *s = open_world(w, TRP_ORDER_MEMORY);
    /* actors that end in a frame stay in the roster until the next frame */
    trp_roster_desc desc = {.capacity = w->capacity + w->capacity / 4};
    bench_check(trp_roster_init(&s->roster, s->world, &desc) == TRP_OK, "trp_roster_init failed");
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &roster_take(s)->body);
    return s;
}

static void *oldest_open(work *w)
{
    roster_state *s = open_world(w, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &oldest_take(s)->body);
    return s;
}

/* The same loop twice; written out as that of `each`, and for the same reason. */
#define STEP(it, world, dt, destroyed)                                                             \
    {                                                                                              \
        float life = it->body.life - dt;                                                           \
        if (life <= 0)                                                                             \
        {                                                                                          \
            trp_recycle(world, &it->actor);                                                        \
            destroyed++;                                                                           \
            continue;                                                                              \
        }                                                                                          \
        it->body.life = life;                                                                      \
        it->body.x += it->body.vx * dt;                                                            \
        it->body.y += it->body.vy * dt;                                                            \
    }

static uint32_t roster_step(trp_world *world, const trp_roster *roster, float dt)
{
    uint32_t destroyed = 0;
    trp_roster_each(bullet, it, roster) STEP(it, world, dt, destroyed) return destroyed;
}

static uint32_t oldest_step(trp_world *world, const trp_pool *pool, float dt)
{
    uint32_t destroyed = 0;
    trp_each (bullet, it, pool)
        STEP(it, world, dt, destroyed)
    return destroyed;
}

static void roster_frame(void *state)
{
    roster_state *s = state;
    uint32_t destroyed = roster_step(s->world, &s->roster, BENCH_DT);
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        work_birth(s->w, &roster_take(s)->body);
}

static void oldest_frame(void *state)
{
    roster_state *s = state;
    uint32_t destroyed = oldest_step(s->world, s->pool, BENCH_DT);
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        work_birth(s->w, &oldest_take(s)->body);
}

static tally roster_count(void *state)
{
    roster_state *s = state;
    tally t = {0, 0};
    trp_roster_each(bullet, it, &s->roster) tally_add(&t, &it->body);
    bench_check(trp_world_misuse_count(s->world) == 0, "the library was misused");
    return t;
}

static tally oldest_count(void *state)
{
    roster_state *s = state;
    tally t = {0, 0};
    trp_each (bullet, it, s->pool)
        tally_add(&t, &it->body);
    bench_check(trp_world_misuse_count(s->world) == 0, "the library was misused");
    return t;
}

const subject subject_roster = {"roster", roster_open, roster_frame, NULL, roster_count};
const subject subject_oldest = {"oldest", oldest_open, oldest_frame, NULL, oldest_count};
