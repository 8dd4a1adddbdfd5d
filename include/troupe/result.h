/**
 * @file result.h
 * What a call returns, and how a misuse is reported.
 *
 * A call that cannot do what was asked changes nothing. It returns a trp_result other than TRP_OK
 * or, where it returns a new object (an actor, a pool, a space), NULL, with the reason in
 * trp_last_result(world). (Other pointers are NULL where there is nothing to point to.) A *misuse*
 * (a mistake of the caller; a full pool or an actor that is gone is none) is counted as well, and
 * reported to the world's `on_misuse` hook with a message that names the pool and the repair; by
 * default that is printed to stderr (misuse.h). The library never aborts.
 *
 * For a NULL world, pool or other object a call returns TRP_ERR_NULL, NULL, 0 or false.
 */
#ifndef TROUPE_RESULT_H
#define TROUPE_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * All results, in one table: X(enumerator, text). The enum, trp_result_name() and trp_result_text()
 * are generated from it, so that they always agree. A text says what happened, then what to do.
 */
#define TRP_RESULTS(X)                                                                             \
    X(TRP_OK, "done")                                                                              \
    X(TRP_GONE, "there is no such actor any more: nothing to do")                                  \
    X(TRP_BUSY, "not allowed now. Make this call after the one in progress has returned")     \
    X(TRP_ERR_FULL,                                                                                \
      "no free slot. Raise capacity, or choose when_full = TRP_FULL_GROW or TRP_FULL_STEAL_*")     \
    X(TRP_ERR_FREE, "the slot is free: its actor was recycled before. Keep a handle and ask "      \
                    "trp_get, not a pointer")                                                      \
    X(TRP_ERR_ACTIVE, "the actor is active already. Ask trp_state_of first")                       \
    X(TRP_ERR_ASLEEP, "the actor is asleep already. Ask trp_state_of first")                       \
    X(TRP_ERR_EXPIRED, "the actor has expired: its life is over. Create a new one")                \
    X(TRP_ERR_FOREIGN,                                                                             \
      "this is no actor or pool of this world. Pass the trp_actor inside the struct, and its own " \
      "world")                                                                                     \
    X(TRP_ERR_CORRUPT, "the node was overwritten. Assign members, never the whole struct; "        \
                       "trp_create_from fills one")                                                \
    X(TRP_ERR_NULL, "a pointer that must not be NULL is NULL. Check what trp_world_* and "         \
                    "trp_pool_create returned")                                                    \
    X(TRP_ERR_VALUE, "a number is out of its range or not a number. See the header for the range") \
    X(TRP_ERR_DESC,                                                                                \
      "these settings exclude each other. See the field named here in trp_pool_desc")              \
    X(TRP_ERR_TYPE, "the type is not the pool's. Pass the type that TRP_TYPE named in the desc, "  \
                    "or an adopted actor")                                                         \
    X(TRP_ERR_LIMIT, "a limit is reached. See desc.max_pools in world.h: how many pools, and how " \
                     "2^24 slots are shared")                                                      \
    X(TRP_ERR_MEMORY,                                                                              \
      "not enough memory. Give a larger block (TRP_*_BYTES says how large) or free some")          \
    X(TRP_ERR_ALIGN, "the block is misaligned. Declare it with _Alignas(TRP_ALIGNMENT)")           \
    X(TRP_ERR_NO_ALLOCATOR,                                                                        \
      "growth needs an allocator. Create the world with trp_world_create, or do not grow")           \
    X(TRP_ERR_LINKED, "it was added already. Remove it first, or add it once")                             \
    X(TRP_ERR_UNLINKED, "it was not added, or was removed. Add it first")                                 \
    X(TRP_ERR_CYCLE,                                                                               \
      "an actor cannot be its own descendant. Detach the parent from its ancestors first")         \
    X(TRP_ERR_TAKEN, "the id is taken. Take another, or ask trp_ids_is_taken first")               \
    X(TRP_ERR_VERSION,                                                                             \
      "headers and library do not match. Compile with the headers of the library that you "        \
      "link, and with options that keep the layout of structs")                                    \
    X(TRP_ERR_CHANGED,                                                                             \
      "pools, watchers, rosters, regions or memory differ from those of the save. Restore "        \
      "into the world as it was set up, or take a new snapshot")                                   \
    X(TRP_ERR_DAMAGED,                                                                             \
      "the bytes are no snapshot of this world, or they were changed or cut off. "                 \
      "Keep them as they were written, with their length")                                         \
    X(TRP_ERR_DESYNC,                                                                              \
      "the same ticks gave another state. See the differences: state that is not saved, or "       \
      "that is read outside of the world")                                                         \
    X(TRP_ERR_THREAD,                                                                              \
      "another thread is in a call of this world: two threads use one world at the "               \
      "same time. Take a lock around its calls, or give each thread a world")                      \
    X(TRP_ERR_INVALID,                                                                             \
      "an invariant does not hold: memory of the library was overwritten, or it has a bug")

/** private: makes the enum */
#define TRP__ENUMERATOR(name, text) name,

/** What a call returns. TRP_OK is 0; TRP_GONE and TRP_BUSY are to be expected, TRP_ERR_* are mostly
 * misuse. */
typedef enum trp_result
{
    TRP_RESULTS(TRP__ENUMERATOR) TRP_RESULT_COUNT /**< how many there are; itself none */
} trp_result;

#undef TRP__ENUMERATOR

/** The name of the enumerator, such as "TRP_ERR_FULL"; "TRP_?" for a number that is none. Never
 * NULL. O(number), as the text below. Both are "" in a library without messages: see trp_misuse. */
const char *trp_result_name(trp_result result);

/** What happened and what to do, in a sentence or two; "" for a number that is none. Never
 * NULL. O(1), anywhere. */
const char *trp_result_text(trp_result result);

#ifdef __cplusplus
}
#endif

#endif
