/**
 * @file inspect.h
 * Looking inside: recent events, what ended a life and why, actors that were never recycled, memory
 * in use, and a world as text.
 *
 * A *black box* records what happens in a world: births, ends, refusals and misuse, each with the
 * tick, the actor, the tag and the source line of the call (place.h), and the actor in whose update
 * it was made. It is in the game's own memory:
 *
 *     static trp_black_box box;
 *     static trp_record records[1024];
 *     trp_black_box_start(&box, world, &(trp_black_box_desc){
 *         .records = records, .records_bytes = sizeof records});
 *     ...
 *     trp_print_why(world, handle, print, stderr);
 *
 * A world without a black box pays nothing: its pools take the fast path. With one, creating and
 * recycling take the general path of watched pools, and a little more: a birth and an end some 55
 * ns instead of 10. Walks cost the same.
 *
 * The stats and reports below need no black box. All text goes to a function of the game's, a line
 * at a time, so that nothing here needs stdio:
 *
 *     static void print(const char *text, void *context)
 *     {
 *         fputs(text, (FILE *)context);
 *     }
 *
 * Every call that takes a const world, pool, black box or record only reads, and may be made at any
 * time: in a tick, in callbacks, while drawing, in a debugger that can call functions. The two that
 * start and stop a black box may be called in a tick and in callbacks too, but not while drawing.
 * The cost of a report excludes that of `print`.
 */
#ifndef TROUPE_INSPECT_H
#define TROUPE_INSPECT_H

#include "block.h"
#include "place.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called with a line of text, with its line end; valid during the call. Lines that are too long
 * (some 250 characters) end in "...". It must not change the world. */
typedef void trp_print_fn(const char *text, void *context);

/* The black box */

/** What a black box records. */
typedef enum trp_record_kind
{
    TRP_RECORD_NONE,     /**< nothing: never in a black box */
    TRP_RECORD_CREATED,  /**< a life began; recorded before on_create */
    TRP_RECORD_EXPIRED,  /**< a life ended by trp_expire(); the actor waits to be pruned */
    TRP_RECORD_RECYCLED, /**< a life ended at once, for `reason`; recorded before watchers and
                              on_recycle. Ends by trp_world_destroy() are not recorded: they would
                              overwrite the rest */
    TRP_RECORD_PRUNED,   /**< an actor that had expired left, and its slot is free */
    TRP_RECORD_REFUSED,  /**< a creation returned NULL since the pool was full, or there was no
                             memory to grow: `result`. Consecutive ones in the same tick, at the
                             same line and in the same callback are one record */
    TRP_RECORD_MISUSE,   /**< a misuse: `call`, which returned `result` */
    TRP_RECORD_RESTORED  /**< trp_snapshot_restore() took the world back to `tick`, or forth. What
                             was recorded stays: what stands before this one may not have
                             happened */
} trp_record_kind;

/** No pool, where a record has a pool's number. */
#define TRP_NO_POOL UINT32_MAX
/** The age of a life whose birth is not recorded. */
#define TRP_NO_AGE UINT64_MAX

/** Something that happened. All fields read-only. Names, tags and files are the pointers that the
 * game gave, so a record can be read as long as those stay, after the end of the world too. */
typedef struct trp_record
{
    trp_record_kind kind;  /**< what */
    trp_reason reason;     /**< why a life ended; else TRP_REASON_NONE */
    trp_result result;     /**< of a refusal or a misuse; else TRP_OK */
    uint32_t pool;         /**< its number (trp_world_pool()); TRP_NO_POOL: of none */
    uint64_t tick;         /**< trp_world_ticks() then */
    uint64_t age;          /**< of a life that ended, in ticks; TRP_NO_AGE: not known. Known if
                                 births are kept */
    trp_handle handle;     /**< which life; null if the record is about none. Misuse of a free slot:
                                 the last life there */
    uint32_t slot;         /**< of the actor; TRP_NO_SLOT */
    uint32_t line;         /**< of the source */
    const char *file;      /**< of the source; NULL: not known */
    const char *tag;       /**< the tag (place.h); NULL: none */
    const char *pool_name; /**< NULL: no pool */
    const char *call;      /**< of a misuse: the call, "" with TRP_NO_MESSAGES; else NULL */
    const char *in_pool_name; /**< in an update or visit of an actor of that pool; NULL: in none */
    uint32_t in_pool;         /**< its number; TRP_NO_POOL */
    uint32_t in_slot; /**< that actor's; TRP_NO_SLOT: it had left itself, or it was the pool's
                                 update_pool or pruning */
    const char
        *reason_name; /**< of a reason of the game's own, from the black box's desc; or NULL */
    const char *by_pool_name; /**< of the culprit; NULL: none was named */
    trp_handle by;            /**< its handle; null */
    uint32_t by_slot;         /**< its slot; TRP_NO_SLOT */
    bool in_visit;            /**< a visit of a walk (trp_for_each()), not an update */
    bool is_within; /**< caused by the call at `line`, in a callback, rather than done there */
    uint32_t times; /**< how many refusals this is; of all else 1 */
} trp_record;

