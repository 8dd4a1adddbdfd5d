/* Returning empty chunks. */
#include "model.h"

static bool is_empty(const model_world *w, const model_pool *pool, const model_chunk *chunk)
{
    for (uint32_t i = 0; i < chunk->count; i++)
        if (w->actors[pool->first + chunk->first + i].state != FREE)
            return false;
    return true;
}

static bool is_in(const model_pool *pool, const model_chunk *chunk, uint32_t actor)
{
    const uint32_t slot = actor - pool->first;

    return slot >= chunk->first && slot < chunk->first + chunk->count;
}

static void give_back(model_world *w, model_pool *pool, model_chunk *chunk)
{
    uint32_t *spares = &w->spares[pool->first];
    uint32_t kept = 0;

    for (uint32_t i = 0; i < pool->spare_count; i++)
        if (!is_in(pool, chunk, spares[i]))
            spares[kept++] = spares[i];
    pool->spare_count = kept;
    for (uint32_t slot = chunk->first; slot < chunk->first + chunk->count; slot++) {
        model_actor *actor = &w->actors[pool->first + slot];
        if (actor->generation > chunk->generation)
            chunk->generation = actor->generation;
        actor->state = MISSING;
    }
    chunk->is_there = false;
    chunk->is_known = false;
    pool->missing += chunk->count;
    while (pool->chunk_count > 0 && !pool->chunks[pool->chunk_count - 1].is_there) {
        pool->chunk_count--;
        pool->capacity -= pool->chunks[pool->chunk_count].count;
        pool->missing -= pool->chunks[pool->chunk_count].count;
    }
}

/* Whether the rule returns this many more slots. */
static bool lets_go(const model_pool *pool, uint32_t count)
{
    const uint32_t here = pool->capacity - pool->missing;
    const uint32_t most = pool->live > pool->first_count ? pool->live : pool->first_count;
    const trp_shrinking *rule = &pool->rule;

    if (rule->keep_free != 0 && here - most > rule->keep_free)
        return true;
    return pool->live * 100 < here * rule->shrink_below && pool->live * 4 <= (here - count) * 3;
}

static void shrink(model_world *w, uint32_t number, bool by_rule)
{
    model_pool *pool = &w->pools[number];
    bool told = false;

    for (uint32_t i = pool->chunk_count; i-- > 0;) {
        model_chunk *chunk = &pool->chunks[i];
        if (!chunk->is_there || (by_rule && !lets_go(pool, chunk->count)) ||
            !is_empty(w, pool, chunk))
            continue;
        if (!told)
            model_tell(w, number, NO_INDEX, TRP_EVENT_TRIMMED, TRP_REASON_NONE);
        told = true;
        give_back(w, pool, chunk);
    }
}

void model_after_tick(model_world *w, float dt)
{
    for (uint32_t i = 0; i < w->hook_count; i++) {
        model_pool *pool = &w->pools[w->hooks[i]];
        if (w->frames != NULL || w->calls != 0 || pool->chunk_count == 0 || !lets_go(pool, 0)) {
            pool->low_for = 0;
            continue;
        }
        pool->low_for += dt;
        if (pool->low_for < pool->rule.shrink_after)
            continue;
        pool->low_for = 0;
        shrink(w, w->hooks[i], true);
    }
}

static void hook_up(model_world *w, uint32_t pool)
{
    uint32_t at = 0;

    while (at < w->hook_count && w->hooks[at] != pool)
        at++;
    if (at == w->hook_count)
        w->hooks[w->hook_count++] = (uint8_t)pool;
}

/* A rule of the desc that a pool gets later: only a pool that grows, between drawings. */
void model_do_set_shrinking(model_world *w, operation *op)
{
    const trp_shrinking rule = {op->n & 127, time_of(op->m), op->m >> 4 & 15};
    model_pool *pool = &w->pools[op->pool];

    op->result = TRP_GONE;
    if (w->drawing || rule.shrink_below > 100 || !model_is_time(rule.shrink_after) ||
        pool->plan.when_full != PLAN_FULL_GROW)
        return;
    op->result = TRP_OK;
    pool->rule = rule;
    pool->low_for = 0;
    hook_up(w, op->pool);
}

void model_do_trim(model_world *w, operation *op)
{
    if (w->ticking || w->drawing || w->ending || w->frames != NULL || w->calls != 0 ||
        w->open_walks > w->lost_walks)
        op->result = model_misuse(w, op->pool, TRP_BUSY);
    else {
        shrink(w, op->pool, false);
        model_forget_chunks(w);
        op->result = TRP_OK;
    }
}
