/**
 * @file storm_subjects.h Subjects that keep a storm: the library, and its rivals.
 */
#ifndef EXAMPLES_STORM_SUBJECTS_H
#define EXAMPLES_STORM_SUBJECTS_H

#include "storm_kinds.h"
#include "troupe/troupe.h"

/** A body that the library keeps. */
typedef struct mote
{
    trp_actor actor;
    storm_body body;
} mote;

/** Counts of the work, to check that all subjects did the same. */
typedef struct storm_work
{
    uint64_t died;
    uint64_t hash; /**< sum of body_hash() over those alive */
} storm_work;

/** A way to keep a storm. A frame moves every body, removes those whose life is over, then creates
 * as many new ones of each kind. */
typedef struct storm_subject
{
    const char *name;
    void *(*set_up)(uint32_t bodies); /**< the only place that may allocate; NULL: no memory */
    void (*frame)(void *storm);
    storm_work (*work)(const void *storm);
    void (*tear_down)(void *storm);
} storm_subject;

/** The library in memory order: an update per pool, with trp_each in it. */
extern const storm_subject storm_troupe_each;
/** The library in memory order: an update per actor. */
extern const storm_subject storm_troupe_update;
/** The library newest first, with slots from the freelist: an update per actor. */
extern const storm_subject storm_troupe_newest;
/** An array per kind; the last one moves into the hole. It holds the library's own struct. */
extern const storm_subject storm_array;
/** A doubly linked list a kind, nodes from a last-in-first-out freelist, pushed at the head. */
extern const storm_subject storm_textbook;

#endif