/** private: what created an actor that lives */
typedef struct trp__birth
{
    uint64_t tick;
    const char *tag;
    const char *file;
    uint32_t line;
    uint32_t index; /**< of its handle */
    uint32_t generation;
    uint8_t is_taken;
    uint8_t is_within;
} trp__birth;

/** Bytes for n records. Or give an array of n trp_record. Constant. */
#define TRP_BLACK_BOX_BYTES(n) ((size_t)(n) * sizeof(trp_record))
/** Bytes for the births of n actors that live at the same time. Constant. */
#define TRP_BIRTHS_BYTES(n) (((size_t)(n) + (size_t)(n) / 4 + 1) * sizeof(trp__birth))

/** What a black box is to keep, and where. Zero means: not that. All fields public. */
typedef struct trp_black_box_desc
{
    /** For the last things that happened; the oldest are overwritten. An array of trp_record, or a
     * block aligned to TRP_ALIGNMENT. */
    void *records;
    size_t records_bytes; /**< of the array; TRP_BLACK_BOX_BYTES(n) */
    /** Memory for the births of living actors, aligned to TRP_ALIGNMENT: trp_print_leaks() then
     * names the creators, and the age of an ended life is known. */
    void *births;
    size_t births_bytes; /**< TRP_BIRTHS_BYTES(n); births beyond n are not kept */
    /** Gets trp_print_leaks() when the world is destroyed, before its last actors are recycled, if
     * there are any. */
    trp_print_fn *print_leaks;
    void *context; /**< passed on to print_leaks */
    /** Names of the game's own reasons: reasons[n] is that of TRP_REASON_OWN(n). An array that must
     * stay as long as the box keeps records; names are read as what follows the actor: "shot
     * down". */
    const char *const *reasons;
    uint32_t reason_count; /**< of the array */
} trp_black_box_desc;

/** A black box, in the user's memory. Zero it before it is first started. It must stay where it is,
 * with the memory that its desc names, until it is stopped or its world ends; to be read later,
 * longer. */
typedef struct trp_black_box
{
    trp_world *world;          /**< read-only: whose it is; NULL: stopped, or its world has ended */
    trp_record *records;       /**< private: a ring */
    trp__birth *births;        /**< private: hashed by the handle's index */
    uint64_t written;          /**< private: records since the start */
    uint32_t room;             /**< private: for so many records */
    uint32_t next;             /**< private: where the next one is written */
    uint32_t births_room;      /**< private */
    uint32_t births_kept;      /**< private */
    trp_print_fn *print_leaks; /**< private */
    void *context;             /**< private */
    const char *const *reasons; /**< private */
    uint32_t reason_count;      /**< private */
} trp_black_box;

/**
 * Starts recording what happens in `world`; the old records of the black box are dropped. A world
 * has one at most. O(pools times watchers), and the births' memory.
 *
 * TRP_ERR_NULL; TRP_ERR_LINKED if the box is started, here or elsewhere, or the world has another;
 * TRP_ERR_DESC if it is to keep nothing; TRP_ERR_ALIGN; TRP_ERR_MEMORY if there is no room for one
 * record, or one birth; TRP_ERR_LIMIT beyond 2^28; TRP_BUSY while drawing or shutting down.
 */
trp_result trp_black_box_start(trp_black_box *box, trp_world *world,
                               const trp_black_box_desc *desc);

/** Stops recording. The pools are as fast as before; the records can still be read.
 * O(pools times watchers). TRP_ERR_UNLINKED if it is not started; TRP_BUSY while drawing;
 * TRP_ERR_NULL. */
trp_result trp_black_box_stop(trp_black_box *box);

/** How many records it holds. O(1). */
uint32_t trp_black_box_count(const trp_black_box *box);
/** How many were overwritten since it was started. O(1). */
uint64_t trp_black_box_overwritten(const trp_black_box *box);
/** The records, the oldest first: 0 up to trp_black_box_count() - 1; NULL beyond. Good until it is
 * overwritten. O(1). */
const trp_record *trp_black_box_at(const trp_black_box *box, uint32_t number);

/**
 * Writes a record as a line of text without an end, such as
 *
 *     tick 12: enemy slot 3 (generation 2) recycled by sweeper at game.c:80, in the update of hero
 * slot 0
 *
 * into `size` bytes, cut there, and returns `text`. "" for no record. O(the names in it).
 */
const char *trp_record_text(char *text, size_t size, const trp_record *record);

/** Prints the last n records, the oldest of them first; all if n is more. O(n). TRP_ERR_NULL. */
trp_result trp_print_records(const trp_black_box *box, uint32_t n, trp_print_fn *print,
                             void *context);

/* Why is it gone? */

