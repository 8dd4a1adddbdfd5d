/*
 * Declarations shared by the files of families.
 *
 * Relations are in the library's own tables, one per pool of the family, with one record per slot.
 * Records name actors by their index (TRP_NO_LINK: none), so a table may move when its pool has
 * grown.
 *
 * - A slot's record has relations only while a life is in it, or while its end is being notified:
 *   an actor that leaves is unlinked before that notification ends.
 * - Siblings are linked in order of attachment, so their serials increase.
 * - Only family.c links, and only trp__family_unlink() unlinks. It moves on the walks that are at
 *   the unlinked actor.
 */
#ifndef TROUPE_SRC_FAMILY_FAMILY_H
#define TROUPE_SRC_FAMILY_FAMILY_H

#include "../core/core.h"

/* The relations of a slot's actor. All links are indices. */
typedef struct trp__kin
{
    uint64_t serial; /* serial of its attachment, in the family; or that its end was put off */
    uint32_t parent; /* TRP_NO_LINK: it is a root */
    uint32_t first;  /* first child, in order of attachment */
    uint32_t last;   /* last child */
    uint32_t next;   /* next sibling */
    uint32_t prev;   /* previous sibling */
    uint32_t count;  /* number of children */
} trp__kin;

/* Serials of actors without a parent whose end was put off: they will expire, or be recycled. They
 * are linked by `next` and `prev`, from family->doomed on. */
#define TRP__WILL_EXPIRE (UINT64_MAX - 1)
#define TRP__WILL_END UINT64_MAX

/* A pool in a family. */
typedef struct trp__family_pool
{
    struct trp__family_pool *next;
    trp_family *family;
    trp_pool *pool;
    trp__kin *kin;       /* by slot */
    uint32_t room;       /* number of records; the pool may have grown since */
    uint32_t first_room; /* number of records directly after this struct */
    bool is_apart;       /* the table is a separate block */
    trp_watcher watcher;
} trp__family_pool;

typedef enum trp__errand
{
    TRP__VISITS,  /* trp_family_for_each */
    TRP__EXPIRES, /* trp_expire() of the root */
    TRP__RECYCLES /* the root is being recycled */
} trp__errand;

/* A walk below `root`. */
typedef struct trp__family_walk
{
    struct trp__family_walk *up;
    uint32_t root;
    /* the next actor, or TRP_NO_LINK; TRP__RECYCLES: the actor below which it continues */
    uint32_t at;
    uint32_t now;   /* TRP__EXPIRES: the actor being expired */
    uint64_t limit; /* actors with higher serials are not visited */
    trp__errand errand;
} trp__family_walk;

/* family_pool.c */

/* The family's entry for a pool, or for the pool of an index; NULL: the pool is not in the
 * family. */
trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool);
trp__family_pool *trp__family_home(const trp_family *family, uint32_t index);
/* The record of an actor that has relations. */
trp__kin *trp__kin_of(const trp_family *family, uint32_t index);
/* Makes sure that there is a record for each slot of the pool. */
bool trp__family_has_room(trp__family_pool *home);

/* family.c */

/* A call got no family of a world: reports one that was not initialised. Returns TRP_ERR_NULL. */
TRP__COLD trp_result trp__family_missing(const trp_family *family, const char *call);
/* Whether the family may be changed: it is a family of a world, and no copy. */
trp_result trp__family_enter(const trp_family *family, const char *call);
/* Makes an actor without a parent the last child. */
void trp__family_link(trp_family *family, uint32_t parent, uint32_t child);
/* Removes an actor that has a parent from its siblings. */
void trp__family_unlink(trp_family *family, uint32_t index);
/* Unlinks all children. */
void trp__family_orphan(trp_family *family, uint32_t parent);
/* The actor of an index, and the stamp of its slot. */
trp_actor *trp__family_actor(const trp_family *family, uint32_t index);
uint32_t trp__family_stamp(const trp_family *family, uint32_t index);

/* family_walk.c */

/* This actor will be unlinked: walks at it or below it continue after it. */
void trp__family_step_off(const trp_family *family, uint32_t index);
/* Moves on a walk that is at `index`: to its first child, or past all its descendants. */
void trp__family_go_on(const trp_family *family, trp__family_walk *walk, uint32_t index);
void trp__family_go_after(const trp_family *family, trp__family_walk *walk, uint32_t index);

/* family_end.c */

/* A life is over: its slot may soon have another one, which no walk is expiring. */
void trp__family_gone(const trp_family *family, uint32_t index);
/* Ends the lives below an actor that is being recycled, or has expired. */
void trp__family_recycle_below(trp_family *family, uint32_t root);
void trp__family_expire_below(trp_family *family, uint32_t root);
/* The same later: unlinks the children, and notes that they will end. */
void trp__family_put_off(trp_family *family, uint32_t parent, bool expires);
/* This actor's end, if it was put off, need not be waited for. */
void trp__family_not_put_off(trp_family *family, uint32_t index);
/* Ends all whose end was put off, in all families. */
void trp__families_catch_up(trp_world *world);

/* Whether the end of an actor was put off. */
TRP__INLINE bool trp__is_put_off(const trp__kin *kin)
{
    return kin->parent == TRP_NO_LINK && kin->serial >= TRP__WILL_EXPIRE;
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
