/*
 * Families: who is whose child.
 */
#include "family.h"

/* A member as a call was given it. */
typedef struct member
{
    trp__place place;
    trp_kin *kin;
} member;

uint32_t trp__kin_life(const trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    uint32_t generation = *trp__generation(pool, actor, slot);

    if (!trp__is_alive(actor))
        generation--; /* it was raised when that life ended */
    /* an external actor may enter again by another entry, with the same generation */
    return generation + slot * 0x9E3779B1u;
}

/* Whether parent and siblings agree that this one is between them. */
static bool is_linked(const trp_kin *kin)
{
    const trp_kin *parent = kin->parent;

    if (!trp__kin_is_there(parent) || (kin->prev != NULL && !trp__kin_is_there(kin->prev)) ||
        (kin->next != NULL && !trp__kin_is_there(kin->next)))
        return false;
    return (kin->prev != NULL ? kin->prev->next == kin : parent->first == kin) &&
           (kin->next != NULL ? kin->next->prev == kin : parent->last == kin);
}

/* Whether the links of one whose node was overwritten still are its own: a copy of a copy may stand
 * in its old place again, with the links of another life. */
static bool is_still_linked(const trp_kin *kin)
{
    if (kin->first != NULL && (!trp__kin_is_there(kin->first) || kin->first->parent != kin))
        return false;
    return kin->parent == NULL || is_linked(kin);
}

bool trp__kin_is_own(const trp_kin *kin, const trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const uint32_t overwritten = UINT32_MAX + slot * 0x9E3779B1u; /* see heal.c */
    const uint32_t life = trp__kin_life(pool, actor, slot);

    return kin->actor == actor &&
           (kin->life == life || (life == overwritten && is_still_linked(kin)));
}

/* A call that would change something: finds the actor's kin, which holds nothing old then. TRP_OK,
 * or what the call answers. */
static trp_result enter(const trp_family *family, trp_actor *actor, const char *call, member *found)
{
    const trp__family_pool *home;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_ERR_NULL;
    result = trp__enter(family->world, actor, call, &found->place);
    if (result != TRP_OK)
        return result;
    home = trp__family_find(family, found->place.pool);
    if (home == NULL)
        return trp__misuse(family->world, found->place.pool, actor, call, TRP_ERR_UNLINKED,
                           TRP__TEXT("its pool is not in the family, see trp_family_add"));
    found->kin = trp__kin_at(home, actor);
    if (!trp__kin_is_own(found->kin, found->place.pool, actor, found->place.slot))
    {
        memset(found->kin, 0, sizeof *found->kin);
        found->kin->actor = actor;
        found->kin->life = trp__kin_life(found->place.pool, actor, found->place.slot);
    }
    return TRP_OK;
}

static trp_result refuse(const trp_family *family, const member *of, const char *call,
                         trp_result result, const char *detail)
{
    return trp__misuse(family->world, of->place.pool, of->kin->actor, call, result, detail);
}

/* Links what is right from the first child on with what is right from the last one back. */
static void join_children(trp_kin *parent)
{
    trp_kin *front = NULL;
    trp_kin *back = NULL;
    trp_kin *kin;

    if (!trp__kin_is_there(parent))
        return;
    parent->count = 0;
    for (kin = parent->first; trp__kin_agreed(parent, front, kin) != NULL; kin = kin->next)
    {
        front = kin;
        parent->count++;
    }
    kin = parent->last;
    while (kin != NULL && kin != front && trp__kin_is_there(kin) && kin->parent == parent &&
           kin->next == back)
    {
        back = kin;
        kin = kin->prev;
        parent->count++;
    }
    if (front != NULL)
        front->next = back;
    else
        parent->first = back;
    if (back != NULL)
        back->prev = front;
    else
        parent->last = front;
}

TRP__COLD void trp__family_heal(const trp_family *family, trp_kin *parent)
{
    trp__place place;

    join_children(parent);
    if (trp__kin_is_there(parent) && parent->actor != NULL &&
        trp__locate(family->world, parent->actor, &place) == TRP_OK)
        trp__misuse(family->world, place.pool, parent->actor, TRP__TEXT("(the family)"),
                    TRP_ERR_CORRUPT, TRP__TEXT("a child's trp_kin"));
}

/* Its relatives do not agree with one that has a parent: mends them, or it has none any more. */
TRP__COLD static trp_result mend(const trp_family *family, const member *child, const char *call)
{
    join_children(child->kin->parent);
    if (!is_linked(child->kin))
    {
        child->kin->parent = NULL;
        child->kin->prev = NULL;
        child->kin->next = NULL;
    }
    return refuse(family, child, call, TRP_ERR_CORRUPT, TRP__TEXT("a relative's trp_kin"));
}

/* Attaching */

/* Whether somebody who brings children along may stand below `parent`, or anybody while lives end. */
static trp_result look_above(const trp_family *family, const trp_kin *parent, const trp_kin *child)
{
    if (parent == child)
        return TRP_ERR_CYCLE;
    if (child->first == NULL && family->cascades == 0)
        return TRP_OK;
    for (; parent != NULL && trp__kin_is_there(parent) && parent->actor != NULL;
         parent = parent->parent)
    {
        if (parent == child)
            return TRP_ERR_CYCLE;
        if (family->cascades != 0 && !trp__is_alive(parent->actor))
            return TRP_BUSY;
    }
    return TRP_OK;
}

