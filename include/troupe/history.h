/**
 * @file history.h
 * The last ticks of a world in the caller's memory, and back to any of them: rollback, rewind,
 * "what was it three seconds ago". No allocation.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];
 *     static trp_history past;
 *     trp_history_init(&past, world, &(trp_history_desc){.memory = memory, .bytes = sizeof
 * memory});
 *     for (;;) { trp_history_save(&past); step(world, inputs); }  // before each tick
 *     trp_history_restore(&past, tick);                           // then step again up to now
 *
 * Kinds of histories: whole states are the quickest to save and restore, for rollback. Deltas take
 * an eighth of the bytes or less where few members change: for minutes. Keyframes with deltas
 * between them are for scrubbing to and fro; backward deltas from the newest state are for
 * rewinding tick by tick, each as quick as the last.
 *
 * A state has the number of ticks before it: trp_world_ticks() when it was saved. It is a snapshot:
 * see snapshot.h for what is in it, what a restore does and when it is refused. While a history is
 * open no pool gives chunks back (shrink.h), so that all its states can be restored.
 */
#ifndef TROUPE_HISTORY_H
#define TROUPE_HISTORY_H

#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is kept of each tick. */
typedef enum trp_history_kind
{
    TRP_HISTORY_WHOLE,     /**< a snapshot */
    TRP_HISTORY_KEYFRAMES, /**< now and then a snapshot, otherwise what has changed since the state
                                before. A snapshot falls out with the deltas after it */
    TRP_HISTORY_REWIND     /**< the newest whole, of others what differs from the state after */
} trp_history_kind;

/** What a history is. Zero means the default. All fields public. */
typedef struct trp_history_desc
{
    void *memory;   /**< aligned to TRP_ALIGNMENT; stays until trp_history_free() */
    size_t bytes;   /**< the oldest states fall out when it is full: about (n + 1) times
                    trp_snapshot_bytes() hold n states */
    uint32_t ticks; /**< at most so many states; 0: as many as fit. Of keyframes and deltas up to
                    keyframe_every more */
    uint32_t
        keep; /**< so many states before the confirmed one stay, to be compared with a peer's; older
                   ones go */
    trp_history_kind kind;   /**< what is kept of each state */
    uint32_t keyframe_every; /**< KEYFRAMES: of so many states one is whole; 0: 60 */
    /** deltas: bytes of the longest snapshot, of which three lie in `memory`; 0:
     * trp_snapshot_most_bytes() */
    size_t room;
    bool hashes; /**< trp_hash_world() of each state is kept, for trp_history_hash() */
} trp_history_desc;

/** A history, in the user's memory, not to be moved, and in no region. Zero it before it is first
 * made. All fields private. */
typedef struct trp_history
{
    trp_world *world;      /**< private; NULL: none */
    trp_history_desc desc; /**< private */
    size_t oldest;         /**< private: where the oldest state is in the memory */
    size_t newest;         /**< private */
    uint32_t count;        /**< private */
    uint64_t confirmed;    /**< private */
    bool is_confirmed;     /**< private: something is */
    unsigned char *images; /**< private: deltas: three snapshots; NULL: whole states */
    uint32_t newest_image; /**< private: which of these is the newest state */
    uint32_t found_image;  /**< private: which is that found last ... */
    size_t found;         /**< private: ... and where this state is in the memory; SIZE_MAX: none */
    uint64_t saved;       /**< private */
    uint64_t restored;    /**< private */
    uint64_t ticks_again; /**< private */
    size_t last_bytes;    /**< private */
} trp_history;

/** Counts of a history. All fields read-only. */
typedef struct trp_history_stats
{
    uint32_t count;       /**< states in it */
    size_t last_bytes;    /**< of the snapshot saved last */
    size_t used_bytes;    /**< of all states, as they are kept */
    uint64_t saved;       /**< states saved so far */
    uint64_t restored;    /**< restores so far */
    uint64_t ticks_again; /**< the ticks between, in total */
} trp_history_stats;

/** Opens a history of a world, with no states. O(1). TRP_ERR_NULL; TRP_ERR_ALIGN; TRP_ERR_LINKED
 * (it is open); TRP_ERR_VALUE (the history or its memory lies in a region, or desc.kind is none);
 * TRP_BUSY while drawing; TRP_ERR_MEMORY: desc.bytes are less than four times desc.room. */
trp_result trp_history_init(trp_history *history, trp_world *world, const trp_history_desc *desc);

/** Closes it, before its world ends; its memory may go. NULL, or one that is closed, is a quiet
 * TRP_GONE. */
trp_result trp_history_free(trp_history *history);

/**
 * Saves the state of now. States of this tick and of later ones, which a restore had left, are
 * forgotten; the oldest fall out as memory and desc.ticks demand. Costs as trp_snapshot_save().
 * TRP_ERR_MEMORY: not even one fits, nothing has changed. Otherwise as trp_snapshot_save(); then
 * states of later ticks may be forgotten.
 */
trp_result trp_history_save(trp_history *history);

/** Restores the state of a tick, earlier or later. States of later ticks stay until the next save.
 * TRP_GONE: it is not in it (any more). Otherwise as trp_snapshot_restore(). O(states) and a copy;
 * of deltas one for each from the snapshot on, or from the state found last if that is nearer:
 * rewinding tick by tick reads one per tick. */
trp_result trp_history_restore(trp_history *history, uint64_t tick);

/** The first and the last tick that can be restored; 0 if there is none: see trp_history_count().
 * O(1). */
uint64_t trp_history_first(const trp_history *history);
/** See trp_history_first(). */
uint64_t trp_history_last(const trp_history *history);
/** How many states are in it. O(1). */
uint32_t trp_history_count(const trp_history *history);

/** The snapshot of a tick, for trp_snapshot_diff(), and its length; NULL: it is not in it (or made
 * of deltas, and other things are registered now). Valid until the next call about this history.
 * O(states); deltas: as a restore. */
const void *trp_history_snapshot(trp_history *history, uint64_t tick, size_t *bytes);

/** All inputs up to this tick are known: it will not be restored to an earlier one. States more
 * than desc.keep ticks older are forgotten. TRP_ERR_VALUE if a later tick was confirmed;
 * TRP_ERR_NULL. */
trp_result trp_history_confirm(trp_history *history, uint64_t tick);

/** The hash of a confirmed state, to be compared with a peer's; false: the tick is not confirmed,
 * or not in it, or there are no hashes. So no guess is ever compared. O(states). */
bool trp_history_hash(const trp_history *history, uint64_t tick, uint64_t *hash);

/** See trp_history_stats; all 0 for NULL. O(states). */
trp_history_stats trp_history_get_stats(const trp_history *history);

#ifdef __cplusplus
}
#endif

#endif
