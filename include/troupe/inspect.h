/**
 * @file inspect.h
 * Inspection: recent events, the cause of an end, actors that were never recycled, memory in use,
 * and a world as text.
 *
 * A *black box* records events of a world: births, ends, refusals and misuse. Each record has the
 * tick, the actor, the tag and the source line of the call (place.h), and the actor in whose update
 * the call was made. The black box lies in the game's own memory:
 *
 *     static trp_black_box box;
 *     static trp_record records[1024];
 *     trp_black_box_start(&box, world, &(trp_black_box_desc){
 *         .records = records, .records_bytes = sizeof records});
 *     ...
 *     trp_print_why(world, handle, print, stderr);
 *
 * A world without a black box pays nothing. With one, a birth and an end are recorded, which takes
 * several times as long as they do. Walks cost the same. A restore or a load takes O(slots)
 * longer, and reads records until the births of all living actors are known: usually few, at most
 * all.
 *
 * The stats and reports below need no black box. All text is passed to a function of the game, line
 * by line, so nothing here needs stdio:
 *
 *     static void print(const char *text, void *arg)
 *     {
 *         fputs(text, (FILE *)arg);
 *     }
 *
 * Every call that takes a const world, pool, black box or record only reads. It may be made at any
 * time: in a tick, in callbacks, while drawing, in a debugger that can call functions. The two
 * calls that start and stop a black box may be made in a tick and in callbacks too, but not while
 * drawing. The cost of a report excludes that of `print`.
 */
#ifndef TROUPE_INSPECT_H
#define TROUPE_INSPECT_H

#include "block.h"
#include "place.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called with a line of text, including its line end; the text is valid during the call. Lines
 * above some 250 characters end in "...". It must not change the world. */
typedef void trp_print_fn(const char *text, void *arg);

/* The black box */

/** The kind of a record. */
typedef enum trp_record_kind {
    TRP_RECORD_NONE,     /**< none: never in a black box */
    TRP_RECORD_CREATED,  /**< a life began; recorded before on_create */
    TRP_RECORD_EXPIRED,  /**< a life ended by trp_expire(); the actor waits to be pruned */
    TRP_RECORD_RECYCLED, /**< a life ended at once, for `reason`; recorded before watchers and
                              on_end. Ends by trp_world_destroy() are not recorded: they would
                              overwrite the rest */
    TRP_RECORD_PRUNED,   /**< an expired actor was pruned, and its slot is free */
    /** a creation returned NULL because the pool was full or there was no memory to grow: `result`.
     * Consecutive refusals in the same tick, at the same line and in the same callback share one
     * record */
    TRP_RECORD_REFUSED,
    TRP_RECORD_MISUSE, /**< a misuse: `call`, which returned `result` */
    /** the world was restored to `tick`, an earlier or later one. Earlier records stay; what they
     * record may be undone */
    TRP_RECORD_RESTORED
} trp_record_kind;

/** The pool number of a record that concerns no pool. */
#define TRP_NO_POOL UINT32_MAX
/** The age of a life whose birth was not recorded. */
#define TRP_NO_AGE UINT64_MAX

/** An event. All fields read-only. Names, tags and files are the game's own pointers, so a record
 * can be read as long as these stay valid, after the end of the world too. */
typedef struct trp_record {
    trp_record_kind kind; /**< the kind of event */
    trp_reason reason;    /**< why a life ended; otherwise TRP_REASON_NONE */
    trp_result result;    /**< result of a refusal or a misuse; otherwise TRP_OK */
    uint32_t pool;        /**< number of the pool (trp_world_pool()), or TRP_NO_POOL */
    uint64_t tick;        /**< trp_world_ticks() at that time */
    uint64_t number;      /**< records since the start before this one, overwritten ones included */
    /** age of a life that ended, in ticks; TRP_NO_AGE: unknown. Known only if births are kept */
    uint64_t age;
    /** the life in question; null if there is none. For misuse of a free slot: the last life in
     * it */
    trp_handle handle;
    uint32_t slot;         /**< slot of the actor, or TRP_NO_SLOT */
    uint32_t line;         /**< source line */
    const char *file;      /**< source file; NULL: unknown */
    const char *tag;       /**< the tag (place.h); NULL: none */
    const char *pool_name; /**< NULL: no pool */
    const char *call;      /**< misuse: the call, "" with TRP_NO_MESSAGES; otherwise NULL */
    /** pool of the actor in whose update or visit it happened; NULL: outside of these */
    const char *in_pool_name;
    uint32_t in_pool; /**< number of that pool, or TRP_NO_POOL */
    /** slot of that actor; TRP_NO_SLOT: the actor had left, or it happened in update_pool or in
     * pruning */
    uint32_t in_slot;
    /** name of a reason that the game defines, from the black box's desc, or NULL */
    const char *reason_name;
    const char *by_pool_name; /**< pool of the culprit; NULL: there is none */
    trp_handle by;            /**< handle of the culprit, or null */
    uint32_t by_slot;         /**< slot of the culprit, or TRP_NO_SLOT */
    bool in_visit;  /**< it happened in a visit of a walk (trp_for_each()), not in an update */
    bool is_within; /**< a callback of the call at `line` caused it, not that call itself */
    uint32_t times; /**< number of refusals in this record; otherwise 1 */
} trp_record;

