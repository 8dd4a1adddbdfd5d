/**
 * @file save.h
 * Saves: a world as a file that later versions of the game, and other machines, can read. For state that is needed within one
 * run only, snapshots are faster (snapshot.h).
 *
 *     trp_save(world, &(trp_save_desc){.game = "Castle", .version = 3}, write_to_file, file);
 *     ...
 *     trp_result result = trp_load(world, bytes, size, &(trp_load_desc){
 *         .game = "Castle", .version = 3, .oldest = 1, .on_problem = print_problem});
 *
 * **In a save**: every pool that is not transient, with the fields that describe its struct (fields.h): lives, states, generations,
 * orders, the order of free slots; the time; layers and their order; families, rosters, the members of spaces, timers; regions that are
 * described, and those of ids; events that wait in queues that are described; chunks of bytes of the game's own. **Not in it**:
 * members that no field describes, and fields that are TRP_FIELD_IGNORED; actors of transient pools, and handles to them; events of
 * queues without fields; callbacks and settings of descs. External pools cannot be saved unless they are transient: their actors
 * are in the game's own memory, which a load could not give back.
 *
 * **The file** is little-endian, and the same calls write the same bytes on all machines; every NaN is written as one value. It names its
 * types and fields. src/save/FORMAT.md documents it byte by byte, and trp_print_save() prints any save without the game.
 *
 * **Loading** matches pools, layers, regions and modules by name (those of the same name, and families, by their order), and fields
 * by name, then by `was`. A field that the file lacks gets the value of the prototype, or that of TRP_FIELD_SINCE; in a region it
 * keeps its value. A number may have changed its kind if each value in the file is kept exactly; an array may have become longer, a
 * text larger. Fields that the struct no longer has are offered to `upgrade`; pools and modules that the game no longer has are
 * dropped. A pool that the file lacks is empty afterwards, and so is a roster, a family, a space, a table of timers and a queue.
 *
 * A pool that is transient, in the file or in the world, is left unchanged. A roster's members of transient pools are left out.
 *
 * Actors get their slots and generations back: a handle in a payload names the same life. The program must drop handles that it keeps
 * outside of the world and its regions at a load, as at a restore (snapshot.h): trp_world_timeline() has changed. In a save from an
 * untrusted source a handle or pointer may name any actor of the world: look such handles up with trp_get_in(), and describe no
 * pointers.
 *
 * All sizes below are those of the file. Calls take about 5 KB of stack. They allocate nothing, except that growing pools, rosters,
 * spaces and families grow, up to their own limits.
 */
#ifndef TROUPE_SAVE_H
#define TROUPE_SAVE_H

#include "fields.h"
#include "inspect.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the format that this library writes. It reads this one and all before. */
#define TRP_SAVE_FORMAT 1

/** Structs within structs in a save, at most. */
#define TRP_SAVE_DEPTH 8

/** Takes bytes of a save, in their order. `size` is 1 or more. False: they cannot be written; the save is given up. It calls nothing
 * of the world. */
typedef bool trp_write_fn(const void *bytes, size_t size, void *context);

/** Bytes of the game's own in a save: a picture for a menu, a text, its options. All fields public. */
typedef struct trp_save_chunk
{
    const char *name;  /**< not NULL, and up to 255 bytes */
    const void *bytes; /**< copied into the save */
    size_t size;       /**< of `bytes`; 0 is allowed */
} trp_save_chunk;

/** What a save is. Zero means the default. All fields public. */
typedef struct trp_save_desc
{
    const char *game;             /**< up to 255 bytes; required: another game refuses the save */
    uint32_t version;             /**< of the game's saves */
    const trp_save_chunk *chunks; /**< of the game's own, or NULL */
    uint32_t chunk_count;         /**< of `chunks` */
} trp_save_desc;

/**
 * Writes the world, and does not change it. O(slots up to the peaks + bytes).
 *
 * TRP_ERR_MEMORY: `write` returned false; no load accepts the part that was written. The following are misuse, and nothing is
 * written: TRP_ERR_DESC: a pool is not described (trp_pool_describe) and not transient, or it is external; a region
 * is not described; a transient pool is in a family or a space; structs lie within structs deeper than TRP_SAVE_DEPTH;
 * a name is longer than 255 bytes, or a chunk has none. TRP_ERR_NULL: no desc, game or `write`.
 * TRP_BUSY: in a tick, a walk, a drawing or a callback.
 */
trp_result trp_save(const trp_world *world, const trp_save_desc *desc, trp_write_fn *write,
                    void *context);

/** How many bytes trp_save() would write; 0 if it refuses. O(slots up to the peaks). */
size_t trp_save_bytes(const trp_world *world, const trp_save_desc *desc);

/** What is wrong with a save. All fields read-only, valid during the call. */
typedef struct trp_load_problem
{
    trp_result result; /**< the result of the load */
    size_t offset;     /**< offset in the bytes */
    const char *name;  /**< of the pool, field or other object; "" if there is none */
    const char *text;  /**< "offset 120: pool enemy: field x: ..."; "" in a library without words */
} trp_load_problem;

/** Called with the reason why a save is refused. It must change nothing. */
typedef void trp_on_problem_fn(const trp_load_problem *problem, void *user);

/** A struct as it is in the file, for `upgrade`. Valid during the call. All fields private. */
typedef struct trp_old
{
    const struct trp__loading *loading; /**< private */
    const unsigned char *record;        /**< private: the values */
    size_t type;                        /**< private: where the file describes them */
    uint32_t version;                   /**< read-only: of the struct's fields then */
} trp_old;

