/**
 * @file history.h
 * Histories: the last ticks of a world, kept in the caller's memory, and a way back to each of
 * them. For rollback, rewind, and questions such as "what was it three seconds ago". No allocation.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 20];
 *     static trp_history past;
 *     trp_history_desc desc = {.memory = memory, .bytes = sizeof memory};
 *     trp_history_open(&past, world, &desc);
 *     for (;;) { trp_history_save(&past); step(world, inputs); }  // before each tick
 *     trp_history_restore(&past, tick);                           // then repeat the later ticks
 *
 * A history is of one of three kinds. Whole states are the fastest to save and restore: for
 * rollback. Keyframes with deltas between them take an eighth of the bytes or less if few members
 * change: for minutes of play, and for jumping back and forth. Backward deltas from the newest
 * state take as little: for rewinding tick by tick, each step as fast as the last. A jump reads
 * every delta on its way, so jumps over more than a second need keyframes.
 *
 * A minute at 60 ticks per second is 3,600 states. A whole state takes trp_snapshot_bytes(). A
 * delta takes the words of 4 bytes that changed, and some 3 bytes per actor with changes: 10,000
 * actors of 64 bytes of which x and y change take 2.6 GB per minute as whole states, and 0.4 GB as
 * deltas.
 *
 * A state is identified by its tick: the value of trp_world_ticks() when it was saved. Each state
 * is a snapshot; snapshot.h says what it contains, what a restore does and when it is refused.
 * While a history is open, no pool gives chunks back (shrink.h) and no group shrinks, so that every
 * state can be restored.
 *
 * trp_load() (save.h) and trp_snapshot_restore() leave a history as it is. Its states are those
 * from before, and can still be restored. The next trp_history_save() drops states of its tick and
 * of later ticks, and keeps those of earlier ticks, which then belong to another past. To forget
 * them all, close the history and open it again.
 */
#ifndef TROUPE_HISTORY_H
#define TROUPE_HISTORY_H

#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How states are stored. */
typedef enum trp_history_kind {
    TRP_HISTORY_WHOLE, /**< each state is a snapshot */
    /** the newest state and every keyframe_every-th are snapshots; each other one is stored as
     * changes from the state after it */
    TRP_HISTORY_KEYFRAMES,
    TRP_HISTORY_REWIND /**< the same without keyframes: only the newest state is a snapshot */
} trp_history_kind;

/** The settings of a history. Zero means the default. All fields public. */
typedef struct trp_history_desc {
    void *memory; /**< aligned to TRP_ALIGNMENT; must stay until trp_history_close() */
    /** size of `memory`. When it is full, the oldest states are dropped. About (n + 1) times
     * trp_snapshot_bytes() hold n whole states */
    size_t bytes;
    uint32_t ticks; /**< the most states that are kept; 0: as many as fit */
    /** number of states before the confirmed one that are kept, for comparison with a peer; older
     * ones are dropped */
    uint32_t keep;
    trp_history_kind kind; /**< how states are stored */
    /** TRP_HISTORY_KEYFRAMES: one of this many states is a snapshot; 0: 60 */
    uint32_t keyframe_every;
    /** kinds with deltas: size of the longest snapshot in bytes. `memory` must have room for four
     * of these: three are used for work. 0: these three are as large as the states need so far;
     * where a longer state needs more, the oldest states make room */
    size_t room;
    bool hashes; /**< whether trp_hash_world() of each state is kept, for trp_history_hash() */
} trp_history_desc;

/** A history, in the user's memory. It must not be moved or copied (calls on a copy return
 * TRP_ERR_UNLINKED, a misuse), and must not lie in a region. Zero it
 * before the first trp_history_open(). All fields private. */