/** private: where a living actor was created */
typedef struct trp__birth {
    uint64_t tick;
    const char *tag;
    const char *file;
    uint32_t line;
    uint32_t generation; /**< 0: no birth */
    bool is_within;
} trp__birth;

/** Bytes for n records. An array of n trp_record works as well. Constant. */
#define TRP_BLACK_BOX_BYTES(n) ((size_t)(n) * sizeof(trp_record))
/** Bytes for the births in pools that have n slots together, and 4 or more each, or 8 or more where
 * they can grow. Constant. */
#define TRP_BIRTHS_BYTES(n) (((size_t)(n) + (size_t)(n) / 4 + 1) * sizeof(trp__birth))

/** What a black box keeps, and where. Zero: not kept. All fields public. */
typedef struct trp_black_box_desc {
    /** Memory for the latest events; the oldest are overwritten. An array of trp_record, or a block
     * aligned to TRP_ALIGNMENT. */
    void *records;
    size_t records_bytes; /**< size of `records`; TRP_BLACK_BOX_BYTES(n) */
    /** Memory for the births of living actors, aligned to TRP_ALIGNMENT. With it trp_print_leaks()
     * names the creators, and records have ages. The slots of a pool, and those that it grows by,
     * get their part of it with the first birth there. */
    void *births;
    size_t births_bytes; /**< size of `births`, TRP_BIRTHS_BYTES(n); further births are not kept */
    /** If not NULL, gets the output of trp_print_leaks() when the world is destroyed, before its
     * last actors are recycled. */
    trp_print_fn *print_leaks;
    void *user; /**< passed to print_leaks */
    /** Names of reasons that the game defines: reasons[n] is the name of TRP_REASON_OWN(n). The
     * array must stay as long as the box keeps records. A name reads as a verb after the actor:
     * "shot down". */
    const char *const *reasons;
    uint32_t reason_count; /**< number of names */
} trp_black_box_desc;

/** A black box, in the user's memory. Zero it before the first start. It must not be moved, and the
 * memory in its desc must stay, until it is stopped or its world ends; longer, if it is read
 * later. */
typedef struct trp_black_box {
    trp_world *world;           /**< read-only: its world; NULL: stopped, or the world has ended */
    trp_record *records;        /**< private: a ring */
    trp__birth *births;         /**< private: columns by slot */
    uint64_t written;           /**< private: records since the start */
    uint32_t room;              /**< private: number of records that fit */
    uint32_t next;              /**< private: index of the next record */
    uint32_t births_room;       /**< private */
    uint32_t births_used;       /**< private */
    trp_print_fn *print_leaks;  /**< private */
    void *user;                 /**< private */
    const char *const *reasons; /**< private */
    uint32_t reason_count;      /**< private */
} trp_black_box;

/**
 * Starts recording the events of `world`; the old records of the black box are dropped. A world has
 * at most one black box. O(pools times watchers + memory for births).
 *
 * TRP_ERR_NULL. TRP_ERR_LINKED: the box is started, here or elsewhere, or the world has another
 * one. TRP_ERR_DESC: the box would keep nothing. TRP_ERR_ALIGN. TRP_ERR_MEMORY: there is no room
 * for one record, or for one birth. TRP_ERR_LIMIT: above 2^28. TRP_BUSY while drawing or shutting
 * down.
 */
trp_result trp_black_box_start(trp_black_box *box, trp_world *world,
                               const trp_black_box_desc *desc);

/** Stops recording. The pools are as fast as before, and the records can still be read. O(pools
 * times watchers). TRP_ERR_UNLINKED: it is not started, or
 * is a copy. TRP_BUSY while drawing. TRP_ERR_NULL. */
trp_result trp_black_box_stop(trp_black_box *box);

/** A record: number 0 is the oldest that is left, 1 the one after it; NULL after the latest. Valid
 * until it is overwritten. O(1). */
const trp_record *trp_black_box_at(const trp_black_box *box, uint32_t number);

/**
 * Writes a record as a line of text, without a line end, such as
 *
 *     tick 12: enemy slot 3 (generation 2) recycled by sweeper at game.c:80, in the update of
 *     hero slot 0
 *
 * into `size` bytes (longer text is cut), and returns `text`. A NULL record gives "". O(length of
 * the names).
 */
const char *trp_record_text(char *text, size_t size, const trp_record *record);

/** Prints the last n records, the oldest of them first; all records if there are fewer. O(n).
 * TRP_ERR_NULL. */
trp_result trp_print_records(const trp_black_box *box, uint32_t n, trp_print_fn *print, void *arg);

/* Why is it gone? */

