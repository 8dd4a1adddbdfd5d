/**
 * @file world.h
 * Worlds: pools, the one list of all actors, layers, the tick and the drawing. Worlds share nothing
 * except the numbering of their ids, so two worlds may be used on two threads at the same time. One
 * world is used by one thread at a time. A library compiled with TRP_DEBUG=1 for a hosted program
 * detects two threads in one world, in the calls that begin and end lives, walk, update and draw.
 * The second thread then gets TRP_ERR_THREAD or NULL, and nothing is changed: the hook gets no
 * world, and the misuse is not counted.
 *
 *     trp_world *world = trp_world_create(NULL);
 *     ... pools, births ...
 *     trp_update_all(world, 1.0f / 60);    // a frame
 *     trp_draw_all(world, screen, 0);
 *     ...
 *     trp_world_destroy(world);
 *
 * Unless stated otherwise, calls are O(1) and may be made anywhere: in a tick, in callbacks, while
 * drawing.
 */
#ifndef TROUPE_WORLD_H
#define TROUPE_WORLD_H

#include "block.h"
#include "misuse.h"
#include "version.h"
#include "walk.h"
#include "watch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The largest value of desc.max_pools. */
#define TRP_MAX_POOLS 4095
/** The largest value of desc.layers. */
#define TRP_MAX_LAYERS 65535
/** The most pools of a world with a desc.max_pools of 0. */
#define TRP_DEFAULT_POOLS 32

/** The memory functions of a world made by trp_world_create(). Zero: malloc and free. All fields
 * public. */
typedef struct trp_allocator {
    /** Returns `size` bytes (above 0), aligned to at least TRP_ALIGNMENT, or NULL. */
    void *(*allocate)(size_t size, void *user);
    /** Frees memory from `allocate`; `size` is the same as there. */
    void (*release)(void *memory, size_t size, void *user);
    void *user; /**< passed to both functions */
} trp_allocator;

/** The settings of a world. Zero means the default. All fields public. */
typedef struct trp_world_desc {
    /** 1 to 255: part of every handle, so that a world refuses the handles of another one. 0: the
     * lowest id from 0 up that no world of the program has, so that worlds differ by default; the
     * first world gets 0. In a freestanding program 0 means 0 */
    uint32_t id;
    uint32_t layers; /**< number of layers, 0 to TRP_MAX_LAYERS; 0: one */
    /** names of the layers, by number, for messages, tools and saves, which match layers by them. An
     * array of as many as `layers`; the names are kept as pointers. NULL, and a NULL in it: none */
    const char *const *layer_names;
    /** the most pools, 0 to TRP_MAX_POOLS; 0: TRP_DEFAULT_POOLS. All pools share 2^24 slots. A pool
     * takes them in units: of 2^17 with 32 pools, of 2^22 with one */
    uint32_t max_pools;
    /** slots retire after TRP_SMALL_GENERATIONS lives, so that every handle can be packed
     * (trp_handle_pack) */
    bool small_generations;
    trp_newborns newborns;   /**< of pools whose desc names none; 0: the next walk */
    trp_allocator allocator; /**< trp_world_create only */
    /** called for each misuse; NULL: trp_print_misuse() if the program has a stderr (misuse.h) */
    trp_on_misuse_fn *on_misuse;
    trp_result *result; /**< if not NULL: gets the result of trp_world_init or trp_world_create */
    void *user;         /**< see trp_world_user() */
} trp_world_desc;

/** What there is to know of a world now. All fields read-only. */
typedef struct trp_world_facts {
    uint32_t live;    /**< actors in slots of all pools: active, asleep and expired */
    uint32_t pools;   /**< number of pools; see trp_world_pool() */
    uint32_t layers;  /**< number of layers (layer.h) */
    float time_scale; /**< see trp_world_set_time_scale() */
    uint64_t misuse;  /**< number of misuses so far */
    /** bytes of the caller's block that are free for pools; 0 for a world made by
     * trp_world_create() */
    size_t free_bytes;
    /** Bytes that a caller's block needs for this world and everything that has been created in it:
     * pools, groups, families, spaces. A world made by trp_world_create() can measure the block for
     * a game: run the game's set-up in it, print this number, and pass a block of this size to
     * trp_world_init(). */
    size_t bytes;
    uint32_t timeline; /**< number of restores and loads (snapshot.h) */
    /** The last tick, or the one in progress, repeats a tick number from before a restore. A game
     * then counts no statistics. For sounds see desc.cancel of queues (queue.h): a sound that only
     * the repeated tick has is to be heard. */
    bool again;
} trp_world_facts;