typedef struct trp_history {
    trp_world *world;               /**< private; NULL: none */
    const struct trp_history *self; /**< private: this struct; another one in a copy */
    trp_history_desc desc;          /**< private */
    size_t oldest;                  /**< private: position of the oldest state in the memory */
    size_t newest;                  /**< private */
    uint32_t count;                 /**< private */
    uint64_t confirmed;             /**< private */
    bool is_confirmed;              /**< private: a tick has been confirmed */
    bool grows;            /**< private: desc.room was 0: the images get room as states need it */
    unsigned char *images; /**< private: kinds with deltas: three snapshots; NULL: whole states */
    uint32_t newest_image; /**< private: index of the image of the newest state */
    uint32_t found_image;  /**< private: index of the image found last */
    size_t found;          /**< private: position of its state in the memory; SIZE_MAX: none */
    uint64_t saved;        /**< private */
    uint64_t restored;     /**< private */
    uint64_t ticks_again;  /**< private */
    size_t last_bytes;     /**< private */
} trp_history;

/** Counts of a history. All fields read-only. */
typedef struct trp_history_facts {
    uint32_t count;       /**< states in the history */
    size_t last_bytes;    /**< size of the snapshot saved last */
    uint64_t saved;       /**< states saved so far */
    uint64_t restored;    /**< restores so far */
    uint64_t ticks_again; /**< ticks that restores went back, in total */
} trp_history_facts;

/** Opens a history of a world, without states. O(1). TRP_ERR_NULL. TRP_ERR_ALIGN. TRP_ERR_LINKED:
 * the history is open already. TRP_ERR_VALUE: the history or its memory lies in a region, or
 * desc.kind is invalid. TRP_BUSY while drawing. TRP_ERR_MEMORY: desc.bytes is less than four times
 * desc.room. Without `room` the memory is not examined before the first save. */
trp_result trp_history_open(trp_history *history, trp_world *world, const trp_history_desc *desc);

/** Closes the history, before its world ends; its memory may then be reused. TRP_GONE, not a
 * misuse: the history is NULL or closed. */
trp_result trp_history_close(trp_history *history);

/**
 * Saves the present state. States of this tick and of later ticks, which a restore left in the
 * history, are dropped. The oldest states are dropped as memory and desc.ticks require. Costs as
 * trp_snapshot_save(). TRP_ERR_MEMORY, a misuse: not even one state fits, with deltas not three
 * times, or it is longer than desc.room; no state is added. Other
 * results as trp_snapshot_save(); states of later ticks may then be dropped already.
 */
trp_result trp_history_save(trp_history *history);

/** Restores the state of a tick, earlier or later than the present one. States of later ticks stay
 * until the next save. TRP_GONE: the state is not, or no longer, in the history. Other results as
 * trp_snapshot_restore(). O(states) and a copy. With deltas it also reads each delta from the
 * nearest snapshot, or from the state found last if that is nearer: so rewinding tick by tick reads
 * one delta per tick. */
trp_result trp_history_restore(trp_history *history, uint64_t tick);

/** The first tick that can be restored; 0 if there is none, see trp_history_info(). O(1). */
uint64_t trp_history_first(const trp_history *history);
/** The last tick that can be restored; 0 if there is none. O(1). */
uint64_t trp_history_last(const trp_history *history);
/** The facts of a history. All 0 for NULL. O(1). */
trp_history_facts trp_history_info(const trp_history *history);
/** The bytes of all states as they are stored; 0 for NULL. O(states). */
size_t trp_history_measure(const trp_history *history);

/** Returns the snapshot of a tick, for trp_snapshot_diff(), and its length. NULL: the tick is not
 * in the history. Valid until the next call on this history. O(states); with deltas as
 * trp_history_restore(). */
const void *trp_history_snapshot(trp_history *history, uint64_t tick, size_t *bytes);

/** Declares that all inputs up to this tick are known, so the world will not be restored to an
 * earlier tick. States more than desc.keep ticks older are dropped. TRP_ERR_VALUE: a later tick has
 * been confirmed. TRP_ERR_NULL. */
trp_result trp_history_confirm(trp_history *history, uint64_t tick);

/** Writes the hash of a confirmed state, for comparison with a peer. False: the tick is not
 * confirmed or not in the history, desc.hashes is false, or `hash` is NULL. So a predicted state is
 * never compared. O(states). */
bool trp_history_hash(const trp_history *history, uint64_t tick, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