/** The state of the life that a handle identifies. */
typedef enum trp_fate {
    TRP_FATE_NONE,  /**< the handle is null */
    TRP_FATE_ALIVE, /**< it is alive */
    TRP_FATE_ENDED, /**< its life is over; the record gives tick, reason and cause */
    /** its life is over, but the end is not recorded: the black box was started later, or has
     * overwritten it */
    TRP_FATE_FORGOTTEN,
    TRP_FATE_UNKNOWN, /**< its life is over, and there is no black box with records */
    TRP_FATE_FOREIGN, /**< the handle belongs to a world with another id */
    TRP_FATE_MADE_UP, /**< no actor of this world has, or ever had, this handle */
    /** the world was restored to a state before its birth, which undid its whole life. `created`
     * is what was recorded of the birth. Without records: TRP_FATE_MADE_UP */
    TRP_FATE_UNDONE
} trp_fate;

/** The answer of trp_why_gone(). All fields read-only. */
typedef struct trp_why {
    trp_fate fate;        /**< the state of the life */
    const trp_pool *pool; /**< the pool of the handle's slot; NULL: no slot of this world */
    uint32_t slot;        /**< the slot, or TRP_NO_SLOT */
    uint64_t age; /**< age of the actor, or its age at its end, in ticks; TRP_NO_AGE: unknown */
    /** TRP_FATE_ENDED: the record of its end; otherwise NULL. A record of the kind
     * TRP_RECORD_PRUNED means: it had expired, and the record of that is overwritten. Valid until
     * it is overwritten, as with trp_black_box_at(). */
    const trp_record *ended;
    const trp_record *created; /**< the record of its birth; NULL: not recorded */
} trp_why;

/**
 * Finds what ended the life that this handle identifies, when and why, whatever its slot contains
 * now. O(records): the ring is searched backwards from the latest record, so after a restore the
 * latest end counts. Ends and births that the latest restore or load undid are left out. (Those in
 * the very tick of the restored state count, since that tick may have begun before the save.) Any
 * handle and a NULL world are allowed.
 */
trp_why trp_why_gone(const trp_world *world, trp_handle handle);

/** Prints the answer of trp_why_gone() in one line, or in two if the birth is recorded. Costs as
 * trp_why_gone(). TRP_ERR_NULL. */
trp_result trp_print_why(const trp_world *world, trp_handle handle, trp_print_fn *print, void *arg);

/* Stats */

/** Counts and bytes of a pool; or sums over the pools of a layer or a world. All fields
 * read-only. */
typedef struct trp_usage {
    uint32_t pools;   /**< number of pools */
    uint32_t live;    /**< actors in slots: the three below, and those whose on_end is running */
    uint32_t active;  /**< actors in the list that have not expired */
    uint32_t asleep;  /**< actors in slots, but not in the list */
    uint32_t expired; /**< actors that have expired and are not yet pruned */
    /** the most actors that were live at once; for several pools, the sum of their peaks */
    uint32_t peak;
    uint32_t capacity; /**< slots, with and without actor, except the retired ones */
    uint32_t retired;  /**< slots whose lives are used up */
    uint64_t created;  /**< lives begun */
    uint64_t recycled; /**< lives ended, for whatever reason */
    uint64_t refused;  /**< creations that returned NULL because the pool was full */
    uint64_t stolen;   /**< lives ended because the pool was full */
    uint64_t misuse;   /**< misuses; for a world, including those that concern no pool */
    /** Memory in total: slots, bitmaps, prototype, grown chunks, the structs themselves. For a
     * world: everything in its block or from its allocator, which is its own structs, its pools,
     * and the memory of groups, spaces and families. */
    size_t bytes;
    /** part of `bytes` in taken slots. (Adopted actors are in the game's own memory.) */
    size_t live_bytes;
} trp_usage;

/** The usage of a pool. All 0 for NULL. O(chunks). */
trp_usage trp_pool_measure(const trp_pool *pool);
/** The usage of a layer. All 0 if there is no such layer. O(its pools). */
trp_usage trp_layer_measure(const trp_world *world, uint32_t layer);
/** The usage of a world. All 0 for NULL. O(pools). */
trp_usage trp_world_measure(const trp_world *world);

/* Reports */

/**
 * Prints actors that were never recycled: for each pool its living actors, active and asleep. As
 * far as the world's black box keeps births, it also prints which tag created them, where and when.
 * Expired actors are not counted, since they only wait to be pruned. Returns the number of actors;
 * with a NULL `print` it only counts. O(capacity times the creators of a pool), or O(capacity
 * squared) for more than 32 creators.
 */
uint32_t trp_print_leaks(const trp_world *world, trp_print_fn *print, void *arg);

/** The level of detail of trp_print_world(). */
typedef enum trp_detail {
    TRP_DETAIL_POOLS, /**< one line per layer and pool */
    TRP_DETAIL_ACTORS /**< also one line per actor */
} trp_detail;

/** Prints a world: its layers and pools in the order in which a tick reaches them, and each pool's
 * actors by slot. O(layers + pools), with actors also O(capacity). TRP_ERR_NULL. */
trp_result trp_print_world(const trp_world *world, trp_detail detail, trp_print_fn *print,
                           void *arg);

#ifdef __cplusplus
}
#endif

#endif
