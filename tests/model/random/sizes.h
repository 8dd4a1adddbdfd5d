/**
 * @file sizes.h
 * How large the model's worlds are for random calls.
 */
#ifndef TROUPE_TESTS_MODEL_SIZES_H
#define TROUPE_TESTS_MODEL_SIZES_H

enum
{
    WORLDS = 2, /* the first lives in a static block, the second has an allocator */
    POOLS = 8,
    LAYERS = 3,
    FAMILIES = 2,
    ROSTERS = 3,
    SPACES = 2,
    TABLES = 3, /* of timers */
    EVENTS = 3, /* that a queue has room for */
    WATCHERS = 4,
    GUESTS = 6,    /* actors in the user's memory, for external pools */
    FOREIGN = 4,   /* memory that is no actor's */
    ACTORS = 6400, /* slots of all pools of a world, at most */
    LISTED = 4600, /* in a segment */
    CHUNKS = 4,
    RELATIONS = 256,
    MEMBERS = 32, /* of a space */
    CONTACTS = 64,
    ENTRIES = 512, /* of a roster */
    CHAIN = 24,
    TIMERS = 48,           /* of a table, that are remembered */
    EXPIRING = 64,         /* whom cascades are making expire */
    OLD = 16,              /* handles that are remembered */
    GUESTS_ARE_SPOILED = 1 /* their memory, when on_recycle has been told */
};

#endif