/** Bytes that a world in a caller's block needs with this many layers and this max_pools, without
 * its pools. Constant. */
#define TRP_WORLD_BYTES_FOR(layers, max_pools)                                                     \
    (TRP__WORLD_BASE + (size_t)(layers)*TRP__LAYER_BASE +                                          \
     (size_t)(max_pools) * (sizeof(void *) + 16) + 24)

/** TRP_WORLD_BYTES_FOR() with the defaults: one layer and TRP_DEFAULT_POOLS pools. Constant. */
#define TRP_WORLD_BYTES TRP_WORLD_BYTES_FOR(1, TRP_DEFAULT_POOLS)

/** Bytes that a pool of n slots of this type needs in a caller's block, in memory order (the
 * default), for any other settings. Constant. */
#define TRP_POOL_BYTES(type, n)                                                                    \
    (TRP__POOL_BASE + TRP__SLOT_BYTES(type, n) + TRP__CELL_BYTES(n) +                              \
     TRP__CELLS(n) * 2 * sizeof(void *))

/** Additional bytes for desc.ends, for a pool of n slots (max_capacity, if it grows). Constant. */
#define TRP_POOL_ENDS_BYTES(n) ((size_t)(n)*12 + 8)

/** TRP_POOL_BYTES() for a pool in an age order: TRP_ORDER_OLDEST or TRP_ORDER_NEWEST. For a pool
 * that joins another one it is an upper bound. Constant. */
#define TRP_AGE_POOL_BYTES(type, n)                                                                \
    (TRP__POOL_BASE + TRP__SLOT_BYTES(type, n) + TRP__CELL_BYTES(n) + TRP__AGES_BYTES(n))

/** Additional bytes for desc.joined_capacity: n slots, of all pools that are joined. Constant. */
#define TRP_JOINED_BYTES(n) TRP__AGES_BYTES(n)

/** Bytes that an external pool for n actors needs in a caller's block. Constant. */
#define TRP_EXTERNAL_POOL_BYTES(n)                                                                 \
    (TRP__POOL_BASE + TRP__CELL_BYTES(n) + TRP__AGES_BYTES(n) + (size_t)(n) * sizeof(void *) + 8)

/**
 * Creates a world in the caller's block, which holds all its state. The world never allocates, and
 * pools that would grow are refused. `desc` may be NULL. The block must be aligned to TRP_ALIGNMENT
 * and must stay until trp_world_destroy(). O(layers + max_pools).
 *
 *     #define BYTES (TRP_WORLD_BYTES + TRP_POOL_BYTES(bullet, 64))
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[BYTES];
 *     trp_world *world = trp_world_init(memory, sizeof memory, NULL);
 *
 * On failure it returns NULL, and desc.on_misuse and desc.result get: TRP_ERR_NULL, TRP_ERR_ALIGN,
 * TRP_ERR_MEMORY (the block is too small), TRP_ERR_VALUE, or TRP_ERR_VERSION (the program was not
 * compiled with the headers of this library, see version.h; checked before anything else is read).
 */
static inline trp_world *trp_world_init(void *memory, size_t size, const trp_world_desc *desc);

/**
 * trp_world_init() with memory from desc.allocator or malloc; its pools may grow. `desc` may be
 * NULL. It has its own source file: programs that do not call it need no malloc. Failures as in
 * trp_world_init().
 */
static inline trp_world *trp_world_create(const trp_world_desc *desc);

/**
 * Recycles all actors, reason shutdown, layer by layer and pool by pool, and frees all memory.
 * While it runs, nothing can be created. Afterwards the pointer is invalid. O(capacity). NULL:
 * TRP_GONE, not a misuse. TRP_BUSY in a tick, a trp_for_each(), a drawing or a callback: the world
 * is not destroyed.
 */
trp_result trp_world_destroy(trp_world *world);