static trp_result check(const trp_family *family, const member *parent, const member *child,
                        const char *call)
{
    trp_result result;

    if (trp__is_expired(parent->kin->actor))
        return refuse(family, parent, call, TRP_ERR_EXPIRED, TRP__TEXT("the parent"));
    if (trp__is_expired(child->kin->actor))
        return refuse(family, child, call, TRP_ERR_EXPIRED, TRP__TEXT("the child"));
    result = look_above(family, parent->kin, child->kin);
    if (result == TRP_ERR_CYCLE)
        return refuse(family, child, call, result, NULL);
    if (result == TRP_BUSY)
        return refuse(family, parent, call, result, TRP__TEXT("it goes with one above it"));
    if (child->kin->parent == NULL)
        return TRP_OK;
    if (!is_linked(child->kin))
        return mend(family, child, call);
    return refuse(family, child, call, TRP_ERR_LINKED,
                  TRP__TEXT("the child has a parent, detach it"));
}

static void link(trp_family *family, trp_kin *parent, trp_kin *child)
{
    child->parent = parent;
    child->prev = parent->last;
    child->next = NULL;
    child->serial = ++family->serial;
    if (parent->last != NULL)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

trp_result trp_family_attach(trp_family *family, trp_actor *parent, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_attach");
    member above;
    member below;
    trp_result result = enter(family, parent, call, &above);

    if (result == TRP_OK)
        result = enter(family, child, call, &below);
    if (result == TRP_OK)
        result = check(family, &above, &below, call);
    if (result != TRP_OK)
        return result;
    if ((above.kin->last == NULL) != (above.kin->first == NULL) ||
        (above.kin->last != NULL &&
         (above.kin->last->parent != above.kin || above.kin->last->next != NULL)))
    {
        trp__family_heal(family, above.kin);
        return TRP_ERR_CORRUPT;
    }
    link(family, above.kin, below.kin);
    return TRP_OK;
}

/* Detaching */

void trp__family_unlink(trp_family *family, trp_kin *kin)
{
    trp_kin *parent = kin->parent;

    trp__family_step_off(family, kin);
    if (kin->prev == NULL && trp__kin_is_there(parent) && parent->first == kin)
        parent->first = kin->next;
    else if (kin->prev != NULL && trp__kin_is_there(kin->prev) && kin->prev->next == kin)
        kin->prev->next = kin->next;
    if (kin->next == NULL && trp__kin_is_there(parent) && parent->last == kin)
        parent->last = kin->prev;
    else if (kin->next != NULL && trp__kin_is_there(kin->next) && kin->next->prev == kin)
        kin->next->prev = kin->prev;
    if (trp__kin_is_there(parent) && parent->count != 0)
        parent->count--;
    kin->parent = NULL;
    kin->prev = NULL;
    kin->next = NULL;
}

void trp__family_orphan(trp_family *family, trp_kin *parent)
{
    trp_kin *child;

    while ((child = trp__kin_first(family, parent)) != NULL)
        trp__family_unlink(family, child);
}

trp_result trp_family_detach(trp_family *family, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_detach");
    member found;
    const trp_result result = enter(family, child, call, &found);

    if (result != TRP_OK)
        return result;
    if (found.kin->parent == NULL)
        return refuse(family, &found, call, TRP_ERR_UNLINKED, TRP__TEXT("it has no parent"));
    if (!is_linked(found.kin))
        return mend(family, &found, call);
    trp__family_unlink(family, found.kin);
    return TRP_OK;
}

trp_result trp_family_clear(trp_family *family, trp_actor *parent)
{
    member found;
    const trp_result result = enter(family, parent, TRP__TEXT("trp_family_clear"), &found);

    if (result == TRP_OK)
        trp__family_orphan(family, found.kin);
    return result;
}

/* Asking */

/* The kin of one that is not free, or NULL. */
static const trp_kin *look(const trp_family *family, const trp_actor *actor)
{
    const trp__family_pool *home;
    const trp_kin *kin;
    trp_actor *self;
    trp__place place;

    if (family == NULL || family->world == NULL || actor == NULL ||
        trp__locate(family->world, actor, &place) != TRP_OK || trp__serial(actor) >= TRP__VACANT)
        return NULL;
    home = trp__family_find(family, place.pool);
    if (home == NULL)
        return NULL;
    self = trp__actor_at(place.pool, place.slot);
    kin = trp__kin_at(home, self);
    return trp__kin_is_own(kin, place.pool, self, place.slot) ? kin : NULL;
}

/* This one or the first behind it that has not expired. */
static trp_actor *living(const trp_kin *parent, const trp_kin *prev, trp_kin *kin)
{
    for (; trp__kin_agreed(parent, prev, kin) != NULL; kin = kin->next)
    {
        if (trp__is_alive(kin->actor))
            return kin->actor;
        prev = kin;
    }
    return NULL;
}

trp_actor *trp_family_parent(const trp_family *family, const trp_actor *child)
{
    const trp_kin *kin = look(family, child);

    return kin != NULL && kin->parent != NULL && trp__kin_is_there(kin->parent) ? kin->parent->actor
                                                                                : NULL;
}

trp_actor *trp_family_first(const trp_family *family, const trp_actor *parent)
{
    const trp_kin *kin = look(family, parent);

    return kin != NULL ? living(kin, NULL, kin->first) : NULL;
}

trp_actor *trp_family_next(const trp_family *family, const trp_actor *child)
{
    const trp_kin *kin = look(family, child);

    return kin != NULL && kin->parent != NULL ? living(kin->parent, kin, kin->next) : NULL;
}

uint32_t trp_family_count(const trp_family *family, const trp_actor *parent)
{
    const trp_kin *kin = look(family, parent);

    return kin != NULL ? kin->count : 0;
}
