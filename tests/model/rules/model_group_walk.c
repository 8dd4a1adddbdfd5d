/* Walks over groups. */
#include "model.h"

/* mode: 0 to the end, 1 `break`, 2 `return` after m visits, 3 trp_group_for_each() */
void model_do_group_each(model_world *w, operation *op)
{
    model_group *group = &w->groups[op->noun];
    const uint32_t limit = group->count;
    const uint32_t epoch = group->epoch;
    const bool leaves = op->mode == 1 || op->mode == 2;
    uint32_t visits = 0;

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
    group->walks += !w->drawing;
    for (uint32_t i = 0; i < limit && group->epoch == epoch && (!leaves || visits < op->m); i++) {
        if (!model_is_member(w, &group->entries[i]))
            continue;
        visits++;
        model_call(model_hook(w, HOOK_VISIT, group->entries[i].actor));
    }
    if (group->epoch == epoch)
        group->walks -= !w->drawing;
    w->calls -= op->mode == 3;
}
