/* The calls, in the library: timers and a queue. */
#include "real.h"

static void on_due(trp_actor *actor, const trp_context *in)
{
    const real_world *w = real_of(in->world);
    const record *now = real_hook(w, HOOK_DUE, actor);

    expect(in->timers == w->tables[now->more & 255], "which timers they are", now->more, 0);
    expect_same("dt of what is due", now->extra, float_bits(in->dt));
    expect_same("layer of what is due", now->more >> 8, in->layer);
    expect(in->pool == trp_pool_of(in->world, actor), "pool of what is due", 1, 0);
    real_hook_end();
}

void real_do_timers_create(real_world *w, const operation *op)
{
    trp_timers_desc desc = {0};

    desc.name = op->noun == 0 ? "reload" : NULL;
    desc.clock = (trp_clock)(op->n & 3);
    desc.due = (trp_due)(op->n >> 2 & 3);
    desc.on_due = (op->n >> 4 & 3) != 0 ? on_due : NULL;
    w->tables[op->noun] = trp_timers_create(w->pools[op->pool].pool, &desc);
    expect_same("whether there are timers", op->result == TRP_OK, w->tables[op->noun] != NULL);
}

void real_do_timers_destroy(real_world *w, const operation *op)
{
    const trp_result result = trp_timers_destroy(w->tables[op->noun]);

    real_answer(op, result);
    if (result == TRP_OK)
        w->tables[op->noun] = NULL;
}

void real_do_timer_start(real_world *w, const operation *op)
{
    trp_timers *timers = w->tables[op->noun];
    trp_actor *actor = real_actor(op->a);
    const float seconds = time_of(op->n);

    if (op->mode == 1)
        real_answer(op, op->flag ? trp_timer_repeat(timers, actor, trp_seconds(seconds))
                                 : trp_timer_repeat(timers, actor, trp_ticks(op->n)));
    else if (op->mode == 2)
        real_answer(op, op->flag ? trp_timer_sleep(timers, actor, trp_seconds(seconds))
                                 : trp_timer_sleep(timers, actor, trp_ticks(op->n)));
    else
        real_answer(op, op->flag ? trp_timer_start(timers, actor, trp_seconds(seconds))
                                 : trp_timer_start(timers, actor, trp_ticks(op->n)));
}

void real_do_timer_stop(real_world *w, const operation *op)
{
    real_answer(op, trp_timer_stop(w->tables[op->noun], real_actor(op->a)));
}

/* The queue exists from the beginning. */

static void play(const void *event, const trp_context *in)
{
    const real_world *w = real_of(in->world);
    const record *now = real_hook(w, HOOK_PLAY, NULL);

    expect_same("the event that is played", now->extra, *(const uint32_t *)event);
    real_hook_end();
}

void real_make_queue(real_world *w)
{
    trp_queue_desc desc = {0};

    desc.size = sizeof(uint32_t);
    desc.capacity = EVENTS;
    desc.play = play;
    desc.user = w;
    w->queue = trp_queue_create(w->world, &desc);
    expect(w->queue != NULL, "a queue", 1, 0);
}

void real_do_post(real_world *w, const operation *op)
{
    real_answer(op, trp_queue_post(w->queue, &op->n));
}

static void compare_timer(const model_world *w, const trp_timers *timers, uint32_t table,
                          uint32_t actor)
{
    const model_timers *of = &w->tables[table];
    const model_timer *timer = model_timer_of(w, table, actor);
    const trp_actor *at = real_actor(model_target(w, actor));
    const uint64_t left = timer != NULL && timer->due > of->now ? timer->due - of->now : 0;

    expect_same("whether a timer runs", timer != NULL, trp_timer_is_running(timers, at));
    if (of->clock != TRP_CLOCK_SECONDS)
        expect_same("ticks that are left", left, trp_timer_left(timers, at).ticks);
    else
        expect_same("2^-20 seconds that are left", left >> 12,
                    (uint64_t)((double)trp_timer_left(timers, at).seconds * (1 << 20)));
}

void real_compare_time(const model_world *w)
{
    const real_world *real = &the_worlds[w->number];

    expect_same("events that wait", w->event_count, trp_queue_info(real->queue).count);
    for (uint32_t table = 0; table < TABLES; table++)
        for (uint32_t slot = 0;
             w->tables[table].is_made && slot < w->pools[w->tables[table].pool].capacity; slot++) {
            const uint32_t actor = w->pools[w->tables[table].pool].first + slot;
            if (model_is_alive(w, actor) && model_is_known(w, actor))
                compare_timer(w, real->tables[table], table, actor);
        }
}
