/*
 * Groups. The time at which dead entries are pruned is not specified; so the model has only the
 * living members, and those of an unordered group in no order.
 */
#include "model.h"

bool model_is_member(const model_world *w, const model_entry *entry)
{
    return model_is_alive(w, entry->actor) &&
           w->actors[entry->actor].generation == entry->generation;
}

static void drop_dead(const model_world *w, model_group *group)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < group->count; i++)
        if (model_is_member(w, &group->entries[i]))
            group->entries[kept++] = group->entries[i];
    group->count = kept;
}

uint32_t model_group_count(const model_world *w, const model_group *group)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < group->count; i++)
        count += model_is_member(w, &group->entries[i]);
    return count;
}

static bool has(const model_world *w, const model_group *group, uint32_t actor)
{
    for (uint32_t i = 0; i < group->count; i++)
        if (group->entries[i].actor == actor && model_is_member(w, &group->entries[i]))
            return true;
    return false;
}

/* Whether a group may be changed now. */
static trp_result enter(model_world *w, const model_group *group)
{
    if (!group->is_made)
        return TRP_ERR_NULL;
    return w->drawing ? model_misuse(w, POOLS, TRP_BUSY) : TRP_OK;
}

void model_do_group_init(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];
    const model_watcher watcher = {LISTENS_END, op->noun, 1, TRP_EVENT_TRIMMED | TRP_EVENT_SHUTDOWN,
                                   0};

    if (w->drawing || w->ending)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (group->is_made)
        op->result = model_misuse(w, POOLS, TRP_ERR_LINKED);
    else if (op->mode == 1) /* a capacity together with an array, or above the maximum */
        op->result = model_misuse(w, POOLS, TRP_ERR_DESC);
    else
    {
        group->plan = group_plan_of(op->n);
        if (w->starves && !group->plan.is_array && group->plan.capacity != 0)
        {
            op->result = model_misuse(w, POOLS, TRP_ERR_MEMORY);
            return;
        }
        group->is_made = true;
        group->count = 0;
        w->block_pieces++;
        model_listen(w, &w->chain, watcher);
        op->result = TRP_OK;
    }
}

void model_do_group_free(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];

    op->result = enter(w, group);
    if (op->result == TRP_ERR_NULL)
        op->result = TRP_GONE;
    if (op->result != TRP_OK)
        return;
    model_ignore(&w->chain, LISTENS_END, op->noun, 1);
    group->is_made = false;
    group->count = 0;
}

/* Adding */

static trp_result check_actor(model_world *w, const model_group *group, target to)
{
    const model_place_found place = model_locate(w, to);
    trp_result result = place.result;

    if (result == TRP_OK && !model_is_alive(w, place.actor))
    {
        const uint32_t state = w->actors[place.actor].state;
        result = state == EXPIRED || state == LEAVING ? TRP_ERR_EXPIRED : TRP_ERR_FREE;
    }
    else if (result == TRP_OK && group->plan.is_typed && w->pools[place.pool].plan.is_crate)
        result = TRP_ERR_TYPE;
    return result == TRP_OK ? TRP_OK : model_misuse(w, place.pool, result);
}

static void append(model_world *w, uint32_t number, uint32_t actor)
{
    model_group *group = &w->groups[number];
    const model_entry entry = {actor, w->actors[actor].generation, ++group->serial};
    record at = model_hook(w, HOOK_ADDED, actor);

    group->entries[group->count++] = entry;
    if (!group->plan.tells)
        return;
    at.extra = number;
    w->calls++;
    model_call(at);
    w->calls--;
}

