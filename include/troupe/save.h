/**
 * @file save.h
 * Saves: a world as a file that next year's version of the game, and another machine, can read. For what lasts no longer than the
 * run there are snapshots (snapshot.h).
 *
 *     trp_save(world, &(trp_save_desc){.game = "Castle", .version = 3}, write_to_file, file);
 *     ...
 *     trp_result result = trp_load(world, bytes, size, &(trp_load_desc){
 *         .game = "Castle", .version = 3, .oldest = 1, .on_problem = print_problem});
 *
 * **In a save**: every pool that is not transient, with the fields that describe its struct (fields.h): lives, states, generations,
 * orders, the order of free slots; time; layers and their order; families, rosters, the members of spaces, timers; regions that are
 * described, and those of ids; events that wait in queues that are described; chunks of bytes of the game's own. **Not in it**:
 * members that no field describes, and fields that are TRP_FIELD_IGNORED; actors of transient pools, and handles to them; events of
 * queues without fields; callbacks, settings of descs. External pools cannot be saved unless they are transient: their actors are in
 * memory of the game's own, which a load could not give back.
 *
 * **The file** is little-endian and the same on all machines for the same calls; every NaN is the same one. It names its types and
 * fields. src/save/FORMAT.md documents it byte by byte, and trp_print_save() prints any save without the game.
 *
 * **Loading** matches pools, layers, regions and modules by name (those of the same name, and families, by their order), and fields
 * by name, then by `was`. A field that the file does not have keeps what the prototype says, or gets the value that
 * TRP_FIELD_SINCE gives; in a region it keeps what is there. A number may have another kind today if each value in the file is
 * kept exactly; an array may be longer today, a text larger. What the game no longer has is left out: the fields of a struct are
 * offered to `upgrade`, pools and modules are dropped. A pool that the file does not have is empty afterwards, and so is a roster,
 * a family, a space, a table of timers and a queue.
 *
 * A pool that is transient, then or today, is left as it is. A roster's members of transient pools are left out.
 *
 * Actors get their slots and their generations back: a handle in a payload names the same life. Handles that are kept outside of the
 * world and its regions are dropped at a load, as at a restore (snapshot.h): trp_world_timeline() has changed. Bytes from
 * strangers may put any actor of the world into a handle or a pointer: look handles up with trp_get_in(), and describe no pointers,
 * if saves come from there.
 *
 * All sizes below count what the file contains. Calls take about 5 KB of stack, and no memory but that by which growing pools,
 * rosters, spaces and families grow to their own limits.
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
    const char *game;             /**< up to 255 bytes; must be given: no other game loads it */
    uint32_t version;             /**< of the game's saves */
    const trp_save_chunk *chunks; /**< of the game's own, or NULL */
    uint32_t chunk_count;         /**< of `chunks` */
} trp_save_desc;

/**
 * Writes the world. It is not changed. O(slots up to the peaks + bytes).
 *
 * Answers, after which a part may have been written that no load accepts: TRP_ERR_MEMORY: `write` answered false. Before anything
 * is written, as a misuse: TRP_ERR_DESC: a pool is not described (trp_pool_describe) and not transient, or it is external; a region
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
    trp_result result; /**< what the load answers */
    size_t offset;     /**< where in the bytes */
    const char *name;  /**< of the pool, field or other object; "" if there is none */
    const char *text;  /**< "offset 120: pool enemy: field x: ..."; "" in a library without words */
} trp_load_problem;

/** Notified of why a save is refused. It changes nothing. */
typedef void trp_on_problem_fn(const trp_load_problem *problem, void *user);

/** A struct as the file has it, for `upgrade`. Valid during the call. All fields private. */
typedef struct trp_old
{
    const struct trp__loading *loading; /**< private */
    const unsigned char *record;        /**< private: the values */
    size_t type;                        /**< private: where the file describes them */
    uint32_t version;                   /**< read-only: of the struct's fields then */
} trp_old;

