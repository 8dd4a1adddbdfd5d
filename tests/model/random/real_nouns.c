/* The calls, in the library: families and groups. */
#include "real.h"

#include "operations.h"

#include <string.h>

void real_do_family_init(real_world *w, const operation *op)
{
    trp_family_desc desc = {0};

    desc.orphans = op->flag;
    real_answer(op, trp_family_init(&w->families[op->noun], w->world, &desc));
}

void real_do_family_free(real_world *w, const operation *op)
{
    real_answer(op, trp_family_free(&w->families[op->noun]));
}

/* A pool, NULL, or one of the other world. */
static trp_pool *pool_of(real_world *w, const operation *op, bool is_foreign)
{
    const real_world *other = &the_worlds[w == the_worlds];

    if (op->pool == POOLS)
        return NULL;
    return is_foreign ? other->pools[op->pool % other->pool_count].pool : w->pools[op->pool].pool;
}

void real_do_family_add(real_world *w, const operation *op)
{
    trp_pool *pool = pool_of(w, op, op->mode == 3);

    real_answer(op, trp_family_add(&w->families[op->noun], pool));
}

void real_do_family_remove(real_world *w, const operation *op)
{
    real_answer(op, trp_family_remove(&w->families[op->noun], pool_of(w, op, false)));
}

void real_do_attach(real_world *w, const operation *op)
{
    real_answer(op,
                trp_family_attach(&w->families[op->noun], real_actor(op->a), real_actor(op->b)));
}

void real_do_detach(real_world *w, const operation *op)
{
    real_answer(op, trp_family_detach(&w->families[op->noun], real_actor(op->a)));
}

/* All children are detached. */
void real_do_family_clear(real_world *w, const operation *op)
{
    trp_family *family = &w->families[op->noun];
    trp_actor *parent = real_actor(op->a);
    trp_actor *child;

    if (op->result != TRP_OK)
        real_answer(op, trp_family_detach(family, parent));
    else
        while ((child = trp_family_first(family, parent)) != NULL)
            real_answer(op, trp_family_detach(family, child));
}

void real_do_family_each(real_world *w, const operation *op)
{
    real_answer(op, trp_family_for_each(&w->families[op->noun], real_actor(op->a),
                                        op->flag ? NULL : real_visit, NULL));
}

/* Groups */

void real_do_group_init(real_world *w, const operation *op)
{
    const group_plan plan = group_plan_of(op->n);
    real_group *group = &w->groups[op->noun];
    trp_group_desc desc = {0};

    if (plan.is_typed)
        desc.type = (trp_type)TRP_TYPE(unit, actor);
    if (plan.is_array) {
        desc.array = group->array;
        desc.array_bytes = TRP_GROUP_BYTES(plan.capacity);
    } else
        desc.capacity = desc.max = plan.capacity;
    if (op->mode == 1) {
        desc.capacity = 5;
        desc.max = 4;
    }
    desc.unique = plan.unique;
    desc.user = group;
    desc.on_added = real_on_added;
    desc.on_pruned = real_on_pruned;
    real_answer(op, trp_group_init(&group->group, w->world, &desc));
    if (op->result != TRP_OK)
        return;
    group->tells = plan.tells;
    group->is_typed = plan.is_typed;
    group->count = 0;
}

void real_do_group_free(real_world *w, const operation *op)
{
    const trp_result result = trp_group_free(&w->groups[op->noun].group);

    real_answer(op, result);
    if (result == TRP_OK)
        w->groups[op->noun].count = 0;
}

void real_do_group_add(real_world *w, const operation *op)
{
    real_answer(op, trp_group_add(&w->groups[op->noun].group, real_actor(op->a)));
}

void real_do_group_add_many(real_world *w, const operation *op)
{
    trp_actor *const all[4] = {real_actor(op->a), NULL, real_actor(op->b), real_actor(op->a)};

    real_answer(op, trp_group_add_many(&w->groups[op->noun].group, all, 4));
}

void real_do_group_add_from(real_world *w, const operation *op)
{
    const uint32_t count = op->n >> 3 & 7;

    real_answer(op,
                trp_group_add_from(&w->groups[op->noun].group, &w->groups[op->mode].group,
                                   count != 0 ? op->n & 7 : 0, count != 0 ? count : UINT32_MAX));
}

void real_do_group_remove(real_world *w, const operation *op)
{
    real_group *group = &w->groups[op->noun];
    const trp_actor *actor = real_actor(op->a);
    const trp_handle handle = trp_handle_of(w->world, actor);
    const trp_result result = trp_group_remove(&group->group, actor);
    uint32_t kept = 0;

    real_answer(op, result);
    for (uint32_t i = 0; i < group->count; i++)
        if (result != TRP_OK || !trp_handle_equal(group->handles[i], handle))
            group->handles[kept++] = group->handles[i];
    group->count = kept;
}

void real_do_group_clear(real_world *w, const operation *op)
{
    const trp_result result = trp_group_clear(&w->groups[op->noun].group);

    real_answer(op, result);
    if (result == TRP_OK)
        w->groups[op->noun].count = 0;
}

void real_do_group_prune(real_world *w, const operation *op)
{
    const trp_group *group = &w->groups[op->noun].group;

    real_answer(op, trp_group_prune(&w->groups[op->noun].group));
    if (op->result == TRP_OK)
        expect_same("entries after pruning", trp_group_measure(group), trp_group_size(group));
}

void real_do_group_resize(real_world *w, const operation *op)
{
    real_answer(op, trp_group_reserve(&w->groups[op->noun].group, op->flag ? 0 : op->n & 63));
}

/* Walks over groups */

static void each_typed(const trp_group *group, const operation *op, trp_actor_fn *visit)
{
    uint32_t visits = 0;

    trp_group_each(unit, it, group)
    {
        visit(&it->actor, NULL);
        if (op->mode == 0 || ++visits < op->m)
            continue;
        if (op->mode == 2)
            return;
        break;
    }
}

static void each_actor(const trp_group *group, const operation *op, trp_actor_fn *visit)
{
    uint32_t visits = 0;

    trp_group_each_actor(it, group)
    {
        visit(it, NULL);
        if (op->mode == 0 || ++visits < op->m)
            continue;
        if (op->mode == 2)
            return;
        break;
    }
}

static void walk(const real_group *group, const operation *op, trp_actor_fn *visit)
{
    if (op->mode == 3)
        real_answer(op, trp_group_for_each(&group->group, op->flag ? NULL : visit, NULL));
    else if (op->flag && group->is_typed) {
        trp_group_each_of(crate, node, it, &group->group) visit(&it->node, NULL);
    } else if (op->flag)
        return;
    else if (group->is_typed)
        each_typed(&group->group, op, visit);
    else
        each_actor(&group->group, op, visit);
}

void real_do_group_each(real_world *w, const operation *op)
{
    walk(&w->groups[op->noun], op, real_visit);
}
