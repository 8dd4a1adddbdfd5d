/*
 * What the sources of families share.
 *
 * Relations stand in tables of the library's own, one per pool of the family, a record per slot. Actors are named by their
 * index (TRP_NO_LINK: none), so a table may move when its pool has grown.
 *
 * - A slot's record has relations only while a life is in it, or its end is being notified: an actor that leaves is unlinked
 *   before that is over.
 * - Siblings are linked in order of attachment, so their serials rise.
 * - Only family.c links, only trp__family_unlink() unlinks; it moves the walks on that are there.
 */
#ifndef TROUPE_SRC_FAMILY_FAMILY_H
#define TROUPE_SRC_FAMILY_FAMILY_H

#include "../core/core.h"

/* The relations of a slot's actor. All links are indices. */
typedef struct trp__kin
{
    uint64_t serial; /* of its attachment, in the family */
    uint32_t parent; /* TRP_NO_LINK: it is a root */
    uint32_t first;  /* child, in order of attachment */
    uint32_t last;   /* child */
    uint32_t next;   /* sibling */
    uint32_t prev;   /* sibling */
    uint32_t count;  /* of children */
} trp__kin;

/* A pool in a family. */
typedef struct trp__family_pool
{
    struct trp__family_pool *next;
    trp_family *family;
    trp_pool *pool;
    trp__kin *kin;       /* by slot */
    uint32_t room;       /* slots that it has records for; a pool may have grown since */
    uint32_t first_room; /* records that lie right after this struct */
    bool is_apart;       /* the table is a block of its own */
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
    uint32_t root;
    uint32_t at;    /* the next one, or TRP_NO_LINK; TRP__RECYCLES: below which it goes on */
    uint32_t now;   /* TRP__EXPIRES: the one being expired */
    uint64_t limit; /* those with serials up to this one */
    trp__errand errand;
} trp__family_walk;

/* family_pool.c */

/* The family's entry for a pool, or for the pool of an index; NULL: the pool is not in it. */
trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool);
trp__family_pool *trp__family_home(const trp_family *family, uint32_t index);
/* The record of an actor that has relations. */
trp__kin *trp__kin_of(const trp_family *family, uint32_t index);
/* Makes sure that there is a record for each slot of the pool. */
bool trp__family_has_room(trp__family_pool *home);

/* family.c */

/* Makes an actor without a parent the last child. */
void trp__family_link(trp_family *family, uint32_t parent, uint32_t child);
/* Takes one that has a parent out of its siblings. */
void trp__family_unlink(trp_family *family, uint32_t index);
/* Unlinks all children. */
void trp__family_orphan(trp_family *family, uint32_t parent);
/* The actor of an index, and the stamp of its slot. */
trp_actor *trp__family_actor(const trp_family *family, uint32_t index);
uint32_t trp__family_stamp(const trp_family *family, uint32_t index);

/* family_walk.c */

/* This one is about to be unlinked: walks that are there or below go on after it. */
void trp__family_step_off(const trp_family *family, uint32_t index);
/* A walk that is at `index` goes on: to its first child, or after it and all below it. */
void trp__family_go_on(const trp_family *family, trp__family_walk *walk, uint32_t index);
void trp__family_go_after(const trp_family *family, trp__family_walk *walk, uint32_t index);

/* family_end.c */

/* A life is over: its slot may soon have another, which no walk is making expire. */
void trp__family_gone(const trp_family *family, uint32_t index);
/* Ends the lives below one that is being recycled, or has expired. */
void trp__family_recycle_below(trp_family *family, uint32_t root);
void trp__family_expire_below(trp_family *family, uint32_t root);

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