/**
 * Runs one tick of `dt` seconds (0 or more, finite). Layer by layer and pool by pool it calls
 * update_pool, or calls update for every actor that was active before the tick began and still is
 * when its turn comes. It prunes expired actors, also in disabled layers and in pools without
 * update. Afterwards trp_world_ticks() is one more. O(listed actors + pools + layers), plus the
 * callbacks. TRP_BUSY in a tick or a drawing. TRP_ERR_VALUE. TRP_ERR_NULL.
 */
trp_result trp_update_all(trp_world *world, float dt);

/**
 * Calls draw for every active actor of every visible layer, in list order. `alpha` is the position
 * between two ticks; it is passed on with `target`. Until this call returns, every call that would
 * change the world returns TRP_BUSY. O(listed actors + pools + layers), plus the callbacks.
 * TRP_BUSY in a tick or a drawing. TRP_ERR_NULL.
 */
trp_result trp_draw_all(const trp_world *world, void *target, float alpha);

/**
 * The result of the last call in this world that returns what it creates (an actor, a pool, a
 * space, timers, a queue, contacts): the reason why it returned NULL, or TRP_OK. Other calls do not
 * change it.
 */
trp_result trp_last_result(const trp_world *world);

/** The facts of a world. All 0 for NULL. O(pools). */
trp_world_facts trp_world_info(const trp_world *world);
/** The `user` of the desc. */
void *trp_world_user(const trp_world *world);
/** Number of ticks so far, including the one in progress. */
uint64_t trp_world_ticks(const trp_world *world);

/** The pools, in order of creation: 0 up to trp_world_info().pools - 1; NULL beyond. */
trp_pool *trp_world_pool(const trp_world *world, uint32_t number);

/** Sets the factor of dt in the whole world. Initially 1. 0 or more, finite; with 0 actors are
 * still updated. In a tick it takes effect where the tick has not been yet. TRP_ERR_VALUE. TRP_BUSY
 * while drawing. */
trp_result trp_world_set_time_scale(trp_world *world, float scale);

/**
 * Checks every invariant of the world, in every segment: links, bitmaps, freelists, counts and
 * generations must agree. O(capacity). Each violation is reported to on_misuse with its place.
 * Changes nothing. Returns TRP_OK or TRP_ERR_INVALID. It has its own source file, for tests and
 * debug builds. May be called in a tick, but not in on_end.
 */
trp_result trp_world_validate(const trp_world *world);

/* Private code */

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__WORLD_BASE (31 * sizeof(void *) + 240)
#define TRP__LAYER_BASE (3 * sizeof(void *) + 16)
#define TRP__POOL_BASE (72 * sizeof(void *) + 336)

/** private: bytes of the cells and of the entries of an age order for n slots, and losses by
 * alignment */
#define TRP__CELL_BYTES(n) ((size_t)(n) * sizeof(trp__cell))
#define TRP__AGES_BYTES(n)                                                                         \
    (((size_t)(n) + (n) / 4 + 10 + ((n) < TRP__FAR ? 0 : 2 * TRP__LEAD)) * sizeof(trp__entry))
#define TRP__SLOT_BYTES(type, n) (((size_t)(n) + 1) * sizeof(type) + TRP__ALIGNOF(type))

/** private: a checksum of the sizes of all structs that programs and the library share, and of the
 * macros above */
static inline uint32_t trp__layout(void)
{
    size_t sum = sizeof(void *);
    sum = sum * 31 + sizeof(trp_result);
    sum = sum * 31 + sizeof(trp_actor);
    sum = sum * 31 + sizeof(trp_handle);
    sum = sum * 31 + sizeof(trp_type);
    sum = sum * 31 + sizeof(trp_pool_desc);
    sum = sum * 31 + sizeof(trp_pool_facts);
    sum = sum * 31 + sizeof(trp_world_facts);
    sum = sum * 31 + sizeof(trp_context);
    sum = sum * 31 + sizeof(trp_end_context);
    sum = sum * 31 + sizeof(trp_event_context);
    sum = sum * 31 + sizeof(trp_view);
    sum = sum * 31 + sizeof(trp_watcher);
    sum = sum * 31 + sizeof(trp_walk);
    sum = sum * 31 + sizeof(trp_misuse);
    sum = sum * 31 + sizeof(trp_world_desc);
    sum = sum * 31 + TRP_WORLD_BYTES;
    sum = sum * 31 + TRP__POOL_BASE;
    return (uint32_t)sum;
}

