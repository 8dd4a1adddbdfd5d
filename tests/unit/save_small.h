/**
 * @file save_small.h A small world with one of everything that a save contains, in a shape that
 * situations change between saving and loading. Its slots are in every state.
 */
#ifndef TROUPE_TESTS_SAVE_SMALL_H
#define TROUPE_TESTS_SAVE_SMALL_H

#include "save_scene.h"

enum {
    SMALL_SPARKS, /* transient */
    SMALL_GUARDS, /* memory order, with ends and a quarantine */
    SMALL_OTHERS, /* of the same name; grown, with a returned chunk */
    SMALL_ELDERS, /* oldest first, with a quarantine */
    SMALL_HEIRS,  /* joins the elders */
    SMALL_YOUNG,  /* newest first, with a retired slot */
    SMALL_POOLS
};

typedef struct small_actor {
    trp_actor actor;
    trp_box box;
    uint32_t id;
    trp_handle friend_of;
    const char *weapon;
    char title[3];
    bool is_set;
    trp_time end;
} small_actor;

extern const trp_fields small_fields;

/** Everything that can be changed before a world is created. A pool without a name is not
 * created. */
typedef struct small_shape {
    trp_pool_desc pools[SMALL_POOLS];
    const trp_fields *fields[SMALL_POOLS];
    uint32_t quarantine[SMALL_POOLS];
    bool is_transient[SMALL_POOLS];
    bool is_apart;            /**< the heirs do not join */
    unsigned in_family;       /**< bits of pools */
    unsigned in_space;        /**< bits of pools */
    trp_space_desc spaces[2]; /**< capacity 0: not created */
    trp_group_desc groups[3]; /**< the last one only if its name is not NULL */
    trp_clock clock;          /**< of the timers of the elders */
    uint32_t timers;          /**< number of tables of the elders */
    const char *timers_name;
    uint32_t ids_first;
    uint32_t ids;
    size_t region_bytes;
} small_shape;

typedef struct small_state {
    uint32_t seed;
    trp_handle hero;
} small_state;

typedef struct small_world {
    trp_world *world;
    trp_pool *pools[SMALL_POOLS];
    trp_family family;
    trp_group groups[3];
    trp_space *spaces[2];
    trp_timers *fuses[2];
    trp_timers *naps;
    trp_ids ids;
    trp_region regions[3];
    small_state state[2];
    uint32_t scratch; /**< a region of ignored fields */
    _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(16)];
} small_world;

/** The usual shape. */
small_shape small_usual(void);
/** Makes an empty world. */
void small_begin(small_world *small, const small_shape *shape);
/** Fills a world of the usual shape. */
void small_play(small_world *small);
void small_end(small_world *small);
/** Saves a world of this shape that was played, in which a pool has an interval. */
void small_save(const small_shape *shape, save_file *file);
/** Loads into a world, which is valid afterwards; a check has the same result. */
trp_result small_load(small_world *small, const save_file *file);

/** After this many allocations the world's allocator has no memory. small_begin() sets it to
 * UINT32_MAX. */
extern uint32_t small_blocks;

#endif
