/* The calls, in the library: pools, layers, watchers. */
#include "../../../src/core/core.h" /* rules of shrinking */
#include "real.h"

#include <string.h>

/* The desc of a plan. */
static trp_pool_desc desc_of(real_world *w, const pool_plan *plan)
{
    trp_pool_desc desc = {0};
    const trp_type units = TRP_TYPE(unit, actor);
    const trp_type crates = TRP_TYPE(crate, node);
    const trp_type none = {0, 0, 0, NULL};

    desc.type = plan->is_typeless ? none : plan->is_crate ? crates : units;
    desc.name = plan->external ? "external" : plan->is_crate ? "crates" : NULL;
    desc.capacity = plan->capacity;
    desc.joined_capacity = w == the_worlds ? LISTED : 0; /* it is in a caller's block */
    desc.max_capacity = plan->max_capacity;
    desc.reserve = plan->reserve;
    desc.layer = plan->layer;
    desc.external = plan->external ? TRP_EXTERNAL : NULL;
    desc.order = plan_orders[plan->order];
    desc.newborns = (trp_newborns)plan->newborns;
    desc.when_full = plan_ways[plan->when_full];
    desc.user = w;
    desc.update = plan->updates ? real_update : NULL;
    desc.update_pool = plan->updates_pool ? real_update_pool : NULL;
    desc.draw = plan->draws ? real_draw : NULL;
    if (plan->asks)
        desc.is_expired = plan->is_crate ? real_is_expired_crate : real_is_expired_unit;
    desc.on_create = plan->on_create ? real_on_create : NULL;
    desc.on_end = plan->on_end ? real_on_end : NULL;
    if (plan->joins < POOLS)
        desc.joins = w->pools[plan->joins].pool;
    else if (plan->joins > POOLS)
        desc.joins = the_worlds[w == the_worlds].pools[0].pool;
    return desc;
}

/* Data that the harness needs to find slots. */
static void note(real_world *w, const pool_plan *plan, trp_pool *made)
{
    real_pool *pool = &w->pools[w->pool_count++];
    uint32_t end = plan->capacity;

    pool->pool = made;
    pool->is_crate = plan->is_crate;
    pool->is_external = plan->external;
    pool->first_count = plan->capacity;
    pool->stride = plan->is_crate ? sizeof(crate) : sizeof(unit);
    pool->offset = plan->is_crate ? offsetof(crate, node) : offsetof(unit, actor);
    pool->chunk_end[0] = end;
    for (uint32_t i = 1; i <= CHUNKS; i++) {
        pool->chunk_first[i] = end;
        end = 2 * end < plan->max_capacity ? 2 * end : plan->max_capacity;
        pool->chunk_end[i] = end;
    }
}

void real_do_pool_create(real_world *w, const operation *op)
{
    const pool_plan plan = pool_plan_of(op->n);
    trp_pool_desc desc = desc_of(w, &plan);
    trp_pool *pool;
    unit a;
    crate b;

    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.tag = b.tag = PROTOTYPE_TAG;
    a.box = b.box = box_of(PROTOTYPE_BOX);
    if (plan.has_prototype)
        desc.prototype = plan.is_crate ? (const void *)&b : (const void *)&a;
    pool = trp_pool_create(w->world, &desc);
    expect_same("whether there is a pool", op->result == TRP_OK, pool != NULL);
    if (pool != NULL)
        note(w, &plan, pool);
}

void real_do_pool_scale(real_world *w, const operation *op)
{
    real_answer(op, trp_pool_set_time_scale(w->pools[op->pool].pool, time_of(op->n)));
}

void real_do_set_shrinking(real_world *w, const operation *op)
{
    const trp_shrinking rule = {op->n & 127, time_of(op->m), op->m >> 4 & 15};
    trp_pool *pool = w->pools[op->pool].pool;

    if (op->result != TRP_OK)
        return;
    pool->desc.shrink.rule = &rule;
    if (pool->shrinker.calls == NULL)
        trp__option_shrink.set_up(pool, NULL);
    pool->shrinking = rule;
    pool->state.low_for = 0;
    pool->desc.shrink.rule = NULL;
}

void real_do_trim(real_world *w, const operation *op)
{
    const trp_result result = trp_pool_trim(w->pools[op->pool].pool);

    real_answer(op, result);
    if (result == TRP_OK)
        real_forget_chunks(w);
}

void real_do_starve(real_world *w, const operation *op)
{
    w->starves = op->flag;
}

void real_do_world_scale(real_world *w, const operation *op)
{
    real_answer(op, trp_world_set_time_scale(w->world, time_of(op->n)));
}

/* Layers */

void real_do_layer_enabled(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_set_enabled(w->world, op->noun, op->flag));
}

void real_do_layer_visible(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_set_visible(w->world, op->noun, op->flag));
}

void real_do_layer_scale(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_set_time_scale(w->world, op->noun, time_of(op->n)));
}

void real_do_layer_place(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_set_place(w->world, op->noun, op->n & 3));
}

void real_do_pool_layer(real_world *w, const operation *op)
{
    real_answer(op, trp_pool_set_layer(w->pools[op->pool].pool, op->noun));
}

void real_do_layer_each(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_for_each(w->world, op->noun, op->flag ? NULL : real_visit, NULL));
}

void real_do_layer_clear(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_clear(w->world, op->noun, NULL));
}

void real_do_layer_expire(real_world *w, const operation *op)
{
    real_answer(op, trp_layer_clear(w->world, op->noun, &(trp_ending){.later = true}));
}

/* Watchers */

static trp_watcher *prepare(real_world *w, const operation *op)
{
    real_watcher *watcher;

    if (op->noun == WATCHERS)
        return NULL;
    watcher = &w->watchers[op->noun];
    if (op->result != TRP_ERR_LINKED)
        watcher->watcher.events = op->n;
    watcher->watcher.function = real_watch;
    watcher->watcher.user = watcher;
    watcher->world = w;
    watcher->number = op->noun;
    return &watcher->watcher;
}

static trp_watcher *watcher_of(real_world *w, const operation *op)
{
    return op->noun == WATCHERS ? NULL : &w->watchers[op->noun].watcher;
}

/* Calls for a pool, or for all; a watcher that is in another chain keeps its pool. */
static void call_watch(real_world *w, const operation *op, trp_pool *pool, bool adds)
{
    trp_watcher *watcher = adds ? prepare(w, op) : watcher_of(w, op);
    trp_pool *former = watcher != NULL ? watcher->pool : NULL;
    trp_result result;

    if (watcher != NULL)
        watcher->pool = pool;
    result = adds ? trp_watch(w->world, watcher) : trp_unwatch(w->world, watcher);
    if (watcher != NULL && result != TRP_OK)
        watcher->pool = former;
    real_answer(op, result);
}

void real_do_watch(real_world *w, const operation *op)
{
    call_watch(w, op, w->pools[op->pool].pool, true);
}

void real_do_watch_all(real_world *w, const operation *op)
{
    call_watch(w, op, NULL, true);
}

void real_do_unwatch(real_world *w, const operation *op)
{
    call_watch(w, op, w->pools[op->pool].pool, false);
}

void real_do_unwatch_all(real_world *w, const operation *op)
{
    call_watch(w, op, NULL, false);
}
