/* Spaces: queries, answered by examining every box. */
#include "model.h"

#include <math.h>

/* The answers to a query, in order. */
typedef struct answers {
    uint32_t numbers[MEMBERS];
    uint32_t count;
} answers;

/* False: a misuse. */
static bool ask(model_world *w, const model_space *space, trp_area area, uint32_t mask,
                answers *out)
{
    uint32_t numbers[MEMBERS];
    model_edges around;

    out->count = 0;
    if (!model_can_ask(area, &around)) {
        model_misuse(w, POOLS, TRP_ERR_VALUE);
        return false;
    }
    const uint32_t all = model_space_order(space, numbers);
    for (uint32_t i = 0; i < all; i++) {
        const model_member *member = &space->members[numbers[i]];
        if ((mask == 0 || (member->category & mask) != 0) &&
            model_answers(area, &around, member->box))
            out->numbers[out->count++] = numbers[i];
    }
    return true;
}

void model_do_space_query(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    answers found;
    model_pass now;

    op->result = 0;
    if (!space->is_made || !ask(w, space, area_of(op->n), op->m, &found))
        return;
    if (op->flag || found.count == 0) {
        op->result = found.count;
        return;
    }
    model_begin_pass(w, space, &now);
    for (uint32_t i = 0; i < found.count; i++)
        if (model_has_stayed(&now, found.numbers[i])) {
            op->result++;
            now.a.current = space->members[found.numbers[i]].actor;
            model_call(model_hook(w, HOOK_VISIT, now.a.current));
        }
    model_end_pass(w, &now);
}

/* mode: number of wanted answers; b: the answers, one record each */
void model_do_space_nearest(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    const trp_box at = box_of(op->n);
    const float radius = op->flag ? INFINITY : at.width * 4;
    answers found;

    op->result = 0;
    if (!space->is_made || !ask(w, space, trp_circle(at.x, at.y, radius), op->m, &found))
        return;
    while (op->result < op->mode) {
        uint32_t nearest = NO_INDEX;
        for (uint32_t i = 0; i < found.count; i++)
            if (found.numbers[i] != NO_INDEX &&
                (nearest == NO_INDEX ||
                 model_distance(at.x, at.y, space->members[found.numbers[i]].box) <
                     model_distance(at.x, at.y, space->members[found.numbers[nearest]].box)))
                nearest = i;
        if (nearest == NO_INDEX)
            return;
        record answer = model_hook(w, HOOK_VISIT, space->members[found.numbers[nearest]].actor);
        answer.kind = RECORD_MET;
        *driver_record(RECORD_MET) = answer;
        found.numbers[nearest] = NO_INDEX;
        op->result++;
    }
}

void model_do_space_first(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    const trp_area sweep = area_of(op->n);
    uint32_t first = NO_INDEX;
    answers found;

    op->is_actor = true;
    op->at = 1;
    op->actor = model_target(w, NO_INDEX);
    if (!space->is_made || sweep.shape != TRP_SHAPE_SWEEP || !ask(w, space, sweep, op->m, &found))
        return;
    for (uint32_t i = 0; i < found.count; i++) {
        const float at = model_sweep_at(sweep, space->members[found.numbers[i]].box);
        if (first == NO_INDEX || at < op->at) {
            op->at = at;
            first = space->members[found.numbers[i]].actor;
        }
    }
    op->actor = model_target(w, first);
}

/* In list order */

static bool has_number(const answers *found, uint32_t number)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (found->numbers[i] == number)
            return true;
    return false;
}

/* Puts the active answers in list order; of one pool, or of all: POOLS. */
static answers in_list_order(const model_world *w, uint32_t which, const answers *found,
                             uint32_t pool)
{
    answers out;

    out.count = 0;
    for (uint32_t place = 0; place < LAYERS; place++) {
        const model_layer *layer = &w->layers[w->places[place]];
        for (uint32_t i = 0; i < layer->count; i++)
            for (uint32_t k = 0; k < w->pools[layer->segments[i]].listed; k++) {
                const model_actor *actor = &w->actors[w->lists[layer->segments[i]][k]];
                if (actor->state == ACTIVE && (pool == POOLS || actor->pool == pool) &&
                    actor->numbers[which] != NO_INDEX && has_number(found, actor->numbers[which]))
                    out.numbers[out.count++] = actor->numbers[which];
            }
    }
    return out;
}

void model_do_space_draw(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    answers found;
    model_pass now;

    op->result = TRP_ERR_NULL;
    if (!space->is_made)
        return;
    if (w->ticking || w->drawing) {
        op->result = model_misuse(w, POOLS, TRP_BUSY);
        return;
    }
    op->result = TRP_ERR_VALUE;
    if (!ask(w, space, area_of(op->n), 0, &found))
        return;
    found = in_list_order(w, op->noun, &found, POOLS);
    w->drawing = true;
    model_begin_pass(w, space, &now);
    for (uint32_t i = 0; i < found.count; i++) {
        const uint32_t actor = space->members[found.numbers[i]].actor;
        const model_pool *pool = &w->pools[w->actors[actor].pool];
        record at = model_hook(w, HOOK_DRAW, actor);
        at.more = pool->layer;
        if (pool->plan.draws && w->layers[pool->layer].visible)
            model_call(at);
    }
    w->drawing = false;
    model_end_pass(w, &now);
    op->result = TRP_OK;
}

/* Called in an update, for the tick's pool: op->pool. */
void model_do_space_update(model_world *w, operation *op)
{
    model_space *space = &w->spaces[op->noun];
    answers found;
    model_pass now;

    op->result = 0;
    if (!space->is_made)
        return;
    if (op->flag)
        model_misuse(w, POOLS, TRP_ERR_NULL);
    else if (w->drawing)
        model_misuse(w, POOLS, TRP_BUSY);
    else if (!space->has[op->pool])
        model_misuse(w, POOLS, TRP_ERR_UNLINKED);
    else if (ask(w, space, area_of(op->n), 0, &found)) {
        found = in_list_order(w, op->noun, &found, op->pool);
        model_begin_pass(w, space, &now);
        for (uint32_t i = 0; i < found.count; i++) {
            if (!model_has_stayed(&now, found.numbers[i]) ||
                w->actors[space->members[found.numbers[i]].actor].state != ACTIVE)
                continue;
            op->result++;
            now.a.current = space->members[found.numbers[i]].actor;
            model_call(model_hook(w, HOOK_VISIT, now.a.current));
        }
        model_end_pass(w, &now);
    }
}
