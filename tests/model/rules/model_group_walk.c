/* Walks over groups. */
#include "model.h"

/* The next member after this one that was added before the walk began. */
static uint32_t next_member(const model_world *w, const model_group *group, uint64_t *last,
                            uint64_t limit)
{
    for (uint32_t i = 0; i < group->count; i++)
    {
        const model_entry *entry = &group->entries[i];
        if (entry->serial > *last && entry->serial <= limit && model_is_member(w, entry))
        {
            *last = entry->serial;
            return entry->actor;
        }
    }
    return NO_INDEX;
}

static void visit(const model_world *w, const model_group *group, uint32_t actor)
{
    record at = model_hook(w, HOOK_VISIT, actor);

    if (group->plan.unordered)
    {
        at.kind = RECORD_ANY;
        *driver_record(RECORD_ANY) = at;
    }
    else
        model_call(at);
}

/* mode: 0 to the end, 1 `break`, 2 `return` after m visits, 3 trp_group_for_each() */
void model_do_group_each(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];
    const uint64_t limit = group->serial;
    const bool leaves = op->mode == 1 || op->mode == 2;
    uint64_t last = 0;
    uint32_t actor;

    op->result = op->mode == 3 && !group->is_made ? TRP_ERR_NULL : TRP_OK;
    if (!group->is_made)
        return;
    if (op->flag) /* no visit, or another type */
    {
        if (op->mode == 3)
            op->result = model_misuse(w, POOLS, TRP_ERR_NULL);
        else if (group->plan.is_typed)
            model_misuse(w, POOLS, TRP_ERR_TYPE);
        return;
    }
    w->calls += op->mode == 3;
    for (uint32_t visits = 0; (!leaves || visits < op->m || group->plan.unordered) &&
                              (actor = next_member(w, group, &last, limit)) != NO_INDEX;
         visits++)
        visit(w, group, actor);
    w->calls -= op->mode == 3;
}
