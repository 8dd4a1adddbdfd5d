/*
 * Groups. Entries are pruned by their number alone.
 */
#include "model.h"

bool model_is_member(const model_world *w, const model_entry *entry)
{
    return !entry->is_removed && model_is_alive(w, entry->actor) &&
           w->actors[entry->actor].generation == entry->generation;
}

static void end_walks(model_group *group)
{
    group->epoch++;
    group->walks = 0;
}

static void prune(const model_world *w, model_group *group)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < group->count; i++)
        if (model_is_member(w, &group->entries[i]))
            group->entries[kept++] = group->entries[i];
    group->count = kept;
    group->kept = kept;
    end_walks(group);
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
    const model_watcher watcher = {LISTENS_END, op->noun, 1, TRP_EVENT_SHUTDOWN, 0};

    if (w->drawing || w->ending)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (group->is_made)
        op->result = model_misuse(w, POOLS, TRP_ERR_LINKED);
    else if (op->mode == 1) /* a capacity together with an array, or above the maximum */
        op->result = model_misuse(w, POOLS, TRP_ERR_DESC);
    else {
        group->plan = group_plan_of(op->n);
        if (w->starves && !group->plan.is_array && group->plan.capacity != 0) {
            op->result = model_misuse(w, POOLS, TRP_ERR_MEMORY);
            return;
        }
        group->is_made = true;
        group->count = 0;
        group->kept = 0;
        end_walks(group);
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
    end_walks(group);
}

/* Adding */

static trp_result check_actor(model_world *w, const model_group *group, target to)
{
    const model_place_found place = model_locate(w, to);
    trp_result result = place.result;

    if (result == TRP_OK && !model_is_alive(w, place.actor)) {
        const uint32_t state = w->actors[place.actor].state;
        result = state == LEAVING ? TRP_BUSY : state == EXPIRED ? TRP_ERR_EXPIRED : TRP_ERR_FREE;
    } else if (result == TRP_OK && group->plan.is_typed && w->pools[place.pool].plan.is_crate)
        result = TRP_ERR_TYPE;
    return result == TRP_OK ? TRP_OK : model_misuse(w, place.pool, result);
}

static void append(model_world *w, uint32_t number, uint32_t actor)
{
    model_group *group = &w->groups[number];
    const model_entry entry = {actor, w->actors[actor].generation, false};
    record at = model_hook(w, HOOK_ADDED, actor);

    group->entries[group->count++] = entry;
    if (!group->plan.tells)
        return;
    at.extra = number;
    w->calls++;
    model_call(at);
    w->calls--;
}

static uint32_t most_of(const model_group *group)
{
    return group->plan.capacity != 0 ? group->plan.capacity : ENTRIES;
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
    if (group->walks == 0 &&
        (group->count == most_of(group) || group->count >= group->kept + group->kept / 2 + 16))
        prune(w, group);
    if (group->count == most_of(group))
        return TRP_ERR_FULL;
    append(w, number, actor);
    ++*added;
    return TRP_OK;
}

/* An actor whose on_end is running (TRP_BUSY) is skipped. */
static bool is_final(const model_world *w, trp_result result)
{
    return result == TRP_ERR_FULL || result == TRP_ERR_NULL || (result == TRP_BUSY && w->drawing);
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
        if (is_final(w, add(w, op->noun, all[i], &op->result)))
            break;
}

/* The members of another group, or of the same, from one place on. */
void model_do_group_add_from(model_world *w, operation *op)
{
    model_group *from = &w->groups[op->mode];
    const uint32_t epoch = from->epoch;
    const uint32_t count = op->n >> 3 & 7;
    const uint32_t first = count != 0 ? op->n & 7 : 0;
    const uint32_t limit = count != 0 && first + count < from->count ? first + count : from->count;

    op->result = 0;
    if (enter(w, &w->groups[op->noun]) != TRP_OK || !from->is_made || first >= from->count)
        return;
    from->walks++;
    for (uint32_t i = first; i < limit && from->epoch == epoch; i++)
        if (model_is_member(w, &from->entries[i]) &&
            is_final(w, add(w, op->noun, model_target(w, from->entries[i].actor), &op->result)))
            break;
    if (from->epoch == epoch)
        from->walks--;
}

/* Removing */

void model_do_group_remove(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];
    const model_place_found place = model_locate(w, op->a);

    op->result = enter(w, group);
    if (op->result != TRP_OK)
        return;
    op->result = TRP_GONE;
    for (uint32_t i = 0; i < group->count && op->a.kind != TO_NULL && place.result == TRP_OK; i++) {
        if (group->entries[i].actor != place.actor || !model_is_member(w, &group->entries[i]))
            continue;
        group->entries[i].is_removed = true;
        op->result = TRP_OK;
    }
}

void model_do_group_clear(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];

    op->result = enter(w, group);
    if (op->result != TRP_OK)
        return;
    group->count = 0;
    group->kept = 0;
    end_walks(group);
}

void model_do_group_prune(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];

    op->result = enter(w, group);
    if (op->result == TRP_OK && group->walks != 0)
        op->result = TRP_BUSY;
    if (op->result == TRP_OK)
        prune(w, group);
}

/* Takes more memory or less: only the capacity is visible. */
void model_do_group_resize(model_world *w, operation *op)
{
    const model_group *group = &w->groups[op->noun];

    op->result = enter(w, group);
    if (op->result == TRP_OK && !op->flag && group->plan.capacity != 0 &&
        (op->n & 63) > group->plan.capacity)
        op->result = TRP_ERR_FULL;
}
