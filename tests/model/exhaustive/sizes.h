/**
 * @file sizes.h The size of the model's worlds for sequences: so small that copies cost little. The
 * modules that no operation uses are there too, empty.
 */
#ifndef TROUPE_TESTS_MODEL_SIZES_H
#define TROUPE_TESTS_MODEL_SIZES_H

enum {
    POOLS = 2,
    ACTORS = 4, /* slots of both pools, at most */
    LISTED = 4,
    CHUNKS = 1,
    GUESTS = 3, /* actors in the user's memory, for external pools */
    LAYERS = 1,
    WATCHERS = 1,
    CHAIN = 2,
    FAMILIES = 1,
    RELATIONS = 1,
    GROUPS = 1,
    ENTRIES = 2,
    SPACES = 1,
    MEMBERS = 2,
    CONTACTS = 1,
    TABLES = 2, /* of timers */
    TIMERS = 2, /* of a table, that are remembered */
    EVENTS = 1,
    OLD = 1,
    GUESTS_ARE_SPOILED = 0 /* the user leaves their memory as it is */
};

#endif
