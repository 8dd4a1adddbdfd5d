/*
 * The library: `each` walks with trp_each(), `pool` does the same in an update_pool callback of a
 * tick, `update` has a callback an actor. The pool is in memory order, of exactly the capacity that
 * is needed.
 */
#include "subjects.h"

typedef struct troupe_state {
    work *w;
    trp_world *world;
    trp_pool *pool;
    uint32_t destroyed; /* in this frame */
    bullet **live;      /* pair and burst: for choosing at random */
    uint32_t count;
} troupe_state;

static bullet *troupe_take(troupe_state *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pool, NULL));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static troupe_state *troupe_open(work *w, trp_actor_fn *update, trp_update_pool_fn *update_pool)
{
    troupe_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->world = trp_world_create(NULL);
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    s->pool = trp_pool_create(s->world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor),
                                                         .capacity = w->capacity,
                                                         .user = s,
                                                         .update = update,
                                                         .update_pool = update_pool});
    bench_check(s->pool != NULL, "trp_pool_create gave nothing");
    if (w->kind == WORKLOAD_PAIR || w->kind == WORKLOAD_BURST)
        s->live = bench_room(w->capacity, sizeof *s->live);
    for (uint32_t i = 0; i < w->capacity; i++) {
        bullet *b = troupe_take(s);
        work_first_birth(w, &b->body);
        if (s->live)
            s->live[s->count++] = b;
    }
    return s;
}

static void troupe_births(troupe_state *s)
{
    for (uint32_t births = work_births(s->w, s->destroyed); births > 0; births--)
        work_birth(s->w, &troupe_take(s)->body);
    s->destroyed = 0;
}

static tally troupe_count(void *state)
{
    troupe_state *s = state;
    tally t = {0, 0};
    trp_each (bullet, it, s->pool)
        tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

static void *each_open(work *w)
{
    return troupe_open(w, NULL, NULL);
}

/*
 * The walk of `each` and `pool`, written out: body_step() with the removal directly after its test.
 * So the bodies of dead actors leave the loop by their own edge, and the compiler keeps dt in a
 * register for the others. A call of body_step() costs half as much again here, and makes no
 * difference to an array.
 */
uint32_t bullets_step(trp_world *world, const trp_pool *pool, float dt)
{
    uint32_t destroyed = 0;
    trp_each (bullet, it, pool) {
        float life = it->body.life - dt;
        if (life <= 0) {
            trp_recycle(world, &it->actor);
            destroyed++;
            continue;
        }
        it->body.life = life;
        it->body.x += it->body.vx * dt;
        it->body.y += it->body.vy * dt;
    }
    return destroyed;
}

static void each_frame(void *state)
{
    troupe_state *s = state;
    s->destroyed = bullets_step(s->world, s->pool, BENCH_DT);
    troupe_births(s);
}

static void each_exchange(void *state, uint32_t times, uint32_t batch)
{
    troupe_state *s = state;
    for (; times > 0; times--) {
        for (uint32_t i = 0; i < batch; i++) {
            uint32_t at = work_pick(s->w, s->count);
            bullet *victim = s->live[at];
            s->live[at] = s->live[--s->count];
            trp_recycle(s->world, &victim->actor);
        }
        for (uint32_t i = 0; i < batch; i++) {
            bullet *b = troupe_take(s);
            work_birth(s->w, &b->body);
            s->live[s->count++] = b;
        }
        s->w->destroyed += batch;
    }
}

static void update_whole_pool(trp_pool *pool, const trp_context *in)
{
    troupe_state *s = in->user;
    s->destroyed = bullets_step(in->world, pool, in->dt);
}

static void update_one(trp_actor *self, const trp_context *in)
{
    bullet *b = trp_as(bullet, self);
    if (body_step(&b->body, in->dt))
        return;
    troupe_state *s = in->user;
    s->destroyed++;
    trp_recycle(in->world, self);
}

static void *pool_open(work *w)
{
    return troupe_open(w, NULL, update_whole_pool);
}

static void *update_open(work *w)
{
    return troupe_open(w, update_one, NULL);
}

static void tick_frame(void *state)
{
    troupe_state *s = state;
    trp_update_all(s->world, BENCH_DT);
    troupe_births(s);
}

const subject subject_each = {"each", each_open, each_frame, each_exchange, troupe_count};
const subject subject_pool = {"pool", pool_open, tick_frame, NULL, troupe_count};
const subject subject_update = {"update", update_open, tick_frame, NULL, troupe_count};