/**
 * Called for each actor, each struct of a region and each event, if its fields in the file are of an older version, or include some that the
 * struct no longer has. Fields that both have are filled already; other actors may not be. It may write to `object`, except for the
 * trp_actor, and must call nothing of the world. `fields` identifies the struct.
 */
typedef void trp_upgrade_fn(void *object, const trp_fields *fields, const trp_old *old, void *user);

/** Called for each loaded actor after the load, pool by pool in the order of slots: to set what no field describes. It may write to the
 * struct, and must call nothing that changes the world. */
typedef void trp_on_loaded_fn(trp_actor *actor, trp_pool *pool, void *user);

/** How a save is loaded. Zero means the default. All fields public. */
typedef struct trp_load_desc
{
    const char *game;              /**< required; must be that of the save */
    uint32_t version;              /**< of the saves that the game writes now: newer ones are refused */
    uint32_t oldest;               /**< older ones are refused */
    trp_on_problem_fn *on_problem; /**< notified of a refusal, or NULL */
    trp_upgrade_fn *upgrade;       /**< called for older structs, or NULL */
    trp_on_loaded_fn *on_loaded;   /**< notified of each actor at the end, or NULL */
    void *user;                    /**< passed to the three */
} trp_load_desc;

/**
 * Replaces the state of the world by that of the save. All or nothing: a first pass checks every byte that the second one reads, so bytes from
 * any source are safe, and a refusal changes nothing. No callback is called for actors that end or appear by the load. Afterwards
 * walks over rosters have ended, trp_world_timeline() is one more, and watchers of TRP_EVENT_RESTORED have been notified.
 * The same save can be loaded any number of times. O(capacity + bytes + pools squared).
 *
 * Refusals are reported to `on_problem`, and are no misuse: TRP_ERR_DAMAGED: not a save, or cut off or changed.
 * TRP_ERR_VERSION: a newer format, or a version of the game that is newer than `version` or older than `oldest`. TRP_ERR_FOREIGN:
 * another game's. TRP_ERR_VALUE: a value does not fit into today's field, or its kind has changed otherwise; an entry of a table of
 * choices is gone. TRP_ERR_FULL: a pool, roster, space, queue, region or range of ids has less room at most than the save needs.
 * TRP_ERR_MEMORY: a pool or another module could not grow. TRP_ERR_DESC: a pool of the world is neither described nor transient,
 * or external; a region is not described. Misuse: TRP_BUSY, as for trp_save(), and TRP_ERR_NULL: no bytes, desc or game.
 */
trp_result trp_load(trp_world *world, const void *bytes, size_t size, const trp_load_desc *desc);

/** The result that trp_load() would return, except TRP_ERR_MEMORY; changes nothing. */
trp_result trp_load_check(const trp_world *world, const void *bytes, size_t size,
                          const trp_load_desc *desc);

/** In `upgrade`: the first element of a field of the file that is a number or a bool. False: there is no such field, or it is no number. O(fields). */
bool trp_old_number(const trp_old *old, const char *field, double *value);
/** The same, exactly: of an integer, or a bool; of one above INT64_MAX the bits. */
bool trp_old_integer(const trp_old *old, const char *field, int64_t *value);
/** A handle from the file, translated to this world; all zero: there is none. */
trp_handle trp_old_handle(const trp_old *old, const char *field);
/** The bytes of a field as they are in the file, little-endian, and their number; NULL: there is none. */
const void *trp_old_bytes(const trp_old *old, const char *field, size_t *size);

/** The head of a save. All fields read-only. Texts point into the save. */
typedef struct trp_save_info
{
    const char *game; /**< trp_save_desc.game */
    uint32_t version; /**< trp_save_desc.version */
    uint32_t format;  /**< of the file, see src/save/FORMAT.md */
    uint64_t ticks;   /**< trp_world_ticks() at the time of the save */
} trp_save_info;

/** For menus: without a world. TRP_ERR_DAMAGED, TRP_ERR_VERSION (a newer format), TRP_ERR_NULL. Reads all bytes once. */
trp_result trp_save_read_info(const void *bytes, size_t size, trp_save_info *info);

/** A chunk of the game's own in a save, and how many bytes; NULL: there is none of that name, or this is no save. Reads all
 * bytes once. */
const void *trp_save_find_chunk(const void *bytes, size_t size, const char *name,
                                size_t *chunk_size);

/**
 * Prints a save of any game as text, line by line: types, pools, every slot and field, modules, chunks. Bytes
 * from any source are safe. TRP_ERR_DAMAGED: this is no save, or not a whole one; the readable part was printed;
 * TRP_ERR_VERSION; TRP_ERR_NULL. Prints nothing in a library without words.
 */
trp_result trp_print_save(const void *bytes, size_t size, trp_print_fn *print, void *context);

/** Memory for trp_save_and_load(). All fields public. */
typedef struct trp_save_memory
{
    void *bytes;               /**< the save is written here */
    size_t size;               /**< room in `bytes` */
    const trp_load_desc *load; /**< with game, on_loaded ... */
    trp_result result;         /**< of the last time */
} trp_save_memory;

/**
 * Saves a world to memory and loads it: a disturbance for synctest.h, which then compares every tick with that of the run that was not
 * saved. So it finds members that the game forgot to describe, or to set in on_loaded:
 *
 *     trp_save_memory memory = {.bytes = bytes, .size = sizeof bytes, .load = &load};
 *     desc.disturb = trp_save_and_load;
 *     desc.disturb_user = &memory;
 *
 * TRP_ERR_MEMORY: it is too small; others as trp_save() and trp_load(). The world is then as it was.
 */
trp_result trp_save_and_load(trp_world *world, void *memory);

#ifdef __cplusplus
}
#endif

#endif
