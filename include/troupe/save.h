/**
 * @file save.h
 * Saves: a world as a file that later versions of the game, and other machines, can read. If the
 * state is needed only within one run, snapshots are faster (snapshot.h).
 *
 *     trp_save(world, &(trp_save_desc){.game = "Castle", .version = 3}, write_to_file, file);
 *     ...
 *     trp_result result = trp_load(world, bytes, size, &(trp_load_desc){
 *         .game = "Castle", .version = 3, .oldest = 1, .on_problem = print_problem});
 *
 * **Contained in a save**: every pool that is not transient, with the fields that describe its
 * struct (fields.h): lives, states, generations, orders, the order of free slots. Also the time;
 * layers and their order; families, groups, the members of spaces, timers; regions that are
 * described, and those of ids; waiting events of queues that are described; chunks of bytes that
 * the game adds.
 *
 * **Not contained**: members that no field describes (a debug library reports them, see
 * fields.h), and TRP_FIELD_IGNORED fields; actors of transient pools, and handles to them;
 * events of queues without fields; callbacks and settings of descs. External pools cannot be saved
 * unless they are transient: their actors are in the game's own memory, which a load could not
 * recreate.
 *
 * **The file** is little-endian, and the same calls write the same bytes on all machines; every NaN
 * is written as one value. It contains the names of its types and fields. src/save/FORMAT.md
 * documents it byte by byte, and trp_print_save() prints any save without the game.
 *
 * **A power cut** while a file is written leaves a part of it, which no load accepts. So write to a
 * new file, and let it take the place of the old one when all bytes are on the disk: by fsync() and
 * rename(), on Windows by _commit() and MoveFileExA(). Then the old save is there or the new one,
 * and it is whole. tests/examples/save_file.c does so, and cuts the power at each byte.
 *
 * **Loading** matches pools, layers, regions and modules by name (objects with the same name, and
 * families, by their order; a layer without a name by its number, except one that the file names).
 * It matches fields by name, then by `was`. A field that the file lacks
 * gets the value of the prototype, or that of TRP_FIELD_SINCE; in a region it keeps its value. A
 * number may have changed its kind if each value in the file can be kept exactly. An array may have
 * become longer, and a text larger. Fields that the struct no longer has are offered to `upgrade`.
 * Pools and modules that the game no longer has are dropped, and reported to `on_problem`; objects
 * that have another name now are found by `formers`. A pool, group, family, space, table of timers
 * or queue that the file lacks is empty afterwards; the pool keeps its interval and its time scale.
 *
 * A pool that is transient in the world is left unchanged; one that is transient only in the file
 * is emptied. A group's members of transient pools are left out.
 *
 * Actors get their slots and generations back, so a handle in a payload identifies the same life.
 * Only the living need room: where a pool has fewer slots now, actors beyond them get the lowest
 * ones that are free, with new generations; handles in described fields follow them.
 * At a load, as at a restore (snapshot.h), the program must drop handles that it keeps outside of
 * the world and its regions; trp_world_info().timeline changes. In a save from an untrusted source
 * a handle or pointer may refer to any actor of the world: look such handles up with trp_get_in(),
 * and describe no pointers.
 *
 * Sizes in the limits below are those in the file. Calls take about 5 KB of stack. Saves allocate
 * nothing. A load takes TRP_LOAD_BYTES() from the world and gives them back; and growing pools,
 * groups, spaces and families grow up to their own limits. (A world in a caller's block does not
 * get them back from a load in which something grew.)
 */
#ifndef TROUPE_SAVE_H
#define TROUPE_SAVE_H

#include "fields.h"
#include "inspect.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the format that this library writes. From 2 on it reads all earlier ones. Version
 * 1 was that of troupe 0.10, whose files are refused (TRP_ERR_VERSION). */
#define TRP_SAVE_FORMAT 2

/** The deepest nesting of structs in a save. */
#define TRP_SAVE_DEPTH 8

/** The most bytes that a load, or the check of one, takes from the world while it reads a save with
 * this many pools and modules (groups, families, spaces, contacts, tables of timers, queues,
 * regions, ids), and 4 more for each slot that the save uses beyond the limit of its pool. A world
 * in a caller's block must have them free. Constant. */
#define TRP_LOAD_BYTES(pools, modules) ((size_t)(pools)*384 + (size_t)(modules)*112)

/** Takes the next `size` bytes of a save, 1 or more. False: they cannot be written, and the save is
 * abandoned. It must call nothing of the world. */
typedef bool trp_write_fn(const void *bytes, size_t size, void *arg);

