/*
 * Walks through families.
 */
#include "family.h"

/* During its visit an actor is neither pruned nor stolen. */
static void family_walk_visit(trp__frame *frame, const trp__place *place)
{
    frame->current = trp__node_at(place->pool, place->slot);
    trp__set_context_pool(frame->in, place->pool);
    frame->visit(frame->current, frame->in);
    frame->current = NULL;
}

/* The start of a walk: finds the root, which must be alive. This is no call that changes something,
 * since walks may be made while drawing. */
static trp_result family_walk_find_root(const trp_family *family, const trp_actor *root,
                                        const char *call, trp__place *place)
{
    trp_result result = trp__locate(family->world, root, place);
    const char *detail = NULL;
    uint32_t stamp;

    if (result == TRP_OK) {
        stamp = trp__cell_of(place->pool, place->slot)->stamp;
        if (trp__family_find(family, place->pool) == NULL) {
            result = TRP_ERR_UNLINKED;
            detail = TRP__TEXT("its pool is not in the family. Call trp_family_add first");
        } else if (trp__is_alive(stamp) && !family->world->in_parts)
            return TRP_OK;
        else if (trp__is_alive(stamp))
            result = TRP_BUSY; /* called in a part */
        else if (stamp == TRP__STAMP_LEAVING) {
            result = TRP_BUSY;
            detail = TRP__TEXT("its on_end is running");
        } else
            result = trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED;
    }
    return trp__misuse(family->world, place->pool, root, call, result, detail);
}

/* Moves on before each visit. */
static void family_walk(trp_family *family, trp__place at, trp__frame *frame)
{
    const uint32_t root = trp__index(at.pool, at.slot);
    trp__family_walk walk = {family->walks, root, root, family->serial};

    family->walks = &walk;
    if (at.slot >= trp__family_find(family, at.pool)->room) {
        walk.at = TRP_NO_LINK; /* its pool has grown since any of its actors had relations */
        family_walk_visit(frame, &at);
    }
    while (walk.at != TRP_NO_LINK) {
        at = trp__family_place(family->world, walk.at);
        walk.at = trp__family_step(family, &walk, walk.at);
        if (trp__is_alive(trp__cell_of(at.pool, at.slot)->stamp))
            family_walk_visit(frame, &at);
    }
    family->walks = walk.up;
}

trp_result trp_family_for_each(trp_family *family, const trp_actor *root, trp_actor_fn *visit,
                               void *arg)
{
    const char *call = TRP__TEXT("trp_family_for_each");
    trp_context in;
    trp__frame frame = {0};
    trp__place place;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return trp__family_missing(family, call);
    if (visit == NULL)
        return trp__misuse(family->world, NULL, root, call, TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (root == NULL)
        return TRP_GONE;
    result = family_walk_find_root(family, root, call, &place);
    if (result != TRP_OK)
        return result;
    in = trp__context(family->world, NULL, NULL, arg);
    frame.visit = visit;
    frame.in = &in;
    trp__push_frame(family->world, &frame);
    family_walk(family, place, &frame);
    trp__pop_frame(family->world, &frame);
    return TRP_OK;
}
