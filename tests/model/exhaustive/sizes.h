/**
 * @file sizes.h
 * How large the model's worlds are where all sequences of operations are tried: so small that one is copied in no time. The modules
 * that no operation has to do with are there all the same, empty.
 */
#ifndef TROUPE_TESTS_MODEL_SIZES_H
#define TROUPE_TESTS_MODEL_SIZES_H

enum
{
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
    EXPIRING = 1,
    ROSTERS = 1,
    ENTRIES = 2,
    SPACES = 1,
    MEMBERS = 2,
    CONTACTS = 1,
    TABLES = 2, /* of timers */
    TIMERS = 2, /* of a table, that are remembered */
    EVENTS = 1,
    OLD = 1,
    GUESTS_ARE_SPOILED = 0 /* their memory stays as it is */
};

#endif