/** Bytes that the game adds to a save: a picture for a menu, a text, its options. All fields
 * public. */
typedef struct trp_save_chunk {
    const char *name;  /**< required, up to 255 bytes */
    const void *bytes; /**< copied into the save */
    size_t size;       /**< size of `bytes`; 0 is allowed */
} trp_save_chunk;

/** The settings of a save. Zero means the default. All fields public. */
typedef struct trp_save_desc {
    const char *game; /**< required, up to 255 bytes; a game with another name refuses the save */
    uint32_t version; /**< version of the game's saves */
    const trp_save_chunk *chunks; /**< chunks that the game adds, or NULL */
    uint32_t chunk_count;         /**< number of chunks */
} trp_save_desc;

/**
 * Writes the world, and does not change it. O(slots up to the peaks + bytes).
 *
 * TRP_ERR_MEMORY: `write` returned false; no load accepts the part that was written. The other
 * results are misuse, and nothing is written. TRP_ERR_DESC: a pool has no desc.fields and is not
 * transient, or it is external and not transient; a region is not
 * described; a transient pool is in a family or a space; structs are nested deeper than
 * TRP_SAVE_DEPTH; a name is longer than 255 bytes, or a chunk has none. TRP_ERR_NULL: no desc, game
 * or `write`. TRP_BUSY: in a tick, a walk, a drawing or a callback.
 */
trp_result trp_save(const trp_world *world, const trp_save_desc *desc, trp_write_fn *write,
                    void *arg);

/** The number of bytes that trp_save() would write; 0 if it refuses. O(slots up to the peaks). */
size_t trp_save_bytes(const trp_world *world, const trp_save_desc *desc);

/** The reason why a save is refused, or what it lost. All fields read-only, valid during the
 * call. */
typedef struct trp_load_problem {
    /** the result of the load; TRP_OK: it goes on without what is named */
    trp_result result;
    size_t offset; /**< position in the bytes; 0 for an object that is dropped */
    /** what `name` is of, or the field in it: "pool", "timers", "group", "family", "space",
     * "contacts", "region", "queue", "ids"...; "" if there is none, or with TRP_NO_MESSAGES */
    const char *kind;
    const char *name; /**< name of the pool, field or other object; "" if there is none */
    /** of an object that is dropped: its actors, timers, members, links, structs, events or ids.
     * Of pools it is checked, otherwise it is what the file states. Of an object of which a part is
     * dropped: the number of these */
    uint32_t count;
    const char *text; /**< "offset 120: pool enemy: field x: ..."; "" with TRP_NO_MESSAGES */
} trp_load_problem;

/** Called with the reason why a save is refused, and for each loss: a name of a choice (trp_choice)
 * that the game no longer has, a field that it no longer has unless there is `upgrade`, and after
 * the checks each pool, region and module that has no counterpart: its name changed without an
 * entry in `formers`, or it is gone or transient now; and each module that keeps only a part, since
 * the rest names actors that are dropped or is impossible. trp_load_check() calls it too. It must
 * change nothing (TRP_BUSY). */
typedef void trp_on_problem_fn(const trp_load_problem *problem, void *user);

/** A struct in the file, for `upgrade`. Valid during the call. All fields private. */
typedef struct trp_old {
    struct trp__loading *loading; /**< private */
    const unsigned char *record;  /**< private: the values */
    size_t type;                  /**< private: where the file describes its type */
    uint32_t version;             /**< read-only: version of the struct's fields in the file */
} trp_old;

/**
 * Called for each actor, each struct of a region and each event whose fields in the file are of an
 * older version, or include some that the struct no longer has. Fields that both have are filled
 * already; other actors may not be. It may write to `object`, except to the trp_actor, and must
 * call nothing of the world. `fields` identifies the struct.
 */
typedef void trp_upgrade_fn(void *object, const trp_fields *fields, const trp_old *old, void *user);

/** A name that a pool, a layer, a region or a module had in older saves. All fields public. */
typedef struct trp_load_former {
    const char *former; /**< the name in the file */
    const char *name;   /**< the present name */
} trp_load_former;

/** The settings of a load. Zero means the default. All fields public. */
typedef struct trp_load_desc {
    const char *game; /**< required; must equal that of the save */
    uint32_t version; /**< current version of the game's saves; newer saves are refused */
    uint32_t oldest;  /**< saves with a lower version are refused */
    /** called for a refusal or a loss; NULL: refusals are printed, and what is dropped */
    trp_on_problem_fn *on_problem;
    trp_upgrade_fn *upgrade; /**< called for older structs, or NULL */
    /** called for each loaded actor at the end, pool by pool in the order of slots, to set members
     * that no field describes; or NULL. It may write to the struct, and must call nothing that
     * changes the world (TRP_BUSY) */
    trp_actor_fn *on_loaded;
    void *user;                     /**< passed to all of these */
    const trp_load_former *formers; /**< names that objects had, or NULL */
    uint32_t former_count;          /**< number of former names */
} trp_load_desc;