/**
 * Called for each actor, each struct of a region and each event, if the file has fields of it that today's struct does not have, or has them
 * in an older version. Fields that both have are filled; other actors may not be yet. It writes to `object`, all but the trp_actor,
 * and calls nothing of the world. `fields` says which struct it is.
 */
typedef void trp_upgrade_fn(void *object, const trp_fields *fields, const trp_old *old, void *user);

/** Notified of each actor that was loaded, when all is loaded, pool by pool in the order of slots: to set what no field describes.
 * It writes to the struct, and calls nothing that changes the world. */
typedef void trp_on_loaded_fn(trp_actor *actor, trp_pool *pool, void *user);

/** How a save is loaded. Zero means the default. All fields public. */
typedef struct trp_load_desc
{
    const char *game;              /**< must be given, and be that of the save */
    uint32_t version;              /**< of the game's saves now: newer ones are refused */
    uint32_t oldest;               /**< older ones are refused */
    trp_on_problem_fn *on_problem; /**< notified of a refusal, or NULL */
    trp_upgrade_fn *upgrade;       /**< called for older structs, or NULL */
    trp_on_loaded_fn *on_loaded;   /**< notified of each actor at the end, or NULL */
    void *user;                    /**< passed to the three */
} trp_load_desc;

/**
 * Makes the world what the save says. All or nothing: a first pass checks every byte that the second one reads, so bytes from
 * anywhere are safe, and a refusal leaves the world as it was. Afterwards no callback has been called for actors that are gone or
 * there, walks over rosters are over, trp_world_timeline() is one more, and watchers of TRP_EVENT_RESTORED have been notified.
 * The same save can be loaded any number of times. O(capacity + bytes + pools squared).
 *
 * Refusals are told to `on_problem`, and are no misuse: TRP_ERR_DAMAGED: not a save, or cut off or changed.
 * TRP_ERR_VERSION: a newer format, or a version of the game that is newer than `version` or older than `oldest`. TRP_ERR_FOREIGN:
 * another game's. TRP_ERR_VALUE: a value does not fit into today's field, or its kind has changed otherwise; an entry of a table of
 * choices is gone. TRP_ERR_FULL: a pool, roster, space, queue, region or range of ids has less room at most than the save needs.
 * TRP_ERR_MEMORY: a pool or another module could not grow. TRP_ERR_DESC: a pool of the world is neither described nor transient,
 * or external; a region is not described. A misuse are TRP_BUSY, as trp_save(), and TRP_ERR_NULL: no bytes, desc or game.
 */
trp_result trp_load(trp_world *world, const void *bytes, size_t size, const trp_load_desc *desc);

/** What trp_load() would answer, but for TRP_ERR_MEMORY; changes nothing. */
trp_result trp_load_check(const trp_world *world, const void *bytes, size_t size,
                          const trp_load_desc *desc);

/** In `upgrade`: the first element of a number of the file's, or of a bool. False: there is no such field, or it is no number. O(fields). */
bool trp_old_number(const trp_old *old, const char *field, double *value);
/** The same, exactly: of an integer, or a bool; of one above INT64_MAX the bits. */
bool trp_old_integer(const trp_old *old, const char *field, int64_t *value);
/** A handle of the file's, as it is in this world; all zero: there is none. */
trp_handle trp_old_handle(const trp_old *old, const char *field);
/** The bytes of a field as they are in the file, little-endian, and how many; NULL: there is none. */
const void *trp_old_bytes(const trp_old *old, const char *field, size_t *size);

/** What a save says of itself. All fields read-only. Texts point into the save. */
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
 * Prints a save as text, line by line, whatever game it is of: types, pools, every slot and field, modules, chunks. As trp_load(),
 * over bytes from anywhere. TRP_ERR_DAMAGED: this is no save, or no whole one, and what can be read of it was printed;
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
 * saved. Whatever the game forgot to describe, or to set in on_loaded, shows:
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