/** What has become of the actor that a handle names. */
typedef enum trp_fate
{
    TRP_FATE_NONE,      /**< the handle is null */
    TRP_FATE_ALIVE,     /**< it lives */
    TRP_FATE_ENDED,     /**< its life is over; the record says when, why and by what */
    TRP_FATE_FORGOTTEN, /**< its life is over, but not recorded: the black box was started later, or
                             has overwritten it */
    TRP_FATE_UNKNOWN,   /**< its life is over, and there is no black box with records */
    TRP_FATE_FOREIGN,   /**< the handle is of a world with another id */
    TRP_FATE_MADE_UP    /**< no actor of this world has or ever had this handle */
} trp_fate;

/** The answer of trp_why_gone(). All fields read-only. */
typedef struct trp_why
{
    trp_fate fate;        /**< what has become of it */
    const trp_pool *pool; /**< whose slot the handle names; NULL: no slot of this world */
    uint32_t slot;        /**< TRP_NO_SLOT */
    uint64_t age; /**< of the actor, or what it was in the end; in ticks; TRP_NO_AGE: not known */
    /** TRP_FATE_ENDED: the record of its end. Kind TRP_RECORD_PRUNED: it had expired, and the
     * record of that is overwritten. Else NULL. Good until it is overwritten, as
     * trp_black_box_at(). */
    const trp_record *ended;
    const trp_record *created; /**< the record of its birth; NULL: not recorded */
} trp_why;

/**
 * What ended the life that this handle names, when and why, whatever its slot is used for now.
 * O(records): the ring is searched from the newest back. Any handle and a NULL world are allowed.
 */
trp_why trp_why_gone(const trp_world *world, trp_handle handle);

/** Prints that answer in one line, or two if its birth is recorded. Costs as trp_why_gone().
 * TRP_ERR_NULL. */
trp_result trp_print_why(const trp_world *world, trp_handle handle, trp_print_fn *print,
                         void *context);

/* Stats */

/** Counts and bytes of a pool, a layer or a world: of its pools, added up. All fields read-only. */
typedef struct trp_usage
{
    uint32_t pools;    /**< how many */
    uint32_t live;     /**< taken slots: the three below, and those whose on_recycle is running */
    uint32_t active;   /**< in the list, and not expired */
    uint32_t asleep;   /**< taken, not in the list */
    uint32_t expired;  /**< expired and not yet pruned */
    uint32_t peak;     /**< the most that were live at once, in each pool */
    uint32_t capacity; /**< slots, taken or free, without the retired */
    uint32_t retired;  /**< slots that are used up */
    uint64_t created;  /**< lives begun */
    uint64_t recycled; /**< lives ended, for whatever reason */
    uint64_t refused;  /**< creations that got NULL since the pool was full */
    uint64_t stolen;   /**< lives ended because the pool was full */
    uint64_t misuse;   /**< misuses; of a world: those that concern no pool, too */
    /** Memory in all: slots, bitmaps, prototype, grown chunks, the structs themselves. Of a world:
     * all that is out of its block or allocator: its own structs, its pools, and what rosters,
     * spaces and families took. */
    size_t bytes;
    size_t
        live_bytes; /**< of these, in taken slots. (Adopted actors are in the game's own memory.) */
} trp_usage;

/** Of a pool. All zero for NULL. O(chunks). */
trp_usage trp_pool_usage(const trp_pool *pool);
/** Of a layer. All zero for no such layer. O(its pools). */
trp_usage trp_layer_usage(const trp_world *world, uint32_t layer);
/** Of a world. All zero for NULL. O(pools). */
trp_usage trp_world_usage(const trp_world *world);

/* Reports */

/**
 * Prints actors that were never recycled: each pool's living actors, active and asleep, and, as far
 * as the world's black box keeps births, by what they were created, where and when. Expired actors
 * are not counted: they only wait to be pruned. Returns how many actors there are; with a NULL
 * `print` nothing else. O(capacity times the creators of a pool), or its square if there are more
 * than 32 of them.
 */
uint32_t trp_print_leaks(const trp_world *world, trp_print_fn *print, void *context);

/** How much trp_print_world() prints. */
typedef enum trp_detail
{
    TRP_DETAIL_POOLS, /**< a line per layer and pool */
    TRP_DETAIL_ACTORS /**< and one for each actor */
} trp_detail;

/** Prints a world: its layers and pools in the order in which a tick comes to them, each pool's
 * actors by slot. O(layers + pools), with actors O(capacity) as well. TRP_ERR_NULL. */
trp_result trp_print_world(const trp_world *world, trp_detail detail, trp_print_fn *print,
                           void *context);

/**
 * Prints how full a pool is: `rows` bars at most (0: 16), one for each group of consecutive slots.
 * A bar is full if all slots of the group are taken, and empty if none is. O(capacity).
 * TRP_ERR_NULL.
 */
trp_result trp_print_fill(const trp_pool *pool, uint32_t rows, trp_print_fn *print, void *context);

#ifdef __cplusplus
}
#endif

#endif
