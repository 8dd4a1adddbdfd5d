/*
 * Rosters. The time at which dead entries are pruned is not specified; so the model has only the
 * living members, and those of an unordered roster in no order.
 */
#include "model.h"

bool model_is_member(const model_world *w, const model_entry *entry)
{
    return model_is_alive(w, entry->actor) &&
           w->actors[entry->actor].generation == entry->generation;
}

static void drop_dead(const model_world *w, model_roster *roster)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < roster->count; i++)
        if (model_is_member(w, &roster->entries[i]))
            roster->entries[kept++] = roster->entries[i];
    roster->count = kept;
}

uint32_t model_roster_count(const model_world *w, const model_roster *roster)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < roster->count; i++)
        count += model_is_member(w, &roster->entries[i]);
    return count;
}

static bool has(const model_world *w, const model_roster *roster, uint32_t actor)
{
    for (uint32_t i = 0; i < roster->count; i++)
        if (roster->entries[i].actor == actor && model_is_member(w, &roster->entries[i]))
            return true;
    return false;
}

/* Whether a roster may be changed now. */
static trp_result enter(model_world *w, const model_roster *roster)
{
    if (!roster->is_made)
        return TRP_ERR_NULL;
    return w->drawing ? model_misuse(w, POOLS, TRP_BUSY) : TRP_OK;
}

void model_do_roster_init(model_world *w, operation *op)
{
    model_roster *roster = &w->rosters[op->noun];
    const model_watcher watcher = {LISTENS_END, op->noun, 1, TRP_EVENT_TRIMMED | TRP_EVENT_SHUTDOWN,
                                   0};

    if (w->drawing || w->ending)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (roster->is_made)
        op->result = model_misuse(w, POOLS, TRP_ERR_LINKED);
    else if (op->mode == 1) /* a capacity together with an array, or above the maximum */
        op->result = model_misuse(w, POOLS, TRP_ERR_DESC);
    else
    {
        roster->plan = roster_plan_of(op->n);
        if (w->starves && !roster->plan.is_array && roster->plan.capacity != 0)
        {
            op->result = model_misuse(w, POOLS, TRP_ERR_MEMORY);
            return;
        }
        roster->is_made = true;
        roster->count = 0;
        w->block_pieces++;
        model_listen(w, &w->chain, watcher);
        op->result = TRP_OK;
    }
}

void model_do_roster_free(model_world *w, operation *op)
{
    model_roster *roster = &w->rosters[op->noun];

    op->result = enter(w, roster);
    if (op->result == TRP_ERR_NULL)
        op->result = TRP_GONE;
    if (op->result != TRP_OK)
        return;
    model_ignore(&w->chain, LISTENS_END, op->noun, 1);
    roster->is_made = false;
    roster->count = 0;
}

/* Adding */

static trp_result check_actor(model_world *w, const model_roster *roster, target to)
{
    const model_place_found place = model_locate(w, to);
    trp_result result = place.result;

    if (result == TRP_OK && !model_is_alive(w, place.actor))
    {
        const uint32_t state = w->actors[place.actor].state;
        result = state == EXPIRED || state == LEAVING ? TRP_ERR_EXPIRED : TRP_ERR_FREE;
    }
    else if (result == TRP_OK && roster->plan.is_typed && w->pools[place.pool].plan.is_crate)
        result = TRP_ERR_TYPE;
    return result == TRP_OK ? TRP_OK : model_misuse(w, place.pool, result);
}

static void append(model_world *w, uint32_t number, uint32_t actor)
{
    model_roster *roster = &w->rosters[number];
    const model_entry entry = {actor, w->actors[actor].generation, ++roster->serial};
    record at = model_hook(w, HOOK_ADDED, actor);

    roster->entries[roster->count++] = entry;
    if (!roster->plan.tells)
        return;
    at.extra = number;
    w->calls++;
    model_call(at);
    w->calls--;
}

static trp_result add(model_world *w, uint32_t number, target to, uint32_t *added)
{
    model_roster *roster = &w->rosters[number];
    trp_result result = enter(w, roster);
    uint32_t actor;

    if (result != TRP_OK)
        return result;
    if (to.kind == TO_NULL)
        return TRP_GONE;
    result = check_actor(w, roster, to);
    if (result != TRP_OK)
        return result;
    actor = model_locate(w, to).actor;
    if (roster->plan.unique && has(w, roster, actor))
        return TRP_OK;
    drop_dead(w, roster);
    if (roster->count == ENTRIES ||
        (roster->plan.capacity != 0 && roster->count == roster->plan.capacity))
        return TRP_ERR_FULL;
    append(w, number, actor);
    ++*added;
    return TRP_OK;
}

static bool is_final(trp_result result)
{
    return result == TRP_ERR_FULL || result == TRP_ERR_NULL || result == TRP_BUSY;
}

void model_do_roster_add(model_world *w, operation *op)
{
    uint32_t added = 0;

    op->result = add(w, op->noun, op->a, &added);
}

void model_do_roster_add_many(model_world *w, operation *op)
{
    const target null = {TO_NULL, 0, 0, 0};
    const target all[4] = {op->a, null, op->b, op->a};

    op->result = 0;
    for (uint32_t i = 0; i < 4; i++)
        if (is_final(add(w, op->noun, all[i], &op->result)))
            break;
}

/* The members of another roster, or of the same, between two serials. */
static void add_between(model_world *w, operation *op, uint64_t after, uint64_t limit)
{
    const model_roster *from = &w->rosters[op->mode];

    op->result = 0;
    if (enter(w, &w->rosters[op->noun]) != TRP_OK || !from->is_made)
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

void model_do_roster_add_roster(model_world *w, operation *op)
{
    add_between(w, op, 0, w->rosters[op->mode].serial);
}

/* Only for a roster that was pruned just before, so that places are those of living members. */
void model_do_roster_add_slice(model_world *w, operation *op)
{
    model_roster *from = &w->rosters[op->mode];
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

void model_do_roster_remove(model_world *w, operation *op)
{
    model_roster *roster = &w->rosters[op->noun];
    const model_place_found place = model_locate(w, op->a);
    uint32_t kept = 0;

    op->result = enter(w, roster);
    if (op->result != TRP_OK)
        return;
    drop_dead(w, roster);
    for (uint32_t i = 0; i < roster->count; i++)
        if (place.result != TRP_OK || op->a.kind == TO_NULL ||
            roster->entries[i].actor != place.actor)
            roster->entries[kept++] = roster->entries[i];
    op->result = kept < roster->count ? TRP_OK : TRP_GONE;
    roster->count = kept;
}

void model_do_roster_clear(model_world *w, operation *op)
{
    op->result = enter(w, &w->rosters[op->noun]);
    if (op->result == TRP_OK)
        w->rosters[op->noun].count = 0;
}

void model_do_roster_prune(model_world *w, operation *op)
{
    op->result = enter(w, &w->rosters[op->noun]);
    if (op->result == TRP_OK)
        drop_dead(w, &w->rosters[op->noun]);
}

/* Frees memory, or takes more: only the capacity is visible. */
void model_do_roster_resize(model_world *w, operation *op)
{
    model_roster *roster = &w->rosters[op->noun];

    op->result = enter(w, roster);
    if (op->result != TRP_OK)
        return;
    if (op->flag)
        drop_dead(w, roster);
    else if (roster->plan.capacity != 0 && (op->n & 63) > roster->plan.capacity)
        op->result = TRP_ERR_FULL;
}