static trp_result add(model_world *w, uint32_t number, target to, uint32_t *added)
{
    model_group *group = &w->groups[number];
    trp_result result = enter(w, group);
    uint32_t actor;

    if (result != TRP_OK)
        return result;
    if (to.kind == TO_NULL)
        return TRP_GONE;
    result = check_actor(w, group, to);
    if (result != TRP_OK)
        return result;
    actor = model_locate(w, to).actor;
    if (group->plan.unique && has(w, group, actor))
        return TRP_OK;
    drop_dead(w, group);
    if (group->count == ENTRIES ||
        (group->plan.capacity != 0 && group->count == group->plan.capacity))
        return TRP_ERR_FULL;
    append(w, number, actor);
    ++*added;
    return TRP_OK;
}

static bool is_final(trp_result result)
{
    return result == TRP_ERR_FULL || result == TRP_ERR_NULL || result == TRP_BUSY;
}

void model_do_group_add(model_world *w, operation *op)
{
    uint32_t added = 0;

    op->result = add(w, op->noun, op->a, &added);
}

void model_do_group_add_many(model_world *w, operation *op)
{
    const target null = {TO_NULL, 0, 0, 0};
    const target all[4] = {op->a, null, op->b, op->a};

    op->result = 0;
    for (uint32_t i = 0; i < 4; i++)
        if (is_final(add(w, op->noun, all[i], &op->result)))
            break;
}

/* The members of another group, or of the same, between two serials. */
static void add_between(model_world *w, operation *op, uint64_t after, uint64_t limit)
{
    const model_group *from = &w->groups[op->mode];

    op->result = 0;
    if (enter(w, &w->groups[op->noun]) != TRP_OK || !from->is_made)
        return;
    for (;;)
    {
        const model_entry *next = NULL;
        for (uint32_t i = 0; i < from->count && next == NULL; i++)
            if (from->entries[i].serial > after && from->entries[i].serial <= limit &&
                model_is_member(w, &from->entries[i]))
                next = &from->entries[i];
        if (next == NULL)
            return;
        after = next->serial;
        if (is_final(add(w, op->noun, model_target(w, next->actor), &op->result)))
            return;
    }
}

void model_do_group_add_group(model_world *w, operation *op)
{
    add_between(w, op, 0, w->groups[op->mode].serial);
}

/* Only for a group that was pruned just before, so that places are those of living members. */
void model_do_group_add_slice(model_world *w, operation *op)
{
    model_group *from = &w->groups[op->mode];
    const uint32_t first = op->n & 7;
    const uint32_t count = op->n >> 3 & 7;

    op->result = 0;
    if (!from->is_made)
        return;
    drop_dead(w, from);
    if (first >= from->count || count == 0)
        return;
    add_between(w, op, from->entries[first].serial - 1,
                count < from->count - first ? from->entries[first + count].serial - 1
                                            : from->serial);
}

/* Removing */

void model_do_group_remove(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];
    const model_place_found place = model_locate(w, op->a);
    uint32_t kept = 0;

    op->result = enter(w, group);
    if (op->result != TRP_OK)
        return;
    drop_dead(w, group);
    for (uint32_t i = 0; i < group->count; i++)
        if (place.result != TRP_OK || op->a.kind == TO_NULL ||
            group->entries[i].actor != place.actor)
            group->entries[kept++] = group->entries[i];
    op->result = kept < group->count ? TRP_OK : TRP_GONE;
    group->count = kept;
}

void model_do_group_clear(model_world *w, operation *op)
{
    op->result = enter(w, &w->groups[op->noun]);
    if (op->result == TRP_OK)
        w->groups[op->noun].count = 0;
}

void model_do_group_prune(model_world *w, operation *op)
{
    op->result = enter(w, &w->groups[op->noun]);
    if (op->result == TRP_OK)
        drop_dead(w, &w->groups[op->noun]);
}

/* Frees memory, or takes more: only the capacity is visible. */
void model_do_group_resize(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];

    op->result = enter(w, group);
    if (op->result != TRP_OK)
        return;
    if (op->flag)
        drop_dead(w, group);
    else if (group->plan.capacity != 0 && (op->n & 63) > group->plan.capacity)
        op->result = TRP_ERR_FULL;
}
