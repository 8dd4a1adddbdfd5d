/*
 * Declarations shared by the files of families: see README.md.
 */
#ifndef TROUPE_SRC_FAMILY_FAMILY_H
#define TROUPE_SRC_FAMILY_FAMILY_H

#include "../../include/troupe/family.h"
#include "../core/core.h"

/* The relations of a slot's actor. All links are indices, or TRP_NO_LINK. */
typedef struct trp__kin {
    uint64_t serial; /* serial of its attachment, in the family */
    uint32_t parent; /* TRP_NO_LINK: it is a root */
    uint32_t first;  /* first child, in order of attachment */
    uint32_t last;   /* last child */
    uint32_t next;   /* next sibling */
    uint32_t prev;   /* previous sibling */
    uint32_t after;  /* if `cascade` is not 0: the one below it in a path of ends, or TRP_NO_LINK */
    uint32_t at;     /* if it is in a path: the next child, which will end with it */
    uint32_t cascade; /* 0: it is in no path by this record; see family_end.c */
} trp__kin;

/* A pool in a family. */
typedef struct trp__family_pool {
    struct trp__family_pool *next;
    trp_family *family;
    trp_pool *pool;
    trp__kin *kin; /* by slot */
    uint32_t room; /* number of records; the pool may have grown since */
    trp_watcher watcher;
} trp__family_pool;

/* A walk below `root`. */
typedef struct trp__family_walk {
    struct trp__family_walk *up;
    uint32_t root;
    uint32_t at;    /* the next actor, or TRP_NO_LINK */
    uint64_t limit; /* actors with higher serials are not visited */
} trp__family_walk;

/* family_links.c */

extern const trp__kin trp__no_kin;
/* The family's entry for a pool; NULL: the pool is not in the family. */
trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool);
/* The record of an actor; `trp__no_kin`: it has none, since its pool is not in the family, or has
 * grown since. */
trp__kin *trp__kin_of(const trp_family *family, uint32_t index);
/* Makes sure that there are records for this many slots. */
bool trp__family_has_room(trp__family_pool *home, uint32_t count);
/* Makes an actor without a parent the last child. */
void trp__family_link(trp_family *family, uint32_t parent, uint32_t child);
/* Removes an actor that has a parent from its siblings. Walks at it or below it move on. */
void trp__family_unlink(trp_family *family, uint32_t index);
/* Unlinks all children. */
void trp__family_orphan(trp_family *family, uint32_t parent);
/* The actor that a walk visits after `at` and, unless it goes `below`, the descendants of `at`. An
 * actor that was attached after the walk began, and so are its later siblings, is not visited. */
uint32_t trp__family_step(const trp_family *family, const trp__family_walk *walk, uint32_t at,
                          bool below);
/* The slot of an index, and its stamp. */
trp__place trp__family_place(const trp_world *world, uint32_t index);
uint32_t trp__family_stamp(const trp_world *world, uint32_t index);

/* family_end.c */

/* For the watcher of each pool: a life has ended, or is about to. `user` is a trp__family_pool. */
void trp__family_told(trp_actor *actor, const trp_event_context *in);
/* Whether the life of an actor will end with that of a parent, in whatever family. */
bool trp__family_is_doomed(const trp_world *world, uint32_t index);
/* A child has lost its parent in a family. If that one was about to take it along, it lives on. */
void trp__family_spare(const trp__family_pool *home, uint32_t index);

#endif
