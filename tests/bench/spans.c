/*
 * `spans`: two ways to start the next lives after some have ended in a walk: one by one, or all by one
 * call. The same lives begin each time; the checksum does not depend on their slots.
 */
#include "subjects.h"

typedef struct spans_state {
    work *w;
    trp_world *world;
    trp_pool *pool;
} spans_state;

static void give_birth(trp_actor *actor, const trp_context *in)
{
    work_birth(in->arg, &trp_as(bullet, actor)->body);
}

static void give_first_birth(trp_actor *actor, const trp_context *in)
{
    work_first_birth(in->arg, &trp_as(bullet, actor)->body);
}

static void *spans_open(work *w)
{
    spans_state *s = bench_room(1, sizeof *s);
    s->w = w;
    s->world = trp_world_create(NULL);
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    s->pool = trp_pool_create(
        s->world, &(trp_pool_desc){.type = TRP_TYPE(bullet, actor), .capacity = w->capacity});
    bench_check(s->pool != NULL, "trp_pool_create gave nothing");
    bench_check(trp_create_many(s->pool, w->capacity, give_first_birth, w) == w->capacity,
                "trp_create_many gave too few");
    return s;
}

static bullet *spans_take(spans_state *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pool, NULL));
    if (b == NULL)
        bench_check(false, "trp_create gave nothing");
    return b;
}

static void single_frame(void *state)
{
    spans_state *s = state;
    uint32_t births = work_births(s->w, bullets_step(s->world, s->pool, BENCH_DT));
    for (; births > 0; births--)
        work_birth(s->w, &spans_take(s)->body);
}

static void many_frame(void *state)
{
    spans_state *s = state;
    uint32_t births = work_births(s->w, bullets_step(s->world, s->pool, BENCH_DT));
    if (trp_create_many(s->pool, births, give_birth, s->w) != births)
        bench_check(false, "trp_create_many gave too few");
}

static tally spans_count(void *state)
{
    spans_state *s = state;
    tally t = {0, 0};
    trp_each (bullet, it, s->pool)
        tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

const subject spans_single = {"single", spans_open, single_frame, NULL, spans_count};
const subject spans_many = {"many", spans_open, many_frame, NULL, spans_count};
