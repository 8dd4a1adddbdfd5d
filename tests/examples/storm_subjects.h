/**
 * @file storm_subjects.h Subjects that keep a storm: the library, and its rivals.
 */
#ifndef EXAMPLES_STORM_SUBJECTS_H
#define EXAMPLES_STORM_SUBJECTS_H

#include "storm_kinds.h"
#include "troupe/troupe.h"

/** A body as an actor of the library. */
typedef struct mote {
    trp_actor actor;
    storm_body body;
} mote;

/** Counts of the work, to check that all subjects do the same. */
typedef struct storm_work {
    uint64_t died;
    uint64_t hash; /**< sum of body_hash() over live bodies */
} storm_work;

/** A way to store a storm. A frame moves every body, removes those whose life is over, then creates
 * as many new ones of each kind. */
typedef struct storm_subject {
    const char *name;
    void *(*set_up)(uint32_t bodies); /**< the only place that may allocate; NULL: no memory */
    void (*frame)(void *storm);
    storm_work (*work)(const void *storm);
    void (*tear_down)(void *storm);
} storm_subject;

/** The library in memory order: one update per pool, with trp_each in it. */
extern const storm_subject storm_troupe_each;
/** The library in memory order: one update per actor. */
extern const storm_subject storm_troupe_update;
/** The library newest first, with slots from the freelist: one update per actor. */
extern const storm_subject storm_troupe_newest;
/** One array per kind; the last body replaces a removed one. It holds the library's own struct. */
extern const storm_subject storm_array;
/** One doubly linked list per kind, with nodes from a last-in-first-out freelist, pushed at the
 * head. */
extern const storm_subject storm_textbook;

#endif
