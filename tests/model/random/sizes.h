/**
 * @file sizes.h The size of the model's worlds for random calls.
 */
#ifndef TROUPE_TESTS_MODEL_SIZES_H
#define TROUPE_TESTS_MODEL_SIZES_H

enum {
    WORLDS = 2, /* the first lives in a static block, the second has an allocator */
    POOLS = 8,
    LAYERS = 3,
    FAMILIES = 2,
    GROUPS = 3,
    SPACES = 2,
    TABLES = 3, /* of timers */
    EVENTS = 3, /* room of a queue */
    WATCHERS = 4,
    GUESTS = 6,    /* actors in the user's memory, for external pools */
    FOREIGN = 4,   /* memory that is no actor */
    ACTORS = 6400, /* slots of all pools of a world, at most */
    LISTED = 4600, /* in a segment */
    CHUNKS = 4,
    RELATIONS = 256,
    MEMBERS = 32, /* of a space */
    CONTACTS = 64,
    ENTRIES = 512, /* of a group */
    CHAIN = 24,
    TIMERS = 48,           /* of a table, that are remembered */
    OLD = 16,              /* handles that are remembered */
    GUESTS_ARE_SPOILED = 1 /* the user overwrites their memory after on_end */
};

#endif
