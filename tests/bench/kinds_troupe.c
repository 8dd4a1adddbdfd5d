/* `kinds` for the library: a pool per kind. `update` has a callback per actor, `each` walks one
 * pool after the other. */
#include "motions.h"
#include "subjects.h"

typedef struct troupe_kinds {
    work *w;
    trp_world *world;
    trp_pool *pools[MOTION_COUNT];
    uint32_t destroyed; /* in this frame */
} troupe_kinds;

#define UPDATE(k, vx_after, vy_after)                                                              \
    static void update_##k(trp_actor *self, const trp_context *in)                                 \
    {                                                                                              \
        bullet *b = trp_as(bullet, self);                                                          \
        if (motion_##k(&b->body, in->dt))                                                          \
            return;                                                                                \
        troupe_kinds *s = in->user;                                                                \
        s->destroyed++;                                                                            \
        trp_recycle(in->world, self);                                                              \
    }
MOTIONS(UPDATE)
#undef UPDATE

#define UPDATE_NAME(k, vx_after, vy_after) update_##k,
static trp_actor_fn *const updates[MOTION_COUNT] = {MOTIONS(UPDATE_NAME)};
#undef UPDATE_NAME

#define WALK(k, vx_after, vy_after)                                                                \
    static void walk_##k(troupe_kinds *s)                                                          \
    {                                                                                              \
        trp_each (bullet, it, s->pools[k]) {                                                       \
            if (motion_##k(&it->body, BENCH_DT))                                                   \
                continue;                                                                          \
            trp_recycle(s->world, &it->actor);                                                     \
            s->destroyed++;                                                                        \
        }                                                                                          \
    }
MOTIONS(WALK)
#undef WALK

static bullet *kinds_take(troupe_kinds *s)
{
    bullet *b = trp_as(bullet, trp_create(s->pools[work_kind(s->w->born)], NULL));
    bench_check(b != NULL, "trp_create gave nothing");
    return b;
}

static troupe_kinds *kinds_open(work *w, bool with_update)
{
    troupe_kinds *s = bench_room(1, sizeof *s);
    s->w = w;
    s->world = trp_world_create(NULL);
    bench_check(s->world != NULL, "trp_world_create gave nothing");
    for (int k = 0; k < MOTION_COUNT; k++) {
        /* the number per kind drifts: more than an eighth */
        trp_pool_desc desc = {.type = TRP_TYPE(bullet, actor),
                              .capacity = w->capacity / 8 + w->capacity / 32 + 128,
                              .user = s,
                              .update = with_update ? updates[k] : NULL};
        s->pools[k] = trp_pool_create(s->world, &desc);
        bench_check(s->pools[k] != NULL, "trp_pool_create gave nothing");
    }
    for (uint32_t i = 0; i < w->capacity; i++)
        work_first_birth(w, &kinds_take(s)->body);
    return s;
}

static void kinds_births(troupe_kinds *s)
{
    for (uint32_t births = work_births(s->w, s->destroyed); births > 0; births--)
        work_birth(s->w, &kinds_take(s)->body);
    s->destroyed = 0;
}

static void *kinds_open_each(work *w)
{
    return kinds_open(w, false);
}

static void *kinds_open_update(work *w)
{
    return kinds_open(w, true);
}

static void kinds_frame_each(void *state)
{
#define WALK_CALL(k, vx_after, vy_after) walk_##k(state);
    MOTIONS(WALK_CALL)
#undef WALK_CALL
    kinds_births(state);
}

static void kinds_frame_update(void *state)
{
    troupe_kinds *s = state;
    trp_update_all(s->world, BENCH_DT);
    kinds_births(s);
}

static tally kinds_count(void *state)
{
    troupe_kinds *s = state;
    tally t = {0, 0};
    for (int k = 0; k < MOTION_COUNT; k++)
        trp_each (bullet, it, s->pools[k])
            tally_add(&t, &it->body);
    bench_check(trp_world_info(s->world).misuse == 0, "the library was misused");
    return t;
}

const subject kinds_each = {"each", kinds_open_each, kinds_frame_each, NULL, kinds_count};
const subject kinds_update = {"update", kinds_open_update, kinds_frame_update, NULL, kinds_count};