/** private: reports that headers and library are of different versions */
typedef void trp__on_mismatch_fn(const trp_world_desc *desc, const char *call, const char *message);

/** private: whether a program's headers, of this version and with this trp__layout(), are the
 * library's own. If not, calls `on_mismatch` with `call` and `desc`, and does not read `desc`. */
bool trp__is_same_version(uint32_t version, uint32_t layout, const char *call,
                          trp__on_mismatch_fn *on_mismatch, const trp_world_desc *desc);

/** private: the same, for programs that are not compiled for AddressSanitizer. A library that is
 * compiled for it does not define this function, so the linker names the cure: compile and link
 * with -fsanitize=address. */
bool trp__debug_library_needs_fsanitize_address(uint32_t version, uint32_t layout, const char *call,
                                                trp__on_mismatch_fn *on_mismatch,
                                                const trp_world_desc *desc);

/** private: the one that this program calls */
#if defined(TRP__NODE_IS_ALIGNED)
#define TRP__COMPARE_VERSIONS trp__is_same_version
#else
#define TRP__COMPARE_VERSIONS trp__debug_library_needs_fsanitize_address
#endif

/** private: compiled into the program, so it knows the program's structs. (The default hook knows
 * the library's structs, and cannot be called here.) */
static inline void trp__tell_mismatch(const trp_world_desc *desc, const char *call,
                                      const char *message)
{
    if (desc != NULL && desc->on_misuse != NULL && desc->on_misuse != TRP__DEFAULT_HOOK) {
        trp_misuse misuse = TRP__ZERO;
        misuse.result = TRP_ERR_VERSION;
        misuse.call = call;
        misuse.message = message;
        desc->on_misuse(NULL, &misuse);
    } else
        TRP__DEFAULT_LINE(message);
    if (desc != NULL && desc->result != NULL)
        *desc->result = TRP_ERR_VERSION;
}

/** private: a copy of the desc, with the default hook if it has none */
static inline trp_world_desc trp__with_hook(const trp_world_desc *desc)
{
    trp_world_desc own = TRP__ZERO;

    if (desc != NULL)
        own = *desc;
    if (own.on_misuse == NULL)
        own.on_misuse = TRP__DEFAULT_HOOK;
    return own;
}

/** private: whether these headers are the library's; reports if not */
static inline bool trp__is_version_right(const char *call, const trp_world_desc *desc)
{
    return TRP__COMPARE_VERSIONS(TRP_VERSION, trp__layout(), call, trp__tell_mismatch, desc);
}

/** private: reports that the program is compiled for AddressSanitizer and the library is not */
void trp__check_watched(trp_world *world, const char *call);

/** private: a new world, checked */
static inline trp_world *trp__watched(trp_world *world, const char *call)
{
#if TRP__CHECKS_TYPES && defined(TRP__NODE_IS_ALIGNED)
    trp__check_watched(world, call);
#endif
    (void)call;
    return world;
}

/** private, except for bindings: trp_world_init() for bindings of other languages, which cannot
 * include headers. It does not compare the versions of headers and library (compare trp_version()
 * in the binding), and does not set a default hook. */
trp_world *trp__world_init(void *memory, size_t size, const trp_world_desc *desc);

/** private, except for bindings: trp_world_create() with the same two differences. */
trp_world *trp__world_create(const trp_world_desc *desc);

/** private: as declared above */
static inline trp_world *trp_world_init(void *memory, size_t size, const trp_world_desc *desc)
{
    const trp_world_desc own = trp__with_hook(desc);

    return trp__is_version_right("trp_world_init", &own)
               ? trp__watched(trp__world_init(memory, size, &own), "trp_world_init")
               : NULL;
}

/** private: as declared above */
static inline trp_world *trp_world_create(const trp_world_desc *desc)
{
    const trp_world_desc own = trp__with_hook(desc);

    return trp__is_version_right("trp_world_create", &own)
               ? trp__watched(trp__world_create(&own), "trp_world_create")
               : NULL;
}

#ifdef __cplusplus
}
#endif

#endif