/**
 * Replaces the state of the world by that of the save. All or nothing: a first pass finds every
 * reason to refuse, before anything is changed. Members, links, timers and ids that are impossible
 * are left out. So bytes from any source are safe, and a refusal changes nothing. No callback is
 * called for actors that vanish or appear. Afterwards walks over groups have ended,
 * trp_world_info().timeline is one more, and watchers of TRP_EVENT_RESTORED have been notified. The
 * same save can be loaded any number of times. O(capacity + bytes + pools squared).
 *
 * Refusals are reported to `on_problem`, or printed to stderr without one, as is what the game has
 * no more; neither is misuse.
 * TRP_ERR_DAMAGED: the bytes are not a save, or were cut off or changed. TRP_ERR_VERSION: the
 * format is newer than the library's or that of 0.10, or the game's version is above `version` or
 * below `oldest`. TRP_ERR_FOREIGN: it is another game's. TRP_ERR_VALUE: a value does not fit into
 * the present field, or the field's kind has changed otherwise. TRP_ERR_FULL: the limit of a pool,
 * group, space, object of contacts, queue, region or range of ids is below what the save needs.
 * TRP_ERR_MEMORY: a pool or another module could not grow, or the world has no memory for the
 * reading, see TRP_LOAD_BYTES(). TRP_ERR_DESC: a pool of the world has no desc.fields and is not
 * transient, or is external and not transient; a region is not described.
 *
 * Misuse: TRP_BUSY, as for trp_save(). TRP_ERR_NULL: no bytes, desc or game; former names that are
 * counted but not given.
 */
trp_result trp_load(trp_world *world, const void *bytes, size_t size, const trp_load_desc *desc);

/** The result that trp_load() would return, except that it does not try whether pools and modules
 * can grow. Changes nothing. */
trp_result trp_load_check(const trp_world *world, const void *bytes, size_t size,
                          const trp_load_desc *desc);

/** The value of a field in a file: of an array, the first element. All fields read-only. */
typedef struct trp_value {
    bool is_number;    /**< it is a number or a bool, in `number` */
    bool is_integer;   /**< it is an integer or a bool, in `integer` exactly */
    double number;     /**< otherwise 0 */
    int64_t integer;   /**< of an integer above INT64_MAX the bits; otherwise 0 */
    trp_handle handle; /**< of a handle or an actor, translated to this world; otherwise null */
    const void *bytes; /**< as in the file, little-endian, of an array all elements */
    size_t size;       /**< number of these bytes */
} trp_value;

/** For `upgrade`: the value of a field in the file. False: there is no such field, and `value` is
 * unchanged. O(fields). */
bool trp_old_value(const trp_old *old, const char *field, trp_value *value);

/** The header of a save. All fields read-only. Texts point into the save. */
typedef struct trp_save_info {
    const char *game; /**< trp_save_desc.game */
    uint32_t version; /**< trp_save_desc.version */
    uint32_t format;  /**< version of the file format, see src/save/FORMAT.md */
    uint64_t ticks;   /**< trp_world_ticks() at the time of the save */
} trp_save_info;

/** Reads the header of a save without a world, for menus. TRP_ERR_DAMAGED. TRP_ERR_VERSION: a newer
 * format, or that of 0.10. TRP_ERR_NULL. Reads all bytes once. */
trp_result trp_save_read_info(const void *bytes, size_t size, trp_save_info *info);

/** Returns a chunk that the game added to a save, and its size. NULL: there is no chunk of that
 * name, or the bytes are not a save. Reads all bytes once. */
const void *trp_save_find_chunk(const void *bytes, size_t size, const char *name,
                                size_t *chunk_size);

/**
 * Prints a save of any game as text, line by line: types, pools, every slot and field, modules,
 * chunks. Bytes from any source are safe. TRP_ERR_DAMAGED: the bytes are not a save, or it was cut
 * off or changed; every chunk that can be read was printed. TRP_ERR_VERSION. TRP_ERR_NULL.
 */
trp_result trp_print_save(const void *bytes, size_t size, trp_print_fn *print, void *arg);

#ifdef __cplusplus
}
#endif

#endif
