/*
 * Walks through families. A walk knows whom it comes to next, and has nobody else in hand: so all
 * that can go wrong is that this one leaves, or a branch with it inside. Who unlinks a branch tells
 * the walks first (trp__family_step_off), and they go on behind it.
 */
#include "family.h"

/* Who comes behind `kin` and all below it, or NULL. */
static trp_kin *behind(const trp_family *family, trp__family_walk *walk, trp_kin *kin)
{
    while (kin != walk->root && kin->parent != NULL && trp__kin_is_there(kin->parent))
    {
        trp_kin *next = trp__kin_next(family, kin);
        if (next != NULL && next->serial <= walk->limit)
            return next; /* else it came later, and so did all behind it */
        kin = kin->parent;
    }
    walk->is_lost = kin != walk->root;
    return NULL;
}

void trp__family_go_behind(const trp_family *family, trp__family_walk *walk, trp_kin *kin)
{
    walk->at = behind(family, walk, kin);
}

void trp__family_go_on(const trp_family *family, trp__family_walk *walk, trp_kin *kin)
{
    trp_kin *first = trp__kin_first(family, kin);

    walk->at = first != NULL && first->serial <= walk->limit ? first : behind(family, walk, kin);
}

/* Whether the walk stands at `kin`, or below. */
static bool stands_in(const trp__family_walk *walk, const trp_kin *kin)
{
    const trp_kin *at = walk->at;

    if (kin == walk->root)
        return false; /* the walk goes on below it, wherever it is */
    if (kin->first != NULL)
        while (at != NULL && trp__kin_is_there(at) && at != walk->root && at != kin)
            at = at->parent;
    return at == kin;
}

void trp__family_step_off(const trp_family *family, trp_kin *kin)
{
    for (trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
    {
        if (!stands_in(walk, kin))
            continue;
        if (walk->errand == TRP__RECYCLES)
            walk->at = kin->parent;
        else
            walk->at = behind(family, walk, kin);
    }
}

/* Steps on, and then calls back. Meanwhile nobody prunes or steals the one that is visited. */
static void visit(const trp_family *family, trp__family_walk *walk, trp__frame *frame, trp_kin *kin)
{
    trp__family_go_on(family, walk, kin);
    if (!trp__is_alive(kin->actor))
        return;
    frame->current = kin->actor;
    frame->visit(kin->actor, frame->user);
    frame->current = NULL;
}

/* False if it lost its way: somebody was overwritten where it stood. */
static bool walk_through(trp_family *family, trp_kin *root, trp__frame *frame)
{
    trp__family_walk walk = {0};

    walk.root = root;
    walk.limit = family->serial;
    walk.errand = TRP__VISITS;
    trp__family_push(family, &walk);
    visit(family, &walk, frame, root);
    while (walk.at != NULL && walk.at->parent != NULL)
        visit(family, &walk, frame, walk.at);
    trp__family_pop(family, &walk);
    return walk.at == NULL && !walk.is_lost;
}

/* Where a walk begins: finds the root, which must be alive. It is not entered as in a call that
 * changes something, since drawing may walk. */
static trp_result check(const trp_family *family, const trp_actor *root, const char *call,
                        trp__place *place)
{
    trp_world *world = family->world;
    trp_result result = trp__locate(world, root, place);
    const uint32_t serial =
        result == TRP_OK ? trp__serial(root) : 0; /* else it may be misaligned */

    if (result == TRP_OK && trp__family_find(family, place->pool) == NULL)
        return trp__misuse(world, place->pool, root, call, TRP_ERR_UNLINKED,
                           TRP__TEXT("its pool is not in the family, see trp_family_add"));
    if (result == TRP_OK && trp__is_alive(root))
        return TRP_OK;
    if (result == TRP_OK && serial == TRP__LEAVING)
        return trp__misuse(world, place->pool, root, call, TRP_BUSY,
                           TRP__TEXT("its on_recycle is running"));
    if (result == TRP_OK)
        result = serial == TRP__EXPIRED ? TRP_ERR_EXPIRED
                 : trp__is_free(serial) ? TRP_ERR_FREE
                                        : TRP_ERR_CORRUPT;
    return trp__misuse(world, place->pool, root, call, result, NULL);
}

trp_result trp_family_each(trp_family *family, const trp_actor *root, trp_visit_fn *visit_fn,
                           void *user)
{
    const char *call = TRP__TEXT("trp_family_each");
    trp__frame frame = {0};
    trp_kin alone = {0};
    trp_kin *kin;
    trp__place place;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_ERR_NULL;
    if (visit_fn == NULL)
        return trp__misuse(family->world, NULL, root, call, TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (root == NULL)
        return TRP_GONE;
    result = check(family, root, call, &place);
    if (result != TRP_OK)
        return result;
    alone.actor = trp__actor_at(place.pool, place.slot);
    kin = trp__kin_at(trp__family_find(family, place.pool), alone.actor);
    if (!trp__kin_is_own(kin, place.pool, alone.actor, place.slot))
        kin = &alone;
    frame.visit = visit_fn;
    frame.user = user;
    trp__push_frame(family->world, &frame);
    if (!walk_through(family, kin, &frame))
        result = trp__misuse(family->world, place.pool, NULL, call, TRP_ERR_CORRUPT,
                             TRP__TEXT("the trp_kin of the next one"));
    trp__pop_frame(family->world, &frame);
    return result;
}
