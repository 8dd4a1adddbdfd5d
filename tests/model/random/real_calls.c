/* The calls, in the library: actors and walks. */
#include "real.h"

#include <setjmp.h>

#include "../../../src/core/part.h" /* generations, serials and used slots */

/* The user's values in its struct. */
typedef struct values {
    uint32_t *tag;
    uint32_t *doomed;
    trp_box *box;
} values;

static values values_of(const real_pool *pool, trp_actor *actor)
{
    values out;

    if (pool->is_crate) {
        crate *it = trp_as_in(crate, node, actor);
        out.tag = &it->tag;
        out.doomed = &it->doomed;
        out.box = &it->box;
    } else {
        unit *it = trp_as(unit, actor);
        out.tag = &it->tag;
        out.doomed = &it->doomed;
        out.box = &it->box;
    }
    return out;
}

void real_do_create(real_world *w, const operation *op)
{
    real_answer_actor(op, w, trp_create(w->pools[op->pool].pool, NULL));
}

void real_do_create_optional(real_world *w, const operation *op)
{
    real_answer_actor(op, w,
                      trp_create_with(w->pools[op->pool].pool, &(trp_birth){.optional = true}));
}

/* A struct of the harness, whose node is not read, or another actor's. */
void real_do_create_from(real_world *w, const operation *op)
{
    const real_pool *pool = &w->pools[op->pool];
    unit a;
    crate b;
    trp_actor *node = pool->is_crate ? &b.node : &a.actor;

    memset(&a, 0xEE, sizeof a);
    memset(&b, 0xEE, sizeof b);
    *values_of(pool, node).tag = op->n;
    *values_of(pool, node).box = box_of(op->n * 37);
    *values_of(pool, node).doomed = 0;
    if (op->a.kind != TO_NULL)
        node = real_actor(op->a);
    real_answer_actor(op, w, trp_create(pool->pool, (const unsigned char *)node - pool->offset));
}

void real_do_create_many(real_world *w, const operation *op)
{
    trp_pool *pool = w->pools[op->pool].pool;

    real_answer(op, trp_create_many(pool, op->n, op->flag ? real_visit : NULL, NULL));
    real_learn(w, op->pool);
}

void real_do_adopt(real_world *w, const operation *op)
{
    trp_actor *actor = real_actor(op->a);

    real_repair(w); /* release builds trust the node */
    if (op->m != 0) /* it is in no pool */
    {
        w->guests[op->a.slot].tag = 0;
        w->guests[op->a.slot].doomed = 0;
        w->guests[op->a.slot].box = box_of(0);
    }
    real_answer_actor(op, w, trp_adopt(w->pools[op->pool].pool, actor));
}

void real_do_recycle(real_world *w, const operation *op)
{
    real_answer(op, trp_recycle(w->world, real_actor(op->a)));
}

void real_do_expire(real_world *w, const operation *op)
{
    real_answer(op, trp_expire(w->world, real_actor(op->a)));
}

void real_do_activate(real_world *w, const operation *op)
{
    real_answer(op, trp_activate(w->world, real_actor(op->a)));
}

void real_do_deactivate(real_world *w, const operation *op)
{
    real_answer(op, trp_deactivate(w->world, real_actor(op->a)));
}

void real_do_mark_changed(real_world *w, const operation *op)
{
    real_answer(op, trp_mark_changed(w->world, real_actor(op->a)));
}

void real_do_get(real_world *w, const operation *op)
{
    trp_actor *actor = trp_get(w->world, op->handle);
    const trp_pool *pool = w->pools[op->pool].pool;

    real_answer_actor(op, w, actor);
    expect(trp_get_in(pool, op->handle) == (op->result != 0 ? actor : NULL), "trp_get_in",
           op->result, 0);
    if (actor != NULL)
        expect(trp_handle_equal(trp_handle_of(w->world, actor), op->handle), "a handle",
               op->handle.index, trp_handle_of(w->world, actor).index);
}

void real_do_recycle_handle(real_world *w, const operation *op)
{
    real_answer(op, trp_recycle(w->world, trp_get(w->world, op->handle)));
}

/* Writing */

/* The node of an actor after an assignment of the whole struct: zeros, another actor's,
 * anything. */
static void overwrite(real_world *w, const operation *op)
{
    trp_actor *actor = real_actor(op->a);
    const trp_actor *other = trp_first(w->world);

    w->is_overwritten = true;
    if ((op->n & 12) == 0)
        memset(actor, 0, sizeof *actor);
    else if ((op->n & 12) == 4 && other != NULL)
        *actor = *other;
    else if ((op->n & 12) == 8)
        actor->next = op->n;
    else
        memset(actor, (int)op->n, sizeof *actor);
}

void real_repair(real_world *w)
{
    for (uint32_t i = 0; i < w->pool_count && w->is_overwritten; i++) {
        trp_pool *pool = w->pools[i].pool;
        for (uint32_t slot = 0; slot < trp_pool_info(pool).slots; slot++)
            if (trp_pool_at(pool, slot) != NULL &&
                trp__cell_of(pool, slot)->stamp != TRP__STAMP_LEAVING)
                trp__repair(pool, slot, "real_repair");
    }
    w->is_overwritten = false;
}

void real_do_set(real_world *w, const operation *op)
{
    const values it = values_of(&w->pools[op->a.pool], real_actor(op->a));

    *it.tag = op->n & 7;
    *it.doomed = (op->n >> 3 & 7) == 0;
    if ((op->n & 64) != 0)
        *it.box = box_of(op->m);
    if (op->flag)
        overwrite(w, op);
}

