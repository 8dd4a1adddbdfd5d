/*
 * What the sources of families share.
 *
 * - A trp_kin that is linked to others is its live actor's, or that of one whose end is being told:
 *   an actor leaves before that is over, so no link ever leads to memory that was given back.
 * - Siblings are linked in order of attachment, so their serials rise.
 * - Only family.c links, only trp__family_unlink() unlinks; it mends the walks that stand there.
 * - A trp_kin may be overwritten by the user. Each step along a link asks whether the other side
 *   agrees; where it does not, the list of siblings is mended from both ends (trp__family_heal).
 */
#ifndef TROUPE_SRC_FAMILY_H
#define TROUPE_SRC_FAMILY_H

#include "../core/internal.h"

/* A pool in a family. */
typedef struct trp__family_pool
{
    struct trp__family_pool *next;
    trp_family *family;
    trp_pool *pool;
    size_t offset; /* of the trp_kin in the struct */
    trp_watcher watcher;
} trp__family_pool;

typedef enum trp__errand
{
    TRP__VISITS,  /* trp_family_each */
    TRP__EXPIRES, /* the root has expired */
    TRP__RECYCLES /* the root is being recycled */
} trp__errand;

/* A walk below `root`. */
typedef struct trp__family_walk
{
    struct trp__family_walk *up;
    trp_kin *root;
    trp_kin *at;        /* who is next, or NULL; TRP__RECYCLES: below whom it goes on */
    const trp_kin *now; /* TRP__EXPIRES: who is being expired */
    uint64_t limit;     /* those with serials up to this one */
    trp__errand errand;
    bool is_lost; /* it came to one that was overwritten, and that knows no way on */
} trp__family_walk;

/* family_pool.c */
/* The family's entry for a pool, or NULL. */
trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool);

/* family.c */
/* Which life of an actor this is, or was until it ended just now. */
uint32_t trp__kin_life(const trp_pool *pool, trp_actor *actor, uint32_t slot);
/* Whether this is the actor's own and of this life: no copy, no remains. */
bool trp__kin_is_own(const trp_kin *kin, const trp_pool *pool, trp_actor *actor, uint32_t slot);
/* Takes one that has a parent out of its siblings. */
void trp__family_unlink(trp_family *family, trp_kin *kin);
/* Mends a parent's list of children, of which somebody was overwritten, and tells on_misuse. */
TRP__COLD void trp__family_heal(const trp_family *family, trp_kin *parent);
/* Unlinks all children. */
void trp__family_orphan(trp_family *family, trp_kin *parent);

/* family_walk.c */
/* This one is about to be unlinked: walks that stand there or below go on behind it. */
void trp__family_step_off(const trp_family *family, trp_kin *kin);
/* A walk that stands at `kin` goes on: to its first child, or behind it and all below it. */
void trp__family_go_on(const trp_family *family, trp__family_walk *walk, trp_kin *kin);
void trp__family_go_behind(const trp_family *family, trp__family_walk *walk, trp_kin *kin);

/* family_end.c */
/* A life is over: its trp_kin may soon be another's, which no walk is making expire. */
void trp__family_gone(const trp_family *family, const trp_kin *kin);
/* Ends the lives below one that is being recycled, or has expired. */
void trp__family_recycle_below(trp_family *family, trp_kin *root);
void trp__family_expire_below(trp_family *family, trp_kin *root);

TRP__INLINE trp_kin *trp__kin_at(const trp__family_pool *home, trp_actor *actor)
{
    unsigned char *slot = (unsigned char *)actor - home->pool->desc.type.offset;

    return (trp_kin *)(void *)(slot + home->offset);
}

/*
 * Whether the one that a link names is there, and not the bytes of somebody who left after its trp_kin had been
 * overwritten, so that its relatives were not told. Known where such bytes are marked; elsewhere they are looked at, and
 * do not agree.
 */
#if TRP__POISONS
TRP__INLINE bool trp__kin_is_there(const trp_kin *kin)
{
    return !trp__is_marked(kin, sizeof *kin);
}
#else
#define trp__kin_is_there(kin) true
#endif

/* A link's other end, if that agrees with it; else NULL. */
TRP__INLINE trp_kin *trp__kin_agreed(const trp_kin *parent, const trp_kin *prev, trp_kin *kin)
{
    return kin != NULL && trp__kin_is_there(kin) && kin->parent == parent && kin->prev == prev
               ? kin
               : NULL;
}

/* The first child, after mending what was overwritten there. */
TRP__INLINE trp_kin *trp__kin_first(const trp_family *family, trp_kin *parent)
{
    if (!TRP__LIKELY(parent->first == NULL || trp__kin_agreed(parent, NULL, parent->first)))
        trp__family_heal(family, parent);
    return parent->first;
}

/* The next sibling of one that has a parent, likewise. */
TRP__INLINE trp_kin *trp__kin_next(const trp_family *family, trp_kin *kin)
{
    if (!TRP__LIKELY(kin->next == NULL || trp__kin_agreed(kin->parent, kin, kin->next)))
        trp__family_heal(family, kin->parent);
    return trp__kin_agreed(kin->parent, kin, kin->next);
}

TRP__INLINE void trp__family_push(trp_family *family, trp__family_walk *walk)
{
    walk->up = family->walks;
    family->walks = walk;
}

TRP__INLINE void trp__family_pop(trp_family *family, const trp__family_walk *walk)
{
    family->walks = walk->up;
}

#endif
