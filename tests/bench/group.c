/*
 * The storm in order of creation. `group`: actors of a pool in memory order, walked by a group,
 * which the walk prunes. `oldest`: a pool in an age order.
 */
#include "subjects.h"

#include "troupe/group.h"

typedef struct group_state {
    work *w;
    trp_world *world;
    trp_pool *pool;
    trp_group group;

} group_state;

static bullet *oldest_take(group_state *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pool, NULL));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static bullet *group_take(group_state *s)
{
    bullet *b = oldest_take(s);
    if (trp_group_add(&s->group, &b->actor) != TRP_OK)
        bench_check(false, "trp_group_add failed");
    return b;
}

static group_state *open_world(work *w, trp_order order)
{
    group_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->world = trp_world_create(NULL);
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    s->pool = trp_pool_create(
        s->world,
        &(trp_pool_desc){.type = TRP_TYPE(bullet, actor), .capacity = w->capacity, .order = order});
    bench_check(s->pool != NULL, "trp_pool_create gave nothing");
    return s;
}

static void *group_open(work *w)
{
    group_state *s = open_world(w, TRP_ORDER_MEMORY);
    /* actors that end in a frame stay in the group until the next frame */
    trp_group_desc desc = {.capacity = w->capacity + w->capacity / 4};
    bench_check(trp_group_init(&s->group, s->world, &desc) == TRP_OK, "trp_group_init failed");
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &group_take(s)->body);
    return s;
}

static void *oldest_open(work *w)
{
    group_state *s = open_world(w, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &oldest_take(s)->body);
    return s;
}

/* The same loop twice; written out as that of `each`, and for the same reason. */
#define STEP(it, world, dt, destroyed)                                                             \
    {                                                                                              \
        float life = it->body.life - dt;                                                           \
        if (life <= 0) {                                                                           \
            trp_recycle(world, &it->actor);                                                        \
            destroyed++;                                                                           \
            continue;                                                                              \
        }                                                                                          \
        it->body.life = life;                                                                      \
        it->body.x += it->body.vx * dt;                                                            \
        it->body.y += it->body.vy * dt;                                                            \
    }

static uint32_t group_step(trp_world *world, const trp_group *group, float dt)
{
    uint32_t destroyed = 0;
    trp_group_each(bullet, it, group) STEP(it, world, dt, destroyed) return destroyed;
}

static uint32_t oldest_step(trp_world *world, const trp_pool *pool, float dt)
{
    uint32_t destroyed = 0;
    trp_each (bullet, it, pool)
        STEP(it, world, dt, destroyed)
    return destroyed;
}

static void group_frame(void *state)
{
    group_state *s = state;
    uint32_t destroyed = group_step(s->world, &s->group, BENCH_DT);
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        work_birth(s->w, &group_take(s)->body);
}

static void oldest_frame(void *state)
{
    group_state *s = state;
    uint32_t destroyed = oldest_step(s->world, s->pool, BENCH_DT);
    for (uint32_t births = work_births(s->w, destroyed); births > 0; births--)
        work_birth(s->w, &oldest_take(s)->body);
}

static tally group_count(void *state)
{
    group_state *s = state;
    tally t = {0, 0};
    trp_group_each(bullet, it, &s->group) tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

static tally oldest_count(void *state)
{
    group_state *s = state;
    tally t = {0, 0};
    trp_each (bullet, it, s->pool)
        tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

const subject subject_group = {"group", group_open, group_frame, NULL, group_count};
const subject subject_oldest = {"oldest", oldest_open, oldest_frame, NULL, oldest_count};