void real_do_age(real_world *w, const operation *op)
{
    trp__place place;

    trp__locate(w->world, real_actor(op->a), &place);
    w->is_impossible |= place.slot >= place.pool->state.used;
    trp__cell_of(place.pool, place.slot)->generation = UINT32_MAX - (op->n & 1);
}

void real_do_age_world(real_world *w, const operation *op)
{
    /* if stamps are renumbered at the start of a walk; not if a tick does so around a trp_each that
     * seems lost */
    const uint32_t stamp =
        TRP__STAMP_FLOOR + ((op->n & 1) != 0 ? 1u << 29 : (1u << 28) + (1u << 20)) + (op->n >> 2);

    if (stamp < w->world->state.newest)
        trp__set_newest(w->world, stamp);
}

/* Walks */

void real_do_update_all(real_world *w, const operation *op)
{
    const trp_result result = trp_update_all(w->world, time_of(op->n));

    real_answer(op, result);
    if (result == TRP_OK)
        real_forget_chunks(w);
}

void real_do_draw_all(real_world *w, const operation *op)
{
    real_answer(op, trp_draw_all(w->world, &the_worlds, 0.25f));
}

void real_do_for_each(real_world *w, const operation *op)
{
    real_answer(op, trp_for_each(w->pools[op->pool].pool, op->flag ? NULL : real_visit, NULL));
}

/* mode 2 leaves a walk so that it stays open */
static uint32_t each_unit(const trp_pool *pool, const operation *op)
{
    volatile uint32_t visits = 0;
    jmp_buf left;

    if (setjmp(left) != 0)
        return visits;
    trp_each (unit, it, pool) {
        real_visit(&it->actor, NULL);
        if (op->mode == 0)
            continue;
        if (++visits >= op->n && op->mode == 2)
            longjmp(left, 1);
        if (visits >= op->n)
            break;
    }
    return visits;
}

static uint32_t each_crate(const trp_pool *pool, const operation *op)
{
    volatile uint32_t visits = 0;
    jmp_buf left;

    if (setjmp(left) != 0)
        return visits;
    trp_each_of (crate, node, it, pool) {
        real_visit(&it->node, NULL);
        if (op->mode == 0)
            continue;
        if (++visits >= op->n && op->mode == 2)
            longjmp(left, 1);
        if (visits >= op->n)
            break;
    }
    return visits;
}

void real_do_each(real_world *w, const operation *op)
{
    const real_pool *pool = &w->pools[op->pool];

    real_repair(w);
    if (pool->is_crate == op->flag) /* the flag: as the wrong type */
        real_answer(op, each_unit(pool->pool, op));
    else
        real_answer(op, each_crate(pool->pool, op));
}

static bool matches_unit(const trp_actor *actor, const trp_context *in)
{
    const operation *op = in->arg;

    return (trp_as(unit, actor)->tag & op->n) == op->m;
}

static bool matches_crate(const trp_actor *actor, const trp_context *in)
{
    const operation *op = in->arg;
    const crate *it = trp__around(actor, offsetof(crate, node));

    return (it->tag & op->n) == op->m;
}

static trp_test_fn *match_of(const real_pool *pool, const operation *op)
{
    if (op->flag)
        return NULL;
    return pool->is_crate ? matches_crate : matches_unit;
}

void real_do_recycle_if(real_world *w, const operation *op)
{
    const real_pool *pool = &w->pools[op->pool];
    operation user = *op;

    real_answer(op, trp_pool_recycle_if(pool->pool, NULL, match_of(pool, op), &user));
}

void real_do_expire_if(real_world *w, const operation *op)
{
    const real_pool *pool = &w->pools[op->pool];
    operation user = *op;

    real_answer(op, trp_pool_recycle_if(pool->pool, &(trp_ending){.later = true},
                                        match_of(pool, op), &user));
}

void real_do_pool_clear(real_world *w, const operation *op)
{
    real_answer(op, trp_pool_clear(w->pools[op->pool].pool, NULL));
}

/* Calls without what they need, in the order of the model's answers. */
static trp_result null_for_a_module(uint32_t number)
{
    trp_actor *none = NULL;

    switch (number) {
    case 8:
        return trp_group_add(NULL, none);
    case 9:
        return trp_family_attach(NULL, none, none);
    case 10:
        return trp_space_destroy(NULL);
    case 11:
        return trp_space_add(NULL, none);
    case 12:
        return trp_pool_trim(NULL);
    case 13:
        return trp_family_free(NULL);
    case 14:
        return trp_group_free(NULL);
    default:
        return trp_world_validate(NULL);
    }
}

void real_do_nulls(real_world *w, const operation *op)
{
    trp_actor *none = NULL;
    trp_result result = TRP_OK;

    switch (op->n) {
    case 0:
        result = trp_world_destroy(NULL);
        break;
    case 1:
        result = trp_update_all(NULL, 1);
        break;
    case 2:
        result = trp_draw_all(NULL, NULL, 0);
        break;
    case 3:
        result = trp_for_each(NULL, real_visit, NULL);
        break;
    case 4:
        result = trp_pool_clear(NULL, NULL);
        break;
    case 5:
        result = trp_recycle(NULL, none);
        break;
    case 6:
        result = trp_watch(NULL, &w->watchers[0].watcher);
        break;
    case 7:
        result = trp_layer_set_place(NULL, 0, 0);
        break;
    default:
        result = null_for_a_module(op->n);
        break;
    }
    real_answer(op, result);
    expect(trp_create(NULL, NULL) == NULL && trp_adopt(NULL, none) == NULL &&
               trp_create_many(NULL, 3, NULL, NULL) == 0,
           "creating in nothing", 0, 1);
}

void real_do_destroy(real_world *w, const operation *op)
{
    real_answer(op, trp_world_destroy(w->world));
}
